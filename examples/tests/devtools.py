"""A headless Chromium, driven by the DevTools protocol over a pipe (--remote-debugging-pipe)."""

import base64
import fcntl
import json
import os
import select
import subprocess
import tempfile
import time
from typing import Any

TIMEOUT = 60.0  # other tests run beside
KEYS = {"Enter": (13, "\r"), "Escape": (27, ""), "Backspace": (8, ""), "Tab": (9, "")}


class DevToolsError(Exception):
    """A command that the browser refused, or a condition that did not come true."""


class Browser:
    """A browser with a profile of its own."""

    def __init__(self, program: str = "chromium"):
        self.profile = tempfile.TemporaryDirectory(prefix="adit-browser", ignore_cleanup_errors=True)
        # The browser reads commands from descriptor 3, and writes to 4.
        its_input, self.output = os.pipe()
        self.input, its_output = os.pipe()

        def place_descriptors() -> None:
            copies = [fcntl.fcntl(descriptor, fcntl.F_DUPFD, 10) for descriptor in (its_input, its_output)]
            for number, copy in enumerate(copies, 3):
                os.dup2(copy, number)

        self.process = subprocess.Popen(
            [program, "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu", "--no-first-run",
             "--disable-extensions", "--disable-background-networking", "--lang=en-US", "--window-size=800,600",
             f"--user-data-dir={self.profile.name}", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            preexec_fn=place_descriptors, pass_fds=(3, 4))
        os.close(its_input)
        os.close(its_output)
        self.number = 0
        self.received = b""

    def command(self, method: str, session: str | None = None, **parameters: Any) -> dict[str, Any]:
        """Sends a command, and returns its result. Events are dropped."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session is not None:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.output, data):]
        end = time.monotonic() + 60
        while True:
            answer = json.loads(self._read(end))
            if answer.get("id") == self.number:
                break
        if "error" in answer:
            raise DevToolsError(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def _read(self, end: float) -> bytes:
        parts = [self.received]
        while b"\0" not in parts[-1]:
            ready, _, _ = select.select([self.input], [], [], max(0, end - time.monotonic()))
            data = os.read(self.input, 1 << 20) if ready else b""
            if not data:
                raise DevToolsError("the browser does not answer")
            parts.append(data)
        message, _, self.received = b"".join(parts).partition(b"\0")
        return message

    def open(self, url: str) -> "Tab":
        """A window with a page, once its scripts have run."""
        target = self.command("Target.createTarget", url="about:blank", newWindow=True)["targetId"]
        session = self.command("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        tab = Tab(self, target, session)
        tab.command("Emulation.setDeviceMetricsOverride", width=800, height=600, deviceScaleFactor=1, mobile=False)
        tab.command("Emulation.setTimezoneOverride", timezoneId="Europe/Amsterdam")
        tab.command("Emulation.setFocusEmulationEnabled", enabled=True)
        tab.command("Page.navigate", url=url)
        tab.wait("document.readyState", "complete")
        return tab

    def close(self) -> None:
        try:
            self.command("Browser.close")
        except (DevToolsError, OSError):
            pass
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.output)
        os.close(self.input)
        self.profile.cleanup()


class Tab:
    """A page in a browser. Selectors are those of CSS."""

    def __init__(self, browser: Browser, target: str, session: str):
        self.browser, self.target, self.session = browser, target, session

    def command(self, method: str, **parameters: Any) -> dict[str, Any]:
        return self.browser.command(method, self.session, **parameters)

    def evaluate(self, expression: str) -> Any:
        """The value of an expression; that of its promise."""
        answer = self.command("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise DevToolsError(f"{expression}: {answer['exceptionDetails']['exception'].get('description')}")
        return answer["result"].get("value")

    def wait(self, expression: str, expected: Any = True) -> None:
        """Waits until an expression has a value."""
        end, found = time.monotonic() + TIMEOUT, None
        while time.monotonic() < end:
            try:
                found = self.evaluate(expression)
            except DevToolsError as error:  # The page is not there yet.
                found = error
            if found == expected:
                return
            time.sleep(0.02)
        raise AssertionError(f"{expression}: found {found!r}; expected {expected!r}")

    def text(self, selector: str) -> str:
        return self.evaluate(f"document.querySelector({json.dumps(selector)}).innerText")

    def wait_text(self, selector: str, text: str) -> None:
        self.wait(f"document.querySelector({json.dumps(selector)})?.innerText", text)

    def wait_visible(self, selector: str) -> None:
        self.wait(f"document.querySelector({json.dumps(selector)})?.checkVisibility() ?? false")

    def wait_hidden(self, selector: str) -> None:
        self.wait(f"document.querySelector({json.dumps(selector)})?.checkVisibility() ?? false", False)

    def click(self, selector: str, count: int = 1) -> None:
        """Clicks the middle of an element as a mouse does, once it is visible and in sight."""
        self.wait_visible(selector)
        self.evaluate(f"document.querySelector({json.dumps(selector)}).scrollIntoView({{block: 'nearest'}})")
        x, y = self._middle(selector)
        for number in range(1, count + 1):
            for kind in ("mousePressed", "mouseReleased"):
                self.command("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=number)

    def type(self, text: str) -> None:
        """Types a text into the focused element."""
        self.command("Input.insertText", text=text)

    def press(self, key: str) -> None:
        """Presses a key: one of `KEYS`, or a character."""
        code, text = KEYS.get(key) or (ord(key.upper()), key)
        for kind in ("keyDown", "keyUp"):
            self.command("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code,
                         **({"text": text} if text and kind == "keyDown" else {}))

    def replace(self, selector: str, text: str) -> None:
        """Types a text in place of that of a field."""
        self.click(selector)
        self.evaluate(f"document.querySelector({json.dumps(selector)}).select()")
        self.type(text) if text else self.press("Backspace")

    def wheel(self, selector: str, distance: float) -> None:
        """Turns the mouse's wheel over an element, by pixels."""
        x, y = self._middle(selector)
        self.command("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=distance)

    def _middle(self, selector: str) -> list[float]:
        return self.evaluate(
            "(() => { const box = document.querySelector(%s).getBoundingClientRect();"
            " return [box.x + box.width / 2, box.y + box.height / 2]; })()" % json.dumps(selector))

    def screenshot(self, path: str) -> None:
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.command("Page.captureScreenshot", format="png")["data"]))

    def close(self) -> None:
        self.browser.command("Target.closeTarget", targetId=self.target)
