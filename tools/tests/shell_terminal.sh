# adit shell at a terminal that is small, changes, or is stopped; and long work there.
#
# Called with one more argument: a library with the app todo.
. "$(dirname "$0")/../../examples-c/tests/lib.sh"
library=$2
cd "$scratch"
. "$here/shell/tmux.sh"
echo '{"with": {"uuid": {"counting": {}}}}' >config.json

# Begins a session: begin COLUMNS ROWS [ARGUMENT...]
begin() {
    size="-x $1 -y $2"
    shift 2
    $tmux kill-session -t run 2>/dev/null || true
    printf "%s\n" "ulimit -c 0; trap : INT" "'$program' shell '$library' todo --config config.json $*" \
        'echo "the status is $?"; sleep 600' >session
    $tmux new-session -d -s run $size sh session
    shows '^todo>$'
}
resize() { $tmux resize-window -t run -x "$1" -y "$2"; }
# The last screen is wrong.
wrong() {
    cat "$scratch/screen" >&2
    fail "$*"
}
# The screen of the session has no line like this.
lacks() {
    $tmux capture-pane -p -t run >"$scratch/screen"
    if grep -q -e "$1" "$scratch/screen"; then wrong "a line like $1"; fi
}
letters() { printf "%$1s" '' | tr ' ' "$2"; }
$tmux new-session -d -s idle sleep 600 # a server ends with its last session, which a new one must not meet

# -- The size of the terminal. --

# GIVEN a line of several rows WHEN the terminal gets fewer THEN the line can be edited on.
for rows in 1 2 3; do
    begin 80 24
    types "todo add text=$(letters 310 x)"
    shows '^x\{70,\}$'
    resize 80 $rows
    types y
    shows 'xy$'
    resize 80 24
    types Enter
    shows '^x*y"$'
done
# Fewer columns break the line anew, and what is above stays.
begin 80 24
types 'todo add text=kept' Enter
shows '^  text  *"kept"$'
types "todo add text=$(letters 100 x)" C-a Right
resize 40 24
types C-d C-e y
shows '^todo> tdo add text=x*$'
resize 120 24
shows '^todo> tdo add text=x\{90,\}y$'
shows '^  text  *"kept"$'
[ "$(grep -c 'tdo add' "$scratch/screen")" -eq 1 ] || wrong "a row of the line is left"
# GIVEN a line longer than the terminal WHEN the cursor goes home and back THEN the line can be edited on.
begin 40 3
types "todo add text=$(letters 200 x)" C-a C-e "$(letters 100 y)"
shows 'yyyy$'
types C-u 'todo add text=short' Enter
shows 'todo>'
resize 40 24
types .state ' ' /items Enter
shows '^00000000-.*short'

# GIVEN a terminal that is wider than at the beginning WHEN a table is shown THEN it has the room.
begin 40 24
types "todo add text=$(letters 60 x)" Enter
shows '^appReview '
resize 160 24
types '.state items' Enter
shows '^00000000-.*x\{60\}' # bug: it was cut at the columns of the beginning

# -- Beside a line of several rows. --

# GIVEN a cursor in the first of three rows WHEN ↹ lists words THEN they are below the line.
begin 40 30
types ".state items $(letters 70 x)" C-a
for _ in 1 2 3 4; do types Right; done
types Tab Tab
shows '^\.state  \.stats$'
grep -B 1 '^\.state ' "$scratch/screen" | grep -q '^x*$' || wrong "the list is in the line"

# line_is_written_once: while a line of several rows is typed, the core asks for a review.
line_is_written_once() {
    types 'todo check 00000000-0000-0000-0000-000000000000' Enter
    shows 'wasChecked'
    types "todo add text=$(letters 60 x)"
    shows '^request e1-1 to review'
    shows '^todo> todo add text=x*$'
    [ "$(grep -c '^todo> todo add text=x' "$scratch/screen")" -eq 1 ] || wrong "a row is left"
}
# GIVEN a line of several rows WHEN the core has something to say THEN the line is there once.
begin 40 30
types 'todo add text=Milk' Enter
shows '^appReview '
line_is_written_once
# The same where the terminal does not say its columns any more. Bug: they were taken for 80 then.
begin 40 30
types 'todo add text=Milk' Enter
shows '^appReview '
stty -F "$($tmux list-panes -t run -F '#{pane_tty}')" columns 0
line_is_written_once

# -- Keys. --

# GIVEN bytes that are no UTF-8 WHEN letters follow THEN they are all there.
begin 80 24
$tmux send-keys -t run -H 74 6f 64 6f 20 e9 61 62 63 64
shows '^todo> todo abcd$'
types C-u
# A tab in a text that is pasted is a letter; afterwards it completes.
printf 'todo add text="col1\tcol2"' >pasted
$tmux load-buffer pasted
$tmux paste-buffer -p -t run
types Enter
shows '"col1\\tcol2"'
types .und Tab
shows '^todo> \.undo$'
types C-u
# GIVEN a line that is begun WHEN the program is stopped and goes on THEN prompt and line are there again, and keys are.
types todo
shows '^todo> todo$'
process=$($tmux list-panes -t run -F '#{pane_pid}')
process=$(cat "/proc/$process/task/$process/children")
stty -F "$($tmux list-panes -t run -F '#{pane_tty}')" icanon echo
kill -STOP $process
kill -CONT $process
types ' ad' Tab
shows '^todo> todo add$'
types text=on Enter
shows '^  text  *"on"$'

# -- The history. --

# GIVEN two sessions WHEN one is killed and the other ends THEN the lines of both are kept.
begin 80 24
types .stats Enter
shows '^@stats'
$tmux new-session -d -s other "'$program' shell '$library' todo"
$tmux send-keys -t other .requests Enter
for _ in $(seq 200); do
    if grep -q '^\.requests$' "$scratch/state/adit/history"; then break; fi
    sleep 0.05
done
$tmux kill-session -t other # which sends SIGHUP
types .trace Enter C-d
shows '^the status is 0$'
for line in .stats .requests .trace; do
    grep -q "^$line\$" "$scratch/state/adit/history" || fail "$line is not kept"
done

# -- Long work. --

awk -v count=30000 -f "$here/items.awk" >some.json
echo '.import some.json' >script
subcommand=shell
run "$library" todo <script
ended_with 0
[ "$(wc -l <out)" -eq 3 ] || { head -n 20 out >&2; fail "there is more than @imported"; }
# GIVEN a long import WHEN ^C is pressed THEN the prompt is there, and so is the work, until .quit.
awk -v count=300000 -f "$here/items.awk" >many.json
begin 80 24
types '.import many.json' Enter
shows '^import █.* %$'
types C-c
shows '^the core is still at work; \.quit ends that'
shows '^todo>$'
types .quit Enter
shows '^the status is 0$'
lacks '@imported'
# Otherwise it is shown to its end.
begin 80 24
types '.import some.json' Enter
shows '^@imported$'
lacks '█'

# -- Output that cannot be written. --

# GIVEN a store WHEN the output is full or closed THEN the core is closed nevertheless.
echo 'todo add text=x' >script
"$program" shell "$library" todo --store full.store <script >/dev/full 2>out && fail "/dev/full has room"
printed_line '^adit shell: standard output: No space left on device$'
{ "$program" shell "$library" todo --store closed.store 2>out || true; } <script | :
for name in full closed; do
    [ "$(echo $name.store*)" = $name.store ] || { ls >&2; fail "the core of $name.store was not closed"; }
done
