#!/bin/sh
# Whether the headers are clean: adit.h under all warnings of clang and gcc in each standard, and for the tools that make bindings of
# it (pycparser, cffi, bindgen, cgo); adit.hpp, adit_nlohmann.hpp, adit_typed.hpp and adit_patch.h under their usual warnings. Quiet where all is well.
#
# usage: headers.sh [INCLUDE-FOLDER [LIBRARY-FOLDER]]
#
# A tool that is not there is a failure: Tests/Install/packages lists them.
set -u
root=$(cd -P "$(dirname "$0")/../.." && pwd)
include=${1:-$root/include} lib=${2:-$root/build/lib}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

check() {
    # check NAME COMMAND...
    name=$1
    shift
    if "$@" >"$work/log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf '%s: %s\n' "$0" "$name" >&2
        cat "$work/log" >&2
    fi
}

printf '#include "adit.h"\nint main(void) { return adit_abi_version() == ADIT_ABI_VERSION ? 0 : 1; }\n' >"$work/a.c"
printf '#include "adit.hpp"\nint main() { adit::Core core("counter"); core.send("{}"); return core.close() ? 0 : 1; }\n' >"$work/a.cpp"
printf '#include "adit_nlohmann.hpp"\nint main() { adit::JsonCore core("counter"); return core.close() ? 0 : 1; }\n' >"$work/n.cpp"
printf '#include "adit_typed.hpp"\nint main() { return adit::typed::Table<int, bool>().empty() ? 0 : 1; }\n' >"$work/t.cpp"
printf '#include "adit_patch.h"\nint main(void) { adit_mirror m = adit_mirror_make("a", "/a"); adit_mirror_destroy(&m); return 0; }\n' >"$work/p.c"

# The warnings that are off contradict each other, or the standard: C++98 beside C++17, padding, a C header in C++.
for standard in c99 c11 c17; do
    check "adit.h, clang -Weverything, $standard" clang -fsyntax-only -std=$standard -Weverything -Werror -Wno-padded \
        -Wno-declaration-after-statement -I "$include" "$work/a.c"
    check "adit.h, gcc, $standard" gcc -fsyntax-only -std=$standard -Wall -Wextra -pedantic-errors -Wstrict-prototypes -Wconversion \
        -Wshadow -Wundef -Wcast-qual -Werror -I "$include" "$work/a.c"
done
for standard in c++98 c++11 c++17 c++20; do
    # Of C++98: long long is of <stdint.h>, and the header's comments and enums end as C99 has it.
    check "adit.h, clang -Weverything, $standard" clang++ -x c++ -fsyntax-only -std=$standard -Weverything -Werror -Wno-padded \
        -Wno-c++98-compat -Wno-c++98-compat-pedantic -Wno-c++11-long-long -Wno-old-style-cast -Wno-zero-as-null-pointer-constant \
        -I "$include" "$work/a.c"
    check "adit.h, g++, $standard" g++ -x c++ -fsyntax-only -std=$standard -Wall -Wextra -pedantic -Wno-long-long -Werror \
        -I "$include" "$work/a.c"
done
for standard in c++17 c++20; do
    for compiler in g++ clang++; do
        for file in a n t; do
            check "$file.cpp, $compiler, $standard" $compiler -fsyntax-only -std=$standard -Wall -Wextra -Wpedantic -Wshadow \
                -Wconversion -Wold-style-cast -Werror -I "$include" "$work/$file.cpp"
        done
    done
done
for standard in c11 c17 gnu17; do
    check "adit_patch.h, gcc, $standard" gcc -fsyntax-only -std=$standard -Wall -Wextra -Wpedantic -Wshadow -Werror \
        -I "$include" "$work/p.c"
    check "adit_patch.h, clang, $standard" clang -fsyntax-only -std=$standard -Wall -Wextra -Wpedantic -Wshadow -Werror \
        -I "$include" "$work/p.c"
done

# What makes bindings of headers. They read what the preprocessor leaves; the types of <stdint.h> are theirs.
cat >"$work/read.py" <<'PY'
import re
import subprocess
import sys

include = sys.argv[1]
mode = sys.argv[2]
fakes = sys.argv[3]
open(fakes + "/stddef.h", "w").write("typedef unsigned long size_t;\n#define NULL 0\n")
open(fakes + "/stdint.h", "w").write(
    "typedef int int32_t;\ntypedef unsigned int uint32_t;\ntypedef unsigned long uint64_t;\n#define UINT32_MAX 4294967295U\n")
text = subprocess.run(
    ["cc", "-E", "-P", "-nostdinc", "-I", fakes, include + "/adit.h"], check=True, capture_output=True, text=True).stdout
if mode == "pycparser":
    from pycparser import c_ast, c_parser

    tree = c_parser.CParser().parse(text)
    names = {node.name for node in tree.ext if isinstance(node, c_ast.Decl) and isinstance(node.type, c_ast.FuncDecl)}
else:
    import cffi

    text = re.sub(r"typedef unsigned long size_t;|typedef [a-z ]+ u?int(32|64)_t;", "", text)
    ffi = cffi.FFI()
    ffi.cdef(text)
    names = {name for name in re.findall(r"\b(adit_[a-z_]+)\(", text) if ffi.typeof(ffi.cast("void *", 0))}
    assert ffi.sizeof("adit_error") == 256, ffi.sizeof("adit_error")
    library = ffi.dlopen(sys.argv[4])
    assert library.ADIT_EDENIED == -22
    for name in names:
        getattr(library, name)
assert len(names) == 22, sorted(names)
PY
mkdir "$work/fakes"
python=python3
[ ! -x /usr/bin/python3 ] || python=/usr/bin/python3
check "pycparser" "$python" "$work/read.py" "$include" pycparser "$work/fakes"
check "cffi" "$python" "$work/read.py" "$include" cffi "$work/fakes" "$lib/libadit_cores.so"

run_bindgen() {
    bindgen "$include/adit.h" --allowlist-function 'adit_.*' --allowlist-type 'adit_.*' --allowlist-var 'ADIT_.*' >"$work/adit.rs" &&
        [ "$(grep -c 'pub fn adit_' "$work/adit.rs")" -eq 22 ] && grep -q 'ADIT_EDENIED' "$work/adit.rs"
}
check "bindgen" run_bindgen

mkdir "$work/go"
cat >"$work/go/main.go" <<'GO'
package main

// #include <adit.h>
import "C"
import "fmt"

func main() {
	var text *C.char
	var length C.size_t
	if C.adit_abi_version() != C.ADIT_ABI_VERSION || C.adit_catalog(nil, &text, &length) != C.ADIT_OK {
		panic("the library is of another version")
	}
	fmt.Println(C.GoStringN(text, C.int(length)))
	C.adit_free(nil)
}
GO
run_cgo() {
    (cd "$work/go" && HOME=$work GO111MODULE=off GOFLAGS= CGO_CFLAGS="-I$include -Wall -Werror" \
        CGO_LDFLAGS="-L$lib -ladit_cores -Wl,-rpath,$lib" go run main.go) | grep -q '"counter"'
}
check "cgo" run_cgo

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
