"""The lines of `adit serve` (docs/serve.md)."""

# SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import json
import re
from typing import Any

from .errors import Code, InvalidJsonError, InvalidMessageError

_EMPTY = re.compile(rb"[ \t\r\n]*\}")
_CORE = b',"@core":"'

# Lines of the server itself, which name a core, too.
_OF_SERVER = (b'{"@refused":', b'{"@crashed":', b'{"@reopened":', b'{"@gone":')


def message_of(text: bytes) -> dict[str, Any]:
    """Returns the value of a message.

    Raises:
        InvalidJsonError, InvalidMessageError: the text is no JSON object.
    """
    try:
        message = _decode(text.decode())
    except UnicodeDecodeError as error:
        raise InvalidJsonError(Code.EJSON, "the text is not UTF-8", error.start) from None
    except json.JSONDecodeError as error:
        offset = len(error.doc[: error.pos].encode())
        raise InvalidJsonError(Code.EJSON, error.msg, offset) from None
    except _ConstantError as error:
        name = str(error)
        raise InvalidJsonError(Code.EJSON, f"found {name}; a value is expected", text.find(name.encode())) from None
    except RecursionError:
        return {}  # Adit has a limit of its own, and an error for it.
    if not isinstance(message, dict):
        raise InvalidMessageError(Code.EMESSAGE, "found no object; an object with one case is expected")
    return message


def line_of(text: bytes, core: str, identity: str | None = None) -> bytes:
    """Returns the text of a message to a core as a line, with the member `@core` and, if given, `@id`."""
    begin = text.index(b"{") + 1
    rest = text[begin:]
    members = _members(core, identity)
    whole = text[:begin] + (members[:-1] if _EMPTY.match(rest) else members) + rest
    # A line feed would end the line. Between tokens, a carriage return is as good.
    return whole.replace(b"\n", b"\r") + b"\n"


def member_length(core: str, identity: Any = None) -> int:
    """Returns how many bytes `line_of` has added."""
    return len(_members(core, identity))


def core_of(line: bytes) -> tuple[str, bytes] | None:
    """Returns the core's name and the text of a core's message; None for a line of the server itself."""
    if line.startswith(_OF_SERVER) or not line.endswith(b'"}'):
        return None
    at = line.rfind(_CORE)
    if at < 0:
        return None
    return line[at + len(_CORE) : -2].decode(), line[:at] + b"}"


class _ConstantError(Exception):
    """NaN, Infinity or -Infinity, which Python reads."""


def _refuse_constant(name: str) -> None:
    raise _ConstantError(name)


_decode = json.JSONDecoder(parse_constant=_refuse_constant).decode


def _members(core: str, identity: Any) -> bytes:
    members = f'"@core":"{core}",'
    return (members if identity is None else f'{members}"@id":{json.dumps(identity)},').encode()
