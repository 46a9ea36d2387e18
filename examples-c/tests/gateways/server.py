"""A server of pages: prints its port, and serves until it is killed. /held… is answered once /release was asked for."""

import http.server
import threading

PAGES = {"/news": b"The news of the day.\n", "/a": b"This is a.\n", "/noise": b"\xff\xfe", "/held": b"At last.\n", "/release": b"Go.\n"}
released = threading.Event()


class Pages(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        if self.path.startswith("/held"):
            released.wait()
        if self.path == "/release":
            released.set()
        body = PAGES.get(self.path, b"")
        self.send_response(200 if body else 404)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Pages)
print(server.server_port, flush=True)
server.serve_forever()
