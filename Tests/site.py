#!/usr/bin/env python3
"""Whether the pages of the site that scripts/docs makes work in a browser, wide and narrow, light and dark.

    site.py SITE [--screenshots FOLDER]

Each page is to be whole: nothing that it asks for is missing, no script fails, and it is no wider than the window. The search is to find
guides, types of Swift and functions of C.
"""

import argparse
import functools
import http.server
import pathlib
import sys
import threading
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "examples/tests"))
from devtools import Browser  # noqa: E402

PAGES = {"index": "", "store": "store/", "swift": "reference/documentation/adit/statestore/", "c": "reference/c/adit_8h.html"}
SIZES = {"wide": (1440, 900), "narrow": (390, 844)}
RECORDER = """
try { localStorage.clear() } catch {}  // the palette that another page had
window.failures = [];
addEventListener("error", event => failures.push(String(event.message || event.target.src || event.target.href)), true);
addEventListener("unhandledrejection", event => failures.push(String(event.reason)));
const written = console.error;
console.error = (...values) => { failures.push(values.join(" ")); written(...values); };
"""


class Server(http.server.ThreadingHTTPServer):
    """A server of a folder, with what it lacked."""

    def __init__(self, folder):
        self.lacking = []
        super().__init__(("127.0.0.1", 0), functools.partial(Handler, directory=folder))
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def url(self, page):
        return f"http://127.0.0.1:{self.server_address[1]}/{page}"


class Handler(http.server.SimpleHTTPRequestHandler):
    def send_error(self, code, message=None, explain=None):
        self.server.lacking.append(f"{code} {self.path}")
        super().send_error(code, message, explain)

    def log_message(self, *_):
        pass


class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server, cls.browser = Server(options.site), Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.server.shutdown()

    def open(self, page, size="wide", scheme="light"):
        tab = self.browser.open("about:blank")
        width, height = SIZES[size]
        tab.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=size == "narrow")
        tab.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        tab.command("Page.addScriptToEvaluateOnNewDocument", source=RECORDER)
        tab.command("Page.enable")
        tab.command("Page.navigate", url=self.server.url(page))
        tab.wait("document.readyState === 'complete' && document.querySelector('h1') !== null || document.querySelector('.title') !== null")
        self.addCleanup(tab.close)
        return tab

    def test_given_a_page_when_it_is_opened_then_nothing_is_missing_and_it_fits(self):
        for name, page in PAGES.items():
            for size in SIZES:
                for scheme in ("light", "dark"):
                    with self.subTest(f"{name} {size} {scheme}"):
                        tab = self.open(page, size, scheme)
                        self.assertEqual(tab.evaluate("failures"), [])
                        self.assertEqual(self.server.lacking, [])
                        self.assertLessEqual(tab.evaluate("document.documentElement.scrollWidth - innerWidth"), 0)
                        brightness = tab.evaluate(
                            "(() => { let element = document.body, color; do { color = getComputedStyle(element).backgroundColor"
                            ".match(/[0-9.]+/g).map(Number); element = element.parentElement } while (color[3] === 0 && element);"
                            " return color[3] === 0 ? 255 : (color[0] + color[1] + color[2]) / 3 })()")
                        self.assertEqual(brightness > 128, scheme == "light", f"found a background of brightness {brightness}")
                        if options.screenshots:
                            tab.screenshot(f"{options.screenshots}/{name}-{size}-{scheme}.png")

    def test_given_a_word_when_it_is_searched_then_guides_swift_and_c_are_found(self):
        for word, place in [("checksum", "store/"), ("StateStore", "reference/documentation/adit/statestore/"),
                            ("adit_send", "reference/c/adit_8h.html")]:
            with self.subTest(word):
                tab = self.open(f"?q={word}")
                tab.wait(f"[...document.querySelectorAll('.md-search-result__link')].some(link => link.href.includes({place!r}))")


parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
parser.add_argument("site")
parser.add_argument("--screenshots")
options, rest = parser.parse_known_args()
unittest.main(argv=sys.argv[:1] + rest)
