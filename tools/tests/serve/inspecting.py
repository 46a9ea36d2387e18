"""What the tests of adit inspect have in common: the program as a child, and its page in a browser."""

import json
import os
import subprocess
import sys

import peer

sys.path.insert(0, str(peer.ROOT / "examples/tests"))
sys.path.insert(0, str(peer.ROOT / "bindings/python/src"))
from devtools import Browser  # noqa: E402
import adit  # noqa: E402

WIDTHS = ((390, 844), (1024, 768), (1920, 1080))
VIEWS = ("messages", "state", "underway", "send", "figures")
HTML = "<img src=x onerror=\"document.title='run'\"><b>bold</b>"
# Notes what goes wrong in the page, before anything of it runs.
WATCH = """
    window.faults = [];
    addEventListener('error', (event) => faults.push(`${event.message} ${event.filename}:${event.lineno}`));
    addEventListener('unhandledrejection', ({ reason }) => faults.push(String(reason?.stack ?? reason)));
    addEventListener('securitypolicyviolation', (event) => faults.push(`policy: ${event.violatedDirective} ${event.blockedURI}`));
    for (const kind of ['error', 'warn']) { const own = console[kind]; console[kind] = (...all) => { faults.push(all.join(' ')); own(...all); }; }
"""


class Inspector:
    """adit inspect, as a child."""

    def __init__(self, *arguments, options=("--no-open",), environment=None):
        self.process = subprocess.Popen([peer.SERVE, "inspect", *options, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        env={**os.environ, **(environment or {})})
        self.address = self.process.stdout.readline().decode().strip()
        assert self.address.startswith("http://127.0.0.1:"), self.process.stderr.read()
        self.origin = self.address.split("/#")[0]

    def destroy(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.process.stderr.close()


class InspectTest(peer.Test):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()

    def inspect(self, *arguments, size=WIDTHS[1]):
        """A tab with the page, once it is there."""
        self.inspector = Inspector(*arguments)
        self.addCleanup(self.inspector.destroy)
        return self.open(self.inspector.address, size)

    def open(self, address, size=WIDTHS[1]):
        tab = self.browser.open("about:blank")
        self.addCleanup(tab.close)
        tab.command("Page.enable")
        tab.command("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
        self.resize(tab, size)
        tab.command("Page.navigate", url=address)
        tab.wait("window.app?.subject !== undefined")
        self.addCleanup(lambda: self.assertEqual(tab.evaluate("faults"), []))
        return tab

    def resize(self, tab, size):
        tab.command("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=1, mobile=False)

    def store(self, count=20, name="list.store", **store):
        """A closed store with items, each of a batch of its own; every third is checked."""
        path = os.path.join(self.folder, name)
        with adit.Library(peer.CORES).open("todo", {"store": {"path": path, **store}, "limits": {"batch": 1}}, on_text=lambda _: None) as core:
            for number in range(count):
                core.send({"todo": {"request": {"add": {"item": {"id": self.item(number), "text": f"item {number}"}}}}, "@id": number})
                if number % 3 == 0:
                    core.send({"todo": {"request": {"check": {"id": self.item(number)}}}})
            core.process()
        return path

    @staticmethod
    def item(number):
        return f"{number:08x}-0000-4000-8000-000000000000"

    def show(self, tab, view):
        tab.click(f"#tab-{view}")
        tab.wait(f"document.querySelector('#tab-{view}').getAttribute('aria-selected')", "true")

    def rows(self, tab):
        return tab.evaluate("[...document.querySelectorAll('.row:not([hidden])')].map((row) => row.innerText.replaceAll('\\n', ' '))")

    def press(self, tab, text):
        """Presses a button by its text."""
        tab.wait(f"[...document.querySelectorAll('#view button, footer button')].some((each) => each.checkVisibility() && !each.disabled && each.textContent === {json.dumps(text)})")
        tab.evaluate(f"[...document.querySelectorAll('#view button, footer button')].find((each) => each.checkVisibility() && each.textContent === {json.dumps(text)}).click()")

    def wait_rows(self, tab, text, message=None):
        tab.wait(f"[...document.querySelectorAll('.row:not([hidden])')].some((row) => row.innerText.includes({json.dumps(text)}))")

    def part(self, tab, pointer):
        """Shows a part of the state in the details."""
        self.show(tab, "state")
        tab.replace("input[type=search]", pointer)
        tab.evaluate("document.querySelector('input[type=search]').onchange()")
        tab.wait_text(".details h2", pointer)


def press(tab, key, shift=False):
    code = {"Tab": 9, "End": 35, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}.get(key)
    if code is None:
        return tab.press(key)
    for kind in ("rawKeyDown", "keyUp"):
        tab.command("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code, modifiers=8 if shift else 0)
