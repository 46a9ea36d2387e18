"""Kills a host again and again, and keeps books outside: nothing is lost, and nothing is done twice.

A client sends messages with an `@id` until each is answered; it answers the requests to the gateway `lists`, late and
twice, by errors as well, acknowledges output, moves the clock, and undoes and redoes what was done. `--count` says how many rounds,
`--seed` which ones. In some rounds the host acknowledges by driving again, and passes messages on once `adit_process` has returned.

The app is the `todo` of Tests/OldApps, whose review is a durable timer. `--app retries` takes the app of that name in the library of
Tests/Uncertain, which is the same and fetches a list until it has it.

`--uncertain LIBRARY` gives the hosts that library, whose storage does not know at once whether a batch is written (Tests/Uncertain): it
finds out late, or never, or that it is not. Then the messages fail, and are sent again.

- Each message is done once, however often it was sent.
- Each import is asked at least once, with one id, until it is answered, and its items are there once. One that is answered by an
  error is tried again.
- Each timer for a review fires.
- All output that was committed is heard, in the order of its cursors, and each message is what it was.
- Wherever a host is killed in a walk of undos and redos, the state is that of a step of the walk, and redos lead back to its beginning.
"""

import argparse
import json
import os
import random
import select
import shutil
import subprocess
import sys
import tempfile
import time

HOST = os.path.join(os.path.dirname(os.path.abspath(__file__)), "kill_host.py")


# Answers that are none. The keys of the journal's entries are those of an answer as well.
ERRORS = [{"error": "busy"}, {"error": {"a": 1, "changes": 1, "batch": {"x": 1}}}, {"result": {"texts": 7}},
          {"error": {"a": 1, "batch": {"from": 0, "revision": 1}, "changes": [{}]}}, {"result": None}]
WALK = "walk"


class Wrong(Exception):
    pass


class Books:
    """What the client knows."""

    def __init__(self, seed, may_fail):
        self.may_fail = may_fail
        self.random = random.Random(seed)
        self.waiting = {}  # by id: messages that are not answered
        self.added = {}  # by id: the texts of items
        self.imports = {}  # by id: the lists
        self.asked = {}  # by the id of the effect: the list
        self.answers = {}  # by list: what the host answers
        self.imported = set()
        self.refused = set()  # the lists that were answered by an error, and not asked for again
        self.tried = set()  # the lists that were
        self.content = {}  # by cursor: the message
        self.acknowledged = 0
        self.last_id = 0
        self.figures = {"sent": 0, "sent again": 0, "heard again": 0, "answered again": 0, "asked": 0, "reviews": 0,
                        "answers": 0, "not written": 0, "refused": 0, "automatic": 0, "undone": 0, "redone": 0}

    # What is sent

    def new(self, imports=0.25):
        """A message that adds an item or, with a probability, and where lists were refused, imports one."""
        self.last_id += 1
        if imports > 0 and (self.refused or self.random.random() < imports):
            name = self.refused.pop() if self.refused else f"list {self.last_id}"
            self.imports[self.last_id] = name
            message = {"todo": {"request": {"import": {"from": name}}}}
        else:
            self.added[self.last_id] = f"item {self.last_id}"
            message = {"todo": {"request": {"add": {"item": {"text": self.added[self.last_id]}}}}}
        self.waiting[self.last_id] = {**message, "@id": self.last_id}
        self.figures["sent"] += 1
        return self.waiting[self.last_id]

    def reply(self, effect, errors=0.0):
        name = self.asked[effect]
        self.figures["answers"] += 1
        if self.random.random() < errors:
            return {"@reply": {"effect": effect, **self.random.choice(ERRORS)}}
        return {"@reply": {"effect": effect, "result": {"texts": [name + " a", name + " b"]}}}

    def open_effects(self):
        return [effect for effect, name in self.asked.items() if name not in self.imported]

    def messages(self, automatic=False):
        """What the client sends in a round."""
        again = list(self.waiting.values())
        self.random.shuffle(again)
        self.figures["sent again"] += len(again)
        messages = again + [self.new() for _ in range(self.random.randrange(4))]
        open_effects = self.open_effects()
        messages += [self.reply(effect, 0.2) for effect in open_effects if self.random.random() < 0.5]
        if self.random.random() < 0.3 and open_effects:
            messages += [self.reply(self.random.choice(open_effects), 0.2)]
        if self.random.random() < 0.3:
            messages.append({"@advance": {"by": self.random.choice([100, 2000, 6000])}})
        if not automatic and self.random.random() < 0.7 and self.content:
            self.acknowledged = self.random.randint(self.acknowledged, max(self.content))
            messages.append({"@heard": self.acknowledged})
        return messages

    # What is heard

    def hear(self, message):
        again, cursor = message.pop("@again", False), message.pop("@cursor", None)
        if "@gap" in message:
            raise Wrong(f"a gap: {message}")
        if cursor is not None:
            self.figures["heard again"] += again
            if cursor in self.content:
                if self.content[cursor] != message:
                    raise Wrong(f"{cursor} was {self.content[cursor]} and is {message}")
                return
            if cursor != max(self.content, default=0) + 1:
                raise Wrong(f"{cursor} comes after {max(self.content, default=0)}: {message}")
            self.content[cursor] = message
        elif again:
            self.figures["answered again"] += 1
        self.note(message)

    def note(self, message):
        if self.may_fail and message.get("@error", {}).get("code") == "estore":
            self.figures["not written"] += 1
            return
        if "@error" in message:
            raise Wrong(f"an error: {message}")
        identity = message.get("@id")
        response = message.get("todo", {}).get("response", {})
        if "wasAdded" in response:
            if response["wasAdded"]["text"] != self.added[identity]:
                raise Wrong(f"{identity} was answered by {message}")
            self.waiting.pop(identity, None)
        elif "wereImported" in response:
            name = self.imports[identity]
            if name in self.imported:
                raise Wrong(f"{name} was imported twice: {message}")
            self.imported.add(name)
        elif "wereNotImported" in response:
            self.figures["refused"] += 1
            self.tried.add(self.imports[identity])
            self.refused.add(self.imports[identity])
        elif effect := message.get("@effect"):
            if effect["gateway"] == "review":
                self.figures["reviews"] += 1
                return
            name = effect["request"]["fetch"]["list"]
            if self.asked.setdefault(effect["id"], name) != name or name != self.imports[identity]:
                raise Wrong(f"{effect['id']} asks for {name}, and asked for {self.asked[effect['id']]}")
            if list(self.asked.values()).count(name) > 1 and name not in self.tried:
                raise Wrong(f"{name} is asked for by two ids")
            self.figures["asked"] += 1
            self.waiting.pop(identity, None)


class Round:
    """A host, and the client beside it."""

    app = "todo"

    def __init__(self, books, config, environment):
        self.books = books
        self.values = []  # of @get
        self.answers = []  # to @undo and @redo
        self.host = subprocess.Popen(
            [sys.executable, HOST, self.app, json.dumps(config)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env={**os.environ, **environment})
        self.rest = b""

    def send(self, messages):
        text = b"".join(json.dumps(message, separators=(",", ":")).encode() + b"\n" for message in messages)
        # The host may wait for its own output to be read.
        while text:
            readable, writable, _ = select.select([self.host.stdout], [self.host.stdin], [])
            if readable and not self.take():
                return
            try:
                if writable:
                    text = text[os.write(self.host.stdin.fileno(), text[:select.PIPE_BUF]):]
            except BrokenPipeError:
                return

    def read(self, seconds):
        """Hears what comes in a time; false at the end."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if not select.select([self.host.stdout], [], [], left)[0]:
                return True
            if not self.take():
                return False
        return True

    def finish(self, messages):
        """Sends messages, and hears all until they are handled."""
        self.is_finished = False
        self.send([*messages, {"@stats": {}, "@id": "finished"}])
        while not self.is_finished:
            if not self.take():
                raise Wrong("the host ended by itself")

    def take(self):
        text = os.read(self.host.stdout.fileno(), 1 << 16)
        *lines, self.rest = (self.rest + text).split(b"\n")
        for line in lines:
            if line == b"open":
                self.is_open = True
                continue
            message = json.loads(line)
            if "@stats" in message:
                self.is_finished = True
            elif "@value" in message:
                self.values.append((message["@value"]["revision"], message["@value"]["value"]))
            elif message.get("@id") == WALK:
                self.answers.append(message)
            else:
                self.books.hear(message)
        return bool(text)

    is_open = is_finished = False

    def state(self):
        """The revision and the items."""
        count = len(self.values)
        # A batch that is held keeps both waiting. One that cannot be written takes the answer along.
        for _ in range(100 if self.books.may_fail else 1):
            self.finish([{"@get": {"path": "/items"}}])
            if len(self.values) == count + 1:
                return self.values[-1]
        raise Wrong(f"found {len(self.values) - count} answers to @get")

    def revert(self, direction):
        """Undoes or redoes a step; false if there is none, or if it could not be written."""
        count = len(self.answers)
        self.finish([{direction: {}, "@id": WALK}])
        answers = self.answers[count:]
        if len(answers) != 1:
            raise Wrong(f"{direction} was answered by {answers}")
        if (error := answers[0].get("@error")) and "nothing to" not in error["message"] and not self.books.may_fail:
            raise Wrong(f"{direction} failed: {error}")
        return "@error" not in answers[0]

    def kill(self):
        if self.host.poll() is not None:
            raise Wrong(f"the host ended by itself: {self.host.returncode}")
        self.host.kill()
        while self.take():
            pass
        self.end()

    def close(self):
        self.host.stdin.close()
        while self.take():
            pass
        self.end()
        if self.host.returncode != 0:
            raise Wrong(f"the host ended with {self.host.returncode}")

    def end(self):
        self.host.wait()
        for pipe in (self.host.stdin, self.host.stdout):
            pipe.close()


def run(count, seed, folder, uncertain):
    books = Books(seed, may_fail=uncertain is not None)
    path = os.path.join(folder, "todo.store")
    seconds = 0

    def config(automatic=False):
        return {
            "store": {"path": path, "durability": "normal", "once": {},
                      "redelivery": {"acknowledged": "automatic" if automatic else "host"}},
            "undo": True, "limits": {"batch": books.random.choice([1, 3, 256])},
            "clock": "virtual", "with": {"date": f"2026-11-24T{seconds // 3600 % 24:02}:{seconds // 60 % 60:02}:{seconds % 60:02}Z"},
            "gateways": ["lists", "review"],
        }

    def environment(outcomes):
        return {"ADIT_LIBRARY": uncertain, "ADIT_OUTCOMES": outcomes} if uncertain else {}

    for number in range(count):
        if books.random.random() < 0.1:
            # A batch whose outcome never comes would have a walk wait for ever.
            walk(books, lambda: Round(books, config(), environment(f"{number},fails,late")), uncertain is None)
            continue
        automatic = books.random.random() < 0.4
        books.figures["automatic"] += automatic
        host = Round(books, config(automatic), environment(f"{number},fails,late,never"))
        host.send(books.messages(automatic))
        if books.random.random() < 0.1:
            host.read(books.random.uniform(0, 0.15))  # in the middle of opening, perhaps
        else:
            while not host.is_open and host.take():
                pass
            host.read(books.random.random() ** 4 * 0.01)
            if books.random.random() < 0.3:
                host.send(books.messages(automatic))
                host.read(books.random.random() ** 4 * 0.01)
        host.kill()
        seconds += books.random.randrange(3)
    books.may_fail = False
    settle(books, config(), environment("1,late"))
    check(books, config())
    return books


def walk(books, open_round, is_certain):
    """Undoes the last steps and redoes them, in a host that is killed meanwhile."""
    host = open_round()
    steps = [host.state()]
    while len(steps) <= books.random.randrange(1, 4) and host.revert("@undo"):
        steps.append(host.state())
        books.figures["undone"] += 1
    for _, expected in reversed(steps[:-1]):
        while not host.revert("@redo"):
            if is_certain:
                raise Wrong(f"found nothing to redo: {host.answers}")
        books.figures["redone"] += 1
        if host.state()[1] != expected:
            raise Wrong(f"a redo has led to {host.values[-1]}, and {expected} is expected")
    # Wherever it is killed, the state is that after some of these.
    (revision, _), places, messages = host.state(), [0], []
    # Where one of them may fail, the next would lead beyond the steps that are known: only undos, and no more than there are steps.
    for _ in range(books.random.randrange(8 if is_certain else len(steps))):
        is_undo = not is_certain or places[-1] == 0 or places[-1] < len(steps) - 1 and books.random.random() < 0.5
        if len(steps) == 1:
            break
        places.append(places[-1] + (1 if is_undo else -1))
        messages.append({"@undo" if is_undo else "@redo": {}, "@id": WALK})
    host.send(messages)
    host.read(books.random.random() ** 2 * 0.01)
    host.kill()
    host = open_round()
    reached, state = host.state()
    if is_certain:
        if not 0 <= reached - revision < len(places):
            raise Wrong(f"revision {reached} was reached from {revision} by {messages}")
        place = places[reached - revision]
        if state != steps[place][1]:
            raise Wrong(f"after {reached - revision} of {messages}, the state is {state}; {steps[place][1]} is expected")
    elif state not in (content for _, content in steps):
        raise Wrong(f"after some of {messages}, the state is {state}, which none of {steps} is")
    while host.state()[1] != steps[0][1]:
        if host.revert("@redo"):
            books.figures["redone"] += 1
        elif is_certain:
            raise Wrong(f"found nothing to redo: {host.answers}")
    host.kill()


def settle(books, config, environment):
    """Lets everything come to its end."""
    host = Round(books, config, environment)
    reviews = books.figures["reviews"]
    # One more item, for which a review is due in any case.
    host.finish([*books.waiting.values(), books.new(imports=0), {"@advance": {"by": 1}}])
    # An import whose answer was lost is asked for again after a second of the clock as it was then, which may have been ahead.
    for _ in range(90):
        again = [books.new() for _ in range(len(books.refused))]
        host.finish([*again, *map(books.reply, books.open_effects()), {"@advance": {"by": 1_000}}])
    if books.figures["reviews"] == reviews:
        raise Wrong("the timer of a review has not fired")
    host.close()
    if books.waiting:
        raise Wrong(f"messages without an answer: {books.waiting}")
    if missing := set(books.imports.values()) - books.imported:
        raise Wrong(f"lists that were not imported: {missing}")


def check(books, config):
    """Compares the state with the books."""
    import hosting

    store = {"path": config["store"]["path"]}
    with hosting.Core(Round.app, {"store": store, "gateways": ["lists", "review"], "clock": "virtual"}) as core:
        items = core.call({"@get": {"path": "/items/entities"}})[0]["@value"]["value"]
        stats = core.call({"@stats": {}})[0]["@stats"]
    expected = sorted([*books.added.values(), *(f"{name} {part}" for name in {*books.imports.values()} for part in "ab")])
    found = sorted(item["text"] for item in items.values())
    if found != expected:
        raise Wrong(f"the state has {len(found)} items, and {len(expected)} are expected: "
                    f"twice: {[t for t in set(found) if found.count(t) > 1]}, missing: {set(expected) - set(found)}")
    if stats["requests"] or stats["timers"]:
        raise Wrong(f"something is still pending: {stats}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--figures", action="store_true")
    parser.add_argument("--uncertain", metavar="LIBRARY")
    parser.add_argument("--app", default="todo")
    arguments = parser.parse_args()
    Round.app = arguments.app
    folder = tempfile.mkdtemp()
    try:
        books = run(arguments.count, arguments.seed, folder, arguments.uncertain)
        if arguments.figures:
            print({**books.figures, "cursors": len(books.content)})
    except Wrong as wrong:
        sys.exit(f"test_kill_rounds.py --app {arguments.app} --count {arguments.count} --seed {arguments.seed}: {wrong}")
    finally:
        shutil.rmtree(folder)


main()
