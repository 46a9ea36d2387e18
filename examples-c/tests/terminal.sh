# terminal shows the list on a terminal, here that of a tmux server of the test's own, and obeys its keys.
. "$(dirname "$0")/lib.sh"

command -v tmux >/dev/null || fail "tmux is needed; scripts/setup --tests installs it"
export LC_ALL=C.UTF-8 TMUX_TMPDIR="$scratch"
unset TMUX
tmux="tmux -u -L adit -f /dev/null"
trap '$tmux kill-server 2>/dev/null; rm -rf "$scratch"' EXIT
acute=$(printf '\314\201') # combining
patience=180 # in seconds; valgrind and sanitizers are slow, and other tests run beside

# What runs in the terminal: the program, and then its status, and whether the terminal is as it was.
cat >"$scratch/session" <<'SESSION'
ulimit -c 0
trap : INT # the shell goes on where the program ends by a signal
before=$(stty -g)
sh -c 'echo $$ >"$0/pid"; shift; exec "$@"' "$scratch" - ${RUN:-} "$program" "$@"
echo "status $?"
[ "$(stty -g)" = "$before" ] && echo "modes restored"
exec sleep 600
SESSION
export scratch program
$tmux new-session -d -s idle sleep 600 # a server ends with its last session

# Starts the program with what is given, on 80 columns and 24 rows.
start() {
    $tmux kill-session -t run 2>/dev/null || true
    rm -f "$scratch/pid"
    $tmux new-session -d -s run -x 80 -y 24 sh "$scratch/session" "$@"
}

keys() {
    $tmux send-keys -t run "$@"
}

types() {
    $tmux send-keys -t run -l "$1"
}

# Runs a command until it succeeds.
eventually() {
    deadline=$(($(date +%s) + patience))
    until "$@"; do
        [ "$(date +%s)" -lt "$deadline" ] || return 1
        sleep 0.1
    done
}

capture() {
    $tmux capture-pane -t run -p >"$scratch/screen"
}

has_line() {
    capture && grep -q -e "$1" "$scratch/screen"
}

equals() {
    capture && cmp -s "$scratch/expected" "$scratch/screen"
}

# The screen has a line like this, at last.
shows() {
    eventually has_line "$1" || { cat "$scratch/screen" >&2; fail "no line like $1"; }
}

has_no_line() {
    capture && ! grep -q -e "$1" "$scratch/screen"
}

# The screen has no line like this, at last: tmux may be looked at while a screen is half drawn.
lacks() {
    eventually has_no_line "$1" || { cat "$scratch/screen" >&2; fail "a line like $1"; }
}

# The screen is what is on standard input, at last.
shows_all() {
    cat >"$scratch/expected"
    eventually equals || { diff -u "$scratch/expected" "$scratch/screen" >&2; fail "the screen differs"; }
}

# The program has ended so, and has left the screen and restored the terminal.
ends_with() {
    shows "^status $1\$"
    shows '^modes restored$'
    lacks ' in all'
}

# An empty list, in a store, where all keys but those for a new item do nothing. Wide texts; a character is erased with its marks; Esc cancels.
start --store "$scratch/list.adit"
shows '^0 open, 0 in all$'
keys Space e d Up Down NPage PPage Home End
keys a
shows '^Add:$'
types '買牛奶 🥛'
shows '^Add: 買牛奶 🥛$'
keys Enter
shows '^> \[ \] 買牛奶 🥛$'
shows '^1 open, 1 in all  *1 of 1$'
keys a
types "Cafe$acute 茶"
keys BSpace BSpace BSpace
shows '^Add: Caf$'
keys Left Left
types 'ü'
keys End Home Right DC Escape
shows '^a add '
lacks 'Add:'
shows '^1 open, 1 in all'
keys a
types 'Bread'
keys Enter a
types 'Eggs'
keys Enter
shows '^> \[ \] Eggs$'

# Checking, unchecking, editing, deleting.
keys Up Space
shows '^> \[x\] Bread$'
shows '^2 open, 3 in all  *2 of 3$'
keys Space
shows '^> \[ \] Bread$'
keys Space e
shows '^Edit: Bread$'
keys Home
types '🍞 '
keys Enter
shows '^> \[x\] 🍞 Bread$'
keys Down d
shows '^1 open, 2 in all  *2 of 2$'
lacks 'Eggs'

# Undo and redo.
keys u
shows '^  \[ \] Eggs$\|^> \[ \] Eggs$'
shows '^2 open, 3 in all'
keys u
shows '\[x\] Bread$'
keys r
shows '\[x\] 🍞 Bread$'
keys r
shows '^1 open, 2 in all'
lacks 'Eggs'
keys r
shows '^There is nothing to redo\.$'

# Failures: an empty text.
keys a Enter
shows '^Not added: the text is empty\.$'
keys e C-h C-h C-h C-h C-h C-h C-h
types ' '
keys Enter
shows '^The text is kept: the text is empty\.$'
shows '^> \[x\] 🍞 Bread$'
keys Up
shows '^> \[ \] 買牛奶 🥛$'
lacks 'is kept'

# The end; what was kept is there again.
keys q
ends_with 0
start --store "$scratch/list.adit"
shows '^1 open, 2 in all  *1 of 2$'
shows '^  \[x\] 🍞 Bread$'
keys u
shows '^2 open, 3 in all'
keys r
shows '^1 open, 2 in all'
kill -TERM "$(cat "$scratch/pid")"
ends_with 143

# Signals.
for signal in INT HUP ABRT; do
    start
    shows '^0 open'
    kill -$signal "$(cat "$scratch/pid")"
    case $signal in INT) ends_with 130 ;; HUP) ends_with 129 ;; ABRT) ends_with 134 ;; esac
done
start
shows '^0 open'
lacks 'Rate it'
keys C-c
ends_with 130
# The terminal goes away. LeakSanitizer would wait for ever now and then: it stops the program at its end by SIGSTOP, which the SIGCONT of
# the hangup takes back.
$tmux set-environment -g ASAN_OPTIONS detect_leaks=0
start
shows '^0 open'
$tmux kill-session -t run
is_gone() { ! kill -0 "$(cat "$scratch/pid")" 2>/dev/null; }
eventually is_gone || fail "the program goes on without a terminal"
$tmux set-environment -gu ASAN_OPTIONS

# A screen that appears asks for a review, of which the core reminds the host after five seconds if there are three
# items. Texts are cut at the last column; what is no text is drawn as "·", and no form of a character takes more or
# less columns than it should.
python3 - >"$scratch/state.json" <<'PYTHON'
import json
texts = ["tab\there \x1b[31m\x00\x85", "買" * 100, "1" + "買" * 37, "e\u0301te\u0301 \u202eabc", "e" + "\u0301" * 1000 + "x",
         "1" * 74, "1" * 75, "👩\u200d👧 👍🏽 ❤\ufe0f."]
items = {f"00000000-0000-0000-0000-{i:012}": text for i, text in enumerate(texts)}
print(json.dumps({"items": {"ids": list(items), "entities": {
    i: {"id": i, "text": text, "completed": i.endswith("6"), "created": "2026-11-21T09:30:00Z"}
    for i, text in items.items()}}}))
PYTHON
start --state "$scratch/state.json"
wide=買買買買買買買買買買買買買買買買買買買買買買買買買買
narrow=111111111111111111111111111111111111111111111111111111
shows '^Do you like this app? Rate it!$'
keys Down e
$tmux resize-window -t run -x 60 -y 12
shows_all <<SCREEN
7 open, 8 in all                                      2 of 8
  [ ] tab·here ·[31m··
> [ ] $wide…
  [ ] 1$wide…
  [ ] e${acute}te$acute ·abc
  [ ] e$acute$acute${acute}x
  [ ] ${narrow%1}…
  [x] ${narrow%1}…
  [ ] 👩👧 👍 ❤.
Do you like this app? Rate it!
Edit: $wide
Enter save  Esc cancel
SCREEN
keys Escape End
$tmux resize-window -t run -x 20 -y 7
shows_all <<SCREEN
7 open, 8 in all
  [ ] 1111111111111…
  [x] 1111111111111…
> [ ] 👩👧 👍 ❤.
Do you like this ap…

a add  e edit  spac…
SCREEN
$tmux resize-window -t run -x 12 -y 3
shows_all <<SCREEN
  [x] 11111…
> [ ] 👩👧 …
Do you like…
SCREEN
$tmux resize-window -t run -x 1 -y 1
$tmux resize-window -t run -x 80 -y 24
keys Escape Home
shows_all <<SCREEN
7 open, 8 in all                                                          1 of 8
> [ ] tab·here ·[31m··
  [ ] $wide買買買買買買買買買買…
  [ ] 1$wide買買買買買買買買買買…
  [ ] e${acute}te$acute ·abc
  [ ] e$acute$acute${acute}x
  [ ] ${narrow}11111111111111111111
  [x] ${narrow}1111111111111111111…
  [ ] 👩👧 👍 ❤.














a add  e edit  space check  d delete  u undo  q quit
SCREEN
keys q
ends_with 0

# 100 000 items: a page is a page.
if [ -z "${RUN:-}" ]; then
    python3 - >"$scratch/state.json" <<'PYTHON'
import json
ids = [f"00000000-0000-0000-0000-{i:012}" for i in range(1, 100001)]
print(json.dumps({"items": {"ids": ids, "entities": {
    i: {"id": i, "text": f"Item {int(i[24:])}", "completed": False, "created": "2026-11-21T09:30:00Z"} for i in ids}}}))
PYTHON
    start --state "$scratch/state.json"
    shows '^100000 open, 100000 in all  *1 of 100000$'
    shows '^Do you like this app? Rate it!$' # from now on a page has 20 rows
    page=0
    while [ $page -lt 100 ]; do # each is drawn before the next key
        keys NPage
        page=$((page + 1))
        shows "^> \[ \] Item $((20 * page + 1))\$"
    done
    lacks "Item $((20 * page))\$"
    shows "^  \[ \] Item $((20 * page + 20))\$"
    keys -N 100 NPage
    shows '^> \[ \] Item 4001$'
    shows '^100000 open, 100000 in all  *4001 of 100000$'
    keys Space
    shows '^> \[x\] Item 4001$'
    shows '^99999 open,'
    keys d
    shows '^> \[ \] Item 4002$'
    shows '^99999 open, 99999 in all  *4001 of 99999$'
    keys End
    shows '^> \[ \] Item 100000$'
    keys -N 200 PPage
    shows '^> \[ \] Item 96000$'
    keys Home
    shows '^> \[ \] Item 1$'
    keys q
    ends_with 0
fi

# What is wrong with the command line, the terminal or a file.
run --nonsense
ended_with 2
run nonsense
ended_with 2
printed_line '^terminal: no arguments are expected'
printed_line '^Usage: terminal '
run --store a --state b
ended_with 2
printed_line '^terminal: --store and --state exclude each other$'
run </dev/null
ended_with 1
printed_line '^terminal: standard input and output must be a terminal$'
start --state /nonexistent
shows '^terminal: --state: .*No such file or directory'
ends_with 1
echo '{"items":' >"$scratch/state.json"
start --state "$scratch/state.json"
shows '^terminal: --state: .* at line 2, column '
ends_with 1
echo '{"itmes":{}}' >"$scratch/state.json"
start --state "$scratch/state.json"
shows '^terminal: .*itmes'
ends_with 1
if [ -z "${RUN:-}${SANITIZER:-}" ]; then # ncurses does not free what it has of an unknown terminal
    sed -i 's/^before=/export TERM=nonsense; before=/' "$scratch/session"
    start
    shows "^terminal: the terminal's type is unknown; TERM is \"nonsense\"\$"
    ends_with 1
    sed -i 's/TERM=nonsense/TERM=dumb/' "$scratch/session"
    start
    shows '^terminal: the terminal cannot move its cursor$'
    ends_with 1
fi

run --help
ended_with 0
printed_line '^  space   check it'
run --version
ended_with 0
printed_line '^terminal (Adit [0-9.]*)$'
