"""A generated client drives a core of a library: messages, gateways, and what a client of another catalog gets. The module `client` is
that of todo or of chat, and ADIT_LIBRARY has that app."""

# SPDX-License-Identifier: Apache-2.0

import json
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Python"))
import hosting  # noqa: E402

import client  # noqa: E402


class Library:
    """The transport: a core in this process."""

    def open(self, app, config, on_message):
        self.core = hosting.Core(app, json.loads(config), on_message, parse=bytes.decode)

    def send(self, text):
        self.core.send(text.encode())


class EndToEnd(unittest.TestCase):
    """What the tests share."""

    def open(self, gateways=None, **options):
        """A client, and the list of what it hears."""
        heard, transport = [], Library()
        made = getattr(client, client.APP.capitalize() + "Client")(transport, heard.append, gateways)
        made.open(**options)
        self.addCleanup(transport.core.close)
        return made, transport.core, heard


@unittest.skipUnless(client.APP == "todo", "the client of another app")
class TodoTests(EndToEnd):
    def test_a_message_is_sent_and_answered(self):
        made, core, heard = self.open()
        made.send(todo(client.TodoRequestAdd(client.TodoItem(text="Milk"))), id=7)
        core.process()
        match heard[0].message:
            case client.MessageToHostTodo(client.TodoToHostResponse(client.TodoResponseWasAdded(item))):
                self.assertEqual((item.text, item.completed, heard[0].id), ("Milk", False, 7))
            case other:
                self.fail(other)

    def test_a_gateway_answers(self):
        def fetch(request, reply):
            self.assertEqual(request, client.ListRequestFetch(list="groceries"))
            reply.send(client.FetchedList(texts=["Milk", "Bread"]))

        made, core, heard = self.open(client.Gateways(lists=fetch))
        made.send(todo(client.TodoRequestImport(from_="groceries")))
        while core.process():
            pass
        items = heard[0].message.value.value.value
        self.assertEqual([item.text for item in items], ["Milk", "Bread"])

    def test_a_gateway_raises(self):
        def fetch(_request, _reply):
            raise LookupError("no such list")

        made, core, heard = self.open(client.Gateways(lists=fetch))
        made.send(todo(client.TodoRequestImport(from_="groceries")))
        while core.process():
            pass
        self.assertIsInstance(heard[0].message.value.value, client.TodoResponseWereNotImported)

    def test_a_request_is_cancelled(self):
        replies = []
        made, core, heard = self.open(client.Gateways(lists=lambda _request, reply: replies.append(reply)))
        made.send(todo(client.TodoRequestImport(from_="groceries")))
        core.process()
        made.send(todo(client.TodoRequestCancelImport(from_="groceries")))
        while core.process():
            pass
        self.assertTrue(replies[0].is_cancelled)
        replies[0].send(client.FetchedList(texts=["too late"]))  # is not sent
        self.assertIn("importWasCancelled", str([message.to_json() for message in heard]))

    def test_a_gateway_without_answers_is_told(self):
        asked = []
        made, core, _ = self.open(client.Gateways(review=asked.append), config=config(clock="virtual"))
        for text in ["Milk", "Bread", "Salt"]:
            made.send(todo(client.TodoRequestAdd(client.TodoItem(text=text))))
        core.process()
        made.send(client.AditAdvance(by=5000))
        while core.process():
            pass
        self.assertEqual(asked, [client.ReviewRequestShow()])

    def test_the_state_is_read(self):
        made, core, heard = self.open(config=config(state={"items": {"ids": [], "entities": {}}}))
        made.send(client.AditGet(path=""))
        core.process()
        state = client.TodoState.from_json(heard[0].message.value)
        self.assertEqual(state.items, client.TodoItemTable(ids=[], entities={}))

    def test_an_app_with_another_catalog_is_refused(self):
        with self.assertRaises(hosting.CallError) as caught:
            self.open(expects="0123456789abcdef")
        self.assertEqual(caught.exception.name, "ECONFIG")
        self.assertIn("expects", str(caught.exception))

    def test_an_app_that_has_extended_the_catalog_is_opened(self):
        catalog = hosting.catalog("todo")
        catalog["hash"] = "0123456789abcdef"
        del catalog["$defs"]["@toHost"]["properties"]["appReview"]
        catalog["$defs"]["@toHost"]["oneOf"].remove({"required": ["appReview"]})
        self.open(expects=json.dumps(catalog))

    def test_a_misspelt_message_is_refused_by_its_path(self):
        with self.assertRaisesRegex(client.DecodingError, r'^todo.response.wasAdded: unknown key "txt"; one of id, text'):
            client.loads('{"todo":{"response":{"wasAdded":{"txt":"Milk"}}}}')


@unittest.skipUnless(client.APP == "chat", "the client of another app")
class ChatTests(EndToEnd):
    def test_a_source_sends_items_and_ends(self):
        replies = []
        made, core, heard = self.open(client.Gateways(inbox=lambda _request, reply: replies.append(reply)))
        made.send(client.MessageToCorePresence(client.PresenceToCoreRequest(client.PresenceRequestGoOnline(room="kitchen"))))
        core.process()
        replies[0].send(client.ChatMessage(from_="Ada", text="Hello"))
        replies[0].end()
        while core.process():
            pass
        inbox = [message.message.value for message in heard if isinstance(message.message, client.MessageToHostInbox)]
        self.assertEqual([type(value) for value in inbox], [client.InboxReceived, client.InboxWasLost])
        self.assertEqual(inbox[0].message.text, "Hello")


def todo(request):
    return client.MessageToCoreTodo(client.TodoToCoreRequest(request))


def config(**members):
    return client.AditConfig.from_json(members)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-q"])
