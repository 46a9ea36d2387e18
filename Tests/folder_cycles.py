#!/usr/bin/env python3
"""Whether scripts/folder-cycles finds cycles of folders, and none where there is none.

usage: folder_cycles.py ROOT
"""

# SPDX-License-Identifier: Apache-2.0

import pathlib
import subprocess
import sys
import tempfile

SCRIPT = pathlib.Path(sys.argv[1]) / "scripts/folder-cycles"
UPPER = "struct Upper {\n    let lower = Lower()\n}\n"
LOWER = "struct Lower {}\n"
MEMBER = "extension Lower {\n    func lifted() -> Upper { Upper() }\n}\n"


def run(files):
    """The exit code and the output of the script for a module with these files."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder).resolve()
        for name, text in files.items():
            path = root / "Module" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        subprocess.run(
            ["swiftc", "-parse-as-library", "-c", "-module-name", "Module", "-index-store-path", root / "index",
             *sorted((root / "Module").rglob("*.swift"))], cwd=root, check=True)
        result = subprocess.run([SCRIPT, root / "Module", root / "index"], capture_output=True, text=True)
        return result.returncode, result.stdout + result.stderr


# GIVEN folders that refer one way, WHEN cycles are looked for, THEN there is none.
code, output = run({"High/Upper.swift": UPPER, "Low/Lower.swift": LOWER})
assert (code, output) == (0, "2 files in 2 folders, 0 cycles\n"), output

# GIVEN a member of a lower type that refers to an upper one, WHEN cycles are looked for, THEN both folders are named.
code, output = run({"High/Upper.swift": UPPER, "Low/Lower.swift": LOWER, "Low/Lower+Lifting.swift": MEMBER})
assert code == 1, output
assert output.startswith("2 folders on a cycle: High, Low\n"), output
assert "in Lower+Lifting.swift" in output and "1 cycles" in output, output

# GIVEN a folder without an index, WHEN cycles are looked for, THEN that is an error and not a success.
with tempfile.TemporaryDirectory() as empty:
    result = subprocess.run([SCRIPT, empty, pathlib.Path(empty) / "index"], capture_output=True, text=True)
    assert result.returncode != 0 and "folder-cycles: found no" in result.stderr, result
