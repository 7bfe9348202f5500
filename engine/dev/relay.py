"""Serve the page together with a relay of its own in the local network.

Two phones on one Wi-Fi, a school or a club can play without the internet. Needs the extra `host`.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import socket
import sys
import webbrowser
from pathlib import Path

from engine.dev._host import MOST_BYTES, HostMissing, host_app, library
from engine.dev.serve import port

NAME = "relay"
HELP = "serve the page and a relay of its own in the local network; prints address and QR code"
NEEDS_CHECKOUT = True

ROOT = Path(__file__).resolve().parents[2]
EVERYWHERE = "0.0.0.0"
NOWHERE = ("192.0.2.1", 9)  # reserved for documentation; connecting by UDP sends nothing
SAID = """\
Asedio and its relay: {address}
{code}
Open this address on every device in the network; Ctrl-C ends it. Keep the address the same: games
are stored in the browser under it. The relay's mail is in {data}.
Plain http, so browsers offer no offline page and no installing. Open a table in one tab only."""


def local_address() -> str:
    """Return this machine's address in the local network; the loopback address without one."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(NOWHERE)
            return str(probe.getsockname()[0])
    except OSError:
        return "127.0.0.1"


def qr_code(text: str) -> str:
    """Return a QR code for a terminal, or one line that says how to get it."""
    try:
        segno = library("segno")
    except HostMissing:
        return "(pip install segno shows this address as a QR code)"
    rows = [list(row) for row in segno.make(text, error="l").matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    halves = zip(rows[::2], rows[1::2], strict=True)
    # Light modules are drawn: most terminals are dark, and cameras need a light margin.
    shapes = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
    return "\n".join(
        "".join(shapes[bool(up), bool(down)] for up, down in zip(upper, lower, strict=True))
        for upper, lower in halves
    )


def data_folder() -> Path:
    """Return the folder for the relay's mail: it must outlive the program and the build."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "asedio"


def taken(host: str, number: int) -> bool:
    """Say whether another program uses the port."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, number))
        except OSError:
            return True
    return False


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add --port, --host, --name, --data, --root and --open."""
    parser.add_argument("--port", type=port, default=8000, help="port (default 8000)")
    parser.add_argument("--host", default=EVERYWHERE, help=f"listen here (default {EVERYWHERE})")
    parser.add_argument("--name", help="name or address of this machine that is printed")
    parser.add_argument("--data", type=Path, help="folder for the relay's mail")
    parser.add_argument("--root", type=Path, default=ROOT / "dist" / "site", help="the built page")
    parser.add_argument("--open", action="store_true", help="open the page in the browser")


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted. Return 1 with a message if something is missing or taken."""
    problem = ""
    if not (args.root / "index.html").is_file():
        problem = f"no index.html in {args.root}: run `make site` first"
    elif taken(args.host, args.port):
        problem = f"port {args.port} is taken; choose another with --port"
    if problem:
        print(f"relay: {problem}", file=sys.stderr)
        return 1
    data = args.data or data_folder()
    try:
        uvicorn = library("uvicorn")
        app = host_app(args.root, data / "relay.sqlite3")
    except HostMissing as why:
        print(f"relay: {why}", file=sys.stderr)
        return 1
    name = args.name or (local_address() if args.host == EVERYWHERE else args.host)
    address = f"http://{name}:{args.port}/"
    print(SAID.format(address=address, code=qr_code(address), data=data), flush=True)
    if args.open:
        webbrowser.open(address)
    config = uvicorn.Config(
        app, host=args.host, port=args.port, log_level="error", ws_max_size=MOST_BYTES,
        timeout_graceful_shutdown=1,
    )  # fmt: skip
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(config).run()
    return 0
