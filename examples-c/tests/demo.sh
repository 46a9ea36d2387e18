# The demonstration runs, and is short enough to be read.
. "$(dirname "$0")/lib.sh"

# The clock begins now and is moved by the script, so that nobody has to wait.
config="{\"clock\":\"virtual\",\"with\":{\"date\":\"$(date -u +%Y-%m-%dT%H:%M:%SZ)\"}}"

cd "$here/../data"
run --memory --echo-commands --config "$config" <demo.todo
ended_with 0
printed_line '^Imported 1[0-9]\{3\} tasks'
printed_line '^You seem to like this'
printed_line '(wasNotChecked: unknownItem)$'
[ "$(wc -l <"$scratch/out")" -le 80 ] || fail "the transcript is too long"
