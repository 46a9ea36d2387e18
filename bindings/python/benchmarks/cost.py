"""The time of a message of the app counter through the binding, beside the same in C.

    cost.py FOLDER_OF_LIBRARIES FOLDER_OF_ADIT_H

With libadit_served.so in the folder, cores in a process of their own are measured, too.
Each way has several rounds, in turns, of which the quickest counts. The times depend on the machine, the ratios hardly.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import os
import pathlib
import subprocess
import sys
import tempfile
import time
from typing import Callable

import adit

MESSAGE = {"counter": {"request": {"increment": {"by": 1}}}}
TEXT = b'{"counter":{"request":{"increment":{"by":1}}}}'
# Short rounds, so that some are not interrupted.
MESSAGES, BATCH, ROUNDS = 500, 100, 40


def one_at_a_time(library: adit.Library) -> None:
    with library.open("counter", on_message=lambda _: None) as core:
        for _ in range(MESSAGES):
            core.send(MESSAGE)
            core.process()


def texts_one_at_a_time(library: adit.Library) -> None:
    with library.open("counter", on_text=lambda _: None) as core:
        for _ in range(MESSAGES):
            core.send(TEXT)
            core.process()


def calls(library: adit.Library) -> None:
    with library.open("counter") as core:
        for _ in range(MESSAGES):
            core.call(MESSAGE)


def batches(library: adit.Library) -> None:
    with library.open("counter") as core:
        for _ in range(MESSAGES // BATCH):
            for _ in range(BATCH):
                core.send(MESSAGE)
            received = 0
            while received < BATCH:
                received += len(core.receive_all(timeout=None))


def requests(library: adit.Library) -> None:
    async def run() -> None:
        async with adit.aio.open(library, "counter") as core:
            for _ in range(MESSAGES):
                await core.request(MESSAGE)

    asyncio.run(run())


def requests_at_once(library: adit.Library) -> None:
    async def run() -> None:
        async with adit.aio.open(library, "counter") as core:
            for _ in range(MESSAGES // BATCH):
                await asyncio.gather(*(core.request(MESSAGE) for _ in range(BATCH)))

    asyncio.run(run())


def timed(run: Callable[[], None]) -> float:
    begin = time.perf_counter()
    run()
    return (time.perf_counter() - begin) / MESSAGES * 1e6


def in_c(program: pathlib.Path) -> float:
    done = subprocess.run([program, str(MESSAGES)], check=True, capture_output=True, text=True)
    return float(done.stdout) / 1000


def build(folder: pathlib.Path, libraries: pathlib.Path, include: pathlib.Path) -> pathlib.Path:
    program, source = folder / "cost", pathlib.Path(__file__).with_name("cost.c")
    options = ["-O2", f"-I{include}", f"-L{libraries}", f"-Wl,-rpath,{libraries}", "-ladit_cores"]
    subprocess.run(["cc", "-o", program, source, *options], check=True)
    return program


def main() -> None:
    libraries, include = (pathlib.Path(path).resolve() for path in sys.argv[1:3])
    path = libraries / "libadit_cores.so"
    in_process, served = adit.Library(path), libraries / "libadit_served.so"
    functions = (one_at_a_time, texts_one_at_a_time, calls, batches, requests, requests_at_once)
    ways: dict[str, Callable[[], float]] = {
        function.__name__: functools.partial(timed, functools.partial(function, in_process)) for function in functions
    }
    if served.exists():
        os.environ["ADIT_SERVED"] = str(path)
        apart = adit.Library(served)
        for function in functions:
            run = functools.partial(function, apart)
            ways[f"{function.__name__}, adit serve"] = functools.partial(timed, run)
    with contextlib.ExitStack() as stack:
        program = build(pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory())), libraries, include)
        ways["C"] = lambda: in_c(program)
        best = {name: float("inf") for name in ways}
        for _ in range(ROUNDS):
            for name, way in ways.items():
                best[name] = min(best[name], way())
    for name, time_of in best.items():
        print(f"{name:38} {time_of:8.2f} µs {time_of / best['C']:7.1f} times that in C")


if __name__ == "__main__":
    main()
