"""A scenario that is made of a recording holds when adit scenario runs it, whatever is pending at its end.

test_recorded_scenarios.py PROGRAM: the program is adit.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from hosting import Core, catalog

PROGRAM = sys.argv.pop(1)
APPS = catalog()
# Whether the delay of a review is a durable timer, as in the library of Tests/OldApps.
HAS_TIMERS = "todo" in APPS and "timers" in catalog("todo")["$defs"]["@durable"]["properties"]
MILK = "00000000-0000-4000-8000-00000000000a"


def add(**more):
    return {"todo": {"request": {"add": {"item": {"id": MILK, "text": "Milk"}}}}, **more}


def page(kind, url):
    return {"page": {"request": {kind: {"url": url}}}, "@id": url}


CHECK = {"todo": {"request": {"check": {"id": MILK}}}}
IMPORT = {"todo": {"request": {"import": {"from": "groceries"}}}, "@id": 7}
TEXTS = {"texts": ["Bread", "Eggs"]}
ONLINE = {"presence": {"request": {"goOnline": {"room": "kitchen"}}}}
POST = {"id": MILK, "text": "Hello", "from": "ann"}

# What is sent: messages; a number of milliseconds that pass; the members of the answer to the oldest request.
SESSIONS = {
    "undo and redo": ("todo", {"undo": True}, [add(), CHECK, {"@undo": {}}, {"@undo": {}, "@id": 1}, {"@redo": {}}]),
    "undo with a limit": ("todo", {"undo": {"bytes": 100000}}, [add(), {"@undo": {}}]),
    "a durable request is pending": ("todo", {"gateways": ["lists"]}, [IMPORT]),
    "a review is pending": ("todo", {"gateways": ["review"]}, [add(), CHECK]),
    "a review is asked for": ("todo", {"gateways": ["review"]}, [add(), CHECK, 4000, 1000, 7]),
    "a durable request is answered": (
        "todo",
        {"gateways": ["lists", "review"]},
        [IMPORT, ("result", TEXTS), IMPORT, ("error", "offline"), IMPORT, IMPORT, 5000],
    ),
    "an answer has an id": ("todo", {"gateways": ["lists"]}, [IMPORT, ("result", TEXTS, {"@id": "answer"})]),
    "an inbox and a heartbeat": ("chat", {"gateways": ["inbox"]}, [ONLINE, 70000]),
    "a save is pending": (
        "profile",
        {"gateways": ["save", "analytics"]},
        [{"userTypesNewEmail": {"userEmail": "a@b"}}, {"userTapsChangeEmailButton": {}}],
    ),
    "fetches are pending": ("reader", {"gateways": ["http", "fetch", "keyValue"]}, [page("refresh", "/a"), page("open", "/b")]),
    "a picker is shown": ("travelPlanner", {"gateways": ["locationPicker"]}, [{"perform": {"fromLocationRowPressed": {}}}]),
}


class Recorded(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def record(self, app, config, sent):
        """Records a session."""
        heard, answered = [], set()
        with Core(app, {**config, "record": str(self.folder / "recording")}, hear=heard.append) as core:
            core.process()
            for item in sent:
                if isinstance(item, int):
                    item = {"@advance": {"by": item}}
                elif isinstance(item, tuple):
                    ids = [message["@effect"]["id"] for message in heard if "@effect" in message]
                    id = next(id for id in ids if id not in answered)
                    answered.add(id)
                    item = {"@reply": {"effect": id, item[0]: item[1]}, **(item[2] if len(item) > 2 else {})}
                core.send(item)
                core.process()

    def convert(self, app, path):
        """Makes a scenario of a recording or a store. Returns the messages of the replay."""
        heard = []
        config = {"replay": str(path), "scenario": str(self.folder / "scenario.json")}
        with Core(app, config, hear=heard.append) as core:
            while not any("@replayed" in message for message in heard):
                core.process()
            return heard[:]

    def run_scenario(self):
        run = subprocess.run(
            [PROGRAM, "scenario", os.environ["ADIT_LIBRARY"], self.folder / "scenario.json"], capture_output=True, text=True
        )
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)

    def test_sessions(self):
        """Of each session, on both clocks, comes a scenario that holds."""
        for clock in "virtual", "real":
            for name, (app, config, sent) in SESSIONS.items():
                if app not in APPS or clock == "real" and any(isinstance(item, int) for item in sent):
                    continue
                with self.subTest(name, clock=clock):
                    for file in self.folder.iterdir():
                        file.unlink()
                    self.record(app, {**config, "clock": clock}, sent)
                    heard = self.convert(app, self.folder / "recording")
                    self.assertTrue(heard[-1]["@replayed"]["equal"], heard)
                    self.run_scenario()

    @unittest.skipUnless(HAS_TIMERS, "the library has no durable timers")
    def test_due_at_once(self):
        """A durable timer that is due at once fires at once on a virtual clock, too."""
        config = {"store": {"path": str(self.folder / "store")}, "clock": "virtual", "gateways": ["review"]}
        with Core("todo", {**config, "with": {"date": "2026-11-21T09:30:00Z"}}) as core:
            core.send(add())
            core.send(CHECK)
            core.process()
        heard = []
        with Core("todo", {**config, "with": {"date": "2026-11-22T09:30:00Z"}}, hear=heard.append) as core:
            core.process()
        self.assertEqual([message["@effect"]["gateway"] for message in heard if "@effect" in message], ["review"])
        # A scenario has no durable effects of an earlier opening.
        heard = self.convert("todo", self.folder / "store")
        self.assertTrue(heard[-1]["@replayed"]["equal"], heard)
        self.assertNotIn("scenario", heard[-1]["@replayed"])
        self.assertEqual(
            heard[0]["@error"]["message"],
            f"{self.folder}/store begins with durable effects of an earlier opening, which no scenario can tell",
        )


if __name__ == "__main__":
    unittest.main()
