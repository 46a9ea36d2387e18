"""Counts instructions with callgrind, and reads what the programs of this folder print."""

import contextlib
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
COUNTS = (512, 1536)  # the difference of the two runs is reported; start-up and the items present cancel out
# Sets and dictionaries of Swift have the same order in each run.
ENVIRONMENT = {**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"}


def call(*command, **options):
    """Runs a command; returns what it printed. Ends the process where it fails."""
    words = [str(word) for word in command]
    result = subprocess.run(words, capture_output=True, text=True, **{"env": ENVIRONMENT, **options})
    if result.returncode != 0:
        sys.exit(f"{pathlib.Path(sys.argv[0]).name}: {' '.join(words)} failed:\n{result.stdout}{result.stderr}")
    return result.stdout


def figures(*command):
    """What a program prints: numbers."""
    return [float(number) for number in call(*command).split()]


def instructions(command, folder=None):
    """Runs a command under callgrind; the instructions that it took."""
    result = subprocess.run(
        ["valgrind", "--tool=callgrind", f"--callgrind-out-file={os.devnull}", *map(str, command)], cwd=folder,
        env=ENVIRONMENT, capture_output=True, text=True)
    found = re.search(r"Collected\s*:\s*(\d+)", result.stderr)
    if result.returncode != 0 or found is None:
        sys.exit(f"{pathlib.Path(sys.argv[0]).name}: {' '.join(map(str, command))} failed:\n{result.stderr}")
    return int(found.group(1))


def per_message(program, *arguments, folder, counts=COUNTS):
    """Instructions a message, by the difference of two runs. The arguments name where the count goes by None."""
    few, many = (instructions([folder / program, *(count if argument is None else argument for argument in arguments)], folder)
                 for count in counts)
    return (many - few) / (counts[1] - counts[0])


def copied(library, folder):
    """A copy that stays as it is while the measuring lasts, under the name of its file and that it was linked by."""
    copy = folder / library.name
    shutil.copy(library, copy)
    soname = re.search(r"SONAME.*\[(.*)\]", call("readelf", "-d", copy)).group(1)
    if soname != copy.name:
        (folder / soname).unlink(missing_ok=True)
        (folder / soname).symlink_to(copy.name)
    return copy


def compiled(folder, name, *libraries, sources=()):
    """Compiles a C program of this folder, with the C interface at hand."""
    call("cc", "-std=c11", "-O2", "-Wall", "-Wextra", f"-I{ROOT / 'include'}", f"-I{HERE}", *(sources or [HERE / f"{name}.c"]),
         "-o", folder / name, *libraries)
    return folder / name


def linked(library):
    """The arguments that link a program with a library where it is."""
    return library, f"-Wl,-rpath,{library.parent}"


def flags_of(package):
    return call("pkg-config", "--cflags", "--libs", package).split()


def fresh_store(folder):
    """The path of a store that is not there."""
    for file in folder.glob("measured.adit*"):
        file.unlink()
    return folder / "measured.adit"


def journal_bytes(path):
    """The bytes of the journal a message, in a store that was closed."""
    with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
        return database.execute("SELECT sum(length(entries)) / max(revision) FROM journal").fetchone()[0]


def spaced(number):
    """A number with spaces between thousands."""
    return f"{number:,.0f}".replace(",", " ")
