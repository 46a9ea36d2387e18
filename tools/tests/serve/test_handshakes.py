"""Connections that never become clients: they are closed after --handshake-timeout, also those that send a byte now and then."""

import json
import socket
import threading
import time

import peer
from peer import increment, incremented
from test_http import A, TOKEN, Server

HEALTH = b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n"
UPGRADE = f"GET /socket?token={TOKEN} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n".encode()


def post(client, length):
    return (f"POST /messages?client={client} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {TOKEN}\r\n"
            f"Content-Length: {length}\r\n\r\n").encode()


class Handshakes(peer.Test):
    def setUp(self):
        super().setUp()
        self.server = Server(self.folder, "--core", "a=counter", "--handshake-timeout", 2)
        self.addCleanup(self.server.destroy)

    def connect(self, data):
        connection = socket.create_connection(("127.0.0.1", self.server.port), timeout=peer.PATIENCE)
        self.addCleanup(connection.close)
        connection.sendall(data)
        return connection

    def seconds_to_end(self, connection, byte=b""):
        """How long it is open, while it sends a byte now and then."""
        begin, has_ended = time.monotonic(), threading.Event()

        def send():
            try:
                while byte and not has_ended.wait(0.2):
                    connection.sendall(byte)
            except OSError:
                pass

        sender = threading.Thread(target=send)
        sender.start()
        try:
            while connection.recv(1 << 16):
                pass
        except ConnectionResetError:
            pass
        has_ended.set()
        sender.join()
        return time.monotonic() - begin

    def test_given_a_connection_that_is_no_client_when_it_has_had_its_time_then_it_is_closed(self):
        client = self.server.events().event()["@ready"]["client"]
        for what, data, byte in (("nothing", b"", b""), ("half a head", HEALTH[:-2], b"x"), ("half a handshake", UPGRADE, b""),
                                 ("half a handshake", UPGRADE, b"x"), ("half a body", post(client, 1000), b""),
                                 ("half a body", post(client, 1000), b"x")):
            with self.subTest(what, byte=byte):
                seconds = self.seconds_to_end(self.connect(data), byte)
                self.assertTrue(1.5 < seconds < 20, seconds)

    def test_given_a_request_when_it_was_answered_then_there_is_as_long_for_the_next(self):
        connection = self.connect(b"")
        for _ in range(4):
            time.sleep(0.8)
            connection.sendall(HEALTH)
            self.assertTrue(connection.recv(1 << 16).startswith(b"HTTP/1.1 200 "))
        seconds = self.seconds_to_end(connection)
        self.assertTrue(1.5 < seconds < 20, seconds)

    def test_given_clients_when_they_are_quiet_then_they_are_not_closed(self):
        clients = [self.server.client(), self.server.trusted(), self.server.web_socket()]
        stream = self.server.events()
        name = stream.event()["@ready"]["client"]
        clients[2].next()
        self.seconds_to_end(self.connect(b""))
        time.sleep(1)
        for number, client in enumerate(clients, 1):
            client.send(increment(1, **A))
            self.assertEqual(client.next(), incremented(number, **A))
        self.assertEqual(self.server.ask(f"/messages?client={name}", data=json.dumps(increment(1, **A)).encode())[0], 202)
        self.assertEqual(stream.event(), incremented(4, **A))


if __name__ == "__main__":
    peer.main()
