"""What a core's requests, gateways and followers do when its process crashes: for `bindings/conformance/crash`.

crash.py LIBRARY
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import adit


def say(line: str) -> None:
    print(line, flush=True)


async def lists(_request: Any) -> Any:
    say("called lists")
    try:
        await asyncio.Event().wait()
    except asyncio.CancelledError:
        say("cancelled lists")
        return {"texts": ["late"]}


async def expect_failure(request: asyncio.Task[adit.Message]) -> None:
    try:
        await request
    except adit.CrashedError:
        say("failed ECRASHED")


async def main(library: adit.Library) -> None:
    async with adit.aio.open(library, "todo", gateways={"lists": lists}) as core:

        async def add(text: str) -> None:
            answer = await core.request({"todo": {"request": {"add": {"item": {"text": text}}}}})
            say(f"added {answer['todo']['response']['wasAdded']['text']}")

        def fetch() -> asyncio.Task[adit.Message]:
            return asyncio.create_task(core.request({"todo": {"request": {"import": {"from": "x"}}}}))

        async with core.follow("/view/openCount") as count:
            say(f"count {count.value}")

            async def tell() -> None:
                async for _ in count:
                    say(f"count {count.value}")
                    changed.set()

            changed = asyncio.Event()
            telling = asyncio.create_task(tell())
            await add("Milk")
            await expect_failure(fetch())
            while count.value != 0:  # It has begun anew.
                changed.clear()
                await changed.wait()
            await add("Tea")
            await expect_failure(fetch())
            await telling  # It ends with the core.
    say("closed")


asyncio.run(main(adit.Library(sys.argv[1])))
