"""Cores in a child process, `adit serve`: what is not as in this process, and crashes."""

# SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import asyncio
import os
import pathlib
import subprocess
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from conftest import LIBRARIES, SERVE, needs_serve, needs_traps, until
from messages import add, increment, was_incremented

import adit
from adit._inbox import Inbox
from adit._lines import core_of, line_of, member_length, message_of

TRAP = {"trap": "overflow"}


@pytest.fixture
def served() -> Iterator[adit.Library]:
    library = adit.Library(LIBRARIES / "libadit_cores.so", process=SERVE or True)
    yield library
    library.close()


@pytest.fixture
def traps() -> Iterator[adit.Library]:
    """The library with the app traps, whose process ends as a message asks for."""
    library = adit.Library(LIBRARIES / "libadit_traps.so", process=SERVE or True)
    yield library
    library.close()


def process_of(library: adit.Library) -> subprocess.Popen[bytes]:
    transport: Any = library._transport
    process: subprocess.Popen[bytes] = transport._child._process
    return process


# -- Crashes. --


@needs_serve
@needs_traps
async def test_a_crash_fails_requests_and_followers_go_on(traps: adit.Library) -> None:
    others: list[str] = []
    core = adit.aio.open(traps, "traps", on_message=lambda message: others.append(next(iter(message))))
    async with core, core.follow("/count") as count:
        await core.request({"count": {}})
        await core.request({"count": {}})
        await until(lambda: bool(count.value == 2))
        with pytest.raises(adit.CrashedError):
            await core.request(TRAP)
        # The core has no store, so it begins anew.
        async for change in count:
            if count.value == 0:
                assert change.ops is None
                break
        await core.request({"count": {}})
        assert count.value == 1
    assert others == ["@crashed", "@reopened", "@closed"]


@needs_serve
@needs_traps
async def test_a_store_survives_a_crash(traps: adit.Library, tmp_path: pathlib.Path) -> None:
    config = {"store": {"path": str(tmp_path / "store")}}
    reopened = asyncio.Event()

    def on_message(message: adit.Message) -> None:
        if "@reopened" in message:
            assert message["@reopened"]["kept"] is True
            reopened.set()

    async with adit.aio.open(traps, "traps", config, on_message=on_message) as core:
        await core.request({"count": {}})
        with pytest.raises(adit.CrashedError):
            await core.request(TRAP)
        await reopened.wait()
        assert await core.get("/count") == 1


@needs_serve
@needs_traps
def test_a_crash_is_an_exception_of_the_driving_call(traps: adit.Library) -> None:
    received: list[str] = []
    with traps.open("traps", on_message=lambda message: received.append(next(iter(message)))) as core:
        with pytest.raises(adit.CrashedError):
            core.call(TRAP)
        while "@reopened" not in received:
            core.process(timeout=None)
        assert core.call({"count": {}}) == [{"wasCounted": {"to": 1}}]
    assert received == ["@crashed", "@reopened", "@closed"]


@needs_serve
@needs_traps
async def test_a_core_whose_server_ends_is_gone(traps: adit.Library) -> None:
    others: list[str] = []
    core = adit.aio.open(traps, "traps", on_message=lambda message: others.append(next(iter(message))))
    async with core, core.follow("/count") as count:
        process_of(traps).kill()
        assert [change async for change in count] == []
        with pytest.raises(adit.CrashedError):
            await core.request({"count": {}})
    assert others == ["@gone"]


@needs_serve
def test_the_end_of_the_server_is_an_error_and_the_next_core_has_another(served: adit.Library) -> None:
    first = served.open("counter")
    killed = process_of(served)
    killed.kill()
    assert next(iter(first.receive(timeout=None) or {})) == "@gone"
    with pytest.raises(adit.CrashedError):
        first.receive()
    with pytest.raises(adit.CrashedError):
        first.send(increment(1))
    with pytest.raises(adit.CrashedError):
        first.call(increment(1))
    first.close()
    with served.open("counter") as second:
        assert second.call(increment(1)) == [was_incremented(1)]
    assert process_of(served) is not killed


# -- Differences. --


@needs_serve
def test_a_refused_message_is_an_error_of_the_next_driving_call(served: adit.Library) -> None:
    received: list[adit.Message] = []
    names: list[str] = []
    with served.open("counter", on_message=received.append) as core:
        core.send(increment(1))
        core.send({"counter": {"request": {"incremen": {}}}})
        core.send({"counter": {"request": {"decrement": {}}}})
        core.send(increment(1))
        while len(received) < 2 or len(names) < 2:
            try:
                core.process()
            except adit.InvalidMessageError as error:
                names.append(error.text.split('"')[1])
        assert received == [was_incremented(1), was_incremented(2)]
        assert names == ["incremen", "decrement"]


@needs_serve
async def test_a_refused_message_that_nobody_waits_for_goes_to_the_loop(served: adit.Library) -> None:
    failures: list[BaseException] = []
    async with adit.aio.open(served, "counter") as core:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: failures.append(context["exception"]))
        core.send({"counter": {"request": {"incremen": {}}}})
        await core.get("/value")
    assert [type(error) for error in failures] == [adit.InvalidMessageError]


@needs_serve
def test_what_only_a_library_in_this_process_does_is_said(served: adit.Library) -> None:
    with served.open("counter") as core, pytest.raises(adit.InvalidArgumentError, match="clients"):
        core.submit("web-12", increment(1))
    with pytest.raises(adit.InvalidArgumentError, match="compares"):
        served.compare("{}", "{}")


@needs_serve
def test_a_text_of_many_lines_is_one_message(served: adit.Library) -> None:
    with served.open("todo") as core:
        text = '\n{\n "todo": {"request":\n {"add": {"item": {"text": "a\\nb"}}}}\n}\n'
        (added, _) = core.call(text)
        assert added["todo"]["response"]["wasAdded"]["text"] == "a\nb"
        with pytest.raises(adit.InvalidJsonError):
            core.send('{"todo": "a\nb"}')


@needs_serve
def test_a_call_takes_only_what_it_caused(served: adit.Library) -> None:
    with served.open("counter") as core:
        core.send(increment(1, **{"@id": "first"}))
        assert core.call(increment(1)) == [was_incremented(2)]
        assert core.call(increment(1, **{"@id": "mine"})) == [was_incremented(3, **{"@id": "mine"})]
        assert core.receive_all() == [was_incremented(1, **{"@id": "first"})]


@needs_serve
def test_what_a_call_causes_later_has_no_id_of_it(served: adit.Library) -> None:
    with served.open("todo", {"gateways": ["lists"]}) as core:
        (asked,) = core.call({"todo": {"request": {"import": {"from": "x"}}}})
        assert list(asked) == ["@effect"]
        core.reply(asked["@effect"]["id"], {"texts": ["Milk"]})
        (imported,) = core.receive_all()
        assert list(imported) == ["todo"]


def test_lines_that_are_none_end_the_process(tmp_path: pathlib.Path) -> None:
    program = tmp_path / "adit-serve"
    ready = '{"@ready":{"adit":"1","apps":{"a":{}}}}'
    program.write_text(f"#!/bin/sh\necho '{ready}'\nread line\necho nonsense\ncat >/dev/null\n")
    program.chmod(0o755)
    library = adit.Library("lib.so", process=program)
    with pytest.raises(adit.CrashedError, match="a line that is not understood"):
        library.open("a")


@needs_serve
def test_a_paused_core_does_not_hang(served: adit.Library, tmp_path: pathlib.Path) -> None:
    with served.open("todo", {"store": {"path": str(tmp_path / "store")}}) as core:
        core.send({"@pause": {}})
        assert next(iter(core.receive_all()[0])) == "@paused"
        core.send(add("Milk"))
        assert core.receive_all() == []
        with pytest.raises(adit.TimedOutError):
            core.call(add("Bread"), timeout=0.01)
        core.send({"@resume": {}})
        kinds: list[str] = []
        while kinds.count("todo") < 2:
            messages = core.receive_all(timeout=None)
            assert not any("@id" in message for message in messages)
            kinds += [next(iter(message)) for message in messages]
        core.send({"@pause": {}})
        core.receive_all()  # It is paused as it closes.


@needs_serve
def test_close_takes_over_from_a_thread_that_waits(served: adit.Library) -> None:
    errors: list[adit.Error] = []
    core = served.open("counter")

    def wait() -> None:
        try:
            while True:
                core.receive(timeout=None)
        except adit.Error as error:
            errors.append(error)

    thread = threading.Thread(target=wait)
    thread.start()
    core.close()
    thread.join()
    assert [type(error) for error in errors] in ([adit.NoCoreError], [adit.ClosedError])


@needs_serve
def test_an_interruption_of_the_terminal_does_not_end_the_child(served: adit.Library) -> None:
    assert os.getpgid(process_of(served).pid) != os.getpgid(0)


@needs_serve
def test_the_child_ends_with_the_library() -> None:
    library = adit.Library(LIBRARIES / "libadit_cores.so", process=SERVE or True)
    process = process_of(library)
    library.open("counter")
    del library
    assert process.wait(10) == 0


# -- Opening. --


def test_a_server_that_is_not_there(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(adit.LoadError, match=r"cannot run /nowhere/adit-serve"):
        adit.Library(LIBRARIES / "libadit_cores.so", process="/nowhere/adit-serve")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("ADIT_SERVE", raising=False)
    with pytest.raises(adit.LoadError, match=r"found no adit-serve"):
        adit.Library(LIBRARIES / "libadit_cores.so", process=True)


@needs_serve
@pytest.mark.parametrize("path", ["/nowhere/lib.so", __file__])
def test_a_library_that_cannot_be_loaded(capfd: pytest.CaptureFixture[str], path: str) -> None:
    with pytest.raises(adit.LoadError, match="before it was ready"):
        adit.Library(path, process=SERVE or True)
    assert path in capfd.readouterr().err


@needs_serve
def test_true_finds_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADIT_SERVE", str(SERVE))
    library = adit.Library(LIBRARIES / "libadit_cores.so", process=True)
    assert library.version == "0.1.0"
    library.close()


# -- Parts. --


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (b'{"a":1}', b'{"@core":"c1","a":1}\n'),
        (b" { }", b' {"@core":"c1" }\n'),
        (b'{\n"a":1}\n', b'{"@core":"c1",\r"a":1}\r\n'),
    ],
)
def test_a_line_has_the_core_beside_the_message(text: bytes, line: bytes) -> None:
    assert line_of(text, "c1") == line
    assert message_of(line) == {"@core": "c1", **message_of(text)}


def test_a_line_may_have_an_id() -> None:
    assert line_of(b'{"a":1}', "c1", "x") == b'{"@core":"c1","@id":"x","a":1}\n'
    assert member_length("c1", "x") == len(b'"@core":"c1","@id":"x",')


def test_lines_of_the_server_are_not_messages_of_a_core() -> None:
    assert core_of(b'{"a":{},"@id":7,"@core":"c1"}') == ("c1", b'{"a":{},"@id":7}')
    assert core_of(b'{"@refused":{},"@core":"c1"}') is None
    assert core_of(b'{"@ready":{"cores":{}}}') is None


@pytest.mark.parametrize(
    ("text", "offset"), [(b"[1,", 3), (b"\xff", 0), (b'{"a":"\xc3\xa9",}', 10), (b'{"a":-Infinity}', 5)]
)
def test_a_text_that_is_no_json_is_refused_here(text: bytes, offset: int) -> None:
    with pytest.raises(adit.InvalidJsonError) as caught:
        message_of(text)
    assert caught.value.offset == offset


def test_a_text_that_is_no_object_is_refused_here() -> None:
    with pytest.raises(adit.InvalidMessageError, match="an object with one case is expected"):
        message_of(b"[1]")
    assert message_of(b'{"a":' * 100_000 + b"1" + b"}" * 100_000) == {}  # Adit judges the depth.


def test_an_inbox_ends_with_its_error_after_its_messages() -> None:
    inbox = Inbox()
    inbox.put(b"1")
    inbox.put(b'{"@refused":1}')
    inbox.put(b"2")
    inbox.fail(adit.CrashedError("gone"))
    assert inbox.take(-1) == [b"1"]
    assert inbox.take(-1) == [b'{"@refused":1}']
    assert inbox.take(-1, most=1) == [b"2"]
    with pytest.raises(adit.CrashedError, match="gone"):
        inbox.take(-1)


def test_an_inbox_takes_bytes_at_most() -> None:
    inbox = Inbox()
    for _ in range(3):
        inbox.put(b"12345")
    assert [inbox.take(0, max_bytes=number) for number in (1, 10, 10)] == [[b"12345"], [b"12345"] * 2, []]
