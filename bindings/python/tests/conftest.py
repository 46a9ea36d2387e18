"""What the tests share: the libraries of the example apps, and coroutines as tests."""

# SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import asyncio
import inspect
import os
import pathlib
from typing import Any

import pytest

import adit

ROOT = pathlib.Path(__file__).resolve().parents[3]
LIBRARIES = pathlib.Path(os.environ.get("ADIT_LIB_DIR", ROOT / "build/lib"))
TOOLS = pathlib.Path(os.environ.get("ADIT_TOOLS_DIR", ROOT / "build/tools"))
RELAY = pathlib.Path(os.environ.get("ADIT_RELAY", ROOT / "build/bindings/libadit_relay.so"))


@pytest.fixture
def library() -> adit.Library:
    """The library with the apps counter and todo."""
    return adit.Library(LIBRARIES / "libadit_cores.so")


@pytest.fixture
def showcase() -> adit.Library:
    """The library with the apps reader, chat, profile and travelPlanner."""
    return adit.Library(LIBRARIES / "libadit_showcase.so")


def pytest_pyfunc_call(pyfuncitem: Any) -> bool | None:
    """Runs a test that is a coroutine in an event loop of its own, which reports its own errors as failures."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    arguments = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    asyncio.run(_checked(pyfuncitem.obj(**arguments)))
    return True


async def _checked(test: Any) -> None:
    failures: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: failures.append(context))
    # A test that hangs is a failure, and not the end of the run.
    await asyncio.wait_for(test, 60)
    assert failures == []
