"""Kills the child of a server again and again, and keeps books outside: nothing that was heard is lost, nothing is done twice.

    test_kills.py [--rounds N] [--seed N] [--figures]

The core has a store with `redelivery` and `once`. The client sends messages with ids until each is answered, answers
requests for lists, acknowledges output, and kills the child with SIGKILL after any number of lines, while messages are on
their way. After each `@reopened` it compares the state with what it has heard.
"""

import argparse
import os
import random
import signal
import sys
import tempfile

import peer

A = {"@core": "a"}


class Wrong(Exception):
    pass


class Client:
    def __init__(self, seed, folder):
        self.random = random.Random(seed)
        self.last_id = 0
        self.waiting = {}  # by id: the messages without an answer
        self.texts = {}  # by id: the text of an item that was to be added
        self.heard = set()  # the texts of items in answers
        self.content = {}  # by cursor: the message
        self.acknowledged = 0
        self.imports = {}  # by id: the list
        self.asked = {}  # by effect: the list
        self.figures = dict.fromkeys(("sent", "sent again", "answers", "delivered again", "refused", "asked"), 0)
        self.config = {
            "store": {"path": os.path.join(folder, "a.store"), "durability": "normal", "redelivery": {}, "once": {}},
            "gateways": ["lists"], "clock": "virtual"}
        self.server = None
        self.begin()

    def begin(self):
        """A new server; a few crashes of one are followed by longer and longer pauses."""
        self.end()
        self.server = peer.Stdio()
        self.server.open("a", "todo", self.config)

    def end(self):
        if self.server is None:
            return
        messages, code = self.server.end()
        for message in messages:
            self.hear(message)
        if code != 0:
            raise Wrong(f"the server ended with {code}: {self.server.errors}")

    def new(self):
        self.last_id += 1
        if self.random.random() < 0.2:
            self.imports[self.last_id] = f"list {self.last_id}"
            message = {"todo": {"request": {"import": {"from": self.imports[self.last_id]}}}}
        else:
            self.texts[self.last_id] = f"item {self.last_id}"
            message = peer.add(self.texts[self.last_id])
        self.waiting[self.last_id] = {**message, "@id": self.last_id, **A}
        self.figures["sent"] += 1
        return self.waiting[self.last_id]

    def hear(self, message):
        """Notes a message. True for `@reopened`."""
        if message is None:
            raise Wrong("the server has ended")
        if "@crashed" in message:
            if message["@crashed"]["signal"] != "SIGKILL":
                raise Wrong(f"it ended by itself: {message}")
        elif "@refused" in message:
            if message["@refused"]["code"] != "ecrashed":
                raise Wrong(f"refused: {message}")
            self.figures["refused"] += 1
        elif "@reopened" in message:
            if not message["@reopened"]["kept"]:
                raise Wrong("the store is not kept")
            return True
        elif "@gap" in message or "@error" in message or "@gone" in message:
            raise Wrong(f"not expected: {message}")
        else:
            self.hear_core(message)
        return False

    def hear_core(self, message):
        again, cursor = message.pop("@again", False), message.pop("@cursor", None)
        self.figures["delivered again"] += again
        if cursor is not None:
            if cursor in self.content:
                if self.content[cursor] != message:
                    raise Wrong(f"{cursor} was {self.content[cursor]} and is {message}")
            elif cursor != max(self.content, default=0) + 1:
                raise Wrong(f"{cursor} comes after {max(self.content, default=0)}")
            self.content[cursor] = message
        response = message.get("todo", {}).get("response", {})
        if "wasAdded" in response:
            self.figures["answers"] += 1
            if response["wasAdded"]["text"] != self.texts[message["@id"]]:
                raise Wrong(f"another answer: {message}")
            self.heard.add(response["wasAdded"]["text"])
            self.waiting.pop(message["@id"], None)
        elif "wereImported" in response:
            self.figures["answers"] += 1
            self.heard.update(item["text"] for item in response["wereImported"])
        elif "@effect" in message and message["@effect"]["gateway"] == "lists":
            effect, name = message["@effect"]["id"], message["@effect"]["request"]["fetch"]["list"]
            if self.asked.setdefault(effect, name) != name:
                raise Wrong(f"{effect} asks for another list")
            self.figures["asked"] += 1
            self.waiting.pop(message["@id"], None)
            if self.random.random() < 0.7:
                self.answer(effect)

    def answer(self, effect):
        name = self.asked[effect]
        self.server.send({"@reply": {"effect": effect, "result": {"texts": [f"{name} a", f"{name} b"]}}, **A})

    def state(self):
        """The texts of the items, after everything that was sent."""
        self.server.send({"@get": {"path": "/items/entities"}, "@id": "state", **A})
        while (message := self.server.next()) is not None:
            if message.get("@id") == "state" and "@value" in message:
                return [item["text"] for item in message["@value"]["value"].values()]
            self.hear(message)
        raise Wrong("the server has ended")

    def round(self):
        again = list(self.waiting.values())
        self.random.shuffle(again)
        self.figures["sent again"] += len(again)
        if self.content and self.random.random() < 0.5:
            self.acknowledged = self.random.randint(self.acknowledged, max(self.content))
            self.server.send({"@heard": self.acknowledged, **A})
        self.server.send(*again, *(self.new() for _ in range(self.random.randrange(1, 8))))
        for _ in range(self.random.randrange(12)):
            self.server.send(self.new())
            if self.random.random() < 0.5:
                self.hear(self.server.next())
        os.kill(self.server.child(), signal.SIGKILL)
        while not self.hear(self.server.next()):
            pass
        # Everything that had been heard is there, before anything is sent again.
        heard = set(self.heard)
        if lost := heard - set(self.state()):
            raise Wrong(f"heard, and lost: {lost}")

    def settle(self):
        self.server.send(*self.waiting.values())
        self.state()
        for effect, name in list(self.asked.items()):
            if f"{name} a" not in self.heard:
                self.answer(effect)
        found = sorted(self.state())
        expected = sorted([*self.texts.values(), *(f"{name} {part}" for name in self.imports.values() for part in "ab")])
        if found != expected:
            raise Wrong(f"twice: {[text for text in set(found) if found.count(text) > 1]}, missing: {set(expected) - set(found)}")
        if self.waiting or set(expected) != self.heard:
            raise Wrong(f"without an answer: {self.waiting}, {set(expected) - self.heard}")
        self.end()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=25)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--figures", action="store_true")
    arguments = parser.parse_args()
    folder = tempfile.mkdtemp()
    client = Client(arguments.seed, folder)
    try:
        for number in range(arguments.rounds):
            if number % 3 == 2:
                client.begin()
            client.round()
        client.settle()
        if arguments.figures:
            print({**client.figures, "cursors": len(client.content)})
    except Wrong as wrong:
        sys.exit(f"test_kills.py --rounds {arguments.rounds} --seed {arguments.seed}: {wrong}")
    finally:
        client.server.destroy()
        peer.remove_folder(folder)


main()
