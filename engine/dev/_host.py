"""One web application for page and relay: the static bundle, and PyPI's nostr-relay at `/relay`.

The page's address check, its boot script and its security policy all allow the page's own origin,
so a relay there works over plain http in a local network, too.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import re
import sqlite3
import time
from collections.abc import Awaitable, Callable, MutableMapping
from pathlib import Path
from typing import Any

from engine.dev.serve import TYPES

RELAY = "/relay"
OWN_RELAY = re.compile(r'(<meta name="asedio-relays" content=")[^"]*(">)')
MOST_CHARS = 65_536  # of an event's content
MOST_BYTES = 2 * MOST_CHARS  # of a message
KINDS = (7368, 27368, 37368)  # letters, whispers, open tables (ui/browser/far.mjs)
MOST_STORED = 200_000_000  # bytes of all events; then new ones wait until old ones expire
LONGEST = 101 * 86_400  # seconds until an event expires; those of the page do within 100 days
RATES = {"EVENT": "50/second,1200/minute", "REQ": "20/second,300/minute"}  # per address

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


class HostMissing(Exception):
    """A library of the extra `host` is not installed; the text says what to do."""


def library(name: str) -> Any:
    """Import a library of the extra `host`. Raises HostMissing."""
    try:
        return importlib.import_module(name)
    except ImportError as why:
        package = name.partition(".")[0].replace("_", "-")
        raise HostMissing(
            f"{package} is not installed ({why}).\n"
            "`make host` installs what the relay needs; so does: pip install '.[host]'"
        ) from None


def own_relay(page: str) -> str:
    """Return index.html with the relay of its own origin in place of the default relays."""
    return OWN_RELAY.sub(rf"\g<1>{RELAY}\g<2>", page)


def relay_app(database: Path) -> App:
    """Return nostr-relay as an application; it stores only the kinds of events Asedio uses."""
    config = library("nostr_relay.config").Config
    database.parent.mkdir(parents=True, exist_ok=True)
    config.load(reload=True)
    config.relay_name, config.relay_description = "Asedio", "relay of one page"
    config.max_event_size, config.valid_kinds = MOST_CHARS, KINDS
    config.database = database.resolve()
    config.rate_limits = {"ip": RATES}
    config.logging = {"version": 1, "root": {"level": "ERROR"}, "disable_existing_loggers": False}
    checks = ("is_not_too_large", "is_certain_kind", "is_signed", "is_recent")
    config.storage = {
        "sqlalchemy.url": f"sqlite+aiosqlite:///{database.resolve()}",
        "num_concurrent_reqs": 10,
        "num_concurrent_adds": 2,
        "validators": [
            *(f"nostr_relay.validators.{check}" for check in checks),
            *(f"{__name__}.{one.__name__}" for one in (expires_in_time, has_room)),
        ],
    }
    _migrate()
    made: App = library("nostr_relay.web").create_app()
    return made


def expires_in_time(event: Any, config: Any) -> None:
    """Refuse an event that would stay longer than those of the page, or for ever."""
    found = next((tag[1] for tag in event.tags if tag[:1] == ["expiration"] and len(tag) > 1), "")
    if not re.fullmatch("[0-9]{10}", str(found)) or int(found) > time.time() + LONGEST:
        raise _refusal("invalid: an event must expire within 100 days")


def has_room(event: Any, config: Any) -> None:
    """Refuse an event if the stored ones take MOST_STORED. None is dropped for a newer one: a game
    of weeks needs its oldest letters."""
    if stored(config.database) + len(event.content) > MOST_STORED:
        raise _refusal("blocked: this relay is full until older events expire")


def stored(database: Path) -> int:
    """Return the bytes that stored events take, without the room that deleted ones have left."""
    with contextlib.closing(sqlite3.connect(database)) as opened:
        pages, free, size = (
            opened.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("page_count", "freelist_count", "page_size")
        )
    return int((pages - free) * size)


def _refusal(why: str) -> Exception:
    made: Exception = library("nostr_relay.errors").StorageError(why)
    return made


def _migrate() -> None:
    """Create or update the relay's tables."""
    folder = Path(library("nostr_relay").__file__).parent
    migrations = library("alembic.config").Config()  # without its file, which sets up logging
    migrations.set_main_option("script_location", str(folder / "alembic"))
    with contextlib.redirect_stdout(io.StringIO()):  # its migrations print
        library("alembic.command").upgrade(migrations, "head")


def page_app(site: Path) -> App:
    """Return the bundle as an application. Browsers revalidate each file, as with `serve`."""
    asgi = library("falcon.asgi")

    class IndexFile:
        async def on_get(self, req: Any, resp: Any) -> None:
            resp.content_type = TYPES[".html"]
            resp.text = own_relay((site / "index.html").read_text("utf-8"))

        on_head = on_get  # the library leaves the text out

    class Revalidate:
        async def process_response(self, req: Any, resp: Any, resource: Any, done: bool) -> None:
            resp.set_header("Cache-Control", "no-cache")

    app = asgi.App(middleware=[Revalidate()])
    app.resp_options.static_media_types.update(TYPES)
    app.set_error_serializer(lambda req, resp, error: None)
    for path in ("/", "/index.html"):
        app.add_route(path, IndexFile())
    app.add_static_route("/", str(site.resolve()))
    made: App = app
    return made


def host_app(site: Path, database: Path) -> App:
    """Return page and relay as one application."""
    relay, page = relay_app(database), page_app(site)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await relay(scope, receive, send)
        elif scope.get("path") == RELAY:
            there = {"path": "/", "raw_path": b"/"}
            if scope.get("method") == "HEAD":  # the server leaves the text out
                there["method"] = "GET"
            await relay({**scope, **there}, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            await page(scope, receive, send)

    return app
