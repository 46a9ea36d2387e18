"""Lets a program with a generated client of todo drive a core, over the transport that its language needs. The library is $ADIT_LIBRARY.

    host.py COMMAND...

The program's transport is its standard streams: it writes `open APP CONFIG` and `send MESSAGE`, and reads the messages to the host,
one a line. It adds Milk with the @id 7, imports the list groceries, which its own gateway answers with Bread and Salt, and writes
`done` when it has heard of both.
"""

import json
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Python"))
import hosting  # noqa: E402


def main(*command):
    program = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    sent, core = [], None

    def hear(text):
        if not program.stdin.closed:  # of @closed, nothing is to be heard
            program.stdin.write(text + b"\n")
            program.stdin.flush()

    for line in program.stdout:
        kind, _, rest = line.decode().rstrip("\n").partition(" ")
        if kind == "open":
            app, _, config = rest.partition(" ")
            config = json.loads(config)
            expected = {"expects": hosting.catalog(app)["hash"], "gateways": ["lists"]}
            assert config == expected, f"the config is {config}; {expected} is expected"
            core = hosting.Core(app, config, hear, parse=bytes)
        elif kind == "send":
            sent.append(json.loads(rest))
            core.send(rest.encode())
            while core.process():
                pass
        elif kind == "done":
            break
        else:
            sys.exit(f"found {line!r}")
    program.stdin.close()
    status = program.wait()
    core.close()
    assert status == 0, f"the status is {status}"
    assert len(sent) == 3, sent
    assert sent[0] == {"todo": {"request": {"add": {"item": {"text": "Milk"}}}}, "@id": 7}, sent
    assert sent[1] == {"todo": {"request": {"import": {"from": "groceries"}}}}, sent
    assert sent[2]["@reply"]["result"] == {"texts": ["Bread", "Salt"]}, sent


main(*sys.argv[1:])
