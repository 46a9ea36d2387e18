# What the tests of the loops share: the messages of standard input are handled, and the core wakes the loop by itself.
. "$here/../../tests/lib.sh"
here=$(cd "$(dirname "$0")" && pwd)

# Each message is answered, one that is refused is printed, and the core closes at the end of the input: a pipe, or a file.
handles_messages() {
    printf '%s\n' '{"counter":{"request":{"increment":{"by":2}}}}' 'no message' '{"@get":{"path":"/value"}}' >"$scratch/messages"
    status=0
    cat "$scratch/messages" | ${RUN:-} "$program" >"$scratch/out" 2>&1 || status=$?
    answers_messages
    status=0
    ${RUN:-} "$program" <"$scratch/messages" >"$scratch/out" 2>&1 || status=$?
    answers_messages
    status=0
    ${RUN:-} "$program" </dev/null >"$scratch/out" 2>&1 || status=$?
    ended_with 0
    [ "$(cat "$scratch/out")" = '{"@closed":{}}' ] || fail "/dev/null: $(cat "$scratch/out")"
}

answers_messages() {
    ended_with 0
    edit '/^refused: /!b;s/: .*/: …/'
    sort "$scratch/out" >"$scratch/sorted"
    sort >"$scratch/expected" <<'LINES'
refused: …
{"counter":{"response":{"wasIncremented":{"to":2}}}}
{"@value":{"path":"/value","revision":1,"value":2}}
{"@closed":{}}
LINES
    diff -u "$scratch/expected" "$scratch/sorted" >&2 || fail "other output"
    [ "$(tail -n 1 "$scratch/out")" = '{"@closed":{}}' ] || fail "@closed is not the last line"
}

# With nothing to read, a timer of the core makes its descriptor readable: the input is open until the line is there.
wakes() {
    mkfifo "$scratch/in"
    ${RUN:-} "$program" "$@" <"$scratch/in" >"$scratch/out" 2>&1 &
    host=$!
    exec 3>"$scratch/in"
    tries=0
    until grep -q '"@stats"' "$scratch/out"; do
        kill -0 "$host" 2>/dev/null || { cat "$scratch/out" >&2; fail "the host has ended"; }
        tries=$((tries + 1))
        [ "$tries" -lt 600 ] || fail "no timer has fired"
        sleep 0.1
    done
    exec 3>&-
    status=0
    wait "$host" || status=$?
    ended_with 0
}
