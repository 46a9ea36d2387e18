#!/bin/sh
# Whether docs/architecture.md names every folder of the sources.
#
# usage: folders.sh ROOT
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$1/Sources" || exit 1
failures=0

# GIVEN the folders of the sources, WHEN they are looked for in the document, THEN each is there.
for folder in */ */*/; do
    grep -qF "\`${folder%/}\`" ../docs/architecture.md && continue
    echo "$0: found no \`${folder%/}\` in docs/architecture.md" >&2
    failures=$((failures + 1))
done

[ $failures -eq 0 ]
