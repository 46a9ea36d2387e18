"""A host that a test kills: it sends each line of its standard input to a core, and prints each message, a line each.

    kill_host.py CONFIG
"""

# SPDX-License-Identifier: Apache-2.0

import json
import os
import select
import sys

import hosting


def main():
    def hear(text):
        os.write(1, text + b"\n")

    core = hosting.Core("todo", json.loads(sys.argv[1]), hear=hear, parse=bytes)
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
        if not is_open:
            core.close()
            return


main()
