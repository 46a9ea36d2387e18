"""The driver of the browser itself."""

import http.server
import threading
import time

from screen_tests import ScreenTests


class SlowScript(http.server.BaseHTTPRequestHandler):
    """A page whose script comes late."""

    def do_GET(self) -> None:
        is_script = self.path == "/late.js"
        if is_script:
            time.sleep(0.5)
        self.send_response(200)
        self.send_header("Content-Type", "text/javascript" if is_script else "text/html")
        self.end_headers()
        self.wfile.write(b"window.ran = true" if is_script else b'<!doctype html><p>Text</p><script type="module" src="/late.js"></script>')

    def log_message(self, *_: object) -> None:
        pass


class OpeningTests(ScreenTests):
    def test_given_a_script_that_comes_late_when_a_page_is_opened_then_it_has_run(self):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), SlowScript)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        tab = self.open_url(f"http://127.0.0.1:{server.server_port}/")
        self.assertTrue(tab.evaluate("window.ran === true"))
