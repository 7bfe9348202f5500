"""The table as markup: what is in every slot of the table screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from engine.core.contract import Arrangement, NamedSetup
from engine.core.scene import Area, Choice, Scene
from engine.core.texts import Message
from ui.html import Html, el, join
from ui.render.areas import Shelf
from ui.render.course import place as course_place
from ui.render.graph import graph
from ui.render.log import LogView, move_button
from ui.render.pieces import icon, shape
from ui.screens.frame import button, hidden, page_header
from ui.screens.voice import Voice
from ui.session import Session, Turn

if TYPE_CHECKING:
    from ui.i18n import I18n

_ARROWS = {
    "first": "M14 4 6 10l8 6zM4 4v12",
    "prev": "M14 4 6 10l8 6z",
    "next": "m6 4 8 6-8 6z",
    "last": "m6 4 8 6-8 6zM16 4v12",
}


def curtain_layout(
    words: I18n, voice: Voice, player: int, news: Sequence[Message], public: Html
) -> Html:
    """Covers the table: all that can be read here is whose turn it is to look, and what everybody
    has seen happen (`news` in sentences, `public`: dice and what they did)."""
    who = voice.name(player)
    return join(
        page_header(words, "", [("act:settings", words.t("frame.settings"))]),
        el(
            "div",
            {"class": "curtain", "data-curtain": player},
            el(
                "div",
                {"class": "curtain-card"},
                el("div", {"class": "curtain-seal", "aria-hidden": "true"}, _seal(player)),
                el("h1", None, voice.t("table.curtain.title", who=who)),
                el("p", None, voice.t("table.curtain.why", who=who)),
                [el("p", {"class": "curtain-news"}, voice.message(one)) for one in news],
                button(
                    "btn:reveal",
                    voice.t("table.curtain.me", who=who),
                    "primary big",
                    data_autofocus=True,
                ),
                el("div", {"class": "curtain-public"}, public) if public else None,
            ),
        ),
    )


def _seal(player: int) -> Html:
    return el(
        "svg",
        {"viewBox": "-52 -52 104 104"},
        el("g", {"class": f"piece side{player}"}, shape(player)),
    )


def table_layout(words: I18n, voice: Voice, title: str, board: Html, ratio: float) -> Html:
    """The skeleton of the table. `ratio`: width of the board over its height."""
    entries = [
        ("act:rules", words.t("frame.rules")),
        ("act:save", words.t("frame.save")),
        ("act:share", words.t("frame.share")),
        ("act:settings", words.t("frame.settings")),
    ]
    return join(
        page_header(words, title, entries),
        el(
            "div",
            {"class": "table", "style": f"--board-ratio:{ratio:.4f}"},
            el(
                "div",
                {"class": "table-say"},
                el("div", {"data-slot": "looking"}),
                el("div", {"data-slot": "say"}),
            ),
            el("div", {"class": "table-board"}, board),
            el(
                "div",
                {"class": "table-acts"},
                el("div", {"data-slot": "notice", "class": "table-notice"}),
                el("div", {"data-slot": "result", "class": "table-result"}),
                course_place(),
                el("div", {"data-slot": "graph", "class": "table-graph"}),
                el("div", {"data-slot": "story", "class": "table-story"}),
                el("div", {"data-slot": "choices", "class": "table-choices"}),
                el("div", {"data-slot": "tray", "class": "table-tray"}),
            ),
            el(
                "div",
                {"class": "table-more"},
                el("div", {"data-slot": "tools", "class": "table-tools"}),
                el("div", {"data-slot": "library", "class": "table-library"}),
            ),
            _panel(voice),
        ),
    )


def _panel(voice: Voice) -> Html:
    """Beside or below the board: what belongs to each side, and the game so far."""
    return el(
        "section",
        {"class": "table-panel", "aria-label": voice.t("table.panel")},
        el("div", {"data-slot": "far", "class": "table-side far"}),
        el(
            "div",
            {"class": "table-log"},
            el("div", {"data-slot": "log-head", "class": "log-head"}),
            el("div", {"data-slot": "log", "class": "log", "data-scroll": "end"}),
            el("div", {"data-slot": "notation"}),
        ),
        el("div", {"data-slot": "near", "class": "table-side near"}),
    )


_PILES = ("deck", "pile")


def _at_hand(area: Area) -> bool:
    """Whether an area lies right below the board."""
    if area.kind in ("tray", "hand"):
        return True
    return area.side < 0 and area.kind != "story" and area.kind not in _PILES


class Painter:
    """Writes the slots of one table in one language."""

    def __init__(self, session: Session, voice: Voice) -> None:
        self.session = session
        self.voice = voice
        self.game_id = session.game.info.id
        self._shelf = Shelf(self.game_id, voice.message, self._area_title)
        self._hinted: tuple[str, ...] = ()
        self._log = LogView()

    def _area_title(self, area: Area) -> str:
        """Below a player's name a reserve need not say again whose it is."""
        short = f"table.area.{area.kind}"
        return self.voice.t(short) if self.voice.has(short) else self.voice.message(area.title)

    def hint(self, targets: tuple[str, ...]) -> None:
        """What is pointed out on everything that is drawn from now on."""
        self._hinted = targets
        self._shelf.hint(targets, self.voice.t("ai.hint.mark"))

    # -- words -------------------------------------------------------------------------------

    def sentence(self, message: Message, status: Sequence[Message]) -> Html:
        """Whose decision it is, and what else is true now."""
        say = self.voice.message
        return join(
            el("h1", {"class": "decision"}, say(message)),
            [self._status(one) for one in status],
        )

    def _status(self, message: Message) -> Html:
        return el("p", {"class": "status"}, self.voice.message(message), self.clause(message))

    def clause(self, message: Message) -> Html | None:
        """The way to the rule a sentence rests on."""
        if not message.clause:
            return None
        label = self.voice.t("table.why", rule=message.clause)
        return el(
            "button",
            {
                "type": "button",
                "class": "clause link",
                "data-target": f"act:rules:{message.clause}",
                "aria-label": label,
                "title": label,
            },
            f"§ {message.clause}",
        )

    def notice(self, message: Message | None) -> Html:
        if message is None:
            return Html("")
        return el("p", {"class": "notice"}, self.voice.message(message), self.clause(message))

    # -- buttons -----------------------------------------------------------------------------

    def choices(self, found: Sequence[Choice], back: bool) -> Html:
        """The buttons the position asks for."""
        return join(
            [self._choice(one) for one in found],
            button("act:back", self.voice.t("table.back"), "quiet") if back else None,
        )

    def _choice(self, choice: Choice) -> Html:
        tone = "" if choice.tone == "plain" else choice.tone
        picture = icon(self.game_id, choice.glyph, "", -1) if choice.glyph else None
        label = join(picture, self.voice.message(choice.label))
        if choice.target not in self._hinted:
            return button(choice.target, label, tone)
        mark = self.voice.t("ai.hint.mark")
        return button(choice.target, join(label, hidden(mark)), f"{tone} hinted".strip())

    def setup_tools(self, plan: Arrangement, held: str, mirror: bool, started: bool) -> Html:
        """What can be done with a whole set-up."""
        t = self.voice.t
        back = held.startswith("sq:")
        return join(
            button("act:ready", t("table.setup.ready"), "primary" if not plan.problems else ""),
            button("act:random", t("table.setup.random")),
            button("act:mirror", t("table.setup.mirror")) if mirror else None,
            button("act:takeback", t("table.setup.back")) if back else None,
            button("act:clear", t("table.setup.clear"), "quiet") if started else None,
        )

    def library(self, named: Sequence[NamedSetup], mine: Sequence[str], attempt: int) -> Html:
        """Set-ups of the game's own library and of this browser, and a field for one as text."""
        t = self.voice.t
        kept = [
            button(f"act:mine:{number}", t("table.setup.mine", n=number + 1), "quiet")
            for number in range(len(mine))
        ]
        entries = [
            el(
                "li",
                None,
                button(f"act:named:{one.id}", t(f"setup.{one.id}"), "link"),
                el("small", None, t(f"setup.{one.id}.about")),
            )
            for one in named
        ]
        return join(
            el(
                "div",
                {"class": "library-mine"},
                button("act:keep", t("table.setup.keep"), "quiet"),
                *kept,
            ),
            el(
                "details",
                {"class": "library"},
                el("summary", None, t("table.setup.library", n=len(named))),
                el("ul", {"role": "list"}, entries),
            )
            if named
            else None,
            el(
                "form",
                {"class": "notation", "autocomplete": "off", "data-attempt": attempt},
                el(
                    "input",
                    {
                        "type": "text",
                        "data-field": "setup",
                        "aria-label": t("table.setup.text"),
                        "placeholder": t("table.setup.text"),
                        "spellcheck": "false",
                        "autocapitalize": "off",
                    },
                ),
                el(
                    "button",
                    {"type": "submit", "class": "button", "data-target": "act:load"},
                    t("table.setup.load"),
                ),
            ),
        )

    # -- areas -------------------------------------------------------------------------------

    def tray(self, plan: Arrangement, held: str) -> Html:
        area = Area(
            "tray",
            "tray",
            Message("table.setup.tray"),
            plan.side,
            plan.tray,
            Message("table.setup.tray.empty"),
        )
        can = {item.target for item in plan.tray if item.count}
        return self._shelf.area(area, can, (held,), "h2")

    def loose(self, scene: Scene, can: Mapping[str, object], chosen: Sequence[str]) -> Html:
        """What is at hand: trays of a set-up entered decision by decision, the cards of a hand,
        and what belongs to no side, decks and piles apart."""
        areas = [area for area in scene.areas if _at_hand(area)]
        return join(self._shelf.area(area, can, chosen, "h2") for area in areas)

    def thrown(self, scene: Scene) -> Html:
        """Dice on the table and what they did."""
        areas = [a for a in scene.areas if a.side < 0 and a.kind in ("dice", "note")]
        return join(self._shelf.area(area, heading="h2") for area in areas)

    def near(
        self, scene: Scene, side: int, can: Mapping[str, object], chosen: Sequence[str]
    ) -> Html:
        """The near side, and below it what belongs to nobody and can wait: decks and piles."""
        shared = [area for area in scene.areas if area.side < 0 and area.kind in _PILES]
        own = self.side(scene, side, can, chosen)
        if not shared:
            return own
        areas = [self._shelf.area(area, can, chosen) for area in shared]
        return join(own, el("div", {"class": "areas shared"}, areas))

    def story(self, scene: Scene) -> Html:
        """What has just happened, in a slot of its own: choosing something else leaves it alone,
        so that its lines do not appear a second time."""
        areas = [area for area in scene.areas if area.kind == "story"]
        return join(self._shelf.area(area, heading="h2") for area in areas)

    def side(
        self, scene: Scene, side: int, can: Mapping[str, object], chosen: Sequence[str]
    ) -> Html:
        """Everything that lies beside the board and belongs to one side."""
        areas = [area for area in scene.areas if area.side == side and not _at_hand(area)]
        if not areas:
            return Html("")
        player = scene.seats.index(side) if side in scene.seats else side
        army = f"army.{side}"
        return join(
            el(
                "h2",
                {"class": "side-head"},
                self.voice.name(player),
                el("span", None, " · ", self.voice.t(army)) if self.voice.has(army) else None,
            ),
            el("div", {"class": "areas"}, [self._shelf.area(a, can, chosen) for a in areas]),
        )

    def graph(self) -> Html:
        """How the game went, where the game has something to draw."""
        seen, at = self.session.course()
        series = self.session.game.graph(seen)
        if not series:
            return Html("")
        title = self.voice.t("table.graph")
        return graph(series, self.voice.message, self.voice.name, title, at)

    # -- log ---------------------------------------------------------------------------------

    def log_head(self, live: bool) -> Html:
        t = self.voice.t
        return join(
            el("h2", None, t("table.log")),
            el("div", {"class": "log-nav"}, [self._arrow(name, live) for name in _ARROWS]),
        )

    def _arrow(self, name: str, live: bool) -> Html:
        label = self.voice.t(f"table.log.{name}")
        picture = el(
            "svg",
            {"viewBox": "0 0 20 20", "aria-hidden": "true"},
            el("path", {"d": _ARROWS[name]}),
        )
        off = live and name in ("next", "last")
        return button(
            f"act:log-{name}", picture, "icon-button", aria_label=label, title=label, disabled=off
        )

    def log(self, turns: Sequence[Turn], shown: int) -> Html:
        setup = [
            el(
                "p",
                {"class": "log-setup"},
                move_button(turn, self.voice.t("table.log.setup", who=self._who(turn)), shown),
            )
            for turn in turns
            if turn.setup and turn.actor >= 0
        ]
        if not turns:
            return el("p", {"class": "nothing"}, self.voice.t("table.log.empty"))
        return self._log.draw(turns, shown, self.session.players, setup)

    def _who(self, turn: Turn) -> str:
        return self.voice.name(turn.actor)

    def reading(self, who: Message, live: bool) -> Html:
        """Above everything of a view: whose knowledge this is, and that it is only to be seen."""
        t = self.voice.t
        return el(
            "div",
            {"class": "looking-bar reading-bar", "role": "status"},
            el("span", None, t("view.bar", who=self.voice.message(who))),
            None if live else button("act:log-last", t("view.bar.last"), "primary"),
        )

    def elsewhere(self) -> Html:
        """Another tab plays this game."""
        t = self.voice.t
        return el(
            "div",
            {"class": "looking-bar reading-bar", "role": "status"},
            el("span", None, t("table.elsewhere")),
            button("act:here", t("table.elsewhere.take"), "primary"),
        )

    def looking(self) -> Html:
        t = self.voice.t
        return el(
            "div",
            {"class": "looking-bar", "role": "status"},
            el("span", None, t("table.looking")),
            button("act:log-last", t("table.looking.back"), "primary"),
        )

    def notation(self, sample: str, attempt: int) -> Html:
        """`attempt` changes when the field is to be empty again."""
        t = self.voice.t
        return el(
            "form",
            {"class": "notation", "autocomplete": "off", "data-attempt": attempt},
            el(
                "input",
                {
                    "type": "text",
                    "data-field": "notation",
                    "aria-label": t("table.notation"),
                    "placeholder": t("table.notation.hint", sample=sample)
                    if sample
                    else t("table.notation"),
                    "spellcheck": "false",
                    "autocapitalize": "off",
                },
            ),
            el(
                "button",
                {"type": "submit", "class": "button", "data-target": "act:enter"},
                t("table.notation.play"),
            ),
        )

    def result(self, text: str, score: str, why: str) -> Html:
        t = self.voice.t
        return el(
            "div",
            {"class": "result-card", "role": "group", "aria-label": t("table.result")},
            el("p", {"class": "result-score"}, score) if score else None,
            el("h2", None, text),
            el("p", None, why) if why else None,
            el(
                "div",
                {"class": "buttons"},
                None
                if self.session.reading
                else button("act:rematch", t("table.rematch"), "primary"),
                button("act:share", self.voice.t("frame.share")),
                button("act:home", t("table.home"), "quiet"),
            ),
        )
