# adit store: what it says of stores with and without their library; and adit itself: wrong words, and libraries that are no
# good.
#
# Called with two more arguments: a library with the apps counter and todo, and one with the others.
. "$(dirname "$0")/../../examples-c/tests/lib.sh"
library=$2 showcase=$3
cd "$scratch"

# -- A command line that is no good says what to do. --

run
ended_with 2
printed_line '^SUBCOMMANDS:'
run scenaro
ended_with 2
printed_line '^adit: there is no command "scenaro"; did you mean scenario? One of new, '
run store chekc
ended_with 2
run replay "$scratch/nowhere.so" session
ended_with 2
printed_line "^adit replay: $scratch/nowhere.so: there is no such file; it was looked for at .* Give the path of an Adit library"
run -V
ended_with 0
printed_line '^adit (Adit [0-9.]*)$'

# What completes its command line is made by itself.
if command -v bash >/dev/null; then
    "$program" --generate-completion-script bash >completion
    cat >complete <<'BASH'
. ./completion
COMP_WORDS=(adit sto) COMP_CWORD=1 COMP_LINE="adit sto" COMP_POINT=8
_adit adit sto adit
echo "${COMPREPLY[@]}"
BASH
    [ "$(bash complete)" = store ] || fail "completed to $(bash complete)"
fi

# -- A store that is made by an import. --

subcommand=store
echo '{"value": 7}' >seven.json
run import counter.store seven.json "$library"
ended_with 2
printed_line "^adit store import: $library holds counter, todo; name one of them behind it\$"
run import counter.store seven.json "$library" counter
ended_with 0
[ "$(cat out)" = 'imported: counter.store has revision 1' ] || fail "$(cat out)"
run import counter.store nothing.json "$library"
ended_with 2
printed_line '^adit store import: nothing.json: No such file or directory$'
echo '{"values": 7}' >wrong.json
run import counter.store wrong.json "$library"
ended_with 1
printed_line '^adit store import: wrong.json: .*unknown key "values"'

run import other.store wrong.json "$library" counter
ended_with 1
[ ! -e other.store ] || fail "a store was left behind"

# -- Without the library. --

run stats counter.store
ended_with 0
printed_line '^{"app":"counter","schemaVersion":1,"revision":1,"opens":2,"bytes":[0-9]*,"logBytes":0,'
printed_line '"members":1,"tables":{},"records":0}$'
run log counter.store
ended_with 0
[ "$(sed -n '1s/^{"n":1,"open":.*/opened/p;$s/.*"end":1,.*/ended/p' out)" = 'opened
ended' ] || { cat out >&2; fail "the log is not in order"; }
printed_line '"import":"seven.json"'
run log --last 1 counter.store
ended_with 0
[ "$(wc -l <out)" -lt 8 ] || fail "more than the last batch"
run check counter.store
ended_with 0
printed_line '^whole: version 1 of the app "counter"; all rows are as they were written'
run repair counter.store repaired.store
ended_with 0
[ -z "$(find . -name '*.part.*')" ] || fail "a part was left behind"
printed_line '^repaired: repaired.store has all that was committed: revision 1, 1 members'
run repair counter.store repaired.store
ended_with 2
printed_line '^adit store repair: repaired.store is there already; a new file is expected$'
run check seven.json
ended_with 2
printed_line 'seven.json is no store'
run stats nowhere.store
ended_with 2
printed_line '^adit store stats: nowhere.store: No such file or directory$'

# -- With it. --

run check counter.store "$library"
ended_with 0
[ "$(cat out)" = 'fine: version 1' ] || fail "$(cat out)"
run check counter.store "$showcase"
ended_with 2
printed_line '^adit store check: counter.store is of the app "counter"; .* holds chat, .*\. Give its own library$'
run check counter.store "$library" cuonter
ended_with 2
printed_line 'found no app "cuonter"; .* holds counter, todo. Name one of them$'
run export counter.store out.json "$library"
ended_with 0
printed_line '^exported: out.json has revision 1, 23 bytes$'
[ "$(cat out.json)" = '{"@schema":1,"value":7}' ] || fail "$(cat out.json)"
run export counter.store out.json "$library"
ended_with 2
printed_line 'out.json is there already; --replace replaces it$'
run export --replace counter.store out.json "$library"
ended_with 0

# -- A damaged one. --

cp repaired.store damaged.store
printf '8' | dd of=damaged.store bs=1 seek="$(grep -abo '/value' damaged.store | tail -n 1 | cut -d: -f1)" conv=notrunc 2>dd.log
run check damaged.store
ended_with 1
printed_line 'adit store check: .*damaged'

cp counter.store damaged.store
printf 'S' | dd of=damaged.store bs=1 seek="$(grep -abo 'seven.json' damaged.store | tail -n 1 | cut -d: -f1)" conv=notrunc 2>dd.log
for library_or_none in '' "$library"; do
    # shellcheck disable=SC2086
    run check damaged.store $library_or_none
    ended_with 1
    printed_line 'adit store check: .*damaged: the row [0-9]* of its journal is not as it was written'
done

# -- ^C ends long work, and leaves all of it or nothing. --

awk 'BEGIN {
    count = 40000
    printf "{\"items\":{\"ids\":["
    for (i = 0; i < count; i++) printf "%s\"00000000-0000-0000-0000-%012x\"", i ? "," : "", i
    printf "],\"entities\":{"
    for (i = 0; i < count; i++)
        printf "%s\"00000000-0000-0000-0000-%012x\":{\"id\":\"00000000-0000-0000-0000-%012x\",\"text\":\"x\"," \
            "\"completed\":false,\"created\":\"2000-01-01T00:00:00Z\"}", i ? "," : "", i, i
    print "}}}"
}' >big.json
# interrupted FILE ARGUMENT...: the command is interrupted while it runs, unless it is quicker; the file is there only if it is complete.
after=0.2
interrupted() {
    made=$1
    shift
    status=0
    timeout --foreground --preserve-status -s INT "$after" "$program" store "$@" >out 2>&1 || status=$?
    case $status in
        0) [ -e "$made" ] || fail "no $made" ;;
        130) [ ! -e "$made" ] || fail "$made was left behind" ;;
        *) cat out >&2; fail "the status is $status" ;;
    esac
    rm -f "$made"
}
interrupted big.store import big.store big.json "$library" todo
run import big.store big.json "$library" todo
ended_with 0
interrupted big.repaired repair big.store big.repaired
[ -z "$(find . -name '*.part*')" ] || fail "a part was left behind: $(find . -name '*.part*')"
interrupted big.out export big.store big.out "$library"
# Bug: in the last moments of one, its file was complete, and it was interrupted all the same.
began=$(date +%s%N)
run export big.store big.out "$library"
took=$((($(date +%s%N) - began) / 1000))
ended_with 0
rm big.out
for percent in $(seq 90 116); do
    after=$(printf '%d.%06d' $((took * percent / 100 / 1000000)) $((took * percent / 100 % 1000000)))
    interrupted big.out export big.store big.out "$library"
done
[ -z "$(find . -name '*.part*')" ] || fail "a part was left behind: $(find . -name '*.part*')"
run repair big.store big.repaired
ended_with 0
run check big.repaired "$library"
ended_with 0
run stats big.repaired
printed_line '"/items":40000'

# -- One that is open elsewhere. --

mkfifo input
(cd "$scratch" && "$program" shell "$library" counter --store open.store <input >shell.out 2>&1) &
exec 3>input
echo 'counter increment 1' >&3
while ! grep -q wasIncremented shell.out 2>/dev/null; do sleep 0.05; done
run stats open.store
ended_with 2
printed_line 'open.store.*Close the program that has it open'
run export open.store open.json "$library"
ended_with 2
exec 3>&-
wait
run stats open.store
ended_with 0

# -- A recording, replayed. --

subcommand=replay
printf '{"record": "%s/session.recording"}' "$scratch" >record.json
echo 'counter increment 2' | "$program" shell "$library" counter --config record.json >shell.out
run "$library" session.recording
ended_with 0
printed_line '^the same: 1 message, revision 1$'
run --scenario session.json "$library" session.recording counter
ended_with 0
run --json "$library" session.recording
ended_with 0
printed_line '^{"@replayed":{'
subcommand=scenario
run "$library" session.json
ended_with 0
subcommand=replay
sed 's/"to":2/"to":3/' session.recording >altered.recording
run "$library" altered.recording
ended_with 1
printed_line 'the line is damaged'
printed_line '^not the same: '
run "$library" seven.json counter
ended_with 2
