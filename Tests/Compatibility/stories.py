"""What the fixtures of this folder contain: stores and recordings, and what a version does with them.

A store is written in sessions, each of which ends by closing the core or by the end of its process. What follows, `then`, is sent
after the store was opened again.
"""

import dataclasses
import uuid

AT = {"date": "2026-11-25T21:00:00Z", "random": 7, "uuid": {"seeded": 7}}


@dataclasses.dataclass
class Session:
    messages: list
    ends: str = "close"  # or "kill"


@dataclasses.dataclass
class Store:
    name: str
    app: str
    sessions: list
    then: list = dataclasses.field(default_factory=list)
    store: dict = dataclasses.field(default_factory=dict)
    config: dict = dataclasses.field(default_factory=dict)
    format: int = 2

    def fixture(self):
        return {
            "app": self.app, "config": {"clock": "virtual", "with": AT, "store": self.store, **self.config},
            "isReplayed": self.format > 1 and self.store.get("retention") != {"bytes": 0}, "then": self.then,
        }


@dataclasses.dataclass
class Recording:
    name: str
    app: str
    messages: list
    config: dict = dataclasses.field(default_factory=dict)
    ends: str = "close"

    def fixture(self):
        return {"app": self.app, "config": {"with": AT, **self.config}, "isReplayed": True}


def item(number):
    return str(uuid.UUID(int=number, version=4))


def increment(number, **beside):
    return {"counter": {"request": {"increment": {"by": number}}}, **beside}


def add(number, text=None, **beside):
    return {"todo": {"request": {"add": {"item": {"id": item(number), "text": text or f"item {number}"}}}}, **beside}


def todo(name, **value):
    return {"todo": {"request": {name: value}}}


def imports(name, **beside):
    return {"todo": {"request": {"import": {"from": name}}}, **beside}


def tagging(name, **value):
    return {"tagging": {"request": {name: value}}}


def journal(number, text):
    return {"journal": {"request": {"add": {"entry": {"id": item(number), "text": text, "date": "2026-11-25T20:00:00Z"}}}}}


def reply(effect, result):
    return {"@reply": {"effect": effect, "result": result}}


ITEMS = [
    add(1, "Grüße an Zoë 😀 \"\\\n"), add(2), add(3, "x" * 3000), tagging("create", tag={"id": item(50), "name": "home"}),
    tagging("tag", item=item(1), **{"with": item(50)}), tagging("tag", item=item(3), **{"with": item(50)}),
    todo("check", id=item(2)), journal(70, "it rained"),
]
MORE = [todo("edit", id=item(1), text="Buy bread"), add(4), todo("delete", id=item(3)), add(3, "again"), add(5)]
WAITING = [
    add(1, **{"@id": 1}), add(2, **{"@id": 2}), {"@heard": 1}, imports("shop", **{"@id": 3}), imports("work", **{"@id": 4}),
    add(3, **{"@id": 5}),
]
AGAIN = [
    {"@stats": {}}, add(1, **{"@id": 1}), reply("e1-1", {"texts": ["milk", "eggs"]}), {"@heard": 3}, {"@advance": {"by": 6000}},
    {"@get": {"path": "/items/ids"}},
]
STEPS = [add(1), add(2, **{"@group": "two"}), add(3, **{"@group": "two"}), todo("check", id=item(1)), {"@undo": {}}]
BACK = [{"@redo": {}}, {"@undo": {}}, {"@undo": {}}, {"@get": {"path": "/items/ids"}}, {"@undo": {}}, {"@redo": {}}]

STORES = [
    Store("counter-closed", "counter", [Session([increment(1), increment(41)])],
          [increment(8), {"@get": {"path": "/value", "revision": 1}}]),
    Store("counter-killed", "counter", [Session([increment(5)]), Session([increment(n) for n in range(9)], "kill")],
          [increment(8), {"@get": {"path": "/value", "revision": 4}}]),
    Store("counter-normal", "counter", [Session([increment(n) for n in range(9)], "kill")], [increment(8)],
          store={"durability": "normal"}),
    Store("todo-closed", "todo", [Session(ITEMS), Session(MORE)], [add(9), {"@get": {"path": "/items/ids", "revision": 3}}]),
    Store("todo-killed", "todo", [Session(ITEMS), Session(MORE, "kill")], [add(9), {"@get": {"path": "/items/ids", "revision": 9}}]),
    Store("todo-format-1", "todo", [Session(ITEMS), Session(MORE)], [add(9), {"@get": {"path": "/items/ids", "revision": 3}}],
          format=1),
    Store("todo-no-journal", "todo", [Session(ITEMS), Session(MORE, "kill")], [add(9)], store={"retention": {"bytes": 0}}),
    Store("todo-undo-closed", "todo", [Session(STEPS)], BACK, config={"undo": True}),
    Store("todo-undo-killed", "todo", [Session(STEPS, "kill")], BACK, config={"undo": True}),
    Store("todo-waiting-closed", "todo", [Session(WAITING)], AGAIN, store={"redelivery": {}, "once": {}},
          config={"gateways": ["lists", "review"]}),
    Store("todo-waiting-killed", "todo", [Session(WAITING, "kill")], AGAIN, store={"redelivery": {}, "once": {}},
          config={"gateways": ["lists", "review"]}),
    Store("todo-gap-killed", "todo", [Session([add(n) for n in range(1, 9)], "kill")], [{"@heard": 8}],
          store={"redelivery": {"bytes": 600}}),
    Store("chat-killed", "chat", [Session([
        {"presence": {"request": {"setHeartbeat": {"seconds": 7}}}}, {"presence": {"request": {"goOnline": {"room": "attic"}}}},
        {"@advance": {"by": 20000}},
    ], "kill")], [{"presence": {"request": {"goOffline": {}}}}], config={"gateways": ["inbox"]}),
]

PAGE = {"url": "/a", "body": "Hello.", "fetched": "2026-11-25T21:00:00Z"}

RECORDINGS = [
    Recording("counter", "counter", [increment(2, **{"@id": 7}), increment(2**62), increment(2**62)]),
    Recording("counter-virtual", "counter", [increment(2), {"@advance": {"by": 5}}, increment(3)], {"clock": "virtual"}),
    Recording("counter-killed", "counter", [increment(2), increment(3)], ends="kill"),
    Recording("todo", "todo", [*ITEMS, *MORE], {"clock": "virtual", "echo": True}),
    Recording("todo-undo", "todo", [*STEPS, {"@redo": {}}, {"@undo": {}}, {"@undo": {}}], {"clock": "virtual", "undo": True}),
    Recording("todo-waiting", "todo", [m for m in WAITING if "@heard" not in m] + [
        reply("e1-1", {"texts": ["milk", "eggs"]}), {"@advance": {"by": 6000}},
        {"@reply": {"effect": "e1-2", "error": {"reason": "no such list"}}},
    ], {"clock": "virtual", "gateways": ["lists", "review"]}),
    Recording("chat", "chat", [
        {"presence": {"request": {"setHeartbeat": {"seconds": 2}}}}, {"presence": {"request": {"goOnline": {"room": "attic"}}}},
        {"@advance": {"by": 5000}}, {"@reply": {"effect": "e1-1", "result": {"from": "Ann", "text": "hi"}, "more": True}},
        {"presence": {"request": {"goOffline": {}}}},
    ], {"clock": "virtual", "gateways": ["inbox"]}),
    Recording("reader", "reader", [
        {"page": {"request": {"open": {"url": "/a"}}}, "@id": 1}, reply("e1-1", {}), {"@advance": {"by": 1200}},
        reply("e1-2", {"status": 200, "body": "Hello."}), reply("e1-3", {}),
        {"page": {"request": {"open": {"url": "/a"}}}, "@id": 2}, reply("e1-4", {"value": PAGE}),
        {"page": {"request": {"refresh": {"url": "/b"}}}, "@id": 3}, {"@advance": {"by": 10000}},
    ], {"clock": "virtual", "gateways": ["fetch", "keyValue"]}),
    Recording("profile", "profile", [
        {"userTypesNewEmail": {"userEmail": "zoe@example.org"}}, {"userTapsChangeEmailButton": {}},
        reply("e1-1", {"email": "zoe@example.org"}),
    ], {"clock": "virtual", "gateways": ["save"]}),
]
