#!/bin/sh
# The first message in each language by the text of its README alone: its commands are run and its program is written in a Debian
# that has Adit's packages and nothing else, and the output has to be what stands there (readme.awk). Each language has a Debian of its
# own, so a package that a README does not name is not there. Needs the network, as a reader does, and root.
#
# usage: readmes.sh [NAME…]     the names of bindings, such as python, or c; all by default. See image.sh for the environment.
set -eu
root=$(cd -P "$(dirname "$0")/../.." && pwd)
[ "$(id -u)" = 0 ] || exec sudo -E "$0" "$@"
folder=${ADIT_DEBIAN_FOLDER:-$root/build/debian}
. "$root/Tests/Install/image.sh"

names=${*:-c cpp csharp go java lua node python ruby rust}
for name in $names; do
    [ "$name" = c ] || [ -e "$root/bindings/$name/README.md" ] || fail "found the name $name; c, or one of bindings/ is expected: $(ls "$root/bindings")"
done

# GIVEN a Debian with Adit's packages
make_packages
make_base
start_system prepared "$base"
prepare_system
within apt-get update
within sh -c 'apt-get install /adit/libadit0_*.deb /adit/libadit-gateways0_*.deb /adit/libadit-dev_*.deb /adit/adit-tools_*.deb'
stop_system

# follow README SECTION…: does what its sections say, in /root, beside the folder adit. An empty name is that of the beginning.
follow() {
    readme=$1
    shift
    for section in "$@"; do
        awk -v folder=/tmp -v section="$section" -f "$root/Tests/Install/readme.awk" "$readme" || return 1
    done >"$system/tmp/script"
    in_system sh -c 'cd /root && exec sh /tmp/script'
}
passed=0 failed=0
try() {
    if follow "$@" >"$log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$1: failed" >&2
        for file in "$log" "$system/tmp/found"; do
            [ ! -e "$file" ] || tail -n 30 "$file" | sed "s|^|    $(basename "$file"): |" >&2
        done
    fi
}
for name in $names; do
    # WHEN a reader has the repository THEN the README leads to the first message.
    start_system "$name" "$layers/prepared" "$base"
    mkdir -p "$system/root/adit"
    (cd "$root" && git ls-files -co --exclude-standard bindings examples-c include | tar -c -T -) | tar -x -C "$system/root/adit"
    case $name in
        c) try "$root/docs/packages.md" "## Hosts in C" ;;
        # A wheel carries a library and what that needs, and is installed.
        python) try "$root/bindings/python/README.md" "" "## Wheels" ;;
        *) try "$root/bindings/$name/README.md" "" ;;
    esac
    stop_system
    rm -rf "${layers:?}/$name" "${layers:?}/$name.work"
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
