# Every command of todo, in a script that reads and prints like a session at the prompt.
. "$(dirname "$0")/lib.sh"

# A core that comes with state, so that there are a task and an entry of a known day, and with a clock that stands still
# until the script moves it.
config=$(cat "$here/session/config.json")

run --echo-commands --config "$config" <"$here/session/commands.todo"
ended_with 1
printed "$here/session/transcript.txt"
