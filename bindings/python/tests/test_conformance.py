"""The scenarios of the example apps, through the binding."""

# SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import os
import pathlib
import shlex
import subprocess
import sys

import pytest
from conftest import LIBRARIES, RELAY, ROOT, SERVE, TOOLS, needs_serve

DRIVER = pathlib.Path(__file__).resolve().parents[1] / "conformance/driver.py"
APPS = {
    **dict.fromkeys(("counter", "todo"), "libadit_cores.so"),
    **dict.fromkeys(("reader", "chat", "profile", "travelPlanner"), "libadit_showcase.so"),
}
# What is not so with cores in a child process.
ONLY_HERE = {
    "counter/parts.json",  # The child drives as messages come: what several cause is not in one batch,
    "todo/following.json",  # so that there are more patches.
    "counter/refused.json",  # An error of JSON is found here, at the byte that json names.
    "todo/clients.json",  # A host by standard input has no clients of its own.
}


@pytest.mark.parametrize("is_child", [False, pytest.param(True, marks=needs_serve)], ids=["here", "child"])
@pytest.mark.parametrize("app", APPS)
def test_the_scenarios_of_an_app_pass(app: str, is_child: bool) -> None:
    files = sorted((ROOT / "examples-c/scenarios" / app).glob("*.json"))
    files = [file for file in files if not is_child or f"{app}/{file.name}" not in ONLY_HERE]
    assert files
    server = [str(SERVE)] if is_child else []
    driver = shlex.join([sys.executable, str(DRIVER), str(LIBRARIES / APPS[app]), *server])
    environment = {**os.environ, "ADIT_DRIVER": driver}
    done = subprocess.run([TOOLS / "scenario", RELAY, *files], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("all is well\n")


def test_a_scenario_that_fails_is_noticed(tmp_path: pathlib.Path) -> None:
    text = (ROOT / "examples-c/scenarios/counter/counting.json").read_text()
    wrong = tmp_path / "wrong.json"
    wrong.write_text(text.replace('{"wasIncremented": {"to": 2}}', '{"wasIncremented": {"to": 3}}'))
    driver = shlex.join([sys.executable, str(DRIVER), str(LIBRARIES / "libadit_cores.so")])
    environment = {**os.environ, "ADIT_DRIVER": driver}
    done = subprocess.run([TOOLS / "scenario", RELAY, wrong], env=environment, capture_output=True, text=True)
    assert done.returncode == 1
    assert "3 is expected, found 2" in done.stdout + done.stderr
