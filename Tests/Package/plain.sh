#!/bin/sh
# Whether a library that is built by the toolchain's plain options alone works, without any option of scripts/cmake: a C program is linked
# with it and drives it, in memory and on a store.
#
# usage: plain.sh ROOT SCRATCH-FOLDER CONFIGURATION [C COMPILER]
#
# CONFIGURATION is debug or release; what SwiftPM has built stays in SCRATCH-FOLDER. with-macros saves the minutes that swift-syntax takes;
# the library is the same.
set -eu
root=$(realpath "$1") scratch=$2 configuration=$3 cc=${4:-cc}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "$0: $*" >&2
    exit 1
}
quietly() {
    if ! "$@" >"$work/log" 2>&1; then
        cat "$work/log" >&2
        fail "failed: $*"
    fi
}

# GIVEN a library as SwiftPM builds it
quietly "$root/scripts/with-macros" swift build --package-path "$root/examples" --scratch-path "$scratch" \
    --disable-build-manifest-caching -c "$configuration" --product AditCores -Xswiftc -static-stdlib
library=$scratch/$configuration/libAditCores.so
# THEN the Swift runtime is in it, without the crash handler that would handle the host's signals
readelf -d "$library" | grep NEEDED >"$work/needed"
! grep -i swift "$work/needed" >&2 || fail "$library needs a library of Swift"
if nm "$library" | grep '_swift_installCrashHandler' >&2; then fail "$library has the crash handler"; fi

# WHEN C programs are linked with it
program() { quietly "$cc" -std=c11 -Wall -Wextra -Werror -I "$root/include" -o "$work/$1" "$2" "$library" -Wl,-rpath,"$(realpath "$scratch/$configuration")"; }
program hello "$root/examples-c/hello.c"
cat >"$work/kept.c" <<'C'
#include <adit.h>
#include <stdio.h>

static void hear(void *context, adit_core core, const char *json, size_t length) {
    (void)context, (void)core;
    printf("%.*s\n", (int)length, json);
}

int main(int count, char **arguments) {
    char config[1000];
    adit_core core;
    adit_error error;
    if (count != 2)
        return 2;
    snprintf(config, sizeof config, "{\"store\":{\"path\":\"%s\"}}", arguments[1]);
    if (adit_open(ADIT_ABI_VERSION, "counter", config, ADIT_NTS, hear, NULL, NULL, &core, &error) != ADIT_OK) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    adit_send(core, "{\"counter\":{\"request\":{\"increment\":{\"by\":2}}}}", ADIT_NTS, NULL);
    adit_process(core, 0);
    return adit_close(core, 1000);
}
C
program kept "$work/kept.c"
# THEN they get answers, and the second one goes on with what it has kept
says() {
    text=$1
    shift
    found=$("$@") || fail "$* failed: $found"
    [ "$found" = "$text" ] || fail "$* printed $found; $text is expected"
}
answer() { echo '{"counter":{"response":{"wasIncremented":{"to":'"$1"'}}}}'; }
says "$(answer 2)" "$work/hello"
closed='{"@closed":{}}'
says "$(answer 2)
$closed" "$work/kept" "$work/state.adit"
says "$(answer 4)
$closed" "$work/kept" "$work/state.adit"
