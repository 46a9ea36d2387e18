"""Drives cores for the fixtures: to write them (make.py), and to open them (test_compatibility.py)."""

import json
import os
import pathlib
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bindings/python/src"))

import adit  # noqa: E402

# Figures, which say nothing of what was stored.
FIGURES = {"@stats"}


def received(core):
    messages = []
    while (message := core.receive()) is not None:
        messages.append(message)
    return messages


def without_figures(messages):
    return [message for message in messages if not FIGURES & message.keys()]


def converse(core, messages):
    """Sends one message after the other. Returns what is received for each."""
    heard = []
    for message in messages:
        core.send(message)
        heard.append(without_figures(received(core)))
    return heard


def state(core):
    return core.call({"@get": {"path": ""}})[-1]["@value"]


def in_child(body):
    """Runs `body` in a process, which ends without closing anything."""
    pid = os.fork()
    if pid == 0:
        try:
            core = body()  # noqa: F841: without it, the core would be closed
            os._exit(0)
        finally:
            os._exit(1)
    if os.waitpid(pid, 0)[1] != 0:
        raise RuntimeError("the process of a session failed")


def run(library, app, config, messages, ends):
    """A session: sends messages one by one, and closes the core, or ends its process."""

    def drive():
        core = library.open(app, config)
        received(core)
        converse(core, messages)
        return core

    if ends == "kill":
        in_child(drive)
    else:
        drive().close()


class Copy:
    """A copy of a fixture's files in a temporary folder."""

    def __init__(self, folder):
        self.folder = folder

    def __enter__(self):
        self.place = tempfile.mkdtemp()
        for file in os.listdir(self.folder):
            shutil.copy(os.path.join(self.folder, file), self.place)
        return self.place

    def __exit__(self, *_):
        shutil.rmtree(self.place)


def with_store(config, path):
    return {**config, "store": {"path": path, **config["store"]}}


def opened(library, app, config, then):
    """What a version finds in a store: its messages at the opening, its answers to what follows, and the states."""
    with library.open(app, config) as core:
        found = {"first": without_figures(received(core)), "state": state(core)}
        found["then"] = converse(core, then)
        found["end"] = state(core)
    # What this version has written is there as well.
    with library.open(app, config) as core:
        received(core)
        found["again"] = state(core)
    return found


def replayed(library, app, path):
    """What a replay of a recording, or of a store's journal, says."""
    with library.open(app, {"replay": path}) as core:
        messages = []
        while not any("@replayed" in message or "@error" in message for message in messages):
            messages += core.receive_all(1)
        last = state(core)
    (result,) = [message for message in messages if "@progress" not in message]
    return {"result": json.loads(json.dumps(result).replace(path, "PATH")), "state": last}


def find(library, fixture, folder):
    """All that a version finds in a fixture, of which it gets copies."""
    found = {}
    is_store = "store" in fixture["config"]
    if fixture["isReplayed"]:
        with Copy(folder) as place:
            path = os.path.join(place, "x.store" if is_store else "x.recording")
            found["replay"] = replayed(library, fixture["app"], path)
    if is_store:
        with Copy(folder) as place:
            config = with_store(fixture["config"], os.path.join(place, "x.store"))
            found.update(opened(library, fixture["app"], config, fixture["then"]))
    return found
