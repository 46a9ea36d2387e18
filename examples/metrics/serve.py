"""Serves the figures of a core to Prometheus, at http://127.0.0.1:PORT/metrics.

    serve.py LIBRARY APP [--store PATH] [--port PORT]

Each line of standard input is a message to the core; what it says is printed.
"""

import argparse
import json
import pathlib
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

# The binding, where it is not installed (pip install bindings/python).
sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "bindings/python/src"))

import adit  # noqa: E402
from exposition import exposition  # noqa: E402


class Measured:
    """A core that keeps figures. Any thread: one drives it at a time."""

    def __init__(self, library: str, app: str, store: str | None):
        self.app = app
        self.lock = threading.Lock()
        self.stats: dict[str, Any] = {}
        config: dict[str, Any] = {"figures": True, "incoming": "all"}
        if store:
            config["store"] = {"path": store}
        self.core = adit.Library(library).open(app, config, on_message=self.receive)

    def receive(self, message: adit.Message) -> None:
        if "@stats" in message:
            self.stats = message["@stats"]
        else:
            print(json.dumps(message, ensure_ascii=False, separators=(",", ":")), flush=True)

    def send(self, message: dict[str, Any]) -> None:
        with self.lock:
            self.core.send(message)
            self.core.process()

    def metrics(self) -> str:
        self.send({"@stats": {}})
        return exposition(self.app, self.stats)


def handler(core: Measured) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path != "/metrics":
                return self.send_error(404)
            body = core.metrics().encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *arguments: Any) -> None:
            """Writes no line for each scrape."""

    return Handler


def main() -> None:
    parser = argparse.ArgumentParser(description="Serves the figures of a core to Prometheus.")
    parser.add_argument("library")
    parser.add_argument("app")
    parser.add_argument("--store", help="keep the state in this file")
    parser.add_argument("--port", type=int, default=9464)
    arguments = parser.parse_args()
    core = Measured(arguments.library, arguments.app, arguments.store)
    server = ThreadingHTTPServer(("127.0.0.1", arguments.port), handler(core))
    print(f"http://127.0.0.1:{server.server_port}/metrics", flush=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    for line in sys.stdin:
        try:
            core.send(json.loads(line))
        except (ValueError, adit.CallError) as error:
            print(f"refused: {error}", file=sys.stderr, flush=True)
    server.shutdown()
    core.core.close()


if __name__ == "__main__":
    main()
