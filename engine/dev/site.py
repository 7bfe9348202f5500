"""Build the release bundle: dist/site, a folder that any static host can hand out.

It starts from a memory image that already contains the app, failing that from byte code, failing
that from the sources (static/fast.mjs). Byte code and image are made inside the pinned Pyodide, by
node, and only when something they are made of has changed: the hash over all of it is their name.
"""

import argparse
import ast
import json
import re
import shutil
import subprocess
import sys
import tomllib
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from engine.dev._offline import filled, integrity, manifest, service_worker, write_icons
from engine.dev._pack import fingerprint, library_part, packed, read_all
from engine.dev.files import runtime_files
from engine.dev.vendor import VendorError
from engine.games import REGISTRY

NAME = "site"
HELP = "build the release bundle in dist/site"
NEEDS_CHECKOUT = True

ROOT = Path(__file__).resolve().parents[2]
DEV = Path(__file__).resolve().parent
VENDOR = "static/vendor/"
PYODIDE = VENDOR + "pyodide/"
PACKS = "static/packs/"
FILL = "ui/dev/fill.py"
FAR = "far"
LATER = {  # packs of no game, which come when they are asked for, and what lies in them
    FAR: ("engine/far/*", "ui/far/*", "ui/browser/relay.py"),
    "lessons": (
        "engine/core/lessons.py",
        "engine/games/*/table/lessons.json",
        "engine/games/*/table/locale/lessons.*",
        "ui/lessons/*",
    ),
    "exercises": (
        "engine/search/exercises/*",
        "engine/games/*/table/exercises.json",
        "ui/exercises/*",
    ),
    "mistakes": ("engine/search/judging.py", "ui/mistakes/*"),
}
FAR_SCRIPT = VENDOR + "far/far.mjs"
WORKER = "ui/browser/engine_worker.py"  # a script of its own: PyScript fetches it by its address
SCRIPTS = ("ui/main.py",)  # started by its address when running from source
# Named in passing by modules we need, for uses that a page has not.
NEVER = frozenset(
    "_ast_unparse _pydatetime _pyio _pyrepl argparse bdb calendar cmd ctypes curses difflib"
    " doctest email ensurepip ftplib getopt http imaplib logging mimetypes multiprocessing pdb"
    " pip poplib py_compile pydoc smtplib sqlite3 ssl statistics subprocess tarfile test tkinter"
    " tracemalloc turtle unittest venv webbrowser xml xmlrpc zoneinfo asyncio.windows_events"
    " asyncio.windows_utils rlcompleter pyodide._nodesock_transport"
    " concurrent.futures.interpreter concurrent.futures.process importlib.metadata"
    " urllib.request urllib.error".split()
)
# Every Python has them inside itself and never reads their files.
FROZEN = frozenset({"importlib._bootstrap", "importlib._bootstrap_external", "zipimport"})
# Found by name at run time, which no list of imports shows.
CODECS = (
    "aliases ascii base64_codec charmap cp437 hex_codec idna latin_1 punycode raw_unicode_escape"
    " unicode_escape utf_16 utf_16_be utf_16_le utf_32 utf_8 utf_8_sig"
)
# Imported by PyScript's own start.
PYSCRIPT_WISHES = "asyncio base64 codeop collections functools html inspect io json os pathlib re"


# What index.html has in the bundle only.
HEAD_LINES = """<link rel="icon" href="./static/icons/asedio.svg" type="image/svg+xml">
  <link rel="apple-touch-icon" href="./static/icons/asedio-192.png">
  <link rel="manifest" href="./manifest.webmanifest">
  <script defer src="./static/offline.js"></script>"""
EARLY = """  <script type="module" async src="./static/early.mjs"></script>
"""
WRAPPER = """  <script type="module" async src="./static/vendor/pyodide/fast.mjs"></script>
"""
STYLES = "static/css/asedio.css"  # all of them: a first visit fetches one file instead of nine
_STYLE = re.compile(r'  <link rel="stylesheet" href="\./(static/css/\w+\.css)">\n')


def run_node(job: dict[str, Any], work: Path) -> None:
    """Compile and take the image; VendorError with node's words when it fails."""
    path = work / "job.json"
    path.write_text(json.dumps(job, indent=1), encoding="utf-8")
    command = ["node", "--no-warnings", str(DEV / "image.mjs"), str(path)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode != 0:
        raise VendorError(f"the image could not be made:\n{done.stdout}{done.stderr}")
    print(done.stdout.strip())


def _imports(path: Path) -> set[str]:
    """Modules a source names, and whatever it takes from them, which may be modules as well."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return found


def home_files(root: Path, game: str) -> set[str]:
    """What the home screen needs of a game: its info.py and what that imports of the game."""
    folder = f"engine/games/{game}/"
    found = {f"{folder}__init__.py"}
    waiting = [f"{folder}info.py"]
    while waiting:
        name = waiting.pop()
        if name in found or not (root / name).is_file():
            continue
        found.add(name)
        named = (f"{module.replace('.', '/')}.py" for module in _imports(root / name))
        waiting += [other for other in named if other.startswith(folder)]
    return found


def module_name(path: str) -> str:
    """`ui/table/__init__.py` → `ui.table`."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _within(names: list[str], places: tuple[str, ...]) -> list[str]:
    return [name for name in names if any(fnmatch(name, place) for place in places)]


class Bundle:
    """What is built from one state of the sources."""

    def __init__(self, root: Path) -> None:
        self.root = root
        names = sorted({*runtime_files(root), *SCRIPTS})
        self.code = [name for name in names if name.endswith(".py")]
        self.data = [name for name in names if not name.endswith(".py")]
        self.games = {game: self._own_pack(game) for game in REGISTRY}
        self.later = {pack: _within(names, places) for pack, places in LATER.items()}
        in_packs = {name for own in self.games.values() for name in own}
        in_packs |= {name for own in self.later.values() for name in own}
        self.common = [name for name in self.code if name not in in_packs]
        looks = {f"engine/games/{game}/look.json": game for game in REGISTRY}
        self.looks = {looks[name]: name for name in self.data if name in looks}
        self.pyodide = root / "node_modules" / "pyodide"
        self.pyscript = root / "node_modules/@pyscript/core/src/stdlib/pyscript.js"
        self.hash = fingerprint(sorted(self._made_of().items()))
        self.work = root / "dist" / "work" / self.hash[:16]

    def _own_pack(self, game: str) -> list[str]:
        """The modules that come when the game is chosen; its look comes with them."""
        at_home = home_files(self.root, game)
        inside = f"engine/games/{game}/"
        return [name for name in self.code if name.startswith(inside) and name not in at_home]

    def _made_of(self) -> dict[str, bytes]:
        """Everything that the image and the packs depend on, under its name."""
        parts = read_all(self.root, [*self.code, *self.data])
        tools = ("image.mjs", "_inside.py", "_pack.py", "site.py")
        parts.update((f"tool {name}", (DEV / name).read_bytes()) for name in tools)
        parts[FILL] = (self.root / FILL).read_bytes()
        parts["pyodide"] = (self.pyodide / "package.json").read_bytes()
        parts["lock"] = (self.pyodide / "pyodide-lock.json").read_bytes()
        parts["library"] = (self.pyodide / "python_stdlib.zip").read_bytes()
        parts["pyscript"] = self.pyscript.read_bytes()
        return parts

    def lock(self) -> dict[str, Any]:
        """Pyodide's list of packages without its packages: none is ever loaded."""
        found: dict[str, Any] = json.loads((self.pyodide / "pyodide-lock.json").read_text("utf-8"))
        return {"info": found["info"], "packages": {}}

    def job(self) -> dict[str, Any]:
        """What engine/dev/image.mjs reads."""
        return {
            "hash": self.hash,
            "pyodide": str(self.pyodide),
            "pyscript": str(self.pyscript),
            "inside": str(DEV / "_inside.py"),
            "fill": str(self.root / FILL),
            "out": str(self.work),
            "lock": self.lock(),
            "wishes": self.wishes(),
            "sources": [[name, str(self.root / name)] for name in self.code],
            "data": [[name, str(self.root / name)] for name in self.data],
            "here": [f"{name}c" for name in self.common],
            "modules": [module_name(name) for name in self.common],
        }

    def wishes(self) -> list[str]:
        """Modules of the library that our sources name anywhere, and those PyScript will want."""
        found = set(PYSCRIPT_WISHES.split())
        for name in self.code:
            found |= _imports(self.root / name)
        library = sys.stdlib_module_names - {"__future__"}
        return sorted(name for name in found if name.partition(".")[0] in library)

    def make(self) -> None:
        """Byte code and image, unless those of this very state are there already."""
        if (self.work / "image.bin").is_file():
            return
        shutil.rmtree(self.work.parent, ignore_errors=True)
        self.work.mkdir(parents=True)
        run_node(self.job(), self.work)

    def library(self) -> dict[str, set[str]]:
        """Modules of `stdlib` (start from byte code) and `rest` (what the image has not)."""
        loaded = set(json.loads((self.work / "loaded.json").read_text("utf-8"))) - FROZEN
        mentions = json.loads((self.work / "mentions.json").read_text("utf-8"))
        codecs = {"encodings", *(f"encodings.{name}" for name in CODECS.split())}
        more = {name for module in loaded for name in mentions.get(module, ())}
        more -= FROZEN | {name for name in more if {name, name.partition(".")[0]} & NEVER}
        more |= codecs
        return {"stdlib": loaded | more, "rest": more - loaded}

    def packs(self) -> dict[str, bytes]:
        """`app` is data for every start, `code` is what the image has in it, then one per game and
        those that come when they are asked for."""
        compiled = {
            path.relative_to(self.work / "compiled").as_posix(): path.read_bytes()
            for path in sorted((self.work / "compiled").rglob("*.pyc"))
        }
        elsewhere = {*self.looks.values(), *(n for own in self.later.values() for n in own)}
        app = read_all(self.root, [name for name in self.data if name not in elsewhere])
        app.update((name, data) for name, data in compiled.items() if name.startswith("pyscript/"))
        made = {
            "app": packed(app, self.hash),
            "code": packed({f"{n}c": compiled[f"{n}c"] for n in self.common}, self.hash),
        }
        for game, own in self.games.items():
            files = {f"{name}c": compiled[f"{name}c"] for name in own}
            if game in self.looks:
                files.update(read_all(self.root, [self.looks[game]]))
            made[game] = packed(files, self.hash)
        for pack, own in self.later.items():
            files = read_all(self.root, [name for name in own if not name.endswith(".py")])
            code = (f"{name}c" for name in own if name.endswith(".py"))
            made[pack] = packed({**files, **{name: compiled[name] for name in code}}, self.hash)
        return made


# -- the folder ----------------------------------------------------------------------------------


def _copied(root: Path, site: Path, bundle: Bundle) -> None:
    """Static files, the runtime and the sources of the last resort."""
    ignored = shutil.ignore_patterns(
        "*.json", "*.css", "sw.js", "early.mjs", "fast.mjs", "pictures", ".*"
    )
    shutil.copytree(root / "static", site / "static", ignore=ignored)
    shutil.copyfile(bundle.pyodide / "pyodide-lock.json", site / PYODIDE / "pyodide-lock.json")
    for name in [*bundle.code, *bundle.data, WORKER]:
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(root / name, site / name)


def _release_settings(root: Path) -> tuple[str, dict[str, Any]]:
    """pyscript.toml for the bundle (workers read it), and the same for the page itself."""
    text = (root / "pyscript.toml").read_text("utf-8")
    head = text.partition("[files]")[0].replace("pyodide/pyodide.mjs", "pyodide/fast.mjs")

    settings = tomllib.loads(head)
    return head.replace("# Running from source.", "# The release bundle."), settings


def _page(root: Path, settings: dict[str, Any]) -> str:
    """index.html that starts the wrapper at once and needs no further file to know how."""
    page = (root / "index.html").read_text("utf-8")
    script = '<script type="py" src="./ui/main.py" config="./pyscript.toml"></script>'
    boot = '  <script src="./static/boot.js"></script>\n'
    core = '  <script type="module" src="./static/vendor/pyscript/core.js"></script>\n'
    if any(line not in page for line in (script, boot, core)):
        raise VendorError("index.html does not start PyScript the way the bundle expects")
    inline = json.dumps(settings).replace("&", "&amp;").replace("'", "&#39;")
    started = f"<script type=\"py\" config='{inline}'>from ui.main import main; main()</script>"
    page = page.replace('<link rel="icon" href="data:,">', HEAD_LINES)
    page = page.replace(script, started).replace(boot, EARLY + boot).replace(core, WRAPPER + core)
    link = f'  <link rel="stylesheet" href="./{STYLES}">\n'
    return _STYLE.sub("", page).replace("</head>", f"{link}</head>")


def _styles(root: Path) -> str:
    """The style sheets of the page as one, in its order; all lie in one folder."""
    names = _STYLE.findall((root / "index.html").read_text("utf-8"))
    return "\n".join((root / name).read_text("utf-8") for name in names)


KEPT_LATER = (PACKS + FAR + ".bin", FAR_SCRIPT)


def kept_offline(site: Path) -> list[str]:
    """Everything a start may need except the last resort, which needs the network, and what is
    kept when it is first asked for."""
    found = (path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file())
    last_resort = {
        PYODIDE + "python_stdlib.zip",
        PYODIDE + "pyodide-lock.json",
        PACKS + "plain.json",
        *KEPT_LATER,
    }
    return [
        name
        for name in found
        if (name not in last_resort and not name.startswith(("engine/", "ui/")) and name != "sw.js")
        or name == WORKER
    ]


def _installable(root: Path, new: Path) -> None:
    """Icons and manifest, then the service worker, which knows all other files."""
    write_icons(new)
    text = json.dumps(manifest(), ensure_ascii=False, indent=1) + "\n"
    (new / "manifest.webmanifest").write_text(text, encoding="utf-8")
    worker = service_worker(root, new, kept_offline(new), KEPT_LATER)
    (new / "sw.js").write_text(worker, encoding="utf-8")


def _packed(new: Path, bundle: Bundle) -> dict[str, Any]:
    """Writes the packs and the parts of the library; what static/fast.mjs knows of the build."""
    parts = {}
    for name, modules in bundle.library().items():
        path = new / PYODIDE / f"{name}.zip"
        library_part(bundle.work / "library.zip", path, modules)
        parts[name] = integrity(path.read_bytes())
    packs = bundle.packs()
    (new / PACKS).mkdir(parents=True)
    for name, data in packs.items():
        (new / PACKS / f"{name}.bin").write_bytes(data)
    (new / PACKS / "plain.json").write_text(json.dumps([*bundle.code, *bundle.data]))
    sizes = {
        "wasm": (new / PYODIDE / "pyodide.asm.wasm").stat().st_size,
        "image": (bundle.work / "image.bin").stat().st_size,
        "app": len(packs["app"]),
    }
    return {
        "hash": bundle.hash,
        "lock": bundle.lock(),
        "games": list(REGISTRY),
        "later": list(LATER),
        "integrity": parts,
        "sizes": sizes,
    }


def build(root: Path, site: Path) -> list[str]:
    """Build the folder beside the old one and swap it in; returns lines for the terminal."""
    bundle = Bundle(root)
    bundle.make()
    new = site.with_name(f".{site.name}-new")
    shutil.rmtree(new, ignore_errors=True)
    _copied(root, new, bundle)
    shutil.copyfile(bundle.work / "image.bin", new / PYODIDE / "image.bin")
    build = _packed(new, bundle)
    for name, target, known in (
        ("fast.mjs", PYODIDE, build),
        ("early.mjs", "static/", {"hash": bundle.hash}),
    ):
        script = filled((root / "static" / name).read_text("utf-8"), known)
        (new / target / name).write_text(script, encoding="utf-8")
    (new / STYLES).write_text(_styles(root), encoding="utf-8")
    toml, settings = _release_settings(root)
    (new / "pyscript.toml").write_text(toml, encoding="utf-8")
    (new / "index.html").write_text(_page(root, settings), encoding="utf-8")
    _installable(root, new)
    shutil.rmtree(site, ignore_errors=True)
    new.rename(site)
    return [f"{site}: {bundle.hash[:16]}, {summary(site)}"]


def summary(site: Path) -> str:
    """How many files and how large."""
    sizes = [path.stat().st_size for path in site.rglob("*") if path.is_file()]
    return f"{len(sizes)} files, {sum(sizes) / 1e6:.1f} MB"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of this command."""
    parser.add_argument("--root", type=Path, default=ROOT, help="the project's folder")
    parser.add_argument("--out", type=Path, help="where to build (default dist/site)")


def run(args: argparse.Namespace) -> int:
    """Build; 1 and a message on stderr when something is missing."""
    try:
        for line in build(args.root, args.out or args.root / "dist" / "site"):
            print(line)
    except (VendorError, OSError, ValueError) as error:
        print(f"site: {error}", file=sys.stderr)
        return 1
    return 0
