"""Mirrors of the todo core's state, and of random parts of it, that are kept by what subscriptions are told: while
random messages change the state, each stays what `@get` says, however the core is driven.

    ADIT_LIBRARY=build/lib/libadit_cores.so python3 Tests/Python/test_mirror.py [--messages N] [--seed N]

Needs jsonpatch and jsonschema. What single requests are answered is in test_follow.py.
"""

import argparse
import sys

import hosting
from catalog import Catalog
from mirrors import Fault
from session import Session

MESSAGES_A_CORE = 120  # then another one is opened, with another seed and driven in another way


class Receiving(Session):
    """Pulls, and at once. Where a batch ends behind another, patches may coalesce all the same."""

    is_exact = False

    def open(self, config):
        return hosting.Core("todo", config)

    def drive(self):
        while (message := self.core.receive()) is not None:
            self.hear(message)


class ReceivingSlowly(Receiving):
    """Pulls now and then a few: while others wait, a subscription has at most one notice among them."""

    def config(self, seed):
        config = super().config(seed)
        if self.random.random() < 0.3:
            config["limits"]["outbox"] = self.random.choice([1, 5, 20])
        self.is_bounded = "outbox" not in config["limits"]  # receiving makes room, and more is handled
        return config

    def drive(self):
        self.core.process()
        if self.random.random() < 0.4:
            for _ in range(self.random.randrange(10)):
                if (message := self.core.receive()) is not None:
                    self.hear(message)

    def pause(self):
        if self.random.random() < 0.15:
            self.check()

    def drain(self):
        is_done = False
        while not is_done:
            self.core.process()
            for mirror in self.follower.mirrors.values():
                mirror.notices = 0
            is_done = not self.receive_all()
        self.follower.finish()

    def receive_all(self):
        count = 0
        while (message := self.core.receive()) is not None:
            count += 1
            self.hear(message)
            crowd = [mirror for mirror in self.follower.mirrors.values() if mirror.notices > 1]
            if crowd and self.is_bounded:
                raise Fault(f"{crowd[0]}: {crowd[0].notices} notices have waited, and should have become one")
        return count


class ReceivingAll(ReceivingSlowly):
    """Takes what waits in one call, or as much of it as fits."""

    def drive(self):
        self.core.process()
        if self.random.random() < 0.6:
            for message in self.core.receive_all(0, self.random.choice([1, 200, 1000, 0])):
                self.hear(message)

    def receive_all(self):
        count = 0
        while messages := self.core.receive_all(0, self.random.choice([1, 500, 0])):
            count += len(messages)
            for message in messages:
                self.hear(message)
        return count


class InBatches(Session):
    """Hears by a callback that is given a batch's messages at once."""

    def open(self, config):
        return hosting.Core("todo", {**config, "delivery": "batches"}, hear=self.heard.extend)


class Calling(Session):
    """Calls, and has what else there is delivered to a callback.

    A call's own messages are not there, so the notices of its batch follow those of the one before it.
    """

    batches_adjoin = True

    def send(self, message):
        if self.random.random() < 0.5:
            return super().send(message)
        self.hear_called(message, self.call(message))

    def request(self, request):
        if self.random.random() < 0.5:
            return super().request(request)
        request = self.numbered(request)
        messages = self.call(request)
        self.follower.finish()
        self.follower.hear_called(request, messages)
        return request["@id"]

    def call(self, message):
        """Calls; what was queued before has been handled and heard then."""
        messages = self.core.call(message)
        self.hear_all()
        return messages


class CallingSlowly(ReceivingSlowly):
    """Calls in pull mode. Subscriptions come and go by calls, while what they are told waits to be received."""

    def config(self, seed):
        config = super().config(seed)
        config["limits"].pop("outbox", None)  # a call is refused where it is full
        self.is_bounded = True
        return config

    def send(self, message):
        if self.random.random() < 0.5:
            return super().send(message)
        self.hear_called(message, self.core.call(message))

    def request(self, request):
        if "@unsubscribe" in request:
            # What it was told before is to be received before.
            self.drain()
        request = self.numbered(request)
        self.follower.hear_called(request, self.core.call(request))
        return request["@id"]


WAYS = [Session, Receiving, Calling, InBatches, ReceivingSlowly, CallingSlowly, ReceivingAll]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--messages", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    catalog = Catalog.of("todo")
    sent = 0
    seed = arguments.seed
    while sent < arguments.messages:
        session = WAYS[seed % len(WAYS)](catalog, seed)
        try:
            session.run(MESSAGES_A_CORE)
        except Exception as error:
            print(f"--seed {seed} --messages 1\n{error}")
            if isinstance(error, Fault):
                return 1
            raise
        sent += session.sent
        seed += 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
