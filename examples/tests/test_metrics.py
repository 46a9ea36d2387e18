"""The figures that a core is asked for by HTTP are what Prometheus reads.

    test_metrics.py LIBRARY
"""

# SPDX-License-Identifier: Apache-2.0

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
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


if __name__ == "__main__":
    Metrics.library = sys.argv.pop(1)
    unittest.main(verbosity=0)
