"""The wheels: built, installed into a new environment, and used."""

from __future__ import annotations

import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import venv
import zipfile

import pytest
from conftest import LIBRARIES, SERVED, needs_served

FOLDER = pathlib.Path(__file__).resolve().parents[1]
ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
    "ADIT_LIBRARY": str(LIBRARIES / "libadit_cores.so"),
    "ADIT_SERVED_LIBRARY": str(SERVED),
    "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    "PYTHONDONTWRITEBYTECODE": "1",
}

pytestmark = [
    pytest.mark.skipif(importlib.util.find_spec("hatchling") is None, reason="hatchling is not installed"),
    needs_served,
]


def run(*command: str | pathlib.Path, text: str = "") -> str:
    done = subprocess.run(command, env=ENVIRONMENT, input=text, capture_output=True, text=True)
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    return done.stdout


def build(project: pathlib.Path, wheels: pathlib.Path, hook: pathlib.Path, **environment: str) -> str:
    """Builds a wheel, with the build hook of the package that is installed in a folder. Returns the errors."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(wheels)]
    environment = {**ENVIRONMENT, "PYTHONPATH": str(hook), **environment}
    done = subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stderr


def install(folder: pathlib.Path, wheels: pathlib.Path) -> pathlib.Path:
    """Makes an environment with the example from a folder of wheels, and returns its Python."""
    venv.create(folder, with_pip=True)
    run(folder / "bin/python", "-m", "pip", "install", "-q", "--no-index", "--find-links", wheels, "adit-example-todo")
    return folder / "bin/python"


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """A folder with both wheels, built as an author builds them."""
    folder = tmp_path_factory.mktemp("wheels")
    sources = tmp_path_factory.mktemp("sources")
    for name in ("src", "example-todo"):
        shutil.copytree(FOLDER / name, sources / name)
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(FOLDER / name, sources / name)
    assert build(sources, folder, sources) == ""
    (wheel,) = folder.glob("adit-*.whl")
    zipfile.ZipFile(wheel).extractall(sources / "installed")
    assert build(sources / "example-todo", folder, sources / "installed") == ""
    return folder


def test_the_binding_is_a_wheel_for_any_platform(wheels: pathlib.Path) -> None:
    (wheel,) = wheels.glob("adit-*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert {"adit/py.typed", "adit/aio/core.py", "adit/hatch.py"} <= set(names)
    assert all(name.startswith(("adit/", "adit-")) for name in names)


def test_an_installed_wheel_with_a_library_runs(wheels: pathlib.Path, tmp_path: pathlib.Path) -> None:
    (wheel,) = wheels.glob("adit_example_todo-*.whl")
    assert re.fullmatch(r"adit_example_todo-[0-9.]+-py3-none-linux_\w+\.whl", wheel.name)
    python = install(tmp_path / "user", wheels)
    for options in [list[str](), ["--process"]]:
        output = run(python.with_name("adit-example-todo"), *options, text="add Milk\nquit\n")
        assert output == "-- 0 open\n1. Milk\n-- 1 open\n"
    # A program of README.md that takes the library of the wheel.
    program = re.search(
        r"```python\n(import asyncio\n.*?)```\n\n```\n(.*?)```", (FOLDER / "README.md").read_text(), re.DOTALL
    )
    assert program is not None
    assert run(python, "-c", program[1]) == program[2]


@pytest.mark.skipif(shutil.which("auditwheel") is None, reason="auditwheel is not installed")
def test_a_repaired_wheel_carries_the_libraries_that_it_needs(wheels: pathlib.Path, tmp_path: pathlib.Path) -> None:
    (wheel,) = wheels.glob("adit_example_todo-*.whl")
    repaired = tmp_path / "repaired"
    run("auditwheel", "repair", "-w", repaired, wheel)
    (manylinux,) = repaired.glob("*.whl")
    assert "-py3-none-manylinux_" in manylinux.name
    shutil.copy(next(wheels.glob("adit-*.whl")), repaired)
    python = install(tmp_path / "user", repaired)
    program = (
        "import sys, adit_example_todo\n"
        "library = adit_example_todo.load()\n"
        "library.open('todo', {'store': {'path': sys.argv[1]}}).close()\n"
        "paths = {line.split()[-1] for line in open('/proc/self/maps')}\n"
        "print(*sorted(path for path in paths if 'libjansson' in path or 'libsqlite' in path))"
    )
    jansson, sqlite = run(python, "-c", program, tmp_path / "todo.store").split()
    assert "/adit_example_todo.libs/libjansson" in jansson
    assert "/adit_example_todo.libs/libsqlite3" in sqlite


def test_a_wheel_without_a_library_is_not_built(wheels: pathlib.Path, tmp_path: pathlib.Path) -> None:
    (wheel,) = wheels.glob("adit-*.whl")
    zipfile.ZipFile(wheel).extractall(tmp_path / "installed")
    copy = shutil.copytree(FOLDER / "example-todo", tmp_path / "example")
    errors = build(copy, tmp_path, tmp_path / "installed", ADIT_LIBRARY="/nowhere/lib.so")
    assert "/nowhere/lib.so: there is no library; one made by adit_add_library is expected" in errors
    assert list(tmp_path.glob("*.whl")) == []
