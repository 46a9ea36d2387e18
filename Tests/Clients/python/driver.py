"""Reads and writes messages with the generated module `client`."""

import json
import sys

from adit import typed

import client

made = next(value for value in vars(client).values() if isinstance(value, type) and hasattr(value, "_to_core"))
DIRECTIONS = {"toCore": made._to_core, "toHost": made._to_host}
for line in sys.stdin:
    direction, text = line.split(" ", 1)
    try:
        print(typed.dumps(DIRECTIONS[direction].from_json(json.loads(text))))
    except typed.DecodingError as error:
        print("error:", str(error).replace("\n", " "))
