# Messages pass through as they are, and a line that is refused is answered in its place.
. "$(dirname "$0")/lib.sh"

run --raw --app counter <"$here/raw/counter.ndjson"
ended_with 1
printed_line '"line":4,"code":"ejson","offset":[0-9]*,"text":"'
# What Adit says of a line, and of which byte, is Adit's; that it is printed, and for which line, is ours.
edit 's/,\("offset":.*,\)\{0,1\}"text":".*"}}$/}}/'
printed "$here/raw/counter.expected"

# All is well: so is the status. Two apps, the default one among them.
echo '{"counter":{"request":{"increment":{"by":1}}}}' | { run --raw --app counter; ended_with 0; }
echo '{"@get":{"path":"/items"},"@id":"x"}' | { run --raw; ended_with 0; printed_line '"@value":.*"@id":"x"'; }

# A message longer than any buffer of stdio's.
{
    printf '{"todo":{"request":{"add":{"item":{"text":"'
    head -c 300000 /dev/zero | tr '\0' 'a'
    printf '"}}}}}\n'
} | { run --raw; ended_with 0; printed_line '"text":"a*","completed":false'; }
[ "$(wc -c <"$scratch/out")" -gt 300000 ] || fail "the long text was cut"

# The core can be closed by a message; what comes after it is refused.
printf '%s\n' '{"@close":{}}' '{"@get":{"path":""}}' | { run --raw; ended_with 1; }
printed_line '^{"@closed":{}}$'
printed_line '"line":2,"code":"eclosed"'

# The config is Adit's business.
run --raw --config '{"limits":{"message":20}}' <"$here/raw/counter.ndjson"
ended_with 1
printed_line '"line":1,"code":"esize"'

# The host serves a gateway, answers what the core asks of it, and moves the clock: an import that comes, one that does not,
# one that another takes the place of, one that is cancelled, and one that is answered by what stands beside the message.
# The same lines come to the same twice.
config='{"gateways":["lists","review"],"clock":"virtual","with":{"date":"2026-11-21T09:30:00Z","uuid":{"counting":{}}}}'
for _ in 1 2; do
    run --raw --config "$config" <"$here/raw/import.ndjson"
    ended_with 0
    printed "$here/raw/import.expected"
done
