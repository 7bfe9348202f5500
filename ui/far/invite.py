"""Dialog that creates an invitation: name, side, time control and relays."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.core.errors import AsedioError
from engine.core.options import Options
from engine.core.texts import MAX_NAME, Message, short_name
from engine.far.letter import SEATS
from engine.games import game_info
from engine.match.clock import CLOCKS
from ui.far.durability import durability, warning
from ui.far.new_seat import new_seat
from ui.far.plain_http import plain_note
from ui.far.relays import USED, clean_relays, relay_name, typed_relays
from ui.shell.dialogs import Dialog
from ui.words.clocks import clock_words
from ui.words.frame import button, radios
from ui.words.html import Html, el, join
from ui.words.targets import Target

if TYPE_CHECKING:
    from ui.far.ports import Desk
    from ui.shell.app import App


MAKE = Target("far", "make")


class InviteDialog(Dialog):
    """Invitation dialog for the game and options chosen in the set-up form."""

    name = "far-invite"
    heading = "far.invite.title"

    def __init__(
        self,
        app: App,
        visits: Desk,
        game_id: str,
        options: Options,
        player: str,
        past: str = "",
        listed: bool = False,
    ) -> None:
        """`past`: the game so far as the word of a link; "" for a new game. `listed`: anybody may
        sit down, which the player can still change."""
        super().__init__(app)
        self._past = past
        self._visits = visits
        self.game_id = game_id
        self.info = game_info(game_id)
        self.options = options
        self.player = player
        self.side = "any"
        self.clock = "none"
        self.friendly = self.open = "no"
        self.listed = "yes" if listed else "no"
        self.typed = "\n".join(visits.relays.chosen(visits.tools.usual()))
        self.problem: Message | None = None
        self.plain = plain_note(visits.tools, app.store.storage)
        self._around = visits.tools.surroundings()
        self._risk = durability(app.store.persistent, self._around)

    def layout(self) -> Html:
        t = self.words.t
        sides = [("any", t("far.side.any"))]
        sides += [(str(n), t(f"side.{side}")) for n, side in enumerate(self.info.sides[:SEATS])]
        clocks = [(name, clock_words(self.words.t, one)) for name, one in CLOCKS.items()]
        hints = [("no", t("far.friendly.no")), ("yes", t("far.friendly.yes"))]
        chat = [("no", t("far.chat.no")), ("yes", t("far.chat.yes"))]
        guests = [("no", t("far.guests.no")), ("yes", t("far.guests.yes"))]
        return self.frame(
            el("p", None, t("far.invite.about", game=self.info.title)),
            self._past and el("p", None, t("far.invite.past")),
            self.plain and el("p", {"class": "hint"}, t(self.plain)),
            warning(t, self._risk, self._around, self._visits.page.url()),
            name_field(self.words.t("far.name"), self.player),
            radios("far-side", t("far.side"), sides, self.side, "far-side:"),
            _select("far-clock", t("clock"), clocks, self.clock),
            radios("far-friendly", t("far.friendly"), hints, self.friendly, "far-friendly:"),
            radios("far-chat", t("far.chat"), chat, self.open, "far-chat:"),
            None
            if self._past
            else radios("far-guests", t("far.guests"), guests, self.listed, "far-guests:"),
            el(
                "details",
                {"class": "far-ways"},
                el("summary", None, t("far.relays.title")),
                el("p", {"class": "hint"}, t("far.relays.about")),
                el(
                    "label",
                    {"class": "field"},
                    el("span", None, t("far.relays.label")),
                    el(
                        "textarea",
                        {"data-field": "far-relays", "rows": 3, "spellcheck": "false"},
                        self.typed,
                    ),
                ),
            ),
            el("p", {"class": "problem", "role": "alert", "data-slot": "problem"}),
            el("p", {"class": "soft", "data-slot": "ways"}),
            el("div", {"class": "buttons in-sight"}, button(MAKE, t("far.invite.make"), "primary")),
        )  # fmt: skip

    def slots(self) -> dict[str, Html]:
        relays, _ = self._relays()
        t = self.words.t
        names = ", ".join(relay_name(t, one) for one in relays)
        ways = t("far.ways.relays", relays=names) if relays else t("far.ways.link")
        problem = Html("") if self.problem is None else join(self.words.message(self.problem))
        return {"problem": problem, "ways": join(ways)}

    def field(self, name: str, value: str) -> None:
        self.problem = None
        if name == "far-name":
            self.player = short_name(value)
        elif name == "far-side":
            self._choose(value)
        elif name == "far-clock":
            self._set_clock(value)
        elif name == "far-relays":
            self.typed = value
        else:
            self._agree(name, value)

    def _agree(self, name: str, value: str) -> None:
        """Choose whether hints are allowed, whether others may read the chat, or whether anybody
        may sit down."""
        if value in ("yes", "no") and name == "far-friendly":
            self.friendly = value
        elif value in ("yes", "no") and name == "far-chat":
            self.open = value
        elif value in ("yes", "no") and name == "far-guests":
            self.listed = value

    def _set_clock(self, value: str) -> None:
        self.clock = value if value in CLOCKS else self.clock

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
        return typed_relays(self.typed, self._visits.tools.own())

    def _make(self) -> None:
        relays, bad = self._relays()
        if bad:
            self.problem = Message("far.relays.bad", relay=bad[0])
            return
        listed = self.listed == "yes" and not self._past
        if listed and not relays:
            self.problem = Message("far.guests.no_relays")
            return
        if relays != self._visits.relays.chosen(self._visits.tools.usual()):
            self._visits.relays.choose(relays)
        seat = secrets.randbelow(2) if self.side == "any" else int(self.side)
        try:
            found = new_seat(
                self.info.id, self.options, seat, self.player, relays, self._visits.tools.crypto,
                CLOCKS[self.clock], self._past, self.friendly == "yes", self.open == "yes",
            )  # fmt: skip
        except AsedioError as refusal:
            self.problem = refusal.message
            return
        hosts = relays == clean_relays(self._visits.tools.usual())
        wanted = min(USED, len(relays)) if hosts else len(relays)
        found = replace(found, untried=wanted, offered=listed, stranger=listed)
        self._visits.open_new(found)


def _select(field: str, label: str, choices: list[tuple[str, str]], chosen: str) -> Html:
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
