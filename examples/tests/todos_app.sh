#!/bin/sh
# TodosApp and the C program todo use one file, one after the other.
#
# usage: todos_app.sh ROOT TODO
set -eu
root=$1
todo=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$root/scripts/with-macros" "$root/scripts/cmake/quietly" swift build --package-path "$root/examples" --scratch-path "$root/.build/packages" \
    --disable-build-manifest-caching --product TodosApp
app=$root/.build/packages/debug/TodosApp
store=$scratch/list.adit

# same WHAT: the output is the standard input.
same() { diff -u - "$scratch/out" >&2 || { echo "FAILED: $1" >&2; exit 1; }; }

# GIVEN items of the Swift program
printf 'add milk\nadd bread\nadd\ncheck 2\ncheck 3\nimport %s\nfrob\nquit\nadd never\n' "$scratch/none" |
    "$app" --store "$store" >"$scratch/out"
same "the Swift program" <<END
1. [ ] milk
1. [ ] milk
2. [ ] bread
not done: emptyText
1. [ ] milk
2. [x] bread
3: no item; a number from 1 to 2 is expected
$scratch/none: not imported: the gateway "lists" answered with the error "$scratch/none: No such file or directory"
frob: not a command; add TEXT, check N, uncheck N, delete N, import FILE, list or quit is expected
END

# WHEN the C program goes on with them
"$todo" --store "$store" -c 'list all' -c 'add eggs' -c 'uncheck 2' >"$scratch/out"
same "the C program" <<END
    1 [ ] milk
    2 [x] bread
2 of 2 tasks
Added: 3 [ ] eggs
Unchecked: 2 [ ] bread
END

# THEN the Swift program has what it did, and imports a list
printf 'salt\n\npepper\n' >"$scratch/list"
echo "import $scratch/list" | "$app" --store "$store" >"$scratch/out"
same "the Swift program again" <<END
1. [ ] milk
2. [ ] bread
3. [ ] eggs
1. [ ] milk
2. [ ] bread
3. [ ] eggs
4. [ ] salt
5. [ ] pepper
END

# AND a file that is none is refused.
echo nothing >"$scratch/no.adit"
if "$app" --store "$scratch/no.adit" </dev/null >"$scratch/out"; then echo "FAILED: opened no store" >&2; exit 1; fi
grep -q '^TodosApp: .*no.adit' "$scratch/out" || { cat "$scratch/out" >&2; exit 1; }

# AND after five seconds, a user with a completed item is asked for a review.
{ echo 'check 1'; sleep 6; } | "$app" --store "$store" >"$scratch/out"
grep -q '^Do you like this app' "$scratch/out" || { cat "$scratch/out" >&2; exit 1; }
