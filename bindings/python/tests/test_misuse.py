"""What a host may do wrong: a test for each name in bindings/conformance/README.md."""

from __future__ import annotations

import asyncio
import ctypes.util
import gc
import json
import pathlib
import subprocess
import sys
import threading
import weakref
from typing import Any, Callable

import pytest
from conftest import TOOLS, take_report
from messages import add, added, cancel_import, import_list, increment, was_incremented

import adit

METHODS: dict[str, Callable[[adit.Core], object]] = {
    "send": lambda core: core.send(increment(1)),
    "submit": lambda core: core.submit("a", increment(1)),
    "reply": lambda core: core.reply("e1-1"),
    "process": lambda core: core.process(),
    "receive": lambda core: core.receive(),
    "receive_all": lambda core: core.receive_all(),
    "call": lambda core: core.call(increment(1)),
    "fileno": lambda core: core.fileno(),
    "wakeup": lambda core: core.wakeup(),
}


@pytest.mark.parametrize("method", METHODS)
def test_use_after_close(library: adit.Library, method: str) -> None:
    core = library.open("counter")
    core.close()
    with pytest.raises(adit.NoCoreError) as caught:
        METHODS[method](core)
    assert caught.value.code == adit.Code.ECORE


def test_close_twice(library: adit.Library) -> None:
    received: list[adit.Message] = []
    core = library.open("counter", on_message=received.append)
    core.close()
    core.close()
    assert received == [{"@closed": {}}]


def test_dropped_core(library: adit.Library, tmp_path: pathlib.Path) -> None:
    received: list[adit.Message] = []
    config = {"store": {"path": str(tmp_path / "list.adit")}}
    core = library.open("todo", config, on_message=received.append)
    core.send(add("Milk"))
    del core
    gc.collect()
    assert received == []
    library.open("todo", config).close()  # The file is free.


def test_dropped_core_in_a_cycle(library: adit.Library, tmp_path: pathlib.Path) -> None:
    class Host:
        def __init__(self) -> None:
            self.core = library.open("todo", config, on_message=self.receive)

        def receive(self, message: adit.Message) -> None:
            raise AssertionError(message)

    config = {"store": {"path": str(tmp_path / "list.adit")}}
    host = weakref.ref(Host())
    gc.collect()
    assert host() is None
    library.open("todo", config).close()


def test_callback_throws(library: adit.Library) -> None:
    received: list[adit.Message] = []

    def on_message(message: adit.Message) -> None:
        received.append(message)
        if message == was_incremented(1):
            raise KeyError("mine")

    core = library.open("counter", on_message=on_message)
    for _ in range(3):
        core.send(increment(1))
    with pytest.raises(KeyError, match="mine"):
        core.process()
    assert received == [was_incremented(1), was_incremented(2), was_incremented(3)]
    assert core.call(increment(1)) == [was_incremented(4)]
    core.close()


def test_callback_throws_out_of_call_and_close(library: adit.Library) -> None:
    received: list[adit.Message] = []

    def on_message(message: adit.Message) -> None:
        received.append(message)
        if message == was_incremented(1) or "@closed" in message:
            raise KeyError("mine")

    core = library.open("counter", on_message=on_message)
    core.send(increment(1))
    with pytest.raises(KeyError):
        core.call(increment(1, **{"@id": "]"}))
    # What the call would have returned is not lost.
    assert received == [was_incremented(1), was_incremented(2, **{"@id": "]"})]
    with pytest.raises(KeyError):
        core.close()
    assert core.closed


def test_callback_throws_more_than_once(library: adit.Library, monkeypatch: pytest.MonkeyPatch) -> None:
    reported: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda unraisable: reported.append(unraisable.exc_value))

    def on_message(message: adit.Message) -> None:
        raise KeyError(message["counter"]["response"]["wasIncremented"]["to"])

    core = library.open("counter", on_message=on_message)
    core.send(increment(1))
    core.send(increment(1))
    with pytest.raises(KeyError, match="1"):
        core.process()
    assert [error.args for error in reported] == [(2,)]


def test_callback_throws_while_another_core_is_driven(library: adit.Library) -> None:
    def inner(_: adit.Message) -> None:
        raise KeyError("inner")

    caught: list[str] = []

    def outer(_: adit.Message) -> None:
        try:
            second.process()
        except KeyError as error:
            caught.append(error.args[0])

    first, second = library.open("counter", on_message=outer), library.open("counter", on_message=inner)
    second.send(increment(1))
    first.send(increment(1))
    assert first.process() == 1
    assert caught == ["inner"]


def test_callback_drives(library: adit.Library) -> None:
    codes: dict[str, str] = {}
    drivers: dict[str, Callable[[adit.Core], object]] = {**METHODS, "close": adit.Core.close}

    def on_message(message: adit.Message) -> None:
        if "counter" not in message:
            return
        core.send({"@get": {"path": ""}})  # Sending is allowed.
        for name in ("process", "receive", "receive_all", "call", "close"):
            try:
                drivers[name](core)
            except adit.CallError as error:
                codes[name] = error.name

    core = library.open("counter", on_message=on_message)
    core.send(increment(1))
    core.process()
    # This core has a callback, so that receive is an error of its own kind where it is not busy.
    assert {codes[name] for name in ("process", "call", "close")} == {"EBUSY"}
    assert codes["receive"] in ("EBUSY", "EINVAL")
    assert codes["receive_all"] in ("EBUSY", "EINVAL")
    assert not core.closed
    core.close()


@pytest.mark.parametrize(
    ("text", "offset"),
    [("", 0), ("{", 1), ('{"counter":}', 11), ('{"a":NaN}', 5), ("[1,2", 4), ('{"a":"\ud800"}', 6)],
)
def test_invalid_json(library: adit.Library, text: str, offset: int) -> None:
    with library.open("counter") as core:
        with pytest.raises(adit.InvalidJsonError) as caught:
            core.send(text)
        assert caught.value.offset == offset
        assert caught.value.text
        with pytest.raises(adit.InvalidJsonError):
            core.call(text)


def test_invalid_json_of_a_value(library: adit.Library) -> None:
    with library.open("todo") as core:
        for text in ("\ud800", "a\udfff"):
            with pytest.raises(adit.InvalidJsonError):
                core.send(add(text))
        with pytest.raises(adit.InvalidJsonError):
            core.send({"todo": float("nan")})


def test_invalid_message(library: adit.Library) -> None:
    with library.open("todo") as core:
        with pytest.raises(adit.InvalidMessageError) as caught:
            core.send({"todo": {"request": {"add": {"itme": {}}}}})
        assert caught.value.text.startswith('todo.request.add: unknown key "itme"; did you mean "item"?')


@pytest.mark.parametrize("bad", [b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xe2\x82"])
def test_invalid_utf8(library: adit.Library, bad: bytes) -> None:
    start = b'{"todo":{"request":{"add":{"item":{"text":"'
    with library.open("todo") as core:
        with pytest.raises(adit.InvalidJsonError) as caught:
            core.send(start + bad + b'"}}}}}')
        assert caught.value.offset in (len(start), len(start) + len(bad))
        assert core.receive() is None
    with pytest.raises(adit.InvalidJsonError):
        library.open("todo", b'{"a":"' + bad + b'"}')


def test_embedded_nul(library: adit.Library) -> None:
    with library.open("todo") as core:
        core.send(add("a\0b"))
        assert added(core.receive_all()[0])["text"] == "a\0b"
        raw = json.dumps(add("a")).encode()
        with pytest.raises(adit.InvalidJsonError) as caught:
            core.send(raw + b"\0")
        assert caught.value.offset is not None
        assert abs(caught.value.offset - len(raw)) <= 1
        with pytest.raises(adit.InvalidJsonError):
            core.send(b'{"todo":"a\0b"}')


def test_unknown_app(library: adit.Library) -> None:
    for name in ("nothing", "", "\ud800"):
        with pytest.raises(adit.UnknownAppError):
            library.open(name)
    with pytest.raises(adit.UnknownAppError):
        library.catalog("nothing")
    with pytest.raises((adit.InvalidArgumentError, adit.UnknownAppError), match=r"counter.x00"):
        library.open("counter\0")


def test_bad_config(library: adit.Library) -> None:
    with pytest.raises(adit.ConfigError) as caught:
        library.open("counter", {"ecko": True})
    assert "ecko" in caught.value.text
    with pytest.raises(adit.InvalidJsonError):
        library.open("counter", "{")


def test_wrong_library(tmp_path: pathlib.Path) -> None:
    other = ctypes.util.find_library("m")
    assert other is not None
    for path in (other, __file__):
        with pytest.raises(adit.LoadError):
            adit.Library(path)
    (tmp_path / "old.c").write_text("int adit_abi_version(void) { return 1; } int adit_version(void) { return 1; }")
    subprocess.run(["cc", "-shared", "-o", tmp_path / "old.so", tmp_path / "old.c"], check=True)
    with pytest.raises(adit.LoadError, match="it has no function adit_strerror"):
        adit.Library(tmp_path / "old.so")
    with pytest.raises(adit.AbiError) as caught:
        adit.Library(TOOLS / "libscenario_newer.so")
    assert caught.value.code == adit.Code.EABI
    assert "version 1 is expected" in caught.value.text


def test_missing_library(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(adit.LoadError, match=r"looked for at /nowhere/lib\.so\. Give the path of an Adit library"):
        adit.Library("/nowhere/lib.so")
    with pytest.raises(adit.LoadError, match=rf"looked for at {pathlib.Path.cwd()}/nowhere/lib\.so"):
        adit.Library("nowhere/lib.so")
    monkeypatch.setenv("LD_LIBRARY_PATH", "/some/folder")
    with pytest.raises(adit.LoadError, match=r"LD_LIBRARY_PATH \(/some/folder\), .* such as \./libnowhere\.so"):
        adit.Library("libnowhere.so")


def test_two_drivers(library: adit.Library) -> None:
    names: list[str] = []

    def second_driver() -> None:
        try:
            core.process()
        except adit.BusyError as error:
            names.append(error.name)

    def on_message(message: adit.Message) -> None:
        if "counter" in message:
            thread = threading.Thread(target=second_driver)
            thread.start()
            thread.join()

    core = library.open("counter", on_message=on_message)
    core.send(increment(1))
    core.process()
    assert names == ["EBUSY"]
    core.close()


def test_many_senders(library: adit.Library) -> None:
    received: list[adit.Message] = []
    core = library.open("counter", on_message=received.append)

    def send() -> None:
        for _ in range(1000):
            core.send(increment(1))

    threads = [threading.Thread(target=send) for _ in range(8)]
    for thread in threads:
        thread.start()
    while len(received) < 8000:
        core.process(timeout=10)
    for thread in threads:
        thread.join()
    assert received == [was_incremented(number) for number in range(1, 8001)]
    core.close()


async def test_gateway_throws(library: adit.Library, reported: list[dict[str, Any]]) -> None:
    async def fetch(request: Any) -> Any:
        raise ConnectionError(f"no route to {request['fetch']['list']}")

    async with adit.aio.open(library, "todo", gateways={"lists": fetch}) as core:
        answer = await core.request(import_list("x"))
        failed = answer["todo"]["response"]["wereNotImported"]
        assert failed["from"] == "x"
        assert "no route to x" in failed["error"]["message"]
    # The host sees it as well: it is its fault, and the app may say nothing of it.
    assert "the gateway lists failed: ConnectionError('no route to x')" in take_report(reported)


async def test_gateway_cancelled(library: adit.Library) -> None:
    events: list[str] = []
    started, ended = asyncio.Event(), asyncio.Event()

    async def fetch(_: Any) -> Any:
        started.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            events.append("cancelled")
        ended.set()
        return {"texts": ["late"]}

    async with adit.aio.open(library, "todo", gateways={"lists": fetch}) as core:
        core.send(import_list("x"))
        await started.wait()
        answer = await core.request(cancel_import("x"))
        assert answer["todo"]["response"] == {"importWasCancelled": {"from": "x"}}
        await ended.wait()
        stats = await core.request({"@stats": {}})
        assert stats["@stats"]["ignoredReplies"] == 0
        assert await core.get("/items/ids") == []
    assert events == ["cancelled"]


async def test_close_pending(library: adit.Library) -> None:
    started = asyncio.Event()
    events: list[str] = []

    async def fetch(_: Any) -> Any:
        started.set()
        try:
            await asyncio.Event().wait()
        finally:
            events.append("ended")

    async with adit.aio.open(library, "todo", gateways={"lists": fetch}) as core:
        pending = asyncio.ensure_future(core.request(import_list("x")))
        await started.wait()
    with pytest.raises(adit.ClosedError):
        await pending
    assert events == ["ended"]
    with pytest.raises(adit.NoCoreError):
        await core.request(add("Milk"))


def test_big_message(library: adit.Library) -> None:
    text = "é" * (512 * 1024)
    with library.open("todo") as core:
        core.send(add(text))
        assert added(core.receive_all()[0])["text"] == text
