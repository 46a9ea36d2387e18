"""The travel planner's page. The numbers are those of the document's interactions."""

from screen_tests import ScreenTests


class TravelTests(ScreenTests):
    library, app = "showcase", "travelPlanner"

    def setUp(self):
        self.served = self.serve()
        self.tab = self.open(self.served)
        self.tab.wait_text("#now-state", "automatic")

    def press(self, action: str) -> None:
        self.tab.click(f"[data-action={action}]")

    def pick(self, action: str, place: str) -> None:
        """Picks a location from the list."""
        self.press(action)
        self.tab.wait_visible("#location")
        self.tab.click(f'#places [aria-label="{place}"]')
        self.tab.wait_hidden("#location")

    def action(self, position: int = 1) -> str:
        return self.tab.text(f"#actions li:nth-child({position})")

    def test_1_and_3_given_a_row_when_it_is_pressed_then_a_location_is_picked_for_it(self):
        tab = self.tab
        self.pick("fromLocationRowPressed", "Delft")
        tab.wait_text("#from", "Delft")
        self.press("toLocationRowPressed")
        tab.wait_text("#location-title", "Where to?")
        tab.replace("#location [name=name]", "<i>Café</i>")
        tab.press("Enter")
        tab.wait_text("#to", "<i>Café</i>")
        self.press("fromLocationRowPressed")
        tab.wait('document.querySelector("#location [name=name]").value', "Delft")

    def test_2_given_from_and_to_when_the_button_is_pressed_then_they_are_switched(self):
        self.pick("fromLocationRowPressed", "Delft")
        self.pick("toLocationRowPressed", "Zwolle")
        self.tab.wait_text("#to", "Zwolle")
        self.press("switchLocationButtonPressed")
        self.tab.wait_text("#from", "Zwolle")
        self.tab.wait_text("#to", "Delft")

    def test_4_given_the_time_row_when_it_is_pressed_then_a_time_is_picked(self):
        tab = self.tab
        self.press("departureArrivalRowPressed")
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
        self.press("departureArrivalRowPressed")
        tab.click("#date [value=departure]")
        tab.click("#date .main")
        tab.wait_text("#query-type", "Departure")
        self.assertEqual(tab.text("#time"), "2099-12-31 13:30")

    def test_5_given_the_now_button_when_it_is_pressed_then_it_has_three_states(self):
        for state in ("on", "off", "automatic", "on"):
            self.press("nowButtonPressed")
            self.tab.wait_text("#now-state", state)
            self.assertEqual(self.tab.evaluate('document.querySelector("#now").dataset.state'), state)

    def test_6_given_the_options_button_when_it_is_pressed_then_options_are_chosen(self):
        tab = self.tab
        self.press("travelOptionsButtonPressed")
        tab.wait_visible("#travel-options")
        tab.replace("[name=extraTransferMinutes]", "5")
        tab.click("[name=isStepFree]")
        tab.click("#travel-options .main")
        tab.wait_text("#options", "5 more minutes for each transfer, step-free")
        self.press("travelOptionsButtonPressed")
        tab.wait("document.querySelector('[name=isStepFree]').checked")
        self.assertFalse(tab.evaluate("document.querySelector('[name=avoidsSupplements]').checked"))

    def test_given_the_direct_to_widget_when_a_location_is_clicked_then_a_trip_is_planned(self):
        tab = self.tab
        self.pick("fromLocationRowPressed", "Delft")
        self.press("widgetDirectTo_optionsButtonPressed")
        tab.click("#direct-to-options [value=false]")
        tab.click("#direct-to-options .main")
        tab.wait_text("#direct-to", "from the From row")
        self.pick("widgetDirectTo_configureAddressButtonPressed", "Groningen")
        tab.wait_text("#address", "Change the address")
        tab.click("#locations button")
        tab.wait('document.querySelector("#trip").innerText.startsWith("Delft → Groningen, departure ")')
        tab.wait_text("#to", "Groningen")

    def test_given_the_check_out_widget_when_its_options_are_chosen_then_it_shows_them(self):
        tab = self.tab
        self.press("widgetCiCo_optionsButtonPressed")
        tab.click("[name=remindsToCheckOut]")
        tab.replace("[name=reminderMinutes]", "45")
        tab.click("#ci-co-options .main")
        tab.wait_text("#ci-co", "a reminder to check out after 45 minutes")

    def test_given_a_picker_when_it_is_cancelled_then_nothing_is_picked(self):
        tab = self.tab
        for action, dialog in (
            ("fromLocationRowPressed", "location"), ("departureArrivalRowPressed", "date"), ("travelOptionsButtonPressed", "travel-options"),
            ("widgetDirectTo_optionsButtonPressed", "direct-to-options"), ("widgetCiCo_optionsButtonPressed", "ci-co-options"),
        ):
            for end in (lambda: tab.click(f"#{dialog} .cancel"), lambda: tab.press("Escape")):
                with self.subTest(action=action):
                    self.press(action)
                    tab.wait_visible(f"#{dialog}")
                    tab.wait_text("#failure", "")
                    end()
                    tab.wait_text("#failure", "Nothing was picked.")
                    tab.wait_hidden(f"#{dialog}")
        self.assertEqual(tab.text("#from"), "–")

    def test_given_a_picker_when_another_page_presents_one_then_it_closes(self):
        other = self.open(self.served)
        other.wait_text("#now-state", "automatic")
        self.press("fromLocationRowPressed")
        self.tab.wait_visible("#location")
        other.click("[data-action=travelOptionsButtonPressed]")
        self.tab.wait_hidden("#location")
        other.click("[name=isStepFree]")
        other.click("#travel-options .main")
        self.tab.wait_text("#options", "step-free")

    def test_given_the_stream_when_actions_are_performed_then_they_are_listed_with_their_values(self):
        self.pick("toLocationRowPressed", "Delft")
        self.tab.wait_text("#to", "Delft")
        self.press("switchLocationButtonPressed")
        self.press("nowButtonPressed")
        self.press("toLocationRowPressed")
        self.tab.wait('document.querySelectorAll("#actions li").length', 4)
        self.assertEqual([self.action(position).split("\n")[0] for position in (4, 3, 2, 1)], [
            "toLocationRowPressed", "switchLocationButtonPressed", "nowButtonPressed", "toLocationRowPressed"])
        self.tab.click("#location .cancel")
        self.tab.click("#locations button")
        self.tab.wait_text("#actions li:nth-child(1)", "widgetDirectTo_selectLocation\nAmsterdam Centraal")

    def test_given_pages_when_one_performs_an_action_then_all_list_it(self):
        other = self.open(self.served)
        other.wait_text("#now-state", "automatic")
        self.press("nowButtonPressed")
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
