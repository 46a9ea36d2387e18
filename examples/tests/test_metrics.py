"""The figures that a core is asked for by HTTP are what Prometheus reads.

    test_metrics.py LIBRARY
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.error
import urllib.request

SERVER = pathlib.Path(__file__).resolve().parent.parent / "metrics" / "serve.py"
SAMPLE = re.compile(r'([a-zA-Z_:][a-zA-Z0-9_:]*)\{((?:[a-z]+="(?:[^"\\\n]|\\[\\n"])*",?)*)\} (\S+)')
KINDS = {"gauge": {""}, "counter": {""}, "histogram": {"_bucket", "_sum", "_count"}}


def parsed(text):
    """The samples of a text, by names and labels; each family has a HELP and a TYPE, once, before its samples."""
    samples, family, kind, known = {}, None, None, set()
    for line in text.splitlines():
        if match := re.fullmatch(r"# HELP (\w+) (.+)", line):
            family, kind = match[1], None
            assert family not in known, f"{family} twice"
            known.add(family)
        elif match := re.fullmatch(r"# TYPE (\w+) (\w+)", line):
            assert match[1] == family and kind is None, line
            kind = match[2]
        else:
            match = SAMPLE.fullmatch(line)
            assert match and kind, line
            assert match[1].removeprefix(family) in KINDS[kind], line
            labels = tuple(sorted(re.findall(r'([a-z]+)="((?:[^"\\]|\\.)*)"', match[2])))
            assert (match[1], labels) not in samples, line
            samples[match[1], labels] = float(match[3])
    return samples


class Metrics(unittest.TestCase):
    library = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.server = subprocess.Popen(
            [sys.executable, "-B", SERVER, self.library, "todo", "--port", "0", "--store", os.path.join(folder.name, "t.store")],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.addCleanup(self.stop)
        self.url = self.server.stdout.readline().strip()

    def stop(self):
        self.server.stdin.close()
        self.assertEqual(self.server.wait(20), 0)
        self.server.stdout.close()

    def send(self, message, count):
        self.server.stdin.write(json.dumps(message) + "\n")
        self.server.stdin.flush()
        return [json.loads(self.server.stdout.readline()) for _ in range(count)]

    def metrics(self):
        with urllib.request.urlopen(self.url) as response:
            self.assertEqual(response.headers["Content-Type"], "text/plain; version=0.0.4; charset=utf-8")
            text = response.read().decode()
        self.assertTrue(text.endswith("\n"))
        return parsed(text)

    def test_given_messages_when_scraped_then_each_kind_is_a_histogram(self):
        for number in range(3):
            self.send({"todo": {"request": {"add": {"item": {"text": f"item {number}"}}}}}, 2)
        self.send({"todo": {"request": {"check": {"id": "00000000-0000-4000-8000-000000000000"}}}}, 1)
        samples = self.metrics()
        app, kind = ("app", "todo"), ("message", "todo.request.add")
        self.assertEqual(samples["adit_message_seconds_count", (app, kind)], 3)
        self.assertGreater(samples["adit_message_seconds_sum", (app, kind)], 0)
        buckets = [(labels, count) for (name, labels), count in samples.items()
                   if name == "adit_message_seconds_bucket" and kind in labels]
        bounds = [float(dict(labels)["le"]) for labels, _ in buckets]
        counts = [count for _, count in buckets]
        self.assertEqual((bounds, counts), (sorted(bounds), sorted(counts)))
        self.assertEqual((len(counts), bounds[-1], counts[-1]), (13, float("inf"), 3))
        self.assertEqual(samples["adit_message_failures_total", (app, kind)], 0)
        self.assertEqual(samples["adit_revision", (app,)], 3)
        self.assertGreaterEqual(samples["adit_store_commits_total", (app,)], 3)
        self.assertGreater(samples["adit_store_bytes", (app,)], 0)

    def test_given_another_path_when_asked_for_then_there_is_nothing(self):
        with self.assertRaises(urllib.error.HTTPError) as caught:
            urllib.request.urlopen(self.url.removesuffix("metrics"))
        self.assertEqual(caught.exception.code, 404)
        caught.exception.close()


class Spans(unittest.TestCase):
    library = None

    def spans(self, *messages):
        """The spans of what messages to the todo core have caused."""
        program = SERVER.with_name("spans.py")
        printed = subprocess.run(
            [sys.executable, "-B", program, self.library, "todo"], input="".join(f"{json.dumps(message)}\n" for message in messages),
            check=True, capture_output=True, text=True).stdout
        (resource,) = json.loads(printed)["resourceSpans"]
        self.assertEqual(resource["resource"]["attributes"], [{"key": "service.name", "value": {"stringValue": "todo"}}])
        (scope,) = resource["scopeSpans"]
        return scope["spans"]

    def test_given_messages_when_handled_then_each_is_a_trace_of_spans(self):
        began = time.time_ns()
        add = {"todo": {"request": {"add": {"item": {"text": "a"}}}}}
        spans = self.spans(add, {**add, "@id": "again"})
        ended = time.time_ns()
        names = ["todo.request.add", "todo.response.wasAdded", "appReview.requestReview"]
        self.assertEqual([span["name"] for span in spans], names * 2)
        self.assertEqual([span["kind"] for span in spans], [2, 1, 1] * 2)
        for span in spans:
            self.assertRegex(span["traceId"], "^[0-9a-f]{32}$")
            self.assertRegex(span["spanId"], "^[0-9a-f]{16}$")
            start, end = int(span["startTimeUnixNano"]), int(span["endTimeUnixNano"])
            self.assertTrue(began <= start < end <= ended, (began, start, end, ended))
        for first in (0, 3):
            root, one, other = spans[first:first + 3]
            self.assertNotIn("parentSpanId", root)
            self.assertEqual((one["parentSpanId"], other["parentSpanId"]), (root["spanId"], one["spanId"]))
            self.assertEqual({root["traceId"]}, {one["traceId"], other["traceId"]})
        self.assertNotEqual(spans[0]["traceId"], spans[3]["traceId"])
        self.assertEqual(len({span["spanId"] for span in spans}), 6)
        self.assertIn({"key": "adit.id", "value": {"stringValue": "again"}}, spans[3]["attributes"])
        self.assertEqual({json.dumps(span["status"]) for span in spans}, {"{}"})


if __name__ == "__main__":
    Metrics.library = Spans.library = sys.argv.pop(1)
    unittest.main(verbosity=0)
