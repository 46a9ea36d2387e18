"""A core that is asked for figures by its config keeps them, and sends them every so many seconds."""

import os
import tempfile
import unittest

from hosting import CallError, Core

INCREMENT = {"counter": {"request": {"increment": {"by": 1}}}}


class Figures(unittest.TestCase):
    def open(self, app="counter", **config):
        self.heard = []
        core = Core(app, {"clock": "virtual", **config}, hear=self.heard.append)
        self.addCleanup(core.__exit__)
        return core

    def stats(self, core):
        return core.call({"@stats": {}})[-1]["@stats"]

    def test_given_no_figures_in_the_config_then_there_are_none(self):
        for config in ({}, {"figures": False}):
            stats = self.stats(self.open(**config))
            self.assertNotIn("figures", stats)
            self.assertNotIn("store", stats)

    def test_given_figures_when_messages_are_handled_then_each_kind_is_counted_and_timed(self):
        core = self.open(figures=True)
        for _ in range(3):
            core.call(INCREMENT)
        figures = self.stats(core)["figures"]
        self.assertEqual(sorted(figures["messages"]), ["counter.request.increment", "counter.response.wasIncremented"])
        for kind in figures["messages"].values():
            self.assertEqual((kind["count"], kind["failures"], sum(kind["histogram"])), (3, 0, 3))
            self.assertEqual(len(kind["histogram"]), 13)
            self.assertGreaterEqual(kind["nanoseconds"], kind["longest"])
            self.assertGreater(kind["longest"], 0)
        self.assertEqual(figures["gateways"], {})

    def test_given_a_gateway_when_the_host_answers_then_its_latency_is_that_of_the_clock(self):
        core = self.open("todo", figures=True, gateways=["lists"])
        for number, answer in enumerate(({"result": {"texts": []}}, {"error": "gone"})):
            asked = core.call({"todo": {"request": {"import": {"from": f"list{number}"}}}})
            (effect,) = [message["@effect"]["id"] for message in asked if "@effect" in message]
            core.call({"@advance": {"by": 3 + 2 * number}})
            core.call({"@reply": {"effect": effect, **answer}})
        lists = self.stats(core)["figures"]["gateways"]["lists"]
        self.assertEqual((lists["count"], lists["failures"]), (2, 1))
        self.assertEqual((lists["nanoseconds"], lists["longest"]), (8_000_000, 5_000_000))
        # Up to 1, 4, 16, 64, 256, 1 024, 4 096, 16 384 microseconds.
        self.assertEqual(lists["histogram"], [0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0])

    def test_given_a_store_when_asked_then_its_figures_are_those_of_the_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "counter.store")
            with Core("counter", {"store": {"path": path}, "figures": True}, hear=self.heard_nothing) as core:
                for _ in range(4):
                    core.call(INCREMENT)
                store = self.stats(core)["store"]
                self.assertEqual((store["bytes"], store["logBytes"]),
                                 (os.path.getsize(path), os.path.getsize(path + "-wal")))
                self.assertGreaterEqual(store["commits"], 4)
                self.assertGreaterEqual(store["nanoseconds"], store["longest"])
                self.assertGreaterEqual(store["journalBatches"], 4)
                self.assertGreater(store["journalBytes"], 0)
                core.call({"@pause": {}})
                core.call({"@resume": {}})
                self.assertEqual(self.stats(core)["store"]["commits"], 0)

    @staticmethod
    def heard_nothing(_message):
        pass

    def test_given_seconds_when_they_pass_then_the_figures_are_sent(self):
        core = self.open(figures={"every": 10})
        core.call(INCREMENT)
        self.heard.clear()
        core.send({"@advance": {"by": 35_000}})
        core.process()
        sent = [message["@stats"]["figures"]["messages"]["counter.request.increment"]["count"] for message in self.heard]
        self.assertEqual(sent, [1, 1, 1])
        # Neither while the timer of the figures is set, nor while it fires.
        self.assertEqual([message["@stats"]["timers"] for message in self.heard] + [self.stats(core)["timers"]], [0] * 4)
        core.send({"@advance": {"by": 4_999}})
        core.process()
        self.assertEqual(len(self.heard), 3)
        core.send({"@advance": {"by": 1}})
        core.process()
        self.assertEqual(len(self.heard), 4)

    def test_given_seconds_on_a_real_clock_when_a_host_waits_then_the_figures_wake_it(self):
        core = self.open(clock="real", figures={"every": 1})
        self.assertEqual(core.process(5), 1)
        self.assertIn("@stats", self.heard[0])

    def test_given_nonsense_when_opened_then_it_is_refused(self):
        for figures, error in ((7, "figures: found the number 7; true or false is expected"),
                               ({"every": 0}, "figures.every: found 0; a number over 0 is expected")):
            with self.assertRaises(CallError) as caught:
                self.open(figures=figures)
            self.assertEqual(caught.exception.text, error)


if __name__ == "__main__":
    unittest.main(verbosity=0)
