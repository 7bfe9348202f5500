"""Pack dist/site for itch.io: one zip with index.html at its root, checked against itch.io's rules;
and in dist/itch what the project's page there needs: cover, screenshots, text.

The rules: fewer than 1000 files, none over 200 MB, 500 MB in total, paths of at most 240
characters, and only relative addresses in the exact case of the file name, because the files are
served from an unknown folder by a case-sensitive server.
"""

import argparse
import re
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

from engine.dev.browser import BrowserMissing
from engine.dev.hosting.settings import BadSettings, add_settings, settings_of
from engine.dev.hosting.shop import write_shop
from engine.dev.vendor import VendorError

NAME = "itch"
HELP = "pack dist/site as a zip that follows itch.io's rules"
NEEDS_CHECKOUT = True

ROOT = Path(__file__).resolve().parents[2]
ZIP = "{}-itch.zip"  # by the name of the page
MOST_FILES = 999
LARGEST_FILE = 200_000_000
LARGEST_ALL = 500_000_000
LONGEST_PATH = 240
FIXED_DATE = (2020, 1, 1, 0, 0, 0)
# Files that the browser reads before any of our code runs.
ADDRESSED = ("*.html", "*.webmanifest", "static/*/css/*.css")
ADDRESS = re.compile(r"""(?:\b(?:src|href)\s*=\s*|"src"\s*:\s*|url\()["']?([^"')\s>]+)""")
# What loads nothing: examples, links to other pages, the lasting address.
_LEADING = re.compile(
    r"""<pre>.*?</pre>|<a\b[^>]*?\shref\s*=\s*["']?[a-z]+:[^>]*>|<link rel="canonical"[^>]*>""",
    re.DOTALL,
)


def addresses(site: Path) -> Iterator[tuple[Path, str]]:
    """Yield (file, address in it) for every address that must name a file."""
    for pattern in ADDRESSED:
        for path in sorted(site.glob(pattern)):
            shown = _LEADING.sub("", path.read_text(encoding="utf-8"))
            for address in ADDRESS.findall(shown):
                if not address.startswith(("data:", "#", "blob:")):
                    yield path, address


def _misspelt(site: Path) -> Iterator[str]:
    names = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    for path, address in addresses(site):
        where = path.relative_to(site).as_posix()
        if re.match(r"[a-z]+:|/", address):
            yield f"{where}: {address} is not relative"
            continue
        bare = re.split(r"[?#]", address)[0]
        target = (path.parent / bare).resolve()
        if not target.is_relative_to(site.resolve()):
            yield f"{where}: {address} leads out of the zip"
            continue
        name = target.relative_to(site.resolve()).as_posix()
        if bare and name != "." and name not in names:
            yield f"{where}: there is no file {address}"


def problems(site: Path) -> list[str]:
    """Return what itch.io would refuse or serve badly; empty if nothing."""
    files = [path for path in site.rglob("*") if path.is_file()]
    sizes = {path.relative_to(site).as_posix(): path.stat().st_size for path in files}
    found = [] if "index.html" in sizes else ["there is no index.html at the root"]
    if len(sizes) > MOST_FILES:
        found.append(f"{len(sizes)} files; fewer than 1000 are allowed")
    if sum(sizes.values()) > LARGEST_ALL:
        found.append(f"{sum(sizes.values()) / 1e6:.0f} MB; 500 are allowed")
    found += [f"{name} is too large" for name, size in sizes.items() if size > LARGEST_FILE]
    found += [f"{name}: a path too long" for name in sizes if len(name) > LONGEST_PATH]
    lower: dict[str, str] = {}
    for name in sorted(sizes):
        twin = lower.setdefault(name.lower(), name)
        if twin != name:
            found.append(f"{twin} and {name} differ in case only")
    return found + list(_misspelt(site))


def pack(site: Path, target: Path) -> int:
    """Write a reproducible zip; return the number of files in it."""
    names = sorted(p.relative_to(site).as_posix() for p in site.rglob("*") if p.is_file())
    with zipfile.ZipFile(target, "w") as made:
        for name in names:
            entry = zipfile.ZipInfo(name, FIXED_DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            made.writestr(entry, (site / name).read_bytes(), compresslevel=9)
    return len(names)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add --site, --out, --shop and the settings."""
    parser.add_argument("--site", type=Path, default=ROOT / "dist" / "site")
    parser.add_argument("--out", type=Path, help="the zip (default: in dist, by the page's name)")
    parser.add_argument("--shop", type=Path, default=ROOT / "dist" / "itch", help="cover and texts")
    add_settings(parser)


def run(args: argparse.Namespace) -> int:
    """Write zip, cover, screenshots and texts and return 0, or print the problems and return 1."""
    try:
        settings, found = settings_of(args), problems(args.site)
    except BadSettings as why:
        found = [str(why)]
    if found:
        print("\n".join(f"itch: {problem}" for problem in found), file=sys.stderr)
        return 1
    out = args.out or ROOT / "dist" / ZIP.format(settings.slug)
    count = pack(args.site, out)
    print(f"{out}: {count} files, {out.stat().st_size / 1e6:.2f} MB")
    try:
        names = write_shop(ROOT, args.site, args.shop, settings)
    except (BrowserMissing, VendorError) as why:
        print(f"itch: {why}", file=sys.stderr)
        return 1
    print(f"{args.shop}: {', '.join(names)}")
    return 0
