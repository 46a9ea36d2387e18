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


@pytest.mark.parametrize("is_child", [False, pytest.param(True, marks=needs_serve)], ids=["here", "child"])
@pytest.mark.parametrize("app", APPS)
def test_the_scenarios_of_an_app_pass(app: str, is_child: bool) -> None:
    files = sorted((ROOT / "examples-c/scenarios" / app).glob("*.json"))
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
