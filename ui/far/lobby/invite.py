"""Dialog that creates an invitation: name, side, time control and relays."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from engine.core.errors import AsedioError
from engine.core.options import Options
from engine.core.texts import MAX_NAME, Message, short_name
from engine.far.letter import SEATS
from engine.far.terms import Terms
from engine.games import game_info, list_games
from engine.match.clock import (
    CLOCKS,
    MOST_DAYS,
    MOST_MINUTES,
    MOST_SECONDS,
    NO_CLOCK,
    Clock,
    bank_of,
)
from ui.far.lobby.durability import durability, plain_note, warning
from ui.far.relays.addresses import (
    MOST,
    USED,
    clean_relays,
    has_too_many,
    relay_name,
    typed_relays,
)
from ui.far.seat_store import FarSeat, new_seat
from ui.shell.dialogs import Dialog
from ui.words.clocks import clock_words
from ui.words.frame import button, number_field, radios
from ui.words.html import Html, el, join
from ui.words.targets import Target

if TYPE_CHECKING:
    from ui.far.lobby.seats import FarSeats
    from ui.shell.app import App


MAKE = Target("far", "make")
# Numbers of a clock of one's own: bounds, and what the form begins with.
NUMBERS = {
    "days": (1, MOST_DAYS, 2),
    "minutes": (1, MOST_MINUTES, 15),
    "seconds": (0, MOST_SECONDS, 10),
    "bank": (1, 24 * MOST_DAYS, 24),
    "more": (0, 24, 4),
    "most": (1, MOST_DAYS, 3),
}
OWN = {  # by choice of the form
    "own-days": ("days",),
    "own-minutes": ("minutes", "seconds"),
    "own-bank": ("bank", "more", "most"),
}
HOURS = (4, 24, 72, 336)  # that an open offer may last; ui/browser/far_look.mjs


class Again(NamedTuple):
    """Another game with somebody: who, the terms of the last one, one's seat in the next one, its
    relays, and what is done with its seat."""

    who: str
    terms: Terms
    seat: int
    relays: tuple[str, ...]
    invite: Callable[[FarSeat], None]


class InviteDialog(Dialog):
    """Invitation dialog for the game and options chosen in the set-up form."""

    name = "far-invite"
    heading = "far.invite.title"

    def __init__(
        self,
        app: App,
        seats: FarSeats,
        game_id: str,
        options: Options,
        player: str,
        past: str = "",
        listed: bool = False,
        again: Again | None = None,
    ) -> None:
        """`past`: the game so far as the word of a link; "" for a new game. `listed`: anybody may
        sit down, which the player can still change. `again`: the form is filled in with the last
        game against the same person."""
        super().__init__(app)
        self._past = past
        self._seats = seats
        self.game_id = game_id
        self.info = game_info(game_id)
        self.options = options
        self.player = player
        self.side = "any"
        self.clock = "none"
        self.numbers = {name: str(usual) for name, (_, _, usual) in NUMBERS.items()}  # as typed
        self.hours = 24
        self.agreed = {"friendly": False, "chat": False, "guests": listed}
        self.typed = "\n".join(seats.relays.chosen(seats.tools.usual()))
        self.problem: Message | None = None
        self.again = again
        if again is not None:
            terms = again.terms
            self.side, self.typed = str(again.seat), "\n".join(again.relays)
            self._set_clock(terms.clock)
            self.agreed = {"friendly": terms.friendly, "chat": terms.open}
        self.drawn = dict(self.numbers)  # while they are typed into, the fields must not change
        self.plain = plain_note(seats.tools, app.store.storage)
        self._around = seats.tools.surroundings()
        self._risk = durability(app.store.persistent, self._around)

    def title(self) -> str:
        t = self.words.t
        return t("far.again.form", who=self.again.who) if self.again else t("far.invite.title")

    def shape(self) -> object:
        return id(self), self.game_id

    def layout(self) -> Html:
        t = self.words.t
        sides = [("any", t("far.side.any"))]
        sides += [(str(n), t(f"side.{side}")) for n, side in enumerate(self.info.sides[:SEATS])]
        clocks = [(name, clock_words(self.words.t, one)) for name, one in CLOCKS.items()]
        clocks += [(name, t(f"far.clock.{name}")) for name in OWN]
        typed = {"data-field": "far-relays", "rows": 3, "spellcheck": "false"}
        asked = [one for one in self.agreed if one != "guests" or not self._past]
        return self.frame(
            self._games() or el("p", None, t("far.invite.about", game=self.info.title)),
            self._past and el("p", None, t("far.invite.past")),
            self.plain and el("p", {"class": "hint"}, t(self.plain)),
            warning(t, self._risk, self._around, self._seats.page.url()),
            name_field(self.words.t("far.name"), self.player),
            radios("far-side", t("far.side"), sides, self.side, "far-side:"),
            _select("far-clock", t("clock"), clocks, self.clock),
            el("div", {"data-slot": "clock"}),
            [self._yes_or_no(one) for one in asked],
            el("div", {"data-slot": "listed"}),
            el(
                "details",
                {"class": "far-ways"},
                el("summary", None, t("far.relays.title")),
                el("p", {"class": "hint"}, t("far.relays.about")),
                el(
                    "label",
                    {"class": "field"},
                    el("span", None, t("far.relays.label")),
                    el("textarea", typed, self.typed),
                ),
            ),
            el("p", {"class": "problem", "role": "alert", "data-slot": "problem"}),
            el("p", {"class": "soft", "data-slot": "ways"}),
            el("div", {"class": "buttons in-sight"}, button(MAKE, t("far.invite.make"), "primary")),
        )

    def _games(self) -> Html | None:
        """Return the choice of another game with the same person; None for a game set up before."""
        if self.again is None:
            return None
        games = [(one.id, one.title) for one in list_games() if one.far]
        return _select("far-game", self.words.t("far.open.game"), games, self.game_id)

    def _set_game(self, game_id: str) -> None:
        """Choose the game; its options are those of the last one if that was the same game."""
        again = self.again
        if again is not None and any(one.id == game_id and one.far for one in list_games()):
            self.game_id, self.info = game_id, game_info(game_id)
            same = game_id == again.terms.game_id
            self.options = again.terms.options_now() if same else {}

    def _set_clock(self, clock: Clock) -> None:
        """Choose a clock: one of the list, or one of one's own with its numbers."""
        known = next((name for name, one in CLOCKS.items() if one == clock), "")
        kind = "own-days" if clock.days else "own-minutes"
        self.clock = known or ("own-bank" if clock.bank else kind)
        if not known:
            found = clock.bank or (clock[:1] if clock.days else clock[1:3])
            self.numbers |= zip(OWN[self.clock], map(str, found), strict=True)

    def _chosen_clock(self) -> Clock | None:
        """Return the clock that is chosen; None if its numbers are out of bounds."""
        if self.clock in CLOCKS:
            return CLOCKS[self.clock]
        typed = [self.numbers[one] for one in OWN[self.clock]]
        if not all(one.isdecimal() and len(one) < 5 for one in typed):
            return None
        clock = NO_CLOCK
        match [int(one) for one in typed]:
            case [days]:
                clock = Clock(days)
            case [minutes, seconds]:
                clock = Clock(0, minutes, seconds)
            case [hours, more, most] if hours and most:
                clock = bank_of(hours, more, most)
        return clock if clock.good and clock != NO_CLOCK else None

    def _clock_numbers(self) -> Html:
        """Return the fields for the numbers of a clock of one's own; empty for one of the list."""
        if self.clock not in OWN:
            return Html("")
        fields = [
            number_field(
                f"far-{one}", self.words.t(f"clock.field.{one}"), *NUMBERS[one][:2], self.drawn[one]
            )
            for one in OWN[self.clock]
        ]
        return el("div", {"class": "clock-numbers"}, fields)

    def _yes_or_no(self, what: str) -> Html:
        """Return the choice whether hints are allowed (`friendly`), whether others may read the
        chat, or whether anybody may sit down (`guests`)."""
        t, name = self.words.t, f"far-{what}"
        choices = [(one, t(f"far.{what}.{one}")) for one in ("no", "yes")]
        chosen = "yes" if self.agreed[what] else "no"
        return radios(name, t(f"far.{what}"), choices, chosen, f"{name}:")

    def slots(self) -> dict[str, Html]:
        relays, _ = self._relays()
        t = self.words.t
        names = ", ".join(relay_name(t, one) for one in relays)
        ways = t("far.ways.relays", relays=names) if relays else t("far.ways.link")
        problem = Html("") if self.problem is None else join(self.words.message(self.problem))
        return {
            "problem": problem,
            "ways": join(ways),
            "listed": self._listed(),
            "clock": self._clock_numbers(),
        }

    def _listed(self) -> Html:
        """Return how long an open offer lasts and what it tells; empty if it is none."""
        t = self.words.t
        if not self.agreed.get("guests") or self._past:
            return Html("")
        lasts = [(str(one), hours_words(t, one)) for one in HOURS]
        return join(
            _select("far-hours", t("far.guests.hours"), lasts, str(self.hours)),
            el("p", {"class": "soft"}, t("far.guests.tells")),
        )

    def field(self, name: str, value: str) -> None:
        self.problem = None
        if name == "far-name":
            self.player = short_name(value)
        elif name == "far-side":
            self._choose(value)
        elif name == "far-clock":
            self.clock = value if value in CLOCKS or value in OWN else self.clock
            self.drawn = dict(self.numbers)
        elif name.removeprefix("far-") in NUMBERS:
            self.numbers[name.removeprefix("far-")] = value.strip()
        elif name == "far-game":
            self._set_game(value)
        elif name == "far-hours":
            self.hours = int(value) if value in map(str, HOURS) else self.hours
        elif name == "far-relays":
            self.typed = value
        else:
            self._agree(name, value)

    def _agree(self, name: str, value: str) -> None:
        """Answer one of `agreed`; `name`: its field."""
        what = name.removeprefix("far-")
        if value in ("yes", "no") and what in self.agreed:
            self.agreed[what] = value == "yes"

    def _choose(self, value: str) -> None:
        if value in ("any", *(str(n) for n in range(SEATS))):
            self.side = value

    def press(self, target: Target) -> None:
        if target.kind == "far-side":
            self._choose(target.name)
        elif target == MAKE:
            self._make()
        else:
            self._agree(target.kind, target.name)

    def _relays(self) -> tuple[tuple[str, ...], list[str]]:
        return typed_relays(self.typed, self._seats.tools.own())

    def _make(self) -> None:
        relays, bad = self._relays()
        if bad:
            self.problem = Message("far.relays.bad", relay=bad[0])
            return
        if has_too_many(self.typed, self._seats.tools.own()):
            self.problem = Message("far.relays.most", n=MOST)
            return
        listed = self.agreed.get("guests", False) and not self._past
        if listed and not relays:
            self.problem = Message("far.guests.no_relays")
            return
        if self.again is None and relays != self._seats.relays.chosen(self._seats.tools.usual()):
            self._seats.relays.choose(relays)
        clock = self._chosen_clock()
        if clock is None:
            self.problem = Message(
                "far.clock.bank" if self.clock == "own-bank" else "far.clock.refused",
                days=MOST_DAYS, minutes=MOST_MINUTES, seconds=MOST_SECONDS,
            )  # fmt: skip
            return
        seat = secrets.randbelow(2) if self.side == "any" else int(self.side)
        try:
            found = new_seat(
                self.info.id, self.options, seat, self.player, relays, self._seats.tools.crypto,
                clock, self._past, self.agreed["friendly"], self.agreed["chat"],
            )  # fmt: skip
        except AsedioError as refusal:
            self.problem = refusal.message
            return
        if self.again is not None:
            self.again.invite(found)
            return
        hosts = relays == clean_relays(self._seats.tools.usual())
        wanted = min(USED, len(relays)) if hosts else len(relays)
        until = int(self._seats.tools.date()) + 3600 * self.hours if listed else 0
        found = replace(found, untried=wanted, offered=listed, until=until, stranger=listed)
        self._seats.open_new(found)


def hours_words(t: Callable[..., str], hours: int) -> str:
    """Return a span of hours, in days from one day on."""
    return t("far.guests.days", n=hours // 24) if hours >= 24 else t("far.guests.n", n=hours)


def _select(field: str, label: str, choices: list[tuple[str, str]], chosen: str | None) -> Html:
    options = [el("option", {"value": one, "selected": one == chosen}, say) for one, say in choices]
    box = el("select", {"data-field": field, "autocomplete": "off"}, options)
    return el("label", {"class": "field"}, el("span", None, label), box)


def name_field(label: str, value: str) -> Html:
    return el(
        "label",
        {"class": "field"},
        el("span", None, label),
        el(
            "input",
            {
                "type": "text", "data-field": "far-name", "value": value, "maxlength": MAX_NAME,
                "spellcheck": "false", "autocomplete": "nickname",
            },
        ),
    )  # fmt: skip
