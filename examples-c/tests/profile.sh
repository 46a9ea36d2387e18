# profile is a screen of two controls: typing, saving that succeeds, fails and is not answered, analytics, crash reports.
. "$(dirname "$0")/lib.sh"

run <"$here/profile/story.lines"
ended_with 0
printed "$here/profile/story.txt"

# What was saved is there again; a save that was not answered is not.
cd "$scratch"
printf 'type a@b\ntap\nsaved\ntype c@d\ntap\n' >lines
run --store profile.store <lines
ended_with 0
[ "$(tail -n 1 out)" = '-- not saving any more' ] || fail 'the save is not cancelled at the end'
echo show >lines
run --store profile.store <lines
ended_with 0
printf 'Email  c@d\nSaved  a@b\n' >expected
printed expected

# Lines that are none; those around them are run.
printf 'nonsense\ntype \377\ntap tap\n+99999999999\n+-1\n+1x\n{"userTaps":{}}\n{\ntype last\nshow' >lines
run <lines
ended_with 1
printed_line '^profile: that is no line of it; --help lists them$'
printed_line '^profile: it is no text in UTF-8$'
printed_line '^profile: a number of seconds is expected'
printed_line '^profile: .*no case "userTaps"; one of userTypesNewEmail, userTapsChangeEmailButton$'
printed_line '^Email  last$'
printf 'type a@b\ntap\nsaved \377\nfails \377\nsaved\nshow' >lines
run <lines
ended_with 1
printed_line '^Saved  a@b$'
printf '{"@close":{}}\ntype a\n' >lines
run <lines
ended_with 1
head -c 20000 /dev/urandom >lines
run <lines
[ "$status" -le 1 ] || fail "noise ends with status $status"

# What is wrong with the command line, and what cannot be read or written.
run nonsense </dev/null
ended_with 2
run --nonsense </dev/null
ended_with 2
run --date yesterday </dev/null
ended_with 1
printed_line '^profile: with.date: '
run --store nowhere/profile.store </dev/null
ended_with 1
run --store "$(printf '\377')" </dev/null
ended_with 1
printed_line '^profile: the path and the date are to be texts in UTF-8$'
run <"$scratch"
ended_with 1
printed_line 'standard input'
if [ -w /dev/full ]; then
    status=0
    ${RUN:-} "$program" --help >/dev/full 2>"$scratch/out" || status=$?
    ended_with 1
    printed_line 'standard output'
fi
run --help
ended_with 0
printed_line '^  type EMAIL '
run --version
ended_with 0
printed_line '^profile (Adit [0-9.]*)$'
