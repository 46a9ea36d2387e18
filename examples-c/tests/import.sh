# todo.txt files as people keep them, and as they should not be.
. "$(dirname "$0")/lib.sh"

# What an editor cannot be trusted to keep is written here: a byte order mark, CRLF, bytes that are no UTF-8, a NUL, a
# terminal's escapes, and no newline at the end.
{
    printf '\357\273\277(A) 2026-03-01 Call Mum +family @phone\r\n'
    printf '\r\n   \t\n'
    printf 'x 2026-03-02 2026-02-27 Pay the rent @home\r\n'
    printf 'x Water the plants @home @home\n'
    printf 'bad \377 byte\n'
    printf 'x 2026-03-02\n'
    printf 'a NUL\0here\n'
    printf 'xylophone lesson +music/theory\n'
    printf 'X is no done mark, a + b no project, me@home.example no context @\n'
    printf '\033[2J cleared the screen \302\233 so to say\n'
    printf '  Zoë’s café, 30 m², 雪国 +family due:2026-04-01  '
} >"$scratch/awkward.txt"
: >"$scratch/empty.txt"

cd "$scratch"
# On a clock that stands still, no review is asked for, however long it takes.
run --memory --config '{"clock":"virtual"}' -e -c 'import awkward.txt' -c 'list all' -c 'tags' -c 'import empty.txt' -c 'import nowhere.txt' -c 'import .'
ended_with 1
printed "$here/import/transcript.txt"

# A tag is made once, however many files and tasks name it, and whether or not it was there before.
run --memory awkward.txt awkward.txt -c 'add first' -c 'tag 1 @new' -c 'tag 1 @phone' -c 'tags @'
ended_with 1
printed_line '^Imported 7 tasks (2 done) and 4 new tags; 3 failures$'
printed_line '^Imported 7 tasks (2 done) and 0 new tags; 3 failures$'
printed_line '^    2 @phone$'
printed_line '^    1 @new$'

# More tasks than the core takes at once, with progress by the thousand.
awk 'BEGIN { for (i = 1; i <= 2100; i++) print "task " i (i % 20 ? "" : " @c" i % 3 " +p" i % 500) }' >many.txt
run --memory --config '{"clock":"virtual","limits":{"queue":10}}' -c 'import many.txt' -c 'list +p40' -c 'tags @'
ended_with 0
printed "$here/import/many.txt"

# A line that is too long for the core is reported; those around it are not lost.
{ echo before; head -c 5000 /dev/zero | tr '\0' 'a'; echo; echo after; } >long.txt
run --memory --config '{"limits":{"message":2000}}' -c 'import long.txt'
ended_with 1
printed_line '^todo: command 1: long.txt:2: '
printed_line '^Imported 2 tasks (0 done) and 0 new tags; 1 failure$'

# So is a tag with more tasks than fit into a message. The tasks are there all the same.
awk 'BEGIN { for (i = 1; i <= 20; i++) print "task " i " @all" (i == 9 ? " @one" : "") }' >wide.txt
run --memory --config '{"limits":{"message":300}}' -c 'import wide.txt' -c 'tags'
ended_with 1
printed_line '^todo: command 1: wide.txt:1: '
printed_line '^Imported 20 tasks (0 done) and 1 new tag; 1 failure$'
printed_line '^    1 @one$'
