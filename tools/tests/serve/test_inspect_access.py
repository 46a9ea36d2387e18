"""The page of adit inspect: who may see it, its walk by keyboard, and axe-core."""

import json
import time
import urllib.error
import urllib.request

import peer
from inspecting import VIEWS, WIDTHS, InspectTest, press


class AccessTests(InspectTest):
    def test_given_others_when_they_ask_then_they_are_refused(self):
        self.inspect(peer.CORES, self.store(1))
        origin, token = self.inspector.address.split("/#")
        for status, path, headers in (
            (401, "/metrics", {}), (401, "/../../etc/passwd", {}), (401, "/README.md", {}),
            (403, f"/metrics?token={token}", {"Origin": "https://example.com"}),
            (403, f"/metrics?token={token}", {"Origin": "http://example.com", "Host": "example.com"}),
        ):
            with self.subTest(path=path, headers=headers), self.assertRaises(urllib.error.HTTPError) as caught:
                urllib.request.urlopen(urllib.request.Request(origin + path, headers=headers))
            self.assertEqual(caught.exception.code, status)
            caught.exception.close()
        # A page with another token hears nothing.
        tab = self.browser.open(f"{origin}/#{token[:-1]}x")
        self.addCleanup(tab.close)
        tab.wait("document.querySelector('#remark').innerText.startsWith('There is no connection')")
        self.assertEqual(tab.evaluate("app.target ?? null"), None)
        page = urllib.request.urlopen(origin + "/")
        self.assertIn("default-src 'none'", page.headers["content-security-policy"])
        page.close()

    def test_given_the_keyboard_alone_when_walking_then_each_part_is_reached(self):
        tab = self.inspect(peer.CORES, self.store())
        tab.wait_text(".count", "27 messages")
        tab.wait("app.hasCatalog ?? false")
        focus = "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent"

        def walk(key, expected, count=1):
            for _ in range(count):
                press(tab, key)
            tab.wait(focus, expected)

        # The walk: the core, the tabs, the filters, the list, the details, the time.
        tab.evaluate("document.activeElement.blur()")
        press(tab, "Tab")  # the choice of a core
        self.assertEqual(tab.evaluate("document.activeElement.id"), "subject")
        walk("Tab", "Messages")
        walk("ArrowRight", "State")
        tab.wait("document.querySelector('[role=tree]') !== null")
        walk("ArrowLeft", "Messages")
        tab.wait_text(".count", "27 messages")  # an empty list has nothing to choose
        walk("Tab", "Case of the message")
        walk("Tab", "@id of the message")
        walk("Tab", "Client")
        walk("Tab", "Kind of event")
        walk("Tab", "Which messages")
        walk("Tab", "Messages, the newest first")
        press(tab, "ArrowDown")
        tab.wait_text(".details h2", "todo.request.add")
        press(tab, "End")
        tab.wait("document.querySelector('.details p')?.innerText.includes('revision 1') ?? false")
        self.assertEqual(tab.evaluate("document.getElementById(document.activeElement.getAttribute('aria-activedescendant')).getAttribute('aria-posinset')"), "27")
        walk("Tab", "The chosen message")
        # The state: opened, gone into, and closed by arrows.
        self.show(tab, "state")
        self.wait_rows(tab, "20 elements")
        tab.evaluate("document.querySelector('[role=tree]').focus()")
        press(tab, "ArrowDown")
        press(tab, "ArrowRight")
        tab.wait("document.querySelectorAll('.row[aria-level=\"2\"]').length > 5")
        press(tab, "ArrowRight")
        tab.wait_text(".details h2", f"/items/entities/{self.item(0)}")
        press(tab, "ArrowLeft")
        press(tab, "ArrowLeft")
        tab.wait("document.querySelectorAll('.row[aria-level=\"2\"]:not([hidden])').length", 0)
        # Keys of the page: time, and a fork, from which the focus comes back.
        press(tab, "[")
        tab.wait("app.revision !== null")
        press(tab, "l")
        tab.wait("app.revision", None)
        press(tab, "f")
        tab.wait("app.subject.isFork")
        press(tab, "/")
        tab.wait(focus, "Search the state")

    def test_given_each_view_when_axe_looks_then_it_finds_nothing(self):
        # axe-core, of https://github.com/dequelabs/axe-core
        found = sorted(peer.ROOT.glob("build/test-venv/lib/python*/site-packages/axe_playwright_python/axe.min.js"))
        self.assertTrue(found, "axe-core is not in build/test-venv; scripts/setup --tests installs it")
        axe = found[-1].read_text()
        tab = self.inspect(peer.CORES, self.store())
        tab.wait("app.hasCatalog ?? false")
        tab.command("Runtime.evaluate", expression=axe)
        for scheme in ("light", "dark"):
            tab.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
            for subject in ("store", "fork"):
                if subject == "fork":
                    tab.evaluate("app.fork().then(() => true)")
                else:
                    tab.evaluate("app.look(app.subjects[0])")
                for size in WIDTHS if scheme == "light" else WIDTHS[:1]:
                    self.resize(tab, size)
                    for view in VIEWS:
                        self.show(tab, view)
                        time.sleep(0.15)
                        tab.evaluate("document.querySelector('.row')?.click()")
                        time.sleep(0.15)
                        with self.subTest(scheme=scheme, subject=subject, size=size, view=view):
                            found = tab.evaluate("axe.run().then(({ violations }) => JSON.stringify(violations.map(({ id, nodes }) => [id, nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary.slice(0, 300)}`)])))")
                            self.assertEqual(json.loads(found), [])


if __name__ == "__main__":
    peer.main()
