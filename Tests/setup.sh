#!/bin/sh
# The lists of scripts/setup: what a build needs, and what tests need besides; what it does where there is no apt, and before it uses sudo.
# And scripts/watched, by which scripts say what they do.
#
# usage: setup.sh ROOT
set -eu
root=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "$0: $*" >&2
    exit 1
}
says() { grep -qF -- "$1" "$work/said" || fail "expected $1, found: $(cat "$work/said")"; }
says_not() { ! grep -qF -- "$1" "$work/said" || fail "expected no $1, found: $(cat "$work/said")"; }

# GIVEN a machine that has all commands of the first list but cmake, and none of the second
mkdir "$work/bin"
for command in cat cut date git make gcc g++ strip pkg-config mktemp rm; do
    ln -s "$(command -v $command)" "$work/bin/$command" || fail "found no $command"
done
fake() { printf '#!/bin/sh\n%s\n' "$2" >"$work/bin/$1" && chmod +x "$work/bin/$1"; }
fake swift 'exit 0'
fake id 'echo 1000'
fake sudo "echo \"\$@\" >>\"$work/called\""
# setup ARGUMENT...: its output is in said, its status in status.
setup() {
    status=0
    PATH="$work/bin" "$root/scripts/setup" "$@" >"$work/said" 2>&1 </dev/null || status=$?
}

# WHEN there is no apt THEN what is missing is printed, of the list that is asked for
setup
[ $status -eq 1 ] || fail "found status $status"
says 'found no apt-get. These packages of Debian, or what they are called here, are missing:'
says '  cmake'
for package in chromium valgrind tmux libglib2.0-dev libuv1-dev git; do says_not "$package"; done
setup --tests doxygen
[ $status -eq 1 ] || fail "found status $status"
for package in cmake chromium valgrind tmux doxygen; do says "  $package"; done
setup --test
[ $status -eq 2 ] || fail "found status $status"
says 'found --test'

# GIVEN apt, and a user at a terminal who is not root
fake apt-get 'exit 1'
at_terminal() {
    status=0
    echo "$1" | PATH="$work/bin:/usr/bin:/bin" script -qec "env PATH='$work/bin' '$root/scripts/setup'" /dev/null >"$work/said" 2>&1 || status=$?
}
# WHEN the question is answered with no THEN sudo is not called, and the command is printed
at_terminal n
says 'Missing: cmake'
says 'Install these with sudo apt-get? [y/N]'
says 'Nothing was installed. The command is: sudo apt-get install cmake'
[ $status -eq 1 ] || fail "found status $status"
[ ! -e "$work/called" ] || fail "sudo was called: $(cat "$work/called")"
# WHEN it is answered with yes THEN that list is installed, and nothing else
at_terminal y
[ $status -eq 0 ] || fail "found status $status: $(cat "$work/said")"
printf 'apt-get update\napt-get install -y --no-install-recommends cmake\n' | diff - "$work/called" >&2 || fail "other calls are expected"

# WHEN nothing is missing THEN nothing is printed
fake cmake 'exit 0'
setup
[ $status -eq 0 ] && [ ! -s "$work/said" ] || fail "found status $status: $(cat "$work/said")"

# GIVEN a command that ends well WHEN it is watched THEN its output is in the file alone
"$root/scripts/watched" "$work/logs/log" echo well >"$work/said" 2>&1
[ ! -s "$work/said" ] || fail "found $(cat "$work/said")"
[ "$(cat "$work/logs/log")" = well ] || fail "found $(cat "$work/logs/log")"
# GIVEN one that fails THEN its output is shown, and its status is that of watched
status=0
"$root/scripts/watched" "$work/log" sh -c 'echo badly; exit 7' >"$work/said" 2>&1 || status=$?
[ $status -eq 7 ] || fail "found status $status"
says badly
# WHEN it takes its time at a terminal THEN what it does is shown meanwhile
script -qec "'$root/scripts/watched' '$work/log' sh -c 'echo compiling; sleep 2.5'" /dev/null >"$work/said" 2>&1 </dev/null
grep -q '[12] s  compiling' "$work/said" || fail "found $(cat "$work/said")"
# GIVEN one that hangs, with a program that it has started WHEN its time is over THEN both are stopped, and that is said
status=0
ADIT_LIMIT=1 "$root/scripts/watched" "$work/log" sh -c 'echo hanging; sleep 987.5; echo ended' >"$work/said" 2>&1 || status=$?
[ $status -eq 124 ] || fail "found status $status"
says hanging
says 'stopped after 1, the limit by ADIT_LIMIT: sh -c'
! pgrep -f 'sleep 987.5' >/dev/null || fail "the program of a command that was stopped still runs"
# WHEN watched itself is terminated THEN so is the command
"$root/scripts/watched" "$work/log" sleep 987.25 >"$work/said" 2>&1 &
watched=$!
for _ in 1 2 3 4 5 6 7 8 9 10; do pgrep -f 'timeout.* sleep 987.25' >/dev/null && break || sleep 0.2; done
kill $watched
wait $watched && fail "watched ended well" || [ $? -eq 130 ] || fail "another status is expected"
! pgrep -xf 'sleep 987.25' >/dev/null || sleep 1
! pgrep -xf 'sleep 987.25' >/dev/null || fail "the command of a watched that was terminated still runs"
