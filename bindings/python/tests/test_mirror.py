"""Mirrors of parts of a state, by the plain calls."""

from __future__ import annotations

import random
from typing import Any

import pytest
from messages import add, increment

import adit

PATHS = ("", "/items", "/items/ids", "/items/entities", "/tags", "/view/open", "/view/openCount", "/items/ids/1")


class Followed:
    """A todo core in pull mode, with mirrors."""

    def __init__(self, library: adit.Library, *mirrors: adit.Mirror) -> None:
        self.core = library.open("todo", {"with": {"uuid": {"counting": {"from": 0}}}})
        self.mirrors = mirrors
        for mirror in mirrors:
            self.core.send(mirror.subscribe())
        self.take()

    def take(self) -> list[adit.Change]:
        changes = []
        for message in self.core.receive_all():
            changes += [change for mirror in self.mirrors if (change := mirror.take(message)) is not None]
        return changes

    def value(self, path: str, **window: int) -> dict[str, Any]:
        (answer,) = self.core.call({"@get": {"path": path, **window}})
        value: dict[str, Any] = answer["@value"]
        return value


def test_a_message_that_others_have_too_stays_as_it_was(library: adit.Library) -> None:
    mirror = adit.Mirror("/items")
    with library.open("todo") as core:
        (value,) = core.call(mirror.subscribe())
        mirror.take(value)
        core.send(add("Milk"))
        updates = core.receive_all()
        for update in updates:
            mirror.take(update)
    assert value["@value"]["value"] == {"ids": [], "entities": {}}
    assert len(mirror.value["ids"]) == 1


def test_a_mirror_has_the_value_and_its_changes(library: adit.Library) -> None:
    mirror = adit.Mirror("/value")
    with library.open("counter", on_message=mirror.take) as core:
        assert (mirror.value, mirror.exists, mirror.revision) == (None, False, None)
        core.send(mirror.subscribe())
        core.process()
        assert (mirror.value, mirror.exists, mirror.revision) == (0, True, 0)
        core.send(increment(5))
        core.process()
        assert (mirror.value, mirror.revision) == (5, 1)
        core.send(mirror.unsubscribe())
        core.send(increment(5))
        core.process()
        assert mirror.value == 5


def test_mirrors_are_the_state_after_random_messages(library: adit.Library) -> None:
    choices = random.Random(7)
    host = Followed(library, *(adit.Mirror(path) for path in PATHS), adit.Mirror("/view/open", start=1, limit=2))
    for _ in range(300):
        identity = f"00000000-0000-0000-0000-{choices.randrange(40):012x}"
        for _ in range(choices.randrange(1, 4)):
            request = choices.choice(("check", "uncheck", "delete"))
            message = choices.choice(
                (add(f"é/~{choices.random()}"), {"todo": {"request": {request: {"id": identity}}}})
            )
            host.core.send(message)
        host.take()
        for mirror in host.mirrors[:-1]:
            expected = host.value(mirror.path)
            assert mirror.value == expected.get("value")
            assert mirror.exists == ("value" in expected)
        window = host.mirrors[-1]
        expected = host.value(window.path, **{"from": 1, "limit": 2})
        assert (window.value, window.count) == (expected["value"], expected["count"])


def test_a_window_moves(library: adit.Library) -> None:
    window = adit.Mirror("/items", start=0, limit=2)
    host = Followed(library, window)
    for number in range(5):
        host.core.send(add(str(number)))
    host.take()

    def texts() -> list[str]:
        return [window.value["entities"][each]["text"] for each in window.value["ids"]]

    assert (texts(), window.start, window.count) == (["0", "1"], 0, 5)
    host.core.send(window.move(start=3))
    (change,) = host.take()
    assert change.ops is None
    assert (texts(), window.start, window.count) == (["3", "4"], 3, 5)
    host.core.send(window.move(limit=1))
    host.take()
    assert (texts(), window.limit) == (["3"], 1)
    host.core.send(add("6"))  # It is behind the window: only the count changes.
    (change,) = host.take()
    assert (change.ops, window.count) == ([], 6)


def test_a_part_that_is_removed_does_not_exist(library: adit.Library) -> None:
    mirror = adit.Mirror("/items/entities/00000000-0000-0000-0000-000000000000")
    host = Followed(library, mirror)
    assert not mirror.exists
    host.core.send(add("Milk"))
    host.take()
    assert mirror.value["text"] == "Milk"
    host.core.send({"todo": {"request": {"delete": {"id": "00000000-0000-0000-0000-000000000000"}}}})
    host.take()
    assert (mirror.exists, mirror.value) == (False, None)


def test_a_lost_patch_is_noticed(library: adit.Library) -> None:
    mirror = adit.Mirror("/items")
    host = Followed(library, mirror)
    host.core.send(add("lost"))
    host.core.receive_all()
    host.core.send(add("Milk"))
    with pytest.raises(adit.LostUpdateError, match="/items: found a patch from revision 1; one from revision 0"):
        host.take()
    host.core.send(mirror.unsubscribe())
    host.core.send(mirror.subscribe())
    host.take()
    assert len(mirror.value["ids"]) == 2


def test_messages_of_others_are_not_taken() -> None:
    mirror = adit.Mirror("/items", name="list")
    value = {"subscription": "list", "path": "/items", "revision": 0, "value": []}
    assert mirror.take({"@value": {**value, "subscription": "other"}}) is None
    assert mirror.take({"@value": value, "@client": "web-12"}) is None
    assert mirror.take({"@value": {"path": "/items", "revision": 0, "value": []}}) is None
    assert mirror.take({"todo": {}}) is None
    assert mirror.take({"@value": value}) == adit.Change(0, None)
