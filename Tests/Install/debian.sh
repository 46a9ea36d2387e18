#!/bin/sh
# The Debian packages, installed into a Debian that has nothing else: their dependencies suffice, programs in C and C++ are built
# and run by pkg-config and by find_package, and, where Swift is here, so is a core that adit-new writes. Nothing is left when they
# are removed. Needs root, as debootstrap and mounts do. Quiet where all is well.
#
# usage: debian.sh [FOLDER]     for what is kept from run to run; build/debian of the repository by default
#
# SPDX-License-Identifier: Apache-2.0
set -eu
root=$(cd -P "$(dirname "$0")/../.." && pwd)
folder=${1:-$root/build/debian}
mirror=${ADIT_DEBIAN_MIRROR:-http://deb.debian.org/debian}
[ "$(id -u)" = 0 ] || exec sudo -E "$0" "$folder"
mkdir -p "$folder"
folder=$(cd -P "$folder" && pwd)
tree=$folder/tree base=$folder/base system=$folder/system log=$folder/log
export LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive

fail() {
    echo "$0: $*" >&2
    exit 1
}
quietly() {
    if ! "$@" >"$log" 2>&1; then
        cat "$log" >&2
        fail "failed: $*"
    fi
}
unmount() {
    for mount in opt/swift proc; do
        if mountpoint -q "$system/$mount"; then umount "$system/$mount"; fi
    done
}
trap unmount EXIT
unmount

# GIVEN the packages
quietly cmake -S "$root" -B "$tree" -DCMAKE_INSTALL_PREFIX=/usr -DCMAKE_SKIP_INSTALL_ALL_DEPENDENCY=ON
quietly cmake --build "$tree" --target adit_cores_build adit_showcase_build sdk man
quietly make -C "$tree/tools"
rm -rf "$tree/packages"
(cd "$tree" && quietly cpack -G DEB)
for package in libadit0 libadit-dev adit-tools libadit-swift-dev; do
    set -- "$tree/packages/${package}"_*.deb
    [ -e "$1" ] || fail "found no package $package in $tree/packages: $(ls "$tree/packages")"
done
dpkg-deb -f "$tree"/packages/libadit0_*.deb Depends | grep -q 'libc6 (>= 2.36)' ||
    fail "libadit0 depends on $(dpkg-deb -f "$tree"/packages/libadit0_*.deb Depends); libc6 (>= 2.36) is expected"

# GIVEN a Debian without anything
if [ ! -e "$base/done" ]; then
    rm -rf "$base"
    quietly debootstrap --variant=minbase bookworm "$base" "$mirror"
    touch "$base/done"
fi
rm -rf "$system"
cp -a --reflink=auto "$base" "$system"
mkdir -p "$system/proc" "$system/adit" "$system/opt/swift"
mount -t proc proc "$system/proc"
[ ! -e /etc/resolv.conf ] || cp -L /etc/resolv.conf "$system/etc/resolv.conf"
for file in /etc/apt/apt.conf.d/*proxy*; do [ ! -e "$file" ] || cp "$file" "$system/etc/apt/apt.conf.d"; done
cp "$tree"/packages/*.deb "$system/adit"
chmod 755 "$system/adit"
within() { quietly chroot "$system" "$@"; }
# What is downloaded is kept.
mkdir -p "$folder/archives"
cp -a "$folder/archives/." "$system/var/cache/apt/archives"
echo 'APT::Keep-Downloaded-Packages "true";' >"$system/etc/apt/apt.conf.d/99keep"
rm -f "$system/etc/apt/apt.conf.d/docker-clean"
within apt-get update

# WHEN the libraries and the tools are installed THEN they find what they need.
within sh -c 'apt-get install -y --no-install-recommends /adit/libadit0_*.deb /adit/adit-tools_*.deb'
within adit-catalog libadit_cores.so.0
grep -q '^counter ' "$log" || fail "adit-catalog said $(cat "$log")"
cp "$root/examples-c/scenarios/counter/counting.json" "$system/tmp"
within adit-scenario libadit_cores.so.0 /tmp/counting.json

# WHEN the headers are installed, with compilers, THEN programs are built and run.
within sh -c 'apt-get install -y --no-install-recommends /adit/libadit-dev_*.deb gcc g++ libc6-dev cmake make pkg-config \
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
within sh -c 'apt-get install -y --no-install-recommends /adit/libadit-swift-dev_*.deb'
if command -v swift >/dev/null; then
    toolchain=$(dirname "$(dirname "$(dirname "$(readlink -f "$(command -v swift)")")")")
    # What Swift itself needs of Debian.
    within apt-get install -y --no-install-recommends git tzdata libcurl4 libxml2 libedit2 libncurses6 libz3-4 \
        libstdc++-12-dev zlib1g-dev libsqlite3-0 binutils
    mount --bind -o ro "$toolchain" "$system/opt/swift"
    before=$(find "$system/usr/share/adit" "$system/usr/libexec/adit" -printf '%p %T@ %s\n' | sort | cksum)
    for step in 'cd /tmp && adit-new notes' 'cd /tmp/notes && cmake -B build' 'cd /tmp/notes && cmake --build build' \
        'cd /tmp/notes && ctest --test-dir build --output-on-failure --no-tests=error'; do
        quietly unshare -n chroot "$system" env HOME=/root PATH="/opt/swift/usr/bin:/usr/sbin:/usr/bin:/sbin:/bin" sh -c "$step"
    done
    [ "$before" = "$(find "$system/usr/share/adit" "$system/usr/libexec/adit" -printf '%p %T@ %s\n' | sort | cksum)" ] ||
        fail "the build of a core has changed what is installed"
    umount "$system/opt/swift"
else
    echo "$0: found no Swift, so no core was built" >&2
fi

# WHEN all is removed THEN nothing is left.
within apt-get purge -y libadit0 libadit-dev adit-tools libadit-swift-dev
left=$(find "$system/usr" "$system/etc" -iname '*adit*' ! -path '*/dpkg/*' ! -iname '*audit*' ! -iname '*handit*' | grep -i '[/_.-]\(lib\)\?adit' || true)
[ -z "$left" ] || fail "found after the removal: $left"
cp -a "$system/var/cache/apt/archives/." "$folder/archives" 2>/dev/null || true
unmount
rm -rf "$system"
