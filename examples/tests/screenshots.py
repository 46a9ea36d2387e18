"""The images of examples/README.md."""

from devtools import Tab
from screen_tests import ScreenTests, items, row, run


class Screenshots(ScreenTests):
    def test_todo(self):
        tab = self.open(self.serve(items([
            "Buy oat milk", "Return the books", "Call the dentist", "Water the plants", "Book the train to Delft",
            "Write to <b>Ann</b>", "Repair the bicycle"])))
        second = self.open_url(tab.evaluate("location.href"))
        tab.click(row(1, "input"))
        tab.click(row(4, "input"))
        tab.click(row(2, "[aria-label='Delete Return the books']"))
        second.wait_text("#total", "6 items")
        second.click("#undo")
        tab.wait_text("#total", "7 items")
        tab.click("#text")
        tab.type("Fetch the parcel")
        self.beside(tab, second).screenshot(str(run.screenshots / "todo-browser.png"))

    def beside(self, *tabs: Tab) -> Tab:
        """A page that shows what windows show, side by side."""
        for tab in tabs:
            tab.command("Emulation.setDeviceMetricsOverride", width=520, height=560, deviceScaleFactor=1, mobile=False)
        images = [tab.command("Page.captureScreenshot")["data"] for tab in tabs]
        page = self.open_url("data:text/html," + '<body style="margin:0;display:flex;gap:12px">' + "".join(
            f'<img src="data:image/png;base64,{image}">' for image in images))
        page.command("Emulation.setDeviceMetricsOverride", width=1052, height=560, deviceScaleFactor=1, mobile=False)
        page.wait("[...document.images].length === 2 && [...document.images].every((each) => each.complete)")
        return page

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
