#!/bin/sh
# Runs a test with a PostgreSQL of its own, whose address is in $ADIT_POSTGRES.
#
# usage: with-cluster.sh COMMAND...
#
# ADIT_POSTGRES_DISK: the size of a disk for it alone, such as 512m, in memory: where this user may mount one.
set -eu
here=$(dirname "$(realpath "$0")")
work=$(mktemp -d /tmp/adit-postgres-XXXXXX)
[ -z "${ADIT_POSTGRES_DISK:-}" ] || mount -t tmpfs -o "size=$ADIT_POSTGRES_DISK" tmpfs "$work" 2>/dev/null || ADIT_POSTGRES_DISK=
chmod 755 "$work" # the cluster is another user's
mkdir "$work/cluster"
mkfifo "$work/end"
"$here/../AditPostgresTests/Support/cluster.sh" "$work/cluster" <"$work/end" &
cluster=$!
exec 9>"$work/end" # the cluster ends with it
trap 'exec 9>&-; wait "$cluster" || true; [ -z "${ADIT_POSTGRES_DISK:-}" ] || umount "$work"; rm -rf "$work"' EXIT
while [ ! -e "$work/cluster/ready" ]; do
    kill -0 "$cluster" 2>/dev/null || exit 1
    sleep 0.05
done
export ADIT_POSTGRES="host=$work/cluster user=adit dbname=postgres"
"$@" 9>&-
