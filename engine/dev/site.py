"""Build the release bundle dist/site, a folder for any static host.

It starts from a memory image that already contains the app; if that fails, from byte code; if that
fails, from the sources (static/fast.js). Byte code and image are made inside the pinned Pyodide, by
node, and only when one of their inputs has changed: they are named by the hash of all inputs.

Every file of a version is in a folder named by the version's hash; the runtime has its own such
folder. So a page gets files of its own version or none, even if a new bundle is copied over an
older one. Only static/boot.js has a fixed place, to tell a page that it is older than the bundle.
No name begins with `_` (GitHub Pages omits those), and no file needs a special MIME type.
"""

import argparse
import ast
import gzip
import json
import shutil
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from engine.dev._offline import filled, manifest, service_worker
from engine.dev._pack import fingerprint, library_part, packed, read_all
from engine.dev._page import BEFORE_BOOT, BOOT, NOW, STYLES, bundle_page, styles
from engine.dev._squeeze import SCRIPT, squeezed, unzstd
from engine.dev.files import (
    FilesError,
    imported,
    kit_files,
    refresh,
    runtime_files,
)
from engine.dev.hosting.extras import for_hosts, write_hints, write_pages, write_pictures
from engine.dev.hosting.page import description, dressed, language
from engine.dev.hosting.settings import LANGUAGES, HostSettings, add_settings, settings_of
from engine.dev.hosting.stage import staged_build
from engine.dev.vendor import VendorError
from engine.games import REGISTRY

NAME = "site"
HELP = "build the release bundle in dist/site"
NEEDS_CHECKOUT = True

ROOT = Path(__file__).resolve().parents[2]
DEV = Path(__file__).resolve().parent
VENDOR = "static/vendor/"
VERSION_FOLDER = "static/v-{}/"
RUNTIME_FOLDER = "static/runtime-{}/"
PACKS = "packs/"
# Pyodide waits with shared memory while a terminal's input is busy; a page has none, and browsers
# warn of such memory. Without it the wait fails, which Pyodide takes for "no more input".
SHARED = b"new WebAssembly.Memory({shared:!0,initial:1,maximum:1}).buffer"
UNSHARED = b"new ArrayBuffer(4)"
RUNTIME = {  # by package: its folder in static/vendor, files renamed because hosts lack their type
    "pyodide": {"pyodide.mjs": "pyodide.js", "pyodide.asm.mjs": "pyodide.asm.js"},
    "pyscript": {},
}
# Packed by us, because not every server does it: the script with gzip, the program with zstd.
PACKED = (PYODIDE_SCRIPT, PYODIDE_PROGRAM) = (
    "pyodide/pyodide.asm.js", "pyodide/pyodide.asm.wasm",
)  # fmt: skip
# What static/fast.js changes in Pyodide's script to run it unpacked: an address, and its result.
MODULE_WORDS = {b"import.meta.url": 3, b"export default": 1}
NOT_RUN = frozenset({"pyodide-lock.json", "python_stdlib.zip"})  # in packs and in static/fast.js
VERSION = "version.json"  # the server's current version
FILL = "ui/dev/fill.py"
FAR, DECK = "far", "deck"
ROUTES = "ui/shell/routes.py"  # its PACKS: what comes when it is asked for, by pack
# What a game has for a pack of that name.
OF_GAMES = tuple(f"engine/games/*/table/{one}" for one in ("{}.json", "{}.*.md", "locale/{}.*"))
IN_IMAGE = ("ui/locale/*", "engine/games/*/table/locale/??.json")  # texts that FILL reads
FAR_SCRIPT, DECK_SCRIPT = "vendor/far/far.js", "vendor/far/deck.js"
PLAIN = "plain"  # the pack of the last fallback
LIBRARY = "library.zip"
SCRIPTS = ("ui/main.py",)  # run by address when started from source
# Imported by modules we need, but only for uses that a page does not have.
NEVER = frozenset(
    "_ast_unparse _pydatetime _pyio _pyrepl argparse bdb calendar cmd ctypes curses difflib"
    " doctest email ensurepip ftplib getopt http imaplib logging mimetypes multiprocessing pdb"
    " pip poplib py_compile pydoc smtplib sqlite3 ssl statistics subprocess tarfile test tkinter"
    " tracemalloc turtle unittest venv webbrowser xml xmlrpc zoneinfo asyncio.windows_events"
    " asyncio.windows_utils rlcompleter pyodide._nodesock_transport"
    " concurrent.futures.interpreter concurrent.futures.process importlib.metadata"
    " urllib.request urllib.error".split()
)
# Frozen into every Python, which never reads their files.
FROZEN = frozenset({"importlib._bootstrap", "importlib._bootstrap_external", "zipimport"})
# Imported by name at run time, so no list of imports shows them.
CODECS = (
    "aliases ascii base64_codec charmap cp437 hex_codec idna latin_1 punycode raw_unicode_escape"
    " unicode_escape utf_16 utf_16_be utf_16_le utf_32 utf_8 utf_8_sig"
)
# Imported by PyScript at start.
PYSCRIPT_WISHES = "asyncio base64 codeop collections functools html inspect io json os pathlib re"


def run_node(job: dict[str, Any], work: Path) -> None:
    """Compile and take the image in node. Raises VendorError with node's output."""
    path = work / "job.json"
    path.write_text(json.dumps(job, indent=1), encoding="utf-8")
    command = ["node", "--no-warnings", str(DEV / "image.mjs"), str(path)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode != 0:
        raise VendorError(f"the image could not be made:\n{done.stdout}{done.stderr}")
    print(done.stdout.strip())


def home_files(root: Path, game: str) -> set[str]:
    """Return the files of a game that the home screen needs: info.py and its imports in
    the game."""
    folder = f"engine/games/{game}/"
    found = {f"{folder}__init__.py"}
    waiting = [f"{folder}info.py"]
    while waiting:
        name = waiting.pop()
        if name in found or not (root / name).is_file():
            continue
        found.add(name)
        named = (f"{module.replace('.', '/')}.py" for module in imported(root / name))
        waiting += [other for other in named if other.startswith(folder)]
    return found


def module_name(path: str) -> str:
    """Return the module of a path: `ui/table/__init__.py` → `ui.table`."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def never_used(module: str) -> bool:
    """Say whether a module of the library, or the package around it, is in NEVER."""
    return any(module == name or module.startswith(f"{name}.") for name in NEVER)


def later_packs(root: Path) -> dict[str, tuple[str, ...]]:
    """Modules and packages of every pack that is of no game, as the page's own table names them.
    VendorError without that table."""
    for node in ast.parse((root / ROUTES).read_bytes()).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "PACKS":
            found: dict[str, tuple[str, ...]] = ast.literal_eval(node.value)
            return found
    raise VendorError(f"{ROUTES} has no table PACKS")


def _places(pack: str, modules: tuple[str, ...]) -> tuple[str, ...]:
    """Patterns of the files that lie in a pack."""
    paths = [module.replace(".", "/") for module in modules]
    code = [f"{path}{more}" for path in paths for more in (".py", "/*")]
    return (*code, *(place.format(pack) for place in OF_GAMES))


def _within(names: list[str], places: tuple[str, ...]) -> list[str]:
    return [name for name in names if any(fnmatch(name, place) for place in places)]


class Bundle:
    """Contents of the bundle, computed from the present sources."""

    def __init__(self, root: Path) -> None:
        self.root = root
        names = sorted({*runtime_files(root), *SCRIPTS})
        self.code = [name for name in names if name.endswith(".py")]
        self.data = [name for name in names if not name.endswith(".py")]
        self.games = {game: self._own_pack(game) for game in REGISTRY}
        self.later = {
            pack: _within(names, _places(pack, modules))
            for pack, modules in later_packs(root).items()
        }
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
        """Return the modules that come when the game is chosen, with the kit's it imports."""
        at_home = home_files(self.root, game)
        inside = f"engine/games/{game}/"
        own = [name for name in self.code if name.startswith(inside) and name not in at_home]
        return [*own, *sorted(kit_files(self.root, own))]

    def _made_of(self) -> dict[str, bytes]:
        """Return every input of image and packs, by name, for the hash."""
        parts = read_all(self.root, [*self.code, *self.data])
        tools = ("image.mjs", "squeeze.mjs", "_inside.py", "_pack.py", "_squeeze.py", "site.py")
        parts.update((f"tool {name}", (DEV / name).read_bytes()) for name in tools)
        parts[FILL] = (self.root / FILL).read_bytes()
        parts["pyodide"] = (self.pyodide / "package.json").read_bytes()
        parts["lock"] = (self.pyodide / "pyodide-lock.json").read_bytes()
        parts["library"] = (self.pyodide / "python_stdlib.zip").read_bytes()
        parts["pyscript"] = self.pyscript.read_bytes()
        return parts

    def lock(self) -> dict[str, Any]:
        """Return Pyodide's lock file without packages: none is ever loaded."""
        found: dict[str, Any] = json.loads((self.pyodide / "pyodide-lock.json").read_text("utf-8"))
        return {"info": found["info"], "packages": {}}

    def job(self) -> dict[str, Any]:
        """Return the parameters of engine/dev/image.mjs."""
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
        """Return the library modules that our sources import anywhere, and those PyScript
        imports."""
        found = set(PYSCRIPT_WISHES.split())
        for name in self.code:
            found |= imported(self.root / name)
        library = sys.stdlib_module_names - {"__future__"}
        return sorted(name for name in found if name.partition(".")[0] in library)

    def make(self) -> None:
        """Make byte code and image, unless they exist for this hash."""
        if (self.work / "image.bin").is_file():
            return
        shutil.rmtree(self.work.parent, ignore_errors=True)
        self.work.mkdir(parents=True)
        run_node(self.job(), self.work)
        raw = self.work / "image"
        (self.work / "image.bin").write_bytes(squeezed(self.root, "image", raw.read_bytes()))
        raw.unlink()

    def library(self) -> dict[str, set[str]]:
        """Return the library modules of `stdlib` (start from byte code) and `rest` (not in the
        image)."""
        lists = json.loads((self.work / "loaded.json").read_text("utf-8"))
        loaded, kept = (set(lists[name]) - FROZEN for name in ("loaded", "kept"))
        mentions = json.loads((self.work / "mentions.json").read_text("utf-8"))
        codecs = {"encodings", *(f"encodings.{name}" for name in CODECS.split())}
        more = {name for module in loaded for name in mentions.get(module, ())}
        more -= FROZEN | {name for name in more if never_used(name)}
        more |= codecs
        return {"stdlib": loaded | more, "rest": (loaded | more) - kept}

    def _libraries(self) -> dict[str, bytes]:
        """Return the packs of the library, and the pack of the last fallback."""
        made = {}
        compiled, parts = (self.work / "library.zip").read_bytes(), self.library()
        for name, modules in parts.items():
            part = library_part(compiled, modules.__contains__)
            made[name] = packed({LIBRARY: part}, self.hash)
        sources = read_all(self.root, [*self.code, *self.data])
        stock = (self.pyodide / "python_stdlib.zip").read_bytes()
        needed = parts["stdlib"]  # a start loads some modules that are never used
        part = library_part(stock, lambda name: name in needed or not never_used(name))
        made[PLAIN] = packed({LIBRARY: part}, self.hash, then=sources)
        return made

    def packs_folder(self) -> Path:
        """Return a folder with all packs, made once per hash: gzip takes seconds."""
        folder, new = self.work / "packs", self.work / "packs-new"
        if not folder.is_dir():
            shutil.rmtree(new, ignore_errors=True)
            new.mkdir()
            for name, data in self.packs().items():
                (new / f"{name}.bin").write_bytes(data)
            new.rename(folder)
        return folder

    def packs(self) -> dict[str, bytes]:
        """Return all packs by name: `app` (data for every start), `code` (the modules and texts
        contained in the image), one per game, the library, and those loaded on demand."""
        compiled = {
            path.relative_to(self.work / "compiled").as_posix(): path.read_bytes()
            for path in sorted((self.work / "compiled").rglob("*.pyc"))
        }
        elsewhere = {*self.looks.values(), *(n for own in self.later.values() for n in own)}
        data = [name for name in self.data if name not in elsewhere]
        texts = _within(data, IN_IMAGE)
        app = read_all(self.root, [name for name in data if name not in texts])
        app.update((name, data) for name, data in compiled.items() if name.startswith("pyscript/"))
        code = {f"{name}c": compiled[f"{name}c"] for name in self.common}
        made = {
            "app": packed(app, self.hash),
            "code": packed(code | read_all(self.root, texts), self.hash),
        }
        for game, own in self.games.items():
            files = {f"{name}c": compiled[f"{name}c"] for name in own}
            if game in self.looks:
                files.update(read_all(self.root, [self.looks[game]]))
            made[game] = packed(files, self.hash)
        made |= self._libraries()
        for pack, own in self.later.items():
            files = read_all(self.root, [name for name in own if not name.endswith(".py")])
            files.update((f"{n}c", compiled[f"{n}c"]) for n in own if n.endswith(".py"))
            made[pack] = packed(files, self.hash)
        return made


# -- the folder ----------------------------------------------------------------------------------


def _runtime(root: Path, new: Path) -> str:
    """Copy PyScript and Pyodide into a folder named by their hash; return its name."""
    files = {}
    for package, renamed in RUNTIME.items():
        for path in sorted((root / VENDOR / package).iterdir()):
            if path.name not in NOT_RUN:
                files[f"{package}/{renamed.get(path.name, path.name)}"] = path.read_bytes()
    program = files.pop(PYODIDE_SCRIPT)
    if program.count(SHARED) != 1:
        raise VendorError("pyodide.asm.mjs does not wait the way the bundle expects")
    if any(program.count(word) != count for word, count in MODULE_WORDS.items()):
        raise VendorError("pyodide.asm.mjs is not the module that static/fast.js expects")
    script = program.replace(SHARED, UNSHARED)
    files[f"{PYODIDE_SCRIPT}.bin"] = gzip.compress(script, 9, mtime=0)
    files[f"{PYODIDE_PROGRAM}.bin"] = squeezed(root, "program", files.pop(PYODIDE_PROGRAM))
    folder = RUNTIME_FOLDER.format(fingerprint(files.items())[:16])
    for name, data in files.items():
        (new / folder / name).parent.mkdir(parents=True, exist_ok=True)
        (new / folder / name).write_bytes(data)
    return folder


def _version_folder(root: Path, new: Path, bundle: Bundle, runtime: str) -> None:
    """Write all files of this version except the page itself."""
    elsewhere = (
        "*.css",
        "sw.js",
        "boot.js",
        "memory.js",
        "trouble.js",
        "embed.js",
        "pictures",
        "made",
        ".*",
    )
    ignored = shutil.ignore_patterns(*elsewhere, *RUNTIME)
    shutil.copytree(root / "static", new / NOW, ignore=ignored)
    joined = "\n".join((root / name).read_text("utf-8") for name in (*BEFORE_BOOT, BOOT))
    (new / BOOT).write_text(joined, encoding="utf-8")
    (new / NOW / "css").mkdir(exist_ok=True)
    (new / NOW / STYLES).write_text(styles(root), encoding="utf-8")
    (new / NOW / SCRIPT).write_text(unzstd(root), encoding="utf-8")
    shutil.copyfile(bundle.work / "image.bin", new / NOW / "image.bin")
    shutil.copytree(bundle.packs_folder(), new / NOW / PACKS)
    sizes = {
        "program": sum((new / runtime / f"{name}.bin").stat().st_size for name in PACKED),
        "image": (bundle.work / "image.bin").stat().st_size,
        "app": (new / NOW / PACKS / "app.bin").stat().st_size,
    }
    from_here = f"../{Path(runtime).name}/pyodide/"
    known = {
        "hash": bundle.hash,
        "runtime": from_here,
        "lock": bundle.lock(),
        "games": list(REGISTRY),
        "later": list(bundle.later),
        "sizes": sizes,
    }
    for name in ("early.js", "fast.js"):
        script = filled((root / "static" / name).read_text("utf-8"), known)
        script = script.replace('"./vendor/pyodide/pyodide.mjs"', f'"{from_here}pyodide.js"')
        (new / NOW / name).write_text(script, encoding="utf-8")


KEPT_LATER = (  # below the version folder
    f"{PACKS}{FAR}.bin", FAR_SCRIPT, f"{PACKS}{DECK}.bin", DECK_SCRIPT,
)  # fmt: skip
LAST_RESORT = f"{PACKS}{PLAIN}.bin"  # works only online


def _files(site: Path) -> list[str]:
    return sorted(path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file())


def kept_offline(site: Path) -> list[str]:
    """Return the files to cache at once: all but the last fallback, what is cached on first use,
    and version.json, which must always come from the server."""
    elsewhere = (LAST_RESORT, *KEPT_LATER)
    return [
        name
        for name in _files(site)
        if name not in (VERSION, "sw.js") and not name.endswith(elsewhere) and not for_hosts(name)
    ]


def _installable(root: Path, new: Path, settings: HostSettings) -> None:
    """Write pictures, the small pages and the manifests: that of the bundle's language, which the
    page names first, and one for each language (static/install.js)."""
    write_pictures(root, new, settings)
    named = {"manifest": language(settings)} | {f"manifest.{one}": one for one in LANGUAGES}
    for name, lang in named.items():
        made = manifest(settings, description(root, settings, lang), lang)
        text = json.dumps(made, ensure_ascii=False, indent=1) + "\n"
        (new / f"{name}.webmanifest").write_text(text, encoding="utf-8")
    write_pages(root, new, settings)


def _name_version(new: Path) -> str:
    """Hash all files into a version and rename its folder; return the version."""
    version = fingerprint(sorted(read_all(new, _files(new)).items()))[:16]
    folder = VERSION_FOLDER.format(version)
    (new / NOW).rename(new / folder)
    page = (new / "index.html").read_text("utf-8").replace(NOW, folder)
    page = page.replace("<html", f'<html data-version="{version}"', 1)
    (new / "index.html").write_text(page, encoding="utf-8")
    boot = filled((new / BOOT).read_text("utf-8"), {"version": version})
    (new / BOOT).write_text(boot, encoding="utf-8")
    (new / VERSION).write_text(json.dumps({"version": version}), encoding="utf-8")
    return version


def build(root: Path, site: Path, settings: HostSettings | None = None) -> list[str]:
    """Build a new folder and swap it in; return lines for the terminal."""
    settings = settings or HostSettings()
    refresh(root)
    bundle = Bundle(root)
    bundle.make()
    new = site.with_name(f".{site.name}-new")
    shutil.rmtree(new, ignore_errors=True)
    runtime = _runtime(root, new)
    _version_folder(root, new, bundle, runtime)
    _installable(root, new, settings)
    page = dressed(bundle_page(root, new, runtime), root, settings)
    (new / "index.html").write_text(page, encoding="utf-8")
    version = _name_version(new)
    write_hints(new, settings, (VERSION_FOLDER.format(version), runtime))
    later = [name for name in _files(new) if name.endswith(KEPT_LATER)]
    worker = service_worker(root, new, kept_offline(new), later)
    (new / "sw.js").write_text(worker, encoding="utf-8")
    shutil.rmtree(site, ignore_errors=True)
    new.rename(site)
    return [f"{site}: {version}, {summary(site)}"]


def summary(site: Path) -> str:
    """Return the number and total size of the files, as text."""
    sizes = [path.stat().st_size for path in site.rglob("*") if path.is_file()]
    return f"{len(sizes)} files, {sum(sizes) / 1e6:.1f} MB"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add --root, --out and the settings."""
    parser.add_argument("--root", type=Path, default=ROOT, help="the project's folder")
    parser.add_argument("--out", type=Path, help="where to build (default dist/site)")
    add_settings(parser)


def run(args: argparse.Namespace) -> int:
    """Build and return 0; 1 with a message on stderr if something is missing."""
    try:
        settings, out = settings_of(args), args.out or args.root / "dist" / "site"
        own = settings.own and not args.staged
        for line in staged_build(args.root, out, args) if own else build(args.root, out, settings):
            print(line)
    except (VendorError, FilesError, OSError, ValueError) as error:
        print(f"site: {error}", file=sys.stderr)
        return 1
    return 0
