"""Reads and writes messages with the generated module `client`."""

import json
import sys

import client

DIRECTIONS = {"toCore": client.Sent, "toHost": client.Received}
for line in sys.stdin:
    direction, text = line.split(" ", 1)
    try:
        print(client.dumps(DIRECTIONS[direction].from_json(json.loads(text))))
    except client.DecodingError as error:
        print("error:", str(error).replace("\n", " "))
