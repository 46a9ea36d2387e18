# The demonstration runs, and is short enough to be read.
. "$(dirname "$0")/lib.sh"

cd "$here/../data"
run --echo-commands <demo.todo
ended_with 0
printed_line '^Imported 1[0-9]\{3\} tasks'
printed_line '^You seem to like this'
printed_line '(wasNotChecked: unknownItem)$'
[ "$(wc -l <"$scratch/out")" -le 80 ] || fail "the transcript is too long"
