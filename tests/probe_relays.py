"""Try relays by hand: write one event, read it back, report. For maintainers, about quarterly.

    python -m tests.probe_relays                       # the relays of index.html
    python -m tests.probe_relays wss://relay.example --wait 60

This is the only program of the project that contacts public relays; no test runs it against one.
The event looks like a letter (kind 7368, random content, one-time key) and expires after an hour.
Exit code 0 if every relay stored the event and gave it back, else 1.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import re
import secrets
import sys
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from coincurve import PrivateKey
from websockets.asyncio.client import ClientConnection, connect

from engine.dev.common import plain

INDEX = Path(__file__).resolve().parents[1] / "index.html"
DEFAULTS = re.compile(r'<meta name="asedio-relays" content="([^"]*)">')
LETTER = 7368
HOUR = 3600
PATIENCE = 10.0  # seconds for each answer
MOST_ABOUT = 50_000
MOST_MESSAGE = 2**18


def default_relays() -> list[str]:
    """Return the relays that index.html offers."""
    found = DEFAULTS.search(INDEX.read_text("utf-8"))
    return [one for one in (found[1] if found else "").split() if "://" in one]


def example(topic: str, expires: int | None = HOUR) -> dict[str, Any]:
    """Return a signed event like a letter; `expires`: seconds from now, None for never."""
    key, at = PrivateKey(), int(time.time())
    public = key.public_key_xonly.format().hex()
    tags = [["x", topic], *([["expiration", str(at + expires)]] if expires is not None else [])]
    content = secrets.token_urlsafe(300)
    body = json.dumps([0, public, at, LETTER, tags, content], separators=(",", ":"))
    digest = hashlib.sha256(body.encode()).digest()
    return {
        "id": digest.hex(), "pubkey": public, "created_at": at, "kind": LETTER, "tags": tags,
        "content": content, "sig": key.sign_schnorr(digest).hex(),
    }  # fmt: skip


def limits(url: str) -> str:
    """Return the limits a relay states (NIP-11), as text."""
    asked = urllib.request.Request(
        url.replace("ws", "http", 1), headers={"Accept": "application/nostr+json"}
    )
    try:
        with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
            about = json.loads(answer.read(MOST_ABOUT))
        found = about.get("limitation") or {}
        return ", ".join(f"{name} {value}" for name, value in found.items()) or "none stated"
    except (OSError, ValueError, AttributeError) as why:
        return f"not readable: {why}"


async def answer(line: ClientConnection, *kinds: str) -> list[Any]:
    """Return the next message of one of these kinds. Raises TimeoutError."""
    async with asyncio.timeout(PATIENCE):
        while True:
            message = json.loads(await line.recv())
            if isinstance(message, list) and message and message[0] in kinds:
                return message


async def given(line: ClientConnection, event: dict[str, Any], topic: str) -> bool:
    """Ask as a table asks for its letters; return whether the event comes."""
    await line.send(json.dumps(["REQ", "probe", {"kinds": [LETTER], "#x": [topic]}]))
    found = False
    while (message := await answer(line, "EVENT", "EOSE", "CLOSED"))[0] == "EVENT":
        found = found or message[2].get("id") == event["id"]
    await line.send(json.dumps(["CLOSE", "probe"]))
    return found


async def probe(url: str, wait: float) -> tuple[bool, list[str]]:
    """Try one relay. Return whether a table could use it, and the lines of the report."""
    lines = [url, f"  limits      {await asyncio.to_thread(limits, url)}"]
    begun, topic = time.perf_counter(), secrets.token_hex(32)
    try:
        async with connect(url, open_timeout=PATIENCE, max_size=MOST_MESSAGE) as line:
            lines.append(f"  connected   {time.perf_counter() - begun:.2f} s")
            event, begun = example(topic), time.perf_counter()
            await line.send(json.dumps(["EVENT", event]))
            said = await answer(line, "OK")
            if said[2] is not True:
                return False, [*lines, f"  stored      no: {said[3]}"]
            lines.append(f"  stored      yes, {time.perf_counter() - begun:.2f} s")
            at_once = await given(line, event, topic)
        await asyncio.sleep(wait)
        async with connect(url, open_timeout=PATIENCE, max_size=MOST_MESSAGE) as line:
            later = await given(line, event, topic)
    except (OSError, ValueError, IndexError, TimeoutError) as why:
        return False, [*lines, f"  no answer   {type(why).__name__} {why}".rstrip()]
    except Exception as why:  # whatever a broken server causes in the library
        return False, [*lines, f"  failed      {type(why).__name__} {why}".rstrip()]
    words = [f"{'yes' if found else 'no'} {when}" for found, when in
             ((at_once, "at once"), (later, f"after {wait:g} s on a new line"))]  # fmt: skip
    return at_once and later, [*lines, f"  given back  {', '.join(words)}"]


async def probe_all(urls: Sequence[str], wait: float) -> bool:
    """Try all relays at the same time and print the reports in order."""
    found = await asyncio.gather(*(probe(url, wait) for url in urls))
    for good, lines in found:
        told = [plain(line) for line in lines]  # relays say what they like
        print("\n".join([*told, f"  usable      {'yes' if good else 'NO'}", ""]))
    return all(good for good, _ in found)


def main(arguments: Sequence[str]) -> int:
    about = (__doc__ or "").splitlines()[0]
    parser = argparse.ArgumentParser(prog="python -m tests.probe_relays", description=about)
    parser.add_argument("urls", nargs="*", metavar="URL", help="default: those of index.html")
    parser.add_argument("--wait", type=float, default=10.0, help="seconds until the second reading")
    given = parser.parse_args(arguments)
    return 0 if asyncio.run(probe_all(given.urls or default_relays(), given.wait)) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
