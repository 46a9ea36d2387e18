"""A host that a test kills: it sends each line of its standard input to a core, and prints each message, a line each.

Where the core takes a message for acknowledged by itself, it prints what a call has delivered once that has returned.

    kill_host.py APP CONFIG
"""

import json
import os
import select
import sys

import hosting


def main():
    app, config = sys.argv[1], json.loads(sys.argv[2])
    is_automatic = config["store"]["redelivery"]["acknowledged"] == "automatic"
    delivered = []

    def hear(text):
        if is_automatic:
            delivered.append(text + b"\n")
        else:
            os.write(1, text + b"\n")

    core = hosting.Core(app, config, hear=hear, parse=bytes)
    os.write(1, b"open\n")
    rest, is_open = b"", True
    while True:
        waits, _, _ = select.select([0, core], [], [])
        if 0 in waits:
            more = os.read(0, 1 << 16)
            is_open = bool(more)
            *lines, rest = (rest + more).split(b"\n")
            for line in lines:
                core.send(line)
        core.process()
        for text in delivered:
            os.write(1, text)
        delivered.clear()
        if not is_open:
            core.close()
            return


main()
