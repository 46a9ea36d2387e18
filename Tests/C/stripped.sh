#!/bin/sh
# Runs a program with a library as it is installed: without its symbols.
#
# usage: stripped.sh PROGRAM LIBRARY
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
strip --strip-unneeded -o "$folder/library.so" "$2"
"$1" "$folder/library.so"
