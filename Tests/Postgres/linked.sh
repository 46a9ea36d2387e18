#!/bin/sh
# Whether only a library with POSTGRES needs libpq, and whether it exports nothing of it.
#
# usage: linked.sh LIBRARY-WITH-POSTGRES FILE...
set -eu
with=$1
shift
needs() {
    [ -f "$1" ] || { echo "$0: found no $1" >&2; exit 1; }
    readelf -d "$1" | grep -q "NEEDED.*libpq\\.so"
}
needs "$with" || { echo "$0: $with does not need libpq" >&2; exit 1; }
for file in "$@"; do
    # PQconnectPoll would be of a static libpq: adit loads the shared one by its functions' names.
    if needs "$file" || strings "$file" | grep -q PQconnectPoll; then
        echo "$0: $file needs libpq" >&2
        exit 1
    fi
done
exported=$(nm -D --defined-only "$with" | awk '{ print $3 }' | grep -v '^ADIT_' | sed 's/@@.*//' | grep -v '^adit_' || true)
[ -z "$exported" ] || { echo "$0: $with exports $exported" >&2; exit 1; }
