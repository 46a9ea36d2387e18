"""A library of apps."""

from __future__ import annotations

import os
from typing import Any, Callable

from ._delivery import Sink, keep
from ._interface import Interface
from ._text import Message, Sendable, describe, expect_function, from_text, to_text
from .core import Core, Group
from .errors import LoadError


class Library:
    """A library of apps, such as CMake's `adit_add_library` makes, or `libadit_served.so` in its place.

    Args:
        path: the library's file.

    Raises:
        LoadError: the file is missing, or no Adit library.
        AbiError: it has another version of the C interface.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        if not isinstance(path, (str, bytes, os.PathLike)):
            raise TypeError(f"found {describe(path)} as the path of a library; a str or an os.PathLike is expected")
        name = os.fsdecode(path)
        if not name or "\0" in name:
            raise LoadError(f"found {name!r} as the path of a library; the path of a file is expected")
        self._interface = Interface(name)

    def __repr__(self) -> str:
        return f"<adit.Library {self._interface.name}>"

    @property
    def version(self) -> str:
        """The version of Adit in the library, such as "0.1.0"."""
        return self._interface.version()

    def apps(self) -> dict[str, Any]:
        """Returns the apps by their names, each with its `version` and the `hash` of its catalog."""
        apps: dict[str, Any] = from_text(self._interface.catalog(None))
        return apps

    def catalog(self, app: str) -> dict[str, Any]:
        """Returns the JSON Schema of an app's messages, state and gateways.

        Raises:
            UnknownAppError
        """
        catalog: dict[str, Any] = from_text(self.catalog_text(app))
        return catalog

    def catalog_text(self, app: str | None) -> bytes:
        """Returns the text of an app's catalog; that of the list of apps for None."""
        return self._interface.catalog(app)

    def compare(self, old: Sendable, new: Sendable) -> dict[str, Any]:
        """Compares two catalogs: what differs, and whom it breaks (docs/wire.md)."""
        comparison: dict[str, Any] = from_text(self._interface.compare(to_text(old), to_text(new)))
        return comparison

    def open(
        self,
        app: str,
        config: Sendable | None = None,
        *,
        on_message: Callable[[Message], object] | None = None,
        on_text: Callable[[bytes], object] | None = None,
    ) -> Core:
        """Opens a core.

        Args:
            app: the app's name.
            config: the keys in docs/abi.md, as a value or a JSON text.
            on_message: is called with each message of the core, on the thread that drives it. It may do anything but
                drive or close the core. An exception comes out of the call that drives.
            on_text: the same with the JSON text; with `"delivery": "batches"` in the config, that of an array of
                messages.

        Without a callback, `Core.receive` and `Core.receive_all` return the messages.

        Raises:
            UnknownAppError, ConfigError, InvalidJsonError, StoreError, LockedError, SchemaError
        """
        return Core(self._interface, app, _config_text(config), _sink(on_message, on_text))

    def check(self, app: str, config: Sendable) -> str:
        """Checks or repairs a store: opens a core with `store.check` or `store.repair`, and returns Adit's verdict.

        Raises:
            StoreError, LockedError, SchemaError: the verdict, where the store cannot be opened.
        """
        core, said = self._interface.open(app, _config_text(config), None)
        if core != 0:
            self._interface.discard(core)
            raise ValueError("check is for a config with store.check or store.repair")
        return said

    def group(self, *cores: Core) -> Group:
        """Opens a group of cores of this library."""
        group = Group(self._interface)
        for core in cores:
            group.add(core)
        return group


def _config_text(config: Sendable | None) -> bytes:
    return b"{}" if config is None else to_text(config)


def _sink(on_message: Callable[[Message], object] | None, on_text: Callable[[bytes], object] | None) -> Sink | None:
    if on_message is not None and on_text is not None:
        raise ValueError("found both on_message and on_text; one of them is expected")
    if on_text is not None:
        expect_function(on_text, "on_text")
        return Sink(on_text)
    if on_message is None:
        return None
    expect_function(on_message, "on_message")
    receive: Callable[[Message], object] = on_message

    def receive_text(text: bytes) -> None:
        message = from_text(text)
        if type(message) is dict:
            receive(message)
            return
        for each in message:  # A batch, with `"delivery": "batches"`.
            try:
                receive(each)
            except BaseException as error:
                keep(error)

    return Sink(receive_text)
