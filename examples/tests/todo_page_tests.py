"""The todo page."""

import tempfile

from devtools import Tab
from screen_tests import ScreenTests, items, row


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
        tab.click(row(1, "[aria-label='Edit Milk']"))
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
        tab.click(row(2, "[aria-label='Delete Bread']"))
        tab.wait_text(row(2, ".text"), "Eggs")
        tab.wait_text("#total", "2 items")
        tab.wait('document.querySelectorAll(".item").length', 2)

    def test_given_no_text_when_it_is_added_then_the_failure_is_shown_until_the_next_request(self):
        tab = self.show()
        tab.click("#add button")
        tab.wait_text("#failure", "An item needs a text.")
        self.add(tab, "Milk")
        tab.wait_text("#failure", "")
        tab.click(row(1, "[aria-label='Edit Milk']"))
        tab.press("Backspace")
        tab.press("Enter")
        tab.wait_text("#failure", "An item needs a text.")
        self.assertEqual(tab.text(row(1, ".text")), "Milk")

    def test_given_three_items_when_five_seconds_pass_then_the_user_is_asked_for_a_review_and_can_type_on(self):
        tab = self.show("Milk", "Bread")
        tab.wait_hidden("#review")
        self.add(tab, "Eggs")
        tab.type("Fl")
        tab.wait_visible("#review")
        self.assertEqual(tab.text("#review-title"), "Do you like this app?")
        tab.type("our")
        self.assertEqual(tab.evaluate('[document.activeElement.id, document.activeElement.value]'), ["text", "Flour"])
        tab.click("#review .main")
        tab.wait_hidden("#review")
        self.assertEqual(tab.evaluate("document.activeElement.id"), "text")

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

    def test_given_changes_when_they_are_undone_then_in_both_windows(self):
        served = self.serve(items(["Milk", "Bread"]))
        one, other = self.open(served), self.open(served)
        self.assertEqual(one.evaluate('document.querySelector("#window").href'), served.url)
        other.wait_text("#open", "2 open")
        one.click(row(1, "[aria-label='Delete Milk']"))
        other.wait_text("#open", "1 open")
        other.click("#undo")
        other.wait_text("#said", "Undone: deleting an item.")
        one.wait_text(row(1, ".text"), "Milk")
        other.click("#redo")
        one.wait_text(row(1, ".text"), "Bread")
        # By the keyboard, but not while a text is typed.
        other.evaluate('document.querySelector("#redo").focus()')
        other.evaluate("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'z', ctrlKey: true, bubbles: true}))")
        one.wait_text(row(1, ".text"), "Milk")
        other.click("#undo")
        other.wait('document.querySelector("#failure").innerText.includes("nothing to undo")')

    def test_given_the_focus_on_a_row_when_it_is_deleted_then_the_next_one_has_it(self):
        tab = self.show("Milk", "Bread", "Eggs")
        focused = 'document.activeElement.getAttribute("aria-label") ?? document.activeElement.id'
        for text, then in (("Bread", "Delete Eggs"), ("Eggs", "Delete Milk"), ("Milk", "Text of the new item")):
            tab.wait(f'document.querySelector("[aria-label=\'Delete {text}\']") !== null')
            tab.evaluate(f'document.querySelector("[aria-label=\'Delete {text}\']").focus()')
            tab.press("Enter")
            tab.wait(focused, then)

    def test_given_the_focus_on_a_row_when_it_is_edited_or_scrolled_away_then_it_keeps_it(self):
        tab = self.open(self.serve(items([f"Item {number}" for number in range(1, 1_001)])))
        tab.wait_text(row(2, ".text"), "Item 2")
        focused = 'document.activeElement.getAttribute("aria-label")'
        tab.click(row(2, "[aria-label='Edit Item 2']"))
        tab.press("Escape")
        tab.wait(focused, "Edit Item 2")
        tab.wheel("#list", 22_000)
        tab.wait_visible(row(501))
        self.assertEqual(tab.evaluate(focused), "Edit Item 2")
        tab.wheel("#list", -22_000)
        tab.wait_visible(row(2))
        self.assertEqual(tab.evaluate(focused), "Edit Item 2")

    def test_given_rows_when_scrolled_then_they_are_in_the_document_in_their_order(self):
        tab = self.open(self.serve(items([f"Item {number}" for number in range(1, 1_001)])))
        tab.wait_text(row(1, ".text"), "Item 1")
        for distance, first in ((900, 21), (-300, 14), (5_000, 128), (-20_000, 1)):
            tab.wheel("#list", distance)
            tab.wait_visible(row(first))
            places = tab.evaluate('[...document.querySelectorAll(".item")].map((each) => Number(each.ariaPosInSet))')
            self.assertEqual(places, sorted(places))

    def test_given_an_item_when_it_is_deleted_twice_then_the_second_fails(self):
        tab = self.show("Milk", "Bread")
        tab.wait_visible(row(1))
        # At once, before the page has heard of the first.
        tab.evaluate("""{
            const button = document.querySelector("[aria-label='Delete Milk']");
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
