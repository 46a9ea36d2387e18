"""A server that does what no server should: a fault for each path."""

import functools
import gzip
import hashlib
import json
import socket
import socketserver
import struct
import threading
import time
import zlib

TEXT = "".join(f"{number} é, " for number in range(300)).encode()
GZIP, ZLIB, RAW = gzip.compress(TEXT), zlib.compress(TEXT), zlib.compress(TEXT)[2:-4]
CODED = {
    # What is whole.
    "gzip": ("gzip", GZIP), "x-gzip": ("X-GZIP", GZIP), "deflate": ("deflate", ZLIB), "raw-deflate": ("deflate", RAW), "identity": ("identity", TEXT),
    "members": ("gzip", gzip.compress(TEXT[:1000]) + gzip.compress(b"") + gzip.compress(TEXT[1000:])), "empty": ("gzip", b""),
    # What is cut, in the head, the data and the checksum.
    "cut-in-head": ("gzip", GZIP[:1]), "cut-after-head": ("gzip", GZIP[:10]), "cut": ("gzip", GZIP[:-40]), "cut-in-checksum": ("gzip", GZIP[:-1]),
    "cut-deflate": ("deflate", ZLIB[:-40]), "cut-raw-deflate": ("deflate", RAW[:-40]), "cut-in-adler": ("deflate", ZLIB[:-1]),
    "cut-in-member": ("gzip", GZIP + GZIP[:20]),
    # What is wrong.
    "no-gzip": ("gzip", b"hello"), "wrong-checksum": ("gzip", GZIP[:-8] + b"12345678"), "more": ("gzip", GZIP + b"more"), "more-deflate": ("deflate", ZLIB + b"more"),
    "unknown": ("none-such", TEXT), "twice": ("gzip, gzip", gzip.compress(GZIP)),
}


@functools.cache
def spaces(count):
    return gzip.compress(b" " * count)


class Faulty(socketserver.ThreadingTCPServer):
    """A server with a fault for each path."""

    allow_reuse_address = daemon_threads = True
    request_queue_size = 512

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.port = self.server_address[1]
        self.requests, self.lock = [], threading.Lock()
        self.is_ending = threading.Event()
        threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True).start()

    def end(self):
        self.is_ending.set()
        self.shutdown()
        self.server_close()

    def handle_error(self, request, address):
        pass  # the client has gone

    def count(self, path):
        with self.lock:
            return sum(each["path"] == path for each in self.requests)


class Handler(socketserver.StreamRequestHandler):
    def read(self):
        method, path, _ = self.rfile.readline().decode().split()
        headers = {}
        while line := self.rfile.readline().strip():
            name, value = line.decode().split(":", 1)
            headers[name.lower()] = value.strip()
        body = b""
        if path.startswith("/deaf"):
            pass
        elif headers.get("transfer-encoding") == "chunked":
            while size := int(self.rfile.readline(), 16):
                body += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
        else:
            body = self.rfile.read(int(headers.get("content-length", 0)))
        return {"method": method, "path": path, "headers": headers, "length": len(body), "sha256": hashlib.sha256(body).hexdigest(),
                "body": body[:200].decode("latin-1")}

    def send(self, head, body=b""):
        self.wfile.write("\r\n".join([*head, "", ""]).encode("latin-1") + body)

    def answer(self, status, body=b"", *headers):
        self.send([f"HTTP/1.1 {status} X", f"Content-Length: {len(body)}", "Connection: close", *headers], body)

    def handle(self):
        try:
            request = self.read()
        except (ValueError, ConnectionError):
            return
        with self.server.lock:
            self.server.requests.append(request)
        name = request["path"].split("?")[0].strip("/").split("/")[0].replace("-", "_")
        getattr(self, f"do_{name}")(request)

    def do_echo(self, request):
        self.answer(200, json.dumps(request).encode())

    # -- It hangs. --

    def do_hang(self, _):
        self.server.is_ending.wait(60)

    do_deaf_hang = do_hang  # what is uploaded is not read

    def do_hang_in_headers(self, request):
        self.wfile.write(b"HTTP/1.1 200 OK\r\nX-Half: ")
        self.do_hang(request)

    def do_hang_in_body(self, request):
        self.send(["HTTP/1.1 200 OK", "Content-Length: 100"], b"ten bytes.")
        self.do_hang(request)

    def do_hang_in_chunk(self, request):
        self.send(["HTTP/1.1 200 OK", "Transfer-Encoding: chunked"], b"64\r\nten bytes.")
        self.do_hang(request)

    # -- It ends the connection. --

    def do_reset(self, _):
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()

    def do_deaf_reset(self, request):
        self.rfile.read(100_000)
        self.do_reset(request)

    def do_deaf_refusal(self, request):
        self.answer(413, b"too large")
        self.do_hang(request)  # what is uploaded further is not read; nor is the connection reset by that

    def do_reset_in_headers(self, request):
        self.wfile.write(b"HTTP/1.1 200 OK\r\nX-Half: ")
        self.do_reset(request)

    def do_reset_in_body(self, request):
        self.send(["HTTP/1.1 200 OK", "Content-Length: 1000000"], b"x" * 300_000)
        time.sleep(0.05)  # it arrives before the reset, which overtakes
        self.do_reset(request)

    def do_reset_in_chunk(self, request):
        self.send(["HTTP/1.1 200 OK", "Transfer-Encoding: chunked"], b"64\r\nten bytes.")
        time.sleep(0.05)
        self.do_reset(request)

    def do_close(self, _):
        pass

    def do_close_in_headers(self, _):
        self.wfile.write(b"HTTP/1.1 200 OK\r\nX-Half: ")

    def do_close_in_chunks(self, _):
        self.send(["HTTP/1.1 200 OK", "Transfer-Encoding: chunked"], b"5\r\nhello\r\n")

    def do_short(self, _):
        self.send(["HTTP/1.1 200 OK", "Content-Length: 100"], b"ten bytes.")

    # -- It speaks no HTTP. --

    def do_garbage(self, _):
        self.wfile.write(b"\x00\x01 no HTTP at all\r\n\r\n" * 10)

    def do_bad_chunk(self, _):
        self.send(["HTTP/1.1 200 OK", "Transfer-Encoding: chunked"], b"5\r\nhello\r\nxyz\r\nhello\r\n0\r\n\r\n")

    def do_negative_chunk(self, _):
        self.send(["HTTP/1.1 200 OK", "Transfer-Encoding: chunked"], b"-5\r\nhello\r\n0\r\n\r\n")

    def do_huge_chunk(self, _):
        self.send(["HTTP/1.1 200 OK", "Transfer-Encoding: chunked"], b"5\r\nhello\r\nfffffffffffffffff\r\nhello")

    def do_long_chunk(self, _):
        """It has more than it says."""
        self.send(["HTTP/1.1 200 OK", "Transfer-Encoding: chunked"], b"5\r\nhello, and more\r\n0\r\n\r\n")

    def do_two_lengths(self, _):
        self.send(["HTTP/1.1 200 OK", "Content-Length: 10", "Content-Length: 5"], b"ten bytes.")

    def do_list_of_lengths(self, _):
        self.send(["HTTP/1.1 200 OK", "Content-Length: 10, 5"], b"ten bytes.")

    def do_no_length(self, _):
        self.send(["HTTP/1.1 200 OK", "Content-Length: ten"], b"ten bytes.")

    def do_negative_length(self, _):
        self.send(["HTTP/1.1 200 OK", "Content-Length: -1"], b"ten bytes.")

    def do_half_a_length(self, _):
        self.send(["HTTP/1.1 200 OK", "Content-Length: 5x"], b"ten bytes.")

    def do_same_lengths(self, _):
        """This is allowed (RFC 9110, 8.6)."""
        self.send(["HTTP/1.1 200 OK", "Content-Length: 10", "Content-Length: 10", "Connection: close"], b"ten bytes.")

    def do_length_and_chunks(self, _):
        """So is this: the chunks count (RFC 9112, 6.3)."""
        self.send(["HTTP/1.1 200 OK", "Content-Length: 99999999999999", "Transfer-Encoding: chunked", "Connection: close"],
                  b"5\r\nhello\r\n0\r\n\r\n")

    def do_switches(self, _):
        """It changes to a protocol that nobody has asked for."""
        self.send(["HTTP/1.1 101 Switching Protocols", "Connection: upgrade", "Upgrade: websocket"], b"\x81\x05hello")

    def do_nul(self, _):
        self.send(["HTTP/1.1 200 OK", "X-Nul: a\0b", "Content-Length: 0"])

    # -- What is compressed is damaged. --

    def do_corrupt_gzip(self, _):
        data = bytearray(gzip.compress(b"hello " * 10_000 + bytes(range(256)) * 4))
        data[len(data) // 2] ^= 0xff
        data[len(data) // 2 + 1] ^= 0xff
        self.answer(200, bytes(data), "Content-Encoding: gzip")

    def do_coded(self, request):
        """A body as a case of CODED, in one piece, by /coded/CASE; in small chunks, by /coded/CASE/chunks."""
        _, _, case, *chunks = request["path"].split("?")[0].split("/")
        coding, data = CODED[case]
        if not chunks:
            self.answer(200, data, f"Content-Encoding: {coding}")
            return
        if chunks == ["transfer"]:  # as a coding of the transfer
            self.send(["HTTP/1.1 200 OK", f"Transfer-Encoding: {coding}, chunked", "Connection: close"])
        else:
            self.send(["HTTP/1.1 200 OK", "Transfer-Encoding: chunked", f"Content-Encoding: {coding}", "Connection: close"])
        for first in range(0, len(data), 7):
            piece = data[first:first + 7]
            self.wfile.write(f"{len(piece):x}\r\n".encode() + piece + b"\r\n")
        self.wfile.write(b"0\r\n\r\n")

    def do_contentless(self, request):
        """A response of the status that the path says, which has no content."""
        self.send([f"HTTP/1.1 {request['path'].split('/')[2]} X", "Content-Encoding: gzip", "Connection: close"])

    def do_bomb(self, request):
        """As many spaces as the path says, compressed, in few bytes; with /hang, the end does not come."""
        _, _, count, *hangs = request["path"].split("/")
        data = spaces(int(count))
        self.send(["HTTP/1.1 200 OK", f"Content-Length: {len(data) + len(hangs)}", "Content-Encoding: gzip", "Connection: close"], data)
        if hangs:
            self.do_hang(request)

    # -- It sends too much. --

    def do_endless(self, _):
        self.wfile.write(b"HTTP/1.1 200 OK\r\n\r\n")
        while not self.server.is_ending.is_set():
            self.wfile.write(b"x" * 65536)

    def do_announced(self, _):
        self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999999\r\n\r\n")
        self.server.is_ending.wait(60)

    def do_headers(self, _):
        self.wfile.write(b"HTTP/1.1 200 OK\r\n")
        while not self.server.is_ending.is_set():
            self.wfile.write(b"X-Filler: " + b"x" * 1000 + b"\r\n")

    def do_endless_line(self, _):
        self.wfile.write(b"HTTP/1.1 200 OK\r\nX-Filler: ")
        while not self.server.is_ending.is_set():
            self.wfile.write(b"x" * 65536)

    def do_endless_interim(self, _):
        while not self.server.is_ending.is_set():
            self.wfile.write(b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" * 100)

    def do_endless_trailers(self, _):
        self.send(["HTTP/1.1 200 OK", "Transfer-Encoding: chunked"], b"5\r\nhello\r\n0\r\n")
        while not self.server.is_ending.is_set():
            self.wfile.write(b"X-Filler: x\r\n" * 100)

    # -- It is odd, but right. --

    def do_many_interim(self, _):
        self.wfile.write(b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" * 3)
        self.answer(200, b"at last", "X-Name: v1", "X-Name: v2", "X-Latin: caf\xe9", "Set-Cookie: a=1", "Set-Cookie: b=2")

    def do_folded(self, _):
        self.answer(200, b"", "X-Folded: a,", "  b: c\xe9", "\td", "X-Other: e", "X-" + "n" * 300 + ": f", " lost", "X-\xff: g")

    def do_endless_redirect(self, _):
        self.wfile.write(b"HTTP/1.1 302 Found\r\nLocation: /echo\r\n\r\n")
        while not self.server.is_ending.is_set():
            self.wfile.write(b"x" * 65536)

    # -- It recovers. --

    def do_flaky(self, request):
        """503 twice, then good; each with its own path."""
        good = self.server.count(request["path"]) > 2
        self.answer(200 if good else 503, b"good" if good else b"bad")

    def do_flaky_reset(self, request):
        if self.server.count(request["path"]) > 1:
            self.answer(200, b"good")
        else:
            self.do_reset(request)

    def do_later(self, request):
        good = self.server.count(request["path"]) > 1
        self.answer(200 if good else 429, b"good", *([] if good else ["Retry-After: 1"]))

    def do_much_later(self, _):
        self.answer(503, b"come back", "Retry-After: 3600")

    # -- Pieces. --

    def do_pieces(self, _):
        """A text whose characters are cut by its pieces."""
        self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n")
        for piece in (b"a\xc3", b"\xa9\xe2\x82", b"\xac\xff", b"z"):
            self.wfile.write(piece)
            self.wfile.flush()
            time.sleep(0.05)
