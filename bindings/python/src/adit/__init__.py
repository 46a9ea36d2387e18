"""Adit, an embeddable application core, for Python.

    import adit

    library = adit.Library("libadit_cores.so")
    with library.open("counter", on_message=print) as core:
        core.send({"counter": {"request": {"increment": {"by": 2}}}})
        core.process()

`adit.aio` has the same for asyncio, with gateways, requests and mirrors.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from . import errors
from ._text import Message, Sendable
from .core import Core, Group
from .errors import (
    AbiError,
    BusyError,
    CallError,
    CascadeError,
    ClosedError,
    Code,
    ConfigError,
    CrashedError,
    DeniedError,
    Error,
    FencedError,
    ForkError,
    FullError,
    HandlerError,
    InternalError,
    InvalidArgumentError,
    InvalidJsonError,
    InvalidMessageError,
    LoadError,
    LockedError,
    NoCoreError,
    OutOfMemoryError,
    ReplayError,
    SchemaError,
    SizeError,
    StoreError,
    TimedOutError,
    UnknownAppError,
)
from .library import Library
from .mirror import Change, LostUpdateError, Mirror

if TYPE_CHECKING:
    from . import aio

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """Imports `adit.aio` when it is used: asyncio takes longer to import than the rest."""
    if name == "aio":
        return importlib.import_module(".aio", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "AbiError",
    "BusyError",
    "CallError",
    "CascadeError",
    "Change",
    "ClosedError",
    "Code",
    "ConfigError",
    "Core",
    "CrashedError",
    "DeniedError",
    "Error",
    "FencedError",
    "ForkError",
    "FullError",
    "Group",
    "HandlerError",
    "InternalError",
    "InvalidArgumentError",
    "InvalidJsonError",
    "InvalidMessageError",
    "Library",
    "LoadError",
    "LockedError",
    "LostUpdateError",
    "Message",
    "Mirror",
    "NoCoreError",
    "OutOfMemoryError",
    "ReplayError",
    "SchemaError",
    "Sendable",
    "SizeError",
    "StoreError",
    "TimedOutError",
    "UnknownAppError",
    "aio",
    "errors",
]
