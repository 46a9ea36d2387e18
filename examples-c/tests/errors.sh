# Whatever is wrong with the command line or the input has a message and a status of its own.
. "$(dirname "$0")/lib.sh"

run --nonsense </dev/null
ended_with 2
run --app todo </dev/null
ended_with 2
printed_line 'is for --raw'
run --raw -c list </dev/null
ended_with 2
run --raw FILE </dev/null
ended_with 2
run -c
ended_with 2

run --raw --app nonsense </dev/null
ended_with 1
run --config '{' </dev/null
ended_with 1
run --config '{"nonsense":1}' </dev/null
ended_with 1
printed_line 'nonsense'
run --config '[]' </dev/null
ended_with 1

# A script: which line, and 1 at the end, but for what may fail.
printf 'add one\n\nnonsense\nadd two\n' >"$scratch/script"
run --memory <"$scratch/script"
ended_with 1
printed_line '^todo: line 3: there is no command "nonsense"'
printed_line '^Added: 2 \[ \] two$'
printf -- '- nonsense\n-check 1' >"$scratch/script"
run --memory <"$scratch/script"
ended_with 0
printed_line '^todo: line 2: "1" is not the number of a task'
echo 'state items' >"$scratch/script"
run --memory <"$scratch/script"
ended_with 1
printed_line '^todo: line 1: .*items'
run --memory -c 'state /nope'
ended_with 1
printed_line '^todo: command 1: the core failed: @get: /nope: no member "nope"; one of .* (emessage)$'
printf 'add \377\nadd \0\nadd three\n' >"$scratch/script"
run --memory <"$scratch/script"
ended_with 1
printed_line '^todo: line 2: the line is not UTF-8 text'
printed_line '^Added: 1 \[ \] three$'

# What cannot be read or written.
run <"$scratch"
ended_with 1
printed_line 'Is a directory'
if [ -w /dev/full ]; then
    status=0
    ${RUN:-} "$program" --help >/dev/full 2>"$scratch/out" || status=$?
    ended_with 1
    printed_line 'standard output'
fi

# Nonsense, whole and in pieces.
head -c 20000 /dev/urandom >"$scratch/noise"
run --memory <"$scratch/noise"
ended_with 1
run --raw <"$scratch/noise"
ended_with 1
run --memory "$scratch/noise" -c list
[ "$status" -le 1 ] || fail "noise is imported with status $status"

run --help
ended_with 0
printed_line '^  journal edit N TEXT'
run --version
ended_with 0
printed_line '^todo (Adit [0-9.]*)$'
