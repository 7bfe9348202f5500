"""Screen of open offers: invitations that strangers have published on this device's relays.

Relays are asked only while the screen is open. Only valid invitations are shown, and each can be
hidden.

    asedio:hidden    public keys of hidden offers, newest last
    asedio:offers    public keys of offers that were listed on the last visits, newest last
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from engine.core.errors import AsedioError
from engine.core.texts import plain_name
from engine.far.terms import Terms, open_offer
from engine.games import REGISTRY, game_info
from engine.match.clock import NO_CLOCK
from ui.far.lobby.blocked import blocked
from ui.far.lobby.invite import InviteDialog
from ui.far.lobby.joining import JoinScreen, changed_options
from ui.far.relays.addresses import relay_name
from ui.far.seat_store import find
from ui.saves.entries import PREFIX, dump, parse
from ui.saves.opponents import RANKED
from ui.shell.screen import Screen
from ui.words.brand import titled
from ui.words.clocks import clock_words
from ui.words.frame import button, page_header
from ui.words.html import Html, el, join
from ui.words.i18n import LANGUAGES
from ui.words.targets import Target

if TYPE_CHECKING:
    from ui.browser.relay import Looking
    from ui.far.lobby.seats import FarSeats
    from ui.shell.app import App

HIDDEN, SEEN = f"{PREFIX}hidden", f"{PREFIX}offers"
MOST = 40  # offers that are shown
MOST_STORED = 400  # public keys of a list
STALE = 86_400  # seconds after which the page of an offer may be gone


class Offered(NamedTuple):
    """An open offer. `made`: seconds since 1970 when its page last renewed it, 0 if unknown;
    `level`: of the strongest computer its player says to have beaten, 0 if none; `lang`: of the
    page there, "" if it is none of this page's."""

    terms: Terms
    relay: str
    made: int
    level: int
    lang: str


class OffersScreen(Screen):
    """List of offers, updated as they arrive."""

    name = "offers"

    def __init__(self, app: App, seats: FarSeats) -> None:
        self.app, self._seats = app, seats
        self.relays = seats.relays.chosen(seats.tools.usual())
        self._found: dict[str, Offered] = {}  # by key
        self._game = ""  # the only game that is listed; "": all
        self._asked = set(self.relays)  # relays that have not finished answering
        self._silent: set[str] = set()  # relays that answered nothing
        self._looking: Looking | None = None
        self._hidden = self._stored(HIDDEN)
        self._seen = self._stored(SEEN)
        self._blocked = blocked(app.store.storage)

    def _stored(self, entry: str) -> list[str]:
        """Return the public keys in an entry; another tab may have added some."""
        stored = parse(self.app.store.storage.get(entry) or "")
        keys = stored if isinstance(stored, list) else []
        return [one for one in keys if isinstance(one, str)]

    def _keep(self, entry: str, keys: Iterable[str]) -> list[str]:
        """Add public keys to an entry and return them all."""
        kept = list(dict.fromkeys((*self._stored(entry), *keys)))[-MOST_STORED:]
        self.app.store.storage.set(entry, dump(kept))
        return kept

    def title(self) -> str:
        return titled(self.words.t("far.open.title"))

    def fragment(self) -> str:
        return "#open"

    # -- relays --------------------------------------------------------------------------------

    def shown(self) -> None:
        if self._looking is None and self.relays:
            self._looking = self._seats.tools.look(self.relays, self._on_report)

    def leave(self) -> None:
        if self._looking is not None:
            self._looking.close()
        if self._found:
            self._keep(SEEN, self._found)

    def _on_report(self, kind: str, relay: str, text: str) -> bool:
        good = kind == "offer" and self._take(relay, text)
        if kind != "offer":
            self._asked.discard(relay)
            if kind == "silent":
                self._silent.add(relay)
        self.app.redraw()
        return good

    def _take(self, relay: str, text: str) -> bool:
        """Add an offer; return whether it can be shown. `text`: its signing key, invitation word,
        date, level and language; a key without a word withdraws it."""
        key, word, date, level, lang = [*text.split(" "), "", "", "", ""][:5]
        if not word:
            self._found.pop(key, None)
            return False
        if key in (*self._hidden, *self._blocked):
            return False
        known = self._found.get(key)
        if len(self._found) == MOST or (known is not None and known.terms.word == word):
            return True  # checking it would take long
        try:
            terms = open_offer(word, bytes.fromhex(key))
        except AsedioError:
            return False
        if terms.old or find(self.app.store.storage, terms.id) is not None:
            return False
        made = int(date) if date.isascii() and date.isdecimal() and len(date) < 12 else 0
        beaten = int(level) if level in map(str, RANKED) else 0
        reads = lang if lang in LANGUAGES else ""
        self._found.setdefault(key, Offered(terms, relay, made, beaten, reads))
        return True

    # -- rendering -------------------------------------------------------------------------------

    def layout(self) -> Html:
        t = self.words.t
        names = ", ".join(relay_name(t, one) for one in self.relays)
        return el(
            "div",
            {"class": "offers"},
            page_header(self.words, t("far.open.title"), [("act:settings", t("frame.settings"))]),
            el(
                "section",
                {"class": "offers-list"},
                el("h1", None, t("far.open.title")),
                el("p", {"class": "soft"}, t("far.open.about", relays=names) if names else ""),
                self._filter(t),
                el("p", {"role": "status", "data-slot": "state"}),
                el("ul", {"data-slot": "offers"}),
            ),
            self._own(t) if self.relays else None,
        )

    def _filter(self, t: Callable[..., str]) -> Html:
        """Return the choice of the game that is listed."""
        games = [("", t("far.open.every")), *((one, game_info(one).title) for one in REGISTRY)]
        options = [el("option", {"value": one, "selected": not one}, say) for one, say in games]
        box = el("select", {"data-field": "offers-game", "autocomplete": "off"}, options)
        return el("label", {"class": "field"}, el("span", None, t("far.open.game")), box)

    def _own(self, t: Callable[..., str]) -> Html:
        """Return the section that offers a seat of one's own, in a game of this page."""
        games = [button(f"act:seat:{one}", game_info(one).title) for one in REGISTRY]
        return el(
            "section",
            {"class": "offers-list"},
            el("h2", None, t("far.open.offer")),
            el("p", {"class": "soft"}, t("far.open.offer.about")),
            el("div", {"class": "buttons"}, games),
        )

    def slots(self) -> dict[str, Html]:
        listed = [(key, one) for key, one in self._found.items() if self._fits(one)]
        rows = [self._row(key, one) for key, one in sorted(listed, key=lambda it: self._age(it[1]))]
        state = ""
        if not self.relays:
            state = self.words.t("far.open.no_relays")
        elif self._asked:
            state = self.words.t("far.open.asking")
        elif self._silent == set(self.relays):
            state = self.words.t("far.open.silent", n=len(self.relays))
        elif not rows and self._silent:
            n = len(self._silent)
            state = self.words.t("far.open.none.answers", n=n, whole=len(self.relays))
        elif not rows:
            state = self.words.t("far.open.none")
        return {"offers": join(rows), "state": join(state)}

    def _fits(self, offer: Offered) -> bool:
        return self._game in ("", offer.terms.game_id)

    def _age(self, offer: Offered) -> int:
        """Return the seconds since an offer was renewed, in whole STALE; 0: it is fresh."""
        if not offer.made:
            return 0
        return max(0, int(self._seats.tools.date()) - offer.made) // STALE * STALE

    def _row(self, key: str, offer: Offered) -> Html:
        terms, age = offer.terms, self._age(offer)
        words = self.app.words(terms.game_id)
        info, t = game_info(terms.game_id), words.t
        level = t("far.open.level", level=t(f"computer.level.{offer.level}")) if offer.level else ""
        stale = t("far.open.stale", n=age // STALE) if age else ""
        new = t("far.open.new") if self._seen and key not in self._seen else ""
        foreign = offer.lang and offer.lang != self.words.lang
        lang = t(f"far.open.lang.{offer.lang}") if foreign else ""
        about = [t(f"side.{info.sides[1 - terms.seat]}")]
        if terms.clock != NO_CLOCK:
            about.append(clock_words(t, terms.clock))
        return el(
            "li",
            {"class": "offer", "data-game": info.id},
            el("strong", None, info.title),
            el("span", None, plain_name(terms.name) or t(f"player.name.{terms.seat}")),
            el("span", {"class": "soft"}, " · ".join(about)),
            changed_options(words, terms),
            [el("span", {"class": "soft"}, one) for one in (level, lang, stale, new) if one],
            el(
                "span",
                {"class": "buttons"},
                button(f"act:offer:{key}", t("far.open.see"), "primary"),
                button(f"act:hide:{key}", t("far.open.hide"), "link"),
            ),
        )

    # -- input -----------------------------------------------------------------------------------

    def field(self, name: str, value: str) -> None:
        if name == "offers-game":
            self._game = value if value in REGISTRY else ""

    def press(self, target: Target) -> None:
        if target.kind != "act":
            return
        word, key = target.word, target.subject
        controller = self._seats.controller
        if word == "offer" and key in self._found:
            one = self._found[key]
            self.app.go(JoinScreen(self.app, self._seats, one.terms, (one.relay,), stranger=True))
        elif word == "seat" and key in REGISTRY:
            self.app.open(InviteDialog(self.app, self._seats, key, {}, "", listed=True))
        elif word == "hide" and key in self._found:
            del self._found[key]
            self._hidden = self._keep(HIDDEN, (key,))
        elif word == "settings":
            controller.open_settings()
        elif word == "home":
            controller.go_home()
