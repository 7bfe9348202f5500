"""Lighthouse on home and a table, with the bundle served compressed.

    python -m tests.bench.lighthouse                    # phone (throttled) and desktop
    python -m tests.bench.lighthouse --runs 3 --json out/

npx fetches the pinned Lighthouse; the page itself never uses it. The median of the runs is printed
for each page: performance, accessibility, best practices, SEO, total blocking time.
"""

from __future__ import annotations

import argparse
import functools
import json
import os
import statistics
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

from engine.dev.browser import LAUNCH_FLAGS, require_chromium
from engine.dev.serve import HOST, Server
from tests.fixtures.compressed import Compressed

ROOT = Path(__file__).resolve().parents[2]
LIGHTHOUSE = "lighthouse@12.8.2"
PAGES = ("", "#new=andarraya")
KINDS = ("performance", "accessibility", "best-practices", "seo")
TIMES = ("first-contentful-paint", "largest-contentful-paint", "total-blocking-time", "speed-index")


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """Serve a folder compressed while the block runs; yield its address."""
    with Server((HOST, 0), functools.partial(Compressed, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.port}/"
        server.shutdown()


def report(program: list[str], url: str, form: str) -> dict[str, Any]:
    """Return one report of Lighthouse."""
    flags = " ".join(("--headless=new", *LAUNCH_FLAGS))
    with tempfile.NamedTemporaryFile(suffix=".json") as out:
        command = [*program, url, "--quiet", "--output=json", f"--output-path={out.name}"]
        command += [f"--chrome-flags={flags}", f"--only-categories={','.join(KINDS)}"]
        command += ["--preset=desktop"] if form == "desktop" else []
        environment = {**os.environ, "CHROME_PATH": require_chromium()}
        subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
        found: dict[str, Any] = json.loads(Path(out.name).read_text("utf-8"))
    return found


def line(reports: list[dict[str, Any]]) -> str:
    """Return the medians of several reports."""
    marks = [
        statistics.median(round(100 * one["categories"][kind]["score"]) for one in reports)
        for kind in KINDS
    ]
    times = [
        f"{name} {statistics.median(one['audits'][name]['numericValue'] for one in reports):.0f} ms"
        for name in TIMES
    ]
    return f"{' '.join(f'{mark:g}' for mark in marks)}  {', '.join(times)}"


def failures(found: dict[str, Any]) -> list[str]:
    """Return the audits besides those of performance that did not pass."""
    refs = [ref["id"] for kind in KINDS[1:] for ref in found["categories"][kind]["auditRefs"]]
    audits = (found["audits"][one] for one in refs)
    return [
        f"{one['id']}: {one['title']}"
        for one in audits
        if one["score"] is not None and one["score"] < 1 and one["scoreDisplayMode"] != "manual"
    ]


def main() -> None:
    """Run Lighthouse on each page and print a line per page and form."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--site", type=Path, default=ROOT / "dist" / "site")
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--forms", nargs="*", default=["mobile", "desktop"])
    parser.add_argument("--json", type=Path, help="folder for the whole reports")
    parser.add_argument("--program", nargs="*", default=["npx", "--yes", LIGHTHOUSE])
    args = parser.parse_args()
    with hosted(args.site) as url:
        for form in args.forms:
            for fragment in PAGES:
                reports = [report(args.program, url + fragment, form) for _ in range(args.runs)]
                print(f"{form:8} {fragment or 'home':15} {line(reports)}", flush=True)
                for one in failures(reports[-1]):
                    print(f"    {one}", flush=True)
                if args.json is not None:
                    args.json.mkdir(parents=True, exist_ok=True)
                    name = f"{form}-{fragment.strip('#').replace('=', '-') or 'home'}.json"
                    (args.json / name).write_text(json.dumps(reports[-1]), "utf-8")


if __name__ == "__main__":
    main()
