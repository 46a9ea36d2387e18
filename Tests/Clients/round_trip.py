"""Sends the messages of an app through generated types: each comes back as the same JSON, and a misspelt one is refused by
its path.

    round_trip.py [--distinct] APP CATALOG COMMAND...

The command reads lines, a direction (toCore or toHost) and a message, and answers each with the message as its types write
it, or with `error: ` and the reason. With --distinct, no object has two keys that are the same text in different scalars: to Swift,
they are one key.
"""

import json
import pathlib
import re
import subprocess
import sys
import unicodedata

from cases import Cases, objects, same

GENERATED = 300


def main(*arguments):
    distinct = arguments[0] == "--distinct"
    app, catalog, *command = arguments[distinct:]
    cases = Cases(app, json.loads(pathlib.Path(catalog).read_text()))
    scenarios = list(cases.of_scenarios())
    messages = scenarios + [case for case in cases.generated(GENERATED) if not distinct or has_distinct_keys(case[1])]
    wrong = list(cases.misspelt(messages))
    lines = [f"{direction} {json.dumps(value)}" for direction, value, *_ in messages + wrong]
    run = subprocess.run(command, input=("\n".join(lines) + "\n").encode(), capture_output=True, check=False)
    answers = run.stdout.decode().split("\n")[:-1]
    if run.returncode != 0 or len(answers) != len(lines):
        print(run.stderr.decode()[-2000:])
        sys.exit(f"{app}: {len(answers)} answers to {len(lines)} messages, status {run.returncode}")
    failures = []
    for (direction, message), answer in zip(messages, answers):
        if answer.startswith("error: "):
            failures.append(f"{direction} {json.dumps(message)}\n  was refused: {answer}")
        elif not same(cases.normal(direction, message), cases.normal(direction, json.loads(answer))):
            failures.append(f"{direction} {json.dumps(message)}\n  became {answer}")
    for (direction, message, path, key), answer in zip(wrong, answers[len(messages):]):
        place = ".".join(map(str, path)).replace("\n", " ")  # an answer is one line
        answer = re.sub(r"\[(\d+)\]", r".\1", answer)  # of serde, ops[0]
        if not answer.startswith("error: ") or re.sub(r"\[(\d+)\]", r".\1", place) not in answer:
            failures.append(f"{direction} {json.dumps(message)}\n  misspelt {key!r} in {place!r}, and got {answer}")
    for failure in failures[:5]:
        print(failure)
    print(f"{app}: {len(scenarios)} messages of scenarios, {len(messages) - len(scenarios)} random, {len(wrong)} misspelt; "
          f"{len(failures)} failures")
    sys.exit(len(failures) > 0)


def has_distinct_keys(value):
    """Whether no object has two keys that are the same text."""
    return all(len({unicodedata.normalize("NFC", key) for key in one}) == len(one) for one in objects(value))


main(*sys.argv[1:])
