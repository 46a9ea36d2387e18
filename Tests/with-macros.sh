#!/bin/sh
# How scripts/with-macros hands the macros to SwiftPM: as a library, compiled against the toolchain's swift-syntax; and what it says and
# does where the toolchain has none, or another one.
#
# usage: with-macros.sh ROOT
set -eu
root=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
    echo "$0: $*" >&2
    exit 1
}
# says TEXT FILE
says() { grep -qF -- "$1" "$2" || fail "expected $1, found $(cat "$2")"; }

# A program in place of SwiftPM, which prints how it is called.
cat >"$work/called" <<'SH'
#!/bin/sh
echo "library=${ADIT_MACRO_LIBRARY-none} CC=${CC-none} CXX=${CXX-none}"
printf '<%s>\n' "$@"
SH
chmod +x "$work/called"
# with_macros COMMAND...: its output is in said, its errors are in complaint.
with_macros() {
    CC=gcc CXX=g++ ADIT_MACRO_FOLDER="$work/kept here" "$root/scripts/with-macros" "$work/called" "$@" >"$work/said" 2>"$work/complaint" ||
        fail "failed: $(cat "$work/complaint")"
}

# GIVEN this toolchain WHEN a package is built THEN the compiler gets the library, and the manifest the variable
with_macros build --product Name
[ ! -s "$work/complaint" ] || fail "said $(cat "$work/complaint")"
library=$(sed -n 's/^library=\(.*\) CC=none CXX=none$/\1/p' "$work/said")
case $library in "$work/kept here/"*/libAditMacros.so) ;; *) fail "found $(cat "$work/said")" ;; esac
key=$(basename "$(dirname "$library")")
printf '<%s>\n' build --product Name -Xswiftc -load-plugin-library -Xswiftc "$library" -Xswiftc "-DADIT_MACROS_$key" >"$work/expected"
tail -n +2 "$work/said" | diff "$work/expected" - >&2 || fail "another call is expected"
# THEN the library expands a macro
cat >"$work/coded.swift" <<'SWIFT'
@attached(member) macro Model() = #externalMacro(module: "AditMacros", type: "ModelMacro")
@Model struct Point { var x: Point }
SWIFT
if swiftc -typecheck -load-plugin-library "$library" "$work/coded.swift" >"$work/typed" 2>&1; then
    fail "@Model was not expanded: its code needs names that are not there"
fi
! grep -q 'could not be found' "$work/typed" || fail "found $(cat "$work/typed")"
# WHEN it is called again THEN the library is the same file
before=$(stat -c '%i %Y' "$library")
with_macros build
[ "$before" = "$(stat -c '%i %Y' "$library")" ] || fail "$library was compiled anew"

# GIVEN macros that change WHEN a package is built in increments THEN what they expand is compiled anew
mkdir -p "$work/package/Sources" "$work/build"
cp -R "$root/Sources/AditMacros" "$work/package/Sources"
echo 'let answer = 42' >"$work/answer.swift"
cat >"$work/map" <<JSON
{"": {"swift-dependencies": "$work/build/all.swiftdeps"},
 "$work/answer.swift": {"object": "$work/build/answer.o", "swift-dependencies": "$work/build/answer.swiftdeps"}}
JSON
# compile: as SwiftPM does for debugging, with what the last call was given.
compile() {
    sed -n '/^<-Xswiftc>$/d; s/^<\(-.*\|\/.*\)>$/\1/p' "$work/said" | grep -v '^--' | tr '\n' '\0' |
        xargs -0 swiftc -incremental -driver-show-incremental -c -module-name Answer -output-file-map "$work/map" "$work/answer.swift" \
            >"$work/compiled" 2>&1 || fail "failed: $(cat "$work/compiled")"
}
export ADIT_PACKAGE="$work/package"
with_macros build
compile
compile
! grep -q 'different arguments' "$work/compiled" || fail "compiled anew without a change: $(cat "$work/compiled")"
echo '// A change.' >>"$work/package/Sources/AditMacros/Generation/EnumCoding.swift"
with_macros build
compile
says 'different arguments were passed to the compiler' "$work/compiled"
unset ADIT_PACKAGE

# GIVEN a toolchain without swift-syntax
mkdir -p "$work/toolchain/usr/lib/swift" "$work/toolchain/usr/bin"
cat >"$work/swift" <<SH
#!/bin/sh
echo '    "runtimeResourcePath": "$work/toolchain/usr/lib/swift"'
SH
chmod +x "$work/swift"
# WHEN a package is built THEN the macros are an ordinary target, and a message says so
SWIFT="$work/swift" with_macros test --filter Name
says "with-macros: found no swift-syntax in $work/toolchain/usr/lib/swift/host; swift-syntax is built from source instead" "$work/complaint"
printf 'library=none CC=none CXX=none\n<test>\n<--filter>\n<Name>\n' | diff - "$work/said" >&2 || fail "a call without the library is expected"

# GIVEN a toolchain with another swift-syntax, which the macros cannot be compiled with
mkdir -p "$work/toolchain/usr/lib/swift/host/SwiftSyntaxMacros.swiftmodule"
printf '#!/bin/sh\necho no such macro >&2\nexit 1\n' >"$work/toolchain/usr/bin/swiftc"
chmod +x "$work/toolchain/usr/bin/swiftc"
# WHEN a package is built THEN the same, and the compiler's errors are kept
SWIFT="$work/swift" with_macros build
says "with-macros: the macros could not be compiled with the swift-syntax in $work/toolchain/usr/lib/swift/host (" "$work/complaint"
log=$(sed -n 's/.*host (\(.*\)); swift-syntax is.*/\1/p' "$work/complaint")
says 'no such macro' "$log"
printf 'library=none CC=none CXX=none\n<build>\n' | diff - "$work/said" >&2 || fail "a call without the library is expected"
