"""Bytes of a first visit: of the whole page and of the page of each game alone.

    python -m tests.bench.first_visit                 # pages of all games, and of each game alone
    python -m tests.bench.first_visit --files cotadrez   # what the first board of dist/site loads

The first builds the pages, opens each in a fresh profile on a server that compresses, and adds up
what was transferred until the page can be used. A row per page: those bytes, files in the bundle,
its size. The second lists each file with its bytes from a server that compresses and a plain one.
"""

from __future__ import annotations

import argparse
import functools
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

from playwright.sync_api import sync_playwright

from engine.dev.browser import LAUNCH_FLAGS, require_chromium
from engine.dev.serve import HOST, Handler, Server
from engine.games import REGISTRY
from tests.fixtures.compressed import Compressed

ROOT = Path(__file__).resolve().parents[2]


class Line(Server):
    """Server that adds up the bodies it sends, by path."""

    def __init__(self, handler: type[Handler], folder: Path) -> None:
        super().__init__((HOST, 0), functools.partial(handler, directory=str(folder)))
        self.sent: dict[str, int] = {}


class Counting(Handler):
    """Handler that notes what it sends in its `Line`."""

    def send_header(self, keyword: str, value: str) -> None:
        """Count the bytes of the body to come."""
        if keyword == "Content-Length":
            assert isinstance(self.server, Line)
            self.server.sent[urlsplit(self.path).path] = int(value)
        super().send_header(keyword, value)


class CountingCompressed(Counting, Compressed):
    """The same, compressing what hosts compress."""


def visit(
    folder: Path,
    fragment: str = "",
    handler: type[Handler] = CountingCompressed,
    mark: str = "asedio:ready",
) -> dict[str, int]:
    """Return the bytes sent by path until the page has set the mark."""
    with Line(handler, folder) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        with sync_playwright() as driver:
            browser = driver.chromium.launch(
                executable_path=require_chromium(), args=list(LAUNCH_FLAGS)
            )
            context = browser.new_context(service_workers="block")
            page = context.new_page()
            page.goto(f"http://localhost:{server.port}/{fragment}")
            wait = "name => performance.getEntriesByName(name).length > 0"
            page.wait_for_function(wait, arg=mark, timeout=120_000)
            sent = dict(server.sent)
            browser.close()
        server.shutdown()
    return sent


def listed(folder: Path, game: str) -> str:
    """Return the table of the files that a first board loads."""
    ways = [
        visit(folder, f"#new={game}", one, "asedio:board") for one in (CountingCompressed, Counting)
    ]
    rows = ["| file | compressing server | plain server |", "|---|---|---|"]
    for path in sorted({*ways[0], *ways[1]}, key=lambda one: -ways[1].get(one, 0)):
        name = re.sub(r"^/static/(v|runtime)-\w+/", r"\1/", path)
        rows.append(f"| {name} | {ways[0].get(path, 0):,} | {ways[1].get(path, 0):,} |")
    sums = [f"{sum(way.values()):,}" for way in ways]
    return "\n".join([*rows, f"| sum | {' | '.join(sums)} |"])


def row(name: str, folder: Path, fragment: str = "") -> str:
    """Return the line of one page."""
    ready = sum(visit(folder, fragment).values())
    files = [path for path in folder.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files)
    return f"| {name} | {ready / 1e6:.2f} MB | {len(files)} | {size / 1e6:.2f} MB |"


def built(folder: Path, game: str | None) -> Path:
    """Return the bundle of a game or of all, built unless the folder holds it."""
    out = folder / (game or "all")
    if not out.is_dir():
        more = ["--games", game] if game else []
        command = [sys.executable, "-m", "engine", "site", *more, "--out", str(out)]
        subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return out


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--folder", type=Path, help="where the bundles stay, to be used again")
    parser.add_argument("--files", metavar="GAME", help="only: files of this game's first board")
    parser.add_argument("--site", type=Path, default=ROOT / "dist" / "site")
    args = parser.parse_args()
    if args.files:
        print(listed(args.site, args.files))
        return
    print("| page | first visit | files | bundle |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as passing:
        folder = args.folder or Path(passing)
        print(row("all, at home", built(folder, None)), flush=True)
        print(row("all, table of Cotadrez", built(folder, None), "#new=cotadrez"), flush=True)
        for game in REGISTRY:
            print(row(game, built(folder, game)), flush=True)


if __name__ == "__main__":
    main()
