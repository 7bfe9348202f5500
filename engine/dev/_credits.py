"""Credits and licences of bundled software, from CREDITS.md and the npm packages. `engine vendor`
writes them for the page."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

CREDITS = "CREDITS.md"
LIST = "credits.json"
OWN = "asedio"
TEXTS = Path(__file__).parent / "licences"  # for packages that ship without one
_ROW = re.compile(r"^\|(.+)\|$", re.MULTILINE)
_LINK = re.compile(r"\[(.+?)\]\((\S+?)\)")
_PACKAGE = re.compile(r"`(.+?)`")


class CreditsError(Exception):
    """CREDITS.md and the packages disagree; the text says where."""


def _table(text: str, heading: str) -> Iterator[list[str]]:
    """Return the rows of the table below a heading, without its header."""
    part = text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    rows = [[cell.strip() for cell in row.split("|")] for row in _ROW.findall(part)]
    if len(rows) < 3:
        raise CreditsError(f"{CREDITS}: there is no table below {heading}")
    return iter(rows[2:])


def drawings(text: str) -> list[dict[str, Any]]:
    """Return the authors of icons, sorted, each with the icons they drew."""
    found: dict[str, list[str]] = {}
    for icon, author in _table(text, "Drawings"):
        found.setdefault(author, []).append(icon)
    return [{"author": author, "icons": sorted(found[author])} for author in sorted(found)]


def _text(folders: list[Path], licence: str) -> str:
    """Return the packages' own licence files, or our copy if one of them has none."""
    own = [
        f"{folder.name}\n\n{path.read_text('utf-8').strip()}\n"
        for folder in folders
        for path in sorted(folder.glob("LICENSE*"))[:1]
    ]
    if own and len(own) == len(folders):
        return "\n\n".join(own)
    kept = TEXTS / f"{licence}.txt"
    if not kept.is_file():
        raise CreditsError(f"there is no text of the licence {licence}: {TEXTS.name}/{kept.name}")
    return kept.read_text("utf-8")


def _part(root: Path, row: list[str]) -> tuple[dict[str, Any], str]:
    """Return a row of the parts table as an entry, and its licence text."""
    what, packages, licence = row
    link = _LINK.fullmatch(what)
    if link is None:
        raise CreditsError(f"{CREDITS}: {what} is no link")
    names = _PACKAGE.findall(packages)
    folders = [root / "node_modules" / name for name in names]
    versions = []
    for name, folder in zip(names, folders, strict=True):
        package = json.loads((folder / "package.json").read_text("utf-8"))
        if package["license"].lower() != licence.lower():
            raise CreditsError(f"{CREDITS}: {name} is under {package['license']}, not {licence}")
        versions.append(f"{name} {package['version']}")
    slug = re.sub(r"\W+", "-", link[1]).lower()
    part = {"name": link[1], "url": link[2], "packages": versions, "licence": licence}
    return {**part, "text": f"{slug}.txt"}, _text(folders, licence)


def write_credits(root: Path, target: Path) -> list[str]:
    """Write the list and the licence texts; return the names of the parts."""
    told = (root / CREDITS).read_text("utf-8")
    parts, texts = zip(*(_part(root, row) for row in _table(told, "Parts")), strict=True)
    version = json.loads((root / "package.json").read_text("utf-8"))["version"]
    target.mkdir(parents=True)
    for part, text in zip(parts, texts, strict=True):
        (target / part["text"]).write_text(text, encoding="utf-8")
    own = (root / "LICENSE").read_text("utf-8")
    (target / f"{OWN}.txt").write_text(own, encoding="utf-8")
    whole = {"version": version, "parts": parts, "drawings": drawings(told)}
    (target / LIST).write_text(json.dumps(whole, ensure_ascii=False), encoding="utf-8")
    return [part["name"] for part in parts]
