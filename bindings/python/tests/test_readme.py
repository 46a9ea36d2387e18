"""The programs of README.md, run as they stand there."""

from __future__ import annotations

import os
import pathlib
import re
import subprocess
import sys

import pytest
from conftest import LIBRARIES

FOLDER = pathlib.Path(__file__).resolve().parents[1]
# The command that runs a program may stand between it and what it prints.
PROGRAMS = re.findall(
    r"```python\n(.*?)```\n\n(?:```sh\n[^`]*```\n\n)?```(?:text)?\n(.*?)```",
    (FOLDER / "README.md").read_text(),
    re.DOTALL,
)


@pytest.mark.parametrize("number", range(len(PROGRAMS)))
def test_a_program_prints_what_stands_below_it(number: int, tmp_path: pathlib.Path) -> None:
    program, printed = PROGRAMS[number]
    # The package as its wheel has it: the library lies in it.
    package = tmp_path / "adit_example_todo"
    package.mkdir()
    for file in (FOLDER / "example-todo/src/adit_example_todo").glob("*.py"):
        (package / file.name).write_text(file.read_text())
    (package / "libadit_cores.so").symlink_to(LIBRARIES / "libadit_cores.so")
    environment = {
        **os.environ,
        "LD_LIBRARY_PATH": str(LIBRARIES),
        "PYTHONPATH": f"{tmp_path}:{FOLDER / 'src'}",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment)
    assert (done.stderr, done.stdout) == ("", printed)


def test_there_are_programs() -> None:
    assert len(PROGRAMS) >= 5
