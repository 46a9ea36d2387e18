"""The pages that are connected, and the way of a core's messages to them."""

import itertools
import json
import os
import secrets
import select
import socket
import sys
import threading
from collections import deque
from typing import Any

PENDING_LIMIT = 256 * 1024 * 1024  # bytes
CLIENT_LIMIT = 32


class Client:
    """A page: a client of the core, with the messages that wait to be sent to it."""

    def __init__(self, name: str):
        self.name = name
        self.key = secrets.token_urlsafe(16)  # The page proves by it that a message is its own.
        self.effects: deque[str] = deque(maxlen=64)
        self.is_open = True
        self._lock = threading.Lock()
        self._pending: list[bytes] = []
        self._pending_bytes = 0
        self._wakeup = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)

    def put(self, text: bytes) -> None:
        """Adds a message; ends a page that does not take its messages. Any thread."""
        with self._lock:
            if not self.is_open:
                return
            self._pending.append(text)
            self._pending_bytes += len(text)
            if self._pending_bytes > PENDING_LIMIT:
                self.is_open, self._pending = False, []
            os.eventfd_write(self._wakeup, 1)

    def take(self, connection: socket.socket, timeout: float) -> list[bytes] | None:
        """Waits for messages; none if the time is up, None if the page has gone or is to go."""
        ready, _, _ = select.select([connection, self._wakeup], [], [], timeout)
        if connection in ready:
            return None  # A page sends nothing after its request: this is the end of the connection.
        with self._lock:
            if self._wakeup in ready:
                os.eventfd_read(self._wakeup)
            pending, self._pending, self._pending_bytes = self._pending, [], 0
            return pending if self.is_open else None

    def end(self) -> None:
        """Makes `take` return None. Any thread."""
        with self._lock:
            if self.is_open:
                self.is_open = False
                os.eventfd_write(self._wakeup, 1)

    def release(self) -> None:
        """Ends the client; only the thread that takes its messages calls this."""
        with self._lock:
            self.is_open = False
            os.close(self._wakeup)


class Clients:
    """All connected pages. Any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._numbers = itertools.count(1)
        self._clients: dict[str, Client] = {}
        self.have_ended = False

    def add(self) -> Client | None:
        """A new client; None if there are too many, or the server ends."""
        with self._lock:
            if self.have_ended or len(self._clients) >= CLIENT_LIMIT:
                return None
            client = Client(f"page-{next(self._numbers)}")
            self._clients[client.name] = client
            return client

    def remove(self, client: Client) -> None:
        with self._lock:
            del self._clients[client.name]
        client.release()

    def with_key(self, key: str) -> Client | None:
        with self._lock:
            clients = list(self._clients.values())
        return next((client for client in clients if secrets.compare_digest(client.key.encode(), key.encode())), None)

    def end(self) -> None:
        """Ends all of them, and takes no new ones."""
        with self._lock:
            self.have_ended = True
            for client in self._clients.values():
                client.end()

    def receive(self, text: bytes) -> None:
        """Passes on a message of the core: to the client that it names, or else to nobody."""
        message = json.loads(text)
        client = self._recipient(message)
        if client is not None:
            if (effect := message.get("@effect")) and effect.get("reply", True):
                client.effects.append(effect["id"])
            client.put(text)
        elif not self.have_ended and ("@error" in message or "@log" in message):
            print(text.decode(), file=sys.stderr)

    def _recipient(self, message: dict[str, Any]) -> Client | None:
        with self._lock:
            client = self._clients.get(message.get("@client", ""))
            if client is None and message.get("@effect", {}).get("reply") is False and self._clients:
                return list(self._clients.values())[-1]  # Its page has gone, and any other can show it.
            return client
