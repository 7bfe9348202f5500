"""The feed beside the board: a line per turn, the newest open with its steps; its tabs and arrows,
and the field for notation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.telling import Telling, lines_of
from ui.render.log import LogView, TurnLine, around, line, move_button
from ui.render.telling import in_words, lines, unbroken
from ui.session.announcements import HeardTurn
from ui.session.seats import people
from ui.session.turns import Turn
from ui.table import hints, letters, news, sides, unavailable
from ui.table.table import Table
from ui.words.frame import button
from ui.words.html import Html, el, join

_ARROWS = {
    "first": "M14 4 6 10l8 6zM4 4v12",
    "prev": "M14 4 6 10l8 6z",
    "next": "m6 4 8 6-8 6z",
    "last": "m6 4 8 6-8 6zM16 4v12",
}


class LogPanel:
    """The feed of a table in one language; caches the lines that stay the same."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._view = LogView()
        self._written: dict[int, tuple[Telling, str]] = {}

    def slots(self) -> dict[str, Html]:
        opened = self._table.opened()
        return {
            "log-head": head(self._table),
            "log": self._log(opened),
            "feed": self._feed(opened),
            "notation": _notation(self._table),
        }

    def _log(self, opened: Sequence[HeardTurn]) -> Html:
        """Draw the turns; the open ones of the current position are in the feed below them."""
        table, session, t = self._table, self._table.session, self._table.voice.t
        turns, earlier = _turns(table)
        if not turns and not earlier:
            return el("p", {"class": "nothing"}, t("table.log.empty"))
        if table.app.settings.letters == "own":
            turns = [turn._replace(text=letters.shown(table, turn.text)) for turn in turns]
        marks = self._marks()
        if marks and table.app.settings.log != "words":
            turns = [turn._replace(text=_marked(turn.text, marks.get(turn.end))) for turn in turns]
        whole = el("li", None, button("act:log-all", t("table.log.all"), "link"))
        shown = session.position
        setup = [_setup(table, turn, shown) for turn in turns if turn.setup and turn.actor >= 0]
        before = [whole, *setup] if earlier else setup
        return self._view.draw(turns, shown, session.players, before, self._words(turns, opened))

    def _words(
        self, turns: Sequence[Turn], opened: Sequence[HeardTurn]
    ) -> dict[int, TurnLine] | None:
        """Return each turn to list in words, by number; None if the settings ask for notation.

        While looking back the turn on the board is open among the others.
        """
        table = self._table
        if table.app.settings.log != "words":
            return None
        found, marks = {}, self._marks()
        now = {item.number: item for item in opened}
        for turn, telling in zip(turns, table.chronicle.of(turns), strict=True):
            item, mark = now.get(turn.number), marks.get(turn.end, "")
            if item is None:
                told = self._closed(turn, telling)
                found[turn.number] = told._replace(words=f"{mark} {told.words}".lstrip())
            elif not table.session.live:
                told = self._open(item)
                found[turn.number] = told._replace(name=_marked(told.name, mark))
        return found

    def _marks(self) -> Mapping[int, str]:
        """Return the marks of a judged game; see `LookingBack.marks`."""
        judged = self._table.mistakes
        return judged.marks() if judged is not None else {}

    def _closed(self, turn: Turn, telling: Telling) -> TurnLine:
        """Return a turn as one line: its sentences, or notation until they are there."""
        table = self._table
        kept = self._written.get(turn.number)
        if kept is None or kept[0] is not telling:
            words = " ".join(in_words(one, table.voice.message) for one in lines_of(telling))
            kept = self._written[turn.number] = (telling, unbroken(words) or turn.text)
        return TurnLine(table.voice.name(turn.actor), news.side(table, turn.actor), kept[1])

    def _open(self, item: HeardTurn) -> TurnLine:
        table, voice = self._table, self._table.voice
        name = voice.name(item.actor) if item.actor >= 0 else voice.t("news.title")
        shown = news.shown_of(table, item)
        steps = lines(shown, voice.message, table.game_id)
        own = table.session.live and item.actor == table.session.viewer
        return TurnLine(name, news.side(table, item.actor), "", steps, own)

    def _feed(self, opened: Sequence[HeardTurn]) -> Html:
        """Draw the open turns that the list above leaves out, the last one marked as the newest."""
        table, session = self._table, self._table.session
        worded = table.app.settings.log == "words"
        if worded and not session.live:
            opened = [item for item in opened if not item.number]
        turns = {turn.number: turn for turn in session.log()[-len(opened) - 1 :]}
        listed = [(told, item) for item in opened if (told := self._open(item)).steps]
        if listed and session.live:
            last, item = listed[-1]
            newest = table.voice.t("table.log.newest")
            listed[-1] = (last._replace(newest=newest, more=_why(table)), item)
        drawn = []
        for told, item in listed:
            turn = turns.get(item.number)
            if turn is not None and worded:
                stop = turn.end if turn.end == session.position else -1
                drawn.append(line(told, turn, stop, current=True))
            else:
                drawn.append(line(told))
        return el("ol", {"class": "moves"}, drawn) if drawn else Html("")


def _why(table: Table) -> Html:
    """Draw the button that asks why the computer has played its last move."""
    if hints.explicable(table) is None:
        return Html("")
    return button("act:why", table.voice.t("played.ask"), "link why")


def _marked(text: str, mark: str | None) -> str:
    return f"{text} {mark}" if mark else text


def _turns(table: Table) -> tuple[Sequence[Turn], bool]:
    """Return the turns to draw, and whether there are more.

    In a long game these are the turns around the position on the board, unless the whole log was
    asked for.
    """
    session = table.session
    turns, earlier = session.log(), session.history.earlier()
    if table.state.whole_log and not earlier:
        return turns, False
    near = around(turns, session.turns_shown())
    return near, earlier or len(near) < len(turns)


def _setup(table: Table, turn: Turn, shown: int) -> Html:
    words = table.voice.t("table.log.setup", who=table.voice.name(turn.actor))
    return el("li", {"class": "log-setup"}, move_button(turn, words, shown))


def head(table: Table) -> Html:
    """Draw the tabs of the panel and the arrows of the log."""
    t = table.voice.t
    arrows = [_arrow(table, name) for name in _ARROWS]
    other = "notation" if table.app.settings.log == "words" else "words"
    aside = sides.kind(table)
    tabs = [_tab(table, "game", t("table.log"))]
    if aside:
        tabs.append(_tab(table, "sides", t(f"table.tab.{aside}")))
    return join(
        el("h2", {"class": "visually-hidden"}, t("table.log")),
        el("div", {"class": "tabs", "role": "group", "aria-label": t("table.panel")}, tabs),
        button("act:log-words", t(f"table.log.{other}"), "link"),
        el("div", {"class": "log-nav"}, arrows),
    )


def _tab(table: Table, name: str, words: str) -> Html:
    pressed = "true" if table.state.tab == name else "false"
    return button(f"act:tab:{name}", words, "tab link", aria_pressed=pressed)


def _arrow(table: Table, name: str) -> Html:
    label = table.voice.t(f"table.log.{name}")
    picture = el(
        "svg", {"viewBox": "0 0 20 20", "aria-hidden": "true"}, el("path", {"d": _ARROWS[name]})
    )
    why = unavailable.words(table, f"log-{name}")
    return button(f"act:log-{name}", picture, "icon-button", why, aria_label=label, title=label)


def _notation(table: Table) -> Html:
    """Draw the field for typed actions; empty where the seated player cannot play.

    It stays while another player thinks, so that it keeps the focus for the next move.
    """
    session, t = table.session, table.voice.t
    waiting = session.awaited is not None and people(session.seating.seats)
    if table.mode != "play" or session.over or not (session.answering or waiting):
        return Html("")
    field = {
        "type": "text",
        "data-field": "notation",
        "aria-label": t("table.notation"),
        "placeholder": t("table.notation"),
        "spellcheck": "false",
        "autocapitalize": "off",
    }
    submit = {"type": "submit", "class": "button", "data-target": "act:enter"}
    return el(
        "form",
        # a new `attempt` empties the field
        {"class": "notation", "autocomplete": "off", "data-attempt": table.state.attempt},
        el("input", field),
        el("button", submit, t("table.notation.play")),
    )
