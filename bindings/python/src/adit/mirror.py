"""A mirror of a part of a core's state, kept up to date by `@value` and `@patch`."""

from __future__ import annotations

import itertools
from typing import Any, NamedTuple

from ._patch import Operation, apply, copied
from ._text import Message, describe
from .errors import Error


class LostUpdateError(Error):
    """A patch does not follow the last update: the mirror has to subscribe again."""


class Change(NamedTuple):
    """What an update has changed."""

    revision: int
    """The core's revision after it."""

    ops: list[Operation] | None
    """The operations of RFC 6902 that were applied; None if the value came as a whole."""


_names = itertools.count(1)


class Mirror:
    """A part of a core's state, kept up to date by the messages of a subscription.

        mirror = adit.Mirror("/items")
        core.send(mirror.subscribe())
        …                                   # and in the callback:
        change = mirror.take(message)       # None: it is not of this subscription

    Do not change the value: the next patch is applied to it.

    Args:
        path: a JSON Pointer to the part.
        start, limit: of a list, the first position and the number of elements of a window.
        name: the subscription's name, which no other subscription of the core has; made up by default.
    """

    value: Any
    """The part; None before the first update, and if `exists` is False."""

    exists: bool
    """Whether the path leads to a part."""

    revision: int | None
    """The core's revision at the last update; None before the first."""

    start: int | None
    """Of a window: the position of its first element in the list."""

    count: int | None
    """Of a window: the number of elements of the whole list."""

    def __init__(
        self, path: str, *, start: int | None = None, limit: int | None = None, name: str | None = None
    ) -> None:
        if not isinstance(path, str):
            raise TypeError(f"found {describe(path)} as a path; a JSON Pointer such as '/items' is expected")
        self.path = path
        self.name = name if name is not None else f"mirror-{next(_names)}"
        self.limit = limit
        self.start = start
        self.value, self.exists, self.revision, self.count = None, False, None, None

    def subscribe(self) -> Message:
        """Returns the message that begins the subscription."""
        content: dict[str, Any] = {"subscription": self.name, "path": self.path}
        if self.start is not None:
            content["from"] = self.start
        if self.limit is not None:
            content["limit"] = self.limit
        return {"@subscribe": content}

    def move(self, start: int | None = None, limit: int | None = None) -> Message:
        """Returns the message that moves the window, or changes its size."""
        content: dict[str, Any] = {"subscription": self.name}
        if start is not None:
            content["from"] = start
        if limit is not None:
            content["limit"] = self.limit = limit
        return {"@window": content}

    def unsubscribe(self) -> Message:
        """Returns the message that ends the subscription."""
        return {"@unsubscribe": {"subscription": self.name}}

    def take(self, message: Message) -> Change | None:
        """Applies a message of the core.

        Returns:
            What has changed; None if the message is not of this subscription.

        Raises:
            LostUpdateError: an update is missing. The value is the former one.
        """
        if "@client" in message:  # a subscription of that client, which may have the same name
            return None
        if "@patch" in message and message["@patch"]["subscription"] == self.name:
            return self._patch(message["@patch"])
        if "@value" in message and message["@value"].get("subscription") == self.name:
            return self._replace(message["@value"])
        return None

    def _patch(self, patch: dict[str, Any]) -> Change:
        if patch["from"] != self.revision:
            raise LostUpdateError(
                f"{self.path}: found a patch from revision {patch['from']};"
                f" one from revision {self.revision} is expected"
            )
        ops: list[Operation] = patch["ops"]
        self.value = apply(ops, self.value)
        self.revision = patch["revision"]
        self.count = patch.get("count", self.count)
        return Change(patch["revision"], ops)

    def _replace(self, update: dict[str, Any]) -> Change:
        self.exists = "value" in update
        self.value = copied(update.get("value"))  # The message may have other readers.
        self.revision = update["revision"]
        self.start = update.get("from", self.start)
        self.count = update.get("count", self.count)
        return Change(update["revision"], None)
