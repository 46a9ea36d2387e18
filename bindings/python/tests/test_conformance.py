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
# libadit_served.so: the host drives, and the cores are in `adit serve`.
SERVED = pathlib.Path(os.environ.get("ADIT_SERVED_LIBRARY", ROOT / "build/lib/libadit_served.so"))
# The files that do not hold where the child drives.
EXCEPTED = [
    line.split()[0]
    for line in (ROOT / "bindings/conformance/not-driven-by-server").read_text().splitlines()
    if not line.startswith("#")
]
needs_served = pytest.mark.skipif(not SERVED.exists(), reason=f"there is no {SERVED}")


@pytest.mark.parametrize(
    "place",
    ["here", pytest.param("served", marks=[needs_serve, needs_served]), pytest.param("child", marks=needs_serve)],
)
@pytest.mark.parametrize("app", APPS)
def test_the_scenarios_of_an_app_pass(app: str, place: str) -> None:
    files = sorted((ROOT / "examples-c/scenarios" / app).glob("*.json"))
    files = [file for file in files if place != "child" or f"{app}/{file.name}" not in EXCEPTED]
    assert files
    library = LIBRARIES / APPS[app]
    server = [str(SERVE)] if place == "child" else []
    driver = shlex.join([sys.executable, str(DRIVER), str(SERVED if place == "served" else library), *server])
    environment = {**os.environ, "ADIT_DRIVER": driver, "ADIT_SERVED": str(library), "ADIT_SERVE": str(SERVE)}
    done = subprocess.run([TOOLS / "scenario", RELAY, *files], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith("all is well\n")


@pytest.mark.parametrize(
    "place",
    [
        pytest.param("served", marks=[needs_serve, needs_served]),
        pytest.param("child", marks=needs_serve),
    ],
)
def test_crash_request_crash_gateway_crash_mirror(place: str) -> None:
    program = DRIVER.with_name("crash.py")
    itself = ["--itself"] if place == "child" else []
    command = shlex.join([sys.executable, str(program), *(["--serve"] if place == "child" else [])])
    environment = {**os.environ, "ADIT_SERVED_LIBRARY": str(SERVED), "ADIT_SERVE": str(SERVE)}
    runner = [str(ROOT / "bindings/conformance/crash"), *itself, command]
    done = subprocess.run(runner, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_scenario_that_fails_is_noticed(tmp_path: pathlib.Path) -> None:
    text = (ROOT / "examples-c/scenarios/counter/counting.json").read_text()
    wrong = tmp_path / "wrong.json"
    wrong.write_text(text.replace('{"wasIncremented": {"to": 2}}', '{"wasIncremented": {"to": 3}}'))
    driver = shlex.join([sys.executable, str(DRIVER), str(LIBRARIES / "libadit_cores.so")])
    environment = {**os.environ, "ADIT_DRIVER": driver}
    done = subprocess.run([TOOLS / "scenario", RELAY, wrong], env=environment, capture_output=True, text=True)
    assert done.returncode == 1
    assert "3 is expected, found 2" in done.stdout + done.stderr
