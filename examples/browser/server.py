"""The HTTP server: the files of the pages, GET /events (a core's messages), POST /send (a page's messages)."""

import json
import secrets
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import adit
from apps import BODY_LIMIT, App
from clients import Client, Clients

PAGES = Path(__file__).resolve().parent / "pages"
TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}
PING_SECONDS = 15.0
STATUSES = {
    adit.Code.ESIZE: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    adit.Code.EFULL: HTTPStatus.SERVICE_UNAVAILABLE,
    adit.Code.EDENIED: HTTPStatus.FORBIDDEN,
}
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
                               " img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Refusal(Exception):
    """A request that is answered by an error."""

    def __init__(self, status: HTTPStatus, text: str):
        super().__init__(text)
        self.status = status


class Server(ThreadingHTTPServer):
    """Serves one core to pages of this machine."""

    daemon_threads = True

    def __init__(self, port: int, app: App, core: adit.Core, clients: Clients):
        super().__init__(("127.0.0.1", port), Handler)
        self.app, self.core, self.clients = app, core, clients
        self.token = secrets.token_urlsafe(24)
        self.origins = {f"http://{name}:{self.server_port}" for name in ("127.0.0.1", "localhost")}

    @property
    def url(self) -> str:
        # Browsers send no fragment: the token is in no request but those of the page.
        return f"http://127.0.0.1:{self.server_port}/#{self.token}"


class Handler(BaseHTTPRequestHandler):
    """Answers one connection."""

    server: Server
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    timeout = 60

    def do_GET(self) -> None:
        self._answer({"/events": self._events}, self._file)

    def do_POST(self) -> None:
        self._answer({"/send": self._send}, self._nothing)

    def log_message(self, *_: object) -> None:
        pass

    def _answer(self, routes: dict, other) -> None:
        try:
            self._check_origin()
            routes.get(urlsplit(self.path).path, other)()
        except Refusal as refusal:
            self.close_connection = True  # Its body may not have been read.
            self._respond(refusal.status, "application/json", json.dumps({"message": str(refusal)}).encode())
        except (BrokenPipeError, ConnectionResetError, TimeoutError):
            self.close_connection = True

    # -- Checks. --

    def _check_origin(self) -> None:
        """Refuses requests of pages of other origins, and those that a foreign name led here (DNS rebinding)."""
        if f"http://{self.headers.get('Host')}" not in self.server.origins:
            raise Refusal(HTTPStatus.MISDIRECTED_REQUEST, "the host is not this server")
        origin = self.headers.get("Origin")
        if origin is None and self.command == "POST" or origin is not None and origin not in self.server.origins:
            raise Refusal(HTTPStatus.FORBIDDEN, "the origin is not this server")

    def _check_token(self, token: str) -> None:
        if not secrets.compare_digest(token.encode(), self.server.token.encode()):
            raise Refusal(HTTPStatus.FORBIDDEN, "the token is not that of this run")

    def _read_body(self) -> bytes:
        length = self.headers.get("Content-Length", "")
        if not (length.isascii() and length.isdigit()) or "Transfer-Encoding" in self.headers:
            raise Refusal(HTTPStatus.LENGTH_REQUIRED, "a Content-Length is expected")
        if len(length) > 9 or int(length) > BODY_LIMIT:
            raise Refusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"a message has {BODY_LIMIT} bytes at most")
        if self.headers.get_content_type() != "application/json":
            raise Refusal(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "application/json is expected")
        return self.rfile.read(int(length))

    # -- Answers. --

    def _file(self) -> None:
        name = urlsplit(self.path).path.removeprefix("/") or self.server.app.page
        files = {file.name: file for file in PAGES.iterdir() if file.suffix in TYPES}
        if name not in files:
            self._nothing()
        self._respond(HTTPStatus.OK, TYPES[files[name].suffix] + "; charset=utf-8", files[name].read_bytes())

    def _nothing(self) -> None:
        raise Refusal(HTTPStatus.NOT_FOUND, "there is nothing here")

    def _send(self) -> None:
        """Passes a page's message to the core, in the name of its client."""
        self._check_token(self.headers.get("X-Token", ""))
        client = self.server.clients.with_key(self.headers.get("X-Client", ""))
        if client is None:
            raise Refusal(HTTPStatus.CONFLICT, "the page is not connected")
        body = self._read_body()
        try:
            self.server.core.submit(client.name, body)
        except adit.CallError as error:
            raise Refusal(STATUSES.get(error.code, HTTPStatus.BAD_REQUEST), error.text) from error
        self._respond(HTTPStatus.NO_CONTENT)

    def _events(self) -> None:
        """Sends the core's messages for a new client, until the page has gone."""
        self._check_token(parse_qs(urlsplit(self.path).query).get("token", [""])[0])
        client = self.server.clients.add()
        if client is None:
            raise Refusal(HTTPStatus.SERVICE_UNAVAILABLE, "too many pages are connected, or the server ends")
        try:
            self._stream(client)
        finally:
            self.close_connection = True
            self.server.clients.remove(client)
            if not self.server.clients.have_ended:
                self._end_client(client)

    def _stream(self, client: Client) -> None:
        self.send_response(HTTPStatus.OK)
        self._send_headers({"Content-Type": "text/event-stream", "Connection": "close"})
        hello = json.dumps({"client": client.name, "key": client.key}).encode()
        self.wfile.write(b"event: hello\ndata: " + hello + b"\n\n")
        while (texts := client.take(self.connection, PING_SECONDS)) is not None:
            # A message has no line break: JSON writes those of its strings as \n.
            self.wfile.write(b"".join(b"data: " + text + b"\n\n" for text in texts) or b":\n\n")

    def _end_client(self, client: Client) -> None:
        """Ends the subscriptions of a page that has gone, and answers what it was asked."""
        messages = self.server.app.final_messages(client.name)
        messages += [{"@reply": {"effect": effect, "error": "the page has gone"}} for effect in client.effects]
        try:
            for message in messages:
                self.server.core.send(message)
        except adit.CallError:
            pass  # The core has closed, or its queue is full.

    def _respond(self, status: HTTPStatus, kind: str | None = None, body: bytes = b"") -> None:
        self.send_response(status)
        headers = {"Content-Type": kind} if kind is not None else {}
        if status != HTTPStatus.NO_CONTENT:
            headers["Content-Length"] = str(len(body))
        if self.close_connection:
            headers["Connection"] = "close"
        self._send_headers(headers)
        self.wfile.write(body)

    def _send_headers(self, headers: dict[str, str]) -> None:
        for name, value in (HEADERS | headers).items():
            self.send_header(name, value)
        self.end_headers()
