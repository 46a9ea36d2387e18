"""Cores in a process of their own, by libadit_served.so: crashes, and what differs. The other tests run there, too."""

from __future__ import annotations

import asyncio
import os
import pathlib
import signal
from typing import Any

import pytest
from conftest import needs_served, needs_traps, serve
from messages import add, increment, was_incremented

import adit

TRAP = {"trap": "overflow"}
COUNT: dict[str, Any] = {"count": {}}

pytestmark = needs_served


@pytest.fixture
def served(tmp_path: pathlib.Path) -> adit.Library:
    """The library with the apps counter and todo, with a server of its own."""
    return adit.Library(serve(tmp_path, "libadit_cores.so"))


@pytest.fixture
def traps(tmp_path: pathlib.Path) -> adit.Library:
    """The library with the app traps, whose process ends as a message asks for."""
    return adit.Library(serve(tmp_path, "libadit_traps.so"))


def kill_server(folder: pathlib.Path) -> None:
    """Ends the process `adit serve` of the library in a folder."""
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            arguments = (process / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if b"--passed" in arguments and any(each.startswith(os.fsencode(folder)) for each in arguments):
            os.kill(int(process.name), signal.SIGKILL)
            return
    raise AssertionError("found no server")


# -- Crashes. --


@needs_traps
async def test_a_crash_fails_requests_and_followers_go_on(traps: adit.Library) -> None:
    others: list[str] = []
    core = adit.aio.open(traps, "traps", on_message=lambda message: others.append(next(iter(message))))
    async with core, core.follow("/count") as count:
        await core.request(COUNT)
        await core.request(COUNT)
        assert count.value == 2
        with pytest.raises(adit.CrashedError):
            await core.request(TRAP)
        # The core has no store, so it begins anew.
        async for change in count:
            if count.value == 0:
                assert change.ops is None
                break
        await core.request(COUNT)
        assert count.value == 1
    assert others == ["@crashed", "@reopened", "@closed"]


@needs_traps
async def test_a_store_survives_a_crash(traps: adit.Library, tmp_path: pathlib.Path) -> None:
    config = {"store": {"path": str(tmp_path / "store")}}
    reopened = asyncio.Event()

    def on_message(message: adit.Message) -> None:
        if "@reopened" in message:
            assert message["@reopened"]["kept"] is True
            reopened.set()

    async with adit.aio.open(traps, "traps", config, on_message=on_message) as core:
        await core.request(COUNT)
        with pytest.raises(adit.CrashedError):
            await core.request(TRAP)
        await reopened.wait()
        assert await core.get("/count") == 1


@needs_traps
def test_a_crash_is_an_exception_of_the_driving_call(traps: adit.Library) -> None:
    received: list[str] = []
    with traps.open("traps", on_message=lambda message: received.append(next(iter(message)))) as core:
        with pytest.raises(adit.CrashedError):
            core.call(TRAP)
        while "@reopened" not in received:
            core.process(timeout=None)
        assert core.call(COUNT) == [{"wasCounted": {"to": 1}}]
    assert received == ["@crashed", "@reopened", "@closed"]


@needs_traps
async def test_a_core_that_is_started_again_can_be_left(traps: adit.Library) -> None:
    """After the fourth crash, the process is started again in 400 ms: until then, nothing can be sent."""
    words: asyncio.Queue[str] = asyncio.Queue()
    core = adit.aio.open(traps, "traps", on_message=lambda message: words.put_nowait(next(iter(message))))
    async with core, core.follow("/count"):
        for _ in range(3):
            with pytest.raises(adit.CrashedError):
                await core.request(TRAP)
            assert [await words.get(), await words.get()] == ["@crashed", "@reopened"]
        with pytest.raises(adit.CrashedError):
            await core.request(TRAP)
        with pytest.raises(adit.CrashedError, match="being started again"):
            core.send(COUNT)
    assert core.closed


@needs_traps
async def test_a_core_whose_server_ends_is_gone(traps: adit.Library, tmp_path: pathlib.Path) -> None:
    others: list[str] = []
    core = adit.aio.open(traps, "traps", on_message=lambda message: others.append(next(iter(message))))
    async with core, core.follow("/count") as count:
        kill_server(tmp_path)
        assert [change async for change in count] == []
        with pytest.raises(adit.CrashedError):
            await core.request(COUNT)
    assert others == ["@gone"]


async def test_the_answer_of_a_gateway_to_a_core_that_is_gone_is_dropped(
    served: adit.Library, tmp_path: pathlib.Path
) -> None:
    asked, ended = asyncio.Event(), asyncio.Event()

    async def fetch(_: Any) -> Any:
        asked.set()
        # Until the loop sees the end, this is not cancelled.
        kill_server(tmp_path)
        ended.set()
        return {"texts": ["late"]}

    async with adit.aio.open(served, "todo", gateways={"lists": fetch}) as core:
        with pytest.raises(adit.CrashedError):
            await core.request({"todo": {"request": {"import": {"from": "x"}}}})
    assert asked.is_set()
    assert ended.is_set()


def test_the_next_core_after_the_end_of_the_server_has_another(served: adit.Library, tmp_path: pathlib.Path) -> None:
    first = served.open("counter")
    kill_server(tmp_path)
    assert next(iter(first.receive(timeout=None) or {})) == "@gone"
    with pytest.raises(adit.ClosedError):
        first.receive()
    with pytest.raises(adit.CrashedError):
        first.send(increment(1))
    with pytest.raises(adit.CrashedError):
        first.call(increment(1))
    first.close()
    with served.open("counter") as second:
        assert second.call(increment(1)) == [was_incremented(1)]


# -- What is not as in this process. --


def test_a_paused_core_does_not_hang(served: adit.Library, tmp_path: pathlib.Path) -> None:
    with served.open("todo", {"store": {"path": str(tmp_path / "store")}}) as core:
        core.send({"@pause": {}})
        assert next(iter(core.receive_all()[0])) == "@paused"
        with pytest.raises(adit.TimedOutError):
            core.call(add("Bread"))
        core.send({"@resume": {}})
        assert "@resumed" in core.receive_all(timeout=None)[0]
        core.send({"@pause": {}})
        core.receive_all()  # It is paused as it closes.


def test_a_library_that_is_not_there_is_an_error_of_opening(tmp_path: pathlib.Path) -> None:
    path = serve(tmp_path, "libadit_nowhere.so")
    with pytest.raises(adit.UnknownAppError, match=r"libadit_nowhere\.so: No such file"):
        adit.Library(path).open("counter")


def test_a_server_that_is_not_there_is_an_error_of_opening(
    served: adit.Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ADIT_SERVE", "/nowhere/adit")
    with pytest.raises(adit.CrashedError, match=r"/nowhere/adit: No such file"):
        served.open("counter")
