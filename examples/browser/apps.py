"""The apps that have a page, and the configs of their cores."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

BODY_LIMIT = 64 * 1024


@dataclass(frozen=True)
class App:
    """An app with a page."""

    name: str
    page: str
    gateways: list[str]
    follows_actions: bool = False
    has_undo: bool = False

    def final_messages(self, client: str) -> list[dict[str, Any]]:
        """The host's messages once a page has gone: they end what it subscribed to."""
        messages: list[dict[str, Any]] = [{"@unsubscribe": {"client": client}}]
        if self.follows_actions:
            messages.append({"stream": {"request": {"unsubscribe": {"subscription": client}}}})
        return messages


APPS = {
    app.name: app for app in (
        App("todo", "todo.html", ["review"], has_undo=True),
        App("travelPlanner", "travel.html", ["locationPicker", "datePicker", "travelOptions", "widgetOptions"],
            follows_actions=True),
    )
}


def make_config(app: App, store: str | None, file: str | None) -> dict[str, Any]:
    """The config of the app's core. The keys of the file take the place of those here."""
    config: dict[str, Any] = {
        "gateways": app.gateways,
        "clients": ["@subscribe", "@unsubscribe", "@reply"],
        "log": "warning",
        "limits": {"message": BODY_LIMIT, "depth": 16, "values": 10_000, "queue": 10_000, "subscriptions": 1_000},
    }
    if app.has_undo:
        config["undo"] = True
        config["clients"] += ["@undo", "@redo"]
    if file is not None:
        config |= json.loads(Path(file).read_text(encoding="utf-8"))
    if store is not None:
        config["store"] = {"path": store}
    return config
