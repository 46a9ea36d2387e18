# documents drives the code of the five documents, and prints what it receives.
. "$(dirname "$0")/lib.sh"

run
ended_with 0
printed "$here/documents/documents.txt"
