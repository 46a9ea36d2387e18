# adit scenario fails when it should, and says where and why. The scenarios that hold are tests of their own.
# Called with four more arguments: a library with the apps counter and todo, one with the others, one of another version of
# the interface, and one that lacks a function.
. "$(dirname "$0")/../../examples-c/tests/lib.sh"

subcommand=scenario
library=$2 newer=$4 lacking=$5
files=$here/scenario

# A file of the folder fails, and the first line says this behind the file's name.
fails() {
    run "$library" "$files/$1.json"
    ended_with 1
    edit "s|^$files/||"
    [ "$(head -n 1 "$scratch/out")" = "$1.json:$2" ] || { cat "$scratch/out" >&2; fail "$1.json: not so: $2"; }
    printed_line '^1 scenario, [0-9]* steps\{0,1\}: 1 failed$'
}

# The output of the last run has these lines, one after the other.
printed_part() {
    part=$(cat)
    case $(cat "$scratch/out") in
    *"$part"*) ;;
    *) cat "$scratch/out" >&2; fail "not printed: $part" ;;
    esac
}

# -- What holds. --

run "$library" "$files/patterns.json"
ended_with 0
[ "$(cat "$scratch/out")" = '1 scenario, 8 steps: all is well' ] || fail "$(cat "$scratch/out")"
run -v "$library" "$files/patterns.json"
ended_with 0
printed_line '^    GIVEN the app counter$'
printed_line '^    WHEN  {"counter":{"request":{"increment":{"by":1}}}}$'
printed_line '^    AND   {"counter":{"request":{"increment":{"by":1}}}}$'
printed_line '^    THEN  {"counter":{"response":{"wasIncremented":{"to":1}}}}$'
printed_line '^    THEN  "/value" is 6$'
printed_line '^    THEN  it is refused (emessage): counter.request: no case "decrement"'

# The documentation's example is one.
sed '1,/^## Scenarios$/d' "$here/../../docs/recording.md" | sed -n '/^```json$/,/^```$/p' | sed '/^```/d' >"$scratch/documented.json"
run "$library" "$scratch/documented.json"
ended_with 0
printed_line '^1 scenario, 4 steps: all is well$'

# -- Messages. --

fails value '6: step 2 of "a wrong value": messages: at /0/counter/response/wasIncremented/to: 3 is expected, found 2'
printed_part <<'LINES'
    - expected
    + found
      [
    -   {"counter":{"response":{"wasIncremented":{"to":3}}}}
    +   {"counter":{"response":{"wasIncremented":{"to":2}}}}
      ]
  so far:
    GIVEN the app counter
    WHEN  {"counter":{"request":{"increment":{"by":2}}}}
1 scenario
LINES
fails missing '5: step 1 of "a message that does not come": messages: at /1: {"counter":{"response":{"wasIncremented":{"to":4}}}} is expected, found nothing'
printed_part <<'LINES'
        {"counter":{"response":{"wasIncremented":{"to":2}}}}
    -   {"counter":{"response":{"wasIncremented":{"to":4}}}}
      ]
LINES
fails extra '5: step 1 of "a message too many": messages: at /0: nothing is expected, found {"counter":{"response":{"wasIncremented":{"to":2}}}}'
printed_part <<'LINES'
    +   {"counter":{"response":{"wasIncremented":{"to":2}}}}
        {"counter":{"response":{"wasIncremented":{"to":4}}}}
LINES
fails order '5: step 1 of "another order": messages: found in another order'
fails error '6: step 2 of "a message that fails": messages: at /0: nothing is expected, found {"@error":{"code":"emessage","message":"@unsubscribe: found \"b\"; the name of a subscription is expected"}}'
fails others '5: step 1 of "a message that is not among the others": messages: {"counter":{"response":{"wasIncremented":{"to":2}}}} is expected, found nothing'
fails untold '6: step 2 of "a message of which no then tells": 1 message was heard of which no then tells:'
printed_line '^    + {"counter":{"response":{"wasIncremented":{"to":2}}}}$'
fails untold-end '6: step 2 of "a message of which no then tells at the end": 1 message was heard of which no then tells:'
fails long '5: step 1 of "a long message": messages: at /0/todo/response/wasAdded/completed: true is expected, found false'
# What the patterns leave open is no difference.
printed_part <<'LINES'
                "text": "Something long enough for its message to be broken into several lines"
    -           "completed": true
    +           "completed": false
                "created": "2000-01-01T00:00:00Z"
LINES

# -- The state. --

fails state '5: step 1 of "another state": state: "": at /value: 3 is expected, found 2'
fails absent '5: step 1 of "a part that is there": state: "/value": {"$absent":true} is expected, found 0'
fails nothing '5: step 1 of "a part that is not there": state: "/items/entities/00000000-0000-0000-0000-00000000000a/text": 0 is expected, found nothing'
fails closed '5: step 1 of "a core that has closed": {"@get":{"path":"/value"}} (eclosed): the core has closed'

# -- What is refused. --

fails refused '5: step 1 of "a message that is refused": it was refused (emessage): counter.request.increment.by: found the number 1.5; a whole number of 64 bits is expected'
fails accepted '5: step 1 of "a message that is not refused": refused: "emessage" is expected, but it was accepted'
fails code "5: step 1 of \"another code\": refused: \"emessage\" is expected, found \"ejson\": found the end of the text; a key or the end of the object is expected"
fails text '5: step 1 of "another text": refused.text: {"$has":"a string is expected"} is expected, found "counter.request.increment.by: found the number 1.5; a whole number of 64 bits is expected"'
fails offset '5: step 1 of "another offset": refused.offset: 7 is expected, found 1'

# -- Effects. --

fails unanswered '8: step 2 of "an effect that nobody answers": at the end, 1 effect is in flight of which no then tells; the host has not answered:'
printed_line '^    + {"gateway":"lists","request":{"fetch":{"list":"groceries"}}}$'
fails timer '8: step 1 of "a timer that is left": at the end, 1 effect is in flight of which no then tells'
fails effects '6: step 1 of "other effects": effects: at /0/request/fetch/list: "work" is expected, found "groceries"'
fails number '5: step 1 of "another number of effects": effects: 1 is expected, found 0'
fails reply '7: step 2 of "an answer to nothing": reply: no such request to the gateway "lists" waits; what waits:'
printed_line '^    + {"id":"e1-1","gateway":"lists","request":{"fetch":{"list":"groceries"}}}$'

# -- What cannot be opened. --

fails app '1: "an app that is not there": adit_open refused it (eapp): no app "conter"; this library holds counter, todo'
fails config '1: "a state that is none": adit_open refused it (econfig): state: unknown key "valu"; did you mean "value"? one of value'

# -- Several scenarios, several files: all are run. --

run "$library" "$files/value.json" "$files/two.json" "$files/patterns.json"
ended_with 1
printed_line 'value.json:6: step 2 of "a wrong value"'
printed_line 'two.json:14: step 2 of "one that is not"'
printed_line '^5 scenarios, 14 steps: 2 failed$'

# -- Files that are no good: nothing of them is run. --

# A file with this text is refused, and this is said behind its name. All are given to one run, below.
bad() {
    mkdir "$scratch/bad$((count += 1))"
    printf '%s\n' "$1" >"$scratch/bad$count/bad.json"
    echo "adit scenario: bad.json:$2" >>"$scratch/expected"
}
count=0

# So is a scenario with these steps.
bad_step() {
    bad "{\"app\": \"counter\", \"steps\": [{\"then\": {\"messages\": []}},
$1]}" "2: step 2 of \"bad.json\": $2"
}

bad '{"app": "counter",
  "steps": [}' "2:13: found '}'; a value is expected"
bad '{"app": "counter", "app": "todo", "steps": []}' "1:20: found a key a second time, \"app\"; one is expected"
bad '' '2:1: found the end of the text; a value is expected'
bad '7' '1: "bad.json": scenario: found 7; an object is expected'
bad '[]' ' a scenario is expected, found none'
bad '[7]' '1: "bad.json": scenario: found 7; an object is expected'
bad '{"steps": [{}]}' '1: "bad.json": missing key "app"'
bad '{"app": "counter"}' '1: "bad.json": missing key "steps"'
bad '{"app": "counter", "steps": []}' '1: "bad.json": steps: at least one is expected'
bad '{"app": "counter", "step": []}' '1: "bad.json": unknown key "step"; one of name, about, app, given, steps'
bad '{"app": 7, "steps": []}' '1: "bad.json": app: found 7; a string is expected'
bad '{"app": "counter", "given": {"sate": {}}, "steps": [{}]}' \
    '1: "bad.json": given: unknown key "sate"; one of state, with, gateways, store, echo, incoming, log, limits, clients, undo'
bad '{"app": "counter", "given": {"with": {"dates": ""}}, "steps": [{}]}' \
    '1: "bad.json": given.with: unknown key "dates"; one of date, uuid, random, gateways'
bad '{"app": "counter", "given": {"gateways": [7]}, "steps": [{}]}' \
    '1: "bad.json": given.gateways: found [7]; an array of strings is expected'
bad '{"app": "counter", "given": {"store": true, "state": {}}, "steps": [{}]}' \
    "1: \"bad.json\": given: state and store exclude each other; a store begins with the app's own state"
bad_step '7' 'steps: found 7; an object is expected'
bad_step '{}' 'one of when, advance, reply and reopen, or then, is expected'
bad_step '{"note": "x"}' 'one of when, advance, reply and reopen, or then, is expected'
bad_step '{"then": {"messages": []}, "thne": {}}' \
    'unknown key "thne"; one of note, client, when, advance, reply, reopen, refused, then'
bad_step '{"when": {}, "advance": 1}' 'one of when, advance, reply and reopen is expected, found 2'
bad_step '{"when": 7}' 'when: found 7; a message, an array of messages, or a text is expected'
bad_step '{"when": []}' 'when: found []; a message, an array of messages, or a text is expected'
bad_step '{"when": ["{}"]}' 'when: found ["{}"]; an array of messages is expected'
bad_step '{"advance": -1}' 'advance: found -1; a whole number of milliseconds that is not negative is expected'
bad_step '{"advance": 1.5}' 'advance: found 1.5; a whole number of milliseconds that is not negative is expected'
bad_step '{"reopen": true}' 'reopen: given.store is expected, as nothing would be left otherwise'
bad_step '{"reopen": false}' 'reopen: found false; true, or an object with "with", is expected'
bad_step '{"reopen": {"date": ""}}' 'reopen: unknown key "date"; one of with'
bad_step '{"reopen": {"with": {"dates": ""}}}' 'reopen.with: unknown key "dates"; one of date, uuid, random, gateways'
bad_step '{"reply": {"result": 1}}' 'reply: either a gateway or an effect is expected'
bad_step '{"reply": {"gateway": "a", "effect": "e1-1", "result": 1}}' 'reply: either a gateway or an effect is expected'
bad_step '{"reply": {"gateway": "a"}}' 'reply: either a result or an error is expected'
bad_step '{"reply": {"effect": "e1-1", "request": {}, "result": 1}}' \
    'reply: a request is not for an effect, which is one already'
bad_step '{"reply": {"to": "a"}}' 'reply: unknown key "to"; one of gateway, effect, request, result, error, more'
bad_step '{"when": {}, "refused": {}}' 'refused.code: found nothing; the name of a code, such as "emessage", is expected'
bad_step '{"when": {}, "refused": {"code": "EMESSAGE"}}' \
    'refused.code: found "EMESSAGE"; the name of a code, such as "emessage", is expected'
bad_step '{"then": {"messages": []}, "refused": {"code": "emessage"}}' \
    'refused: it stands beside a when, an advance or a reply'
bad_step '{"then": {}}' 'then: messages, state or effects are expected'
bad_step '{"then": {"message": []}}' 'then: unknown key "message"; one of messages, others, state, effects'
bad_step '{"then": {"messages": {}}}' 'then.messages: found {}; an array of patterns is expected'
bad_step '{"then": {"others": "ignored"}}' 'then.others: messages are expected beside it'
bad_step '{"then": {"messages": [], "others": "allowed"}}' 'then.others: found "allowed"; "ignored" is expected'
bad_step '{"then": {"state": {"items": 1}}}' \
    'then.state: found "items"; a JSON Pointer is empty or begins with "/"'
bad_step '{"then": {"effects": "none"}}' \
    'then.effects: found "none"; a number, an array of requests, or "ignored" is expected'
bad_step '{"then": {"effects": [{"request": {}}]}}' \
    'then.effects: found {"request":{}}; a gateway, and its request, is expected'
bad_step '{"then": {"effects": [{"gateway": "a", "id": "e1-1"}]}}' \
    'then.effects: unknown key "id"; one of gateway, request'
bad_step '{"then": {"messages": [{"$some": 1}]}}' \
    'then.messages: "$some" is no word that stands there; a pattern is an object with only one of $any, $has, $absent, $is for its key'
bad_step '{"then": {"messages": [{"$has": {}, "a": 1}]}}' \
    'then.messages: "$has" is no word that stands there; a pattern is an object with only one of $any, $has, $absent, $is for its key'
bad_step '{"then": {"messages": [{"$any": "strin"}]}}' \
    'then.messages: "$any": found "strin"; one of "value", "string", "number", "boolean", "object", "array" is expected'
bad_step '{"then": {"messages": [{"a": [{"$has": 7}]}]}}' \
    'then.messages: "$has": an object, an array or a string is expected, found 7'
bad_step '{"then": {"state": {"/a": {"$absent": false}}}}' 'then.state: "$absent": true is expected'

run "$library" "$scratch"/bad?/bad.json "$scratch"/bad??/bad.json
ended_with 2
edit "s|$scratch/bad[0-9]*/||"
echo '0 scenarios, 0 steps: not all could be run' >>"$scratch/expected"
printed "$scratch/expected"

# A file that is no good does not keep others from being run.
run "$library" "$scratch/nowhere.json" "$files/patterns.json" "$files/value.json"
ended_with 2
printed_line '^adit scenario: .*/nowhere.json: No such file or directory$'
printed_line '^2 scenarios, 10 steps: 1 failed$'
run "$library" "$scratch"
ended_with 2
printed_line ': Is a directory$'
head -c 20000 /dev/urandom >"$scratch/noise"
run "$library" "$scratch/noise"
ended_with 2

# -- Libraries that are no good. --

run "$scratch/nowhere.so" "$files/patterns.json"
ended_with 2
printed_line "^adit scenario: $scratch/nowhere.so: there is no such file; it was looked for at $scratch/nowhere.so. Give the path of an Adit library"
(
    export LD_LIBRARY_PATH=/some/folder
    run libnowhere.so "$files/patterns.json"
    ended_with 2
    printed_line "^adit scenario: libnowhere.so: there is no such library in $PWD, in LD_LIBRARY_PATH (/some/folder.*) and in the folders"
)
run "$newer" "$files/patterns.json"
ended_with 2
printed_line "^adit scenario: $newer: its interface is of version 2; 1 is expected\$"
run "$lacking" "$files/patterns.json"
ended_with 2
printed_line "^adit scenario: $lacking: there is no adit_call in it; an Adit library is expected\$"
(
    cd "$(dirname "$library")" # a name without a folder is sought here
    run "$(basename "$library")" "$files/patterns.json"
    ended_with 0
)

# -- The command line. --

run "$library"
ended_with 2
printed_line '^Usage: adit scenario '
run --nonsense "$library" "$files/patterns.json"
ended_with 2
run --help
ended_with 0
printed_line '^OVERVIEW: Run scenarios against a library'
run --version
ended_with 0
printed_line '^adit (Adit [0-9.]*)$'
if [ -w /dev/full ]; then
    status=0
    ${RUN:-} "$program" scenario "$library" "$files/patterns.json" >/dev/full 2>"$scratch/out" || status=$?
    ended_with 1
    printed_line 'standard output'
fi

# The files of stores are gone.
mkdir "$scratch/tmp"
cat >"$scratch/stored.json" <<'JSON'
{"app": "counter", "given": {"store": true}, "steps": [
  {"when": {"counter": {"request": {"increment": {"by": 1}}}}, "then": {"messages": [{"$any": "object"}]}},
  {"reopen": true, "then": {"messages": [], "state": {"/value": 1}}}]}
JSON
export TMPDIR="$scratch/tmp"
run "$library" "$scratch/stored.json"
ended_with 0
[ -z "$(ls -A "$scratch/tmp")" ] || fail "files were left: $(ls -A "$scratch/tmp")"
if [ -z "${RUN:-}" ]; then # valgrind itself needs the folder
    export TMPDIR="$scratch/none"
    run "$library" "$scratch/stored.json"
    ended_with 1
    printed_line ': given.store: .*: No such file or directory$'
fi
