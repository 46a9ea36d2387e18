# gateways lets libadit_gateways serve a core: pages of a server, many at once, in a store that outlives the core.
. "$(dirname "$0")/lib.sh"

cd "$scratch"
python3 "$here/gateways/server.py" >port &
server=$!
trap 'kill "$server"; rm -rf "$scratch"' EXIT
until [ -s port ]; do sleep 0.05; done
origin=http://127.0.0.1:$(cat port)
http="\"http\":{\"allow\":[\"$origin\"],\"addresses\":[\"127.0.0.0/8\"]}"
both="{$http,\"keyValue\":{\"path\":\"store\"}}"

# Runs commands with a config; the server's origin is added to their URLs. Times are left out.
opens() {
    config=$1
    shift
    printf '%s\n' "$@" | sed "/^state/!s| /| $origin/|" >commands
    run "$config" <commands
    edit "s|$origin||g; s|T[0-9:.]*Z|T|"
}

# A page is fetched, kept, and opened from there; what a core cannot have is an error.
opens "$both" 'open /news' wait 'open /news' 'open /none' 'open /noise' 'open http://example.org/' open 'state /openings/ids'
ended_with 0
printed_line '"wasOpened":{"page":{"url":"/news","body":"The news of the day.\\n","fetched":"[-0-9]*T"},"from":"network"}}},"@id":1}$'
printed_line '"wasOpened":{"page":{"url":"/news",.*"from":"cache"}}},"@id":3}$'
printed_line '"wasNotOpened":{"url":"/none","error":{"status":404}}}},"@id":4}$'
printed_line '"wasNotOpened":{"url":"/noise","error":{"failed":"the page is not UTF-8 text"}}}},"@id":5}$'
printed_line '"wasNotOpened":{"url":"http://example.org/","error":{"failed":".*denied.*"}}}},"@id":6}$'
printed_line '"wasNotOpened":{"url":"","error":{"emptyURL":{}}}}},"@id":7}$'
printed_line '^{"@value":{"path":"/openings/ids",.*"@id":8}$'

# The store outlives the core.
[ "$(sqlite3 store "SELECT value ->> 'body' FROM keyValue WHERE key = CAST('$origin/news' AS BLOB)")" = 'The news of the day.' ] ||
    fail "the store has no page"
opens "$both" 'open /news'
ended_with 0
printed_line '"from":"cache"}}},"@id":1}$'
opens "$both" 'forget /news' wait 'open /news'
ended_with 0
printed_line '^{"page":{"response":{"wasForgotten":{"url":"/news"}}},"@id":1}$'
printed_line '"from":"network"}}},"@id":3}$'

# Several are in flight at once: the server answers the first after it was asked for the last. What is being opened is not
# opened twice, and what is cancelled is not heard of any more.
opens "$both" 'open /held' 'open /held' 'open /held?2' 'cancel /held?2' 'open /a' 'open /release'
ended_with 0
printed_line '"wasJoined":{"url":"/held"}}},"@id":2}$'
printed_line '"wasCancelled":{"url":"/held?2"}}},"@id":4}$'
printed_line '"wasOpened":{"page":{"url":"/a",.*"@id":5}$'
printed_line '"wasOpened":{"page":{"url":"/held","body":"At last.\\n",.*"@id":1}$'
! grep -q '"@id":3}' out || fail "a page that was cancelled was opened"

# What is in flight at the end is not waited for after quit.
opens "$both" 'refresh /news' quit 'open /a'
ended_with 0
! grep -q wasOpened out || fail "a page was opened after quit"

# A gateway that is not served, one that cannot do its work, and one with a value that the core does not understand.
opens "{$http}" 'open /a'
ended_with 0
printed_line '"level":"warning".*the host does not serve the gateway \\"keyValue\\"'
printed_line '"wasOpened":{"page":{"url":"/a"'
opens '{"keyValue":{"path":":memory:"}}' 'open /a'
ended_with 0
printed_line '"wasNotOpened":{"url":"/a","error":{"failed":"the host does not serve the gateway \\"http\\"'
sqlite3 other 'CREATE TABLE keyValue (name TEXT)'
opens "{$http,\"keyValue\":{\"path\":\"other\"}}" 'open /a'
ended_with 0
printed_line 'the page is not kept: .*the store failed: '
sqlite3 store "INSERT OR REPLACE INTO keyValue VALUES (CAST('$origin/a' AS BLOB), CAST('{\"url\":\"/a\"}' AS BLOB))"
opens "$both" 'open /a'
ended_with 0
printed_line 'what is kept is not known: .*missing key \\"body\\"'
printed_line '"from":"network"}}},"@id":1}$'

# Lines that are no commands; those around them are run.
opens "$both" nonsense "open $(printf '\377')" '{"page":{}}' '{' 'state items' "$(head -c 9000 /dev/zero | tr '\0' a)" state
ended_with 1
for line in 1 2 3 4 5 6; do printed_line "^gateways: line $line: "; done
printed_line '^{"@value":{"path":"",.*"@id":7}$'
opens "$both" '{"@close":{}}'
ended_with 0
printed_line '^{"@closed":{}}$'
head -c 20000 /dev/urandom >commands
run "$both" <commands
[ "$status" -le 1 ] || fail "noise ends with status $status"

# What is wrong with the command line, and what cannot be read or written.
run
ended_with 2
run "$both" "$both"
ended_with 2
run '{"nonsense":1}' </dev/null
ended_with 1
printed_line '^gateways: .*nonsense'
run '{"thread":true}' </dev/null
ended_with 1
printed_line '^gateways: thread: found true; false is expected'
head -c 5000 /dev/zero | tr '\0' 'a' >broken
run '{"keyValue":{"path":"broken"}}' </dev/null
ended_with 1
printed_line '^gateways: keyValue.path: found "broken" (file is not a database); '
run "$both" <"$scratch"
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
printed_line '^  open URL '
