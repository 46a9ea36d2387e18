"""A build hook of hatchling, by which a project puts its library of apps into its wheel.

    [build-system]
    requires = ["hatchling", "adit"]
    build-backend = "hatchling.build"

    [tool.hatch.build.hooks.adit]
    library = "build/lib/libtodo.so"    # made by adit_add_library; $ADIT_LIBRARY takes its place
    package = "my_todo"                 # where it lies in the wheel
    served = "build/lib/libadit_served.so"    # optional; $ADIT_SERVED_LIBRARY takes its place

With `served`, a copy of that file lies beside the library, as `libtodo-served.so`: who loads it in place of the
library has its cores in a process of their own (docs/serve.md).

The library is stripped. The wheel is for this machine's platform (`linux_x86_64`), as the library needs jansson and
SQLite from the system; `auditwheel repair` puts them into the wheel, and makes it one for `manylinux`.
"""

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
        self._folder = tempfile.TemporaryDirectory()
        library = self._find("library", "ADIT_LIBRARY", "one made by adit_add_library")
        self._add(library, library.name, build_data)
        if "served" in self.config:
            served = self._find("served", "ADIT_SERVED_LIBRARY", "libadit_served.so")
            self._add(served, library.name.replace(".so", "-served.so", 1), build_data)
        build_data["pure_python"] = False
        # The library has functions of C alone: any Python 3 can call them.
        build_data["tag"] = f"py3-none-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"

    def _add(self, library: pathlib.Path, name: str, build_data: dict[str, Any]) -> None:
        stripped = pathlib.Path(self._folder.name) / name
        subprocess.run(["strip", "--strip-unneeded", "-o", stripped, library.resolve()], check=True)
        build_data["force_include"][str(stripped)] = f"{self._option('package')}/{name}"

    def _find(self, option: str, variable: str, expected: str) -> pathlib.Path:
        path = pathlib.Path(self.root, os.environ.get(variable) or self._option(option))
        if not path.is_file():
            raise FileNotFoundError(f"{path}: there is no library; {expected} is expected")
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
