#!/bin/sh
# What the library file looks like from outside: names, dependencies, flags, size; and the header compiles alone.
#
# usage: exports.sh LIBRARY SONAME INCLUDE-FOLDER [C COMPILER [C++ COMPILER]]
set -u
library=$1 soname=$2 include=$3 cc=${4:-cc} cxx=${5:-c++}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

fail() {
    echo "$0: $*" >&2
    failures=$((failures + 1))
}

# GIVEN the header and the library, WHEN their names are compared, THEN they are the same twenty-two.
sed -e 's://.*::' "$include/adit.h" | tr '\n' ' ' | sed -e 's:/\*[^*]*\*\+\([^/*][^*]*\*\+\)*/::g' |
    grep -o '\badit_[a-z_]*(' | tr -d '(' | sort -u >"$work/header"
nm -D --defined-only "$library" | awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' | sort -u >"$work/library"
diff "$work/header" "$work/library" >"$work/difference" ||
    fail "found other exported names (>) than those of adit.h (<):
$(cat "$work/difference")"
count=$(wc -l <"$work/header")
[ "$count" -eq 22 ] || fail "found $count functions in adit.h, expected 22"
# THEN each has the version of Adit in which it came.
readelf -W --dyn-syms "$library" | awk '$7 != "UND" && $8 ~ /^adit_/ && $8 !~ /@@ADIT_0\.[0-9]+$/ { print $8 }' >"$work/unversioned"
[ ! -s "$work/unversioned" ] || fail "found functions without a version such as ADIT_0.1: $(cat "$work/unversioned")"

# GIVEN the library, WHEN its needs are listed, THEN there is no library of Swift, no Foundation and no ICU among them.
ldd "$library" >"$work/needs" || fail "ldd failed"
if grep -i -E 'swift|foundation|icu|dispatch|not found' "$work/needs" >"$work/unwanted"; then
    fail "found among what the library needs:
$(cat "$work/unwanted")"
fi
# THEN those that are loaded with it are the C library, libm, jansson and SQLite, and what the Swift runtime is linked with: libstdc++ and
# libgcc_s. They are not linked in: the host's exceptions unwind by the same copies.
needed=$(readelf -d "$library" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | grep -v '^ld-linux' | sort | tr '\n' ' ')
expected='libc.so.6 libgcc_s.so.1 libjansson.so.4 libm.so.6 libsqlite3.so.0 libstdc++.so.6 '
[ "$needed" = "$expected" ] || fail "found needed: $needed; $expected is expected"

# Linked in statically, it would not show there.
if nm "$library" 2>/dev/null | grep -m 3 -E '10Foundation|FoundationEssentials' >"$work/unwanted"; then
    fail "found Foundation in the library:
$(cat "$work/unwanted")"
fi

# THEN the parts of the Swift runtime are not in it that look for swift-backtrace at the start and would handle the host's signals
# (Sources/CSwiftRuntime/CrashHandler.c).
if nm "$library" 2>/dev/null | grep -E '_GLOBAL__sub_I_Backtrace|_swift_installCrashHandler' >"$work/unwanted"; then
    fail "found in the library: $(cat "$work/unwanted")"
fi

# GIVEN the library, WHEN its dynamic section is read, THEN it has its SONAME and cannot be unloaded.
readelf -d "$library" >"$work/dynamic"
grep SONAME "$work/dynamic" | grep -qF "[$soname]" ||
    fail "expected the SONAME $soname, found $(grep SONAME "$work/dynamic")"
grep -q 'FLAGS_1.*NODELETE' "$work/dynamic" ||
    fail "expected the flag NODELETE, found $(grep FLAGS "$work/dynamic")"
if grep -q TEXTREL "$work/dynamic"; then fail "found text relocations"; fi
grep -E -q 'SYMBOLIC' "$work/dynamic" || fail "expected -Bsymbolic, found $(grep FLAGS "$work/dynamic")"

# GIVEN the library, WHEN its dynamic section and its segments are read, THEN it is hardened: all addresses are looked up when
# it is loaded and cannot be altered from then on, and nothing is writable and executable.
readelf -lW "$library" >"$work/segments"
grep -q 'FLAGS.*BIND_NOW' "$work/dynamic" || fail "expected BIND_NOW, found $(grep FLAGS "$work/dynamic")"
grep -q 'GNU_RELRO' "$work/segments" || fail "found no RELRO segment"
grep 'GNU_STACK' "$work/segments" | grep -q ' RW ' || fail "found $(grep GNU_STACK "$work/segments"), expected RW"
if grep -E '^ *LOAD' "$work/segments" | grep -q ' RWE '; then fail "found a segment that is writable and executable"; fi
# The global offset table, with the addresses of functions, has to lie in what is read-only.
if readelf -SW "$library" | grep -q ' \.got\.plt '; then
    start=$(readelf -SW "$library" | sed -n 's/.* \.got\.plt  *PROGBITS  *\([0-9a-f]*\) .*/\1/p')
    readelf -lW "$library" | awk -v start="$start" '
    function number(text, i, value) {
        for (i = 1; i <= length(text); i++) value = value * 16 + index("0123456789abcdef", substr(text, i, 1)) - 1
        return value
    }
    $1 == "GNU_RELRO" { from = number(substr($3, 3)); to = from + number(substr($6, 3)) }
    END { exit !(number(start) >= from && number(start) < to) }' || fail "found .got.plt outside of the RELRO segment"
fi

# THEN it has unwind tables with their index, by which exceptions of the host pass through its functions.
readelf -SW "$library" | grep -q ' \.eh_frame ' || fail "found no section .eh_frame"
grep -q 'GNU_EH_FRAME' "$work/segments" || fail "found no segment GNU_EH_FRAME, the index of the unwind tables"

# THEN it takes none of the room that glibc keeps for thread-local variables of libraries that are opened late, which a dozen
# libraries use up.
if grep -q 'STATIC_TLS' "$work/dynamic"; then
    fail "found STATIC_TLS: $(readelf -rW "$library" | grep TPOFF64)"
fi
# THEN it needs no library of which it uses nothing.
unused=$(ldd -u -r "$library" 2>/dev/null | grep '^	/') && fail "found libraries that are needed for nothing: $unused"

if grep -E '\((RPATH|RUNPATH)\)' "$work/dynamic" | grep '/' >"$work/paths"; then
    fail "found a path of the building machine: $(cat "$work/paths")"
fi

# GIVEN the library, WHEN it is stripped, THEN it has less than 12.3 MB; the one with four apps and AditGateways less than 13.3.
strip -o "$work/stripped" "$library" || fail "strip failed"
size=$(wc -c <"$work/stripped")
most=12300000
[ "${soname%%.*}" != libadit_showcase ] || most=13300000
[ "$size" -lt $most ] || fail "found $size bytes when stripped, expected less than $most"

# GIVEN the header alone, WHEN compiled in each language with all warnings as errors, THEN it compiles.
compile() {
    compiler=$1
    shift
    "$compiler" "$@" -Wall -Wextra -pedantic -Werror -I"$include" -fsyntax-only "$here/header.c" 2>"$work/messages" ||
        fail "$compiler $*:
$(cat "$work/messages")"
}
compile "$cc" -x c -std=c99
compile "$cc" -x c -std=c11 -Wstrict-prototypes
compile "$cxx" -x c++ -std=c++17

exit $((failures > 0))
