"""The library with the apps `counter` and `todo`, which lies in this package."""

# SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import pathlib

import adit


def load(*, process: bool = False) -> adit.Library:
    """Loads the library, in this process or in a child."""
    return adit.Library(pathlib.Path(__file__).with_name("libadit_cores.so"), process=process)
