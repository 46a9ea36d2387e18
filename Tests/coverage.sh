#!/bin/sh
# Tests scripts/coverage: it reports each fault of a document like docs/five-documents.md, and accepts a document without faults.
#
# usage: coverage.sh ROOT
set -u
cd "$1" || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

# GIVEN results of tests
mkdir "$work/results" "$work/none"
cat >"$work/results/swift.xml" <<'END'
<testsuites><testsuite name="TestResults">
<testcase classname="CupTests.FillTests" name="W1_aCupIsFilled()" />
<testcase classname="CupTests.FillTests" name="aCupIsFilledWith(drink:amount:)" />
<testcase classname="CupTests.SpillTests" name="W1_aCupIsFilled()" />
<testcase classname="CupTests.SpillTests" name="`W2: a cup (full) is spilled`()" />
<testcase classname="CupTests.SpillTests" name="aCupBreaks()"><failure message="it is whole" /></testcase>
<testcase classname="CupTests.SpillTests" name="aCupMelts()"><skipped>no oven</skipped></testcase>
</testsuite></testsuites>
END
cat >"$work/results/xctest.log" <<'END'
Test Case 'JugTests.testAJugIsFilled' started at 2026-11-21 09:30:00.000
Test Case 'JugTests.testAJugIsFilled' passed (0.003 seconds)
Test Case 'JugTests.testAJugIsEmptied' started at 2026-11-21 09:30:00.003
Test Case 'JugTests.testAJugIsEmptied' failed (0.003 seconds)
Test Case 'JugTests.testAJugMelts' skipped (0.003 seconds)
END
cat >"$work/results/ctest.xml" <<'END'
<testsuite name="Linux-cc">
<testcase name="modules" classname="modules" status="run" />
<testcase name="c.abi_call" classname="c.abi_call" status="run" />
<testcase name="c.abi_fd" classname="c.abi_fd" status="fail"><failure message="1" /></testcase>
<testcase name="c.abi_syscalls" classname="c.abi_syscalls" status="notrun"><skipped message="SKIP_RETURN_CODE=77" /></testcase>
</testsuite>
END

# finds TEXT ROW: checks a document with ROW instead of the row W7, and expects the fault TEXT; none if TEXT is empty.
finds() {
    {
        for rows in W25 P10 D15 R20 U24; do
            row=1
            while [ $row -le "${rows#?}" ]; do
                name=${rows%"${rows#?}"}$row
                [ "$name" = W7 ] || echo "| $name | A cup is filled. | the same | \`modules\` |"
                row=$((row + 1))
            done
        done
        printf '%s\n' "$2"
    } >"$work/coverage.md"
    found=$(scripts/coverage "$work/coverage.md" "$work/results" 2>&1)
    code=$?
    if [ -z "$1" ]; then
        expected="94 rows, each shown by tests that passed" expected_code=0
    else
        expected=$(printf '%s\n' "$1" | sed "s|^|$work/coverage.md: |") expected_code=1
    fi
    if [ "$found" != "$expected" ] || [ $code != $expected_code ]; then
        printf '%s: of %s\nexpected %s\n%s\nfound %s\n%s\n' "$0" "$2" $expected_code "$expected" $code "$found" >&2
        failures=$((failures + 1))
    fi
}

# shows TEXT EVIDENCE: the same for a row W7 with this evidence.
shows() { finds "$1" "| W7 | A cup is filled. | the same | $2 |"; }

# WHEN a document names tests that passed THEN there is no fault
shows '' '`W1_aCupIsFilled`'
shows '' 'words, `W1_aCupIsFilled`, `aCupIsFilledWith` (CupTests, FillTests); more words: `W2: a cup (full) is spilled`'
shows '' '`FillTests`, `modules`, `Tests/C/abi_call.c`, `docs/five-documents.md`'
shows '' '`testAJugIsFilled` (JugTests)'

# WHEN other columns have backticks THEN they are no evidence
finds '' '| W7 | A `Cup` is filled. | differently: by a `Jug`, because cups are small | `W1_aCupIsFilled` |'

# WHEN it names a test or a file that does not exist, did not run or did not pass THEN that is a fault
shows 'W7: no test "aCupIsEmptied" has run' '`W1_aCupIsFilled`, `aCupIsEmptied`'
shows 'W7: no test "scenarios.todo.story" has run' '`scenarios.todo.story`'
shows 'W7: no test "Tests/C/abi_drive.c" has run' '`Tests/C/abi_drive.c`'
shows 'W7: there is no Tests/C/abi_tea.c' '`Tests/C/abi_tea.c`'
shows 'W7: no test "aCupIsFilledWith" of SpillTests has run; there is one of CupTests.FillTests' \
    '`W1_aCupIsFilled`, `aCupIsFilledWith` (SpillTests)'
shows 'W7: no test "modules" of CupTests has run; there is one of ctest' '`modules` (CupTests)'
shows 'W7: the test "aCupBreaks" of CupTests.SpillTests failed' '`aCupBreaks`'
shows 'W7: the test "aCupMelts" of CupTests.SpillTests was skipped' '`aCupMelts` (SpillTests)'
shows 'W7: the test "aCupBreaks" of CupTests.SpillTests failed
W7: the test "aCupMelts" of CupTests.SpillTests was skipped' '`SpillTests`'
shows 'W7: the test "testAJugIsEmptied" of JugTests failed' '`testAJugIsEmptied`'
shows 'W7: the test "testAJugMelts" of JugTests was skipped' '`testAJugMelts`'
shows 'W7: the test "c.abi_fd" failed' '`c.abi_fd`'
shows 'W7: the test "c.abi_syscalls" was skipped' '`Tests/C/abi_syscalls.c`'

# WHEN a row lacks a capability, or how it is done, or a reason THEN that is a fault
finds 'W7: names no capability' '| W7 |  | the same | `modules` |'
finds 'W7: found the how ""; "the same" or "differently: …, because …" is expected' \
    '| W7 | A cup is filled. |  | `modules` |'
finds 'W7: found the how "as here"; "the same" or "differently: …, because …" is expected' \
    '| W7 | A cup is filled. | as here | `modules` |'
finds 'W7: found the how "differently:"; "the same" or "differently: …, because …" is expected' \
    '| W7 | A cup is filled. | differently: | `modules` |'
finds 'W7: found the how "differently: by a jug"; "the same" or "differently: …, because …" is expected' \
    '| W7 | A cup is filled. | differently: by a jug | `modules` |'
finds 'W7: found 2 columns; row, capability, how and shown by are expected' '| W7 | `modules` |'

# WHEN a row names no test, is missing, exists twice or belongs to no document THEN that is a fault
shows 'W7: names no test' 'the view model'
shows 'W7: names no test' '`docs/five-documents.md`'
shows 'W7: says "not yet"
W7: names no test' 'not yet: the view model comes later'
shows 'W7: says "not yet"' '`modules`; the view model is not yet there'
finds 'found 0 rows W7; one is expected' ''
finds 'found 2 rows W8; one is expected' '| W7 | A cup is filled. | the same | `modules` |
| W8 | A cup is filled. | the same | `modules` |'
finds 'found a row W26, which no document has' '| W7 | A cup is filled. | the same | `modules` |
| W26 | A cup is filled. | the same | `modules` |'

# WHEN there are no results THEN that is a fault
found=$(scripts/coverage "$work/coverage.md" "$work/none" 2>&1) && failures=$((failures + 1))
expected="scripts/coverage: found no results of tests in $work/none; scripts/test keeps them there"
if [ "$found" != "$expected" ]; then
    printf '%s: expected\n%s\nfound\n%s\n' "$0" "$expected" "$found" >&2
    failures=$((failures + 1))
fi

[ $failures -eq 0 ]
