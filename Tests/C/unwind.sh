#!/bin/sh
# Builds unwind.cpp by a compiler of C++, linked to a library, and runs it. Quiet where all is well.
#
# usage: unwind.sh COMPILER LIBRARY INCLUDE-FOLDER [FLAG ...]
set -eu
compiler=$1 library=$2 include=$3
shift 3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$compiler" -std=c++17 -Wall -Wextra -Wpedantic -Werror -O1 -g -pthread -I "$include" "$@" -o "$folder/unwind" \
    "$(dirname "$0")/unwind.cpp" "$library" -Wl,-rpath,"$(dirname "$library")"
TMPDIR=$folder "$folder/unwind"
