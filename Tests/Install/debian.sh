#!/bin/sh
# The Debian packages, installed into a Debian that has nothing else: their dependencies suffice, programs in C and C++ are built
# and run by pkg-config and by find_package, and, where Swift is here, so is a core that adit new writes, whose library a wheel then
# carries. Nothing is left when they are removed. lintian finds nothing in them. Needs root. Quiet where all is well.
#
# usage: debian.sh [FOLDER]     for what is kept from run to run; build/debian of the repository by default. See image.sh for the rest.
set -eu
root=$(cd -P "$(dirname "$0")/../.." && pwd)
folder=${1:-$root/build/debian}
[ "$(id -u)" = 0 ] || exec sudo -E "$0" "$folder"
. "$root/Tests/Install/image.sh"

# GIVEN the packages
make_packages
for needed in 'libc6 (>= 2.3' 'libgcc-s1' 'libstdc++6' 'libjansson4' 'libsqlite3-0 (>= 3.40)'; do
    dpkg-deb -f "$packages"/libadit0_*.deb Depends | grep -qF "$needed" ||
        fail "libadit0 depends on $(dpkg-deb -f "$packages"/libadit0_*.deb Depends); $needed is expected"
done
# lintian warns root of itself.
quietly lintian --allow-root --tag-display-limit 0 --fail-on error,warning "$packages"/*.deb

# GIVEN a Debian without anything
make_base
start_system debian "$base"
prepare_system
within apt-get update

# WHEN the libraries and the tools are installed THEN they find what they need.
within sh -c 'apt-get install /adit/libadit0_*.deb /adit/adit-tools_*.deb'
within adit catalog libadit_cores.so.0
grep -q '^counter ' "$log" || fail "adit catalog said $(cat "$log")"
cp "$root/examples-c/scenarios/counter/counting.json" "$system/tmp"
within adit scenario libadit_cores.so.0 /tmp/counting.json

# WHEN the headers are installed, with compilers, THEN programs are built and run.
within sh -c 'apt-get install /adit/libadit-gateways0_*.deb /adit/libadit-dev_*.deb gcc g++ libc6-dev cmake make pkg-config \
    libjansson-dev nlohmann-json3-dev'
cp "$root/examples-c/hello.c" "$root/Tests/Install/hello.cpp" "$root/Tests/Install/patch.c" "$system/tmp"
answer='{"counter":{"response":{"wasIncremented":{"to":2}}}}'
says() {
    within "$@"
    grep -qxF "$answer" "$log" || fail "$*: found $(cat "$log"), expected $answer"
}
within sh -c 'cc -Wall -Werror -o /tmp/hello-c /tmp/hello.c $(pkg-config --cflags --libs adit_cores)'
says /tmp/hello-c
within sh -c 'c++ -std=c++17 -Wall -Werror -o /tmp/hello-cpp /tmp/hello.cpp $(pkg-config --cflags --libs adit_cores)'
says /tmp/hello-cpp
mkdir "$system/tmp/hosts"
cp "$root/Tests/Install/CMakeLists.txt" "$root/examples-c/hello.c" "$root/Tests/Install/hello.cpp" \
    "$root/Tests/Install/patch.c" "$system/tmp/hosts"
within cmake -S /tmp/hosts -B /tmp/hosts/build
within cmake --build /tmp/hosts/build
says /tmp/hosts/build/hello-c
says /tmp/hosts/build/hello-cpp
within /tmp/hosts/build/patch
[ -e "$system/usr/share/man/man3/adit_open.3.gz" ] || fail "found no man page of adit_open"

# WHEN the Swift sources are installed, and Swift is there, THEN a core is written, built and run without a network.
within sh -c 'apt-get install /adit/libadit-swift-dev_*.deb'
if command -v swift >/dev/null; then
    toolchain=$(dirname "$(dirname "$(dirname "$(readlink -f "$(command -v swift)")")")")
    # What Swift itself needs of Debian.
    within apt-get install git tzdata libcurl4 libxml2 libedit2 libncurses6 libz3-4 \
        libstdc++-12-dev zlib1g-dev libsqlite3-0 binutils
    mount --bind -o ro "$toolchain" "$system/opt/swift"
    installed() { find "$system/usr/share/adit" -printf '%p %T@ %s\n' | sort | cksum; }
    before=$(installed)
    without_network=yes
    for step in 'adit new notes' 'cmake -S notes -B notes/build -DCMAKE_BUILD_TYPE=Release' 'cmake --build notes/build' \
        'ctest --test-dir notes/build --output-on-failure --no-tests=error --exclude-regex stories'; do
        within sh -c "cd /tmp && $step"
    done
    without_network=
    [ "$before" = "$(installed)" ] || fail "the build of a core has changed what is installed"
    umount "$system/opt/swift"

    # WHEN its library is put into a wheel, by the project that is in the README of the binding, THEN the wheel is all that is needed.
    within apt-get install python3-venv
    (cd "$root" && git ls-files -co --exclude-standard bindings/python | tar -c -T -) | tar -x -C "$system/tmp"
    mkdir -p "$system/tmp/wheel/my_todo"
    awk '/^```toml$/ { inside = 1; next } /^```$/ { inside = 0 } inside' "$root/bindings/python/README.md" \
        >"$system/tmp/wheel/pyproject.toml"
    cp "$root/Tests/Install/wheel.py" "$system/tmp/wheel/my_todo/__init__.py"
    for step in 'python3 -m venv venv' 'venv/bin/pip install hatchling ./bindings/python' \
        'ADIT_LIBRARY=/tmp/notes/build/lib/libnotes_core.so venv/bin/pip wheel --no-build-isolation --no-deps -w dist ./wheel' \
        'venv/bin/pip install dist/*.whl' 'rm -rf notes wheel && venv/bin/python -c "import my_todo"'; do
        within sh -c "cd /tmp && $step"
    done
    grep -qF "'wasAdded': {'text': 'Buy milk', 'count': 1}" "$log" || fail "the wheel's core said $(cat "$log")"
else
    echo "$0: found no Swift, so no core was built" >&2
fi

# WHEN all is removed THEN nothing is left.
within apt-get purge libadit0 libadit-gateways0 libadit-dev adit-tools libadit-swift-dev
left=$(find "$system/usr" "$system/etc" -iname '*adit*' ! -path '*/dpkg/*' ! -iname '*audit*' ! -iname '*handit*' | grep -i '[/_.-]\(lib\)\?adit' || true)
[ -z "$left" ] || fail "found after the removal: $left"
