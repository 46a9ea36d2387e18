"""The coding of values: a type is read by its annotations."""

from __future__ import annotations

import dataclasses
import json
import sys
import types
import typing
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import Annotated, Any, ClassVar, Generic, Literal, TypeVar, Union, cast

from ._readers import (
    DecodingError,
    Range,
    Reader,
    below,
    choice,
    constant,
    dictionary_of,
    expected,
    integer,
    list_of,
    members_of,
    nullable,
    only_member,
    read_any,
    read_bool,
    read_number,
    read_text,
)

T = TypeVar("T")
I = TypeVar("I")  # noqa: E741
R = TypeVar("R", bound="Record")

Uuid = str
"""A UUID of 36 characters."""
Timestamp = str
"""A time, as of RFC 3339, with up to nanoseconds."""
Day = str
"""A day: 2026-11-21."""


Int8 = Annotated[int, Range(-(2**7), 2**7 - 1)]
UInt8 = Annotated[int, Range(0, 2**8 - 1)]
Int16 = Annotated[int, Range(-(2**15), 2**15 - 1)]
UInt16 = Annotated[int, Range(0, 2**16 - 1)]
Int32 = Annotated[int, Range(-(2**31), 2**31 - 1)]
UInt32 = Annotated[int, Range(0, 2**32 - 1)]
UInt63 = Annotated[int, Range(0, 2**63 - 1)]
_INT64 = Range(-(2**63), 2**63 - 1)


class Record:
    """An object with members: a dataclass. A member with a default value may be absent.

    The argument `keys` of the class has the keys on the wire of the members that are named otherwise here.
    """

    _keys: ClassVar[Mapping[str, str]] = {}

    def __init_subclass__(cls, keys: Mapping[str, str] | None = None) -> None:
        super().__init_subclass__()
        cls._keys = keys or {}

    @classmethod
    def from_json(cls: type[R], value: object, path: str = "") -> R:
        """Reads a value.

        Raises:
            DecodingError: it has another form.
        """
        members = _fields(cls)
        found = members_of(value, path, [member.key for member in members])
        return cls(**{member.name: member.of(found, path) for member in members})

    def to_json(self) -> dict[str, object]:
        """Returns the value as JSON has it."""
        return {
            member.key: to_json(value)
            for member in _fields(type(self))
            if (value := getattr(self, member.name)) is not None or member.is_required
        }


class Case(Record):
    """A case of an enum, with its values as members: an object with one key."""

    _case: ClassVar[str] = ""

    def __init_subclass__(cls, case: str = "", keys: Mapping[str, str] | None = None) -> None:
        super().__init_subclass__(keys=keys)
        cls._case = case

    def to_json(self) -> dict[str, object]:
        return {self._case: super().to_json()}


class ValueCase(Case):
    """A case of an enum with one value, the member `value`."""

    @classmethod
    def from_json(cls: type[R], value: object, path: str = "") -> R:
        (member,) = _fields(cls)
        return cls(**{member.name: member.read(value, path)})

    def to_json(self) -> dict[str, object]:
        return {self._case: to_json(getattr(self, _fields(type(self))[0].name))}


@dataclasses.dataclass(frozen=True)
class Table(Generic[I, T]):
    """Elements in order, each with an id: it iterates over the elements, and takes an id as an index."""

    ids: Sequence[I]
    """The ids, in order."""
    entities: Mapping[str, T]
    """The elements, by their ids as texts."""

    def __iter__(self) -> Iterator[T]:
        return (self[id] for id in self.ids)

    def __len__(self) -> int:
        return len(self.ids)

    def __getitem__(self, id: I) -> T:
        return self.entities[_text_of(id)]

    def __contains__(self, id: object) -> bool:
        return _text_of(id) in self.entities

    def get(self, id: I) -> T | None:
        """Returns the element with an id; None if there is none."""
        return self.entities.get(_text_of(id))

    def to_json(self) -> dict[str, object]:
        """Returns the table as JSON has it."""
        return {"ids": to_json(self.ids), "entities": to_json(self.entities)}


def to_json(value: object) -> object:
    """Returns a value as JSON has it."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, (Record, Table)):
        return value.to_json()
    if isinstance(value, Mapping):
        return {key: to_json(member) for key, member in value.items()}
    if isinstance(value, (list, tuple)):
        return [to_json(element) for element in value]
    return value


def dumps(value: object) -> str:
    """Returns a value as a JSON text."""
    value = value.to_json() if hasattr(value, "to_json") else value
    return json.dumps(to_json(value), ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def reader(shape: object, module: str) -> Reader:
    """Returns the function that reads the values of a type.

    Args:
        shape: the type, or its text.
        module: the name of the module in which the text means it.
    """
    if isinstance(shape, typing.ForwardRef):
        shape = shape.__forward_arg__
    if isinstance(shape, str):
        shape = evaluated(shape, module)
    origin, arguments = typing.get_origin(shape), typing.get_args(shape)
    if origin is Annotated:
        return integer(arguments[1])
    if origin is Literal:
        return constant(arguments[0])
    if origin is Union or isinstance(shape, types.UnionType):
        return _union(arguments, module)
    if origin is Table:
        return _table(reader(arguments[0], module), reader(arguments[1], module))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return dictionary_of(reader(arguments[1], module))
    if isinstance(origin, type) and issubclass(origin, Sequence):
        return list_of(reader(arguments[0], module))
    if shape is typing.NoReturn:
        return _cases([])
    if isinstance(shape, type):
        if issubclass(shape, Case):
            return _cases([shape])
        if issubclass(shape, Record):
            return shape.from_json
        if issubclass(shape, Enum):
            return choice(shape)
    plain = {bool: read_bool, int: integer(_INT64), float: read_number, str: read_text, object: read_any}
    return plain[shape]  # type: ignore[index]


def evaluated(text: str, module: str) -> object:
    """Returns what an annotation means in a module."""
    return eval(text, vars(sys.modules[module]))


def cases_of(shape: object) -> Sequence[type[Case]]:
    """Returns the classes of an enum's cases."""
    arguments = typing.get_args(shape) or (shape,)
    return [one for one in arguments if isinstance(one, type) and issubclass(one, Case)]


@dataclasses.dataclass(frozen=True)
class _Field:
    name: str
    key: str
    is_required: bool
    read: Reader

    def of(self, members: Mapping[str, object], path: str) -> Any:
        value = members.get(self.key)
        if not self.is_required:
            return None if value is None else self.read(value, below(path, self.key))
        if self.key not in members:
            raise DecodingError(f"{path or 'the message'}: missing key {json.dumps(self.key)}")
        return self.read(value, below(path, self.key))


_known: dict[type[Record], Sequence[_Field]] = {}


def _fields(kind: type[Record]) -> Sequence[_Field]:
    if kind not in _known:
        _known[kind] = [
            _Field(
                field.name,
                kind._keys.get(field.name, field.name),
                field.default is dataclasses.MISSING,
                reader(field.type, kind.__module__),
            )
            for field in dataclasses.fields(cast("Any", kind))
        ]
    return _known[kind]


def _cases(cases: Sequence[type[Case]]) -> Reader:
    by_key = {case._case: case for case in cases}

    def read(value: object, path: str) -> Case:
        key, payload, place = only_member(value, path, list(by_key))
        return by_key[key].from_json(payload, place)

    return read


def _union(shapes: Sequence[object], module: str) -> Reader:
    others = [shape for shape in shapes if shape is not types.NoneType]
    if all(isinstance(shape, type) and issubclass(shape, Case) for shape in others):
        read = _cases(typing.cast("Sequence[type[Case]]", others))
    elif len(others) == 1:
        read = reader(others[0], module)
    else:
        read = _kinds(others, module)
    return read if len(others) == len(shapes) else nullable(read)


def _kinds(shapes: Sequence[object], module: str) -> Reader:
    """Reads one of several shapes, of which each is another kind of JSON."""
    forms = [(_kind(shape, module), reader(shape, module)) for shape in shapes]

    def read(value: object, path: str) -> object:
        for kind, read_form in forms:
            if isinstance(value, kind[0]) and (kind[0] is bool or not isinstance(value, bool)):
                return read_form(value, path)
        raise expected(value, path, " or ".join(kind[1] for kind, _ in forms))

    return read


def _kind(shape: object, module: str) -> tuple[Any, str]:
    if isinstance(shape, typing.ForwardRef):
        shape = shape.__forward_arg__
    if isinstance(shape, str):
        shape = evaluated(shape, module)
    origin = typing.get_origin(shape)
    if origin is Annotated:
        shape = int
    if origin is Literal:
        shape = type(typing.get_args(shape)[0])
    if isinstance(shape, type) and issubclass(shape, Enum):
        shape = str if issubclass(shape, str) else int
    if isinstance(origin, type) and issubclass(origin, Sequence) and origin is not str:
        return list, "an array"
    named: Mapping[Any, tuple[Any, str]] = {
        bool: (bool, "true or false"),
        int: (int, "an integer"),
        float: ((int, float), "a number"),
        str: (str, "a text"),
    }
    return named.get(shape, (dict, "an object"))


def _table(read_id: Reader, read_element: Reader) -> Reader:
    read_ids, read_entities = list_of(read_id), dictionary_of(read_element)

    def read(value: object, path: str) -> Table[Any, Any]:
        members = members_of(value, path, ["ids", "entities"])
        for key in ("ids", "entities"):
            if key not in members:
                raise DecodingError(f"{path or 'the message'}: missing key {json.dumps(key)}")
        return Table(
            read_ids(members["ids"], below(path, "ids")), read_entities(members["entities"], below(path, "entities"))
        )

    return read


def _text_of(id: object) -> str:
    return str(id.value if isinstance(id, Enum) else id)
