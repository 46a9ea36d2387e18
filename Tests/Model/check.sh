#!/bin/sh
# Checks all states of the models of cores in PostgreSQL: fencing.pml, with one core and two faults, and two cores and one; leases.pml, with
# three openings, and with two and a node that is killed. And each of their mutations must fail, as the models would otherwise find
# nothing.
#
# usage: check.sh
set -eu
models=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# run MODEL DEFINITION...: the output of the checker is in said
run() {
    model=$models/$1.pml
    shift
    spin -a "$@" "$model" >said 2>&1 || { cat said >&2; exit 1; }
    cc -O2 -w -DSAFETY -DMEMLIM=2000 -o pan pan.c
    ./pan -m100000 >said
}

# holds MODEL DEFINITION...
holds() {
    run "$@"
    if ! grep -q 'errors: 0$' said || grep -qE 'max search depth too small|out of memory|aborting' said; then
        echo "$0: the model $* fails:" >&2
        cat said >&2
        # The steps to the failure.
        name=$1
        shift
        [ ! -e "$name.pml.trail" ] || spin -t -p -g "$@" "$models/$name.pml" >&2
        exit 1
    fi
}

# fails MODEL DEFINITION...
fails() {
    run "$@"
    grep -q 'assertion violated' said && return
    echo "$0: the model $* finds no fault:" >&2
    cat said >&2
    exit 1
}

holds fencing -DCORES=1 -DFAULTS=2 -DOPENINGS=3
holds fencing -DCORES=2 -DFAULTS=1 -DOPENINGS=3
for mutation in READ_HEAD NO_FENCE STEAL_BACK; do fails fencing -DCORES=1 -DFAULTS=2 -DOPENINGS=3 -D$mutation; done
holds leases -DKILLS=0 -DOPENINGS=3 -DEND=4
holds leases -DKILLS=1 -DOPENINGS=2 -DEND=3
for mutation in NO_CHECK FROM_ANSWER KEEP_ALL NO_LAPSES; do fails leases -DKILLS=0 -DOPENINGS=3 -DEND=4 -D$mutation; done
