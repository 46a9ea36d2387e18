"""What the tests share: the libraries of the example apps, and coroutines as tests."""

# SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import asyncio
import inspect
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import adit

ROOT = Path(__file__).resolve().parents[3]
LIBRARIES = Path(os.environ.get("ADIT_LIB_DIR", ROOT / "build/lib"))
TOOLS = Path(os.environ.get("ADIT_TOOLS_DIR", ROOT / "build/tools"))
RELAY = Path(os.environ.get("ADIT_RELAY", ROOT / "build/bindings/libadit_relay.so"))


SERVE = next(
    (
        path
        for path in (os.environ.get("ADIT_SERVE"), TOOLS / "adit-serve", TOOLS / "serve")
        if path and Path(path).is_file()
    ),
    None,
)
needs_traps = pytest.mark.skipif(not (LIBRARIES / "libadit_traps.so").exists(), reason="adit_traps is not built")
needs_serve = pytest.mark.skipif(SERVE is None, reason="adit serve is not built")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Runs a test with cores in this process, and in a child process unless it is marked as `in_process`."""
    ways = [pytest.param(False, id="here")]
    if metafunc.definition.get_closest_marker("in_process") is None:
        ways.append(pytest.param(True, id="child", marks=needs_serve))
    if {"library", "showcase"} & set(metafunc.fixturenames):
        metafunc.parametrize("is_child", ways)


def open_library(name: str, is_child: bool) -> Iterator[adit.Library]:
    library = adit.Library(LIBRARIES / name, process=SERVE if is_child and SERVE is not None else False)
    yield library
    library.close()


def take_report(reported: list[dict[str, Any]]) -> str:
    """The one report that there is: what the loop's exception handler says, and the exception."""
    (context,) = reported
    reported.clear()
    return f"{context['message']}: {context['exception']!r}"


@pytest.fixture
def library(is_child: bool) -> Iterator[adit.Library]:
    """The library with the apps counter and todo."""
    yield from open_library("libadit_cores.so", is_child)


@pytest.fixture
def showcase(is_child: bool) -> Iterator[adit.Library]:
    """The library with the apps reader, chat, profile and travelPlanner."""
    yield from open_library("libadit_showcase.so", is_child)


_reported: list[dict[str, Any]] = []


@pytest.fixture
def reported() -> Iterator[list[dict[str, Any]]]:
    """What the loop's exception handler gets; a test that takes this looks at it itself, and empties it."""
    _reported.clear()
    yield _reported


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


async def until(condition: Callable[[], bool]) -> None:
    """Waits until a condition holds: a patch is a message of its own, which a child process may write after the response."""
    async with asyncio.timeout(30):
        while not condition():
            await asyncio.sleep(0.001)
