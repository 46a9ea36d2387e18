# server answers each request with what the core says about it. Each request has dependencies of its own.
. "$(dirname "$0")/lib.sh"

socket="$scratch/socket"

# Starts the server, and waits until it serves.
start() {
    # Not that of an earlier server.
    : >"$scratch/log"
    ${RUN:-} "$program" "$@" >"$scratch/log" 2>&1 &
    server=$!
    trap 'kill "$server" 2>/dev/null || true; rm -rf "$scratch"' EXIT
    tries=0
    until grep -q ": serving " "$scratch/log"; do
        kill -0 "$server" 2>/dev/null || { cat "$scratch/log" >&2; fail "the server did not start"; }
        tries=$((tries + 1))
        [ "$tries" -lt 300 ] || fail "the server does not serve"
        sleep 0.1
    done
}

# Ends the server: the socket goes with it.
stop() {
    kill -TERM "$server"
    status=0
    wait "$server" || status=$?
    [ "$status" -eq 0 ] || { cat "$scratch/log" >&2; fail "the server ended with $status"; }
    [ ! -e "$socket" ] || fail "the socket is left"
}

# Sends the lines of standard input on one connection, and prints the responses.
ask() {
    python3 - "$socket" "$scratch/requests" <<'PYTHON' >"$scratch/out"
import socket, sys
peer = socket.socket(socket.AF_UNIX)
peer.settimeout(600)
peer.connect(sys.argv[1])
peer.sendall(open(sys.argv[2], "rb").read())
peer.shutdown(socket.SHUT_WR)
while piece := peer.recv(1 << 16):
    sys.stdout.write(piece.decode())
PYTHON
}

add() {
    printf '{"todo":{"request":{"add":{"item":{"text":"%s"}}}}}' "$1"
}

start --with '{"uuid":{"counting":{"from":7}}}' "$socket"
[ "$(stat -c %a "$socket")" = 600 ] || fail "the socket is open to others"

# A request goes in, and its response comes out, each with the date and the ids of its own.
cat >"$scratch/requests" <<LINES
{"id":1,"request":$(add Milk),"with":{"date":"2026-11-21T09:30:00Z"}}
{"id":"b","request":$(add Bread),"with":{"date":"2000-01-01T00:00:00Z","uuid":{"fixed":"00000000-0000-0000-0000-00000000000b"}}}
{"id":[3],"request":$(add Eggs),"with":{"date":"2026-11-21T09:30:02Z","uuid":{"counting":{"from":9}}}}
{"request":{"todo":{"request":{"check":{"id":"00000000-0000-0000-0000-00000000000c"}}}}}
LINES
ask
cat >"$scratch/expected" <<'LINES'
{"id":1,"response":[{"todo":{"response":{"wasAdded":{"id":"00000000-0000-0000-0000-000000000007","text":"Milk","completed":false,"created":"2026-11-21T09:30:00Z"}}}},{"appReview":{"requestReview":{}}}]}
{"id":"b","response":[{"todo":{"response":{"wasAdded":{"id":"00000000-0000-0000-0000-00000000000b","text":"Bread","completed":false,"created":"2000-01-01T00:00:00Z"}}}},{"appReview":{"requestReview":{}}}]}
{"id":[3],"response":[{"todo":{"response":{"wasAdded":{"id":"00000000-0000-0000-0000-000000000009","text":"Eggs","completed":false,"created":"2026-11-21T09:30:02Z"}}}},{"appReview":{"requestReview":{}}}]}
{"response":[{"todo":{"response":{"wasNotChecked":{"id":"00000000-0000-0000-0000-00000000000c","error":"unknownItem"}}}}]}
LINES
printed "$scratch/expected"

# Without a date, it is the time of the arrival.
before=$(date -u +%Y-%m-%dT%H:%M:%S)
echo "{\"request\":$(add Tea),\"with\":{\"uuid\":{\"counting\":{\"from\":32}}}}" >"$scratch/requests"
ask
after=$(date -u +%Y-%m-%dT%H:%M:%S)
created=$(sed -n 's/.*"created":"\([^"]*\)".*/\1/p' "$scratch/out")
printf '%s\n%s\n%s\n' "$before" "$created" "${after}Z" | sort -C || fail "created at $created, not from $before to $after"

# What is no request has an error of its own, and the connection goes on.
cat >"$scratch/requests" <<LINES
{"id":1,"request":
{"id":2}
{"id":3,"request":{"@close":{}}}
{"id":4,"request":{"todo":{"request":{"add":{}}}}}
{"id":5,"request":$(add x),"with":{"date":"yesterday"}}
{"id":6,"request":$(add x),"wiht":{}}
{"id":7,"request":$(add ""),"with":{"uuid":{"fixed":"00000000-0000-0000-0000-00000000000d"}, "date":"2026-11-21T09:30:00Z"}}
LINES
ask
cat >"$scratch/expected" <<'LINES'
{"error":{"code":-8,"message":"unexpected token near end of file"}}
{"id":2,"error":{"code":-9,"message":"request: an object is expected, a message of the app"}}
{"id":3,"error":{"code":-9,"message":"request: a message of the app is expected, without members that begin with @"}}
LINES
head -3 "$scratch/out" | diff "$scratch/expected" - >&2 || fail "the errors are others"
printed_line '^{"id":4,"error":{"code":-9,"message":"todo.request.add.*item.*"}}$'
printed_line '^{"id":5,"error":{"code":-9,"message":".*@with.*date.*yesterday.*"}}$'
printed_line '^{"id":6,"error":{"code":-9,"message":"a request has the members request, with and id only"}}$'
printed_line '^{"id":7,"response":\[{"todo":{"response":{"wasNotAdded":.*"error":"emptyText"}}}}\]}$'
{ head -c 5000000 /dev/zero | tr '\0' 'x'; printf '\n{"id":8}\n'; } >"$scratch/requests"
ask
cat >"$scratch/expected" <<'LINES'
{"error":{"code":-10,"message":"a request of at most 1048576 bytes is expected"}}
{"id":8,"error":{"code":-9,"message":"request: an object is expected, a message of the app"}}
LINES
printed "$scratch/expected"

# Many requests of many clients, and a client that reads late: each gets its own responses, in order.
python3 - "$socket" <<'PYTHON' || fail "the responses are not those of the requests"
import json, socket, sys, threading
def client(name, pause):
    peer = socket.socket(socket.AF_UNIX)
    peer.settimeout(600)
    peer.connect(sys.argv[1])
    lines = "".join(json.dumps({"id": [name, n], "request": {"todo": {"request": {"check": {"id":
        "00000000-0000-0000-0000-00000000000c"}}}}}) + "\n" for n in range(4000)).encode()
    threading.Thread(target=lambda: (peer.sendall(lines), peer.shutdown(socket.SHUT_WR))).start()
    pause.wait(1)
    heard = b""
    while piece := peer.recv(1 << 16):
        heard += piece
    ids = [json.loads(line)["id"] for line in heard.splitlines()]
    assert ids == [[name, n] for n in range(4000)], (name, len(ids), ids[:3])
    done.append(name)
done = []
threads = [threading.Thread(target=client, args=(name, threading.Event())) for name in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
sys.exit(len(done) != 8)
PYTHON

# Nobody else serves the same socket.
run "$socket"
ended_with 1
printed_line 'Address already in use'
stop

# A socket that was left behind is replaced, any other file is not.
start "$socket"
kill -KILL "$server"
wait "$server" 2>/dev/null || true
[ -e "$socket" ] || fail "no socket is left behind"
start "$socket" counter
echo '{"request":{"counter":{"request":{"increment":{"by":2}}}}}' >"$scratch/requests"
ask
echo '{"response":[{"counter":{"response":{"wasIncremented":{"to":2}}}}]}' >"$scratch/expected"
printed "$scratch/expected"
stop
echo "kept" >"$scratch/file"
run "$scratch/file"
ended_with 1
grep -q kept "$scratch/file" || fail "a file was replaced"

run
ended_with 2
printed_line 'a SOCKET and at most an APP are expected'
run --with '[]' "$socket"
ended_with 2
printed_line 'with: a JSON object is expected'
run "$socket" nosuch
ended_with 1
