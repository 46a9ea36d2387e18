#!/bin/sh
# Whether the documents alone lead to the library of docs/writing-a-core.md, which docs/packages.md continues: their files are
# written as they stand there, their commands are run, and the output of the C host is compared.
#
# usage: library.sh ROOT FOLDER CMAKE [C COMPILER]
#
# Adit is not built once more for it: SwiftPM builds in the folder of ROOT's own libraries.
set -eu
root=$(realpath "$1") folder=$2 cmake=$3
export CC="${4:-cc}"

fail() {
    echo "$0: $*" >&2
    exit 1
}

# GIVEN a folder with what the document shows, and nothing else
mkdir -p "$folder/Shelf"
folder=$(realpath "$folder")
cd "$folder/Shelf"
mkdir "../new.$$"
trap 'rm -rf "$folder/new.$$" "$folder/document.$$"' EXIT
document=../document.$$
cp "$root/docs/writing-a-core.md" "$document"
sed -n '/^## A library$/,/^## The library in a process$/p' "$root/docs/packages.md" >>"$document"
awk -v folder="../new.$$" '
inside && /^```$/ { inside = 0; if (file != "") close(file); file = ""; path = ""; next }
inside { if (file != "") print >>file; next }
/^```(swift|c|cmake)$/ && path != "" {
    inside = 1
    file = folder "/" path
    parent = file
    sub("/[^/]*$", "", parent)
    system("mkdir -p \"" parent "\"")
    next
}
/^```sh$/ { inside = 1; file = folder "/commands"; next }
/^```/ { inside = 1; next }
/^`[^`]+`:$/ { path = substr($0, 2, length($0) - 3); next }
/./ { path = "" }' "$document"
[ -s "../new.$$/Package.swift" ] && [ -s "../new.$$/CMakeLists.txt" ] || fail "found no package in docs/writing-a-core.md and docs/packages.md"
# By another path, SwiftPM would take Adit for another package than the one that it has built.
sed -i "s:\"\.\./Adit\":\"$root\":" "../new.$$/Package.swift"
sed -i "s:(\.\./Adit/:($root/:" "../new.$$/CMakeLists.txt"
# Unchanged files keep their time, so that little is built anew.
find . -mindepth 1 -maxdepth 1 ! -name build ! -name Sources ! -name Package.swift -exec rm -rf {} +
for file in $(cd "../new.$$" && find . -type f); do
    mkdir -p "$(dirname "$file")"
    cmp -s "../new.$$/$file" "$file" || cp "../new.$$/$file" "$file"
done
for file in $(find Sources -type f); do
    [ -e "../new.$$/$file" ] || rm "$file"
done

# WHEN the commands of the documents that concern CMake are run, with nothing set that is Adit's own
unset ADIT_MACRO_LIBRARY SWIFT
grep -E '^(cmake|build/)' commands |
    sed -e "s:^cmake -B build\$:& -DADIT_SWIFT_SCRATCH=\"$root/.build/library\":" -e "s:^cmake :\"$cmake\" :" >steps
grep -q '^build/shelf-host' steps || fail "found no command in docs/packages.md that runs the host:
$(cat commands)"
if ! sh -eu steps >log 2>&1; then
    cat log >&2
    fail "the commands of the documents failed"
fi

# THEN the host has received what the documents say
says() {
    grep -qF "$1" heard || fail "expected $1
$(cat log)"
}
sed -E 's/"[0-9]{4}-[0-9T:.-]*Z"/"now"/g' log >heard
says '{"shelf":{"response":{"wasAdded":{"book":{"isbn":"9780140177398","title":"Of Mice and Men","added":"now"}}}}}'
says '{"@value":{"path":"/books/ids","revision":1,"value":["9780140177398"]}}'

# THEN the library is one like Adit's own: self-contained, hardened, and with the functions of the header
"$root/Tests/C/exports.sh" build/lib/libshelf.so libshelf.so.1 "$root/include" "$CC"
# THEN it is installed with its header, and its host is
[ -x stage/lib/libshelf.so.1.0.0 ] || fail "found no library in stage/lib: $(ls -R stage)"
cmp -s stage/include/adit.h "$root/include/adit.h" || fail "found no header in stage/include"
