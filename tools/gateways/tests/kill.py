#!/usr/bin/env python3
"""A long run, by hand: reports of the app weather, by durable requests, in a host that is killed again and again. Each report reaches the
server, maybe more than once with one key, and each answer is counted once. Then a large download, and the memory of its host.

    kill.py LIBRARIES [--requests 10000] [--megabytes 1000]     the folder with libadit_weather-gateways.so
"""

import argparse
import http.server
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
WINDOW = 200


def host(folder, server, requests):
    """The process that is killed. Says how many answers the core has counted."""
    import adit

    config = {"store": {"path": f"{folder}/store", "once": {"count": 2 * requests}},
              "serve": {"http": {"allow": [server], "addresses": ["127.0.0.0/8"]}, "keyValue": {"path": f"{folder}/values"}}}
    core = adit.Library("libadit_weather-gateways.so").open("weather", config)
    core.send({"weather": {"request": {"use": {"server": server}}}, "@id": "use"})
    # What was sent before is not done again. What comes too soon would be a queue of thousands of requests.
    counted = next_one = 0
    while True:
        core.send({"@get": {"path": "/reports"}})
        while True:
            message = core.receive(1)
            if message is None or "@value" in message:
                break
        counted = message["@value"]["value"] if message else counted
        print(counted, flush=True)
        if counted == requests:
            core.close()
            return
        while next_one < min(requests, counted + WINDOW):
            core.send({"weather": {"request": {"report": {"city": str(next_one), "text": "rain"}}}, "@id": next_one})
            next_one += 1
        time.sleep(0.005)


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 1024

    def handle_error(self, request, address):
        pass  # the client was killed


class Reports(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    lock, keys, count, megabytes = threading.Lock(), {}, 0, 0

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        with self.lock:
            Reports.count += 1
            self.keys.setdefault(self.path, []).append(self.headers["Idempotency-Key"])
        self.send_response(204)
        self.end_headers()

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Length", str(self.megabytes * 1_000_000))
        self.end_headers()
        block = bytes(1_000_000)
        for _ in range(self.megabytes):
            self.wfile.write(block)

    def log_message(self, *arguments):
        pass


def kill_rounds(requests, environment, url):
    rounds, random_times = 0, random.Random(7)
    with tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()
        while True:
            process = subprocess.Popen([sys.executable, __file__, "host", folder, url, str(requests)], env=environment, stdout=subprocess.PIPE, text=True)
            rounds += 1
            until = time.monotonic() + random_times.uniform(0.3, 1.5)
            counted = 0
            for line in process.stdout:
                counted = int(line)
                if time.monotonic() > until and counted < requests:
                    process.send_signal(signal.SIGKILL)
            if process.wait() == 0:
                break
            print(f"killed at {counted}", file=sys.stderr)
        keys = Reports.keys
        assert counted == requests, f"found {counted} answers; {requests} are expected"
        assert len(keys) == requests, f"found {len(keys)} reports; {requests} are expected"
        wrong = [path for path, each in keys.items() if len(set(each)) != 1]
        assert not wrong, f"found several keys for {wrong[:5]}; one is expected"
        print(f"{requests} reports in {time.monotonic() - began:.0f} s, killed {rounds - 1} times: {Reports.count} requests reached the server, "
              f"{len(set(sum(keys.values(), [])))} keys, {counted} answers counted")


DOWNLOAD = """
import adit, json, resource, sys, threading
server, folder = sys.argv[1:]
serve = {"http": {"allow": [server], "addresses": ["127.0.0.0/8"]}, "keyValue": {"path": folder + "/values"}, "blobs": {"path": folder + "/blobs"}}
core = adit.Library("libadit_weather-gateways.so").open("weather", {"serve": serve})
core.send({"weather": {"request": {"use": {"server": server}}}})
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
core.send({"weather": {"request": {"download": {"city": "Oslo"}}}})
while True:
    response = core.receive(None)["weather"]["response"]
    if "isDownloading" not in response:
        break
print(json.dumps({"response": response, "before": before, "after": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss}))
"""


def download(megabytes, environment, url):
    Reports.megabytes = megabytes
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR")) as folder:
        began = time.monotonic()
        said = subprocess.run([sys.executable, "-c", DOWNLOAD, url, folder], env=environment, capture_output=True, text=True, check=True).stdout
        figures = json.loads(said)
        assert figures["response"]["wasDownloaded"]["map"]["bytes"] == megabytes * 1_000_000, figures
        print(f"{megabytes} MB in {time.monotonic() - began:.1f} s: {figures['before'] // 1024} MB of memory before, "
              f"{figures['after'] // 1024} MB at most, of a host in Python")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("libraries")
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--megabytes", type=int, default=1_000)
    options = parser.parse_args()
    environment = {**os.environ, "LD_LIBRARY_PATH": options.libraries, "PYTHONPATH": str(ROOT / "bindings/python/src"), "PYTHONDONTWRITEBYTECODE": "1"}
    server = Server(("127.0.0.1", 0), Reports)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_address[1]}"
    download(options.megabytes, environment, url)
    kill_rounds(options.requests, environment, url)


if __name__ == "__main__":
    if sys.argv[1:2] == ["host"]:
        host(sys.argv[2], sys.argv[3], int(sys.argv[4]))
    else:
        main()
