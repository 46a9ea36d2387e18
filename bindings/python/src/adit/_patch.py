"""JSON Patch (RFC 6902) on Python's values."""

from __future__ import annotations

from typing import Any

from .errors import Error

Operation = dict[str, Any]


class PatchError(Error):
    """An operation cannot be applied."""


def copied(value: Any) -> Any:
    """Returns a copy of a JSON value that shares nothing with it that can change."""
    if isinstance(value, dict):
        return {key: copied(member) for key, member in value.items()}
    if isinstance(value, list):
        return [copied(element) for element in value]
    return value


def apply(operations: list[Operation], document: Any) -> Any:
    """Applies operations to a value, which changes, and returns it; another value if the whole was replaced.

    The operations stay as they are: what they bring is copied.
    """
    root = [document]  # The document has a place, too, so that no operation is a special case.
    for operation in operations:
        try:
            _apply(operation, root)
        except (KeyError, IndexError, TypeError, ValueError) as error:
            raise PatchError(f"{operation.get('op')} at {operation.get('path')!r}: {error!r}") from error
    return root[0]


def _apply(operation: Operation, root: list[Any]) -> None:
    name, path = operation["op"], operation["path"]
    if name == "add":
        _add(root, path, copied(operation["value"]))
    elif name == "replace":
        place, key = _find(root, path)
        place[key]  # It has to be there.
        place[key] = copied(operation["value"])
    elif name == "remove":
        _take(root, path)
    elif name == "move":
        _add(root, path, _take(root, operation["from"]))
    elif name == "copy":
        place, key = _find(root, operation["from"])
        _add(root, path, copied(place[key]))
    elif name == "test":
        place, key = _find(root, path)
        if place[key] != operation["value"]:
            raise ValueError(f"found {place[key]!r}; {operation['value']!r} is expected")
    else:
        raise ValueError("one of add, remove, replace, move, copy, test is expected")


def _add(root: list[Any], path: str, value: Any) -> None:
    if path == "":
        root[0] = value
        return
    place, key = _find(root, path, is_new=True)
    if isinstance(place, list):
        place.insert(key, value)
    else:
        place[key] = value


def _take(root: list[Any], path: str) -> Any:
    place, key = _find(root, path)
    if place is root:
        value, root[0] = root[0], None
        return value
    return place.pop(key)


def _find(root: list[Any], path: str, is_new: bool = False) -> tuple[Any, Any]:
    """Returns the list or object that a pointer leads into, and the position or key there."""
    place: Any = root
    key: Any = 0
    for token in path.split("/")[1:]:
        place = place[key]
        if isinstance(place, list):
            key = len(place) if token == "-" and is_new else _position(token)
            if key > len(place):
                raise IndexError(f"there is no position {token}")
        elif isinstance(place, dict):
            key = token.replace("~1", "/").replace("~0", "~")
        else:
            raise TypeError("the pointer leads into neither a list nor an object")
    return place, key


def _position(token: str) -> int:
    if not token.isascii() or not token.isdigit() or (token != "0" and token[0] == "0"):
        raise ValueError(f"found the position {token!r}; a whole number is expected")
    return int(token)
