#!/bin/sh
# Whether C programs are built hardened: at addresses of their own, with checked copies and stacks, and with all that is
# looked up looked up at the start.
#
# usage: hardened.sh PROGRAM...
set -u
failures=0

fail() {
    echo "$0: $*" >&2
    failures=$((failures + 1))
}

for program in "$@"; do
    # GIVEN a program, WHEN it is read, THEN it is so.
    readelf -hW "$program" | grep -q 'Type: *DYN' || fail "$program can lie at one address only"
    readelf -dW "$program" | grep -q 'FLAGS.*BIND_NOW' || fail "$program looks functions up later"
    readelf -lW "$program" | grep -q 'GNU_RELRO' || fail "$program has no RELRO segment"
    readelf -lW "$program" | grep 'GNU_STACK' | grep -q ' RW ' || fail "$program has a stack that can be executed"
    readelf -sW "$program" | grep -q '__stack_chk_fail' || fail "$program does not check its stack"
    readelf -sW "$program" | grep -qE '__[a-z]+_chk' || fail "$program does not check its copies"
done

[ $failures -eq 0 ]
