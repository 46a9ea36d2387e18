"""Followed parts in an event loop."""

from __future__ import annotations

import asyncio
import json

import pytest
from messages import add, added, increment

import adit
from adit._patch import apply


async def test_a_followed_part_has_its_value_and_tells_of_changes(library: adit.Library) -> None:
    async with adit.aio.open(library, "todo") as core:
        await core.request(add("Milk"))
        async with core.follow("/items") as items:
            assert [each["text"] for each in items.value["entities"].values()] == ["Milk"]
            assert (items.exists, items.revision) == (True, 1)
            core.send(add("Bread"))
            async for change in items:
                assert change.revision == 2
                assert change.ops is not None
                assert [op["op"] for op in change.ops] == ["add", "add"]
                assert len(items.value["ids"]) == 2
                break


async def test_client_names(library: adit.Library) -> None:
    heard: list[adit.Message] = []
    opened = adit.aio.open(library, "counter", {"clients": ["@subscribe"]}, on_message=heard.append)
    async with opened as core, core.follow("/value") as value:
        (name,) = core._followers
        core.submit("mallory", {"@subscribe": {"subscription": name, "path": ""}})
        core.submit("mallory", increment(1, **{"@id": f"{core._prefix}-2"}))
        answer = await core.request(increment(1))
        assert answer["counter"]["response"]["wasIncremented"]["to"] == 2
        await value.__anext__()
        assert value.value == 2
        assert len(heard) >= 2
        assert all(message["@client"] == "mallory" for message in heard)


async def test_a_slow_reader_gets_changes_as_one(library: adit.Library) -> None:
    async with adit.aio.open(library, "counter") as core, core.follow("/value") as value:
        for _ in range(3):
            await core.request(increment(1))
        change = await value.__anext__()
        assert change.revision == 3
        assert change.ops is None or len(change.ops) == 3
        assert value.value == 3
        core.send(increment(1))
        assert (await value.__anext__()).revision == 4


async def test_two_followers_of_one_path_are_independent(library: adit.Library) -> None:
    async with adit.aio.open(library, "counter") as core, core.follow("/value") as first:
        async with core.follow("/value") as second:
            await core.request(increment(1))
            assert (first.value, second.value) == (1, 1)
        await core.request(increment(1))
        assert (first.value, second.value) == (2, 1)


async def test_an_impossible_path_is_an_error(library: adit.Library) -> None:
    async with adit.aio.open(library, "todo") as core:
        with pytest.raises(adit.InvalidMessageError, match="did you mean"):
            async with core.follow("/itms"):
                pass
        with pytest.raises(adit.InvalidMessageError):
            async with core.follow("/view/openCount", limit=3):
                pass
        assert core._followers == {}


async def test_a_window_moves(library: adit.Library) -> None:
    async with adit.aio.open(library, "todo") as core:
        for number in range(5):
            await core.request(add(str(number)))
        async with core.follow("/items", start=0, limit=2) as rows:
            assert (len(rows.value["ids"]), rows.start, rows.count) == (2, 0, 5)
            await rows.move(start=4)
            assert (len(rows.value["ids"]), rows.start, rows.count) == (1, 4, 5)
            with pytest.raises(adit.InvalidMessageError):
                await rows.move(start=-1)


async def test_iterating_ends_as_the_core_closes(library: adit.Library) -> None:
    async with adit.aio.open(library, "counter") as core, core.follow("/value") as value:
        reader = asyncio.ensure_future(value.__anext__())
        await asyncio.sleep(0)
        await core.close()
        with pytest.raises(StopAsyncIteration):
            await reader
        assert [change async for change in value] == []


async def test_a_call_and_queued_messages_keep_their_order(library: adit.Library) -> None:
    received: list[adit.Message] = []
    async with adit.aio.open(library, "todo", on_message=received.append) as core, core.follow("/items") as items:
        for number in range(5):
            core.send(add(f"{number} sent"))
            core.call(add(f"{number} called"))
        texts = [added(message)["text"] for message in received if "todo" in message]
        assert texts == [f"{number} {how}" for number in range(5) for how in ("sent", "called")]
        await core.get("/items/ids")
        assert [items.value["entities"][each]["text"] for each in items.value["ids"]] == texts


async def test_a_lost_update_is_asked_for_again(library: adit.Library) -> None:
    async with adit.aio.open(library, "todo") as core, core.follow("/items") as items:
        items._mirror.revision = 17  # as if an update had been lost
        await core.request(add("Milk"))
        await core.request(add("Bread"))
        async with asyncio.timeout(20):  # asking again is a message more, so its value may come after the answers
            while len(items.value["ids"]) < 2:
                await items.__anext__()
        assert len(items.value["ids"]) == 2
        assert items.revision == 2


async def test_a_slow_reader_gets_operations_that_later_ones_have_not_changed(library: adit.Library) -> None:
    async with adit.aio.open(library, "todo") as core, core.follow("/items") as items:
        copy = json.loads(json.dumps(items.value))
        milk = (await core.request(add("Milk")))["todo"]["response"]["wasAdded"]["id"]
        await core.request({"todo": {"request": {"edit": {"id": milk, "text": "Oat milk"}}}})
        await core.request(add("Bread"))
        await core.get("/items/ids")
        change = await items.__anext__()
        assert change.ops is not None
        assert [op["value"] for op in change.ops if op["path"] == "/ids/0"] == [milk]
        assert "Oat milk" not in json.dumps([op for op in change.ops if op["op"] == "add"])
        assert apply(change.ops, copy) == items.value
        # Nor does what a reader does to its operations change the mirror.
        before = json.dumps(items.value)
        for op in change.ops:
            if isinstance(op.get("value"), dict):
                op["value"].clear()
        assert json.dumps(items.value) == before
