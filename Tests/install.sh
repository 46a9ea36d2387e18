#!/bin/sh
# What "cmake --install" leaves, wherever the system keeps its libraries: libraries that can be executed and are stripped, the
# headers, the programs; programs in C and C++ are built and run with these alone, by pkg-config and by find_package; components are
# what they should be, and "uninstall" leaves nothing.
#
# usage: install.sh ROOT FOLDER CMAKE [C COMPILER]
set -eu
root=$1 cmake=$3
export CC="${4:-cc}"
# All lies beneath a folder called adit, as where a clone has the name that git gives it: a folder is not Adit's by that.
work=$2/adit
mkdir -p "$work"
build=$work/build
trees=$(mktemp -d "$work/trees.XXXXXX")
trap 'rm -rf "$trees"' EXIT

fail() {
    echo "$0: $*" >&2
    exit 1
}
quietly() {
    if ! "$@" >"$trees/log" 2>&1; then
        cat "$trees/log" >&2
        fail "$* failed"
    fi
}

# has_been_installed PREFIX LIBRARY-FOLDER
has_been_installed() {
    for library in adit_cores adit_showcase; do
        file=$(realpath "$1/$2/lib$library.so")
        [ "$(basename "$file")" != lib$library.so ] || fail "$1/$2/lib$library.so has no version"
        [ "$(realpath "$1/$2/lib$library.so.0")" = "$file" ] || fail "$1/$2/lib$library.so.0 does not lead to $file"
        mode=$(stat -c %a "$file")
        [ "$mode" = 755 ] || fail "$file has the mode $mode, expected 755"
        if readelf -SW "$file" | grep -E '\.(symtab|debug_info) '; then fail "$file is not stripped"; fi
    done
    [ -x "$1/bin/adit" ] || fail "found no $1/bin/adit"
    "$1/bin/adit" catalog "$1/$2/libadit_cores.so" | grep -q '^counter ' || fail "$1/bin/adit catalog shows no counter"
    # THEN a program can be made with what is there.
    quietly "$CC" -std=c11 -Wall -Wextra -Werror -I "$1/include" -o "$trees/hello" "$root/examples-c/hello.c" \
        -L "$1/$2" -l adit_cores -Wl,-rpath,"$1/$2"
    "$trees/hello" >"$trees/said" || fail "the program failed: $(cat "$trees/said")"
    grep -qx '{"counter":{"response":{"wasIncremented":{"to":2}}}}' "$trees/said" ||
        fail "the program said $(cat "$trees/said")"
    # THEN a core that adit new writes is configured by the command that it prints.
    rm -rf "$trees/notes"
    (cd "$trees" && quietly "$1/bin/adit" new notes)
    command=$(sed -n 's/.*Next: \(cd notes && cmake -B build\) && .*/\1/p' "$trees/log")
    [ -n "$command" ] || fail "adit new said $(cat "$trees/log")"
    (cd "$trees" && quietly sh -c "$command")
    grep -qx "Adit_DIR:PATH=$1/$2/cmake/Adit" "$trees/notes/build/CMakeCache.txt" ||
        fail "found $(grep Adit_DIR "$trees/notes/build/CMakeCache.txt"); $1/$2/cmake/Adit is expected"
}

# is_found PREFIX LIBRARY-FOLDER: pkg-config and find_package lead to it, wherever it is.
is_found() {
    flags=$(PKG_CONFIG_PATH=$1/$2/pkgconfig pkg-config --cflags --libs adit_cores) || fail "pkg-config finds no adit_cores in $1"
    # shellcheck disable=SC2086
    quietly "$CC" -std=c11 -Wall -Wextra -Werror -o "$trees/by-pkg-config" "$root/examples-c/hello.c" $flags -Wl,-rpath,"$1/$2"
    quietly "$trees/by-pkg-config"
    version=$(PKG_CONFIG_PATH=$1/$2/pkgconfig pkg-config --modversion adit)
    grep -q "ADIT_VERSION \"$version\"" "$root/include/adit.h" || fail "adit.pc says version $version"
    rm -rf "$trees/hosts"
    mkdir "$trees/hosts"
    cp "$root"/Tests/Install/CMakeLists.txt "$root"/Tests/Install/hello.cpp "$root"/Tests/Install/patch.c "$root/examples-c/hello.c" \
        "$trees/hosts"
    # CMake looks into lib64 only on systems that have it.
    found=CMAKE_PREFIX_PATH="$1"
    [ "$2" != lib64 ] || found=Adit_DIR="$1/$2/cmake/Adit"
    quietly "$cmake" -S "$trees/hosts" -B "$trees/hosts/build" "-D$found"
    quietly "$cmake" --build "$trees/hosts/build"
    for program in hello-c hello-cpp patch; do quietly "$trees/hosts/build/$program"; done
    # Another major version, and an unknown component, are refused.
    for wrong in '1.0' 'COMPONENTS Swiift'; do
        printf 'cmake_minimum_required(VERSION 3.25)\nproject(none LANGUAGES C)\nfind_package(Adit %s REQUIRED)\n' "$wrong" \
            >"$trees/hosts/CMakeLists.txt"
        if "$cmake" -S "$trees/hosts" -B "$trees/hosts/none" "-D$found" >"$trees/log" 2>&1; then
            fail "find_package(Adit $wrong) found $1"
        fi
    done
    grep -q 'Found the component Swiift; Patch or Swift is expected' "$trees/log" || fail "found no such error in $(cat "$trees/log")"
}

# GIVEN a build with each name of the library folder, WHEN it is installed, THEN all is there.
for folder in lib lib64 lib/x86_64-linux-gnu; do
    quietly "$cmake" -S "$root" -B "$build" -DCMAKE_INSTALL_LIBDIR="$folder"
    quietly "$cmake" --build "$build" --target adit_cores_build adit_showcase_build man completions sdk
    quietly make -C "$build/tools"
    quietly "$cmake" --install "$build" --prefix "$trees/$folder"
    has_been_installed "$trees/$folder" "$folder"
    is_found "$trees/$folder" "$folder"
done
# GIVEN the last of them, and files of others in the same folders, WHEN a package is made of it, THEN all is there.
mkdir -p "$trees/staged/usr/share/adit/new" "$trees/staged/usr/lib/adit" "$trees/staged/usr/empty"
touch "$trees/staged/usr/share/adit/new/of-another"
DESTDIR=$trees/staged quietly "$cmake" --install "$build" --prefix /usr
has_been_installed "$trees/staged/usr" lib/x86_64-linux-gnu
# WHEN it is moved elsewhere, THEN it is found there.
mv "$trees/staged/usr" "$trees/moved"
is_found "$trees/moved" lib/x86_64-linux-gnu
mv "$trees/moved" "$trees/staged/usr"
# WHEN it is uninstalled, THEN what was installed is gone, with Adit's folders, and what others have is there.
DESTDIR=$trees/staged quietly "$cmake" --build "$build" --target uninstall
left=$(cd "$trees/staged" && find . ! -type d -o -type d \( -iname adit -o -name 'libadit*' -o -name adit-tools \) | sort)
[ "$left" = "./usr/lib/adit
./usr/share/adit
./usr/share/adit/new/of-another" ] || fail "found after uninstall: $left"
[ -d "$trees/staged/usr/empty" ] || fail "uninstall has removed $trees/staged/usr/empty"
# WHEN all is Adit's, up to a prefix and a DESTDIR of that name, THEN these stay, and nothing above them is touched.
DESTDIR=$trees/adit quietly "$cmake" --install "$build" --prefix /opt/adit
DESTDIR=$trees/adit quietly "$cmake" --build "$build" --target uninstall
left=$(find "$trees/adit" ! -type d)
[ -z "$left" ] || fail "found after uninstall: $left"
[ -d "$trees/adit/opt/adit" ] || fail "uninstall has removed the prefix: found $(find "$trees/adit")"
left=$(find "$trees/adit/opt/adit/" -mindepth 1 -type d \( -iname adit -o -name 'libadit*' -o -name adit-tools \))
[ -z "$left" ] || fail "found after uninstall: $left"

# GIVEN each component alone, WHEN it is installed, THEN it has its own, and nothing else.
# has COMPONENT PATTERN...: all files of it match one of the patterns, and each pattern has one.
has() {
    component=$1
    shift
    rm -rf "$trees/component"
    quietly "$cmake" --install "$build" --prefix "$trees/component" --component "$component"
    (cd "$trees/component" && find . ! -type d | sort) >"$trees/files"
    for pattern in "$@"; do
        grep -qE "^\./$pattern" "$trees/files" || fail "the component $component has no $pattern"
        grep -vE "^\./$pattern" "$trees/files" >"$trees/rest" || true
        mv "$trees/rest" "$trees/files"
    done
    [ ! -s "$trees/files" ] || fail "the component $component has, too: $(cat "$trees/files")"
}
library=lib/x86_64-linux-gnu
has runtime "$library/libadit_[a-z]+\.so\.0" 'share/doc/libadit0/'
has gateways "$library/libadit_gateways\.so\.0" "$library/libadit_gateways_shim\.so$" 'share/doc/libadit-gateways0/'
has development "$library/libadit_[a-z]+\.so$" 'share/adit/bindings/(cpp|csharp|go|java|lua|node|python|ruby|rust)/' \
    'share/adit/valgrind/(swift|dlopen)\.supp$' "$library/pkgconfig/adit(_cores|_showcase|_gateways)?\.pc$" "$library/cmake/Adit/" \
    'include/adit\.h$' 'include/adit(_coding|_gtk|_list|_nlohmann|_protocol|_qt|_typed)?\.hpp$' 'include/adit_patch\.h$' 'include/adit_(served|gateways)\.h$' 'share/man/man3/adit.*\.3\.gz$' \
    'share/doc/libadit-dev/'
has tools 'bin/adit' "$library/libadit_served\.so$" 'share/adit/new/' \
    'share/adit/hosts/(c|cpp|python|node|rust|go)/(CMakeLists|README|Cargo|go|main|src)' 'share/adit/browser/adit\.js$' \
    'share/adit/inspect/[a-z]+\.(html|js|css)$' 'share/adit/systemd/adit-serve\.(service|socket)$' 'share/(bash-completion|zsh|fish)/.*adit' 'share/man/man1/adit.*\.1\.gz$' 'share/doc/adit-tools/'
for each in csharp/Adit/Typed/Client.cs go/core.go java/build java/src node/lib/index.js python/src/adit/library.py rust/typed/Cargo.toml; do
    [ -e "$trees/$library/share/adit/bindings/$each" ] || fail "found no share/adit/bindings/$each"
done
left=$(find "$trees/$library/share/adit/bindings" -name conformance -not -path '*/rust/*' -o -name node_modules -o -name target -o -name __pycache__)
[ -z "$left" ] || fail "found among the bindings: $left"
has swift 'share/adit/swift/' 'share/doc/libadit-swift-dev/'
