# The scenarios of all apps through adit serve: libadit_served.so passes the calls of adit scenario to it.
# Called with four arguments: adit, libadit_served.so, and the libraries of the examples.
set -eu
scenarios=$(cd "$(dirname "$0")" && pwd)/../../examples-c/scenarios
adit=$1 served=$2 cores=$3 showcase=$4
export ADIT_SERVE="$adit"

# run LIBRARY APP...
run() {
    export ADIT_SERVED="$1"
    shift
    files=
    for app in "$@"; do files="$files $scenarios/$app/*.json"; done
    # shellcheck disable=SC2086
    "$adit" scenario "$served" $files >"$output" 2>&1 && grep -q ': all is well$' "$output" || {
        cat "$output" >&2
        exit 1
    }
}
output=$(mktemp)
trap 'rm -f "$output"' EXIT
run "$cores" counter todo
run "$showcase" chat profile reader travelPlanner
