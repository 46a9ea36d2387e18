# The catalog of the other library.
. "$(dirname "$0")/lib.sh"

run
ended_with 0
anonymous
printf '%s  version 1 (HASH)\n' 'chat         ' 'profile      ' 'reader       ' travelPlanner >"$scratch/apps"
printed "$scratch/apps"

run chat reader
ended_with 0
anonymous
printed "$here/catalog/chat-reader.txt"

run profile travelPlanner
ended_with 0
anonymous
printed "$here/catalog/profile-travelPlanner.txt"
