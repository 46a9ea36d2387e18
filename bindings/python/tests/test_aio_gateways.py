"""Gateways as functions."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import pytest
from conftest import take_report
from messages import add, import_list

import adit


async def test_a_result_becomes_the_reply(library: adit.Library) -> None:
    seen: list[Any] = []

    async def fetch(request: Any) -> Any:
        seen.append((request, adit.aio.current_effect()["@id"]))
        await asyncio.sleep(0)
        return {"texts": ["Milk", "Bread"]}

    async with adit.aio.open(library, "todo", gateways={"lists": fetch}) as core:
        answer = await core.request(import_list("groceries"))
        assert [item["text"] for item in answer["todo"]["response"]["wereImported"]] == ["Milk", "Bread"]
        assert seen == [({"fetch": {"list": "groceries"}}, answer["@id"])]
    with pytest.raises(LookupError):
        adit.aio.current_effect()


@pytest.mark.parametrize("in_group", [False, True])
async def test_a_reply_waits_until_a_full_queue_has_room(library: adit.Library, in_group: bool) -> None:
    def fill(_: Any) -> Any:
        with contextlib.suppress(adit.FullError):
            while True:
                core.send(add("x"))
        return {"texts": ["Milk"]}

    config = {"limits": {"queue": 2}}
    if in_group:
        group = adit.aio.Group(library)
        core = group.open("todo", config, gateways={"lists": fill})
    else:
        core = adit.aio.open(library, "todo", config, gateways={"lists": fill})
    async with core:
        answer = await core.request(import_list("groceries"))
        assert answer["todo"]["response"]["wereImported"][0]["text"] == "Milk"
    if in_group:
        await group.close()


async def test_refused_reply(library: adit.Library) -> None:
    def lists(request: Any) -> Any:
        if request["fetch"]["list"] != "big":
            return {"texts": ["Milk"]}
        with contextlib.suppress(adit.FullError):
            while True:
                core.send(add("x"))
        return {"texts": ["x" * 10_000]}

    reported: list[Any] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: reported.append(context["exception"]))
    config = {"limits": {"queue": 2, "message": 5000}}
    async with adit.aio.open(library, "todo", config, gateways={"lists": lists}) as core:
        answer = await core.request(import_list("big"))
        assert "SizeError" in answer["todo"]["response"]["wereNotImported"]["error"]["message"]
        answer = await core.request(import_list("groceries"))
        assert "wereImported" in answer["todo"]["response"]
    assert [type(error) for error in reported] == [adit.SizeError]


async def test_an_exception_whose_text_has_a_lone_surrogate_is_an_error(library: adit.Library) -> None:
    def lists(_: Any) -> Any:
        raise ValueError("\ud800")

    asyncio.get_running_loop().set_exception_handler(lambda *_: None)
    async with adit.aio.open(library, "todo", gateways={"lists": lists}) as core:
        answer = await core.request(import_list("x"))
        error = answer["todo"]["response"]["wereNotImported"]["error"]
        assert '{"message":"?","name":"ValueError"}' in error["message"]


async def test_a_plain_function_serves_too(library: adit.Library) -> None:
    async with adit.aio.open(library, "todo", gateways={"lists": lambda _: {"texts": ["Milk"]}}) as core:
        answer = await core.request(import_list("x"))
        assert "wereImported" in answer["todo"]["response"]


@pytest.mark.parametrize("result", [object(), {"a": {1, 2}}, {"texts": "\ud800"}, float("nan")])
async def test_a_result_that_is_no_json_becomes_an_error(
    library: adit.Library, result: Any, reported: list[dict[str, Any]]
) -> None:
    async with adit.aio.open(library, "todo", gateways={"lists": lambda _: result}) as core:
        answer = await core.request(import_list("x"))
        assert "wereNotImported" in answer["todo"]["response"]
    assert "a gateway's result was refused" in take_report(reported)


async def test_a_function_that_cancels_itself_fails(library: adit.Library, reported: list[dict[str, Any]]) -> None:
    async def fetch(_: Any) -> Any:
        raise asyncio.CancelledError

    async with adit.aio.open(library, "todo", gateways={"lists": fetch}) as core:
        answer = await core.request(import_list("x"))
        assert "CancelledError" in answer["todo"]["response"]["wereNotImported"]["error"]["message"]
    assert take_report(reported).endswith("the gateway lists failed: CancelledError()")


async def test_a_failure_of_a_gateway_without_reply_goes_to_the_loop(showcase: adit.Library) -> None:
    failures: list[BaseException] = []

    async def analytics(_: Any) -> None:
        raise ConnectionError("no route")

    async with adit.aio.open(showcase, "profile", gateways={"analytics": analytics}) as core:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: failures.append(context["exception"]))
        core.send({"userTypesNewEmail": {"userEmail": "a@example.com"}})
        while not failures:
            await asyncio.sleep(0)
    assert str(failures[0]) == "no route"


async def test_an_effect_without_a_function_is_a_message(library: adit.Library) -> None:
    async with adit.aio.open(library, "todo", {"gateways": ["lists"]}) as core:

        async def serve() -> None:
            async for message in core.messages():
                if "@effect" in message:
                    core.reply(message["@effect"]["id"], {"texts": []})

        server = asyncio.ensure_future(serve())
        await asyncio.sleep(0)
        answer = await core.request(import_list("x"))
        assert answer["todo"]["response"] == {"wereImported": []}
    await server


def go_online(room: str) -> dict[str, Any]:
    return {"presence": {"request": {"goOnline": {"room": room}}}}


async def test_a_generator_feeds_a_source(showcase: adit.Library) -> None:
    ended: list[str] = []
    lines: asyncio.Queue[str] = asyncio.Queue()

    async def inbox(request: Any) -> AsyncIterator[Any]:
        room = request["follow"]["room"]
        try:
            while (text := await lines.get()) != "end":
                yield {"from": "Zoe", "text": text}
        finally:
            ended.append(room)

    async with adit.aio.open(showcase, "chat", {"clock": "virtual"}, gateways={"inbox": inbox}) as core:
        messages = core.messages()
        await core.request(go_online("hall"))
        received = asyncio.ensure_future(messages.__anext__())
        await asyncio.sleep(0)
        await lines.put("Hello!")
        assert (await received)["inbox"]["received"]["message"]["text"] == "Hello!"
        await lines.put("end")
        while "wasLost" not in (message := await messages.__anext__()).get("inbox", {}):
            pass
        assert message["inbox"]["wasLost"]["room"] == "hall"
        assert ended == ["hall"]


async def test_a_source_that_is_not_wanted_any_more_is_cancelled(showcase: adit.Library) -> None:
    started, ended = asyncio.Event(), asyncio.Event()

    async def inbox(_: Any) -> AsyncIterator[Any]:
        try:
            started.set()
            await asyncio.Event().wait()
            yield None
        finally:
            ended.set()

    async with adit.aio.open(showcase, "chat", {"clock": "virtual"}, gateways={"inbox": inbox}) as core:
        await core.request(go_online("hall"))
        await started.wait()
        await core.request({"presence": {"request": {"goOffline": {}}}})
        await ended.wait()


async def test_a_source_that_fails_says_why(showcase: adit.Library, reported: list[dict[str, Any]]) -> None:
    async def inbox(_: Any) -> AsyncIterator[Any]:
        yield {"from": "Zoe", "text": "Hello!"}
        raise ConnectionError("no route")

    async with adit.aio.open(showcase, "chat", {"clock": "virtual"}, gateways={"inbox": inbox}) as core:
        messages = core.messages()
        first = asyncio.ensure_future(messages.__anext__())
        await asyncio.sleep(0)
        core.send(go_online("hall"))
        message = await first
        while "wasLost" not in message.get("inbox", {}):
            message = await messages.__anext__()
        assert "no route" in str(message["inbox"]["wasLost"]["reason"])
    assert "the gateway inbox failed: ConnectionError('no route')" in take_report(reported)


async def test_a_gateway_may_close_its_core(library: adit.Library) -> None:
    closed = asyncio.Event()

    async def fetch(_: Any) -> Any:
        await core.close()
        closed.set()

    core = adit.aio.open(library, "todo", gateways={"lists": fetch})
    with pytest.raises(adit.ClosedError):
        await core.request(import_list("x"))
    await closed.wait()
    assert core.closed
