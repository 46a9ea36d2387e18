"""A build hook of hatchling, by which a project puts its library of apps into its wheel.

    [build-system]
    requires = ["hatchling", "adit"]
    build-backend = "hatchling.build"

    [tool.hatch.build.hooks.adit]
    library = "build/lib/libtodo.so"    # made by adit_add_library; $ADIT_LIBRARY takes its place
    package = "my_todo"                 # where it lies in the wheel

The library is stripped. The wheel is for this machine's platform (`linux_x86_64`), as the library needs jansson and
SQLite from the system; `auditwheel repair` puts them into the wheel, and makes it one for `manylinux`.
"""

# SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import os
import pathlib
import subprocess
import sysconfig
import tempfile
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.plugin import hookimpl


class AditBuildHook(BuildHookInterface):
    """Adds the library to a wheel."""

    PLUGIN_NAME = "adit"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Adds the library to what is built, unless it is a source distribution or an editable install."""
        if self.target_name != "wheel" or version == "editable":
            return
        library = self._find_library()
        self._folder = tempfile.TemporaryDirectory()
        stripped = pathlib.Path(self._folder.name) / library.name
        subprocess.run(["strip", "--strip-unneeded", "-o", stripped, library.resolve()], check=True)
        build_data["force_include"][str(stripped)] = f"{self._option('package')}/{library.name}"
        build_data["pure_python"] = False
        # The library has functions of C alone: any Python 3 can call them.
        build_data["tag"] = f"py3-none-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"

    def _find_library(self) -> pathlib.Path:
        path = pathlib.Path(self.root, os.environ.get("ADIT_LIBRARY") or self._option("library"))
        if not path.is_file():
            raise FileNotFoundError(f"{path}: there is no library; one made by adit_add_library is expected")
        return path

    def _option(self, name: str) -> str:
        option = self.config.get(name)
        if not isinstance(option, str):
            raise TypeError(f"[tool.hatch.build.hooks.adit]: found {option!r} for {name}; a string is expected")
        return option


@hookimpl
def hatch_register_build_hook() -> type[BuildHookInterface]:
    """Registers the hook with hatchling."""
    return AditBuildHook
