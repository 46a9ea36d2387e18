#!/usr/bin/env python3
"""Whether each target of Package.swift declares the targets that its files import, none but a program or a test imports Foundation, and
the operating system is reached where docs/architecture.md says.

A build in which another target was built first finds an undeclared module all the same, and one from a clean clone may not.
A target declares the modules behind those that it declares as well, and a product has them: SwiftPM compiles a target anew only for a
change in those that it declares, and it may have inlined code of the others. With an old layout of a type, it would end its host.

    dependencies.py PACKAGE...
"""

import json
import pathlib
import re
import subprocess
import sys

IMPORT = re.compile(r"^(?:@\w+(?:\([^)]*\))? |public |package |internal |private )*import (?:(?:struct|class|enum|protocol|func|var|let|typealias) )?(\w+)", re.M)

SYSTEM = re.compile(r"Sources/(AditState/System/\w+|AditJSON/System)\.swift")


def check(package):
    dump = subprocess.run(["swift", "package", "--package-path", package, "dump-package"], check=True, capture_output=True, text=True)
    description = json.loads(dump.stdout)
    targets = {target["name"]: target for target in description["targets"]}

    def swift(names):
        return {name for name in names if name in targets and targets[name]["type"] == "regular" and not name.startswith("C")}

    def declared_by(name):
        return {value[0] for dependency in targets[name]["dependencies"] for value in dependency.values()}

    def behind(names):
        direct = swift(names)
        further = set().union(*(swift(declared_by(name)) for name in direct))
        return direct | (behind(further) if further - direct else further)

    for product in description["products"]:
        lacking = behind(product["targets"]) - set(product["targets"])
        if lacking and product["type"] == {"library": ["automatic"]}:
            print(f"{package}/Package.swift: found the product {product['name']} without {', '.join(sorted(lacking))}, which it depends on")
            return 1
    found = 0
    for name, target in targets.items():
        folder = package / (target.get("path") or f"{'Tests' if target['type'] == 'test' else 'Sources'}/{name}")
        declared = declared_by(name)
        lacking = behind(declared) - declared
        if lacking:
            print(f"{package}/Package.swift: found {name} without {', '.join(sorted(lacking))}, which it depends on through others")
            return 1
        for file in sorted(folder.rglob("*.swift")):
            for module in IMPORT.findall(file.read_text()):
                found += 1
                if module.startswith("Foundation") and target["type"] == "regular":
                    print(f"{file.relative_to(package)}: found import {module}; a library with it has 56 MB")
                    return 1
                path = str(file.relative_to(package))
                if module in ("Glibc", "CLinux") and path.startswith("Sources/Adit") and not SYSTEM.fullmatch(path):
                    print(f"{path}: found import {module}; a type of Sources/AditState/System is expected in its place")
                    return 1
                if module in targets and module not in declared | {name}:
                    print(f"{file.relative_to(package)}: found import {module}; Package.swift declares it for {name} if it is meant")
                    return 1
    return 0 if found else print(f"{package}: found no import") or 1


sys.exit(max(check(pathlib.Path(package)) for package in sys.argv[1:]))
