"""What the tests share: the libraries of the example apps, and coroutines as tests."""

from __future__ import annotations

import asyncio
import inspect
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

import adit

ROOT = Path(__file__).resolve().parents[3]
LIBRARIES = Path(os.environ.get("ADIT_LIB_DIR", ROOT / "build/lib"))
TOOLS = Path(os.environ.get("ADIT_TOOLS_DIR", ROOT / "build/tools"))
RELAY = Path(os.environ.get("ADIT_RELAY", ROOT / "build/bindings/libadit_relay.so"))
SERVED = Path(os.environ.get("ADIT_SERVED_LIBRARY", LIBRARIES / "libadit_served.so"))

os.environ.setdefault("ADIT_SERVE", str(TOOLS / "adit"))
needs_traps = pytest.mark.skipif(not (LIBRARIES / "libadit_traps.so").exists(), reason="adit_traps is not built")
needs_served = pytest.mark.skipif(
    not (SERVED.exists() and Path(os.environ["ADIT_SERVE"]).exists()),
    reason="libadit_served.so or adit is not built",
)


def serve(folder: Path, name: str) -> Path:
    """Makes the library that runs the cores of another in `adit serve`: NAME-served.so beside NAME.so, in a folder."""
    library = folder / name
    served = library.with_name(f"{library.stem}-served.so")
    if not served.exists():
        library.symlink_to(LIBRARIES / name)
        shutil.copy(SERVED, served)
    return served


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Runs a test with cores in this process, and in a process of their own."""
    if {"library", "showcase"} & set(metafunc.fixturenames):
        ways = [pytest.param(False, id="here"), pytest.param(True, id="served", marks=needs_served)]
        metafunc.parametrize("is_served", ways)


@pytest.fixture(scope="session")
def served_libraries(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for `serve`: all tests have one server for a library."""
    return tmp_path_factory.mktemp("served")


def open_library(name: str, is_served: bool, served_libraries: Path) -> adit.Library:
    return adit.Library(serve(served_libraries, name) if is_served else LIBRARIES / name)


def take_report(reported: list[dict[str, Any]]) -> str:
    """The one report that there is: what the loop's exception handler says, and the exception."""
    (context,) = reported
    reported.clear()
    return f"{context['message']}: {context['exception']!r}"


@pytest.fixture
def library(is_served: bool, served_libraries: Path) -> adit.Library:
    """The library with the apps counter and todo."""
    return open_library("libadit_cores.so", is_served, served_libraries)


@pytest.fixture
def showcase(is_served: bool, served_libraries: Path) -> adit.Library:
    """The library with the apps reader, chat, profile and travelPlanner."""
    return open_library("libadit_showcase.so", is_served, served_libraries)


_reported: list[dict[str, Any]] = []


@pytest.fixture
def reported() -> list[dict[str, Any]]:
    """What the loop's exception handler gets; a test that takes this looks at it itself, and empties it."""
    _reported.clear()
    return _reported


def pytest_pyfunc_call(pyfuncitem: Any) -> bool | None:
    """Runs a test that is a coroutine in an event loop of its own, which reports its own errors as failures."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    arguments = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    asyncio.run(_checked(pyfuncitem.obj(**arguments)))
    return True


async def _checked(test: Any) -> None:
    _reported.clear()
    asyncio.get_running_loop().set_exception_handler(lambda _, context: _reported.append(context))
    # A test that hangs is a failure, and not the end of the run.
    await asyncio.wait_for(test, 60)
    assert _reported == []
