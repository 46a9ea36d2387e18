# watch follows a part of the state by patches alone, and says what changes. Whatever it follows, its mirror is equal to
# that after each message (--check).
. "$(dirname "$0")/lib.sh"

item=00000000-0000-0000-0000-000000000000
config='{"clock":"virtual","with":{"date":"2026-11-21T09:30:00Z","uuid":{"counting":{}}}}'

# Follows a path while the messages of the session are sent.
follow() {
    run --check --config "$config" todo "$@" <"$here/watch/session.ndjson"
    ended_with 0
}

# The last run printed these lines.
printed_lines() {
    printf '%s\n' "$@" >"$scratch/expected"
    printed "$scratch/expected"
}

follow
printed "$here/watch/session.txt"
run --config "$config" <"$here/watch/session.ndjson"
ended_with 0
printed "$here/watch/session.txt"

# Parts: pointers are relative to the path, and nothing is heard of the rest.
follow /items/ids
printed_lines 'revision 0: = []' "revision 1: + /0 \"$item\"" \
    'revision 2: + /1 "00000000-0000-0000-0000-000000000001"' \
    "revision 8: - /0 \"$item\"" '3 changes by 3 patches, at revision 8'
follow "/items/entities/$item"
printed_lines 'revision 0: = nothing' \
    "revision 1: = {\"id\":\"$item\",\"text\":\"Milk\",\"completed\":false,\"cr…" \
    'revision 3: ~ /completed false -> true' 'revision 3: + /alterDate "2026-11-21T09:30:01Z"' \
    'revision 4: ~ /text "Milk" -> "Oat milk"' \
    'revision 4: ~ /alterDate "2026-11-21T09:30:01Z" -> "2026-11-21T09:30:02Z"' \
    'revision 8: = nothing' '4 changes by 2 patches, at revision 8'
follow "/items/entities/$item/completed"
printed_lines 'revision 0: = nothing' 'revision 1: = false' 'revision 3: ~ "" false -> true' 'revision 8: = nothing' \
    '1 change by 1 patch, at revision 8'
follow /journal
printed_lines 'revision 0: = {"ids":[],"entities":{}}' '0 changes by 0 patches, at revision 0'
follow /items/entities/nobody
printed_lines 'revision 0: = nothing' '0 changes by 0 patches, at revision 0'
follow /items
printed_line '^revision 8: - /ids/0 '

# Views are followed like the state.
follow /view/openCount
printed_lines 'revision 0: = 0' 'revision 1: ~ "" 0 -> 1' 'revision 2: ~ "" 1 -> 2' 'revision 3: ~ "" 2 -> 1' \
    '3 changes by 3 patches, at revision 3'
follow /view/open
printed_line "^revision 3: - /entities/$item "
follow /view/tagNames
printed_line '^revision 7: .*"Food"'

# Other apps; many changes, and some that come of themselves.
printf '{"counter":{"request":{"increment":{"by":%s}}}}\n' 2 3 -9 | { run --check counter /value; ended_with 0; }
printed_lines 'revision 0: = 0' 'revision 1: ~ "" 0 -> 2' 'revision 2: ~ "" 2 -> 5' 'revision 3: ~ "" 5 -> -4' \
    '3 changes by 3 patches, at revision 3'
run --check --config "${config%?},\"gateways\":[\"lists\",\"review\"]}" <"$here/raw/import.ndjson"
ended_with 0
printed_line "^revision [0-9]*: ~ /items/entities/$item/completed false -> true\$"
awk 'BEGIN {
    for (i = 0; i < 100; i++) {
        id = sprintf("00000000-0000-0000-0000-%012x", i * 7 % 100)
        print "{\"todo\":{\"request\":{\"add\":{\"item\":{\"text\":\"" i "\"}}}}}"
        print "{\"todo\":{\"request\":{\"" (i % 3 ? "check" : "delete") "\":{\"id\":\"" id "\"}}}}"
    }
}' >"$scratch/lines"
for path in '' /items /items/ids /items/entities /view/open; do
    run --check --config "$config" todo "$path" <"$scratch/lines"
    ended_with 0
done

# Whoever takes the subscription away is found out by --check.
cat >"$scratch/lines" <<'LINES'
{"@unsubscribe":{"subscription":"watch"}}
{"todo":{"request":{"add":{"item":{"text":"x"}}}}}
LINES
run --check <"$scratch/lines"
ended_with 1
printed_line '^watch: the mirror differs: /items/.* is nothing, and not '
run <"$scratch/lines"
ended_with 0

# What is told to the mirror and is not its own: it begins anew.
cat >"$scratch/lines" <<'LINES'
{"@unsubscribe":{"subscription":"watch"}}
{"@subscribe":{"subscription":"watch","path":"/value"}}
{"counter":{"request":{"increment":{"by":1}}}}
LINES
run --check counter <"$scratch/lines"
ended_with 1
printed_lines 'revision 0: = {"value":0}' 'watch: @value.path: "" is expected, found "/value"' 'subscribing anew' \
    'revision 0: = {"value":0}' 'revision 1: ~ /value 0 -> 1' '1 change by 1 patch, at revision 1'

# Other subscriptions are not the mirror's. What the core refuses, and what fails in it; the lines around go on.
cat >"$scratch/lines" <<'LINES'
{"@subscribe":{"path":"/value"}}
{"counter":{"request":{"increment":{"by":1}}}}
{"@subscribe":{"subscription":"watch","path":"/value"}}
{"counter":{"request":{"decrement":{}}}}
nonsense
{"@get":{"path":"/value"}}
{"counter":{"request":{"increment":{"by":1}}}}
LINES
run --check counter <"$scratch/lines"
ended_with 1
printed_line '^watch: the core failed (emessage): .*watch'
printed_line '^watch: line 4: counter\.request: '
printed_line '^watch: line 5: '
printed_line '^revision 2: ~ /value 1 -> 2$'
printed_line '^2 changes by 2 patches, at revision 2$'
printf '%s\n' '{"@close":{}}' '{"@get":{}}' | { run --check; ended_with 1; printed_line '^watch: line 2: '; }
head -c 20000 /dev/urandom >"$scratch/lines"
run --check <"$scratch/lines"
ended_with 1

# What is wrong with the command line, and what cannot be read or written.
run --nonsense </dev/null
ended_with 2
run todo items </dev/null
ended_with 2
printed_line '^watch: PATH: a JSON Pointer is empty or begins with "/", found "items"$'
run todo "$(printf '/\377')" </dev/null
ended_with 2
run todo /items /tags </dev/null
ended_with 2
printed_line '^Usage: watch '
run nonsense </dev/null
ended_with 1
printed_line '^watch: no app "nonsense"'
run --config '{' </dev/null
ended_with 1
run <"$scratch"
ended_with 1
printed_line 'Is a directory'
if [ -w /dev/full ]; then
    status=0
    ${RUN:-} "$program" --help >/dev/full 2>"$scratch/out" || status=$?
    ended_with 1
    printed_line 'standard output'
fi

run --help
ended_with 0
printed_line '^  revision 1: + PATH VALUE '
run --version
ended_with 0
printed_line '^watch (Adit [0-9.]*)$'
