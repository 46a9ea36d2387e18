# Python: of each app the types and the round trip, and clients of todo and chat over the binding. Tests/Clients/test reads this.

binding=$root/bindings/python/src

python_strict() { MYPYPATH=$binding:$1 mypy --strict --cache-dir "$work/mypy" "$1"/*.py; }
# All that it knows, but its rules against any `Any`, which JSON is.
python_based() (
    cd "$1"
    printf '{"typeCheckingMode":"strict","extraPaths":["%s"],"pythonVersion":"3.10"}' "$binding" >pyrightconfig.json
    basedpyright --level warning program.py todo.py
)
python_with() {
    client=$1
    shift
    PYTHONPATH=$binding:$client timeout 120 python3 -W error::ResourceWarning "$@"
}

test_python_app() {
    mkdir -p "$folder/$app"
    generate "$folder/$app/client.py"
    check "mypy $app" python_strict "$folder/$app"
    [ "$app" = hard ] || check "ruff $app" ruff check --no-cache "$folder/$app/client.py"
    [ "$app" = hard ] || check "ruff format $app" ruff format --no-cache --line-length 120 --check "$folder/$app/client.py"
    [ "$app" != counter ] || check "lines of $app in Python" short "$folder/$app/client.py" 100
    check "python $app" python_with "$folder/$app" "$here/round_trip.py" "$app" "$work/$app.json" python3 "$here/python/driver.py"
}

test_python_client() {
    mkdir -p "$folder/misunderstood" "$folder/chat" "$folder/document"
    generate "$folder/misunderstood/client.py" "$work/misunderstood.json"
    generate "$folder/misunderstood/other.py" "$work/other.json"
    "$adit" generate --lang python --output "$folder/chat/client.py" "$showcase:chat"
    check "the types of adit.typed" own python "$binding/adit/typed/protocol.py"
    check "python end to end" python_with "$folder/misunderstood" "$here/python/end_to_end.py" "$cores"
    check "python end to end, chat" python_with "$folder/chat" "$here/python/end_to_end.py" "$showcase"
    if ! without_serve; then
        check "python in adit serve" serving "$cores" python_with "$folder/misunderstood" "$here/python/end_to_end.py" "$served"
        check "python in adit serve, chat" serving "$showcase" python_with "$folder/chat" "$here/python/end_to_end.py" "$served"
    fi
    "$adit" generate --lang python --output "$folder/document/todo.py" "$cores:todo"
    check "the program in Python" document "$folder/document" python program.py
    check "mypy of the program" python_strict "$folder/document"
    check "basedpyright of the program" python_based "$folder/document"
    check "what the program in Python prints" prints "$folder/document" env PYTHONPATH="$binding" python3 program.py
}
