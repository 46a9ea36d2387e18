# chat feeds an inbox, as long as the core follows it; the heart beats meanwhile.
. "$(dirname "$0")/lib.sh"

cat >"$scratch/lines" <<'LINES'
Zoe: Is anybody there?
/room lobby
Zoe: Hello!
+35
Max: Hi, Zoe.
/room kitchen
Max: It is warm here: the oven is on.
+30
/offline
Zoe: Where are you?
+300
LINES
cat >"$scratch/expected" <<'LINES'
-- nobody listens
-- following lobby
00:00:00  Zoe: Hello!
00:00:30  (the heart beats)
00:00:35  Max: Hi, Zoe.
-- not following any more
-- following kitchen
00:00:35  Max: It is warm here: the oven is on.
00:01:00  (the heart beats)
-- not following any more
-- nobody listens
LINES
run <"$scratch/lines"
ended_with 0
printed "$scratch/expected"

# What is in flight at the end is cancelled.
echo '/room lobby' | { run; ended_with 0; }
printed_line '^-- not following any more$'

# Lines that are none; those around them are run.
printf 'nonsense\n/room \n/room \377\n+99999999999\n+-1\n+99999999999999999999\n/room a\nZoe: \377\nZoe: \0\n\nZoe: last' >"$scratch/lines"
run <"$scratch/lines"
ended_with 1
printed_line '^chat: NAME: TEXT is expected'
printed_line '^chat: it is no text in UTF-8$'
printed_line '^chat: that is too long$'
printed_line '^00:00:00  Zoe: last$'
run <"$scratch"
ended_with 1
