"""Devices and relays in memory: every device is a whole app without a browser."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeVar, cast

from engine.far.deck import computed
from engine.far.group import CachedGroup, Product
from tests.far.devices import Curve
from tests.far.groups import ToyGroup
from tests.ui.pages import Page, View
from ui.browser.relay import FarTools, Surroundings, TableMail
from ui.far.table.play import BATCH
from ui.saves.storage import MemoryStorage
from ui.saves.store import Store
from ui.shell.app import App
from ui.shell.controller import Controller
from ui.shell.fetching import NotYetHere
from ui.shell.screen import Screen
from ui.shell.tab_table import TabPlayer
from ui.table.screen import TableScreen

S = TypeVar("S", bound=Screen)
RELAYS = ("wss://one.example", "wss://two.example")


class Relay:
    """A relay: stores words by topic and passes them to subscribers. `down`: unreachable."""

    def __init__(self) -> None:
        self.kept: dict[str, dict[str, str]] = {}  # topic → word → author
        self.offers: dict[str, str] = {}
        self.ends: dict[str, int] = {}  # of the offers
        self.lines: list[Line] = []
        self.down = False
        self.stored = self.whispered = self.bytes = 0

    def publish(self, topic: str, word: str, author: str) -> None:
        if word not in self.kept.setdefault(topic, {}):
            self.kept[topic][word] = author
            self.stored += 1
            self.bytes += len(word)
        for line in list(self.lines):
            if line.topic == topic:
                line.told("mail", line.url, f"{word} {author}")

    def whisper(self, topic: str, word: str, author: Line) -> None:
        self.whispered += 1
        for line in list(self.lines):
            if line.topic == topic and line is not author:
                line.told("whisper", line.url, word)

    def kill(self) -> None:
        """Go down; every connection is lost."""
        self.down = True
        lines, self.lines = self.lines, []
        for line in lines:
            line.told("lost", line.url, "1")

    def empty(self) -> None:
        """Erase the memory, as after a restart."""
        self.kept = {}


class Line:
    def __init__(self, relay: Relay, url: str, topic: str, told: Callable[..., None]) -> None:
        self.relay, self.url, self.topic, self.told = relay, url, topic, told


class Pool:
    """Implementation of `ui.browser.relay.Pool`; connects in `Device.settle`."""

    def __init__(
        self, lines: list[Line], sent: list[str], secret: bytes, date: Callable[[], float]
    ) -> None:
        self.date = date
        self.lines, self.words, self.closed, self.sent = lines, list[str](), False, sent
        self.author = Curve().public(secret).hex() if secret else ""
        self.authors: tuple[bytes, ...] = ()
        self.complete = False
        self.notice = ("", "")  # key and text of the open offer

    def connect(self) -> None:
        for line in self.lines:
            if self.closed or line in line.relay.lines:
                continue
            if line.relay.down:
                line.told("lost", line.url, "1")
                continue
            line.relay.lines.append(line)
            for word, author in list(line.relay.kept.get(line.topic, {}).items()):
                line.told("mail", line.url, f"{word} {author}")
            line.told("open", line.url, "")
            self._post(line)
            self._notify(line)
        if not self.complete and self.lines:
            self.complete = True
            self.lines[0].told("complete", "", "all")

    def _post(self, line: Line) -> None:
        if line in line.relay.lines:
            for word in list(self.words):
                if word not in line.relay.kept.get(line.topic, ()):
                    self.sent.append(word)
                    line.relay.publish(line.topic, word, self.author)
                    line.told("stored", line.url, word)

    def follow(self, authors: Sequence[bytes]) -> None:
        self.authors = tuple(authors)

    def offer(self, letters: Sequence[tuple[str, int]]) -> None:
        self.words = list(dict.fromkeys([*self.words, *(word for word, _ in letters)]))
        for line in self.lines:
            self._post(line)

    def whisper(self, word: str) -> None:
        self.sent.append(word)
        for line in self.lines:
            if line in line.relay.lines:
                line.relay.whisper(line.topic, word, line)

    def wake(self) -> None:
        self.connect()

    def announce(
        self, word: str, secret: bytes, name: str, end: int, level: int, lang: str
    ) -> None:  # fmt: skip
        key, date = Curve().public(secret).hex(), int(self.date())
        for line in self.lines:
            line.relay.ends[key] = end
        self.notice = (key, f"{key} {word} {date} {level} {lang}")
        for line in self.lines:
            self._notify(line)

    def _notify(self, line: Line) -> None:
        key, text = self.notice
        if key and line in line.relay.lines:
            line.relay.offers[key] = text

    def close(self) -> None:
        self.closed = True
        for line in self.lines:
            if line in line.relay.lines:
                line.relay.lines.remove(line)


class Looking:
    open = True

    def close(self) -> None:
        self.open = False


class Deck:
    """Implementation of `ui.browser.relay.DeckTools` with a toy group; computes in a later slice.
    `asked`: the number of products of each job."""

    def __init__(self, device: Device) -> None:
        self.group, self._device, self.asked = CachedGroup(ToyGroup()), device, list[int]()

    def compute(
        self, work: Sequence[Product], report: Callable[[int], None],
        done: Callable[[list[bytes]], None],
    ) -> None:  # fmt: skip
        self.asked.append(len(work))

        def finish() -> None:
            report(len(work) - 1)
            done([*computed(ToyGroup(), work)])

        self._device.soon(finish)


class Tools:
    """What a far table needs of a browser, in memory."""

    def __init__(self, device: Device) -> None:
        self.device, self.crypto, self.seen = device, Curve(), True
        self.pools: list[Pool] = []
        self._deck = Deck(device)
        self.badged, self.permission, self.called = False, "default", list[str]()

    def pool(
        self, relays: Sequence[str], topic: str, key: bytes, secret: bytes,
        authors: Sequence[bytes], told: Any,
    ) -> Pool:  # fmt: skip
        world = self.device.world
        lines = [Line(world[url], url, topic, told) for url in relays]
        made = Pool(lines, self.device.sent, secret, self.date)
        made.follow(authors)
        self.pools.append(made)
        return made

    def look(self, relays: Sequence[str], told: Any) -> Looking:
        for url in relays:
            relay = self.device.world[url]
            for text in [] if relay.down else relay.offers.values():
                told("offer", url, text)
            told("silent" if relay.down else "done", url, "")
        self.looked = Looking()
        return self.looked

    def mail(self, relay: str, tables: Sequence[TableMail], told: Any) -> Looking:
        """Answer from what the relay stores, a little later."""
        self.device.questions.append((relay, tuple(tables)))
        self.device.soon(lambda: self._answer(relay, tables, told))
        return Looking()

    def _answer(self, relay: str, tables: Sequence[TableMail], told: Any) -> None:
        kept = {} if self.device.world[relay].down else self.device.world[relay].kept
        for one in tables:
            keys = [key.hex() for key in one.authors]
            for word, author in kept.get(one.topic, {}).items():
                if author in keys or not keys:
                    told("mail", relay, f"{one.topic} {word} {author}")
        told("done", relay, "")

    def deck(self) -> Deck:
        if "deck" not in self.device.fetched:
            raise NotYetHere("deck")
        return self._deck

    def rows(self, text: str) -> tuple[str, ...]:
        return ("0110", "1001")

    def probe(self, relay: str, done: Callable[[str], None]) -> None:
        self.device.probed.append(relay)
        done("silent" if self.device.world[relay].down else "")

    def own(self) -> str:
        return "wss://play.example"

    def secure(self) -> bool:
        return self.device.secure

    def allowed(self, relays: Sequence[str]) -> bool:
        return True

    def usual(self) -> tuple[str, ...]:
        return self.device.usual

    def address(self) -> str:
        return self.device.address

    def surroundings(self) -> Surroundings:
        return self.device.around

    def share(self, text: str, failed: Callable[[], None]) -> None:
        failed()

    def can_share(self) -> bool:
        return False

    def visible(self) -> bool:
        return self.seen

    def on_visible(self, told: Callable[[], None]) -> None: ...

    def badge(self, on: bool) -> None:
        self.badged = on

    def callable(self) -> str:
        return self.permission

    def ask_to_call(self, done: Callable[[bool], None]) -> None:
        if self.permission == "default":
            self.permission = "granted"
        done(self.permission == "granted")

    def call(self, text: str) -> None:
        self.called.append(text)

    def now(self) -> float:
        return self.device.clock

    def date(self) -> float:
        return 1_800_000_000 + self.device.clock


class Device(Page):
    """A browser with its own profile (`entries`), which survives `reopen`."""

    def __init__(
        self,
        world: dict[str, Relay],
        fragment: str = "",
        entries: dict[str, str] | None = None,
        usual: tuple[str, ...] = RELAYS,
        lang: str = "en",
        clock: float = 0.0,
    ) -> None:
        super().__init__(fragment)
        self.world, self.usual, self.clock = world, usual, clock
        self.secure, self.gathers = True, False
        self.entries = {} if entries is None else entries
        self.copied: list[str] = []
        self.refuses_copies = False
        self.address = ""  # stable address set by the host
        self.around = Surroundings("", False, False)
        self.sent: list[str] = []  # every word sent to a relay
        self.probed: list[str] = []  # relays that were tried
        self.questions: list[tuple[str, tuple[TableMail, ...]]] = []  # for new mail
        self.awake: list[bool] = []  # whether the screen was to stay on
        self.fetched: list[str] = []  # packs of code
        self.claims: list[TabPlayer] = []  # locks asked for
        self.tools = Tools(self)
        self.view = View()
        store = Store(MemoryStorage(self.entries))
        self.app = App(self.view, self, store, lang)
        # Two presses play a move; tests/ui/test_confirm.py has the question before it.
        self.app.settings = replace(self.app.settings, confirm="never")
        self.controller = Controller(self.app)
        self.app.start()
        self.grant()

    # -- the page ----------------------------------------------------------------------------

    def far(self) -> FarTools:
        return cast("FarTools", self.tools)

    def hold(self, key: str, player: TabPlayer, take: bool = False) -> None:
        """Grant the lock after the press or address that opens the table, as every browser does."""
        self.claims.append(player)

    def grant(self) -> Device:
        while self.claims:
            self.claims.pop(0).set_mine(True)
        return self

    def bring(self, pack: str, done: Callable[[str], None]) -> None:
        self.fetched.append(pack)
        done("")

    def after(self, millis: int, act: Callable[[], None]) -> None:
        """Letters are gathered for no time at all, unless a test does."""
        if millis == BATCH and not self.gathers:
            act()
        else:
            super().after(millis, act)

    def download(self, name: str, text: str) -> None:
        self.handed.append(("download", name, text))

    def keep_awake(self, on: bool) -> None:
        self.awake.append(on)

    def url(self) -> str:
        return "https://play.example/asedio/" + self.now

    def copy(self, text: str, done: Callable[[bool], None]) -> None:
        self.copied.append(text)
        done(not self.refuses_copies)

    # -- a person ----------------------------------------------------------------------------

    def settle(self) -> Device:
        """Let time pass: pending slices are read (a busy machine slices short games, too) and pools
        connect to reachable relays."""
        self.grant().slices()
        self.grant()
        for pool in list(self.tools.pools):
            pool.connect()
        return self

    def reopen(self, fragment: str | None = None) -> Device:
        """Kill the page and open it again at the same table."""
        for pool in self.tools.pools:
            pool.close()
        where = self.now if fragment is None else fragment
        return Device(self.world, where, self.entries, self.usual, clock=self.clock).settle()

    def leave(self) -> Device:
        """Go to the home page, which closes the table."""
        return self.press("act:home")

    def come_back(self) -> Device:
        """Reopen the latest game from the home page."""
        return self.press(f"act:continue:{self.app.store.games()[0].id}").settle()

    @property
    def screen(self) -> str:
        """The name of the screen."""
        assert self.app.screen is not None
        return self.app.screen.name

    def shown(self, kind: type[S]) -> S:
        """Return the screen, which is of this kind."""
        assert isinstance(self.app.screen, kind)
        return self.app.screen

    def dialog(self, kind: type[S]) -> S:
        """Return the open dialog, which is of this kind."""
        assert isinstance(self.app.dialog, kind)
        return self.app.dialog

    @property
    def table(self) -> Any:
        return self.shown(TableScreen).table

    @property
    def side(self) -> Any:
        return self.table.far

    @property
    def events(self) -> list[Any]:
        return list(self.table.session._match.events)

    @property
    def asks(self) -> str:
        """The questions above the board."""
        return str(self.view.slots["ask"])

    @property
    def panel(self) -> str:
        """The questions above the board, and the panel beside it."""
        return self.asks + str(self.view.slots["away"])

    def press(self, *targets: str) -> Device:
        """Press targets in turn; `far-clock:<name>` chooses from that select box."""
        for target in targets:
            field, _, value = target.partition(":")
            if field == "far-clock":
                self.app.field(field, value)
            else:
                self.app.press(target)
            self.grant()
        assert not self.reports, self.reports
        return self

    def invite(self, side: int = 0, name: str = "Ana", game_id: str = "andarraya") -> str:
        """Create a table from the home page; return the invitation's address."""
        self.press(f"act:game:{game_id}", "act:invite")
        self.app.field("far-name", name)
        self.press(f"far-side:{side}", "far:make")
        self.settle()
        return str(self.side.invitation)

    def sit(self, address: str, name: str = "Blas") -> Device:
        """Open an invitation and take the seat."""
        self.app.route("#" + address.split("#", 1)[1])
        self.grant().app.field("far-name", name)
        self.press("act:sit")
        return self.settle()

    def play(self, move: str) -> Device:
        """Press the squares of a move such as `e2e4`."""
        return self.press(*(f"sq:{move[at : at + 2]}" for at in range(0, len(move), 2)))

    def link(self) -> str:
        """Return the link that contains the letters the other side lacks."""
        self.press("act:far:link")
        found = re.search(r'value="([^"]*#l=[^"]*)"', self.view.layouts["dialog"])
        self.app.close()
        return found[1] if found else ""

    def open(self, address: str) -> Device:
        self.app.route("#" + address.split("#", 1)[1])
        assert not self.reports, self.reports
        return self.grant()

    def stored(self) -> str:
        return json.dumps(self.entries)


def relays() -> dict[str, Relay]:
    return {url: Relay() for url in RELAYS}


def two(side: int = 0, game_id: str = "andarraya") -> tuple[Device, Device]:
    """Return Ana, who invited, and Blas, who joined; both on two relays."""
    world = relays()
    ana, blas = Device(world), Device(world)
    blas.sit(ana.invite(side, game_id=game_id))
    return ana, blas


def by_hand(side: int = 0, game_id: str = "andarraya") -> tuple[Device, Device]:
    """Like `two` but without relays: joining and its answer went by link."""
    world: dict[str, Relay] = {}
    ana, blas = Device(world, usual=()), Device(world, usual=())
    blas.sit(ana.invite(side, game_id=game_id))
    ana.open(blas.link())
    return ana, blas
