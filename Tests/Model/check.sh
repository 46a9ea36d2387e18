#!/bin/sh
# Checks all states of the model of fencing (fencing.pml), in two sizes: one core with two faults, two cores with one. And each of its
# mutations must fail, as the model would otherwise find nothing.
#
# usage: check.sh
set -eu
model=$(cd "$(dirname "$0")" && pwd)/fencing.pml
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# run DEFINITION...: the output of the checker is in said
run() {
    spin -a "$@" "$model" >said 2>&1 || { cat said >&2; exit 1; }
    cc -O2 -w -DSAFETY -DMEMLIM=2000 -o pan pan.c
    ./pan -m100000 >said
}

for size in "-DCORES=1 -DFAULTS=2 -DOPENINGS=3" "-DCORES=2 -DFAULTS=1 -DOPENINGS=3"; do
    # shellcheck disable=SC2086
    run $size
    if ! grep -q 'errors: 0$' said || grep -qE 'max search depth too small|out of memory|aborting' said; then
        echo "$0: the model fails with $size:" >&2
        cat said >&2
        # The steps to the failure.
        # shellcheck disable=SC2086
        [ ! -e fencing.pml.trail ] || spin -t -p -g $size "$model" >&2
        exit 1
    fi
done

for mutation in READ_HEAD NO_FENCE STEAL_BACK; do
    run -DCORES=1 -DFAULTS=2 -DOPENINGS=3 -D$mutation
    grep -q 'assertion violated' said && continue
    echo "$0: the model finds no fault in $mutation:" >&2
    cat said >&2
    exit 1
done
