"""What MkDocs does not do by itself for the site of scripts/docs.

- The first page is README.md.
- A guide links to files of the tree that are no guides: each of them becomes a page with its text.
- A type of Swift or a function of C that a guide names is linked to its page, the first time.
- One search finds the guides, the symbols of Swift and the functions of C.
"""

import html
import json
import os
import pathlib
import re
import xml.etree.ElementTree as xml

from mkdocs.structure.files import File

ROOT = pathlib.Path(__file__).resolve().parents[2]
REFERENCE = ROOT / "build/reference"
# [text](target) and [text](target "title"), outside of code.
LINK = re.compile(r"(\]\()([^)\s]+)((?:\s+\"[^\"]*\")?\))")
LANGUAGES = {".swift": "swift", ".c": "c", ".h": "c", ".py": "python", ".sh": "sh", ".json": "json", ".cmake": "cmake",
             ".ts": "typescript", ".js": "javascript", ".rs": "rust", ".go": "go", ".kt": "kotlin", ".java": "java",
             ".rb": "ruby", ".lua": "lua", ".php": "php", ".cs": "csharp", ".cpp": "cpp", ".hpp": "cpp", ".yml": "yaml"}
LONGEST = 200_000


def outside_code(text, change):
    """Applies a change to what is no fenced block."""
    parts, inside = re.split(r"(?m)^((?:```|~~~).*)$", text), False
    for index, part in enumerate(parts):
        if index % 2:
            inside = not inside
        elif not inside:
            parts[index] = change(part)
    return "".join(parts)


class Sources:
    """The files of the tree that pages link to, as pages."""

    def __init__(self):
        self.waiting = set()

    @staticmethod
    def place(path):
        """The page of a file or folder."""
        return f"source/{path.as_posix()}.md"

    @staticmethod
    def page(path):
        """The text of that page."""
        full = ROOT / path
        if full.is_dir():
            names = sorted(entry.name + "/" * entry.is_dir() for entry in full.iterdir()
                           if not entry.name.startswith(".") and entry.name not in ("build", "__pycache__"))
            return f"# {path}\n\n" + "\n".join(f"- `{name}`" for name in names) + "\n"
        text = full.read_text(errors="replace")[:LONGEST]
        if path.suffix == ".md":
            return text
        fence = "`" * max(3, 1 + max((len(run) for run in re.findall(r"`+", text)), default=0))
        return f"# {path}\n\n{fence}{LANGUAGES.get(path.suffix, 'text')}\n{text}\n{fence}\n"


sources = Sources()


def rewritten(text, folder, place):
    """A page's text with its links as they have to be on the site.

    folder: that of the page in the tree; place: where the page is in the site's sources, as a path.
    """
    def link(match):
        target, _, anchor = match[2].partition("#")
        if not target or re.match(r"[a-z]+:", target):
            return match[0]
        path = pathlib.PurePosixPath(os.path.normpath(pathlib.PurePosixPath(folder) / target))
        full = ROOT / path
        if path.parts[:1] == ("..",) or not full.exists():
            return match[0]  # MkDocs reports it
        if path.parts[0] == "docs" and (path.suffix == ".md" or full.is_file()):
            to = path.relative_to("docs")
        elif path.as_posix() == "README.md":
            to = pathlib.PurePosixPath("index.md")
        else:
            sources.waiting.add(path)
            to = pathlib.PurePosixPath(Sources.place(path))
        relative = os.path.relpath(to, pathlib.PurePosixPath(place).parent)
        return match[1] + relative + ("#" + anchor if anchor else "") + match[3]

    return outside_code(text, lambda part: LINK.sub(link, part))


def api():
    """A page that leads to the reference."""
    modules = "".join(f'<li><a href="../{place}"><code>{title}</code></a>: {html.escape(summary)}</li>'
                      for place, title, _, summary in of_swift() if place.count("/") == 3)
    return ("# Reference\n\n"
            '<ul><li><a href="../reference/c/adit_8h.html"><code>adit.h</code></a>: the C interface.</li></ul>\n\n'
            f"The modules of Swift:\n\n<ul>{modules}</ul>\n")


def on_files(files, config):
    """Adds the first page, and the files that pages link to."""
    readme = (ROOT / "README.md").read_text().replace('src="docs/', 'src="')
    pages = {"index.md": rewritten(readme, ".", "index.md")}
    for file in list(files):
        if file.src_uri.endswith(".md"):
            pages[file.src_uri] = rewritten((ROOT / "docs" / file.src_uri).read_text(), "docs", file.src_uri)
            files.remove(file)
    done = set()
    while sources.waiting - done:
        for path in sorted(sources.waiting - done):
            done.add(path)
            place, text = Sources.place(path), Sources.page(path)
            pages[place] = rewritten(text, path.parent.as_posix(), place) if path.suffix == ".md" else text
    pages["api.md"] = api()
    for place, text in pages.items():
        files.append(File.generated(config, place, content=text))
    files.append(File.generated(config, "site.css", content=(ROOT / "scripts/site/site.css").read_text()))
    return files


def of_swift():
    """The pages of DocC: where each is, its title, its modules and its summary."""
    for path in sorted((REFERENCE / "data/documentation").rglob("*.json")):
        page = json.loads(path.read_text())
        metadata = page.get("metadata", {})
        if "title" in metadata:
            modules = ", ".join(each["name"] for each in metadata.get("modules", []))
            summary = "".join(part.get("text") or part.get("code") or "" for part in page.get("abstract", []))
            place = path.relative_to(REFERENCE / "data").with_suffix("").as_posix()
            yield f"reference/{place}/", metadata["title"], modules, summary


def of_c():
    """The symbols of adit.h: where each is, its name and its parameters."""
    for member in xml.parse(REFERENCE / "c/adit.tag").getroot().iter("member"):
        yield (f"reference/c/{member.findtext('anchorfile')}#{member.findtext('anchor')}", member.findtext("name"),
               member.findtext("arglist") or "")


def symbols():
    """Where the names are that guides are linked by: the types and macros of Swift, and what adit.h has."""
    found = {}
    for place, title, _, _ in of_swift():
        if place.count("/") == 4 and title.removesuffix("()").isidentifier():
            found.setdefault("@" + title[:-2] if title.endswith("()") else title, place)
    return found | {name: place for place, name, _ in of_c()}


names = {}


def on_pre_build(config):
    names.update(symbols())


def on_page_content(text, page, config, files):
    """Links names in code to the reference, each the first time; not in headings, links and blocks."""
    if page.file.src_uri.startswith("source/"):
        return text
    linked, outer, parts = set(), 0, re.split(r"(<code>[^<]+</code>|</?(?:pre|a|h[1-6])\b[^>]*>)", text)
    root = "../" * page.url.count("/")
    for index, part in enumerate(parts):
        if index % 2 == 0:
            continue
        if not part.startswith("<code>"):
            outer += -1 if part.startswith("</") else 1
            continue
        name = html.unescape(part[6:-7]).removesuffix("()")
        if not outer and name in names and name not in linked:
            linked.add(name)
            parts[index] = f'<a href="{root}{names[name]}">{part}</a>'
    return "".join(parts)


def on_post_build(config):
    """Adds the reference to the search."""
    index = pathlib.Path(config["site_dir"]) / "search/search_index.json"
    content = json.loads(index.read_text())
    entries = [(place, f"{title} ({modules})" if modules else title, summary) for place, title, modules, summary in of_swift()]
    entries += [(place, f"{name} (adit.h)", parameters) for place, name, parameters in of_c()]
    content["docs"] += [{"location": place, "title": title, "text": html.escape(text)} for place, title, text in entries]
    index.write_text(json.dumps(content, ensure_ascii=False, separators=(",", ":")))
