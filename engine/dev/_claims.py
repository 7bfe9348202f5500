"""What the documents name and a machine can look up: links, files, commands, targets, tests, words.

Each function yields what a document names in vain, one line for each; `engine docs --check` prints
them all.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

TOP = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CREDITS.md")
FAULTS = "docs/far-faults.md"  # quotes what the page says
MADE = ("static/vendor", "static/made", "dist", "engine/games/jungle", "engine/games/mygame",
        "tests/games/")  # fmt: skip
TEXTS = ("py", "mjs", "js", "css", "json", "toml", "html")
SOURCES = ("engine", "ui", "static", "tests")
STRANGE = ("ErrorDocument", "MyGameState")  # Apache's; an example of a name
NOT_HERE = ("host.toml", "version.json")  # written by a host, by the build
FENCE = re.compile(r"^(`{3,})[^\n]*\n.*?^\1$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)|<img src=\"([^\"]+)\"")
COMMAND = re.compile(r"(?:python -m (engine)|(?<=[\s`])(asedio)) +([a-z]\w*)([^\n`#(;]*)")
MODULE = re.compile(r"python -m ([\w.]+)")
SCRIPT = re.compile(r"python -m (?!engine)[\w.]+[^\n`]*")
PATH = re.compile(r"`((?:engine|ui|static|tests|docs)/[\w./-]+)`")
BARE = re.compile(r"`([a-z_]\w*\.(?:py|mjs|js|css|json|toml|md))`")
TARGET = re.compile(r"(?:`|^ {4})make ([a-z][\w-]*)([^`\n#]*)", re.MULTILINE)
TEST = re.compile(r"`(?:([\w/.]+\.py)::)?(test_\w+)`")
NAME = re.compile(r"`((?:[A-Z]\w*|\w+\.\w+)(?:[.(][\w. ,>()-]*)?)`")
IN_FILE = re.compile(
    r"`([\w.]+)`(?: and more)? (?:in|of) `((?:engine|ui|static|tests)/[\w./-]+\.\w+)`"
    r"|`((?:engine|ui|static|tests)/[\w./-]+\.\w+)` \(`([\w.]+)`"
)
QUOTE = re.compile(r"“([^”]+)”")
FRAGMENT = re.compile(r"(?<!\w)#([a-z]+)=")


def documents(root: Path) -> list[str]:
    """Return the documents of a project by path."""
    below = (path.relative_to(root).as_posix() for path in sorted((root / "docs").rglob("*.md")))
    return [*(name for name in TOP if (root / name).is_file()), *below]


def prose(root: Path, name: str) -> str:
    """Return a document without its fenced blocks."""
    return FENCE.sub("", (root / name).read_text("utf-8"))


def anchors(root: Path, name: str) -> set[str]:
    """Return the anchors of a document's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ +(.+)$", prose(root, name), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", one.lower()).strip().replace(" ", "-") for one in headings}


def false_links(root: Path, name: str) -> Iterator[str]:
    """Yield links to files that do not exist, or to headings that they do not have."""
    for found in LINK.findall(prose(root, name)):
        target = found[0] or found[1]
        if target.startswith("http"):
            continue
        file, _, anchor = target.partition("#")
        path = ((root / name).parent / file if file else root / name).resolve()
        if not path.exists():
            yield f"no file {target}"
        elif anchor and anchor not in anchors(root, path.relative_to(root.resolve()).as_posix()):
            yield f"no heading {target}"


def false_files(root: Path, name: str) -> Iterator[str]:
    """Yield files that do not exist; of a bare name, those that no folder has."""
    text = prose(root, name)
    for path in PATH.findall(text):
        if not path.startswith(MADE) and not (root / path).exists():
            yield f"no file {path}"
    for bare in BARE.findall(text):
        if bare not in NOT_HERE and bare not in _file_names(root):
            yield f"no file is named {bare}"


@cache
def _file_names(root: Path) -> frozenset[str]:
    below = (path.name for top in (*SOURCES, "docs") for path in (root / top).rglob("*.*"))
    return frozenset((*below, *(path.name for path in root.glob("*.*"))))


def false_commands(root: Path, name: str) -> Iterator[str]:
    """Yield commands, their options and modules that do not exist."""
    from engine.__main__ import command_names

    text = (root / name).read_text("utf-8")
    for module in MODULE.findall(text):
        path = root / module.replace(".", "/")
        known = path.with_suffix(".py").is_file() or (path / "__main__.py").is_file()
        if not known and module not in ("engine", "pytest", "mypy"):
            yield f"no module {module}"
    for *_, command, rest in COMMAND.findall(text):
        if command not in command_names():
            yield f"no command {command}"
            continue
        flags = re.findall(r"(?<!\S)--[a-z][\w-]*", rest)
        yield from (f"{command} has no {flag}" for flag in flags if flag not in _help(command))
    for line in SCRIPT.findall(text):
        module, *rest = line.split()[2:]
        path = root / f"{module.replace('.', '/')}.py"
        source = path.read_text("utf-8") if path.is_file() else ""
        flags = [word for word in rest if source and re.fullmatch(r"--[a-z][\w-]*", word)]
        yield from (f"{module} has no {flag}" for flag in flags if f'"{flag}"' not in source)


@cache
def _help(command: str) -> str:
    from engine.__main__ import load

    parser = argparse.ArgumentParser()
    if (module := load(command)) is not None:
        module.add_arguments(parser)
    return parser.format_help()


def false_targets(root: Path, name: str) -> Iterator[str]:
    """Yield targets of make that do not exist, and settings that its Makefile does not have."""
    makefile = (root / "Makefile").read_text("utf-8")
    targets = set(re.findall(r"^([a-z][\w-]*):", makefile, re.MULTILINE))
    known = set(re.findall(r"^([A-Z]+)\s*:?=", makefile, re.MULTILINE))
    for target, rest in TARGET.findall(prose(root, name)):
        if target not in targets:
            yield f"no target {target} of make"
        yield from (f"make has no setting {one}" for one in re.findall(r"\b([A-Z]+)=", rest)
                    if one not in known)  # fmt: skip


def false_tests(root: Path, name: str) -> Iterator[str]:
    """Yield tests that are defined nowhere, or not in the file that is named."""
    for file, test in TEST.findall(prose(root, name)):
        path = root / file
        where = path.read_text("utf-8") if file and path.is_file() else _sources(root)
        if f"def {test}(" not in where:
            yield f"no test {file}{'::' if file else ''}{test}"


def false_names(root: Path, name: str) -> Iterator[str]:
    """Yield names of classes, methods and constants that no source has."""
    for found in NAME.findall(prose(root, name)):
        if BARE.fullmatch(f"`{found}`"):
            continue
        for word in re.findall(r"[A-Za-z_]\w*", found):
            if word not in STRANGE and word not in _words(root):
                yield f"no source has the name {word}"


def false_places(root: Path, name: str) -> Iterator[str]:
    """Yield names of code that the file beside them does not have."""
    for before, after, file, inside in IN_FILE.findall(prose(root, name)):
        path = root / (after or file)
        for word in (before or inside).split("."):
            if path.is_file() and not re.search(rf"\b{word}\b", path.read_text("utf-8")):
                yield f"{after or file} has no {word}"


@cache
def _sources(root: Path) -> str:
    files = (path for top in SOURCES for path in (root / top).rglob("*.*"))
    listed = [path for path in files if path.suffix[1:] in TEXTS and "vendor" not in path.parts]
    listed += [path for path in root.glob("*.*") if path.suffix[1:] in TEXTS]
    listed += [path for path in (root / "Makefile",) if path.is_file()]
    return "\n".join(path.read_text("utf-8") for path in listed)


@cache
def _words(root: Path) -> frozenset[str]:
    return frozenset(re.findall(r"[A-Za-z_]\w*", _sources(root)))


def false_quotes(root: Path, name: str) -> Iterator[str]:
    """Yield what the table of faults quotes and no English sentence of the page says."""
    if name != FAULTS:
        return
    for quote in QUOTE.findall(prose(root, name)):
        parts = re.split(r"…|\b\d+ (?:min|s)\b", " ".join(quote.split()))
        if not all(part.strip(" ,:") in _sentences(root) for part in parts):
            yield f"the page does not say “{quote}”"


@cache
def _sentences(root: Path) -> str:
    files = (path for top in ("engine", "ui") for path in (root / top).rglob("*en.json"))
    texts = (json.loads(path.read_text("utf-8")) for path in files)
    said = "\n".join(one for text in texts for one in text.values() if isinstance(one, str))
    return re.sub(r"\{[^{}]*\}", "…", said)


def false_fragments(root: Path, name: str) -> Iterator[str]:
    """Yield fragments of addresses that the page does not read."""
    shell = "\n".join(path.read_text("utf-8") for path in (root / "ui/shell").glob("*.py"))
    for word in FRAGMENT.findall((root / name).read_text("utf-8")):
        if not re.search(rf'^ +"{word}": ', shell, re.MULTILINE):
            yield f"the page has no address #{word}="


KINDS: tuple[Callable[[Path, str], Iterator[str]], ...] = (
    false_links, false_files, false_commands, false_targets, false_tests, false_names,
    false_places,     false_quotes, false_fragments,
)  # fmt: skip


def false_claims(root: Path) -> list[str]:
    """Return what the documents name in vain, each with its document."""
    return [
        f"{name}: {one}"
        for name in documents(root)
        for kind in KINDS
        for one in dict.fromkeys(kind(root, name))
    ]
