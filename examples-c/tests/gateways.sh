# gateways serves a core: many requests at once, time-outs, cancellation, a store in a file. No test waits for a clock, but
# for the one of the real clock.
. "$(dirname "$0")/lib.sh"

cd "$scratch"
mkdir pages pages/folder
echo 'The news of the day.' >pages/news.txt
for page in a b c; do echo "This is $page." >pages/$page.txt; done
printf '\377\376' >pages/noise.bin

# On the virtual clock every run is the same.
run --virtual --store store pages <"$here/gateways/session.commands"
ended_with 0
printed "$here/gateways/session.txt"
run --virtual pages <"$here/gateways/timeouts.commands"
ended_with 0
printed "$here/gateways/timeouts.txt"

# The store outlives the core.
[ "$(sqlite3 store "SELECT value ->> 'body' FROM keyValue WHERE key = CAST('http://example.com/news.txt' AS BLOB)")" = 'The news of the day.' ] ||
    fail "the store has no page"
echo 'open http://example.com/news.txt' | { run --store store pages; ended_with 0; }
printed_line '^  1  http://example.com/news.txt was opened from the cache: 21 bytes$'

# On the real clock several are in flight as well.
printf 'delay fetch 50\nopen /a.txt\ndelay fetch 10\nopen /b.txt\nopen /c.txt\ncancel /c.txt\n' >commands
run pages <commands
ended_with 0
printed_line '^  2  /a.txt was opened from the network: 11 bytes$'
printed_line '^  4  /b.txt was opened from the network: 11 bytes$'
printed_line '^  6  /c.txt was cancelled$'

# A gateway that is not served, one that cannot do its work, and one with an answer that the core does not understand.
echo 'open /a.txt' >commands
run --config '{"gateways":["fetch"]}' pages <commands
ended_with 0
printed_line 'warning: .*the host does not serve the gateway "keyValue"'
printed_line '^  1  /a.txt was opened from the network'
run --config '{"gateways":["keyValue"]}' pages <commands
ended_with 0
printed_line '^  1  /a.txt was not opened: {"failed":"the host does not serve the gateway \\"fetch\\"'
sqlite3 other 'CREATE TABLE keyValue (name TEXT)'
run --store other pages <commands
ended_with 0
printed_line 'warning: the page is not kept: .*the store failed: '
sqlite3 store "INSERT INTO keyValue VALUES (CAST('/a.txt' AS BLOB), CAST('{\"url\":\"/a.txt\"}' AS BLOB))"
run --store store pages <commands
ended_with 0
printed_line 'warning: what is kept is not known: .* missing key "body"'
printed_line '^  1  /a.txt was opened from the network'
echo 'open /large.txt' >commands
head -c 1100000 /dev/zero | tr '\0' 'a' >pages/large.txt
run pages <commands
ended_with 0
printed_line '^  1  /large.txt was not opened: {"status":413}$'

# Lines that are no commands; those around them are run.
{
    printf 'nonsense\nopen \377\ndelay fetch\ndelay fetch 1x\ndelay fetch -1\ndelay post 1\nwait x\n{"page":{}}\n{\n'
    head -c 9000 /dev/zero | tr '\0' 'a'
    printf '\nstate items\nopen \033[2J/a.txt'
} >commands
run pages <commands
ended_with 1
for line in 1 2 3 4 5 6 7 9; do printed_line "^gateways: line $line: "; done
printed_line '^gateways: line 10: it is too long$'
printed_line '^gateways: page: '
printed_line '^gateways: @get.path: '
printed_line ' ?\[2J/a.txt was not opened: {"status":404}$'
echo '{"@close":{}}' | { run pages; ended_with 0; printed_line 'the core has closed'; }
head -c 20000 /dev/urandom >commands
run --virtual pages <commands
[ "$status" -le 1 ] || fail "noise ends with status $status"

# What is wrong with the command line, and what cannot be read or written.
run
ended_with 2
run --nonsense pages
ended_with 2
run pages pages
ended_with 2
run nowhere </dev/null
ended_with 1
printed_line '^gateways: nowhere is no folder$'
run --config '{"nonsense":1}' pages </dev/null
ended_with 1
printed_line 'nonsense'
run --config '[]' pages </dev/null
ended_with 1
head -c 5000 /dev/zero | tr '\0' 'a' >broken
run --store broken pages </dev/null
ended_with 1
printed_line '^gateways: keyValue.path: found "broken" (file is not a database); '
run --store nowhere/store pages </dev/null
ended_with 1
printed_line '^gateways: keyValue.path: found "nowhere/store" (unable to open database file); '
run pages <"$scratch"
ended_with 1
printed_line 'standard input: Is a directory'
if [ -w /dev/full ]; then
    status=0
    ${RUN:-} "$program" --help >/dev/full 2>"$scratch/out" || status=$?
    ended_with 1
    printed_line 'standard output'
fi

run --help
ended_with 0
printed_line '^  open URL '
run --version
ended_with 0
printed_line '^gateways (Adit [0-9.]*)$'
