"""The reading of plain values, and what is said about others."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import Any

Reader = Callable[[object, str], Any]
"""Reads a value at a path."""


class DecodingError(ValueError):
    """A value that has another form. The text begins with its path."""


@dataclasses.dataclass(frozen=True)
class Range:
    """The bounds of an integer."""

    least: int
    most: int


def found(value: object) -> str:
    if value is None or isinstance(value, (bool, int, float)):
        return json.dumps(value)
    return "a text" if isinstance(value, str) else "an array" if isinstance(value, list) else "an object"


def expected(value: object, path: str, what: str) -> DecodingError:
    return DecodingError(f"{path or 'the message'}: found {found(value)}; {what} is expected")


def unknown(key: str, path: str, keys: Sequence[str]) -> DecodingError:
    place, known = path or "the message", ", ".join(keys)
    return DecodingError(f"{place}: unknown key {json.dumps(key)}; one of {known} is expected")


def below(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def members_of(value: object, path: str, keys: Sequence[str]) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise expected(value, path, "an object")
    for key in value:
        if key not in keys:
            raise unknown(key, path, keys)
    return value


def only_member(value: object, path: str, keys: Sequence[str]) -> tuple[str, object, str]:
    """Returns the one key of an object, its value, and the path of that."""
    members = members_of(value, path, keys)
    if len(members) != 1:
        present = ", ".join(members) or "no key"
        raise DecodingError(f"{path or 'the message'}: found {present}; one of {', '.join(keys)} is expected")
    ((key, payload),) = members.items()
    return key, payload, below(path, key)


def nullable(read: Reader) -> Reader:
    return lambda value, path: None if value is None else read(value, path)


def read_any(value: object, path: str) -> object:
    return value


def read_bool(value: object, path: str) -> bool:
    if not isinstance(value, bool):
        raise expected(value, path, "true or false")
    return value


def constant(constant: object) -> Reader:
    def read(value: object, path: str) -> object:
        if value != constant or type(value) is not type(constant):
            raise expected(value, path, json.dumps(constant))
        return constant

    return read


def choice(kind: type[Enum]) -> Reader:
    values = [choice.value for choice in kind]

    def read(value: object, path: str) -> Enum:
        if any(value == each and type(value) is type(each) for each in values):
            return kind(value)
        raise expected(value, path, "one of " + ", ".join(map(json.dumps, values)))

    return read


def integer(bounds: Range) -> Reader:
    def read(value: object, path: str) -> int:
        if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool) or not bounds.least <= value <= bounds.most:
            raise expected(value, path, f"an integer from {bounds.least} to {bounds.most}")
        return value

    return read


def read_number(value: object, path: str) -> float:
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        raise expected(value, path, "a number")
    return value


def read_text(value: object, path: str) -> str:
    if not isinstance(value, str):
        raise expected(value, path, "a text")
    return value


def list_of(read: Reader) -> Reader:
    def read_all(value: object, path: str) -> Sequence[Any]:
        if not isinstance(value, list):
            raise expected(value, path, "an array")
        return [read(element, below(path, str(index))) for index, element in enumerate(value)]

    return read_all


def dictionary_of(read: Reader) -> Reader:
    def read_all(value: object, path: str) -> Mapping[str, Any]:
        if not isinstance(value, dict):
            raise expected(value, path, "an object")
        return {key: read(member, below(path, key)) for key, member in value.items()}

    return read_all
