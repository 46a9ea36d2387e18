# Many cores in one loop, by the descriptor of a group.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/loop.sh"

# 1 000 cores, each with messages of its own.
awk 'BEGIN { for (round = 1; round <= 3; round++) for (core = 0; core < 1000; core++)
    printf "%d {\"counter\":{\"request\":{\"increment\":{\"by\":%d}}}}\n", core, core }' >"$scratch/messages"
awk 'BEGIN { for (core = 0; core < 1000; core++) { for (round = 1; round <= 3; round++)
    printf "%d {\"counter\":{\"response\":{\"wasIncremented\":{\"to\":%d}}}}\n", core, core * round
    printf "%d {\"@closed\":{}}\n", core } }' | sort >"$scratch/expected"
status=0
${RUN:-} "$program" 1000 <"$scratch/messages" >"$scratch/out" 2>&1 || status=$?
ended_with 0
sort "$scratch/out" >"$scratch/sorted"
diff -u "$scratch/expected" "$scratch/sorted" >&2 || fail "other output"

printf '%s\n' '3 {}' 'x' | ${RUN:-} "$program" 3 >"$scratch/out" 2>&1 || fail "the status is $?"
[ "$(grep -c '^refused: the number of a core below 3' "$scratch/out")" = 2 ] || fail "$(cat "$scratch/out")"
run 0
ended_with 2
wakes 5 '{"figures":{"every":1}}'
