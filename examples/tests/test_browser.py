"""The screens of examples/browser, used in a headless Chromium.

usage: test_browser.py CORES SHOWCASE [--screenshots DIRECTORY] [ARGUMENT OF unittest ...]
"""

# SPDX-License-Identifier: Apache-2.0

import argparse
import sys
import tempfile
import threading
import time
import unittest
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from devtools import TIMEOUT, Browser, DevToolsError, Tab
from served import Listener, Served

arguments = argparse.Namespace()


def setUpModule() -> None:
    global browser
    browser = Browser()


def tearDownModule() -> None:
    browser.close()


def items(texts: list[str]) -> dict:
    """A config with a list of these items."""
    ids = [str(uuid.UUID(int=number + 1)) for number in range(len(texts))]
    return {"state": {"items": {"ids": ids, "entities": {
        id: {"id": id, "text": text, "completed": False, "created": "2026-11-20T08:00:00Z"}
        for id, text in zip(ids, texts)}}}}


class ScreenTests(unittest.TestCase):
    library, app = "cores", "todo"

    def serve(self, config: dict | None = None, *options: str) -> Served:
        served = Served(getattr(arguments, self.library), self.app, config, *options)
        self.addCleanup(served.close)
        return served

    def open(self, served: Served) -> Tab:
        tab = browser.open(served.url)
        self.addCleanup(tab.close)
        return tab


def row(position: int, part: str = "") -> str:
    """The selector of a part of a row."""
    return f'.item[aria-posinset="{position}"] {part}'.strip()


class TodoTests(ScreenTests):
    def show(self, *texts: str) -> Tab:
        tab = self.open(self.serve(items(list(texts))))
        tab.wait_text("#open", f"{len(texts)} open")
        return tab

    def add(self, tab: Tab, text: str) -> None:
        tab.click("#text")
        tab.type(text)
        tab.press("Enter")
        tab.wait('document.querySelector("#text").value', "")

    def test_given_no_items_when_one_is_added_then_it_is_shown_and_counted(self):
        tab = self.show()
        self.add(tab, "買牛奶 🥛")
        tab.wait_text(row(1, ".text"), "買牛奶 🥛")
        tab.wait_text("#open", "1 open")
        tab.wait_text("#total", "1 item")
        tab.wait_hidden("#empty")

    def test_given_an_item_when_its_box_is_clicked_then_it_is_checked_and_unchecked(self):
        tab = self.show("Milk", "Bread")
        tab.click(row(2, "input"))
        tab.wait_text("#open", "1 open")
        tab.wait('document.querySelector(".completed .text").innerText', "Bread")
        self.assertTrue(tab.evaluate('document.querySelector(".completed input").checked'))
        tab.click(row(2, "input"))
        tab.wait_text("#open", "2 open")
        tab.wait('document.querySelectorAll(".completed, .item :checked").length', 0)

    def test_given_an_item_when_it_is_edited_then_it_has_the_text(self):
        tab = self.show("Milk", "Bread")
        tab.click(row(1, "[aria-label=Edit]"))
        tab.wait_visible(row(1, ".field"))
        tab.type("Oat milk")
        tab.press("Enter")
        tab.wait_text(row(1, ".text"), "Oat milk")
        tab.wait_hidden(row(1, ".field"))

    def test_given_an_edit_when_escape_is_pressed_then_the_text_stays(self):
        tab = self.show("Milk")
        tab.click(row(1, ".text"), count=2)
        tab.wait_visible(row(1, ".field"))
        tab.type("Oat milk")
        tab.press("Escape")
        tab.wait_hidden(row(1, ".field"))
        self.assertEqual(tab.text(row(1, ".text")), "Milk")

    def test_given_items_when_one_is_deleted_then_the_others_move_up(self):
        tab = self.show("Milk", "Bread", "Eggs")
        tab.click(row(2, "[aria-label=Delete]"))
        tab.wait_text(row(2, ".text"), "Eggs")
        tab.wait_text("#total", "2 items")
        tab.wait('document.querySelectorAll(".item").length', 2)

    def test_given_no_text_when_it_is_added_then_the_failure_is_shown_until_the_next_request(self):
        tab = self.show()
        tab.click("#add button")
        tab.wait_text("#failure", "An item needs a text.")
        self.add(tab, "Milk")
        tab.wait_text("#failure", "")
        tab.click(row(1, "[aria-label=Edit]"))
        tab.press("Backspace")
        tab.press("Enter")
        tab.wait_text("#failure", "An item needs a text.")
        self.assertEqual(tab.text(row(1, ".text")), "Milk")

    def test_given_three_items_when_five_seconds_pass_then_the_user_is_asked_for_a_review(self):
        tab = self.show("Milk", "Bread")
        self.assertFalse(tab.evaluate('document.querySelector("#review").open'))
        self.add(tab, "Eggs")
        tab.wait_visible("#review")
        self.assertEqual(tab.text("#review-title"), "Do you like this app?")
        tab.click("#review .main")
        tab.wait_hidden("#review")

    def test_given_three_items_when_the_page_appears_then_it_requests_a_review(self):
        tab = self.show("Milk", "Bread", "Eggs")
        tab.wait_visible("#review")

    def test_given_two_pages_when_one_changes_the_list_then_the_other_shows_it(self):
        served = self.serve(items(["Milk"]))
        one, other = self.open(served), self.open(served)
        other.wait_text("#open", "1 open")
        self.add(one, "Bread")
        other.wait_text(row(2, ".text"), "Bread")
        other.click(row(1, "input"))
        one.wait('document.querySelector(".completed .text")?.innerText', "Milk")
        # Answers are heard by the page that has asked.
        other.click("#add button")
        other.wait_text("#failure", "An item needs a text.")
        self.assertEqual(one.text("#failure"), "")

    def test_given_an_item_when_it_is_deleted_twice_then_the_second_fails(self):
        tab = self.show("Milk", "Bread")
        tab.wait_visible(row(1))
        # At once, before the page has heard of the first.
        tab.evaluate("""{
            const button = document.querySelector("[aria-label=Delete]");
            button.click();
            button.click();
        }""")
        tab.wait_text("#failure", "That item has been deleted.")
        self.assertEqual(tab.text("#total"), "1 item")

    def test_given_markup_when_it_is_an_items_text_then_it_is_shown_as_text(self):
        markup = '<img src=x onerror="window.injected = true"><b>bold</b>'
        tab = self.show()
        self.add(tab, markup)
        tab.wait_text(row(1, ".text"), markup)
        self.assertEqual(tab.evaluate('document.querySelectorAll(".item img, .item b").length'), 0)
        self.assertIsNone(tab.evaluate("window.injected"))

    def test_given_many_items_when_scrolled_then_only_those_in_sight_are_in_the_document(self):
        count = 100_000
        tab = self.open(self.serve(items([f"Item {number}" for number in range(1, count + 1)])))
        rows = 'document.querySelectorAll(".item").length'
        tab.wait_text(row(1, ".text"), "Item 1")
        tab.wait_text("#open", "100,000 open")
        for distance, position in ((44_000, 1_000), (count * 44, count), (-count * 44, 1)):
            tab.wheel("#list", distance)
            tab.wait_text(row(position, ".text"), f"Item {position}")
            self.assertLess(tab.evaluate(rows), 40)
        tab.wheel("#list", count * 44)
        tab.click(row(count, "input"))
        tab.wait_text("#open", "99,999 open")
        self.add(tab, "The last one")
        tab.wait_text(row(count + 1, ".text"), "The last one")
        self.assertLess(tab.evaluate(rows), 40)

    def test_given_a_store_when_the_server_is_started_again_then_the_items_are_there(self):
        with tempfile.TemporaryDirectory() as folder:
            options = ("--store", f"{folder}/list.adit")
            served = self.serve(None, *options)
            tab = self.open(served)
            tab.wait_text("#open", "0 open")
            self.add(tab, "Milk")
            self.assertEqual(served.close(), 0)
            again = self.serve(None, *options)
            self.open(again).wait_text(row(1, ".text"), "Milk")
            again.close()

    def test_given_a_server_that_ended_when_it_is_back_with_another_token_then_the_page_says_so(self):
        served = self.serve()
        tab = self.open(served)
        tab.wait_text("#open", "0 open")
        served.close()
        tab.wait_text("#failure", "Connecting again …")
        self.serve(None, "--port", str(served.port))
        tab.wait_text("#failure", "Not connected. Open the address that the program prints.")


class AccessTests(ScreenTests):
    """Who may send, and what."""

    def setUp(self):
        self.served = self.serve(items(["Milk"]))
        self.page = Listener(self.served)
        self.addCleanup(self.page.close)
        self.add = {"todo": {"request": {"add": {"item": {"text": "Bread"}}}}}

    def test_given_a_page_when_it_sends_then_it_hears_the_answer(self):
        self.assertEqual(self.page.send(self.add | {"@id": 7}), (204, ""))
        answer = self.page.next()
        self.assertEqual(answer["todo"]["response"]["wasAdded"]["text"], "Bread")
        self.assertEqual((answer["@id"], answer["@client"]), (7, self.page.client))

    def test_given_a_request_that_is_not_of_the_page_when_sent_then_it_is_refused(self):
        address = self.served.address
        for status, headers in (
            (403, {"Origin": "http://example.com"}),
            (403, {"Origin": "null"}),
            (403, {"Origin": "http://127.0.0.1:1"}),
            (403, {"X_Token": "another"}),
            (403, {"X_Token": ""}),
            (409, {"X_Client": "another"}),
            (415, {"Content_Type": "text/plain"}),
            (421, {"Host": "example.com", "Origin": "http://example.com"}),
            (421, {"Host": f"example.com:{address.partition(':')[2]}"}),
        ):
            with self.subTest(headers=headers):
                self.assertEqual(self.page.send(self.add, **headers)[0], status)
        self.assertEqual(self.served.request("POST", "/send", b"{}")[0], 403)
        self.assertEqual(self.served.request("GET", "/events?token=another")[0], 403)
        self.assertEqual(self.served.request("GET", "/events")[0], 403)

    def test_given_a_page_when_it_sends_what_the_config_does_not_allow_then_it_is_refused(self):
        for status, message, text in (
            (403, {"@export": {"path": "x"}}, "@export: found in a message of the client"),
            (403, {"@close": {}}, "@close: found"),
            (403, {"@get": {"path": ""}}, "@get: found"),
            (400, {"nothing": {}}, 'no case \\"nothing\\"'),
            (413, {"todo": "x" * 70_000}, "a message has 65536 bytes at most"),
        ):
            with self.subTest(text=text):
                found = self.page.send(message)
                self.assertEqual(found[0], status)
                self.assertIn(text, found[1])

    def test_given_a_path_when_it_is_no_page_then_nothing_is_there(self):
        for path in ("/serve.py", "/../serve.py", "/%2e%2e/serve.py", "//etc/passwd", "/pages/todo.html", "/send"):
            with self.subTest(path=path):
                self.assertEqual(self.served.request("GET", path)[0], 404)

    def test_given_a_page_of_another_origin_when_it_sends_then_nothing_changes(self):
        class Page(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        tab = browser.open(f"http://127.0.0.1:{server.server_port}/")
        self.addCleanup(tab.close)
        tab.wait("document.readyState", "complete")
        headers = f'{{"X-Token": "{self.served.token}", "X-Client": "{self.page.key}"}}'
        for options in ('mode: "no-cors"', f"headers: {headers}"):
            with self.assertRaisesRegex(DevToolsError, "Failed to fetch"):
                tab.evaluate(
                    f'fetch("http://{self.served.address}/send", {{method: "POST", body: "{{}}", {options}}})')
        closed = tab.evaluate(
            f'new Promise((done) => {{'
            f'const events = new EventSource("http://{self.served.address}/events?token={self.served.token}");'
            f'events.onerror = () => done(events.readyState === EventSource.CLOSED); }})')
        self.assertTrue(closed)
        # THEN the first answer is that of the page itself.
        self.assertEqual(self.page.send(self.add), (204, ""))
        self.assertIn("wasAdded", self.page.next()["todo"]["response"])


class GoneTests(ScreenTests):
    """What a page has left when it goes."""

    def listen(self, served: Served) -> Listener:
        page = Listener(served)
        self.addCleanup(page.close)
        return page

    def test_given_a_review_when_its_page_has_gone_then_another_shows_it(self):
        served = self.serve(items(["Milk", "Bread", "Eggs"]))
        one, other = self.listen(served), self.listen(served)
        one.send({"appReview": {"requestReview": {}}})
        one.close()
        effect = other.next()["@effect"]
        self.assertEqual((effect["gateway"], effect["reply"]), ("review", False))

    def test_given_a_picker_when_its_page_has_gone_then_the_core_waits_for_it_no_longer(self):
        self.library, self.app = "showcase", "travelPlanner"
        served = self.serve({"clients": ["@stats"]})
        one, other = self.listen(served), self.listen(served)

        def effects() -> int:
            other.send({"@stats": {}})
            return other.next()["@stats"]["effects"]

        before = effects()
        one.send({"touch": {"fromLocation": {}}})
        self.assertEqual(one.next()["@effect"]["gateway"], "locationPicker")
        self.assertEqual(effects(), before + 1)
        one.close()
        end = time.monotonic() + TIMEOUT
        while (found := effects()) != before and time.monotonic() < end:
            pass
        self.assertEqual(found, before)


class TravelTests(ScreenTests):
    library, app = "showcase", "travelPlanner"

    def setUp(self):
        self.served = self.serve()
        self.tab = self.open(self.served)
        self.tab.wait_text("#now-state", "automatic")

    def touch(self, control: str) -> None:
        self.tab.click(f"[data-touch={control}]")

    def pick(self, control: str, place: str) -> None:
        """Picks a location from the list."""
        self.touch(control)
        self.tab.wait_visible("#location")
        self.tab.click(f'#places [aria-label="{place}"]')
        self.tab.wait_hidden("#location")

    def action(self, position: int = 1) -> str:
        return self.tab.text(f"#actions li:nth-child({position})")

    def test_1_and_3_given_a_row_when_it_is_pressed_then_a_location_is_picked_for_it(self):
        tab = self.tab
        self.pick("fromLocation", "Delft")
        tab.wait_text("#from", "Delft")
        self.touch("toLocation")
        tab.wait_text("#location-title", "Where to?")
        tab.replace("#location [name=name]", "<i>Café</i>")
        tab.press("Enter")
        tab.wait_text("#to", "<i>Café</i>")
        self.touch("fromLocation")
        tab.wait('document.querySelector("#location [name=name]").value', "Delft")

    def test_2_given_from_and_to_when_the_button_is_pressed_then_they_are_switched(self):
        self.pick("fromLocation", "Delft")
        self.pick("toLocation", "Zwolle")
        self.tab.wait_text("#to", "Zwolle")
        self.touch("switchLocations")
        self.tab.wait_text("#from", "Zwolle")
        self.tab.wait_text("#to", "Delft")

    def test_4_given_the_time_row_when_it_is_pressed_then_a_time_is_picked(self):
        tab = self.tab
        self.touch("departureArrival")
        tab.wait_visible("#date")
        tab.click("#date [value=arrival]")
        tab.evaluate('document.querySelector("#date [name=date]").focus()')
        for key in (*"12312099", "Tab", *"0130P"):
            tab.press(key)
        tab.click("#date .main")
        tab.wait_text("#time", "2099-12-31 13:30")
        self.assertEqual(tab.text("#query-type"), "Arrival")
        self.assertEqual(tab.text("#now-state"), "automatic")
        # The kind alone: the time stays.
        self.touch("departureArrival")
        tab.click("#date [value=departure]")
        tab.click("#date .main")
        tab.wait_text("#query-type", "Departure")
        self.assertEqual(tab.text("#time"), "2099-12-31 13:30")

    def test_5_given_the_now_button_when_it_is_pressed_then_it_has_three_states(self):
        for state in ("on", "off", "automatic", "on"):
            self.touch("now")
            self.tab.wait_text("#now-state", state)
            self.assertEqual(self.tab.evaluate('document.querySelector("#now").dataset.state'), state)

    def test_6_given_the_options_button_when_it_is_pressed_then_options_are_chosen(self):
        tab = self.tab
        self.touch("travelOptions")
        tab.wait_visible("#travel-options")
        tab.replace("[name=extraTransferMinutes]", "5")
        tab.click("[name=isStepFree]")
        tab.click("#travel-options .main")
        tab.wait_text("#options", "5 more minutes for each transfer, step-free")
        self.touch("travelOptions")
        tab.wait("document.querySelector('[name=isStepFree]').checked")
        self.assertFalse(tab.evaluate("document.querySelector('[name=avoidsSupplements]').checked"))

    def test_given_the_direct_to_widget_when_a_location_is_clicked_then_a_trip_is_planned(self):
        tab = self.tab
        self.pick("fromLocation", "Delft")
        self.touch("directToOptions")
        tab.click("#direct-to-options [value=false]")
        tab.click("#direct-to-options .main")
        tab.wait_text("#direct-to", "from the From row")
        self.pick("directToConfigureAddress", "Groningen")
        tab.wait_text("#address", "Change the address")
        tab.click("#locations button")
        tab.wait('document.querySelector("#trip").innerText.startsWith("Delft → Groningen, departure ")')
        tab.wait_text("#to", "Groningen")

    def test_given_the_check_out_widget_when_its_options_are_chosen_then_it_shows_them(self):
        tab = self.tab
        self.touch("ciCoOptions")
        tab.click("[name=remindsToCheckOut]")
        tab.replace("[name=reminderMinutes]", "45")
        tab.click("#ci-co-options .main")
        tab.wait_text("#ci-co", "a reminder to check out after 45 minutes")

    def test_given_a_picker_when_it_is_cancelled_then_nothing_is_picked(self):
        tab = self.tab
        for control, dialog in (
            ("fromLocation", "location"), ("departureArrival", "date"), ("travelOptions", "travel-options"),
            ("directToOptions", "direct-to-options"), ("ciCoOptions", "ci-co-options"),
        ):
            for end in (lambda: tab.click(f"#{dialog} .cancel"), lambda: tab.press("Escape")):
                with self.subTest(control=control):
                    self.touch(control)
                    tab.wait_visible(f"#{dialog}")
                    tab.wait_text("#failure", "")
                    end()
                    tab.wait_text("#failure", "Nothing was picked.")
                    tab.wait_hidden(f"#{dialog}")
        self.assertEqual(tab.text("#from"), "–")

    def test_given_a_picker_when_another_page_presents_one_then_it_closes(self):
        other = self.open(self.served)
        other.wait_text("#now-state", "automatic")
        self.touch("fromLocation")
        self.tab.wait_visible("#location")
        other.click("[data-touch=travelOptions]")
        self.tab.wait_hidden("#location")
        other.click("[name=isStepFree]")
        other.click("#travel-options .main")
        self.tab.wait_text("#options", "step-free")

    def test_given_the_stream_when_actions_are_performed_then_they_are_listed_with_their_values(self):
        self.pick("toLocation", "Delft")
        self.tab.wait_text("#to", "Delft")
        self.touch("switchLocations")
        self.touch("now")
        self.touch("toLocation")
        self.tab.wait('document.querySelectorAll("#actions li").length', 4)
        self.assertEqual([self.action(position).split("\n")[0] for position in (4, 3, 2, 1)], [
            "toLocationRowPressed", "switchLocationButtonPressed", "nowButtonPressed", "toLocationRowPressed"])
        self.tab.click("#location .cancel")
        self.tab.click("#locations button")
        self.tab.wait_text("#actions li:nth-child(1)", "widgetDirectTo_selectLocation\nAmsterdam Centraal")

    def test_given_pages_when_one_performs_an_action_then_all_list_it(self):
        other = self.open(self.served)
        other.wait_text("#now-state", "automatic")
        self.touch("now")
        other.wait_text("#actions li", "nowButtonPressed")
        other.wait_text("#now-state", "on")

    def test_given_the_clock_when_a_minute_has_passed_then_the_time_row_shows_it(self):
        # On the real clock: this takes a minute at most.
        before = self.tab.text("#time")
        for _ in range(7):
            try:
                self.tab.wait(f'document.querySelector("#time").innerText !== "{before}"')
                break
            except AssertionError:
                continue
        now = self.tab.evaluate('import("./format.js").then(({date}) => date(new Date().toISOString()))')
        self.assertEqual(self.tab.text("#time"), now)
        self.assertNotEqual(now, before)


class Screenshots(ScreenTests):
    """The images of docs/screens.md."""

    def test_todo(self):
        tab = self.open(self.serve(items([
            "Buy oat milk", "Return the books", "Call the dentist", "Water the plants", "Book the train to Delft",
            "Write to <b>Ann</b>", "Repair the bicycle"])))
        tab.click(row(1, "input"))
        tab.click(row(4, "input"))
        tab.wait_text("#open", "5 open")
        tab.click("#text")
        tab.type("Fetch the parcel")
        tab.screenshot(str(arguments.screenshots / "todo-browser.png"))

    def test_travel(self):
        self.library, self.app = "showcase", "travelPlanner"
        tab = self.open(self.serve())
        tab.wait_text("#now-state", "automatic")
        for control, place in (("fromLocation", "Utrecht Centraal"), ("directToConfigureAddress", "Delft")):
            tab.click(f"[data-touch={control}]")
            tab.click(f'#places [aria-label="{place}"]')
        tab.click("[data-touch=directToOptions]")
        tab.click("#direct-to-options [value=false]")
        tab.click("#direct-to-options .main")
        tab.click("[data-touch=travelOptions]")
        tab.click("[name=isStepFree]")
        tab.click("#travel-options .main")
        tab.click("[data-touch=now]")
        tab.wait_text("#now-state", "on")
        tab.click("#locations button")
        tab.wait_visible("#trip")
        tab.screenshot(str(arguments.screenshots / "travel-browser.png"))


def load_tests(loader: unittest.TestLoader, *_: object) -> unittest.TestSuite:
    cases = [Screenshots] if arguments.screenshots else [TodoTests, AccessTests, GoneTests, TravelTests]
    return unittest.TestSuite(loader.loadTestsFromTestCase(case) for case in cases)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("cores")
    parser.add_argument("showcase")
    parser.add_argument("--screenshots", type=Path, help="only make the images of the documentation, in this directory")
    rest = parser.parse_known_args(namespace=arguments)[1]
    unittest.main(argv=[sys.argv[0], *rest])
