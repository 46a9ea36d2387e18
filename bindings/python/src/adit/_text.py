"""JSON texts: what a caller passes becomes bytes, and what Adit hands out becomes values."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Union

Message = dict[str, Any]
"""A message of a core: a JSON object."""

Text = Union[str, bytes, bytearray, memoryview]
"""A JSON text, which is passed as it is."""

Sendable = Union[Mapping[str, Any], Text]
"""What can be sent: a value that becomes JSON, or a JSON text."""

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_decoder = json.JSONDecoder()
_decode = _decoder.decode


def to_text(message: Sendable) -> bytes:
    """Returns the JSON text of a value, or a text as it is.

    Nothing is checked here: a lone surrogate or a NaN becomes a text that Adit refuses, with its offset.
    """
    if type(message) is dict:
        return _encode(message).encode("utf-8", "surrogatepass")
    if isinstance(message, bytes):
        return message
    if isinstance(message, str):
        return message.encode("utf-8", "surrogatepass")
    if isinstance(message, (bytearray, memoryview)):
        return bytes(message)
    if not isinstance(message, Mapping):
        raise TypeError(f"found {describe(message)}; a dict or a JSON text (str, bytes) is expected")
    return _encode(dict(message)).encode("utf-8", "surrogatepass")


def describe(value: object) -> str:
    """Returns a value of the wrong type as an error names it, such as `the int 5`."""
    if value is None:
        return "None"
    text = repr(value)
    return f"the {type(value).__name__} {text if len(text) <= 60 else text[:59] + '…'}"


def expect_function(value: object, argument: str) -> None:
    """Raises a TypeError unless a value can be called."""
    if not callable(value):
        raise TypeError(f"{argument}: found {describe(value)}; a function is expected")


def from_text(text: bytes) -> Any:
    """Returns the value of a text of Adit's."""
    return _decode(str(text, "utf-8"))


def elements(array: bytes) -> list[bytes]:
    """Returns the texts of the elements of a JSON array, each as it stands there."""
    text = str(array, "utf-8")
    found = []
    position = text.index("[") + 1
    while text[position] != "]":
        _, end = _decoder.raw_decode(text, position)
        found.append(text[position:end].encode())
        position = end + 1 if text[end] == "," else end
    return found
