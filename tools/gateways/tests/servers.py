"""The servers of the tests: an nginx, and one that does what no server should."""

import hashlib
import json
import os
import pathlib
import shutil
import socket
import socketserver
import struct
import subprocess
import threading
import time

NGINX = """
daemon off; master_process off; worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/error.log;
{user}
events {{ worker_connections 1024; }}
http {{
    access_log {folder}/access.log; client_body_temp_path {folder}/t1; proxy_temp_path {folder}/t2; fastcgi_temp_path {folder}/t3;
    uwsgi_temp_path {folder}/t4; scgi_temp_path {folder}/t5; root {folder}/www; client_max_body_size 0; types {{ }} default_type text/plain;
    gzip on; gzip_min_length 1; gzip_types application/zipped;
    server {{
        listen 127.0.0.1:{plain};
        location = /moved {{ return 302 /hello.txt; }}
        location = /loop {{ return 302 /loop; }}
        location = /to-tls {{ return 301 https://localhost:{tls}/hello.txt; }}
        location = /to-other-port {{ return 307 http://127.0.0.1:{faulty}/echo; }}
        location = /see-other {{ return 303 /hello.txt; }}
        location = /to-forbidden {{ return 302 http://127.0.0.1:{forbidden}/; }}
        location = /to-metadata {{ return 302 http://169.254.169.254/latest/; }}
        location = /to-file {{ return 302 file:///etc/passwd; }}
        location = /status {{ return 418 "teapot"; }}
        location = /zipped {{ default_type application/zipped; try_files /hello.txt =404; }}
        location = /bomb {{ default_type application/zipped; try_files /zeros =404; }}
    }}
    server {{ listen 127.0.0.1:{tls} ssl; server_name localhost; ssl_certificate {folder}/good.pem; ssl_certificate_key {folder}/good.key; }}
    server {{ listen 127.0.0.1:{stranger} ssl; ssl_certificate {folder}/stranger.pem; ssl_certificate_key {folder}/stranger.key; }}
    server {{ listen 127.0.0.1:{wrong} ssl; ssl_certificate {folder}/wrong.pem; ssl_certificate_key {folder}/wrong.key; }}
    server {{ listen 127.0.0.1:{expired} ssl; ssl_certificate {folder}/expired.pem; ssl_certificate_key {folder}/expired.key; }}
}}
"""


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def run(*command):
    subprocess.run(command, check=True, capture_output=True)


def make_certificate(folder, name, host, authority, days):
    """A certificate for a host; of the authority, or its own."""
    key, file, request = folder / f"{name}.key", folder / f"{name}.pem", folder / f"{name}.csr"
    names = folder / f"{name}.ext"
    names.write_text(f"subjectAltName=DNS:{host}\n")
    run("openssl", "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key, "-out", request, "-subj", f"/CN={host}")
    signer = ["-CA", folder / f"{authority}.pem", "-CAkey", folder / f"{authority}.key", "-CAcreateserial"] if authority else ["-signkey", key]
    run("openssl", "x509", "-req", "-in", request, "-out", file, "-days", str(days), "-extfile", names, *signer)


def make_certificates(folder):
    run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", folder / "ca.key",
        "-out", folder / "ca.pem", "-days", "10", "-subj", "/CN=test authority")
    make_certificate(folder, "good", "localhost", "ca", 10)
    make_certificate(folder, "wrong", "other.example", "ca", 10)
    make_certificate(folder, "stranger", "localhost", None, 10)
    make_certificate(folder, "expired", "localhost", "ca", -1)


class Nginx:
    def __init__(self, folder, faulty, forbidden):
        self.folder = pathlib.Path(folder)
        (self.folder / "www").mkdir()
        (self.folder / "www/hello.txt").write_text("hello\n")
        with open(self.folder / "www/large", "wb") as file:
            file.truncate(50_000_000)
        (self.folder / "www/zeros").write_bytes(bytes(20_000_000))
        make_certificates(self.folder)
        self.plain, self.tls, self.stranger, self.wrong, self.expired = free_ports(5)
        config = self.folder / "nginx.conf"
        config.write_text(NGINX.format(folder=folder, faulty=faulty, forbidden=forbidden, user="user root;" if os.geteuid() == 0 else "",
                                       **{name: getattr(self, name) for name in ("plain", "tls", "stranger", "wrong", "expired")}))
        program = shutil.which("nginx") or "/usr/sbin/nginx"
        self.process = subprocess.Popen([program, "-p", folder, "-c", config, "-e", self.folder / "error.log"])
        for _ in range(500):
            try:
                socket.create_connection(("127.0.0.1", self.plain)).close()
                return
            except ConnectionRefusedError:
                time.sleep(0.01)
        raise AssertionError((self.folder / "error.log").read_text())

    def end(self):
        self.process.terminate()
        self.process.wait()


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
        if headers.get("transfer-encoding") == "chunked":
            while size := int(self.rfile.readline(), 16):
                body += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
        else:
            body = self.rfile.read(int(headers.get("content-length", 0)))
        return {"method": method, "path": path, "headers": headers, "length": len(body), "sha256": hashlib.sha256(body).hexdigest(),
                "body": body[:200].decode("latin-1")}

    def answer(self, status, body=b"", *headers):
        lines = [f"HTTP/1.1 {status} X", f"Content-Length: {len(body)}", "Connection: close", *headers]
        self.wfile.write("\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body)

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

    def do_hang(self, _):
        self.server.is_ending.wait(60)

    def do_reset(self, _):
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()

    def do_close(self, _):
        pass

    def do_short(self, _):
        self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nten bytes.")

    def do_garbage(self, _):
        self.wfile.write(b"\x00\x01 no HTTP at all\r\n\r\n" * 10)

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

    def do_many_interim(self, _):
        self.wfile.write(b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" * 3)
        self.answer(200, b"at last", "X-Name: v1", "X-Name: v2", "X-Latin: caf\xe9", "Set-Cookie: a=1", "Set-Cookie: b=2")

    def do_endless_redirect(self, _):
        self.wfile.write(b"HTTP/1.1 302 Found\r\nLocation: /echo\r\n\r\n")
        while not self.server.is_ending.is_set():
            self.wfile.write(b"x" * 65536)

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

    def do_pieces(self, _):
        """A text whose characters are cut by its pieces."""
        self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n")
        for piece in (b"a\xc3", b"\xa9\xe2\x82", b"\xac\xff", b"z"):
            self.wfile.write(piece)
            self.wfile.flush()
            time.sleep(0.05)
