"""A host that follows a core: it keeps mirrors by what it hears, and finds fault with what a host could not rely on."""

import collections
import math
import re

from catalog import complaint
from mirrors import NOTHING, Fault, Mirror, Whole, canonical, difference, same, shown

IDS_AND_NUMBERS = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9]+")


def is_notice(message):
    """Whether a message is about a subscription, and no answer to anything."""
    return "@patch" in message or "@value" in message and "@id" not in message


class Follower:
    """What a host knows of a core, in the order in which it hears.

    Each request carries an "@id", larger than those of all before it, and so do the messages of the app.

    `is_exact`: patches do not coalesce, so each is heard behind its batch's messages and before what follows.
    `batches_adjoin`: the notices of two batches may have nothing between them.
    """

    valid_shapes = {}

    def __init__(self, catalog, is_exact, batches_adjoin):
        self.catalog = catalog
        self.is_exact = is_exact
        self.batches_adjoin = batches_adjoin
        self.mirrors = {}
        self.requests = collections.deque()  # of those that were sent, the ones that have not had their turn
        self.answers = {}  # of each @get, by its id
        self.told = {}  # in the batch whose notices are being heard, nothing else between them: the mirrors
        self.revision = 0  # the last one told

    # MARK: - What is sent

    def expect(self, request):
        """A request was sent; its output is heard in its turn."""
        self.validate(self.catalog.to_core, request)
        self.requests.append(request)

    def finish(self):
        """All that was sent has been handled and heard."""
        self.end_batch()
        self.take_turns(math.inf)

    def take_turns(self, identity):
        """What was sent before a message has been handled."""
        while self.requests and self.requests[0]["@id"] < identity:
            request = self.requests.popleft()
            name = request.get("@unsubscribe", {}).get("subscription")
            if name not in self.mirrors:
                raise Fault(f"no answer to {shown(request)}")
            del self.mirrors[name]

    # MARK: - What is heard

    def hear(self, message):
        """The next message in order."""
        if is_notice(message):
            if "@id" in message:
                raise Fault(f"a notice is no answer: {shown(message)}")
            return self.notice(message)
        self.end_batch()
        if "@id" in message:
            self.take_turns(message["@id"])
            if self.requests and self.requests[0]["@id"] == message["@id"]:
                self.answered(self.requests.popleft(), message)

    def hear_called(self, request, messages):
        """What a call of a request has handed over."""
        self.validate(self.catalog.to_core, request)
        self.check_called(request, messages)
        if "@unsubscribe" in request and not messages:
            if not self.mirrors.pop(request["@unsubscribe"]["subscription"], None):
                raise Fault(f"no error of {shown(request)}: there is no such subscription")
        elif len(messages) != 1:
            raise Fault(f"not one answer to {shown(request)}\n  {shown(messages)}")
        else:
            self.answered(request, messages[0], is_called=True)

    @staticmethod
    def check_called(sent, messages):
        """Whether what a call has handed over came of what it sent."""
        for message in messages:
            if is_notice(message) or message.get("@id") != sent["@id"]:
                raise Fault(f"a call of {shown(sent)} has handed over what it did not cause\n  {shown(message)}")

    def answered(self, request, message, is_called=False):
        self.validate(self.catalog.to_host, message)
        body = message.get("@value")
        if "@get" in request:
            self.answers[request["@id"]] = message
            if body and "from" not in body and self.is_exact and not is_called:
                self.compare(body)
        elif "@subscribe" in request:
            path = request["@subscribe"].get("path", "")
            name = request["@subscribe"].get("subscription", path)
            if name in self.mirrors or not body:
                return self.expect_error(request, message, is_due=name in self.mirrors)
            window = window_of(request["@subscribe"], (0, None))
            if (body.get("subscription"), body["path"]) != (name, path):
                raise Fault(f"an answer of another subscription to {shown(request)}\n  found    {shown(body)}")
            self.mirrors[name] = Mirror(body, window)
            if (body.get("from"), "count" in body) != ((window[0], True) if window else (None, False)):
                raise Fault(f"an answer of another window to {shown(request)}\n  found    {shown(body)}")
            if self.is_exact and not is_called:
                self.compare(body)
        elif "@window" in request:
            mirror = self.mirrors.get(request["@window"]["subscription"])
            if not body or mirror is None or mirror.window is None:
                return self.expect_error(request, message, is_due=mirror is None or mirror.window is None)
            if mirror.revision > body["revision"]:
                mirror.fault("an answer of an earlier revision", body)
            mirror.move(body, window_of(request["@window"], mirror.window))
            mirror.revision = body["revision"]
        else:
            self.expect_error(request, message, is_due=request["@unsubscribe"]["subscription"] not in self.mirrors)

    @staticmethod
    def expect_error(request, message, is_due):
        if (message.get("@error", {}).get("code") == "emessage") != is_due:
            raise Fault(f"answer to {shown(request)}\n  expected {'an @error' if is_due else 'none'}, emessage\n"
                        f"  found    {shown(message)}")

    def compare(self, body):
        """Compares an answer with the mirrors: all that came before it has been heard."""
        if body["revision"] < self.revision:
            raise Fault(f"after revision {self.revision}, an answer of {body['revision']}: {shown(body)}")
        value = body.get("value", NOTHING)
        for mirror in self.mirrors.values():
            if mirror.window is not None or "from" in body:
                continue
            if mirror.path == body["path"]:
                mirror.compare((value, None), f"a @value of revision {body['revision']}")
            elif mirror.path == "" and body["path"] != "":
                expected = Whole(mirror.value).at(body["path"])
                if not same(expected, value):
                    raise Fault(f"{mirror}: a @value of {body['path']!r} is not what it has\n"
                                f"{difference(expected, value)}")

    # MARK: - Notices

    def notice(self, message):
        self.validate(self.catalog.to_host, message)
        kind, body = next(iter(message.items()))
        mirror = self.mirrors.get(body["subscription"])
        if mirror is None:
            raise Fault(f"a {kind} of no subscription: {shown(body)}")
        if self.is_exact:
            if self.batches_adjoin and body["revision"] > self.revision:
                self.end_batch()
            if mirror.name in self.told:
                mirror.fault("told twice in a batch", body)
            if body["revision"] < self.revision or self.told and body["revision"] != self.revision:
                mirror.fault(f"a {kind} of another revision than {self.revision}, which others were told", body)
            self.told[mirror.name] = mirror
        before = canonical(mirror.contents())
        mirror.update(body, kind)
        self.revision = max(self.revision, body["revision"])
        if self.is_exact and canonical(mirror.contents()) == before:
            mirror.fault(f"a {kind}, and the value is as it was", body)

    def end_batch(self):
        """A batch may have ended, and all subscriptions were told of it."""
        if not self.told:
            return
        self.told = {}
        # Of those that are to end nothing is known: nothing is heard when such a request has had its turn.
        leaving = {request["@unsubscribe"]["subscription"] for request in self.requests if "@unsubscribe" in request}
        mirrors = [mirror for mirror in self.mirrors.values() if mirror.name not in leaving]
        root = next((mirror for mirror in mirrors if mirror.path == ""), None)
        if root is None:
            return
        whole = Whole(root.value)
        for mirror in mirrors:
            expected = whole.shown(mirror.path, mirror.window)
            if expected != mirror.contents():
                mirror.compare(expected, f"that of the whole state at revision {root.revision}")

    # MARK: - The catalog

    def validate(self, validator, message):
        """Whether the catalog has a message. Of those that are alike, one is enough."""
        kind = shape(message)
        if kind not in self.valid_shapes:
            self.valid_shapes[kind] = complaint(validator, message)
        if self.valid_shapes[kind]:
            raise Fault(f"not of the catalog: {self.valid_shapes[kind]}\n  {shown(message)}")


def window_of(body, before):
    """The window that a request asks for: what it does not say is as before; None where it says nothing."""
    if "from" not in body and "limit" not in body:
        return None if before == (0, None) else before
    return body.get("from", before[0]), body.get("limit", before[1])


def shape(value, key=None):
    """What a message is but for ids, numbers and the values told."""
    if isinstance(value, dict) and key != "value":
        return tuple(sorted((name, shape(inner, name)) for name, inner in value.items()))
    if isinstance(value, list) and key != "value":
        return tuple(sorted({shape(inner) for inner in value}))
    if isinstance(value, str) and key in ("path", "from", "op"):
        return IDS_AND_NUMBERS.sub("*", value)
    return type(value).__name__
