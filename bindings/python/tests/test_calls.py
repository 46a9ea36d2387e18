"""The plain calls."""

from __future__ import annotations

import contextlib
import gc
import json
import os
import pathlib
import select
import signal
import threading
from typing import Any

import pytest
from messages import add, added, increment, was_incremented

import adit


def test_a_message_is_answered(library: adit.Library) -> None:
    received: list[adit.Message] = []
    with library.open("counter", on_message=received.append) as core:
        core.send(increment(2))
        assert core.process() == 1
        assert received == [was_incremented(2)]
    assert received == [was_incremented(2), {"@closed": {}}]
    assert core.closed


def test_texts_are_passed_as_they_are(library: adit.Library) -> None:
    received: list[bytes] = []
    with library.open("counter", "{}", on_text=received.append) as core:
        text = '{"counter":{"request":{"increment":{"by":1.0}}},"@id":"é"}'
        forms: tuple[adit.Sendable, ...] = (text, text.encode(), bytearray(text.encode()), memoryview(text.encode()))
        for form in forms:
            core.send(form)
        core.process()
    expected = '{"counter":{"response":{"wasIncremented":{"to":1}}},"@id":"é"}'
    assert received[0] == expected.encode()
    assert len(received) == 5


def test_both_callbacks_are_refused(library: adit.Library) -> None:
    with pytest.raises(ValueError, match="one of them"):
        library.open("counter", on_message=print, on_text=print)


def test_pull_mode_returns_messages(library: adit.Library) -> None:
    with library.open("counter") as core:
        assert core.receive() is None
        assert core.receive_all() == []
        core.send(increment(1))
        core.send(increment(2))
        core.send(increment(3))
        assert core.receive() == was_incremented(1)
        assert core.receive_all(timeout=None) == [was_incremented(3), was_incremented(6)]
        core.send(increment(1))
        core.send(increment(1))
        assert len(core.receive_all(max_bytes=1)) == 1
        assert core.receive_text() == b'{"counter":{"response":{"wasIncremented":{"to":8}}}}'


def test_batches_are_delivered_message_by_message(library: adit.Library) -> None:
    received: list[adit.Message] = []

    def on_message(message: adit.Message) -> None:
        received.append(message)
        if len(received) == 1:
            raise KeyError("mine")

    with library.open("counter", {"delivery": "batches"}, on_message=on_message) as core:
        core.send(increment(1))
        core.send(increment(1))
        with pytest.raises(KeyError, match="mine"):
            core.process()
    assert received == [was_incremented(1), was_incremented(2), {"@closed": {}}]
    texts: list[bytes] = []
    with library.open("counter", {"delivery": "batches"}, on_text=texts.append) as core:
        core.send(increment(1))
        core.send(increment(1))
        core.process()
    assert [json.loads(text) for text in texts] == [[was_incremented(1), was_incremented(2)], [{"@closed": {}}]]


def test_a_call_returns_its_own_output(library: adit.Library) -> None:
    received: list[adit.Message] = []
    with library.open("counter", on_message=received.append) as core:
        core.send(increment(1))
        assert core.call(increment(2), timeout=1) == [was_incremented(3)]
        assert received == [was_incremented(1)]


def test_a_client_is_named_in_what_its_message_causes(library: adit.Library) -> None:
    with library.open("counter") as core:
        core.submit("web-12", increment(1))
        assert core.receive_all() == [was_incremented(1, **{"@client": "web-12"})]
        with pytest.raises(adit.DeniedError):
            core.submit("web-12", {"@get": {"path": ""}})
        for name in ("", "a\0b", "x" * 256):
            with pytest.raises(adit.InvalidArgumentError):
                core.submit(name, increment(1))


def test_a_gateway_is_answered_by_reply(library: adit.Library) -> None:
    with library.open("todo", {"gateways": ["lists"]}) as core:
        core.send({"todo": {"request": {"import": {"from": "x"}}}})
        effect = core.receive_all()[0]["@effect"]
        core.reply(effect["id"], {"texts": ["Milk"]})
        (answer,) = core.receive_all()
        assert answer["todo"]["response"]["wereImported"][0]["text"] == "Milk"


def test_the_descriptor_is_readable_while_there_is_work(library: adit.Library) -> None:
    with library.open("counter", on_message=lambda _: None) as core:
        assert select.select([core], [], [], 0)[0] == []
        core.send(increment(1))
        assert select.select([core], [], [], 5)[0] == [core]
        core.process()
        assert select.select([core], [], [], 0)[0] == []


def test_wakeup_ends_a_wait(library: adit.Library) -> None:
    with library.open("counter", on_message=lambda _: None) as core:
        core.wakeup()
        assert core.process(timeout=None) == 0


@pytest.mark.parametrize("timeout", [-1, -0.0001])
def test_a_negative_timeout_is_refused(library: adit.Library, timeout: float) -> None:
    with library.open("counter") as core, pytest.raises(adit.InvalidArgumentError):
        core.receive(timeout)


def test_a_library_describes_its_apps(library: adit.Library) -> None:
    assert set(library.apps()) == {"counter", "todo"}
    assert "@toCore" in library.catalog("todo")["$defs"]
    assert library.version == "0.1.0"
    assert library.catalog_text(None).startswith(b'{"counter":{')


def test_a_library_compares_catalogs(library: adit.Library) -> None:
    catalog = library.catalog_text("todo")
    assert library.compare(catalog, catalog) == {"breaks": [], "differences": []}


def test_a_store_is_kept_and_checked(library: adit.Library, tmp_path: pathlib.Path) -> None:
    config: dict[str, Any] = {"store": {"path": str(tmp_path / "list.adit")}}
    with library.open("todo", config) as core:
        core.send(add("Milk"))
        item = added(core.receive_all()[0])
        with pytest.raises(adit.LockedError):
            library.open("todo", config)
    with library.open("todo", config) as core:
        (value,) = core.call({"@get": {"path": "/items/ids"}})
        assert value["@value"]["value"] == [item["id"]]
    config["store"]["check"] = True
    assert library.check("todo", config).startswith("fine: ")
    with pytest.raises(ValueError, match="check"):
        library.check("todo", {})


def test_a_group_drives_its_cores(library: adit.Library) -> None:
    received: list[adit.Message] = []
    cores = [library.open("counter", on_message=received.append) for _ in range(3)]
    with library.group(*cores) as group:
        assert select.select([group], [], [], 0)[0] == []
        for number, core in enumerate(cores):
            core.send(increment(number))
        assert select.select([group], [], [], 5)[0] == [group]
        assert group.process() == 3
        assert received == [was_incremented(0), was_incremented(1), was_incremented(2)]
        with pytest.raises(adit.InvalidArgumentError):
            group.add(cores[0])
    group.close()
    for core in cores:
        core.close()


def test_a_group_receives_for_its_cores(library: adit.Library) -> None:
    first, second = library.open("counter"), library.open("counter")
    with library.group(first, second) as group:
        assert group.receive() == (None, [])
        first.send(increment(1))
        second.send(increment(2))
        assert [group.receive(), group.receive()] == [(first, [was_incremented(1)]), (second, [was_incremented(2)])]
        first.close()
        second.send(increment(2))
        assert group.receive(timeout=None) == (second, [was_incremented(4)])
    with pytest.raises(adit.NoCoreError):
        group.receive()


def test_a_callback_that_raises_keeps_no_messages_of_a_group(library: adit.Library) -> None:
    def on_message(message: adit.Message) -> None:
        raise KeyError("mine")

    noisy, pulled = library.open("counter", on_message=on_message), library.open("counter")
    with library.group(noisy, pulled) as group:
        noisy.send(increment(1))
        pulled.send(increment(2))
        with pytest.raises(KeyError, match="mine"):
            group.receive()
        assert group.receive() == (pulled, [was_incremented(2)])
        assert group.receive() == (None, [])
    with contextlib.suppress(KeyError):
        noisy.close()


def test_close_takes_over_from_a_thread_that_waits(library: adit.Library) -> None:
    errors: list[adit.Error] = []
    core = library.open("counter")

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


def test_a_signal_interrupts_a_wait(library: adit.Library) -> None:
    def interrupt(*_: object) -> None:
        raise InterruptedError

    previous = signal.signal(signal.SIGUSR1, interrupt)
    try:
        with library.open("counter") as core:
            thread = threading.get_ident()
            sender = threading.Thread(target=lambda: signal.pthread_kill(thread, signal.SIGUSR1))

            def wait() -> None:
                sender.start()
                while True:
                    core.receive(timeout=None)

            with pytest.raises(InterruptedError):
                wait()
            sender.join()
            assert core.call(increment(1)) == [was_incremented(1)]
    finally:
        signal.signal(signal.SIGUSR1, previous)


def test_a_forked_child_is_refused_and_closes_nothing(library: adit.Library) -> None:
    core = library.open("counter")
    child = os.fork()
    if child == 0:
        code = 1
        try:
            core.send(increment(1))
        except adit.ForkError:
            core.close()
            del core
            gc.collect()
            code = 0
        finally:
            os._exit(code)
    assert os.waitpid(child, 0)[1] == 0
    assert core.call(increment(1)) == [was_incremented(1)]
    core.close()


def test_numbers_are_exact(library: adit.Library) -> None:
    with library.open("counter") as core:
        assert core.call(increment(2**63 - 1)) == [was_incremented(2**63 - 1)]
        with pytest.raises(adit.InvalidJsonError):
            core.send(increment(2**63))
