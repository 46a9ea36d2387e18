"""Cores in an event loop: requests, messages, closing."""

from __future__ import annotations

import asyncio
import gc
import pathlib
import select
import threading

import pytest
from messages import add, added, increment, was_incremented

import adit


async def test_a_request_is_answered_by_its_own_message(library: adit.Library) -> None:
    others: list[adit.Message] = []
    async with adit.aio.open(library, "todo", on_message=others.append) as core:
        assert core.app == "todo"
        answers = await asyncio.gather(*(core.request(add(str(number))) for number in range(20)))
        assert [added(answer)["text"] for answer in answers] == [str(number) for number in range(20)]
    assert core.closed
    # The third item asks for a review, which is a second message of the same @id.
    assert [message for message in others if "appReview" in message]
    assert others[-1] == {"@closed": {}}


async def test_a_request_fails_with_the_error_that_answers_it(library: adit.Library) -> None:
    async with adit.aio.open(library, "todo") as core:
        with pytest.raises(adit.InvalidMessageError, match='no member "itms"; did you mean "items"'):
            await core.request({"@get": {"path": "/itms"}})
        with pytest.raises(adit.InvalidMessageError, match="no case"):
            await core.request({"todo": {"request": {"ad": {}}}})
        with pytest.raises(ValueError, match="has one of its own"):
            await core.request(add("Milk", **{"@id": 7}))
        assert await core.get("/view/openCount") == 0


async def test_a_request_that_is_cancelled_leaves_its_answer_to_others(library: adit.Library) -> None:
    others: list[adit.Message] = []
    async with adit.aio.open(library, "counter", on_message=others.append) as core:
        request = asyncio.ensure_future(core.request(increment(1)))
        await asyncio.sleep(0)
        request.cancel()
        with pytest.raises(asyncio.CancelledError):
            await request
        assert (await core.request(increment(1)))["counter"] == was_incremented(2)["counter"]
    assert [message["counter"] for message in others[:-1]] == [was_incremented(1)["counter"]]


async def test_ids_of_others_are_not_taken_for_answers(library: adit.Library) -> None:
    others: list[adit.Message] = []
    async with adit.aio.open(library, "counter", on_message=others.append) as core:
        core.send(increment(1, **{"@id": 1}))
        request = asyncio.ensure_future(core.request(increment(1)))
        await asyncio.sleep(0)
        (identity,) = core._pending
        core.submit("web-12", increment(1, **{"@id": identity}))
        assert (await request)["counter"] == was_incremented(2)["counter"]
        await core.get("/value")
        assert [message["counter"] for message in others] == [
            was_incremented(1)["counter"],
            was_incremented(3)["counter"],
        ]


async def test_messages_are_iterated_over_until_the_core_closes(library: adit.Library) -> None:
    async with adit.aio.open(library, "counter") as core:

        async def read() -> list[adit.Message]:
            return [message async for message in core.messages()]

        reader = asyncio.ensure_future(read())
        await asyncio.sleep(0)
        core.send(increment(1))
        core.send({"@close": {}})
        assert await reader == [was_incremented(1), {"@closed": {}}]


async def test_an_exception_of_a_callback_goes_to_the_loop(library: adit.Library) -> None:
    failures: list[BaseException] = []
    received: list[adit.Message] = []

    def on_message(message: adit.Message) -> None:
        received.append(message)
        if len(received) == 1:
            raise KeyError("mine")

    async with adit.aio.open(library, "counter", on_message=on_message) as core:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: failures.append(context["exception"]))
        core.send(increment(1))
        core.send(increment(1))
        await core.get("/value")
    assert received[:2] == [was_incremented(1), was_incremented(2)]
    assert [error.args for error in failures] == [("mine",)]


async def test_other_threads_send(library: adit.Library) -> None:
    received: list[adit.Message] = []
    done = asyncio.Event()

    def on_message(message: adit.Message) -> None:
        received.append(message)
        if len(received) == 4000:
            done.set()

    async with adit.aio.open(library, "counter", on_message=on_message) as core:

        def send() -> None:
            for _ in range(1000):
                core.send(increment(1))

        threads = [threading.Thread(target=send) for _ in range(4)]
        for thread in threads:
            thread.start()
        await done.wait()
        for thread in threads:
            thread.join()
        assert received == [was_incremented(number) for number in range(1, 4001)]


async def test_an_idle_core_is_not_readable(library: adit.Library) -> None:
    async with adit.aio.open(library, "todo") as core:
        await core.request(add("Milk"))
        assert select.select([core._core], [], [], 0)[0] == []


async def test_a_virtual_clock_advances_by_call(library: adit.Library) -> None:
    shown: list[object] = []

    def review(request: object) -> None:
        shown.append(request)

    async with adit.aio.open(library, "todo", {"clock": "virtual"}, gateways={"review": review}) as core:
        for text in "abc":
            await core.request(add(text))
        assert core.call({"@advance": {"by": 4999}}) == []
        (effect,) = core.call({"@advance": {"by": 1}})
        assert effect["@effect"]["gateway"] == "review"
        await asyncio.sleep(0)
    assert shown == [{"show": {}}]


async def test_a_core_that_is_left_open_warns_and_closes(library: adit.Library) -> None:
    cores = [adit.aio.open(library, "counter")]
    await cores[0].request(increment(1))

    def drop() -> None:
        cores.clear()
        gc.collect()

    with pytest.warns(ResourceWarning, match="was not closed"):
        drop()
    # The loop polls no descriptor of it: another core may get the same.
    async with adit.aio.open(library, "counter") as second:
        await second.request(increment(1))


async def test_closing_twice_and_by_a_message(library: adit.Library) -> None:
    core = adit.aio.open(library, "counter")
    core.send({"@close": {}})
    await core.close()
    await core.close()
    assert core.closed
    with pytest.raises(adit.NoCoreError):
        core.send(increment(1))


async def test_a_core_with_a_full_queue_closes(library: adit.Library) -> None:
    async with adit.aio.open(library, "counter", {"limits": {"queue": 1}}) as core:
        core.send(increment(1))
    assert core.closed


async def test_a_paused_core_closes(library: adit.Library, tmp_path: pathlib.Path) -> None:
    path = str(tmp_path / "list.adit")
    async with adit.aio.open(library, "todo", {"store": {"path": path}}) as core:
        core.send({"@pause": {}})
        async for message in core.messages():
            if "@paused" in message:
                break
        pending = asyncio.ensure_future(core.request(add("Milk")))
        await asyncio.sleep(0)
    assert added(await pending)["text"] == "Milk"


async def test_a_close_that_is_cancelled_closes_nevertheless(library: adit.Library) -> None:
    core = adit.aio.open(library, "counter")
    core.send(increment(1))
    closing = asyncio.ensure_future(core.close())
    await asyncio.sleep(0)
    closing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await closing
    assert core.closed


async def test_what_was_sent_before_the_close_is_handled(library: adit.Library) -> None:
    received: list[adit.Message] = []
    async with adit.aio.open(library, "counter", on_message=received.append) as core:
        core.send(increment(1))
    assert received == [was_incremented(1), {"@closed": {}}]


async def test_a_group_drives_many_cores(library: adit.Library) -> None:
    async with adit.aio.Group(library) as group:
        cores = [group.open("counter") for _ in range(1000)]
        answers = await asyncio.gather(*(core.request(increment(number)) for number, core in enumerate(cores)))
        assert [answer["counter"] for answer in answers] == [was_incremented(n)["counter"] for n in range(1000)]
        await cores[0].close()
        assert len(group) == 999
    assert all(core.closed for core in cores)


async def test_a_group_serves_gateways_and_followers(library: adit.Library) -> None:
    async def fetch(request: object) -> object:
        await asyncio.sleep(0)
        return {"texts": ["Milk"]}

    async with adit.aio.Group(library) as group:
        cores = [group.open("todo", gateways={"lists": fetch}) for _ in range(10)]
        for core in cores:
            async with core.follow("/view/openCount") as count:
                core.send({"todo": {"request": {"import": {"from": "x"}}}})
                async for _ in count:
                    break
                assert count.value == 1


async def test_a_group_lets_other_work_have_its_turn(library: adit.Library) -> None:
    async with adit.aio.Group(library) as group:
        received: list[adit.Message] = []
        cores = [group.open("counter", on_message=received.append) for _ in range(300)]
        for core in cores:
            core.send(increment(1))
        counts = []
        while len(received) < 300:
            await asyncio.sleep(0)
            counts.append(len(received))
        assert any(0 < count < 300 for count in counts)
