# The scenarios of all apps through adit serve: the relay library passes the calls of scenario to a driver that speaks to it.
# Called with four more arguments: scenario, the relay library, and the libraries of the examples.
#
# SPDX-License-Identifier: Apache-2.0
set -eu
here=$(cd "$(dirname "$0")" && pwd)
scenarios=$here/../../examples-c/scenarios
export ADIT_SERVE="$1" PYTHONDONTWRITEBYTECODE=1
scenario=$2 relay=$3 cores=$4 showcase=$5

# run LIBRARY APP...
run() {
    export ADIT_DRIVER="python3 $here/serve/driver.py $1"
    shift
    files=
    for app in "$@"; do
        for file in "$scenarios/$app"/*.json; do
            case ${file#"$scenarios/"} in
            # Several messages are sent before the core is driven, and their patches are one.
            counter/parts.json | todo/following.json) continue ;;
            # The parent process has no clients.
            todo/clients.json) continue ;;
            esac
            files="$files $file"
        done
    done
    # shellcheck disable=SC2086
    "$scenario" "$relay" $files >"$output" 2>&1 && grep -q ': all is well$' "$output" || {
        cat "$output" >&2
        exit 1
    }
}
output=$(mktemp)
trap 'rm -f "$output"' EXIT
run "$cores" counter todo
run "$showcase" chat profile reader travelPlanner
