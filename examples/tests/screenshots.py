"""The images of examples/README.md."""

from screen_tests import ScreenTests, items, row, run


class Screenshots(ScreenTests):
    def test_todo(self):
        tab = self.open(self.serve(items([
            "Buy oat milk", "Return the books", "Call the dentist", "Water the plants", "Book the train to Delft",
            "Write to <b>Ann</b>", "Repair the bicycle"])))
        tab.click(row(1, "input"))
        tab.click(row(4, "input"))
        tab.wait_text("#open", "5 open")
        tab.click("#text")
        tab.type("Fetch the parcel")
        tab.screenshot(str(run.screenshots / "todo-browser.png"))

    def test_travel(self):
        self.library, self.app = "showcase", "travelPlanner"
        tab = self.open(self.serve())
        tab.wait_text("#now-state", "automatic")
        for action, place in (
            ("fromLocationRowPressed", "Utrecht Centraal"),
            ("widgetDirectTo_configureAddressButtonPressed", "Delft"),
        ):
            tab.click(f"[data-action={action}]")
            tab.click(f'#places [aria-label="{place}"]')
        tab.click("[data-action=widgetDirectTo_optionsButtonPressed]")
        tab.click("#direct-to-options [value=false]")
        tab.click("#direct-to-options .main")
        tab.click("[data-action=travelOptionsButtonPressed]")
        tab.click("[name=isStepFree]")
        tab.click("#travel-options .main")
        tab.click("[data-action=nowButtonPressed]")
        tab.wait_text("#now-state", "on")
        tab.click("#locations button")
        tab.wait_visible("#trip")
        tab.screenshot(str(run.screenshots / "travel-browser.png"))
