#!/bin/sh
# Whether a package elsewhere can depend on Adit the ordinary way: builds one, and runs it.
#
# usage: run.sh ROOT
#
# SPDX-License-Identifier: Apache-2.0
set -eu
ADIT_ROOT=$(realpath "$1")
export ADIT_ROOT
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# GIVEN a package outside the tree
cp -R "$ADIT_ROOT/Tests/Package/Package.swift" "$ADIT_ROOT/Tests/Package/Sources" "$folder"
# WHEN it is built, with nothing set that is Adit's own
unset ADIT_MACRO_TOOL
if ! (cd "$folder" && swift build --product Counter && swift build --product Search) >"$folder/log" 2>&1; then
    cat "$folder/log" >&2
    exit 1
fi
# THEN its cores run
says() {
    # says PROGRAM TEXT
    found=$("$folder/.build/debug/$1")
    [ "$found" = "$2" ] && return
    printf '%s: expected of %s\n%s\nfound\n%s\n' "$0" "$1" "$2" "$found" >&2
    exit 1
}
says Counter "counter.request.increment
counter.response.wasIncremented
counter: 2"
says Search "search.request.find
search.request.find
search.request.find
nothing yet: 0
search.response.wasFound
search.request.find
search.request.stop
search: 2"
