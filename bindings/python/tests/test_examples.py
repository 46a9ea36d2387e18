"""The examples, run as programs."""

from __future__ import annotations

import asyncio
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys

import pytest
from conftest import LIBRARIES, needs_served, serve
from messages import increment, was_incremented

FOLDER = pathlib.Path(__file__).resolve().parents[1]
MANY = [sys.executable, str(FOLDER / "examples/many.py")]


def end_by_interrupt() -> None:
    """A shell has what it runs in the background ignore this signal, and all that this starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


async def test_many_gives_each_connection_a_core() -> None:
    server = await asyncio.create_subprocess_exec(
        *MANY,
        str(LIBRARIES / "libadit_cores.so"),
        "counter",
        stdout=asyncio.subprocess.PIPE,
        preexec_fn=end_by_interrupt,
    )
    assert server.stdout is not None
    port = int(await server.stdout.readline())
    try:
        connections = [await asyncio.open_connection("127.0.0.1", port) for _ in range(200)]
        for turn in (1, 2):
            for number, (_, writer) in enumerate(connections):
                writer.write(json.dumps(increment(number)).encode() + b"\n")
            for number, (reader, _) in enumerate(connections):
                answer = json.loads(await reader.readline())
                assert answer == was_incremented(number * turn, **{"@client": "client"})
        reader, writer = connections[0]
        writer.write(b'{"@close":{}}\n')
        assert json.loads(await reader.readline())["refused"].startswith("EDENIED: @close: found")
        for _, writer in connections:
            writer.close()
    finally:
        server.send_signal(signal.SIGINT)
    assert await server.wait() == 0


def test_many_says_why_it_does_not_start() -> None:
    done = subprocess.run([*MANY, "/nowhere/lib.so", "counter"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("many.py: /nowhere/lib.so: there is no such file; ")


@pytest.mark.parametrize("options", [[], pytest.param(["--process"], marks=needs_served)])
def test_the_todo_program_runs_its_commands(tmp_path: pathlib.Path, options: list[str]) -> None:
    # The package as its wheel has it: the libraries lie in it.
    package = shutil.copytree(FOLDER / "example-todo/src/adit_example_todo", tmp_path / "adit_example_todo")
    serve(package, "libadit_cores.so")
    (tmp_path / "list.txt").write_text("Milk\nBread\n")
    commands = f"add Eggs\nimport {tmp_path}/list.txt\ncheck 1\ncheck 9\nadd  \nimport /nowhere\nhello\nquit\n"
    environment = {**os.environ, "PYTHONPATH": f"{tmp_path}:{FOLDER / 'src'}", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "adit_example_todo.program", *options],
        input=commands,
        capture_output=True,
        text=True,
        env=environment,
    )
    # The exception of the gateway, which the program answers a wrong name with.
    assert done.stderr.count("the gateway lists failed") == 1, done.stderr
    assert [line for line in done.stdout.splitlines() if line[:2] in ("--", "1.", "2.", "3.")][:9] == [
        "-- 0 open",
        "1. Eggs",
        "-- 1 open",
        "1. Eggs",
        "2. Milk",
        "3. Bread",
        "-- 3 open",
        "1. Milk",
        "2. Bread",
    ]
    assert "found '9'; the number of an open item is expected" in done.stdout
    assert "wasNotAdded: emptyText" in done.stdout
    assert "FileNotFoundError" in done.stdout
    assert done.stdout.splitlines()[-1] == "found 'hello'; add TEXT, check NUMBER, import FILE or quit is expected"
