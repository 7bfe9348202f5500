"""Make the files that a page served from its sources needs beside them: `static/made/`.

`sources.zip` has every source that PyScript unpacks before the first line runs (`[files]` of
pyscript.toml); what is missing there is an import error in the browser and nowhere else. The
others are what a page shows before Python (ui/dev/prerender.py). The folder is not committed:
`make dev` and `make site` make it, and the server (engine/dev/serve.py) again when a source has
changed.
"""

import argparse
import ast
import io
import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

NAME = "files"
HELP = "make or check static/made, what a page served from its sources needs beside them"
NEEDS_CHECKOUT = True

ROOT = Path(__file__).resolve().parents[2]
MADE = "static/made/"
SOURCES, SCRIPT, HOME, COVERS, COLOURS = (
    "sources.zip", "home.js", "home.html", "covers.html", "colours.css",
)  # fmt: skip
STATE = "state.json"  # names, sizes and times of the inputs
DRAWN_BY = ("engine/dev/files.py", "ui/dev/prerender.py")
# As the bundle has it in place of the script: both copies of home, then the covers.
PUT = """const app = document.getElementById("app");
app.innerHTML = {home};
app.insertAdjacentHTML("afterend", {covers});
"""
SUFFIXES = (".py", ".json", ".md", ".css")
# Not loaded by the page: the command line, the script that index.html starts by address, and the
# style sheet that is part of a script.
LEFT_OUT = ("engine/__main__.py", "ui/main.py", "ui/far/far.css")
LEFT_OUT_FOLDERS = ("engine/dev/", "ui/dev/")
KIT, GAMES = "engine/kit/", "engine/games/"  # the kit: only what a registered game imports
NOT_RUNTIME = frozenset({"__pycache__", "tests"})
FIXED_DATE = (2020, 1, 1, 0, 0, 0)


class FilesError(Exception):
    """The page cannot be drawn; the text is what the tool says."""


def runtime_files(root: Path) -> Iterator[str]:
    """Return the sorted paths (relative to `root`, with slashes) of every file the page loads."""
    found = []
    for folder in ("engine", "ui"):
        for path in (root / folder).rglob("*"):
            name = path.relative_to(root).as_posix()
            if path.suffix not in SUFFIXES or not path.is_file():
                continue
            if name in LEFT_OUT or name.startswith((*LEFT_OUT_FOLDERS, KIT)):
                continue
            if NOT_RUNTIME.isdisjoint(path.parts):
                found.append(name)
    found += kit_files(root, (name for name in found if name.startswith(GAMES)))
    return iter(sorted(found))


def walk_run(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield what a tree holds, without what is there for types only, below `if TYPE_CHECKING:`."""
    for node in ast.iter_child_nodes(tree):
        if not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
            yield node
            yield from walk_run(node)


def imported(path: Path) -> set[str]:
    """Return the modules a source imports when it runs, in functions as well, and the names it
    takes from them, possibly modules."""
    found: set[str] = set()
    for node in walk_run(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return found


def kit_files(root: Path, names: Iterable[str]) -> set[str]:
    """Return the files of the kit that these sources import, directly or through the kit."""
    found: set[str] = set()
    waiting = [name for name in names if name.endswith(".py")]
    while waiting:
        path = root / waiting.pop()
        if b"engine.kit" not in path.read_bytes():
            continue
        for module in imported(path):
            name = f"{module.replace('.', '/')}.py"
            if name.startswith(KIT) and name not in found and (root / name).is_file():
                found |= {f"{KIT}__init__.py", name}
                waiting.append(name)
    return found


def archive(root: Path) -> bytes:
    """Return a zip of all files the page loads, the same bytes for the same files."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as all_of_them:
        for name in runtime_files(root):
            all_of_them.writestr(zipfile.ZipInfo(name, FIXED_DATE), (root / name).read_bytes())
    return made.getvalue()


def drawn(root: Path) -> dict[str, str]:
    """Return what the page shows before Python, by file: home, covers and colours. Raises
    FilesError with the output of the tool, which is above this layer."""
    done = subprocess.run(
        [sys.executable, "-m", "ui.dev.prerender"],
        cwd=root, env={**os.environ, "PYTHONPATH": str(root)}, check=False, capture_output=True,
    )  # fmt: skip
    if done.returncode != 0:
        raise FilesError(f"the first page could not be drawn:\n{done.stderr.decode()}")
    found: dict[str, str] = json.loads(done.stdout)
    return found


def made(root: Path) -> dict[str, bytes]:
    """Return the contents of all files of the folder, by name."""
    parts = drawn(root)
    script = PUT.format(home=json.dumps(parts[HOME]), covers=json.dumps(parts[COVERS]))
    texts = {**parts, SCRIPT: script}
    return {SOURCES: archive(root), **{name: text.encode() for name, text in texts.items()}}


def state(root: Path) -> str:
    """Return names, sizes and times of all inputs, as text."""
    stats = {name: (root / name).stat() for name in (*runtime_files(root), *DRAWN_BY)}
    return json.dumps({name: (one.st_size, one.st_mtime_ns) for name, one in stats.items()})


def _read(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def refresh(root: Path) -> None:
    """Make the folder, unless nothing has changed since. Each file is replaced as a whole, because
    servers of other processes may read it. Raises FilesError."""
    folder, now = root / MADE, state(root)
    if _read(folder / STATE) == now.encode():
        return
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in {**made(root), STATE: now.encode()}.items():
        new = folder / f".{name}.{os.getpid()}"
        new.write_bytes(data)
        new.replace(folder / name)


def stale(root: Path) -> list[str]:
    """Return the files of the folder that are not what `refresh` would make. Those that are absent
    are not: they are made when they are needed. Raises FilesError."""
    wanted: Mapping[str, bytes] = made(root)
    found = {name: _read(root / MADE / name) for name in wanted}
    return [name for name, data in found.items() if data not in (None, wanted[name])]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add --root, --write and --check."""
    parser.add_argument("--root", type=Path, default=ROOT, help="the project's folder")
    how = parser.add_mutually_exclusive_group(required=True)
    how.add_argument("--write", action="store_true", help="make what is stale or absent")
    how.add_argument("--check", action="store_true", help="name what is stale and exit 1")


def run(args: argparse.Namespace) -> int:
    """Make or check the folder. Return 1 if the check finds a difference or the tool fails."""
    try:
        if args.write:
            refresh(args.root)
            return 0
        found = stale(args.root)
    except (OSError, FilesError) as error:
        print(f"files: {error}", file=sys.stderr)
        return 1
    for name in found:
        print(f"files: {MADE}{name} is stale; run: python -m engine files --write", file=sys.stderr)
    return 1 if found else 0
