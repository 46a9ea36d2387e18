"""Messages of the example apps."""

from __future__ import annotations

from typing import Any

Message = dict[str, Any]


def increment(by: int, **beside: Any) -> Message:
    return {"counter": {"request": {"increment": {"by": by}}}, **beside}


def was_incremented(to: int, **beside: Any) -> Message:
    return {"counter": {"response": {"wasIncremented": {"to": to}}}, **beside}


def add(text: str, **beside: Any) -> Message:
    return {"todo": {"request": {"add": {"item": {"text": text}}}}, **beside}


def check(identity: str, **beside: Any) -> Message:
    return {"todo": {"request": {"check": {"id": identity}}}, **beside}


def import_list(name: str, **beside: Any) -> Message:
    return {"todo": {"request": {"import": {"from": name}}}, **beside}


def cancel_import(name: str) -> Message:
    return {"todo": {"request": {"cancelImport": {"from": name}}}}


def added(message: Message) -> Message:
    """The item of a `wasAdded`."""
    item: Message = message["todo"]["response"]["wasAdded"]
    return item
