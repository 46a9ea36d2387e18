"""The library with the apps `counter` and `todo`, which lies in this package."""

from __future__ import annotations

import pathlib

import adit


def load(*, process: bool = False) -> adit.Library:
    """Loads the library; with `process`, its cores are in a process of their own, `adit serve`."""
    name = "libadit_cores-served.so" if process else "libadit_cores.so"
    return adit.Library(pathlib.Path(__file__).with_name(name))
