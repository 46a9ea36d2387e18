"""What adit inspect costs with a store of a million messages and a million items, in Chromium.

    inspect.py PROGRAM LIBRARY [COUNT]      such as build/tools/adit build/lib/libadit_cores.so

Prints: the time of the first paint, and of the list of messages in it; the time of a part of the state at a random revision, as
the page gets it; the tasks of the main thread while a list is scrolled; the memory of the tab; the time of a fork of a
core in the same process; what messages of a client cost a server whose core is inspected, beside one whose core is not.
"""

import json
import os
import pathlib
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "examples/tests"))
sys.path.insert(0, str(ROOT / "bindings/python/src"))
from devtools import Browser  # noqa: E402
import adit  # noqa: E402

PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"
SCROLL = """(async () => {
    const list = document.querySelector('.list');
    for (let step = 0; step < 300; step += 1) {
        await new Promise(requestAnimationFrame);
        // Slowly, and at times to somewhere else.
        list.scrollTop = step % 40 === 39 ? Math.random() * list.scrollHeight : list.scrollTop + 90;
    }
})()"""


def tasks(browser, work):
    """The tasks of the main thread during some work, the longest first: milliseconds of processor time, and of time.

    On a machine that is busy with other work, a task also waits for the processor, which is no matter of the page.
    """
    browser.command("Tracing.start", transferMode="ReturnAsStream", traceConfig={"includedCategories": ["devtools.timeline", "toplevel"]})
    work()
    browser.command("Tracing.end")
    end = time.monotonic() + 60
    while (event := json.loads(browser._read(end))).get("method") != "Tracing.tracingComplete":
        pass
    text = ""
    while True:
        part = browser.command("IO.read", handle=event["params"]["stream"], size=1 << 22)
        text += part["data"]
        if part.get("eof"):
            break
    events = json.loads(text)["traceEvents"]
    mains = {(each["pid"], each["tid"]) for each in events if each["name"] == "thread_name" and each["args"]["name"] == "CrRendererMain"}
    runs = [each for each in events if each["name"] == "ThreadControllerImpl::RunTask" and (each["pid"], each["tid"]) in mains and "dur" in each]
    return sorted((each.get("tdur", 0) / 1e3 for each in runs), reverse=True), sorted((each["dur"] / 1e3 for each in runs), reverse=True)


def p95(times):
    return statistics.quantiles(times, n=20)[-1] if len(times) > 1 else times[0]


def make(library, path, count):
    """A store with items, each of a message of its own."""
    config = {"store": {"path": path, "durability": "normal", "retention": {"bytes": 1 << 40}}, "limits": {"queue": 1 << 30}}
    core = library.open("todo", config, on_text=lambda _: None)
    for number in range(count):
        item = {"id": f"{number:08x}-0000-4000-8000-000000000000", "text": f"item {number}"}
        core.send({"todo": {"request": {"add": {"item": item}}}, "@id": number})
        if number % 5000 == 4999:
            core.process(0)
    core.process(0)
    return core


def tab_memory(browser, tab):
    """The resident memory of the tab's process, in MB."""
    processes = browser.command("SystemInfo.getProcessInfo")["processInfo"]
    sizes = [int(pathlib.Path(f"/proc/{each['id']}/statm").read_text().split()[1]) * 4096 for each in processes if each["type"] == "renderer"]
    return max(sizes) / 1e6


def processor_time(server):
    """The seconds of processor time of a server and of the processes of its libraries."""
    children = pathlib.Path(f"/proc/{server}/task/{server}/children").read_text().split()
    fields = [pathlib.Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split() for each in (server, *children)]
    return sum(int(each[11]) + int(each[12]) for each in fields) / os.sysconf("SC_CLK_TCK")


def load(path, count):
    """Adds to a counter, 100 messages at a time; returns the messages a second."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(path)
        stream = connection.makefile("rb")
        stream.readline()
        text = b'{"counter":{"request":{"increment":{"by":1}}},"@core":"counted"}\n' * 100
        begin = time.perf_counter()
        for _ in range(count // 100):
            connection.sendall(text)
            for _ in range(100):
                stream.readline()
        return count / (time.perf_counter() - begin)


def compare(program, library, folder, count, is_apart):
    """Prints what an inspector costs the core that it looks at, in turns with and without one.

    `is_apart`: whether the server and its client have one processor, and the inspector and its browser the others. Otherwise all of
    them compete for all processors, of which the server and its client fill two.
    """
    every = os.sched_getaffinity(0)
    own = {min(every)} if is_apart else every
    others = every - own or every
    os.sched_setaffinity(0, own)  # What is started has that of this process.
    path, config = os.path.join(folder, "socket"), os.path.join(folder, "config.json")
    pathlib.Path(config).write_text(json.dumps({"store": {"path": os.path.join(folder, "counted.store"), "durability": "normal"}}))
    with subprocess.Popen([program, "serve", library, "--unix", path, "--trust", "--core", f"counted=counter:{config}"],
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        while not os.path.exists(path):
            time.sleep(0.05)
        found = {False: [], True: []}
        for turn in range(12):
            is_inspected = turn % 2 == 1
            if is_inspected:
                os.sched_setaffinity(0, others)
                inspector = subprocess.Popen([program, "inspect", "--no-open", path, config.replace("config.json", "counted.store")],
                                             stdout=subprocess.PIPE, text=True)
                browser = Browser()
                tab = browser.open(inspector.stdout.readline().strip())
                while not tab.evaluate("document.querySelectorAll('.row .name').length > 5"):
                    time.sleep(0.01)
                os.sched_setaffinity(0, own)
            before = processor_time(server.pid)
            rate = load(path, count)
            found[is_inspected].append((rate, (processor_time(server.pid) - before) / count * 1e6))
            if is_inspected:
                browser.close()
                inspector.terminate()
                inspector.wait()
        rates = [max(rate for rate, _ in found[each]) for each in (False, True)]
        costs = [min(cost for _, cost in found[each]) for each in (False, True)]
        where = "the inspector on other processors" if is_apart else "all on all processors"
        print(f"messages to a core, 100 in flight, {where}: {rates[0]:.0f} a second, inspected {rates[1]:.0f} ({rates[1] / rates[0]:.2f}); "
              f"{costs[0]:.2f} µs of processor time each, inspected {costs[1]:.2f} ({costs[1] / costs[0]:.2f}); the best of six turns")
        server.terminate()
    os.sched_setaffinity(0, every)


def main():
    program, library, count = sys.argv[1], adit.Library(sys.argv[2]), int((sys.argv[3:] or ["1000000"])[0])
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "million.store")
        core = make(library, path, count)
        times = []
        for _ in range(20):
            begin = time.perf_counter()
            fork = library.open("todo", {"fork": {"core": core._id}}, on_text=lambda _: None)
            times.append((time.perf_counter() - begin) * 1e3)
            fork.close()
        print(f"fork of the present revision, {count} items: {statistics.median(times):.2f} ms, {max(times):.2f} ms the longest of 20")
        core.close()
        with subprocess.Popen([program, "inspect", "--no-open", sys.argv[2], path], stdout=subprocess.PIPE, text=True) as inspector:
            address = inspector.stdout.readline().strip()
            browser = Browser()
            tab = browser.open("about:blank")
            tab.command("Page.navigate", url=address)
            begin = time.perf_counter()
            while not tab.evaluate("document.querySelectorAll('.row .name').length > 5"):
                time.sleep(0.01)
            listed = time.perf_counter() - begin
            print(f"first paint: {tab.evaluate(PAINT):.0f} ms; messages in it: {listed * 1e3:.0f} ms after the page was asked for")
            while tab.evaluate("app.status?.isReading ?? true"):
                time.sleep(0.1)
            print(f"index of the journal: {time.perf_counter() - begin:.1f} s")
            times, parts = [], []
            for _ in range(200):
                revision = random.randint(1, count)
                times.append(tab.evaluate(f"""(async () => {{
                    const begin = performance.now();
                    const {{ revision }} = await app.wire.ask({{ batch: {{ revision: {revision} }} }});
                    await app.subject.children('/items', revision, Math.floor(Math.random() * Math.max(1, revision - 100)), 100);
                    return performance.now() - begin;
                }})()"""))
            print(f"a hundred items at a random revision, in the page: {statistics.median(times):.1f} ms, p95 {p95(times):.1f} ms, {max(times):.1f} ms the longest of 200")
            for name in ("messages", "state"):
                tab.evaluate(f"document.querySelector('#tab-{name}').click()")
                time.sleep(1)
                if name == "state":
                    tab.evaluate("document.querySelector('.row .twist').dispatchEvent(new MouseEvent('click', { bubbles: true }))")
                    time.sleep(1)
                processor, whole = tasks(browser, lambda: tab.evaluate(SCROLL))
                print(f"scrolling {name}, 300 frames: {sum(each > 16 for each in processor)} tasks over 16 ms of processor time, the longest {processor[0]:.1f} ms; "
                      f"with waiting for a processor, {sum(each > 16 for each in whole)}, the longest {whole[0]:.1f} ms")
            print(f"memory of the tab: {tab_memory(browser, tab):.0f} MB; heap {tab.evaluate('performance.memory.usedJSHeapSize') / 1e6:.0f} MB")
            browser.close()
            inspector.terminate()
            inspector.wait()
        for is_apart in (False, True):
            compare(program, sys.argv[2], folder, count // 4, is_apart)


if __name__ == "__main__":
    main()
