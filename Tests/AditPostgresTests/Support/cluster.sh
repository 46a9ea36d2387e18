#!/bin/sh
# Runs a PostgreSQL of a test's own until its standard input ends: in a new folder, on a socket there alone, and with fsync. It does not
# run as root, so it is another user's then.
#
# usage: cluster.sh FOLDER        an empty folder, which is removed at the end; FOLDER/ready exists once it can be used
set -eu
folder=$1
for bin in $(pg_config --bindir 2>/dev/null) /usr/lib/postgresql/*/bin; do
    [ -x "$bin/initdb" ] && break
done
[ -x "$bin/initdb" ] || { echo "$0: found no initdb; Debian's postgresql has it (scripts/setup --tests)" >&2; exit 1; }
as=
if [ "$(id -u)" = 0 ]; then
    chown postgres "$folder"
    as="runuser -u postgres --"
fi
cd "$folder"
stop() {
    # Also a standby that a test has added.
    for data in "$folder"/data "$folder"/*/data; do $as "$bin/pg_ctl" -D "$data" -m immediate stop >/dev/null 2>&1 || true; done
    rm -rf "$folder"
}
trap stop EXIT
{
    $as "$bin/initdb" -D "$folder/data" -A trust -U adit -E UTF8 --no-locale
    $as "$bin/pg_ctl" -D "$folder/data" -l "$folder/server.log" -w start \
        -o "-c listen_addresses='' -c unix_socket_directories='$folder' -c fsync=on -c max_connections=50"
} >"$folder/log" 2>&1 </dev/null || { cat "$folder/log" >&2; exit 1; }
: >"$folder/ready"
cat >/dev/null
