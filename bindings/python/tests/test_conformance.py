"""The scenarios of the example apps, through the binding."""

from __future__ import annotations

import os
import pathlib
import shlex
import subprocess
import sys

import pytest
from conftest import LIBRARIES, RELAY, ROOT, SERVED, TOOLS, needs_served

DRIVER = pathlib.Path(__file__).resolve().parents[1] / "conformance/driver.py"
APPS = {
    **dict.fromkeys(("counter", "todo"), "libadit_cores.so"),
    **dict.fromkeys(("reader", "chat", "profile", "travelPlanner"), "libadit_showcase.so"),
}


@pytest.mark.parametrize("place", ["here", pytest.param("served", marks=needs_served)])
@pytest.mark.parametrize("app", APPS)
def test_the_scenarios_of_an_app_pass(app: str, place: str) -> None:
    files = sorted((ROOT / "examples-c/scenarios" / app).glob("*.json"))
    assert files
    library = LIBRARIES / APPS[app]
    driver = shlex.join([sys.executable, str(DRIVER), str(SERVED if place == "served" else library)])
    environment = {**os.environ, "ADIT_DRIVER": driver, "ADIT_SERVED": str(library)}
    done = subprocess.run([TOOLS / "adit", "scenario", RELAY, *files], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("all is well\n")


@needs_served
def test_crash_request_crash_gateway_crash_mirror() -> None:
    command = shlex.join([sys.executable, str(DRIVER.with_name("crash.py"))])
    environment = {**os.environ, "ADIT_SERVED_LIBRARY": str(SERVED)}
    runner = [str(ROOT / "bindings/conformance/crash"), command]
    done = subprocess.run(runner, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_scenario_that_fails_is_noticed(tmp_path: pathlib.Path) -> None:
    text = (ROOT / "examples-c/scenarios/counter/counting.json").read_text()
    wrong = tmp_path / "wrong.json"
    wrong.write_text(text.replace('{"wasIncremented": {"to": 2}}', '{"wasIncremented": {"to": 3}}'))
    driver = shlex.join([sys.executable, str(DRIVER), str(LIBRARIES / "libadit_cores.so")])
    environment = {**os.environ, "ADIT_DRIVER": driver}
    done = subprocess.run([TOOLS / "adit", "scenario", RELAY, wrong], env=environment, capture_output=True, text=True)
    assert done.returncode == 1
    assert "3 is expected, found 2" in done.stdout + done.stderr
