"""Random lines, most of them nearly right, to a server with a parent and to one with clients: it goes on, and every line of
its own is JSON.

    test_fuzz.py [--count N] [--seed N]
"""

import argparse
import json
import os
import random
import sys
import tempfile

import peer

SEEDS = [json.dumps(message, separators=(",", ":")).encode() for message in (
    {**peer.increment(1), "@id": 7, "@core": "a"},
    {"@core": "a", "@get": {"path": "/value", "from": 0}, "@id": "é\\\""},
    {"@core": "a", "@subscribe": {"subscription": "s", "path": ""}},
    {"@core": "a", "@unsubscribe": {"subscription": "s"}},
    {"@core": "b", **peer.add('{"@core":"x"}\n\0')},
    {"@core": "b", "todo": {"request": {"import": {"from": "x"}}}, "@id": 3},
    {"@core": "b", "@reply": {"effect": "e1-1", "result": {"texts": ["a"]}, "more": True}},
    {"@open": {"core": "c", "app": "counter", "config": {"clock": "virtual"}}, "@id": 1},
    {"@core": "c", "@close": {}},
    {"@catalog": {"app": "counter"}},
    {"@sync": {"core": "a"}, "@id": 9},
    {"@hello": {"client": "c-" + "0" * 32}},
    {"@gateways": {"core": "b", "serves": ["lists"]}},
    {"@host": {"call": "open", "core": "h", "app": "todo"}, "@id": 4, "@text": {}},
    {"@host": {"call": "open", "core": "p", "app": "todo", "pull": True}, "@id": 4, "@text": {}},
    {"@host": {"call": "send", "core": "h", "client": "ann"}, "@id": 5, "@text": peer.add("x")},
    {"@host": {"call": "call", "core": "p"}, "@id": 5, "@text": peer.add("x")},
    {"@host": {"call": "process", "core": "h"}, "@id": 6},
    {"@host": {"call": "receive", "core": "p", "all": True, "bytes": 100}, "@id": 7},
    {"@host": {"call": "close", "core": "h", "timeout": 0}, "@id": 8},
    {"@host": {"call": "compare", "old": 2}, "@id": 9, "@text": {"a": {}}},
)]
PIECES = [b'"', b"\\", b"{", b"}", b"[", b"]", b",", b":", b"@core", b'"@core":"a"', b'"@id":1,', b"\0", b"\xff", b"\r", b" ", b"null",
          b"\\u0040", b"\xc3\xa9", b"1e999", b"-", b"@client", b'"@client":"c"', b"@with"]


def mutated(generator):
    line = bytearray(generator.choice(SEEDS))
    for _ in range(generator.choice((0, 0, 1, 1, 2, 5))):
        at = generator.randrange(len(line) + 1)
        kind = generator.randrange(4)
        if kind == 0:
            line[at:at] = generator.choice(PIECES)
        elif kind == 1:
            del line[at:at + generator.randrange(1, 8)]
        elif kind == 2:
            other = generator.choice(SEEDS)
            line[at:] = other[generator.randrange(len(other)):]
        else:
            line[at:at + 1] = bytes([generator.randrange(256)])
    return bytes(line).replace(b"\n", b" ") + b"\n"


def send_all(lines, generator, count):
    """Sends random lines to some connection, and reads up to where they have been handled; False if it was dropped."""
    for number in range(count // 20):
        lines.write(b"".join(mutated(generator) for _ in range(20)))
        mark = f"mark {number}"
        lines.send({"@catalog": {"app": "counter"}, "@id": mark})
        while (message := lines.next()).get("@id") != mark or "@catalog" not in message:
            if list(message)[0] in ("@crashed", "@dropped"):
                raise SystemExit(f"not expected: {message}")


def check(seed, count):
    generator = random.Random(seed)
    folder = tempfile.mkdtemp()
    servers = []
    try:
        server = peer.Stdio()
        servers.append(server)
        server.open("a", "counter")
        server.open("b", "todo", {"gateways": ["lists"]})
        send_all(server, generator, count)
        if server.end()[1] != 0:
            raise SystemExit(f"the server ended badly: {server.errors}")
        config = os.path.join(folder, "config.json")
        with open(config, "w") as file:
            json.dump({"gateways": ["lists"], "clients": ["@get", "@subscribe", "@unsubscribe", "@reply", "@with"]}, file)
        for options in ((), ("--trust",), ("--broadcast",)):
            unix = peer.Unix(folder, "--core", "a=counter", "--core", f"b=todo:{config}", *options)
            servers.append(unix)
            clients = [unix.client() for _ in range(3)]
            for client in clients:
                client.send({"@catalog": {"app": "counter"}})
            for _ in range(3):
                for client in clients:
                    send_all(client, generator, count // 10)
            if unix.end() != 0:
                raise SystemExit("the server ended badly")
    finally:
        for server in servers:
            server.destroy()
        peer.remove_folder(folder)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    arguments = parser.parse_args()
    try:
        check(arguments.seed, arguments.count)
    except BaseException:
        print(f"test_fuzz.py --count {arguments.count} --seed {arguments.seed}", file=sys.stderr)
        raise


main()
