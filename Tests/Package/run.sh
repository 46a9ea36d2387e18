#!/bin/sh
# Whether a package elsewhere can depend on Adit the ordinary way: builds one, which is that of docs/writing-a-core.md, runs
# its tests, its programs, and a C host on its library.
#
# usage: run.sh ROOT [C COMPILER]
set -eu
root=$(realpath "$1")
cc=${2:-cc}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# GIVEN a package outside the tree, beside Adit
ln -s "$root" "$folder/Adit"
mkdir "$folder/Shelf"
for part in Package.swift Sources Tests Hosts; do cp -R "$root/Tests/Package/$part" "$folder/Shelf"; done
cd "$folder/Shelf"
# WHEN it is built, with nothing set that is Adit's own
unset ADIT_MACRO_LIBRARY
quietly() {
    if ! "$@" >"$folder/log" 2>&1; then
        cat "$folder/log" >&2
        exit 1
    fi
}
# GIVEN its first feature alone: without the files of the second, and without the lines of the others that belong to it
cp -R Sources whole
(cd Sources/ShelfCore && rm LookUpBook.swift TitleGateway.swift createLookUpFeature.swift messageExpander.swift)
mv Tests/ShelfCoreTests/ShelfAppTests.swift "$folder"
sed -i -e '/^    public enum LookUp/,/^    }/d' -e '/Looking up the book with a number/d' -e '/case lookUp(LookUp)/d' \
    Sources/ShelfCore/Message.swift
sed -i -e '/core.receivers = /d' -e '/let titles = /d' -e '/Feature(.lookUp, /d' -e 's/, gateways: \[titlesHost\]//' \
    Sources/ShelfCore/shelfApp.swift
quietly swift build --build-tests
quietly swift test --skip-build --disable-xctest
grep -q 'Test run with 2 tests.* passed' "$folder/log" || { cat "$folder/log" >&2; exit 1; }
# WHEN the second is added: a case, a use case, a gateway, a receiver and an entry of the list
diff -r -N Sources/ShelfCore whole/ShelfCore >"$folder/added" || true
rm -r Sources
mv whole Sources
mv "$folder/ShelfAppTests.swift" Tests/ShelfCoreTests
find Sources Tests -name '*.swift' -exec touch {} +  # the compiler takes a file that is older than its last build for unchanged
# THEN no line of the first is another, but for the gateway in the app's list, and docs/writing-a-core.md counts them
replaced=$(grep '^<' "$folder/added" || true)
[ "$replaced" = '<     App("shelf", state: ShelfState()) { core in' ] || { echo "$0: expected one line of the app, found: $replaced" >&2; exit 1; }
lines=$(grep -c '^>' "$folder/added" || true)
grep -q "The second feature came with $lines lines" ../Adit/docs/writing-a-core.md || {
    echo "$0: found that the second feature has $lines lines; docs/writing-a-core.md says otherwise" >&2
    exit 1
}
quietly swift build --build-tests
quietly swift build --product Shelf
# THEN the tests of both pass
quietly swift test --skip-build --disable-xctest
grep -q 'Test run with 4 tests.* passed' "$folder/log" || { cat "$folder/log" >&2; exit 1; }
# THEN its cores run
says() {
    # says TEXT PROGRAM ARGUMENT...: what the program prints; all times are replaced by "now".
    text=$1
    shift
    found=$("$@" | sed -E 's/"[0-9]{4}-[0-9T:.-]*Z"/"now"/g')
    [ "$found" = "$text" ] && return
    printf '%s: expected of %s\n%s\nfound\n%s\n' "$0" "$*" "$text" "$found" >&2
    exit 1
}
says "counter.request.increment
counter.response.wasIncremented
counter: 2" .build/debug/Counter
says "search.request.find
search.request.find
search.request.find
nothing yet: 0
search.response.wasFound
search.request.find
search.request.stop
search: 2" .build/debug/Search
says 'Austen ["2 Persuasion", "1 Emma"]
Jane Austen ["2 Sanditon", "3 Emma"]
Jane Austen ["2 Sanditon", "3 Emma"]
refused' .build/debug/Engine "$folder"

# GIVEN a C host on its library
# shellcheck disable=SC2046
quietly "$cc" -std=c11 -Wall -Wextra -Werror -I ../Adit/include -o shelf Hosts/shelf.c \
    -L .build/debug -l Shelf -Wl,-rpath,"$PWD/.build/debug" $(pkg-config --cflags --libs jansson)
# WHEN it looks books up THEN one is found, and is on the shelf
book='{"isbn":"9780140177398","title":"Of Mice and Men","added":"now"}'
refusal='"the gateway \"titles\" answered with the error \"no such book\""'
says '{"@effect":{"id":"e1-1","gateway":"titles","request":{"title":{"isbn":"9780140177398"}}}}
{"@effect":{"id":"e1-2","gateway":"titles","request":{"title":{"isbn":"1"}}}}
{"lookUp":{"response":{"wasFound":{"book":'"$book"'}}}}
{"shelf":{"response":{"wasAdded":{"book":'"$book"'}}}}
{"lookUp":{"response":{"wasNotFound":{"isbn":"1","error":{"name":"refused","message":'"$refusal"'}}}}}
{"@value":{"path":"/books/ids","revision":1,"value":["9780140177398"]}}
{"@closed":{}}' ./shelf shelf.store 9780140177398 1
# WHEN another process opens the shelf THEN the book is there
says '{"@value":{"path":"/books/ids","revision":1,"value":["9780140177398"]}}
{"@closed":{}}' ./shelf shelf.store

# GIVEN values of a type without coding WHEN they are compiled THEN there is an error at each, with the remedy
cat >mistake.swift <<'SWIFT'
import Adit

struct Point { var x = 0 }
@Model struct Shape {
    var name = ""
    var corners: [Point]
}
@Message enum Drawing {
    case begin
    case draw(at: Point)
    enum Request { case move(Point?) }
}
SWIFT
headers=$(find "$root/include" "$root/Sources" -name module.modulemap -exec dirname {} \;)
# shellcheck disable=SC2046
if swiftc -typecheck -swift-version 6 -I .build/debug/Modules $(printf -- '-I %s ' $headers) \
    -load-plugin-executable .build/debug/AditMacros-tool#AditMacros mistake.swift >"$folder/log" 2>&1; then
    echo "$0: found no error in mistake.swift" >&2
    exit 1
fi
for line in 6 10 11; do
    grep -Eq "^mistake.swift:$line:.* error: '_hasCoding' is unavailable: .* write @Model before its declaration" "$folder/log" || {
        cat "$folder/log" >&2
        echo "$0: found no such error at line $line of mistake.swift" >&2
        exit 1
    }
done
