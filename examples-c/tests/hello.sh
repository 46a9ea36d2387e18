# hello prints the response, and nothing else.
. "$(dirname "$0")/lib.sh"

echo '{"counter":{"response":{"wasIncremented":{"to":2}}}}' >"$scratch/expected"
run
ended_with 0
printed "$scratch/expected"
