"""Screen of an invitation: game, options, who invites and which side is free. Nothing is sent
before the player takes the seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.texts import plain_name, short_name
from engine.far.terms import Terms
from engine.games import game_info
from engine.match.clock import NO_CLOCK
from ui.far.lobby.durability import durability, plain_note, warning
from ui.far.lobby.following import game_followed
from ui.far.lobby.invite import name_field
from ui.far.relays.addresses import relay_name, write_via
from ui.far.seat_store import SeatStore
from ui.saves.series import results_with, score_words
from ui.shell.screen import Screen
from ui.words.brand import titled
from ui.words.clocks import clock_words, rest_words
from ui.words.frame import button, glyph, page_header
from ui.words.html import Html, el
from ui.words.i18n import I18n
from ui.words.options import option_lines
from ui.words.targets import Target

if TYPE_CHECKING:
    from ui.far.lobby.seats import FarSeats
    from ui.far.relays.manual_mail import Parcel
    from ui.shell.app import App


class JoinScreen(Screen):
    """Screen at `#join=`.

    `via`: relays of the table; `parcel`: letters that came with it; `unusable`: invalid relay
    addresses in the link; `stranger`: whether it was found among the open tables; `after`: word of
    the game that it follows (ui/far/lobby/following.py)."""

    name = "join"

    def __init__(
        self,
        app: App,
        seats: FarSeats,
        terms: Terms,
        via: tuple[str, ...],
        parcel: Parcel | None = None,
        unusable: tuple[str, ...] = (),
        stranger: bool = False,
        after: str = "",
    ) -> None:
        self.app, self._seats = app, seats
        self.terms, self.via, self._parcel = terms, via, parcel
        self._unusable, self._stranger = unusable, stranger
        store, self._after = app.store, after
        self._game_before = game_followed(store.storage, seats.tools.crypto, terms, after)
        self._score = score_words(results_with(store, self._game_before))
        self.info = game_info(terms.game_id)
        self.game_id = terms.game_id
        self.player = _last_name(app)
        self.plain = plain_note(seats.tools, app.store.storage)
        self._around = seats.tools.surroundings()
        self._risk = durability(app.store.persistent, self._around)

    def title(self) -> str:
        return titled(self.words.t("far.join.title"), self.info.title)

    def fragment(self) -> str:
        via = write_via(self.via)
        more = (f"&via={via}" if via else "") + (f"&after={self._after}" if self._after else "")
        return f"#join={self.terms.word}{more}"

    def _address(self) -> str:
        """Return the address of this screen."""
        return self._seats.page.url().split("#", 1)[0] + self.fragment()

    def layout(self) -> Html:
        t, terms = self.words.t, self.terms
        who = plain_name(terms.name) or t(f"player.name.{terms.seat}")
        free = t(f"side.{self.info.sides[1 - terms.seat]}")
        relays = ", ".join(relay_name(t, one) for one in self.via)
        clock = terms.clock != NO_CLOCK and clock_words(self.words.t, terms.clock)
        emblem = self.info.glyphs[0] if self.info.glyphs else ""
        return el(
            "div",
            {"class": "join"},
            page_header(self.words, self.info.title, [("act:settings", t("frame.settings"))]),
            el(
                "section",
                {"class": "join-card", "data-game": self.info.id},
                el("span", {"class": "spine"}, emblem and glyph(self.info.id, emblem)),
                el("h1", None, t("far.join.head", who=who, game=self.info.title)),
                self._score and el("p", None, t("far.series", who=who, score=self._score)),
                el("p", None, t("far.join.side", side=free)),
                changed_options(self.words, terms)
                or el("p", {"class": "soft"}, t("far.options.usual")),
                clock and el("p", None, clock),
                terms.left and el("p", None, rest_words(t, self.info.sides, terms.left)),
                terms.past and el("p", None, t("far.join.past")),
                el("p", None, t("far.friendly.join" if terms.friendly else "far.friendly.not")),
                el("p", {"class": "soft"}, t("far.chat.open" if terms.open else "far.chat.sealed")),
                self._stranger and el("p", {"class": "soft"}, t("far.chat.stranger")),
                self.plain and el("p", {"class": "soft"}, t(self.plain)),
                name_field(t("far.name"), self.player),
                warning(self.words.t, self._risk, self._around, self._address()),
                el(
                    "div",
                    {"class": "buttons"},
                    button("act:sit", t("far.sit"), "primary"),
                    button("act:look", t("far.look"), "quiet"),
                    button("act:rules", t("frame.rules"), "link"),
                ),
                el(
                    "p",
                    {"class": "soft"},
                    t("far.ways.relays", relays=relays) if relays else t("far.ways.link"),
                ),
                *(
                    el("p", {"class": "soft"}, t("far.relays.bad", relay=short_name(one)))
                    for one in self._unusable
                ),
            ),
        )

    def field(self, name: str, value: str) -> None:
        if name == "far-name":
            self.player = short_name(value)

    def press(self, target: Target) -> None:
        controller = self._seats.controller
        word = target.name if target.kind == "act" else ""
        if word == "sit":
            stranger, after = self._stranger, self._game_before
            self._seats.sit(self.terms, self.player, self.via, self._parcel, stranger, after)
        elif word == "look":
            self._seats.look_on(self.terms, self.via, self._parcel)
        elif word == "rules":
            controller.open_rules(self.terms.game_id)
        elif word == "settings":
            controller.open_settings()
        elif word == "home":
            controller.go_home()


def changed_options(words: I18n, terms: Terms) -> Html | None:
    """Return a list of the options that differ from the default; None if none does."""
    rows = [
        el("li", None, one) for one in option_lines(words, terms.info.options, terms.options_now())
    ]
    return el("ul", {"class": "join-options"}, rows) if rows else None


def _last_name(app: App) -> str:
    """Return the name last used at a far table on this device, or ""."""
    for summary in app.store.games():
        if app.store.is_far(summary.id):
            seat = SeatStore(app.store.storage, summary.id).load()
            if seat is not None and seat.name:
                return seat.name
    return ""
