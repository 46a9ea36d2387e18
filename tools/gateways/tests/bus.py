"""A session bus with the services that `secrets` and `notifications` ask, for the tests of these."""

import json
import os
import pathlib
import queue
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest

from driver import PATIENCE, Case

# Debian has python3-dbus for its own interpreter.
PYTHON = next((each for each in (sys.executable, "/usr/bin/python3")
               if subprocess.run([each, "-c", "import dbus, gi"], capture_output=True).returncode == 0), None)

CONFIG = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path={folder}/bus</listen>
  <servicedir>{folder}/services</servicedir>
  <policy context="default"><allow send_destination="*"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>
"""


class Bus:
    """A session bus, and the folder of the services that it could start."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.address = f"unix:path={folder}/bus"
        self.environment = {**os.environ, "DBUS_SESSION_BUS_ADDRESS": self.address}
        (self.folder / "conf").write_text(CONFIG.format(folder=folder))
        (self.folder / "services").mkdir()
        self.begin()

    def begin(self):
        (self.folder / "bus").unlink(missing_ok=True)
        self.process = subprocess.Popen(["dbus-daemon", "--nofork", "--nopidfile", "--print-address", f"--config-file={self.folder}/conf"], stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL)
        self.process.stdout.readline()

    def end(self):
        self.process.kill()
        self.process.wait(PATIENCE)
        self.process.stdout.close()


class Services:
    def __init__(self, bus):
        self.process = subprocess.Popen([PYTHON, pathlib.Path(__file__).with_name("services.py")], env=bus.environment, text=True, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)
        self.events = queue.Queue()
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()
        assert self.next() == ["ready"]

    def read(self):
        for line in self.process.stdout:
            self.events.put(json.loads(line))

    def next(self):
        return self.events.get(timeout=PATIENCE)

    def until(self, event):
        """What has happened up to an event."""
        events = []
        while not events or events[-1] != event:
            events.append(self.next())
        return events

    def tell(self, command):
        """What has happened before the services have taken a command."""
        self.process.stdin.write(f"{command}\n")
        self.process.stdin.flush()
        events = []
        while (event := self.next()) != ["done"]:
            events.append(event)
        return events

    def end(self):
        self.process.kill()
        self.process.wait(PATIENCE)
        self.reader.join(PATIENCE)
        self.process.stdin.close()
        self.process.stdout.close()


@unittest.skipIf(PYTHON is None or shutil.which("dbus-daemon") is None, "no dbus-daemon, or no Python with dbus and gi")
class BusCase(Case):
    TIMEOUT = "PT10S"

    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.bus = Bus(folder.name)
        self.addCleanup(lambda: self.bus.end())

    def serve(self):
        services = Services(self.bus)
        self.addCleanup(services.end)
        return services

    def start_here(self, environment=None, **more):
        part = {"application": "test", "timeout": self.TIMEOUT}
        config = {"secrets": part, "notifications": part, "keyValue": self.config()["keyValue"], **more}
        return self.start(config, env=environment or self.bus.environment)

    def expect(self, gateways, gateway, request, code, words):
        effect = gateways.ask(gateway, request)
        self.expect_reply(gateways, effect, code, words)

    def expect_reply(self, gateways, effect, code, words):
        reply = gateways.reply()[1]
        self.assertEqual((reply["effect"], reply.get("error", {}).get("code")), (effect, code), reply)
        self.assertRegex(reply["error"]["message"], words)
