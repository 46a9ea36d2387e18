#!/bin/sh
# adit new and adit_add_library from an installed Adit alone: names that are refused, two cores that are written, and a library of
# both. The installation is unchanged afterwards. Prints nothing if all is well.
#
# usage: cores.sh [BUILD-FOLDER]     of Adit, from which it is installed; build of the repository by default
set -eu
root=$(cd -P "$(dirname "$0")/../.." && pwd)
build=$(cd -P "${1:-$root/build}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset CMAKE_PREFIX_PATH ADIT_SWIFT ADIT_MACRO_LIBRARY

fail() {
    echo "$0: $*" >&2
    exit 1
}
quietly() {
    if ! "$@" >"$work/log" 2>&1; then
        cat "$work/log" >&2
        fail "failed: $*"
    fi
}

# GIVEN an installed Adit
quietly cmake --install "$build" --prefix "$work/prefix"
new() { "$work/prefix/bin/adit" new "$@"; }
mkdir "$work/projects"
cd "$work/projects"

# WHEN a name or a folder is invalid THEN it is refused, with a reason, and nothing is written.
refuses() {
    # refuses TEXT ARGUMENT...
    text=$1
    shift
    if new "$@" >"$work/log" 2>&1; then fail "adit new $* succeeded"; fi
    grep -qF -- "$text" "$work/log" || fail "adit new $*: expected $text, found $(cat "$work/log")"
}
touch there
refuses "Missing expected argument '<name>'"
refuses "Unexpected argument 'c'" a b c
refuses 'found the name ""; letters and digits are expected' ''
refuses 'found the name "1st"; letters and digits are expected' 1st
refuses 'found the name "shopping-list"' shopping-list
refuses 'found the name "é"' é
refuses 'found the name "../up"' ../up
refuses 'is one of Adit or of Swift' swift
refuses "The value 'perl' is invalid for '--host <host>'" notes --host perl
refuses 'found there; a folder that does not exist is expected' notes there
refuses 'found no folder nowhere' notes nowhere/notes
[ "$(ls -A)" = there ] || fail "found after errors: $(ls -A)"

# GIVEN two new cores
quietly new notes
# WHEN CMake is run as adit new says THEN it finds Adit where adit is, though that is no prefix that CMake looks into.
command=$(sed -n 's/.*Next: \(cd notes && cmake -B build\) && .*/\1/p' "$work/log")
[ -n "$command" ] || fail "adit new said $(cat "$work/log")"
quietly sh -c "$command"
grep -q "^Adit_DIR:PATH=$work/prefix/lib.*/cmake/Adit$" notes/build/CMakeCache.txt || fail "found $(grep Adit_DIR notes/build/CMakeCache.txt)"
rm -rf notes/build
quietly new Recipes "second core"
before=$(cd "$work/prefix" && find . -printf '%p %T@ %s\n' | sort | cksum)
# WHEN one is built THEN its tests pass; both, in one library, are there.
cat >CMakeLists.txt <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(both VERSION 2.1.0 DESCRIPTION "Two cores" LANGUAGES C)
enable_testing()
add_subdirectory(notes)
find_package(Adit 0.1 REQUIRED COMPONENTS Swift)
adit_add_library(both CORES notes:NotesCore:notesApp "second core:RecipesCore:recipesApp")
CMAKE
quietly cmake -S . -B build "-DCMAKE_PREFIX_PATH=$work/prefix"
quietly cmake --build build
quietly ctest --test-dir build --output-on-failure --no-tests=error
# WHEN its host is one in another language THEN it is built with the binding that is installed, without a network, and its test passes.
for language in cpp python node rust go; do
    quietly new notes "notes in $language" --host $language
    rm -rf notes/host build/notes/host
    mv "notes in $language/host" notes/host
    quietly cmake build
    quietly cmake --build build
    quietly ctest --test-dir build --output-on-failure --no-tests=error --tests-regex '^host$'
done
"$work/prefix/bin/adit" catalog build/lib/libboth.so >"$work/apps"
for app in notes recipes; do grep -q "^$app " "$work/apps" || fail "found no $app in libboth.so: $(cat "$work/apps")"; done
quietly "$root/Tests/C/exports.sh" build/lib/libboth.so libboth.so.2 "$work/prefix/include"
quietly cmake --install build --prefix "$work/staged"
[ "$(PKG_CONFIG_PATH=$work/staged/lib/pkgconfig pkg-config --modversion both)" = 2.1.0 ] || fail "found no both.pc of version 2.1.0"
# THEN what is installed is as it was
[ "$before" = "$(cd "$work/prefix" && find . -printf '%p %T@ %s\n' | sort | cksum)" ] || fail "a build has changed what is installed"

# GIVEN adit of the build folder, WHEN it runs THEN it finds its templates, and CMake finds Adit in the build folder.
quietly "$build/tools/adit" new built
quietly cmake -S built -B built/build
grep -q "^ADIT_PROGRAM:FILEPATH=$build/tools/adit$" built/build/CMakeCache.txt || fail "found $(grep ADIT_ built/build/CMakeCache.txt)"

# WHEN adit_add_library is misused THEN it says what is expected.
misused() {
    # misused TEXT ARGUMENTS
    mkdir -p wrong
    printf 'cmake_minimum_required(VERSION 3.25)\nproject(wrong LANGUAGES C)\nfind_package(Adit REQUIRED COMPONENTS Swift)\nadit_add_library(%s)\n' \
        "$2" >wrong/CMakeLists.txt
    if cmake -S wrong -B wrong/build "-DCMAKE_PREFIX_PATH=$work/prefix" >"$work/log" 2>&1; then fail "adit_add_library($2) succeeded"; fi
    tr -s '\n ' '  ' <"$work/log" | grep -qF -- "$1" || fail "adit_add_library($2): expected $1, found $(cat "$work/log")"
}
misused 'either a PRODUCT or CORES are expected' 'a'
misused 'found Notes; adit_add_library(NAME' 'a Notes PRODUCT b'
misused 'found no package in' 'a PRODUCT Notes'
misused 'FOLDER:MODULE:FUNCTION is expected' 'a CORES ../notes'
misused 'found no package in' 'a CORES nowhere:NotesCore:notesApp'

# GIVEN the installed sources, WHEN SwiftPM reads them without adit_add_library THEN the macros are a target, with the sources of
# swift-syntax beside it: `swift test` needs nothing else. WHEN adit_add_library hands the macros over THEN there is neither.
cp -R "$work/prefix/share/adit/swift" "$work/swift"
swift package --package-path "$work/swift/Adit" dump-package >"$work/log"
grep -q '"type" : "macro"' "$work/log" || fail "found no target of the macros in $(cat "$work/log")"
grep -q '/swift/swift-syntax"' "$work/log" || fail "found no swift-syntax in $(cat "$work/log")"
[ -e "$work/swift/swift-syntax/Package.swift" ] || fail "found no sources of swift-syntax in $(ls "$work/swift")"
ADIT_MACRO_LIBRARY=there swift package --package-path "$work/swift/Adit" dump-package >"$work/log"
! grep -qE '"type" : "macro"|swift-syntax' "$work/log" || fail "found $(grep -E '"type" : "macro"|swift-syntax' "$work/log")"
