"""The peers, and what they answer."""

import json
import math
import sys

from build import HERE
from measuring import call, instructions

# The program of each, and its option.
PEERS = {"C, yyjson": ("yyjson",), "Rust, serde": ("rust-serde",), "Adit": ("adit",), "C, jansson": ("jansson", "hand"),
         "Lua, cjson": ("lua", HERE / "reducer.lua"), "QuickJS": ("quickjs", HERE / "reducer.js"),
         "Swift, Foundation": ("foundation",)}
VALUE_PEERS = {"C, yyjson": ("yyjson-values",), "Rust, serde": ("rust-serde",), "Adit": ("adit-values",),
               "C, jansson": ("jansson-values",), "Lua, cjson": ("lua", HERE / "values.lua"),
               "QuickJS": ("quickjs", HERE / "values.js"), "Swift, Foundation": ("foundation-values",)}


def command(folder, program, scenario, present, count, mode):
    name, *option = program
    return [folder / name, scenario, present, count, mode, *option]


def run(folder, program, scenario, present, count, mode):
    return call(*command(folder, program, scenario, present, count, mode))


def counted(folder, program, scenario, present, counts):
    """Instructions a message."""
    few, many = (instructions(command(folder, program, scenario, present, count, "count")) for count in counts)
    return (many - few) / (counts[1] - counts[0])


def masked(value, key=""):
    """An answer in a form that is the same for all: members by name, drawn values masked."""
    if isinstance(value, dict):
        return {name: masked(member, name) for name, member in sorted(value.items())}
    if isinstance(value, list):
        return [masked(member, key) for member in value]
    if key == "id" and not value.startswith("00000000-0000-4000-8000-"):
        return "drawn"
    if key == "ids":
        return value.lower()
    if key == "dates":
        return value.replace(".000Z", "Z")
    # A date that is given has one form; some peers print it as it came.
    return "date" if key in ("created", "alterDate", "due") else value


def same(left, right):
    """Whether answers say the same. Lua prints 14 digits of a number, and serde reads the last digit as it comes."""
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, float) or isinstance(right, float):
        return math.isclose(left, right, rel_tol=1e-13)
    return left == right


def check_answers(folder, peers, scenarios):
    """Fails unless all peers say the same."""
    for scenario, present in scenarios:
        expected = run(folder, peers["Adit"], scenario, min(present, 3), 5, "print").splitlines()
        for name, program in peers.items():
            lines = run(folder, program, scenario, min(present, 3), 5, "print").splitlines()
            for line, other in zip(expected, lines, strict=True):
                if not same(masked(json.loads(line)), masked(json.loads(other))):
                    sys.exit(f"peers: with {scenario}, the answer of {name} is not that of Adit:\n{other[:400]}\n{line[:400]}")
