# adit shell: a session by a script, with its statuses; and one at a terminal, that of a tmux server of the test's own: editing,
# completion, colours, and what the core sends while the prompt waits.
#
# Called with two more arguments: a library with the apps counter and todo, and one with the others.
. "$(dirname "$0")/../../examples-c/tests/lib.sh"
library=$2 showcase=$3
subcommand=shell
cd "$scratch"
echo '{"with": {"uuid": {"counting": {}}, "date": "2026-11-21T09:30:00Z"}}' >config.json

# says STATUS ARGUMENT...: the shell, which reads a script.
says() {
    expected=$1
    shift
    run "$@" <script
    ended_with "$expected"
}

# -- A session by a script. --

cat >script <<'SCRIPT'
# A first session.
todo add text="Buy milk"
todo add text=Bread
.watch items
todo check 00000000-0000-0000-0000-000000000000
.undo
.redo
.unwatch
.state /items
.state items/entities/00000000-0000-0000-0000-000000000001/text
{"todo": {"request": {"add": {"item":
    {"text": "Eggs"}}}}}
.advance 5s
.requests
.export out.json # a comment
.quit
todo add text=Unread
SCRIPT
says 0 "$library" todo --config config.json --virtual
printed "$here/shell/session.txt"
grep -q '"text":"Eggs"' out.json || fail "the export is not there"

# -- What is wrong is said, and the script goes on; its status is 1. --

cat >script <<'SCRIPT'
todo ad text=x
todo add txt=x
todo check
todo add text="x
.stat
.advance soon
.reply 1
{"todo": 1}
{"todo": }
counter increment 1
.state /itms
todo add text=a text=b
todo check id=1 done
todo add text="\x"
.state /items /tags
.advance x=5s
.unwatch items
.watch itms
.watch itms
# A message that is not complete takes no line with it.
{"todo":{"request":{"add":{"item":{"text":"never"}}}}
.requests now
{"todo":
# This is a comment as well.
tagging
{"todo":{"request":{"rename":"}}
{"todo":1,"todo":2,
"tagging":{}}
todo add text=last
SCRIPT
printf 'todo add text="\303\266\377"\r\n{"todo":\n"\377":1}\n{"todo":' >>script
says 1 "$library" todo --config config.json
printed "$here/shell/mistakes.txt"
run --bail "$library" todo --config config.json <script
ended_with 1
[ "$(wc -l <out)" -eq 1 ] || fail "it went on"
# --bail takes no line that could not go on with a message, either.
printf '{"todo":\n.requests\n' >script
says 1 --bail "$library" todo --config config.json
printed_line "^line 2: byte 0: found '.'; a value is expected; the message that began in line 1 is dropped$"
says 1 --json "$library" todo --config config.json
[ "$(sed 's/,"error".*//' out)" = '{"@shell":{"line":2
{"@shell":{"requests":[]}}' ] || fail "$(cat out)"
# What cannot be read is no empty script.
run "$library" counter <"$scratch"
ended_with 1
printed_line '^adit shell: standard input: Is a directory$'

# -- Requests are answered by hand, and by fixtures. --

cat >script <<'SCRIPT'
todo import groceries
.requests
.reply {"texts": ["Milk"]}
todo import groceries
.fail {"unreachable": {}}
SCRIPT
says 0 "$library" todo --config config.json
printed_line '^request e1-1 to lists  {"fetch": {"list": "groceries"}}$'
printed_line '^  .reply e1-1 VALUE, or .fail e1-1 VALUE$'
printed_line '^e1-1  lists$'
printed_line '^ *text  *"Milk"$'
printed_line 'the gateway .*lists.* answered with the error'
# A wrong answer is not sent: the request waits on, until it has one, also by a message.
cat >script <<'SCRIPT'
todo import groceries
.reply {"texts": ["a" "b"]}
.reply {"texts": [12345678901234567890]}
.reply soon
.reply e1-2 {"texts": []}
.done
.fail {"unreachable":
.requests
{"@reply": {"effect": "e1-1", "result": {"texts": ["Tea"]}}}
.requests
SCRIPT
says 1 "$library" todo --config config.json
printed "$here/shell/answers.txt"
# One that may have many answers waits on, until it is done.
cat >script <<'SCRIPT'
presence goOnline room=kitchen
.reply {"from": "Ann", "text": "hi"}
.reply {"from": "Bob", "text": "ho"}
.done
.requests
SCRIPT
says 0 "$showcase" chat --config config.json --virtual
printed_line '^ *from  *"Ann"$'
printed_line '^ *from  *"Bob"$'
[ "$(tail -n 2 out | head -n 1)" = 'inbox wasLost' ] || { cat out >&2; fail "it was not done"; }
echo 'todo import groceries' >script
echo '{"lists": {"texts": ["Bread"]}}' >fixtures.json
says 0 "$library" todo --config config.json --fixtures fixtures.json
printed_line '^ *text  *"Bread"$'

# A subscription that a message has ended is none of .watch any more.
printf '.watch items\n{"@unsubscribe":{"subscription":"/items"}}\n.watch items\n.unwatch items\n' >script
says 0 "$library" todo --config config.json

# -- Messages as they are. --

echo 'counter increment by=5' >script
says 0 --json "$library" counter
[ "$(cat out)" = '{"counter":{"response":{"wasIncremented":{"to":5}}}}' ] || fail "$(cat out)"
# A store keeps the state; its app needs no name from then on.
# So is what the shell says itself.
printf '.help\n.catalog\n.requests\n.stat\n' >script
says 1 --json "$library" counter
[ "$(cut -c 1-22 out)" = '{"@shell":{"help":[{"u
{"@shell":{"catalog":{
{"@shell":{"requests":
{"@shell":{"line":4,"e' ] || fail "$(cat out)"
echo 'counter increment by=5' >script
says 0 --json --store kept.store "$library" counter
says 0 --json --store kept.store "$library"
[ "$(cat out)" = '{"counter":{"response":{"wasIncremented":{"to":10}}}}' ] || fail "$(cat out)"

# -- What cannot be opened. --

says 2 "$scratch/nowhere.so"
printed_line "^adit shell: $scratch/nowhere.so: there is no such file; it was looked for at .* Give the path of an Adit library"
says 2 ""
printed_line '^adit shell: found an empty path; that of an Adit library is expected$'
says 2 "$library"
printed_line '^adit shell: .* holds counter, todo; name one of them behind it$'
says 2 "$library" cuonter
printed_line '^adit shell: found no app "cuonter"; .* holds counter, todo$'
says 2 "$showcase" chat --config nowhere.json
printed_line '^adit shell: nowhere.json: No such file or directory$'
echo '{"store": ' >wrong.json
says 2 "$library" counter --config wrong.json
printed_line '^adit shell: wrong.json:2:1: found the end of the text'
echo '{"stor": 1}' >wrong.json
says 2 "$library" counter --config wrong.json
printed_line '^adit shell: wrong.json: unknown key "stor"; did you mean "store"?'

# -- A terminal. --

. "$here/shell/tmux.sh"

echo '{"with": {"uuid": {"counting": {}}}}' >config.json
cat >session <<SESSION
ulimit -c 0
trap : INT # it goes on where the program ends by a signal
'$program' shell '$library' todo --config config.json
echo "the status is \$?"
sleep 600
SESSION
$tmux new-session -d -s idle sleep 600 # a server ends with its last session, which a new one must not meet
$tmux new-session -d -s run -x 90 -y 40 sh session
shows '^todo>$'
# GIVEN a word that is begun WHEN ↹ is pressed THEN it is completed: a case, a key.
types todo ' ' ad Tab te Tab '"Größe"' Enter
shows '^todo> todo add text="Größe"$'
shows '^  text       "Größe"$'
types 'todo ch' Tab
shows '^todo> todo check$'
types i Tab 00000000-0000-0000-0000-000000000000
# WHEN ^C is pressed THEN the line is gone, and the shell is there.
types C-c
types .st Tab Tab
shows '^\.state  \.stats$'
types e ' ' Tab Tab
shows '^/items/  */journal/  */tags/'
types it Tab Enter
shows '^00000000-0000-0000-0000-000000000000  Größe  false'
# GIVEN a table WHEN ↹ is pressed behind its pointer THEN its elements are offered, and completed by their ids.
types '.state /items/' Tab
shows '^/items/entities/ *$'
shows '^/items/entities/00000000-0000-0000-0000-000000000000/$'
types entities/0 Tab C-h Enter
shows '^id *"00000000-0000-0000-0000-000000000000"$'
types '.watch /items/entities/0' Tab Enter
shows '^todo> \.watch /items/entities/00000000-0000-0000-0000-000000000000/$'
types .unw Tab Enter
# A pointer is completed without its first slash, too, and one into a view.
types '.state vi' Tab op Tab Tab
shows '^/view/open/  */view/openCount$'
types C-c
# Keys of inner objects are completed, and not of what is given; files are those of the folder that the core may write to.
types 'todo add item.due' Tab
shows '^todo> todo add item\.due=$'
types C-c '.export /tm' Tab x
shows '^todo> \.export /tmx$'
types C-c '.export conf' Tab
shows '^todo> \.export config\.json$'
types C-c
# GIVEN lines before WHEN ↑ is pressed THEN they are there again; ^R looks for one.
types Up Up Home C-k C-r Grö
shows 'todo add text="Größe"'
types C-c
types ' {"to' Tab
shows '^todo>  {"todo":$'
types Enter '{"req' Tab
shows '^… {"request":$'
types C-c
# GIVEN a line that is begun WHEN the core has something to say THEN it is written above, and the line is there again.
types 'todo check 00000000-0000-0000-0000-000000000000' Enter
shows '^todo response wasChecked$'
types 'todo edit i'
shows '^request e1-1 to review  {"show": {}}$'
shows '^todo> todo edit i$'
# The values have colours.
$tmux capture-pane -p -e -t run | grep -q "$(printf '\033\[3[0-9]m')" || fail "there are no colours"
types C-c
types C-d
shows '^the status is 0$'
grep -q '^todo.*add.*text=' "$scratch/state/adit/history" || fail "the history was not kept"
# NO_COLOR is respected.
$tmux kill-session -t run
sed -i "s/^'/NO_COLOR=1 '/" session
$tmux new-session -d -s run -x 90 -y 40 sh session
types 'todo add text=plain' Enter
shows '^  text       "plain"$'
if $tmux capture-pane -p -e -t run | grep -q "$(printf '\033\[3[0-9]m')"; then fail "there are colours"; fi
types C-c .quit Enter
$tmux kill-session -t run

# GIVEN an id with a space WHEN its pointer is completed THEN it is in quotes, which the next part goes on in.
cat >session <<SESSION
'$program' shell '$showcase' reader
sleep 600
SESSION
$tmux new-session -d -s run -x 90 -y 40 sh session
types "page open 'http://a/?q=1 x'" Enter
shows '^request e1-1 to '
types '.state openings/entities/h' Tab ur Tab Enter
shows '^reader> \.state "/openings/entities/http:~1~1a~1?q=1 x/url"$'
shows '^"http://a/?q=1 x"$'
