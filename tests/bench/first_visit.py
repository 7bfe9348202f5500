"""Bytes of a first visit: of the whole page and of the page of each game alone.

    python -m tests.bench.first_visit

Builds the pages, opens each in a fresh profile on a server that compresses, and adds up what was
transferred until the page can be used. A row per page: those bytes, files in the bundle, its size.
"""

from __future__ import annotations

import argparse
import functools
import subprocess
import sys
import tempfile
from pathlib import Path
from threading import Thread

from playwright.sync_api import sync_playwright

from engine.dev.browser import LAUNCH_FLAGS, require_chromium
from engine.dev.serve import HOST, Server
from engine.games import REGISTRY
from tests.fixtures.compressed import Compressed

ROOT = Path(__file__).resolve().parents[2]


class Counted(Compressed):
    """Handler that adds up the bodies it sends."""

    sent = 0

    def send_header(self, keyword: str, value: str) -> None:
        """Count what a body will have."""
        if keyword == "Content-Length":
            Counted.sent += int(value)
        super().send_header(keyword, value)


def visit(folder: Path, fragment: str = "") -> int:
    """Return the bytes until the page is ready."""
    Counted.sent = 0
    with Server((HOST, 0), functools.partial(Counted, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        with sync_playwright() as driver:
            browser = driver.chromium.launch(
                executable_path=require_chromium(), args=list(LAUNCH_FLAGS)
            )
            page = browser.new_page()
            page.goto(f"http://localhost:{server.port}/{fragment}")
            page.wait_for_function("performance.getEntriesByName('asedio:ready').length > 0")
            ready = Counted.sent
            browser.close()
        server.shutdown()
    return ready


def row(name: str, folder: Path, fragment: str = "") -> str:
    """Return the line of one page."""
    ready = visit(folder, fragment)
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
    args = parser.parse_args()
    print("| page | first visit | files | bundle |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as passing:
        folder = args.folder or Path(passing)
        print(row("all, at home", built(folder, None)), flush=True)
        print(row("all, table of Cotadrez", built(folder, None), "#new=cotadrez"), flush=True)
        for game in REGISTRY:
            print(row(game, built(folder, game)), flush=True)


if __name__ == "__main__":
    main()
