"""A core for each connection, and all in one event loop, by one descriptor.

    many.py LIBRARY APP [--port PORT]

Each line that a client sends is a message to its core, and each line that it receives is a message of its core.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys

import adit


class Server:
    """Gives each connection a core of a group."""

    def __init__(self, group: adit.aio.Group, app: str) -> None:
        self.group = group
        self.app = app

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serves a connection until its client ends it."""

        def write(message: adit.Message) -> None:
            if not writer.is_closing():
                writer.write(json.dumps(message).encode() + b"\n")

        async with self.group.open(self.app, on_message=write) as core:
            async for line in reader:
                try:
                    core.submit("client", line)  # What comes from a client has not the host's authority.
                except adit.CallError as error:
                    write({"refused": str(error)})
                await writer.drain()
        writer.close()


async def run(library: adit.Library, app: str, port: int) -> None:
    async with adit.aio.Group(library) as group:
        server = await asyncio.start_server(Server(group, app).serve, "127.0.0.1", port)
        print(server.sockets[0].getsockname()[1], flush=True)
        async with server:
            await server.serve_forever()


def main() -> int:
    parser = argparse.ArgumentParser(description="Gives each connection a core.")
    parser.add_argument("library")
    parser.add_argument("app")
    parser.add_argument("--port", type=int, default=0, help="a port on 127.0.0.1; a free one by default")
    arguments = parser.parse_args()
    try:
        asyncio.run(run(adit.Library(arguments.library), arguments.app, arguments.port))
    except adit.Error as error:
        print(f"many.py: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        pass
    return 0


if __name__ == "__main__":
    sys.exit(main())
