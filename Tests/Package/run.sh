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
if ! (cd "$folder" && swift build --product Counter) >"$folder/log" 2>&1; then
    cat "$folder/log" >&2
    exit 1
fi
# THEN its core runs
found=$("$folder/.build/debug/Counter")
expected="counter.request.increment
counter.response.wasIncremented
counter: 2"
if [ "$found" != "$expected" ]; then
    printf '%s: expected\n%s\nfound\n%s\n' "$0" "$expected" "$found" >&2
    exit 1
fi
