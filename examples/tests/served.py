"""The program of examples/browser, run for a test."""

import http.client
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

PROGRAM = Path(__file__).resolve().parents[1] / "browser" / "serve.py"


class Served:
    """A server of an app, which ends with the test."""

    def __init__(self, library: str, app: str, config: dict[str, Any] | None = None, *options: str):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(config or {}, file)
            file.flush()
            self.process = subprocess.Popen(
                [sys.executable, str(PROGRAM), library, app, "--config", file.name, *options],
                stdout=subprocess.PIPE, text=True)
            self.url = self.process.stdout.readline().strip()
        self.address, self.token = urlsplit(self.url).netloc, urlsplit(self.url).fragment
        self.port = urlsplit(self.url).port

    def request(self, method: str, path: str, body: bytes | None = None, **headers: str) -> tuple[int, str]:
        """The status and the text of an answer; `_` in a header's name is `-`."""
        connection = http.client.HTTPConnection(self.address, timeout=10)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body, named)
        response = connection.getresponse()
        text = response.read().decode()
        connection.close()
        return response.status, text

    def send(self, message: Any, **headers: str) -> tuple[int, str]:
        """Posts a message, with the headers that a page sends unless others are given."""
        usual = {"Origin": f"http://{self.address}", "Content_Type": "application/json", "X_Token": self.token}
        return self.request("POST", "/send", json.dumps(message).encode(), **(usual | headers))

    def close(self) -> int:
        """Ends the server, once; its exit status."""
        self.process.terminate()
        self.process.stdout.close()
        return self.process.wait(20)


class Listener:
    """A page without a browser: a connection to /events."""

    def __init__(self, served: Served):
        self.served = served
        self.connection = http.client.HTTPConnection(served.address, timeout=10)
        self.connection.request("GET", f"/events?token={served.token}")
        self.response = self.connection.getresponse()
        hello = self.next("event: hello\ndata: ")
        self.client, self.key = hello["client"], hello["key"]

    def next(self, prefix: str = "data: ") -> Any:
        """The next message."""
        lines = []
        while (line := self.response.readline().decode()) != "\n":
            lines.append(line)
        return json.loads("".join(lines).removeprefix(prefix))

    def send(self, message: Any, **headers: str) -> tuple[int, str]:
        """Posts a message in the name of this page; its status and text."""
        return self.served.send(message, **({"X_Client": self.key} | headers))

    def close(self) -> None:
        self.connection.close()
        self.response.close()
