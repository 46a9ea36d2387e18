"""What the tests of examples/browser have in common."""

import argparse
import unittest
import uuid
from typing import Any

from devtools import Browser, Tab
from served import Served

# Set by test_browser.py: cores, showcase, screenshots, browser.
run = argparse.Namespace()


def items(texts: list[str]) -> dict[str, Any]:
    """A config with a list of these items."""
    ids = [str(uuid.UUID(int=number + 1)) for number in range(len(texts))]
    return {"state": {"items": {"ids": ids, "entities": {
        id: {"id": id, "text": text, "completed": False, "created": "2026-11-20T08:00:00Z"}
        for id, text in zip(ids, texts)}}}}


def row(position: int, part: str = "") -> str:
    """The selector of a part of a row of the todo page."""
    return f'.item[aria-posinset="{position}"] {part}'.strip()


class ScreenTests(unittest.TestCase):
    """Tests of one app's page."""

    library, app = "cores", "todo"

    def serve(self, config: dict[str, Any] | None = None, *options: str) -> Served:
        served = Served(getattr(run, self.library), self.app, config, *options)
        self.addCleanup(served.close)
        return served

    def open(self, served: Served) -> Tab:
        return self.open_url(served.url)

    def open_url(self, url: str) -> Tab:
        browser: Browser = run.browser
        tab = browser.open(url)
        self.addCleanup(tab.close)
        return tab
