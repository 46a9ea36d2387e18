# The catalog at a glance, and as it is, of any library.
#
# Called with three more arguments: a library with the apps counter and todo, one with the others, and one of another version
# of the interface.
. "$(dirname "$0")/../../examples-c/tests/lib.sh"
subcommand=catalog
library=$2 showcase=$3 newer=$4

run "$library"
ended_with 0
anonymous
printf '%s  version 1 (HASH)\n' counter 'todo   ' >"$scratch/apps"
printed "$scratch/apps"

run "$library" counter todo
ended_with 0
anonymous
printed "$here/catalog/counter-todo.txt"

# Those of another library.
run "$showcase"
ended_with 0
anonymous
printf '%s  version 1 (HASH)\n' 'chat         ' 'profile      ' 'reader       ' travelPlanner >"$scratch/apps"
printed "$scratch/apps"

run "$showcase" chat reader
ended_with 0
anonymous
printed "$here/catalog/chat-reader.txt"

run "$showcase" profile travelPlanner
ended_with 0
anonymous
printed "$here/catalog/profile-travelPlanner.txt"

# The documents themselves: the list, and one of them, which has the hash that the list says.
run --json "$library"
ended_with 0
printed_line '^{"counter":{"version":"1","hash":"[0-9a-f]\{16\}"},"todo":{.*}}$'
hash=$(sed 's/.*"todo":{"version":"1","hash":"\([0-9a-f]*\)".*/\1/' "$scratch/out")
run -j "$library" todo
ended_with 0
printed_line '^{"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"adit:todo","title":"todo",'
printed_line "\"hash\":\"$hash\""
[ "$(wc -l <"$scratch/out")" -eq 1 ] || fail "the document is not in one line"

# On a terminal, what there is no room for is cut; elsewhere it is not.
if command -v script >/dev/null; then
    run_in_terminal="stty cols 96; ${RUN:-} '$program' catalog '$library' todo"
    script -qec "$run_in_terminal" /dev/null >"$scratch/out" </dev/null
    printed_line 'Sets the time .*…'
    columns=$(tr -d '\r' <"$scratch/out" | sed 's/…/./g' | awk '{ if (length > most) most = length } END { print most }')
    [ "$columns" -eq 96 ] || fail "the lines have up to $columns columns, and the terminal has 96"
fi

# What differs, and whom it breaks: between files, and between libraries.
"$program" catalog --json "$library" todo >"$scratch/new.json"
sed 's/"wasMoved"/"wasPut"/; s/"wasAdded"/"wasPut"/' "$scratch/new.json" >"$scratch/old.json"
run --diff "$scratch/new.json" "$library:todo"
ended_with 0
[ ! -s "$scratch/out" ] || fail "the same catalog differs"
run --diff "$scratch/old.json" "$library:todo"
ended_with 1
printed_line '^/@toHost/journal/response/wasPut$'
printed_line '^    breaks: host, recording$'
printed_line '^The new one breaks: host, recording$'
run --diff --json --by "$library" "$scratch/old.json" "$scratch/new.json"
ended_with 1
printed_line '^{"breaks":\["host","recording"\],"differences":\[{"path":"'
run --diff "$scratch/old.json" "$scratch/new.json"
ended_with 2
printed_line 'found no library that compares catalogs; OLD or NEW as LIBRARY:APP, or --by LIBRARY, is expected$'
run --diff "$scratch/nothing.json" "$library:todo"
ended_with 2
printed_line "^adit catalog: $scratch/nothing.json: No such file or directory\$"
echo '{}' >"$scratch/none.json"
run --diff "$scratch/none.json" "$library:todo"
ended_with 2
printed_line "^adit catalog: $scratch/none.json: found no \"\$defs\"; the catalog of an app is expected, from adit catalog --json\$"
printf '{\n "a": hello}\n' >"$scratch/none.json"
run --diff "$library:todo" "$scratch/none.json"
ended_with 2
printed_line "^adit catalog: $scratch/none.json:2:7: found 'hello'; a value is expected\$"
run --diff "$library" todo
ended_with 2
printed_line "^adit catalog: $library: found a library without an app; $library:APP is expected\$"
run --diff "$library:nonsense" "$library:todo"
ended_with 2
printed_line "^adit catalog: $library:nonsense: the library holds no app of that name\$"
run --diff "$library:todo"
ended_with 2
printed_line '^Error: --diff: OLD NEW is expected, found 1 place$'

# The flat form.
run --flat "$library" todo
ended_with 0
printed_line '^{"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"adit:todo:flat","title":"TodoMessage",'
printed_line "\"x-hash\":\"$hash\""
printed_line '"x-gateways":{"review":{"request":{"$ref":"#/$defs/ReviewRequest"},"x-reply":false}'
run --flat "$library" nonsense
ended_with 1
printed_line ':nonsense: the library holds no app of that name$'
run --flat "$scratch/nowhere.so" todo
ended_with 1
printed_line "$scratch/nowhere.so: there is no such file; it was looked for at $scratch/nowhere.so. Give the path of an Adit library"
run --flat "$library"
ended_with 2

run "$library" todo nonsense
ended_with 1
printed_line '^adit catalog: nonsense: the library holds no app of that name$'
run --nonsense "$library"
ended_with 2
run
ended_with 2
printed_line '^Usage: adit catalog \[--json\] LIBRARY \[APP ...\]$'
run "$scratch/nowhere.so"
ended_with 2
printed_line "^adit catalog: $scratch/nowhere.so: there is no such file; it was looked for at $scratch/nowhere.so. Give the path of an Adit library"
run "$newer"
ended_with 2
printed_line "^adit catalog: $newer: its interface is of version 2; 1 is expected\$"
if [ -w /dev/full ]; then
    status=0
    ${RUN:-} "$program" catalog "$library" todo >/dev/full 2>"$scratch/out" || status=$?
    ended_with 1
    printed_line 'standard output'
fi

run --help
ended_with 0
printed_line '^  -j, --json '
run --version
ended_with 0
printed_line '^adit (Adit [0-9.]*)$'
