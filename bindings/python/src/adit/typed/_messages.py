"""The messages of an app in one direction, with what stands beside them."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar, Union

from ._coding import Case, UInt63, cases_of, evaluated, reader, to_json
from ._readers import DecodingError, expected, only_member, unknown
from .protocol import AditToCore, AditToHost, AditWith

M = TypeVar("M")

BESIDE_SENT = {"@id": Union[str, int], "@with": AditWith, "@group": str}
BESIDE_HEARD = {"@id": Union[str, int], "@client": str, "@cursor": UInt63, "@again": Literal[True]}
_OF_APP = ("@with", "@group")


@dataclass(frozen=True)
class Sent(Generic[M]):
    """A message to the core, and what stands beside it."""

    message: M | AditToCore
    path: Sequence[str] = ()
    """The keys above the message's own: its feature, and `request`."""
    id: str | int | None = None
    with_: AditWith | None = None
    group: str | None = None

    def to_json(self) -> dict[str, object]:
        """Returns the message as JSON has it."""
        return _whole(self.message, self.path, {"@id": self.id, "@with": self.with_, "@group": self.group})


@dataclass(frozen=True)
class Received(Generic[M]):
    """A message to the host, and what stands beside it."""

    message: M | AditToHost
    path: Sequence[str] = ()
    """The keys above the message's own: its feature, and `response`."""
    id: str | int | None = None
    """The `@id` of the message that caused it."""
    client: str | None = None
    """The client whose message caused it."""
    cursor: int | None = None
    """Its number, by which `heard` acknowledges it."""
    again: bool | None = None
    """Whether it may have been delivered before."""

    def to_json(self) -> dict[str, object]:
        """Returns the message as JSON has it."""
        beside = {"@id": self.id, "@client": self.client, "@cursor": self.cursor, "@again": self.again}
        return _whole(self.message, self.path, beside)


def _whole(message: object, path: Sequence[str], beside: Mapping[str, object]) -> dict[str, object]:
    value = to_json(message)
    for key in reversed(path):
        value = {key: value}
    assert isinstance(value, dict)
    return {**value, **{key: to_json(each) for key, each in beside.items() if each is not None}}


class Messages(Generic[M]):
    """The messages of an app in one direction.

    Args:
        module: the name of the module with the types.
        branches: the types, with the keys above them.
        own: the type of Adit's own messages.
        beside: the types of what may stand beside a message.
    """

    def __init__(
        self, module: str, branches: Sequence[tuple[Sequence[str], object]], own: object, beside: Mapping[str, object]
    ) -> None:
        self._beside = {key: reader(shape, __name__) for key, shape in beside.items()}
        self._readers = {tuple(path): reader(shape, module) for path, shape in branches}
        self._own = reader(own, sys.modules[AditWith.__module__].__name__)
        self._own_keys = [case._case for case in cases_of(own)]
        self._paths: dict[type[Case], Sequence[str]] = {}
        self._keys: dict[Sequence[str], Sequence[str]] = {}
        for path, shape in branches:
            cases = cases_of(evaluated(shape, module) if isinstance(shape, str) else shape)
            self._keys[tuple(path)] = [case._case for case in cases]
            for case in cases:
                self._paths.setdefault(case, path)

    def path(self, message: object) -> Sequence[str]:
        """Returns the keys above a message's own."""
        return self._paths.get(type(message), ())  # type: ignore[arg-type]

    def read(self, value: object) -> tuple[Any, Sequence[str], Mapping[str, Any]]:
        """Reads a message: itself, the keys above it, and what stands beside it.

        Raises:
            DecodingError: it is no message of the app.
        """
        if not isinstance(value, dict):
            raise expected(value, "", "an object")
        beside = {key: self._beside[key](each, key) for key, each in value.items() if key in self._beside}
        message = {key: each for key, each in value.items() if key not in self._beside}
        if any(key.startswith("@") for key in message):
            for key in _OF_APP:
                if key in value:
                    names = ", ".join(message)
                    raise DecodingError(f"{key}: found beside {names}; it stands beside messages of the app only")
            if len(message) == 1 and self._own_keys and next(iter(message)) in self._own_keys:
                return self._own(message, ""), (), beside
        keys = [path[0] for path in self._readers if path] + list(self._keys.get((), ())) + self._own_keys
        key, payload, _ = only_member(message, "", keys)
        inner = next((path for path in self._readers if len(path) == 2 and path[0] == key), None)
        if inner is not None and isinstance(payload, dict) and list(payload) == [inner[1]]:
            return self._readers[inner](payload[inner[1]], ".".join(inner)), inner, beside
        if (key,) in self._readers:
            return self._readers[(key,)](payload, key), (key,), beside
        if inner is not None:
            only_member(payload, key, [inner[1]])
        if () not in self._readers:
            raise unknown(key, "", keys)
        return self._readers[()](message, ""), (), beside


class ToCore(Messages[M]):
    """The messages that a host may send."""

    def __init__(self, module: str, *branches: tuple[Sequence[str], object]) -> None:
        super().__init__(module, branches, AditToCore, BESIDE_SENT)

    def from_json(self, value: object) -> Sent[M]:
        """Reads a message."""
        message, path, beside = self.read(value)
        return Sent(message, path, beside.get("@id"), beside.get("@with"), beside.get("@group"))


class ToHost(Messages[M]):
    """The messages that a host receives."""

    def __init__(self, module: str, *branches: tuple[Sequence[str], object]) -> None:
        super().__init__(module, branches, AditToHost, BESIDE_HEARD)

    def from_json(self, value: object) -> Received[M]:
        """Reads a message."""
        message, path, beside = self.read(value)
        keys = ("@id", "@client", "@cursor", "@again")
        return Received(message, path, *(beside.get(key) for key in keys))

    def loads(self, text: str) -> Received[M]:
        """Reads the text of a message."""
        return self.from_json(json.loads(text))
