#!/bin/sh
# Whether scripts/coverage finds what is wrong with a document like docs/coverage.md, and nothing where all is well.
#
# usage: coverage.sh ROOT
#
# SPDX-License-Identifier: Apache-2.0
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

# finds TEXT ROW: of a document in which all rows but one (W7) are right, the check says TEXT, or nothing where that is empty.
finds() {
    {
        for rows in W25 P10 D14 R20 U21; do
            row=1
            while [ $row -le "${rows#?}" ]; do
                name=${rows%"${rows#?}"}$row
                [ "$name" = W7 ] || echo "| $name | \`modules\` |"
                row=$((row + 1))
            done
        done
        printf '%s\n' "$2"
    } >"$work/coverage.md"
    found=$(scripts/coverage "$work/coverage.md" "$work/results" 2>&1)
    code=$?
    if [ -z "$1" ]; then
        expected="90 rows, each shown by tests that passed" expected_code=0
    else
        expected=$(printf '%s\n' "$1" | sed "s|^|$work/coverage.md: |") expected_code=1
    fi
    if [ "$found" != "$expected" ] || [ $code != $expected_code ]; then
        printf '%s: of %s\nexpected %s\n%s\nfound %s\n%s\n' "$0" "$2" $expected_code "$expected" $code "$found" >&2
        failures=$((failures + 1))
    fi
}

# WHEN a document names tests that passed THEN nothing is found
finds '' '| W7 | `W1_aCupIsFilled` |'
finds '' '| W7 | words, `W1_aCupIsFilled`, `aCupIsFilledWith` (CupTests, FillTests); more words: `W2: a cup (full) is spilled` |'
finds '' '| W7 | `FillTests`, `modules`, `Tests/C/abi_call.c`, `docs/coverage.md` |'
finds '' '| W7 | `testAJugIsFilled` (JugTests) |'

# WHEN it names what is not there, or did not run or pass THEN that is told
finds 'W7: no test "aCupIsEmptied" has run' '| W7 | `W1_aCupIsFilled`, `aCupIsEmptied` |'
finds 'W7: no test "scenarios.todo.story" has run' '| W7 | `scenarios.todo.story` |'
finds 'W7: no test "Tests/C/abi_drive.c" has run' '| W7 | `Tests/C/abi_drive.c` |'
finds 'W7: there is no Tests/C/abi_tea.c' '| W7 | `Tests/C/abi_tea.c` |'
finds 'W7: no test "aCupIsFilledWith" of SpillTests has run; there is one of CupTests.FillTests' \
    '| W7 | `W1_aCupIsFilled`, `aCupIsFilledWith` (SpillTests) |'
finds 'W7: no test "modules" of CupTests has run; there is one of ctest' '| W7 | `modules` (CupTests) |'
finds 'W7: the test "aCupBreaks" of CupTests.SpillTests failed' '| W7 | `aCupBreaks` |'
finds 'W7: the test "aCupMelts" of CupTests.SpillTests was skipped' '| W7 | `aCupMelts` (SpillTests) |'
finds 'W7: the test "aCupBreaks" of CupTests.SpillTests failed
W7: the test "aCupMelts" of CupTests.SpillTests was skipped' '| W7 | `SpillTests` |'
finds 'W7: the test "testAJugIsEmptied" of JugTests failed' '| W7 | `testAJugIsEmptied` |'
finds 'W7: the test "testAJugMelts" of JugTests was skipped' '| W7 | `testAJugMelts` |'
finds 'W7: the test "c.abi_fd" failed' '| W7 | `c.abi_fd` |'
finds 'W7: the test "c.abi_syscalls" was skipped' '| W7 | `Tests/C/abi_syscalls.c` |'

# WHEN a row names nothing, is missing, doubled or of no document THEN that is told
finds 'W7: names no test' '| W7 | the view model |'
finds 'W7: names no test' '| W7 | `docs/coverage.md` |'
finds 'W7: says "not yet"
W7: names no test' '| W7 | not yet: the view model comes later |'
finds 'W7: says "not yet"' '| W7 | `modules`; the view model is not yet there |'
finds 'found 0 rows W7; one is expected' ''
finds 'found 2 rows W8; one is expected' '| W7 | `modules` |
| W8 | `modules` |'
finds 'found a row W26, which no document has' '| W7 | `modules` |
| W26 | `modules` |'

# WHEN there are no results THEN that is told
found=$(scripts/coverage "$work/coverage.md" "$work/none" 2>&1) && failures=$((failures + 1))
expected="scripts/coverage: found no results of tests in $work/none; scripts/test keeps them there"
if [ "$found" != "$expected" ]; then
    printf '%s: expected\n%s\nfound\n%s\n' "$0" "$expected" "$found" >&2
    failures=$((failures + 1))
fi

[ $failures -eq 0 ]
