#!/usr/bin/env python3
"""Whether scripts/site/symbols describes what authors see, and finds what has no doc comment.

usage: reference.py ROOT
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(sys.argv[1])
# The way in which scripts/reference extracts symbols.
OPTIONS = re.findall(r"-minimum-access-level public|-skip-\S+|-emit-\S+", (ROOT / "scripts/reference").read_text())
BENEATH = """
    /// A table.
    public struct Table {
        /// Creates a table.
        public init() {}
    }
    /// A helper of generated code.
    @_documentation(visibility: private)
    public protocol Changeable {
        /// Forgets.
        func forget()
    }
    /// Not re-exported.
    public struct Other {}
"""
# A member that is declared in another file than its type, and in another module.
MEMBERS = "extension Table {\n    /// Appends.\n    public func append() {}\n}\n"
ABOVE = """
    @_exported import struct AditState.Table
    import AditState
    extension Table: AditState.Changeable {
        /// Counts.
        public var count: Int { 0 }
        public func forget() {}
        public func _helper() {}
    }
    extension Int {
        /// Twice.
        public var twice: Int { 2 * self }
    }
"""


def run(beneath, members, above):
    """The exit code, the errors, and the names of the documented symbols of Adit, with the modules that they name."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder).resolve()
        target = json.loads(subprocess.check_output(["swiftc", "-print-target-info"]))["target"]["unversionedTriple"]
        for module, files in {"AditState": {"Table": beneath, "Members": members}, "Adit": {"Adit": above}}.items():
            for name, text in files.items():
                (root / f"{name}.swift").write_text(text)
            subprocess.run(["swiftc", "-parse-as-library", "-emit-module", "-module-name", module, "-I", root,
                            *(f"{name}.swift" for name in files)], cwd=root, check=True)
            exports = ["-experimental-allowed-reexported-modules=AditState"]
            for output, more in {"graphs": [], "graphs/exports": exports}.items():
                (root / output).mkdir(parents=True, exist_ok=True)
                if module == "Adit" or not more:
                    subprocess.run(["swift", "symbolgraph-extract", "-module-name", module, "-target", target, "-I", root,
                                    *" ".join(OPTIONS).split(), *more, "-output-dir", root / output], cwd=root, check=True)
        result = subprocess.run([ROOT / "scripts/site/symbols", root / "graphs", root / "symbols"],
                                capture_output=True, text=True)
        graphs = {path.name: json.loads(path.read_text()) for path in (root / "symbols/Adit").glob("*.json")}
        names = {name.removesuffix(".symbols.json"): sorted(".".join(each["pathComponents"]) for each in graph["symbols"])
                 for name, graph in graphs.items()}
        symbols = [each for graph in graphs.values() for each in graph["symbols"]]
        modules = {each["docComment"]["module"] for each in symbols if "docComment" in each}
        return result.returncode, result.stdout + result.stderr.replace(f"{root}/", ""), names, modules


# GIVEN a type that Adit re-exports, with members in several files and modules, WHEN its symbols are prepared, THEN it is a
# type of Adit with all of them, and what is hidden, underscored or not re-exported is not there.
code, output, names, modules = run(BENEATH, MEMBERS, ABOVE)
expected = {"Adit": ["Table", "Table.append()", "Table.count", "Table.init()"], "Adit@Swift": ["Int", "Int.twice"]}
assert (code, output, names, modules) == (0, "5\n", expected, {"Adit"}), (code, output, names, modules)

# GIVEN a member without a comment, WHEN the symbols are prepared, THEN it is named with its place.
code, output, _, _ = run(BENEATH, MEMBERS.replace("/// Appends.", ""), ABOVE)
assert (code, output) == (1, "Members.swift:3: Table.append() has no doc comment\n"), (code, output)
