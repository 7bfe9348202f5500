"""Serve a folder on localhost, like any static host: a bundle, or the project itself.

Only this machine can reach it, and names that start with a dot are hidden, so a folder with a git
history can be served as it is.
"""

import argparse
import contextlib
import functools
import re
import sys
import webbrowser
from collections.abc import Iterator
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import unquote, urlsplit

from engine.dev.files import MADE, FilesError, refresh

NAME = "serve"
HELP = "serve the page on localhost; --open starts the browser"
NEEDS_CHECKOUT = True

ROOT = Path(__file__).resolve().parents[2]
HOST = "127.0.0.1"
LAST_PORT = 65_535
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".md": "text/markdown; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".py": "text/x-python; charset=utf-8",
    ".svg": "image/svg+xml",
    ".toml": "application/toml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


class Handler(SimpleHTTPRequestHandler):
    """Static file handler that asks browsers to revalidate on every load and logs only errors."""

    protocol_version = "HTTP/1.1"
    # Headers and body are two writes; with Nagle's algorithm each file would wait some 40 ms.
    disable_nagle_algorithm = True
    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, **TYPES}

    def translate_path(self, path: str) -> str:
        """Map a path like the base class, but hide names that start with a dot."""
        parts = unquote(urlsplit(path).path).split("/")
        if any(part.startswith(".") and part not in (".", "..") for part in parts):
            return str(Path(self.directory) / ".not-served" / "x")
        return super().translate_path(path)

    def do_GET(self) -> None:
        """Answer with a file; before, make those of the sources' page anew if a source changed."""
        folder = Path(self.translate_path(self.path)).parent
        root = folder.parents[1] if folder.match(MADE) else None
        if root is not None and (root / "ui/dev").is_dir():
            try:
                refresh(root)
            except (OSError, SyntaxError, FilesError) as error:
                self.log_error("%s", error)
        super().do_GET()

    def list_directory(self, path: object) -> None:
        """Answer 404 for a folder without index.html: static hosts show no listing either."""
        self.send_error(HTTPStatus.NOT_FOUND)

    def end_headers(self) -> None:
        """Add a header that makes the browser revalidate, so that an edited file shows at once."""
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Log nothing for a request; errors still go to log_error."""

    def handle(self) -> None:
        """Handle a connection; one that the browser closes early is no error."""
        with contextlib.suppress(ConnectionError):
            super().handle()


class Server(ThreadingHTTPServer):
    """Server with one thread per connection; open connections do not delay the program's exit."""

    daemon_threads = True
    request_queue_size = 64

    @property
    def port(self) -> int:
        """The port in use, which differs from the requested one if that was 0 or taken."""
        return int(self.server_address[1])


def create_server(root: Path, port: int) -> Server:
    """Return a server bound to localhost. It uses any free port if `port` is 0 or taken."""
    handler = functools.partial(Handler, directory=str(root))
    try:
        return Server((HOST, port), handler)
    except OSError:
        return Server((HOST, 0), handler)


@contextlib.contextmanager
def serving(root: Path) -> Iterator[int]:
    """Serve a folder on a free port of localhost while the block runs; yield the port."""
    with create_server(root, 0) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield server.port
        finally:
            server.shutdown()
            thread.join()


def port(text: str) -> int:
    """Return the number of a port, as a type of arguments. Raises ArgumentTypeError."""
    if not re.fullmatch("[0-9]{1,5}", text) or not 1 <= int(text) <= LAST_PORT:
        raise argparse.ArgumentTypeError(f"a port is a number from 1 to {LAST_PORT}, not {text!r}")
    return int(text)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add --port, --open and --root."""
    parser.add_argument("--port", type=port, default=8000, help="preferred port (default 8000)")
    parser.add_argument("--open", action="store_true", help="open the page in the browser")
    parser.add_argument("--root", type=Path, default=ROOT, help="folder to serve")


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted. Return 1 if there is no index.html."""
    if not (args.root / "index.html").is_file():
        print(f"serve: no index.html in {args.root}", file=sys.stderr)
        return 1
    with create_server(args.root, args.port) as server:
        if args.port not in (0, server.port):
            print(f"port {args.port} is taken, using {server.port}")
        address = f"http://localhost:{server.port}/"
        print(f"Asedio is served at {address} (stop with Ctrl-C)", flush=True)
        if args.open and not webbrowser.open(address):
            print("no browser could be opened; open the address yourself", flush=True)
        with contextlib.suppress(KeyboardInterrupt):
            server.serve_forever()
    return 0
