#!/usr/bin/env python3
"""Whether each relative link in the Markdown of the tree leads somewhere: to a file or a folder, and to a heading.

    links.py ROOT

Anchors are those that GitHub makes of headings. A README beside the manifest of a registry is a page of that registry, too, where
the rest of the tree is not: it has no relative links, but those to its own headings.
"""

import pathlib
import re
import subprocess
import sys

LINK = re.compile(r"\]\(([^()\s]*(?:\([^()\s]*\)[^()\s]*)?)\)|<img src=\"([^\"]+)\"|^\[[^\]]+\]: (\S+)$", re.MULTILINE)

MANIFESTS = ["pyproject.toml", "Cargo.toml", "package.json", "*.gemspec"]


def prose(text):
    """The text without code: its lines stay, as places are reported by them."""
    text = re.sub(r"^( *)```.*?^\1```$", lambda block: "\n" * block[0].count("\n"), text, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)", lambda span: "\n" * span[0].count("\n"), text, flags=re.DOTALL)


def anchors(text):
    """The anchors of a page: a heading in lower case, with `-` for spaces and without punctuation; a number if it is not the first."""
    text = re.sub(r"^( *)```.*?^\1```$", "", text, flags=re.MULTILINE | re.DOTALL)
    counts, found = {}, set()
    for title in re.findall(r"^#{1,6} +(.*?)\s*$", text, re.MULTILINE):
        title = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title)
        anchor = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
        count = counts[anchor] = counts.get(anchor, -1) + 1
        found.add(f"{anchor}-{count}" if count else anchor)
    return found


def is_published(page):
    """Whether a registry shows the page: it is the README of a package for PyPI, crates.io, npm or RubyGems."""
    folder = page.parent
    return page.name == "README.md" and any(next(folder.glob(name), None) for name in MANIFESTS)


def fault(root, page, target):
    """What is wrong with a link of a page; None if it leads somewhere."""
    path, _, anchor = target.partition("#")
    if path and is_published(page):
        return "found a relative link in a page of a registry; the name of the file in backquotes is expected"
    file = page if not path else (page.parent / path).resolve()
    if not file.is_relative_to(root) or not file.exists():
        return f"found no file {path}"
    if anchor and file.suffix == ".md" and anchor not in anchors(file.read_text()):
        return f"found no heading #{anchor} in {file.relative_to(root)}"
    return None


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "*.md"], cwd=root, capture_output=True, text=True, check=True)
    faults, count = [], 0
    for page in sorted(root / name for name in listed.stdout.splitlines() if (root / name).exists()):
        text = prose(page.read_text())
        for match in LINK.finditer(text):
            target = next(group for group in match.groups() if group is not None)
            if re.match(r"[a-z]+:", target):
                continue
            count += 1
            if found := fault(root, page, target):
                faults.append(f"{page.relative_to(root)}:{text.count(chr(10), 0, match.start()) + 1}: ({target}): {found}")
    print("\n".join(faults) or f"{count} links lead somewhere")
    if count == 0:
        sys.exit(f"{sys.argv[0]}: found no links")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
