"""Build static/vendor/: browser runtime, fonts, sprites, scripts for far play and sharing, credits.

The page may not request anything from other origins, so the pinned files of PyScript, Pyodide and
the fonts are copied from node_modules. The result is built in a new folder that replaces the old
one at the end, so that neither a running server nor a failed build shows a partial runtime.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from engine.dev._credits import CreditsError, write_credits

NAME = "vendor"
HELP = "copy PyScript, Pyodide and the fonts from node_modules, build sprites, bundle scripts"
NEEDS_CHECKOUT = True

ROOT = Path(__file__).resolve().parents[2]
PYSCRIPT = "@pyscript/core"
PYODIDE = "pyodide"
ICONS = "@iconify-json/game-icons"
# The faces named in static/css/theme.css; other alphabets fall back to the system's fonts.
FONTS = {
    "@fontsource/alegreya": ("alegreya-latin-700-normal.woff2",),
    "@fontsource/alegreya-sans": (
        "alegreya-sans-latin-400-normal.woff2",
        "alegreya-sans-latin-400-italic.woff2",
        "alegreya-sans-latin-700-normal.woff2",
    ),
}
PYODIDE_FILES = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "pyodide-lock.json",
    "python_stdlib.zip",
)
# Editor, terminal, MicroPython and archive chunks, which the page never loads.
UNUSED_CHUNKS = ("codemirror", "index-", "mpy-", "py-Dl", "service-worker", "xterm", "zip-")
STATIC_IMPORT = re.compile(r"""(?:from|import)\s*["']\./([^"']+)["']""")
SVG = "http://www.w3.org/2000/svg"
SHAPES = frozenset({"g", "path", "circle", "ellipse", "rect", "line", "polygon", "polyline"})
GLYPH = re.compile(r"[a-z][a-z0-9_]*")
WHOLE_SQUARE = re.compile(r"M0[ ,]0h512v512H0z", re.IGNORECASE)
DEFAULT_VIEW_BOX = "0 0 512 512"
ET.register_namespace("", SVG)  # keeps ElementTree from writing <ns0:path>

Package = dict[str, Any]
Icon = tuple[str, str]  # viewBox, body


class VendorError(Exception):
    """The build cannot go on; the text says what to fix."""


def _read_json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise VendorError(f"{path.name} is missing in {path.parent}: run npm ci first") from None
    except ValueError as error:
        raise VendorError(f"{path}: not JSON: {error}") from error


def _pinned_package(root: Path, name: str) -> tuple[Path, Package]:
    """Return folder and package.json of a dependency. Raises VendorError for another version."""
    wanted = _read_json(root / "package.json")["dependencies"][name]
    folder = root / "node_modules" / name
    package: Package = _read_json(folder / "package.json")
    if package["version"] != wanted:
        raise VendorError(f"{name} is {package['version']}, pinned is {wanted}: run npm ci")
    return folder, package


# -- runtime -----------------------------------------------------------------------------------


def _copy(source: Path, names: Iterable[str], target: Path) -> None:
    target.mkdir(parents=True, exist_ok=True)
    for name in names:
        if not (source / name).is_file():
            raise VendorError(f"{source.name} has no file {name}; did its version change?")
        shutil.copyfile(source / name, target / name)


def _check_imports(folder: Path) -> None:
    """Check that all imported chunks were copied; a missing one would leave the page blank."""
    for script in sorted(folder.glob("*.js")):
        for name in STATIC_IMPORT.findall(script.read_text(encoding="utf-8")):
            if not (folder / name).is_file():
                raise VendorError(f"{script.name} imports {name}, which was not copied")


def _copy_pyscript(source: Path, target: Path) -> None:
    """Copy PyScript. Its file names contain hashes, so everything not known as unused is copied."""
    scripts = sorted(path.name for path in (source / "dist").glob("*.js"))
    wanted = [name for name in scripts if not name.startswith(UNUSED_CHUNKS)]
    _copy(source / "dist", [*wanted, "core.css"], target)
    _check_imports(target)
    shutil.copyfile(source / "LICENSE", target / "LICENSE")


def copy_runtime(root: Path, target: Path) -> list[str]:
    """Copy PyScript and Pyodide; return one version line per package."""
    lines = []
    for name in (PYSCRIPT, PYODIDE):
        source, package = _pinned_package(root, name)
        if name == PYSCRIPT:
            _copy_pyscript(source, target / "pyscript")
        else:
            _copy(source, PYODIDE_FILES, target / "pyodide")
        lines.append(f"{name} {package['version']} ({package['license']})")
    return lines


def copy_fonts(root: Path, target: Path) -> list[str]:
    """Copy the fonts of titles and texts with their licences; return their version lines."""
    lines = []
    for font, files in FONTS.items():
        source, package = _pinned_package(root, font)
        _copy(source / "files", files, target)
        shutil.copyfile(source / "LICENSE", target / f"LICENSE-{source.name}")
        lines.append(f"{font} {package['version']} ({package['license']})")
    return lines


FAR = ("nostr-tools", "uqr", "@noble/curves")
# Bundled dependencies: the scripts have no comments left, so their licences are copied.
FAR_INSIDE = ("@noble/ciphers", "@noble/hashes", "@scure/base")
FAR_SCRIPTS = {  # by name in static/vendor/far
    "far.js": "ui/browser/far.mjs",
    "deck.js": "ui/browser/far_deck.mjs",  # for games with a shared deck only
}
SHOW = ("gifenc", "uqr")
SHOW_SCRIPTS = {  # by name in static/vendor/show
    "gif.js": "ui/browser/gif_worker.mjs",
    "qr.js": "ui/browser/qr.mjs",
}
BUNDLE = """require("esbuild").buildSync({entryPoints: [process.argv[1]], outfile: process.argv[2],
  bundle: true, minify: true, format: "esm", loader: {".css": "text"},
  target: "es2022", legalComments: "none"})"""


def bundle(
    root: Path, target: Path, packages: Iterable[str], scripts: Mapping[str, str],
    inside: Iterable[str] = (),
) -> list[str]:  # fmt: skip
    """Bundle `scripts` with the `packages` they import; return the packages' version lines.

    `inside`: packages that those depend on.
    """
    lines = []
    for name in packages:
        _, package = _pinned_package(root, name)
        lines.append(f"{name} {package['version']} ({package['license']})")
    for name, source in scripts.items():
        command = ["node", "-e", BUNDLE, str(root / source), str(target / name)]
        done = subprocess.run(command, cwd=root, check=False, capture_output=True, text=True)
        if done.returncode != 0:
            raise VendorError(f"{source} could not be bundled:\n{done.stderr}")
    folders = {name: root / "node_modules" / name for name in (*packages, *inside)}
    texts = [f"{name}\n\n{_licence(folder)}" for name, folder in folders.items()]
    (target / "LICENSES.txt").write_text("\n\n".join(texts), encoding="utf-8")
    return lines


def _licence(folder: Path) -> str:
    """Return the licence text of a package. Raises VendorError without one."""
    for path in sorted(folder.glob("LICENSE*")):
        return path.read_text("utf-8")
    raise VendorError(f"{folder.name} has no licence file")


# -- sprites -----------------------------------------------------------------------------------


def _recolour(element: ET.Element, where: str) -> None:
    """Allow only shapes, drawn in the surrounding text colour. Raises VendorError for anything
    else."""
    tag = element.tag.removeprefix(f"{{{SVG}}}")
    if tag not in SHAPES:
        raise VendorError(f"{where}: <{tag}> is not allowed in a glyph")
    element.attrib.pop("style", None)
    for attribute in list(element.attrib):
        if attribute.startswith("on") or attribute.endswith("href"):
            raise VendorError(f"{where}: attribute {attribute} is not allowed in a glyph")
    for paint in ("fill", "stroke"):
        if element.get(paint, "none") != "none":
            element.set(paint, "currentColor")
    for child in list(element):
        if WHOLE_SQUARE.fullmatch(child.get("d", "").strip()):
            element.remove(child)
        else:
            _recolour(child, where)


def clean_body(body: str, where: str) -> str:
    """Return the markup of a glyph without its background and own colours. Raises VendorError."""
    try:
        group = ET.fromstring(f'<g xmlns="{SVG}">{body}</g>')
    except ET.ParseError as error:
        raise VendorError(f"{where}: {error}") from error
    _recolour(group, where)
    if len(group) == 0:
        raise VendorError(f"{where}: nothing to draw")
    parts = (ET.tostring(child, encoding="unicode") for child in group)
    return "".join(parts).replace(f' xmlns="{SVG}"', "").strip()


def _icon(icons: Package, source: object, where: str) -> Icon:
    """Return the drawing of a sprite entry: an icon name, an object with its own `body`, or an
    object with such a name as `icon`. Its `viewBox` crops the margin."""
    view_box = DEFAULT_VIEW_BOX
    if isinstance(source, Mapping):
        view_box = str(source.get("viewBox", DEFAULT_VIEW_BOX))
        if isinstance(source.get("body"), str):
            return view_box, source["body"]
        source = source.get("icon")
    if not isinstance(source, str):
        raise VendorError(f'{where}: give an icon name or {{"viewBox": …, "body": …}}')
    name = icons.get("aliases", {}).get(source, {}).get("parent", source)
    icon = icons["icons"].get(name)
    if icon is None:
        raise VendorError(f"{where}: {ICONS} has no icon {source}")
    return view_box, icon["body"]


def sprite(game: str, glyphs: Mapping[str, object], icons: Package) -> str:
    """Return an SVG with a <symbol id="game-glyph"> for every glyph of a game."""
    symbols = []
    for glyph, source in glyphs.items():
        where = f"{game}/look.json: {glyph}"
        if not GLYPH.fullmatch(glyph):
            raise VendorError(f"{where}: a glyph id is lower case letters, digits and _")
        view_box, body = _icon(icons, source, where)
        drawing = clean_body(body, where)
        symbols.append(
            f'<symbol id="{game}-{glyph}" viewBox="{view_box}">'
            f'<g fill="currentColor">{drawing}</g></symbol>'
        )
    return f'<svg xmlns="{SVG}">\n' + "\n".join(symbols) + "\n</svg>\n"


def _credits(package: Package, used: Mapping[str, Iterable[str]]) -> str:
    lines = [
        f"Icons of game-icons.net by its contributors, from {ICONS} {package['version']},",
        "licence Creative Commons Attribution 3.0 (CC-BY-3.0).",
        "Changed: taken out of their files, recoloured with the side that owns the piece.",
        "",
    ]
    lines += [f"{game}: {', '.join(sorted(set(names)))}" for game, names in used.items()]
    return "\n".join(lines) + "\n"


def drawings(root: Path) -> dict[str, Mapping[str, object]]:
    """Return the `glyphs` of each game's look.json, by game id."""
    found = sorted((root / "engine/games").glob("*/look.json"))
    return {path.parent.name: _read_json(path).get("glyphs", {}) for path in found}


def build_sprites(root: Path, target: Path) -> list[str]:
    """Write one sprite per game and the credits; return the game ids."""
    folder, package = _pinned_package(root, ICONS)
    icons: Package = _read_json(folder / "icons.json")
    target.mkdir(parents=True)
    used: dict[str, list[str]] = {}
    for game, glyphs in drawings(root).items():
        (target / f"{game}.svg").write_text(sprite(game, glyphs, icons), encoding="utf-8")
        names = [v.get("icon") if isinstance(v, Mapping) else v for v in glyphs.values()]
        used[game] = [name for name in names if isinstance(name, str)]
    (target / "CREDITS.txt").write_text(_credits(package, used), encoding="utf-8")
    return list(used)


# -- command -----------------------------------------------------------------------------------


def build(root: Path) -> list[str]:
    """Build everything and swap it in; return lines that describe the result."""
    new, old = root / "static" / ".vendor-new", root / "static" / ".vendor-old"
    final = root / "static" / "vendor"
    for leftover in (new, old):
        shutil.rmtree(leftover, ignore_errors=True)
    versions = copy_runtime(root, new)
    versions += copy_fonts(root, new / "fonts")
    versions += bundle(root, new / "far", FAR, FAR_SCRIPTS, FAR_INSIDE)
    shown = bundle(root, new / "show", SHOW, SHOW_SCRIPTS)
    versions += [line for line in shown if line not in versions]
    games = build_sprites(root, new / "sprites")
    try:
        write_credits(root, new / "about")
    except CreditsError as error:
        raise VendorError(str(error)) from error
    (new / "VERSIONS.txt").write_text("\n".join(versions) + "\n", encoding="utf-8")
    if final.exists():
        final.rename(old)
    new.rename(final)
    shutil.rmtree(old, ignore_errors=True)
    return [*versions, "sprites: " + (", ".join(games) or "none")]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the option `--root`, the folder to work in."""
    parser.add_argument("--root", type=Path, default=ROOT, help="the project's folder")


def run(args: argparse.Namespace) -> int:
    """Build static/vendor/ and return 0; 1 with a message on stderr if something is missing."""
    try:
        for line in build(args.root):
            print(line)
    except VendorError as error:
        print(f"vendor: {error}", file=sys.stderr)
        return 1
    return 0
