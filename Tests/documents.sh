#!/bin/sh
# Whether the code that a document shows is that of the sources.
#
# usage: documents.sh ROOT DOCUMENT FOLDER [mixed]
#
# Each block of Swift, C or CMake in DOCUMENT stands behind a line with a path in backticks, and is part of that file in FOLDER.
# A mixed document also has blocks without a path, which are not compared.
set -u
cd "$1" || exit 1
document=$2 folder=$3 mixed=${4:-}

# GIVEN a document, WHEN its blocks are looked for in the sources, THEN each is there, line by line.
awk -v folder="$folder" -v mixed="$mixed" -v program="$0" '
function complain(text) {
    printf "%s: %s:%d: %s\n", program, FILENAME, start, text >"/dev/stderr"
    failures++
}
function content(path,    line, text, found) {
    text = "\n"
    while ((found = (getline line <path)) > 0) text = text line "\n"
    close(path)
    return found < 0 ? "" : text
}
function finish(    text) {
    if (path == "" && mixed != "") return
    if (path == "") return complain("found a block of code without a path before it")
    text = content(folder "/" path)
    if (text == "") return complain("found no file " folder "/" path)
    if (index(text, "\n" block) == 0) return complain("found code that is not in " folder "/" path)
    shown++
}
inside && /^```$/ { inside = 0; if (isCode) finish(); path = ""; next }
inside { block = block $0 "\n"; next }
/^```/ { inside = 1; isCode = /^```(swift|c|cmake)$/; block = ""; start = FNR; next }
/^`[^`]+`:$/ { path = substr($0, 2, length($0) - 3); next }
/./ { path = "" }
END {
    if (inside) complain("found a block without an end")
    if (shown == 0) complain("found no code")
    exit failures > 0
}' "$document"
