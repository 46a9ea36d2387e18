# documents drives the code of the five documents, and prints what it receives.
. "$(dirname "$0")/lib.sh"

run
ended_with 0
edit 's/"at":"[^"]*"/"at":"DATE"/; s/WhenDocument\/When.swift:[0-9]*/WhenDocument/'
printed "$here/documents/documents.txt"
