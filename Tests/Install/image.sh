# What debian.sh and readmes.sh share: Adit's Debian packages, and a Debian that has nothing else. Read by `.`, with root and folder
# set; needs root, as debootstrap and mounts do, and overlayfs.
#
# ADIT_PACKAGES         a folder with the packages; without it they are made, in FOLDER/tree
# ADIT_DEBIAN_MIRROR    where Debian comes from
#
# Kept in FOLDER from run to run: the build, the bare Debian, and what apt and pip download.
mkdir -p "$folder"
folder=$(cd -P "$folder" && pwd)
base=$folder/base layers=$folder/layers system=$folder/system log=$folder/log
packages=${ADIT_PACKAGES:-$folder/tree/packages}
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
# stop_system: the Debian in system is gone, and its layer stays.
stop_system() {
    for mount in opt/swift var/cache/apt/archives root/.cache proc .; do
        if mountpoint -q "$system/$mount"; then umount "$system/$mount"; fi
    done
}
unmount() {
    stop_system
    if mountpoint -q "$layers"; then umount "$layers"; fi
}
exec 9>"$folder/lock"
flock -n 9 || fail "another run uses $folder"
trap unmount EXIT
trap 'exit 1' HUP INT TERM
unmount

make_packages() {
    if [ -z "${ADIT_PACKAGES:-}" ]; then
        tree=$folder/tree
        quietly cmake -S "$root" -B "$tree" -DCMAKE_INSTALL_PREFIX=/usr -DCMAKE_SKIP_INSTALL_ALL_DEPENDENCY=ON
        quietly cmake --build "$tree" --target adit_cores_build adit_showcase_build sdk man completions
        quietly make -C "$tree/tools"
        rm -rf "$packages"
        (cd "$tree" && quietly cpack -G DEB)
    fi
    for package in libadit0 libadit-gateways0 libadit-dev adit-tools libadit-swift-dev; do
        set -- "$packages/${package}"_*.deb
        [ -e "$1" ] || fail "found no package $package in $packages: $(ls "$packages")"
    done
}

# The bare Debian, once.
make_base() {
    if [ ! -e "$base/done" ]; then
        rm -rf "$base"
        quietly debootstrap --variant=minbase bookworm "$base" "${ADIT_DEBIAN_MIRROR:-http://deb.debian.org/debian}"
        touch "$base/done"
    fi
}

# start_system LAYER LOWER…: a Debian in system: layers/LAYER, in memory, over the folders LOWER, the last first.
start_system() {
    mkdir -p "$system" "$layers" "$folder/archives/partial" "$folder/cache"
    mountpoint -q "$layers" || mount -t tmpfs layers "$layers"
    layer=$layers/$1
    shift
    mkdir "$layer" "$layer.work"
    mount -t overlay -o "lowerdir=$(IFS=: && echo "$*"),upperdir=$layer,workdir=$layer.work" overlay "$system"
    mkdir -p "$system/proc" "$system/opt/swift" "$system/root/.cache"
    mount -t proc proc "$system/proc"
    # Downloads are kept.
    mount --bind "$folder/archives" "$system/var/cache/apt/archives"
    mount --bind "$folder/cache" "$system/root/.cache"
}

# prepare_system: what a machine has beside Debian: the way to the network, and Adit's packages in /adit.
prepare_system() {
    [ ! -e /etc/resolv.conf ] || cp -L /etc/resolv.conf "$system/etc/resolv.conf"
    for file in /etc/apt/apt.conf.d/*proxy*; do [ ! -e "$file" ] || cp "$file" "$system/etc/apt/apt.conf.d"; done
    [ -z "${PIP_CERT:-}" ] || cp -L "$PIP_CERT" "$system/etc/pip-certificates"
    # Only what a package depends on, without questions; no waiting for the disk.
    printf '%s\n' 'APT::Install-Recommends "false";' 'APT::Get::Assume-Yes "true";' 'APT::Keep-Downloaded-Packages "true";' \
        'Dpkg::Use-Pty "false";' >"$system/etc/apt/apt.conf.d/99test"
    echo force-unsafe-io >"$system/etc/dpkg/dpkg.cfg.d/test"
    rm -f "$system/etc/apt/apt.conf.d/docker-clean"
    mkdir -p "$system/adit"
    cp "$packages"/*.deb "$system/adit"
    chmod 755 "$system/adit"
}

# in_system COMMAND...: within the Debian, with nothing of this machine's environment. PATH has a toolchain of Swift in /opt/swift
# first, where one is mounted. With without_network set, there is no network.
in_system() {
    ${without_network:+unshare -n} chroot "$system" env -i HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        PATH=/opt/swift/usr/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        ${PIP_CERT:+PIP_CERT=/etc/pip-certificates} ${PIP_INDEX_URL:+PIP_INDEX_URL="$PIP_INDEX_URL"} "$@"
}
within() { quietly in_system "$@"; }
