"""A todo list: reads commands, and shows the open items after each change.

add TEXT        adds an item
check NUMBER    completes one
import FILE     adds the lines of a file
quit
"""

from __future__ import annotations

import argparse
import asyncio
import pathlib
import sys
from typing import Any

import adit
from adit_example_todo import load


async def fetch_list(request: Any) -> dict[str, Any]:
    """Serves the gateway `lists`: a list is a file, and an item a line of it."""
    path = pathlib.Path(request["fetch"]["list"])
    text = await asyncio.get_running_loop().run_in_executor(None, path.read_text)
    return {"texts": text.splitlines()}


def request(name: str, **arguments: Any) -> adit.Message:
    return {"todo": {"request": {name: arguments}}}


class TodoList:
    """The list of a core, by its commands."""

    def __init__(self, core: adit.aio.Core, open_items: adit.aio.Follower) -> None:
        self.core = core
        self.open_items = open_items

    async def run(self, line: str) -> None:
        """Runs a command, and prints why it failed, if it did."""
        command, _, argument = line.strip().partition(" ")
        try:
            if command == "add":
                answer = await self.core.request(request("add", item={"text": argument}))
            elif command == "check":
                answer = await self.core.request(request("check", id=self.open_items.value["ids"][int(argument) - 1]))
            elif command == "import":
                answer = await self.core.request(request("import", **{"from": argument}))
            else:
                print(f"found {command!r}; add TEXT, check NUMBER, import FILE or quit is expected")
                return
        except (IndexError, ValueError):
            print(f"found {argument!r}; the number of an open item is expected")
            return
        except adit.CallError as error:
            print(error)
            return
        ((outcome, content),) = answer["todo"]["response"].items()
        if "Not" in outcome:
            print(f"{outcome}: {content['error']}")

    def show(self) -> None:
        """Prints the open items."""
        items = self.open_items.value
        for number, identity in enumerate(items["ids"], 1):
            print(f"{number}. {items['entities'][identity]['text']}")
        print(f"-- {len(items['ids'])} open", flush=True)

    async def show_changes(self) -> None:
        """Prints the open items after each change."""
        async for _ in self.open_items:
            self.show()


async def run(store: str | None, is_process: bool) -> None:
    config: dict[str, Any] = {} if store is None else {"store": {"path": store}}
    library = load(process=is_process)
    loop = asyncio.get_running_loop()
    async with adit.aio.open(library, "todo", config, gateways={"lists": fetch_list}) as core:
        async with core.follow("/view/open") as open_items:
            todo_list = TodoList(core, open_items)
            todo_list.show()
            showing = asyncio.ensure_future(todo_list.show_changes())
            while (line := await loop.run_in_executor(None, sys.stdin.readline)) and line.strip() != "quit":
                await todo_list.run(line)
        await showing  # It ends with the `async with`.


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, prog="adit-example-todo"
    )
    parser.add_argument("--store", help="the file that keeps the list; by default, it is in memory only")
    parser.add_argument("--process", action="store_true", help="run the core in a process of its own, adit serve")
    arguments = parser.parse_args()
    try:
        asyncio.run(run(arguments.store, arguments.process))
    except adit.Error as error:
        print(f"adit-example-todo: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
