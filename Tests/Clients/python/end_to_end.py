"""Generated clients over Adit's binding: end_to_end.py LIBRARY

The module `client` is made of the catalog of todo, in which the
error emptyText has another name, so that an answer with it is not understood; or it is that of chat. The module `other` has another hash.
"""

from __future__ import annotations

import asyncio
import sys
import unittest
from collections.abc import AsyncIterator
from typing import Any

import adit
import adit.aio

import client

class EndToEnd(unittest.IsolatedAsyncioTestCase):
    """What the tests share."""

    def setUp(self) -> None:
        self.library = adit.Library(sys.argv[1])
        self.heard: list[Any] = []
        self.errors: list[Any] = []

    async def asyncSetUp(self) -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: self.errors.append(context["exception"]))

    def open(self, gateways: Any = None, library: Any = None, **config: Any) -> Any:
        """A client, to be closed."""
        opened = getattr(client, client.APP.capitalize() + "Client").open
        config = client.AditConfig.from_json(config) if config else None
        library = self.library if library is None else library
        return opened(library, self.heard.append, gateways=gateways, config=config)


@unittest.skipUnless(client.APP == "todo", "the client of another app")
class TodoTests(EndToEnd):
    async def test_a_request_is_answered(self) -> None:
        async with self.open() as made:
            match (await made.request(add("Milk"))).message:
                case client.MessageToHostTodo(client.TodoToHostResponse(client.TodoResponseWasAdded(item))):
                    self.assertEqual((item.text, item.completed), ("Milk", False))
                case other:
                    self.fail(other)

    async def test_a_message_is_sent_with_what_stands_beside_it(self) -> None:
        async with self.open() as made:
            made.send(add("Milk"), id=7)
            await made.request(client.MessageToCoreStats())
            heard = [each for each in self.heard if isinstance(each.message, client.MessageToHostTodo)]
            self.assertEqual([(type(response(each)), each.id) for each in heard], [(client.TodoResponseWasAdded, 7)])

    async def test_a_gateway_answers(self) -> None:
        async def fetch(request: client.ListRequest) -> client.FetchedList:
            await asyncio.sleep(0)
            self.assertEqual(request, client.ListRequestFetch(list="groceries"))
            return client.FetchedList(texts=["Milk", "Bread"])

        async with self.open(client.Gateways(lists=fetch)) as made:
            items = response(await made.request(importing("groceries"))).value
            self.assertEqual([item.text for item in items], ["Milk", "Bread"])

    async def test_a_gateway_raises(self) -> None:
        def fetch(_request: client.ListRequest) -> client.FetchedList:
            raise LookupError("no such list")

        async with self.open(client.Gateways(lists=fetch)) as made:
            self.assertIsInstance(response(await made.request(importing("groceries"))), client.TodoResponseWereNotImported)

    async def test_an_effect_is_cancelled(self) -> None:
        began, cancelled = asyncio.Event(), asyncio.Event()

        async def fetch(_request: client.ListRequest) -> client.FetchedList:
            began.set()
            try:
                await asyncio.Event().wait()
            finally:
                cancelled.set()
            return client.FetchedList(texts=["too late"])

        async with self.open(client.Gateways(lists=fetch)) as made:
            made.send(importing("groceries"))
            await began.wait()
            made.send(todo(client.TodoRequestCancelImport(from_="groceries")))
            await cancelled.wait()
            await made.request(client.MessageToCoreStats())
            self.assertIn("importWasCancelled", str([message.to_json() for message in self.heard]))

    async def test_a_gateway_without_answers_is_told(self) -> None:
        asked = asyncio.Queue()
        async with self.open(client.Gateways(review=asked.put_nowait), clock="virtual") as made:
            for text in ["Milk", "Bread", "Salt"]:
                await made.request(add(text))
            made.send(client.AditAdvance(by=5000))
            self.assertEqual(await asked.get(), client.ReviewRequestShow())

    async def test_a_part_is_followed(self) -> None:
        async with self.open() as made, made.follow_view_open(start=0, limit=10) as items:
            self.assertEqual(items.value, client.TodoItemTable(ids=[], entities={}))
            made.send(add("Milk"))
            async for value in items:
                self.assertEqual([value.entities[each].text for each in value.ids], ["Milk"])
                break
            self.assertEqual((items.follower.start, items.follower.count), (0, 1))

    async def test_a_client_is_in_a_group(self) -> None:
        async with adit.aio.Group(self.library) as group:
            made = [self.open(library=group) for _ in range(3)]
            self.assertEqual(len(group), 3)
            answers = await asyncio.gather(*(each.request(add("Milk")) for each in made))
            self.assertEqual([type(response(each)) for each in answers], [client.TodoResponseWasAdded] * 3)

    async def test_an_app_with_another_catalog_is_refused(self) -> None:
        import other

        with self.assertRaisesRegex(adit.ConfigError, "expects"):
            other.TodoClient.open(self.library)

    async def test_an_app_that_has_extended_the_catalog_is_opened(self) -> None:
        catalog = self.library.catalog("todo")
        catalog["hash"] = "0123456789abcdef"
        del catalog["$defs"]["@toHost"]["properties"]["appReview"]
        catalog["$defs"]["@toHost"]["oneOf"].remove({"required": ["appReview"]})
        async with self.open(expects=catalog) as made:
            await made.request(add("Milk"))

    async def test_an_answer_that_is_not_understood_is_an_error_and_the_client_goes_on(self) -> None:
        path = r'^todo.response.wasNotAdded._1: found a text; one of "noText"'
        async with self.open() as made:
            with self.assertRaisesRegex(client.DecodingError, path):
                await made.request(add(""))
            made.send(add(""))
            await made.request(add("Milk"))
            self.assertEqual([type(each) for each in self.errors], [client.DecodingError])

    async def test_a_misspelt_message_is_refused_by_its_path(self) -> None:
        with self.assertRaisesRegex(client.DecodingError, r'^todo.response.wasAdded: unknown key "txt"; one of id, text'):
            client.loads('{"todo":{"response":{"wasAdded":{"txt":"Milk"}}}}')


@unittest.skipUnless(client.APP == "chat", "the client of another app")
class ChatTests(EndToEnd):
    async def test_a_source_sends_items_and_ends(self) -> None:
        ended = []

        async def inbox(_request: client.InboxRequest) -> AsyncIterator[client.ChatMessage]:
            yield client.ChatMessage(from_="Ada", text="Hello")
            ended.append(True)

        async with self.open(client.Gateways(inbox=inbox)) as made:
            online = client.PresenceToCoreRequest(client.PresenceRequestGoOnline(room="kitchen"))
            made.send(client.MessageToCorePresence(online))
            async for message in made.core.messages():
                if message.get("inbox", {}).keys() == {"wasLost"}:
                    break
        found = [each.message.value for each in self.heard if isinstance(each.message, client.MessageToHostInbox)]
        self.assertEqual([type(value) for value in found], [client.InboxReceived, client.InboxWasLost])
        self.assertEqual((found[0].message.text, ended), ("Hello", [True]))


def todo(request: client.TodoRequest) -> client.MessageToCore:
    return client.MessageToCoreTodo(client.TodoToCoreRequest(request))


def add(text: str) -> client.MessageToCore:
    return todo(client.TodoRequestAdd(client.TodoItem(text=text)))


def importing(list: str) -> client.MessageToCore:
    return todo(client.TodoRequestImport(from_=list))


def response(received: client.Received) -> Any:
    return received.message.value.value


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-q"])
