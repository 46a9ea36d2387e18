# A core in this loop.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/loop.sh"

handles_messages
wakes '{"figures":{"every":1}}'
