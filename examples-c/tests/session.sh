# Every command of todo, in a script that reads and prints like a session at the prompt.
. "$(dirname "$0")/lib.sh"

# A core that comes with state, so that there are a task and an entry of a known day.
config=$(cat "$here/session/config.json")

run --echo-commands --config "$config" <"$here/session/commands.todo"
ended_with 1
# An entry that is new has today's day.
edit 's/^\( *2\) [0-9]\{4\}-[0-9][0-9]-[0-9][0-9] /\1 TODAY /'
printed "$here/session/transcript.txt"
