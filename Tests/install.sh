#!/bin/sh
# What "cmake --install" leaves, wherever the system keeps its libraries: libraries that can be executed and are stripped, the
# header, the programs; and a C program is built and runs with these alone.
#
# usage: install.sh ROOT FOLDER CMAKE [C COMPILER]
#
# SPDX-License-Identifier: Apache-2.0
set -eu
root=$1 build=$2/build cmake=$3
export CC="${4:-cc}"
mkdir -p "$2"
trees=$(mktemp -d "$2/trees.XXXXXX")
trap 'rm -rf "$trees"' EXIT

fail() {
    echo "$0: $*" >&2
    exit 1
}
quietly() {
    if ! "$@" >"$trees/log" 2>&1; then
        cat "$trees/log" >&2
        fail "$* failed"
    fi
}

# has_been_installed PREFIX LIBRARY-FOLDER
has_been_installed() {
    for library in adit_cores adit_showcase; do
        file=$(realpath "$1/$2/lib$library.so")
        [ "$(basename "$file")" != lib$library.so ] || fail "$1/$2/lib$library.so has no version"
        [ "$(realpath "$1/$2/lib$library.so.0")" = "$file" ] || fail "$1/$2/lib$library.so.0 is none of $file"
        mode=$(stat -c %a "$file")
        [ "$mode" = 755 ] || fail "$file has the mode $mode, expected 755"
        if readelf -SW "$file" | grep -E '\.(symtab|debug_info) '; then fail "$file is not stripped"; fi
    done
    for program in adit-catalog adit-scenario; do
        [ -x "$1/bin/$program" ] || fail "found no $1/bin/$program"
    done
    "$1/bin/adit-catalog" "$1/$2/libadit_cores.so" | grep -q '^counter ' || fail "$1/bin/adit-catalog shows no counter"
    # THEN a program can be made with what is there.
    quietly "$CC" -std=c11 -Wall -Wextra -Werror -I "$1/include" -o "$trees/hello" "$root/examples-c/hello.c" \
        -L "$1/$2" -l adit_cores -Wl,-rpath,"$1/$2"
    "$trees/hello" >"$trees/said" || fail "the program failed: $(cat "$trees/said")"
    grep -qx '{"counter":{"response":{"wasIncremented":{"to":2}}}}' "$trees/said" ||
        fail "the program said $(cat "$trees/said")"
}

# GIVEN a build with each name of the library folder, WHEN it is installed, THEN all is there.
for folder in lib lib64 lib/x86_64-linux-gnu; do
    quietly "$cmake" -S "$root" -B "$build" -DCMAKE_INSTALL_LIBDIR="$folder"
    quietly "$cmake" --build "$build" --target adit_cores_build adit_showcase_build catalog scenario
    quietly "$cmake" --install "$build" --prefix "$trees/$folder"
    has_been_installed "$trees/$folder" "$folder"
done
# GIVEN the last of them, WHEN a package is made of it, THEN all is there.
DESTDIR=$trees/staged quietly "$cmake" --install "$build" --prefix /usr
has_been_installed "$trees/staged/usr" lib/x86_64-linux-gnu
