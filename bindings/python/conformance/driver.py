"""Makes the calls of the scenario runner through the binding: a request a line in, an answer a line out.

    driver.py LIBRARY

bindings/conformance/README.md describes the requests.
"""

from __future__ import annotations

import itertools
import json
import select
import sys
from typing import Any, Callable

import adit


class OpenCore:
    """A core, with what its callback has received during the present request."""

    def __init__(self, library: adit.Library, app: str, config: str) -> None:
        self.texts: list[str] = []
        self.core = library.open(app, config, on_text=lambda text: self.texts.append(text.decode()))

    def take(self, **answer: Any) -> dict[str, Any]:
        texts, self.texts = self.texts, []
        return {"messages": texts, "ready": False if self.core.closed else is_ready(self.core), **answer}


class Driver:
    def __init__(self, library: adit.Library) -> None:
        self.library = library
        self.cores: dict[int, OpenCore] = {}
        self.numbers = itertools.count(1)

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        ((name, arguments),) = request.items()
        method: Callable[..., dict[str, Any]] = getattr(self, f"do_{name}")
        try:
            return method(**arguments or {})
        except adit.CallError as error:
            failed = {"code": int(error.code), "offset": error.offset, "text": error.text}
            opened = self.cores.get((arguments or {}).get("core", 0))
            return {**(opened.take() if opened else {}), "error": failed}

    def do_catalog(self, app: str | None = None) -> dict[str, Any]:
        return {"out": self.library.catalog_text(app).decode()}

    def do_open(self, app: str, config: str) -> dict[str, Any]:
        opened = OpenCore(self.library, app, config)
        number = next(self.numbers)
        self.cores[number] = opened
        return {"core": number}

    def do_send(self, core: int, text: str, client: str | None = None) -> dict[str, Any]:
        if client is None:
            self.cores[core].core.send(text)
        else:
            self.cores[core].core.submit(client, text)
        return {}

    def do_process(self, core: int, timeout: int) -> dict[str, Any]:
        self.cores[core].core.process(seconds(timeout))
        return self.cores[core].take()

    def do_call(self, core: int, text: str, timeout: int) -> dict[str, Any]:
        answer = self.cores[core].core.call_text(text, seconds(timeout)).decode()
        return self.cores[core].take(out=answer)

    def do_wakeup(self, core: int) -> dict[str, Any]:
        self.cores[core].core.wakeup()
        return {}

    def do_close(self, core: int, timeout: int) -> dict[str, Any]:
        opened = self.cores[core]
        opened.core.close(seconds(timeout))
        del self.cores[core]
        return opened.take()


def seconds(milliseconds: int) -> float | None:
    return None if milliseconds < 0 else milliseconds / 1000


def is_ready(core: adit.Core) -> bool:
    readable, _, _ = select.select([core], [], [], 0)
    return bool(readable)


def main() -> None:
    driver = Driver(adit.Library(sys.argv[1]))
    for line in sys.stdin:
        print(json.dumps(driver.answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
