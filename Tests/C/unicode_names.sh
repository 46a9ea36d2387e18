#!/bin/sh
# The names of Unicode's characters are right in a library whose app asks for them, and not in another one: they are half a
# megabyte.
#
# usage: unicode_names.sh PROGRAM LIBRARY-WITH LIBRARY-WITHOUT
#
# SPDX-License-Identifier: Apache-2.0
set -eu
names=_swift_stdlib_names
holds() { nm "$1" | grep -q "$names\$"; }

"$1"
holds "$2" || { echo "$0: $2: no symbol $names; one is expected, as its app asks for names" >&2; exit 1; }
! holds "$3" || { echo "$0: $3: found the symbol $names; none is expected, as no app of it asks for names" >&2; exit 1; }
