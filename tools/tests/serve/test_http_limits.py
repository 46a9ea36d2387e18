"""Peers by HTTP that do not keep to it: answers that are not read, bodies without a token, handshakes and frames that are refused."""

import json
import re
import select
import socket
import time
import unittest

import peer
from peer import increment, incremented
from test_http import A, TOKEN, Server

HEALTH = b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n"


def handshake(**changes):
    """The head of a request for a WebSocket; a header whose value is None is left out."""
    headers = {"Host": "x", "Authorization": f"Bearer {TOKEN}", "Connection": "Upgrade", "Upgrade": "websocket",
               "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}
    headers |= {name.replace("_", "-"): value for name, value in changes.items()}
    return "GET /socket HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in headers.items() if value is not None)


def send_until_blocked(connection, data, most, patience=1):
    """Sends data again and again, until it is not taken, or until so many bytes are. Returns the number of bytes."""
    connection.setblocking(False)
    poll, sent = select.poll(), 0
    poll.register(connection, select.POLLOUT)
    while sent < most and poll.poll(patience * 1000):
        try:
            sent += connection.send(data[sent % len(data):])
        except BlockingIOError:
            pass
    connection.settimeout(peer.PATIENCE)
    return sent


class HTTPLimits(peer.Test):
    def serve(self, *options, **more):
        server = Server(self.folder, "--core", "a=counter", *options, **more)
        self.addCleanup(server.destroy)
        server.memory = 0
        server.memory = self.grown(server)
        return server

    def connect(self, server, buffer=None):
        connection = socket.socket()
        self.addCleanup(connection.close)
        connection.settimeout(peer.PATIENCE)
        if buffer:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        connection.connect(("127.0.0.1", server.port))
        return connection

    def grown(self, server):
        """The most memory that it has had, in bytes, beyond what it has at first."""
        return peer.peak_memory(server.process.pid) * 1024 - server.memory

    # MARK: Memory

    def test_given_requests_whose_answers_are_not_read_when_more_come_then_they_are_not_read_either(self):
        server = self.serve()
        connection = self.connect(server, buffer=4096)
        # The sockets of both sides take some megabytes. A server that reads on takes everything.
        self.assertLess(send_until_blocked(connection, HEALTH * 2000, 20_000_000), 20_000_000)
        self.assertLess(self.grown(server), 30_000_000)
        # WHEN they are read, it goes on.
        poll = select.poll()
        poll.register(connection, select.POLLOUT)
        while not poll.poll(0):
            self.assertTrue(connection.recv(1 << 16))

    def test_given_requests_without_a_pause_when_the_last_is_not_complete_then_each_is_answered_in_turn(self):
        server = self.serve()
        connection = self.connect(server)
        head = b"POST /messages HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n"
        connection.sendall((HEALTH + head + b"body") * 300 + head)
        expected, data = [b"200", b"401"] * 300, b""
        while len(found := re.findall(rb"HTTP/1.1 (\d+) ", data)) < len(expected):
            data += connection.recv(1 << 16)
        self.assertEqual(found, expected)
        connection.sendall(b"body" + HEALTH)
        while len(found := re.findall(rb"HTTP/1.1 (\d+) ", data)) < len(expected) + 2:
            data += connection.recv(1 << 16)
        self.assertEqual(found[-2:], [b"401", b"200"])

    def test_given_pings_whose_answers_are_not_read_when_more_come_then_the_latest_is_answered(self):
        server = self.serve()
        connection, other = self.connect(server, buffer=4096), server.trusted()
        other.send({"@subscribe": {"path": "/value"}, **A})
        other.until("@value")
        connection.sendall(handshake().encode() + b"\r\n")
        for number in range(120):
            connection.sendall((b"\x89\xFD\0\0\0\0" + b"%125d" % number) * 1000)
        message = json.dumps(increment(1, **A)).encode()
        connection.sendall(bytes([0x81, 0x80 | len(message)]) + b"\0\0\0\0" + message)
        # WHEN all of them have been handled
        other.until("@patch")
        self.assertLess(self.grown(server), 15_000_000)
        data = b""
        while b"\x8A\x7D%125d" % 119 not in data:
            data = data[-127:] + connection.recv(1 << 16)

    def test_given_requests_without_a_token_when_they_have_bodies_then_those_are_not_kept(self):
        server = self.serve()
        body = b"x" * 10_000_000
        head = f"POST /messages?client=c-1 HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body) + 1}\r\n\r\n".encode()
        connections = [self.connect(server) for _ in range(20)]
        for connection in connections:
            connection.sendall(head + body)
        for connection in connections:
            connection.sendall(b"x")
            self.assertTrue(connection.recv(100).startswith(b"HTTP/1.1 401 "))
        self.assertLess(self.grown(server), 30_000_000)

    def test_given_connections_that_are_no_clients_when_they_have_their_share_then_clients_still_have_places(self):
        # GIVEN 20 places
        server = self.serve(prefix=("prlimit", "--nofile=52:52"))
        others = [self.connect(server) for _ in range(20)]
        for connection in others:
            connection.sendall(HEALTH)
        # THEN half of the connections are served, and clients come by a socket without waiting for their end.
        self.assertTrue(all(connection.recv(100).startswith(b"HTTP/1.1 200 ") for connection in others[:10]))
        self.assertFalse(peer.is_readable(others[19].fileno(), 0.5))
        for _ in range(3):
            client = socket.socket(socket.AF_UNIX)
            self.addCleanup(client.close)
            client.connect(server.path)
            self.assertTrue(peer.is_readable(client.fileno(), 20))
        # WHEN connections become clients, others have their places.
        for connection in others[:5]:
            connection.sendall(f"GET /events?token={TOKEN} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            self.assertTrue(connection.recv(100).startswith(b"HTTP/1.1 200 "))
        self.assertTrue(peer.is_readable(others[14].fileno(), 20))

    # MARK: Requests

    def test_given_a_token_when_its_scheme_is_in_lower_case_then_it_is_accepted(self):
        server = self.serve()
        for scheme in ("Bearer", "bearer", "BEARER"):
            self.assertEqual(server.ask("/metrics", {"Authorization": f"{scheme} {TOKEN}"})[0], 200, scheme)
        for value in ("Bearer", "Bearer ", f"Basic {TOKEN}", TOKEN, f"Bearer {TOKEN} x"):
            self.assertEqual(server.ask("/metrics", {"Authorization": value})[0], 401, value)

    def test_given_a_request_that_waits_before_its_body_when_its_head_has_come_then_it_may_go_on(self):
        server = self.serve()
        stream = server.events()
        body = json.dumps({**increment(1), **A}).encode()
        post = self.connect(server)
        post.sendall(f"POST /messages?client={stream.event()['@ready']['client']} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {TOKEN}\r\n"
                     f"Expect: 100-continue\r\nContent-Length: {len(body)}\r\n\r\n".encode())
        file = post.makefile("rb")
        self.addCleanup(file.close)
        self.assertEqual((file.readline(), file.readline()), (b"HTTP/1.1 100 Continue\r\n", b"\r\n"))
        post.sendall(body)
        self.assertEqual(file.readline(), b"HTTP/1.1 202 Accepted\r\n")
        self.assertEqual(stream.event(), incremented(1, **A))

    def test_given_a_stream_that_continues_as_a_client_when_messages_are_posted_then_they_have_its_new_name(self):
        server = self.serve()
        former, stream = server.events(), server.events()
        old, given = former.event()["@ready"]["client"], stream.event()["@ready"]["client"]
        former.close()
        while server.ask(f"/messages?client={old}", data=b"")[0] != 404:
            pass
        self.assertEqual(server.ask(f"/messages?client={given}", data=json.dumps({"@hello": {"client": old}}).encode())[0], 202)
        self.assertEqual(stream.event(), {"@hello": {"client": old}})
        self.assertEqual((server.ask(f"/messages?client={given}", data=b"")[0], server.ask(f"/messages?client={old}", data=b"")[0]), (404, 202))

    def test_given_headers_of_combining_marks_when_they_have_no_token_then_they_are_refused_at_once(self):
        # Swift compares texts by their normal forms, which takes a time quadratic in such marks.
        server = self.serve()
        connection, marks = self.connect(server), "\u0316\u0301" * 18_000
        begin = time.monotonic()
        for header, status in (("Origin", b"403"), ("Authorization", b"401"), ("Expect", b"401")) * 5:
            connection.sendall(f"GET /socket HTTP/1.1\r\nHost: x\r\n{header}: 1{marks}\r\n\r\n".encode())
            self.assertTrue(connection.recv(1 << 16).startswith(b"HTTP/1.1 " + status), header)
        # It was half a second for each, and more.
        self.assertLess(time.monotonic() - begin, 3)

    # MARK: WebSockets

    def test_given_a_handshake_when_it_is_refused_then_the_answer_says_why(self):
        server = self.serve()
        for what, head, status in (
                ("no token", handshake(Authorization=None), "401"), ("wrong token", handshake(Authorization="Bearer x"), "401"),
                ("foreign origin", handshake(Origin="https://evil.example"), "403"), ("old version", handshake(Sec_WebSocket_Version="12"), "426"),
                ("no version", handshake(Sec_WebSocket_Version=None), "426"), ("no key", handshake(Sec_WebSocket_Key=None), "400"),
                ("other protocol", handshake(Upgrade="h2c"), "426"), ("no upgrade", handshake(Upgrade=None, Connection=None), "426"),
                ("no connection", handshake(Connection="keep-alive"), "426"), ("two words", handshake(Connection="upgrade x"), "426"),
                ("a tab", handshake(Connection="upgrade\t"), "426")):
            with self.subTest(what):
                answer = server.connect(head)
                self.assertEqual(answer.status, status)
                if status == "426":
                    self.assertEqual((answer.headers["upgrade"], answer.headers["sec-websocket-version"]), ("websocket", "13"))
        self.assertEqual(server.connect(handshake(Connection="keep-alive , Upgrade")).status, "101")

    def test_given_a_connection_with_requests_when_a_handshake_follows_then_it_becomes_a_web_socket(self):
        server = self.serve()
        message = json.dumps(increment(1, **A)).encode()
        frame = bytes([0x81, 0x80 | len(message)]) + b"\0\0\0\0" + message
        raw = handshake().encode() + b"\r\n"
        for what, pieces in {"one by one": [HEALTH, HEALTH, raw, frame], "together": [HEALTH * 2 + raw + frame]}.items():
            with self.subTest(what):
                connection = self.connect(server)
                for piece in pieces:
                    connection.sendall(piece)
                    if piece == HEALTH:
                        self.assertIn(b"HTTP/1.1 200 OK\r\n", connection.recv(1 << 16))
                data = b""
                while b"wasIncremented" not in data:
                    piece = connection.recv(1 << 16)
                    self.assertTrue(piece, data)
                    data += piece
                self.assertIn(b"HTTP/1.1 101 Switching Protocols\r\n", data)
                self.assertIn(b'{"@ready":', data)

    def test_given_a_request_for_another_protocol_when_answered_then_the_connection_ends(self):
        # NIO's parser reads nothing after it, so a request that follows would wait for its answer.
        server = self.serve()
        connection = server.connect("GET /health HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: \r\n")
        self.assertEqual((connection.status, connection.headers["connection"]), ("200", "close"))
        self.assertEqual(connection.file.read(), b'{"status":"ok"}\n')

    def test_given_frames_in_the_wrong_place_of_a_message_when_sent_then_the_connection_ends_and_they_have_no_effect(self):
        server = self.serve()
        text = json.dumps(increment(1, **A)).encode()
        for what, frames in {"a continuation of nothing": [(text, 0x80)], "a text within a text": [(text[:20], 0x01), (text, 0x81)],
                             "a binary within a text": [(text[:20], 0x01), (text, 0x82)],
                             "a continuation after the end": [(b"", 0x01), (b"", 0x80), (text, 0x80)]}.items():
            with self.subTest(what):
                client = server.web_socket()
                client.next()
                for data, opcode in frames:
                    client.frame(data, opcode)
                self.assertEqual((client.next_frame(), client.next_frame()), ((0x88, b"\x03\xea"), None))
        self.assertEqual(server.client().ask(increment(1, **A)), incremented(1, **A))

    def test_given_a_close_frame_when_it_is_none_that_may_be_sent_then_the_answer_is_an_error_of_the_protocol(self):
        server = self.serve()
        for data in (b"\x03", b"\0\0", *(code.to_bytes(2, "big") for code in (999, 1004, 1005, 1006, 1015, 2999, 5000))):
            with self.subTest(data):
                client = server.web_socket()
                client.next()
                client.frame(data, 0x88)
                self.assertEqual((client.next_frame(), client.next_frame()), ((0x88, b"\x03\xea"), None))
        for data in (b"", b"\x03\xe8", b"\x03\xe9the end", b"\x0b\xb8", b"\x13\x87"):
            with self.subTest(data):
                client = server.web_socket()
                client.next()
                client.frame(data, 0x88)
                self.assertEqual((client.next_frame(), client.next_frame()), ((0x88, data), None))


if __name__ == "__main__":
    unittest.main()
