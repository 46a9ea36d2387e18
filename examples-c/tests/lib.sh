# What the tests share. Each is called as `sh TEST.sh PROGRAM`, in any folder; RUN may name what to run the program
# under, such as "valgrind --quiet".
set -eu

here=$(cd "$(dirname "$0")" && pwd)
program=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export XDG_DATA_HOME="$scratch/data" # where todo keeps its list: never in that of whoever runs the tests

fail() {
    echo "FAILED: $*" >&2
    exit 1
}

# Runs the program, or its subcommand, with what is given; its output goes to $scratch/out, in the order in which it was written.
subcommand=
run() {
    status=0
    ${RUN:-} "$program" $subcommand "$@" >"$scratch/out" 2>&1 || status=$?
}

# Edits the output of the last run, as sed does.
edit() {
    sed "$1" "$scratch/out" >"$scratch/edited"
    mv "$scratch/edited" "$scratch/out"
}

# Takes the hashes out of the output of the last run: they change whenever anything in a catalog does.
anonymous() {
    edit 's/([0-9a-f]\{16\})/(HASH)/'
}

# The last run ended so.
ended_with() {
    [ "$status" -eq "$1" ] || { head -c 4000 "$scratch/out" >&2; fail "the status is $status, not $1"; }
}

# The last run printed this file.
printed() {
    diff -u "$1" "$scratch/out" >&2 || fail "the output is not that of $1"
}

# The last run printed a line like this.
printed_line() {
    grep -q -e "$1" "$scratch/out" || { head -c 4000 "$scratch/out" >&2; fail "no line like $1"; }
}
