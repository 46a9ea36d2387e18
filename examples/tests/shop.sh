#!/bin/sh
# A huge app: twenty features in five packages of their own. Builds it, tests it, and drives its library by a scenario.
#
# usage: shop.sh ROOT SCRATCH-FOLDER SCENARIO-PROGRAM
set -eu
root=$1 scratch=$2 adit=$3
cd "$root"
# The folder may be that of other packages. Without the last option, SwiftPM takes the plan of the package that was built there before.
set -- --package-path examples/Shop --scratch-path "$scratch" --disable-build-manifest-caching
scripts/with-macros scripts/cmake/quietly swift build "$@" --build-tests
scripts/with-macros scripts/cmake/quietly swift build "$@" --product Shop
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# GIVEN the shop WHEN its tests run THEN they pass
scripts/with-macros swift test "$@" --skip-build --disable-xctest >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
grep -q 'Test run with 2 tests.* passed' "$log" || { cat "$log" >&2; exit 1; }
# WHEN its library is driven as by any host THEN the scenario holds
"$adit" scenario "$scratch/debug/libShop.so" examples/Shop/scenarios/*.json
