"""Panel of the engine's view.

A table without a finished game or a study has no spot, and then nothing is asked or shown.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.core.contract import CHANCE, TERMINAL, Action, State
from engine.core.texts import Message
from engine.search.chances import winning_chances
from ui.learn.analysis.telling import LineTelling, LineTurn
from ui.learn.analysis.thinking import Opinion, Spot, Thinking
from ui.session.revision import Revision
from ui.table import letters, speech
from ui.table.table import Table
from ui.words.frame import button
from ui.words.html import Html, el, join
from ui.words.targets import cut

CERTAIN = 0.995  # a greater value is a forced win
NOTHING = Html("")


class EnginePanel:
    """The engine's view of the position on the board of a table.

    `spot`: the position, or None where the engine may not be asked. `play`: plays the actions of a
    line from there. `why_not`: why there is no spot, if it is to be said.
    """

    def __init__(
        self,
        table: Table,
        spot: Callable[[], Spot | None],
        play: Callable[[tuple[Action, ...]], None],
        why_not: Callable[[], Message | None] = lambda: None,
    ) -> None:
        self.revision = Revision()  # bumped with every news of the worker
        self._table, self._spot, self._play, self._why_not = table, spot, play, why_not
        table.restyle()  # the catalogue loaded with this code has new texts
        self._thinking = Thinking(
            table.controller.engine(), lambda: table.app.later(self.revision.bump)
        )
        self.on = self.threat = False
        self._asked: tuple[object, ...] = ()  # the position thought about
        self._state: State | None = None  # that position, as the engine sees it
        self._telling: LineTelling | None = None

    # -- what is pressed -----------------------------------------------------------------------

    def press(self, what: str) -> None:
        """Handle a button: `go` starts or stops, `threat` shows what the opponent would do,
        `line:<number>:<turns>` plays that many turns of a line."""
        verb, rest = cut(what)
        if self._spot() is None:
            self.stop()
        elif verb == "go":
            self.stop() if self.on else self._start()
            speech.say(self._table, "engine.begun" if self.on else "engine.stopped")
        elif verb == "threat":
            self.threat = not self.threat
            self._start()
        elif verb == "line":
            self._play_line(*cut(rest))

    def _start(self) -> None:
        self.on, self._asked = True, ()
        self.follow()

    def stop(self) -> None:
        """Stop thinking at once; the lines found so far stay."""
        self.on = False
        self._thinking.stop()
        self.revision.bump()

    def follow(self) -> None:
        """Think about the position now on the board, if it is another one."""
        spot = self._spot()
        if spot is None:
            self.leave()
            return
        if not self.on:
            return
        key = (*spot.key(), self.threat)
        if key != self._asked:
            self._asked = key
            self._state = spot.state()
            self._telling = LineTelling(self._state, spot.eyes, self.threat)
            self._thinking.ask(spot, self.threat)
            self.revision.bump()

    def leave(self) -> None:
        """Stop, and forget what was found."""
        self._thinking.stop()
        self._thinking.opinion, self._state, self._telling, self._asked = None, None, None, ()
        self.on = self.threat = False
        self.revision.bump()

    def _play_line(self, number: str, turns: str) -> None:
        opinion = self.opinion
        if opinion is None or self.threat:
            return
        if number.isdecimal() and turns.isdecimal() and int(number) < len(opinion.lines):
            told = self.turns(opinion.lines[int(number)][1])[: int(turns)]
            actions = tuple(action for one in told for action in one.actions)
            if actions:
                self._play(actions)

    # -- what is shown -------------------------------------------------------------------------

    def body(self) -> Html:
        """Return the title and the buttons, which do not change while the engine thinks."""
        t = self._table.voice.t
        if self._spot() is None:
            why = self._why_not()
            return (
                NOTHING
                if why is None
                else el("p", {"class": "soft"}, self._table.voice.message(why))
            )
        pressed = {"aria_pressed": "true" if self.threat else "false"}
        return el(
            "section",
            {"class": "area engine", "aria-label": t("engine.title")},
            el("h2", {"class": "area-title"}, t("engine.title")),
            el(
                "div",
                {"class": "buttons"},
                button("act:engine:go", t("engine.halt" if self.on else "engine.go")),
                button("act:engine:threat", t("engine.threat"), "quiet", **pressed),
            ),
        )

    def lines(self) -> Html:
        """Return evaluation and lines, which change while the engine thinks."""
        opinion, t = self.opinion, self._table.voice.t
        if self._thinking.failed:
            return el("p", {"class": "soft"}, t("engine.failed"))
        if opinion is None:
            waiting = self.on and self._spot() is not None
            return el("p", {"class": "soft"}, t("engine.waiting")) if waiting else NOTHING
        if not opinion.lines:
            return el("p", {"class": "soft"}, t(f"engine.{self._why_nothing()}"))
        return el(
            "div",
            {"class": "engine-view"},
            el("p", {"class": "engine-chances"}, self._chances(opinion)),
            el("p", {"class": "soft"}, " ".join(self._notes(opinion))),
            el(
                "ol",
                {"class": "engine-lines", "role": "list"},
                (self._line(number, opinion) for number in range(len(opinion.lines))),
            ),
        )

    def bar(self) -> Html:
        """Return the bar beside the board, filled by one side's winning chances; empty without an
        opinion."""
        opinion = self.opinion
        if opinion is None or not opinion.lines:
            return NOTHING
        side, label = self._side(opinion), self._chances(opinion)
        percent = self._percent(opinion, opinion.lines[0][0])
        above = " above" if side == 0 and self._table.turned else ""  # where its pieces are
        return el(
            "div",
            {"class": f"engine-bar{above}", "role": "img", "aria-label": label, "title": label},
            el("i", {"class": f"engine-share side{side}", "style": f"--share:{percent}%"}),
            el("span", {"aria-hidden": "true"}, f"{percent}"),
        )

    @property
    def opinion(self) -> Opinion | None:
        """Return the opinion if it is about the position on the board."""
        spot = self._spot()
        if spot is None or not self._asked:
            return None
        here = (*spot.key(), self.threat) == self._asked
        return self._thinking.opinion if here else None

    def _why_nothing(self) -> str:
        over = self._state is None or self._state.current_player() == TERMINAL
        return "over" if over else "harmless"

    def _side(self, opinion: Opinion) -> int:
        """Return the player whose chances are shown: the first of two, else the mover."""
        two = self._state is not None and len(self._state.game.sides) == 2
        return 0 if two else opinion.mover

    def _percent(self, opinion: Opinion, value: float) -> int:
        """Return the chances of `_side` in percent; 0 and 100 only for what is certain."""
        value = value if self._side(opinion) == opinion.mover else -value
        if abs(value) > CERTAIN:
            return 100 if value > 0 else 0
        return min(max(round(100 * winning_chances(value)), 1), 99)

    def _chances(self, opinion: Opinion) -> str:
        who = self._table.voice.name(self._side(opinion))
        percent = self._percent(opinion, opinion.lines[0][0])
        return self._table.voice.t("engine.chances", who=who, n=percent)

    def _notes(self, opinion: Opinion) -> list[str]:
        """Return depth, and what the numbers stand for where that is not plain."""
        t, spot, state = self._table.voice.t, self._spot(), self._state
        assert spot is not None and state is not None
        info = state.game.info
        found = [t("engine.depth", n=opinion.depth)]
        if self.threat:
            found.append(t("engine.passed", who=self._table.voice.name(opinion.mover)))
        if info.has_chance or state.current_player() == CHANCE:
            found.append(t("engine.average"))
        if info.has_secrets:
            eyes = spot.eyes
            who = "" if eyes is None else self._table.voice.name(eyes)
            found.append(t("engine.truth") if eyes is None else t("engine.eyes", who=who))
        return found

    def _line(self, number: int, opinion: Opinion) -> Html:
        value, actions = opinion.lines[number]
        t, percent = self._table.voice.t, self._percent(opinion, value)
        turns, worded = self.turns(actions), self._table.app.settings.log == "words"
        known = [one for one in turns if one.words] if worded else turns
        shown: list[object] = []
        for count, one in enumerate(known, 1):
            shown += [self._token(f"act:engine:line:{number}:{count}", one, worded), " "]
        if len(known) < len(turns):
            shown.append("…")
        return el(
            "li",
            {"class": "engine-line worded" if worded else "engine-line"},
            el("b", {"class": "engine-value"}, t("engine.percent", n=percent)),
            join(shown) if shown else t("engine.any"),
        )

    def _token(self, target: str, one: LineTurn, worded: bool) -> Html:
        """Return one turn of a line: a button that plays up to there, or text where it cannot."""
        t, voice = self._table.voice.t, self._table.voice
        text, words = (
            letters.shown(self._table, one.text) or "–",
            " ".join(map(voice.message, one.words)),
        )
        seen, other = (words, text) if worded else (text, words)
        if self.threat:
            return el("span", {"title": other} if other else None, seen)
        both = t("engine.play", what=": ".join(part for part in (text, words) if part))
        return button(target, seen, "link", aria_label=both, title=other or None)

    def turns(self, actions: tuple[Action, ...]) -> list[LineTurn]:
        return self._telling.turns(actions) if self._telling is not None else []
