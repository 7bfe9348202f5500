"""What far tables cost: letters, bytes and exchanges of whole games, and for games with secrets
seconds over simulated networks and the load of many open tables on one relay.

    python -m tests.bench.far_cost               the tables of docs/far.md
    python -m tests.bench.far_cost --relay 100   so many tables at once on a relay of this machine

The letters are real ones, of devices without a page (tests/far/plans.py). The network is simulated
in virtual time: each side has a connection to the relay with a delay in each direction; a lost
packet is sent again by TCP, and the client's waits are read from its source.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import re
import tempfile
import time
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import mean, median
from typing import Any, NamedTuple

from coincurve import PrivateKey
from websockets.asyncio.client import ClientConnection, connect

from engine.core.contract import CHANCE, SPECTATOR
from engine.far.letter import EventsLetter, Letter
from tests.e2e.relays import RealRelay
from tests.far import decks
from tests.far.devices import Device
from tests.far.groups import ToyGroup
from tests.far.plans import PLANS, devices_of
from tests.far.tables import Pair, played

ROOT = Path(__file__).parents[2]
CITIES = "Two Cities"
OTHERS = {"Andarraya": "andarraya", "Cotadrez": "cotadrez", "Rilatria": "rilatria"}
DELAYS = (0.05, 0.2, 1.0)  # seconds in one direction
LOSSES = (0.0, 0.01, 0.05)
RUNS = 200  # of a simulated game
RESEND_S = 0.2  # least wait of TCP for an acknowledgement, besides the way there and back
PACE_S = 20.0  # between two letters of a table at which both players sit
FIGHTS = ("attack", "melee")
QUESTIONS = ("answer", "show1", "show2", "evade", "protect", "fall")  # of a fight (State.frame)
TABLES = 1000


# -- letters ---------------------------------------------------------------------------------------


def wait_of(name: str, file: str) -> float:
    """Return a constant of the client's source in seconds."""
    text = (ROOT / "ui/browser" / file).read_text("utf-8")
    found = re.search(rf"const {name} = ([\d_]+)", text)
    assert found is not None, name
    return int(found[1]) / 1000


APART_S = wait_of("APART_MS", "far_post.mjs")
SILENT_S = wait_of("SILENT_MS", "far_line.mjs")


def content_length(letter: Letter) -> int:
    """Return the length of an event's content: the letter as text, padded and sealed (NIP-44)."""
    return content_length_of(-(-len(letter.data) * 4 // 3))


def content_length_of(size: int) -> int:
    """Return the length of a text of `size` characters, padded and sealed (NIP-44, version 2)."""
    power = 1 << max(size - 1, 1).bit_length()
    step = 32 if power <= 256 else power // 8
    padded = 32 if size <= 32 else step * ((size - 1) // step + 1)
    return -(-(1 + 32 + 2 + padded + 32) // 3) * 4


def event_of(content: str, key: PrivateKey, topic: str, date: int) -> dict[str, Any]:
    """Return an event as the client writes it, signed."""
    public = key.public_key.format()[1:].hex()
    tags = [["x", topic], ["expiration", str(date + 30 * 86_400)]]
    parts = [0, public, date, 7368, tags, content]
    text = json.dumps(parts, separators=(",", ":"), ensure_ascii=False)
    digest = hashlib.sha256(text.encode()).digest()
    return {
        "id": digest.hex(), "pubkey": public, "created_at": date, "kind": 7368,
        "tags": tags, "content": content, "sig": key.sign_schnorr(digest).hex(),
    }  # fmt: skip


def event_length(letter: Letter) -> int:
    """Return the characters of a letter's event."""
    event = event_of("A" * content_length(letter), PrivateKey(b"\1" * 32), "0" * 64, 1_800_000_000)
    return len(json.dumps(event, separators=(",", ":")))


def pair_of(name: str) -> Pair:
    """Return two devices that have played a whole game over a relay."""
    if name != CITIES:
        return devices_of(name)
    pair = decks.cities()
    decks.play_on(pair, Random(3))
    return pair


def fights(pair: Pair) -> list[range]:
    """Return the letters of each fight: from the attack until everybody knows what came of it."""
    eva = Device(pair[0].terms, SPECTATOR, "Eva", ToyGroup())
    found, begun = list[range](), -1
    for number, letter in enumerate(pair[0].log.order()):
        eva.take(letter)
        told = [part for part in letter.parts if isinstance(part, EventsLetter)]
        if begun < 0 and any(one[0] in FIGHTS for part in told for one in part.actions):
            begun = number
        state = eva.course.match.state
        asks = state.current_player() == CHANCE or state.frame() in QUESTIONS
        if begun >= 0 and (not asks or eva.course.over):
            found.append(range(begun, number + 1))
            begun = -1
    return found


class Cost(NamedTuple):
    """Letters of a whole game; by link; bytes of all; of the set-up letter; exchanges: changes of
    the author; letters and bytes of a fight."""

    letters: int
    by_link: int
    bytes: int
    set_up: int
    exchanges: int
    fights: int
    fight_letters: float
    fight_bytes: float


def cost(name: str, pair: Pair) -> Cost:
    letters, found = pair[0].log.order(), fights(pair)
    sizes = [len(one.data) for one in letters]
    leaves = [len(one.data) for one in letters if len(one.leaves) > 1]
    by_link = len(devices_of(name, by_link=True)[0].log.order()) if name != CITIES else 0
    return Cost(
        len(letters), by_link, sum(sizes), max(leaves, default=0),
        sum(one.seat != two.seat for one, two in pairwise(letters)),
        len(found), mean(map(len, found)), mean(sum(sizes[n] for n in one) for one in found),
    )  # fmt: skip


def table_of_others() -> None:
    """Print the cost of a whole random game of each of the other three, on one relay."""
    head("game", "letters", "with decisions", "bytes", "largest letter", "exchanges",
         "bytes of events")  # fmt: skip
    for name, game_id in OTHERS.items():
        pair = played(game_id)
        letters = pair[0].log.order()
        sizes = [len(one.data) for one in letters]
        told = [any(isinstance(part, EventsLetter) for part in one.parts) for one in letters]
        row(name, len(letters), sum(told), f"{sum(sizes):,}", f"{max(sizes):,}",
            sum(one.seat != two.seat for one, two in pairwise(letters)),
            f"{sum(map(event_length, letters)):,}")  # fmt: skip


# -- simulated networks ----------------------------------------------------------------------------


class Way:
    """One direction of a connection: everything arrives, in order; what is lost arrives later."""

    def __init__(self, delay: float, loss: float, rng: Random) -> None:
        self._delay, self._loss, self._rng, self._last = delay, loss, rng, 0.0

    def arrival(self, sent: float) -> float:
        """Return when a message arrives that is sent at this time."""
        wait, at = 2 * self._delay + RESEND_S, sent + self._delay
        while self._rng.random() < self._loss:
            at, wait = at + wait, 2 * wait
        self._last = max(self._last, at)
        return self._last


class Times(NamedTuple):
    """When each letter was written and when the other had it; events sent again by the client."""

    written: list[float]
    arrived: list[float]
    again: int


def simulate(letters: Sequence[Letter], delay: float, loss: float, rng: Random) -> Times:
    """Send the letters, each as soon as its author has those before it. Nobody thinks."""
    up, down = ([Way(delay, loss, rng) for _ in range(2)] for _ in range(2))
    known, last, again = [0.0, 0.0], [-APART_S, -APART_S], 0
    written, arrived = list[float](), list[float]()
    for letter in letters:
        seat = letter.seat
        begun = max(known[seat], last[seat] + APART_S)
        last[seat] = begun
        stored = up[seat].arrival(begun)
        again += down[seat].arrival(stored) - begun > SILENT_S  # without an acknowledgement
        known[1 - seat] = max(known[1 - seat], down[1 - seat].arrival(stored))
        known[seat] = max(known[seat], begun)
        written.append(begun)
        arrived.append(known[1 - seat])
    return Times(written, arrived, again)


class Seconds(NamedTuple):
    """Median and 95th percentile of a fight, median of a game; letters sent twice in a game."""

    fight: float
    slow: float
    game: float
    again: float


def seconds(pair: Pair, delay: float, loss: float) -> Seconds:
    letters, found = pair[0].log.order(), fights(pair)
    rng, each, games, again = Random(f"{delay} {loss}"), list[float](), list[float](), list[int]()
    for _ in range(RUNS if loss else 1):
        times = simulate(letters, delay, loss, rng)
        each += [times.arrived[one[-1]] - times.written[one[0]] for one in found]
        games.append(max(times.arrived))
        again.append(times.again)
    each.sort()
    return Seconds(median(each), each[int(0.95 * (len(each) - 1))], median(games), mean(again))


# -- one relay, many tables ------------------------------------------------------------------------


class Load(NamedTuple):
    """What TABLES open tables cost a relay, by letters of whole games at PACE_S."""

    events: float  # stored per second
    inwards: float  # bytes per second
    outwards: float
    stored: float  # bytes of all tables at their ends


def load(letters: Sequence[Letter]) -> Load:
    """An event comes in and is acknowledged, and goes out to the other player."""
    size, acknowledged = mean(map(event_length, letters)), 100
    rate = TABLES / PACE_S
    return Load(rate, rate * size, rate * (size + acknowledged), TABLES * len(letters) * size)


async def table_of(url: str, number: int, letters: Sequence[Letter], spent: list[float]) -> None:
    """Play the letters of one table between two connections, each as soon as the last arrived."""
    keys, topic = [PrivateKey(), PrivateKey()], hashlib.sha256(b"%d" % number).hexdigest()
    async with connect(url, max_size=None) as one, connect(url, max_size=None) as two:
        lines = (one, two)
        for line in lines:
            await line.send(json.dumps(["REQ", "mail", {"kinds": [7368], "#x": [topic]}]))
            await heard(line, "EOSE")
        for at, letter in enumerate(letters):
            content = f"{at:06d}".ljust(content_length(letter), "A")
            event = event_of(content, keys[letter.seat], topic, int(time.time()))
            begun = time.perf_counter()
            await lines[letter.seat].send(json.dumps(["EVENT", event]))
            await heard(lines[1 - letter.seat], event["id"])
            spent.append(time.perf_counter() - begun)


async def heard(line: ClientConnection, words: str) -> None:
    """Wait for a message that contains these words."""
    async with asyncio.timeout(120):
        while words not in str(await line.recv()):
            pass


async def together(url: str, tables: int, letters: Sequence[Letter]) -> list[float]:
    spent: list[float] = []
    await asyncio.gather(*(table_of(url, one, letters, spent) for one in range(tables)))
    return spent


def on_relay(tables: int) -> None:
    """Play whole games of barrage at so many tables at once on the relay that the project uses
    (nostr-relay), without the limits per address of `python -m engine relay`."""
    letters = devices_of("barrage")[0].log.order()
    with tempfile.TemporaryDirectory() as folder:
        relay = RealRelay(Path(folder))
        try:
            begun = time.perf_counter()
            spent = asyncio.run(together(relay.url, tables, letters))
            took = time.perf_counter() - begun
        finally:
            relay.kill()
        stored = sum(one.stat().st_size for one in Path(folder).rglob("*") if "sqlite" in one.name)
    spent.sort()
    head("tables", "events", "events/s", "median ms", "95 % ms", "stored bytes per event")
    rate, late = len(spent) / took, 1000 * spent[int(0.95 * len(spent))]
    row(tables, f"{len(spent):,}", f"{rate:.0f}", f"{1000 * median(spent):.0f}", f"{late:.0f}",
        f"{stored / len(spent):,.0f}")  # fmt: skip


# -- tables ----------------------------------------------------------------------------------------

RULE = "| --- "


def row(*cells: object) -> None:
    print("|", " | ".join(str(one) for one in cells), "|", flush=True)


def head(*cells: str) -> None:
    print()
    row(*cells)
    print(RULE * len(cells) + "|")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--relay", type=int, metavar="TABLES", help="also with a real relay")
    chosen = parser.parse_args()
    if chosen.relay:
        on_relay(chosen.relay)
        return
    pairs = {name: pair_of(name) for name in (*PLANS, CITIES)}
    head("game", "letters", "by link", "bytes", "set-up letter", "exchanges", "fights",
         "letters per fight", "bytes per fight")  # fmt: skip
    for name, pair in pairs.items():
        one = cost(name, pair)
        row(name, one.letters, one.by_link or "–", f"{one.bytes:,}", one.set_up or "–",
            one.exchanges, one.fights, f"{one.fight_letters:.1f}",
            f"{one.fight_bytes:.0f}")  # fmt: skip
    table_of_others()
    head("game", "one way", "loss", "a fight, s", "95 %, s", "the game, s", "sent again")
    for name, pair in pairs.items():
        for delay in DELAYS:
            for loss in LOSSES:
                took = seconds(pair, delay, loss)
                row(name, f"{1000 * delay:.0f} ms", f"{100 * loss:.0f} %", f"{took.fight:.2f}",
                    f"{took.slow:.2f}", f"{took.game:.0f}", f"{took.again:.2f}")  # fmt: skip
    head("a thousand tables", "events/s", "in, kB/s", "out, kB/s", "stored, MB")
    for name, pair in pairs.items():
        all_of = load(pair[0].log.order())
        row(name, f"{all_of.events:.0f}", f"{all_of.inwards / 1000:.0f}",
            f"{all_of.outwards / 1000:.0f}", f"{all_of.stored / 1e6:.0f}")  # fmt: skip


if __name__ == "__main__":
    main()
