# travel is a screen of many controls: pickers, the time row and its Now button, widgets, the stream of actions.
. "$(dirname "$0")/lib.sh"

run --date 2026-11-21T09:30:20Z <"$here/travel/screen.lines"
ended_with 0
printed "$here/travel/screen.txt"

# The screen is there again; what followed its actions is not, and neither is what was to be picked.
cd "$scratch"
printf 'follow log\nfrom\n= Utrecht\nto\n= Delft\nnow\nnow\nto\n' >lines
run --store travel.store --date 2026-11-21T09:30:20Z <lines
ended_with 0
[ "$(tail -n 1 out)" = '-- it closes' ] || fail 'the picker is not closed at the end'
printf 'rows\nswitch\ncancel\n' >lines
run --store travel.store --date 2026-11-22T12:00:00Z <lines
ended_with 0
cat >expected <<'LINES'
From       Utrecht
To         Delft
Time       departure 2026-11-21 09:30  [Now: off]
Options    0 more minutes for each transfer
Direct to  -, from here
Check out  no reminder
-- nothing is to be picked
LINES
printed expected

# A row that follows the clock shows the time of today at once.
echo now >lines
run --store travel.store --date 2026-11-22T12:00:00Z <lines
echo rows >lines
run --store travel.store --date 2026-11-23T08:15:00Z <lines
ended_with 0
printed_line '^Time       departure 2026-11-23 08:15  \[Now: automatic\]$'

# Answers that are none: what is to be picked waits on, or nothing is picked.
cat >lines <<'LINES'
from
= Utrecht @ north
= Utrecht @ 52, 5 and more
= Utrecht @ 52, 5
time
= soon
time
= arrival tomorrow
options
= many
cancel
direct options
= there
cancel
check-out options
= never
= off
rows
LINES
run <lines
ended_with 1
[ "$(grep -c '^travel: that is no answer; --help says how each is given$' out)" -eq 5 ] || fail 'answers are taken'
[ "$(grep -c '^-- not picked: the reply of the gateway "datePicker" is not one' out)" -eq 2 ] || fail 'times are taken'
printed_line '^From       Utrecht (52.0000, 5.0000)$'

# Lines that are none; those around them are run.
printf 'nonsense\ndirect \377\nfollow \377\nfrom\n= \377\n{"perform":{"press":{}}}\n{\ndirect Delft\nrows' >lines
run <lines
ended_with 1
printed_line '^travel: that is no line of it; --help lists them$'
printed_line '^travel: it is no text in UTF-8$'
printed_line '^travel: perform: no case "press"; one of fromLocationRowPressed, '
printed_line '^To         Delft$'
head -c 20000 /dev/urandom >lines
run <lines
[ "$status" -le 1 ] || fail "noise ends with status $status"

run --nonsense </dev/null
ended_with 2
run <"$scratch"
ended_with 1
run --help
ended_with 0
printed_line '^  direct NAME '
