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
from adit import typed

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
        config = typed.AditConfig.from_json(config) if config else None
        library = self.library if library is None else library
        return opened(library, self.heard.append, gateways=gateways, config=config)


@unittest.skipUnless(client.APP == "todo", "the client of another app")
class TodoTests(EndToEnd):
    async def test_a_request_is_answered(self) -> None:
        async with self.open() as made:
            match await made.todo.add(client.TodoItemInput("Milk")):
                case client.TodoResponseWasAdded(item):
                    self.assertEqual((item.text, item.completed), ("Milk", False))
                case other:
                    self.fail(other)

    async def test_a_response_is_that_of_the_feature(self) -> None:
        async with self.open(clock="virtual") as made:
            for text in ["Milk", "Bread", "Salt"]:
                await made.todo.add(client.TodoItemInput(text))
            self.assertIsInstance(await made.tagging.create(client.TagInput("food")), client.TaggingResponseWasCreated)

    async def test_a_message_is_sent_with_what_stands_beside_it(self) -> None:
        async with self.open() as made:
            made.send(client.TodoRequestAdd(client.TodoItemInput("Milk")), id=7)
            await made.stats()
            heard = [each for each in self.heard if "todo" in each.path]
            self.assertEqual([(type(each.message), each.id) for each in heard], [(client.TodoResponseWasAdded, 7)])

    async def test_a_message_may_be_without_a_method(self) -> None:
        async with self.open() as made:
            answer = await made.request(client.TodoRequestAdd(client.TodoItemInput("Milk")), group="a")
            self.assertEqual(answer.path, ("todo", "response"))
            self.assertEqual((await made.request(typed.AditGet("/items"))).message.value["ids"], [answer.message.value.id])

    async def test_an_undo_is_answered(self) -> None:
        async with self.open(undo=True) as made:
            await made.todo.add(client.TodoItemInput("Milk"))
            self.assertTrue((await made.undo()).can_redo)

    async def test_a_gateway_answers(self) -> None:
        async def fetch(request: client.ListRequest) -> client.FetchedList:
            await asyncio.sleep(0)
            self.assertEqual(request, client.ListRequestFetch(list="groceries"))
            return client.FetchedList(texts=["Milk", "Bread"])

        async with self.open(client.Gateways(lists=fetch)) as made:
            items = (await made.todo.import_("groceries")).value
            self.assertEqual([item.text for item in items], ["Milk", "Bread"])

    async def test_a_gateway_raises(self) -> None:
        def fetch(_request: client.ListRequest) -> client.FetchedList:
            raise LookupError("no such list")

        async with self.open(client.Gateways(lists=fetch)) as made:
            self.assertIsInstance(await made.todo.import_("groceries"), client.TodoResponseWereNotImported)

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
            made.send(client.TodoRequestImport(from_="groceries"))
            await began.wait()
            answer = await made.todo.cancel_import(from_="groceries")
            await cancelled.wait()
            self.assertEqual(answer, client.TodoResponseImportWasCancelled(from_="groceries"))

    async def test_a_gateway_without_answers_is_told(self) -> None:
        asked = asyncio.Queue()
        async with self.open(client.Gateways(review=asked.put_nowait), clock="virtual") as made:
            for text in ["Milk", "Bread", "Salt"]:
                await made.todo.add(client.TodoItemInput(text))
            made.advance(by=5000)
            self.assertEqual(await asked.get(), client.ReviewRequestShow())

    async def test_a_part_is_followed(self) -> None:
        async with self.open() as made, made.follow_view_open(start=0, limit=10) as items:
            self.assertEqual(items.value, typed.Table(ids=[], entities={}))
            await made.todo.add(client.TodoItemInput("Milk"))
            async for value in items:
                self.assertEqual(([each.text for each in value], len(value)), (["Milk"], 1))
                self.assertEqual(value[value.ids[0]].text, "Milk")
                break
            self.assertEqual((items.follower.start, items.follower.count), (0, 1))

    async def test_a_client_is_in_a_group(self) -> None:
        async with adit.aio.Group(self.library) as group:
            made = [self.open(library=group) for _ in range(3)]
            self.assertEqual(len(group), 3)
            answers = await asyncio.gather(*(each.todo.add(client.TodoItemInput("Milk")) for each in made))
            self.assertEqual([type(each) for each in answers], [client.TodoResponseWasAdded] * 3)

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
            await made.todo.add(client.TodoItemInput("Milk"))

    async def test_an_answer_that_is_not_understood_is_an_error_and_the_client_goes_on(self) -> None:
        path = r'^todo.response.wasNotAdded.error: found a text; one of "noText"'
        async with self.open() as made:
            with self.assertRaisesRegex(typed.DecodingError, path):
                await made.todo.add(client.TodoItemInput(""))
            made.send(client.TodoRequestAdd(client.TodoItemInput("")))
            await made.todo.add(client.TodoItemInput("Milk"))
            self.assertEqual([type(each) for each in self.errors], [typed.DecodingError])

    async def test_a_misspelt_message_is_refused_by_its_path(self) -> None:
        with self.assertRaisesRegex(typed.DecodingError, r'^todo.response.wasAdded: unknown key "txt"; one of id, text'):
            client.TodoClient._to_host.loads('{"todo":{"response":{"wasAdded":{"txt":"Milk"}}}}')


@unittest.skipUnless(client.APP == "chat", "the client of another app")
class ChatTests(EndToEnd):
    async def test_a_source_sends_items_and_ends(self) -> None:
        ended = []

        async def inbox(_request: client.InboxRequest) -> AsyncIterator[client.ChatMessage]:
            yield client.ChatMessageInput(from_="Ada", text="Hello")
            ended.append(True)

        async with self.open(client.Gateways(inbox=inbox)) as made:
            await made.presence.go_online(room="kitchen")
            async for message in made.core.messages():
                if message.get("inbox", {}).keys() == {"wasLost"}:
                    break
        found = [each.message for each in self.heard if "inbox" in each.path]
        self.assertEqual([type(value) for value in found], [client.InboxReceived, client.InboxWasLost])
        self.assertEqual((found[0].message.text, ended), ("Hello", [True]))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-q"])
