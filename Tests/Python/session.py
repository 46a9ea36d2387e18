"""A core of the todo app, and a host that sends random messages and compares what it was told with what `@get` says."""

import random

import hosting
from catalog import complaint
from following import Follower
from mirrors import NOTHING, Fault, Whole, difference, same, shown
from todo_messages import NEVER, TodoMessages


class Session:
    """A core, a host that follows it, and what is sent. This one hears by a callback; others are driven otherwise."""

    is_exact = True
    batches_adjoin = False

    def __init__(self, catalog, seed):
        self.random = random.Random(seed)
        self.messages = TodoMessages(self.random)
        self.follower = Follower(catalog, self.is_exact, self.batches_adjoin)
        self.catalog = catalog
        self.sent = 0  # without the requests by which it is checked
        self.last_id = 0
        self.heard = []
        self.core = self.open(self.config(seed))

    def open(self, config):
        return hosting.Core("todo", config, hear=self.heard.append)

    def config(self, seed):
        limits = {"batch": self.random.choice([1, 2, 3, 8, 256])}
        if self.random.random() < 0.1:
            limits["cascade"] = 1  # most messages fail then, and what they changed stays
        config = {"clock": "virtual", "with": {"uuid": {"seeded": seed}}, "echo": self.random.random() < 0.2,
                  "incoming": "all"}  # finishImport stands for what a host imports
        count = self.random.choice([0, 0, 20, 300])
        state = {"state": self.messages.state(count)} if count else {}
        return {**config, **state, "limits": limits}

    def run(self, count):
        try:
            with self.core:
                if self.random.random() < 0.9:
                    self.request({"@subscribe": {"subscription": "root", "path": ""}})
                for _ in range(self.random.randrange(12)):
                    self.request({"@subscribe": {"path": self.messages.pointer()}})
                while self.sent < count:
                    for _ in range(self.random.choice([1, 1, 2, 3, 5, 10, 30])):
                        self.step()
                    self.drive()
                    self.pause()
                self.check()
        except (Fault, hosting.CallError) as fault:
            raise Fault(f"{type(self).__name__}, message {self.sent}: {fault}") from fault

    def pause(self):
        """Between two rounds."""
        self.check()

    def step(self):
        """Sends one message."""
        self.sent += 1
        choice = self.random.random()
        if choice < 0.7:
            self.send(self.numbered(self.messages.message()))
        elif choice < 0.95:
            self.request(self.messages.request())
        elif choice < 0.98:
            for request in self.messages.renewal(list(self.follower.mirrors) or ["a"]):
                self.request(request)
        else:
            self.send_refused()

    def numbered(self, message):
        self.last_id += 1
        return {**message, "@id": self.last_id}

    def request(self, request):
        """Sends a request that the follower waits for the answer to; its number."""
        request = self.numbered(request)
        self.follower.expect(request)
        self.core.send(request)
        return request["@id"]

    def send(self, message):
        self.core.send(message)

    def send_refused(self):
        """Sends what is no message."""
        message = self.random.choice([
            {"@get": {"path": "items"}}, {"@subscribe": {"path": "/~2"}}, {"@subscribe": {"subscription": 7}},
            {"todo": {"request": {"check": {}}}}])
        try:
            self.core.send(message)
        except hosting.CallError as error:
            if error.name != "EMESSAGE":
                raise
        else:
            raise Fault(f"accepted: {shown(message)}")

    # MARK: - Driving

    def drive(self):
        """Has the core handle what is queued, and hears some of it."""
        count = self.core.process()
        if count != len(self.heard):
            raise Fault(f"adit_process has answered {count}, and delivered {len(self.heard)} messages")
        self.hear_all()

    def hear_all(self):
        for message in self.heard:
            self.hear(message)
        self.heard.clear()
        self.follower.end_batch()

    def hear(self, message):
        self.messages.learn(message)
        self.follower.hear(message)

    def hear_called(self, message, answers):
        """What a call of a message of the app has handed over."""
        for answer in answers:
            self.messages.learn(answer)
        self.follower.check_called(message, answers)

    def drain(self):
        """Has the core handle what is queued, and hears all of it."""
        self.drive()
        self.follower.finish()

    # MARK: - Checking

    def check(self):
        """Compares all that is mirrored, and more, with what `@get` says."""
        self.drain()
        revisions = {mirror.name: mirror.revision for mirror in self.follower.mirrors.values()}
        state = self.get("")
        whole = Whole(state)
        if self.random.random() < 0.1 and (wrong := complaint(self.catalog.state, state)):
            raise Fault(f"the state is not that of the catalog: {wrong}")
        paths = {mirror.path for mirror in self.follower.mirrors.values()} - {""}
        for path in (*sorted(paths), self.messages.pointer()):
            value = self.get(path)
            expected = whole.at(path)
            if not same(expected, value):
                raise Fault(f"@get of {path!r} is not what the whole has\n{difference(expected, value)}")
        self.check_part(whole)
        self.check_never()
        for mirror in self.follower.mirrors.values():
            if mirror.revision != revisions[mirror.name]:
                raise Fault(f"{mirror}: told anew, and nothing was sent but @get")
            mirror.compare(whole.shown(mirror.path, mirror.window), "@get")

    def get(self, path):
        answer = self.answer_to({"@get": {"path": path}})
        body = answer.get("@value", {})
        if body.get("path") != path or body.keys() - {"path", "revision", "value"}:
            raise Fault(f"answer to @get of {path!r}: {shown(answer)}")
        for mirror in self.follower.mirrors.values():
            if mirror.revision > body["revision"]:
                raise Fault(f"{mirror}: @get is behind it: {shown(answer)}")
        return body.get("value", NOTHING)

    def check_part(self, whole):
        path = self.messages.pointer()
        bounds = self.messages.bounds()
        answer = self.answer_to({"@get": {"path": path, **bounds}})
        body = answer.get("@value", {})
        start = bounds.get("from", 0)
        expected = whole.part(path, start, bounds.get("limit"))
        if expected is None:
            # Nobody has said which of both it is where there is nothing.
            is_right = ("@error" in answer and answer["@error"]["code"] == "emessage"
                        or whole.at(path) is NOTHING and "value" not in body)
        else:
            value, count = expected
            body = {**body, "revision": None}
            is_right = same(body, {"path": path, "revision": None, "from": start, "count": count, "value": value})
        if not is_right:
            raise Fault(f"@get of {path!r} with {bounds}\n  expected {shown(expected)}\n  found    {shown(answer)}")

    def check_never(self):
        """Asks for a part that no state has."""
        path = self.random.choice(NEVER)
        answer = self.answer_to({"@get": {"path": path}})
        if answer.get("@error", {}).get("code") != "emessage":
            raise Fault(f"@get of {path!r}: expected an @error, found {shown(answer)}")

    def answer_to(self, request):
        identity = self.request(request)
        self.drain()
        return self.follower.answers.pop(identity)
