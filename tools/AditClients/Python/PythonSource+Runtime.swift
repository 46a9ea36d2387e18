extension PythonSource {
    /// What reads and writes values.
    static let runtime = #"""

        from __future__ import annotations

        import inspect
        import json
        from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Mapping, Sequence
        from dataclasses import dataclass
        from enum import Enum
        from types import TracebackType
        from typing import Any, Callable, Generic, Literal, NoReturn, Optional, TypeAlias, TypeVar, Union

        import adit
        import adit.aio

        T = TypeVar("T")
        Q = TypeVar("Q")
        C = TypeVar("C", str, int)
        Uuid: TypeAlias = str
        """A UUID of 36 characters."""
        Timestamp: TypeAlias = str
        """A time, as of RFC 3339, with up to nanoseconds."""
        Day: TypeAlias = str
        """A day: 2026-11-21."""


        class DecodingError(ValueError):
            """A value that has another form. The text begins with its path."""


        def loads(text: str) -> Received:
            """Reads a message to the host."""
            return Received.from_json(json.loads(text))


        def dumps(message: Union[Sent, Received]) -> str:
            """Writes a message."""
            return json.dumps(message.to_json(), ensure_ascii=False, allow_nan=False, separators=(",", ":"))


        def _found(value: object) -> str:
            if value is None or isinstance(value, (bool, int, float)):
                return json.dumps(value)
            return "a text" if isinstance(value, str) else "an array" if isinstance(value, list) else "an object"


        def _expected(value: object, path: str, expected: str) -> DecodingError:
            return DecodingError(f"{path or 'the message'}: found {_found(value)}; {expected} is expected")


        def _unknown(key: str, path: str, keys: Sequence[str]) -> DecodingError:
            return DecodingError(f"{path or 'the message'}: unknown key {json.dumps(key)}; one of {', '.join(keys)} is expected")


        def _below(path: str, key: str) -> str:
            return f"{path}.{key}" if path else key


        def _members(value: object, path: str, keys: Sequence[str]) -> Mapping[str, object]:
            if not isinstance(value, dict):
                raise _expected(value, path, "an object")
            for key in value:
                if key not in keys:
                    raise _unknown(key, path, keys)
            return value


        def _case(value: object, path: str, keys: Sequence[str]) -> tuple[str, object, str]:
            members = _members(value, path, keys)
            if len(members) != 1:
                found = ", ".join(members) or "no key"
                raise DecodingError(f"{path or 'the message'}: found {found}; one of {', '.join(keys)} is expected")
            ((key, payload),) = members.items()
            return key, payload, _below(path, key)


        def _split(value: object, beside: Sequence[str], own: Sequence[str]) -> tuple[object, Mapping[str, object]]:
            if not isinstance(value, dict):
                raise _expected(value, "", "an object")
            message = {key: member for key, member in value.items() if key not in beside}
            for key in own:
                if key in value and any(case.startswith("@") for case in message):
                    raise DecodingError(f"{key}: found beside {', '.join(message)}; it stands beside messages of the app only")
            return message, {key: member for key, member in value.items() if key in beside}


        def _required(members: Mapping[str, object], key: str, path: str, read: Callable[[object, str], T]) -> T:
            if key not in members:
                raise DecodingError(f"{path or 'the message'}: missing key {json.dumps(key)}")
            return read(members[key], _below(path, key))


        def _optional(members: Mapping[str, object], key: str, path: str, read: Callable[[object, str], T]) -> Optional[T]:
            value = members.get(key)
            return None if value is None else read(value, _below(path, key))


        def _nullable(read: Callable[[object, str], T]) -> Callable[[object, str], Optional[T]]:
            return lambda value, path: None if value is None else read(value, path)


        def _any(value: object, path: str) -> object:
            return value


        def _bool(value: object, path: str) -> bool:
            if not isinstance(value, bool):
                raise _expected(value, path, "true or false")
            return value


        def _constant(expected: T) -> Callable[[object, str], T]:
            def read(value: object, path: str) -> T:
                if value != expected or type(value) is not type(expected):
                    raise _expected(value, path, json.dumps(expected))
                return expected

            return read


        def _choice(value: object, path: str, choices: Sequence[C]) -> C:
            for choice in choices:
                if value == choice and type(value) is type(choice):
                    return choice
            raise _expected(value, path, "one of " + ", ".join(map(json.dumps, choices)))


        def _integer(least: int, most: int) -> Callable[[object, str], int]:
            def read(value: object, path: str) -> int:
                if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
                    value = int(value)
                if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
                    raise _expected(value, path, f"an integer from {least} to {most}")
                return value

            return read


        def _number(value: object, path: str) -> float:
            if not isinstance(value, (int, float)) or isinstance(value, bool):
                raise _expected(value, path, "a number")
            return value


        def _text(value: object, path: str) -> str:
            if not isinstance(value, str):
                raise _expected(value, path, "a text")
            return value


        def _list(read: Callable[[object, str], T]) -> Callable[[object, str], Sequence[T]]:
            def read_all(value: object, path: str) -> Sequence[T]:
                if not isinstance(value, list):
                    raise _expected(value, path, "an array")
                return [read(element, _below(path, str(index))) for index, element in enumerate(value)]

            return read_all


        def _dictionary(read: Callable[[object, str], T]) -> Callable[[object, str], Mapping[str, T]]:
            def read_all(value: object, path: str) -> Mapping[str, T]:
                if not isinstance(value, dict):
                    raise _expected(value, path, "an object")
                return {key: read(member, _below(path, key)) for key, member in value.items()}

            return read_all


        def _json(value: object) -> object:
            if isinstance(value, Enum):
                return value.value
            if isinstance(value, Mapping):
                return {key: _json(member) for key, member in value.items()}
            if isinstance(value, (list, tuple)):
                return [_json(element) for element in value]
            write = getattr(value, "to_json", None)
            return value if write is None else write()


        def _object(required: Mapping[str, object], optional: Mapping[str, object]) -> dict[str, object]:
            members = {key: _json(value) for key, value in required.items()}
            members.update((key, _json(value)) for key, value in optional.items() if value is not None)
            return members
        """#
}
