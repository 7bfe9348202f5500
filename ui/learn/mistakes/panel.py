"""Panel beside the table with a finished game's mistakes.

It starts the judging and shows its progress, lists the mistakes, shows the position of each, and
lets the player try again from there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.telling import Telling
from engine.core.texts import Message
from ui.learn.mistakes import stored
from ui.learn.mistakes.decisions import Mistake, Past
from ui.learn.mistakes.judged_game import JudgedTurn
from ui.learn.mistakes.judging import Judging
from ui.learn.mistakes.overview import graph, marks, overview, turn_at
from ui.learn.mistakes.telling import Comparison, in_words, story, turned
from ui.learn.mistakes.turning_point import TurningPoint, winner_of
from ui.render.board import Names
from ui.render.geometry import geometry
from ui.render.telling import pointed
from ui.saves.entries import key_of
from ui.session.review import Point
from ui.session.revision import Cached
from ui.session.seats import people
from ui.session.turns import written
from ui.table import speech
from ui.table.table import Table
from ui.words.frame import button
from ui.words.html import Html, el, join
from ui.words.targets import cut

# Words for what a turn lost, by percent of winning chances (upper limits). Below NONE_LEFT the game
# was as good as lost.
COSTS = ((15, "little"), (30, "some"), (1_000, "much"))
NONE_LEFT = 0.05
BACK = 24  # turns judged unasked, to find the turning point
RIVAL = 3  # level of the computer that replaces a player at another device
SAID = 4  # number of parts after which the progress is announced

Place = tuple[int, int]  # seat, number in its list


class MistakesPanel:
    """Panel of one finished game. `found`: mistakes by seat, None until they are known."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.past = Past(table.session.finished())
        self.seats = people(table.session.seating.seats)
        self.found: stored.Found | None = None
        self.course: Sequence[JudgedTurn] = ()  # all judged turns, once they are known
        self.moment: TurningPoint | None = None
        self.opened = False  # the player has asked for it
        self._marks = Cached(lambda: marks(self.table, self.course))
        table.session.unroll()  # every turn of the log gets its mark
        self._judging: Judging | None = None
        self._stories: dict[Place, Comparison] = {}
        self._shown: Place | None = None
        self._said = 0
        table.restyle()  # the catalogue loaded with this code has new texts
        self._recall()

    def _recall(self) -> None:
        store, key = self.table.app.store, self.table.session.key
        raw = store.mistakes(key)
        self.opened = raw is not None
        try:
            known = None if raw is None else stored.read(self.past, raw, self.seats)
            if known is not None:
                self.found, self.course, self.moment = known
        except stored.Damaged:
            store.put_aside(key_of("mistakes", key))

    def fits(self) -> bool:
        """Return whether the table still shows a finished game with as many events."""
        session = self.table.session
        return session.over and len(self.past.match.events) == session.count

    def leave(self) -> None:
        if self._judging is not None:
            self._judging.stop()

    def pause(self) -> None:
        self.leave()
        self.table.state.revision.bump()

    def look_back(self) -> None:
        """Search for the turning point unasked; it is the beginning of the whole judging."""
        if self.found is None and self._judging is None:
            self._run().start(BACK)

    def _run(self) -> Judging:
        if self._judging is None:
            engine = self.table.controller.engine()
            self._judging = Judging(engine, self.past, self.seats, self._later)
        return self._judging

    # -- what is pressed ---------------------------------------------------------------------

    def press(self, what: str) -> None:
        """Handle a button; the first press opens the panel.

        `go`: start or stop the judging; `see:<seat>:<number>`: show a mistake;
        `again:<seat>:<number>`: play on from it.
        """
        verb, rest = cut(what)
        if verb == "go":
            self._go()
        elif (place := self._place(rest)) is not None:
            if verb == "see":
                self._show(place)
            elif verb == "again":
                self._again(place)

    def _place(self, text: str) -> Place | None:
        seat, number = cut(text)
        if not (seat.isdecimal() and number.isdecimal()) or self.found is None:
            return None
        mistakes = self.found.get(int(seat), ())
        return (int(seat), int(number)) if int(number) < len(mistakes) else None

    def _go(self) -> None:
        if self.found is not None:
            return
        unasked, self.opened = not self.opened, True
        judging = self._run()
        if judging.going and not unasked:
            judging.stop()
            speech.say(self.table, "mistakes.stopped")
        else:
            judging.start()
            speech.say(self.table, "mistakes.begun")
            self._settle()  # a game without decisions is done at once

    def _later(self) -> None:
        self.table.app.later(self._went_on)

    def _went_on(self) -> None:
        """Show progress after another turn has been judged."""
        self.table.state.revision.bump()
        judging = self._judging
        if judging is None:
            return
        if judging.moment is not None and self.moment is None:
            self.moment = judging.moment
            self.table.app.announce(" ".join(self._moment_sentences()))
        if not self.opened or self._settle():
            return
        if judging.failed:
            speech.refuse(self.table, Message("mistakes.failed"))
        elif judging.done * SAID // max(judging.of, 1) > self._said:
            self._said += 1
            speech.say(self.table, "mistakes.progress", n=judging.done, of=judging.of)

    def _settle(self) -> bool:
        """Store and announce the result once all turns are judged; return whether they are."""
        judging = self._judging
        if judging is None or not judging.ready:
            return False
        self._judging, self.found, self.course = None, judging.found(), judging.turns()
        judgement = stored.Judgement(self.found, self.course, self.moment)
        self.table.app.store.keep_computed(
            "mistakes", self.table.session.key, stored.write(self.past, judgement)
        )
        count = sum(map(len, self.found.values()))
        words = self.table.voice.t("mistakes.found", n=count) if count else ""
        empty = dict.fromkeys(self._none(seat) for seat, those in self.found.items() if not those)
        self.table.app.announce(" ".join([*([words] if words else []), *empty]))
        return True

    def _show(self, place: Place) -> None:
        self._shown = place
        self.table.session.look_as(place[0], self._mistake(place).at)
        self.table.app.page.bring_into_view(".table-board")
        self.table.app.announce(" ".join(self._sentences(place)))

    def _again(self, place: Place) -> None:
        """Start a new game with the same players at the mistake's position."""
        session, at = self.table.session, self._mistake(place).at
        said = Message("mistakes.again.said", n=self._turn(place))
        levels = tuple(one.level or (0 if one.here else RIVAL) for one in session.seating.seats)
        self.table.controller.replay(session.config, self.past.match.events[:at], levels, said)

    # -- what is shown -----------------------------------------------------------------------

    def body(self) -> Html:
        t = self.table.voice.t
        return el(
            "section",
            {"class": "area mistakes", "aria-label": t("mistakes.title")},
            overview(self.table, self.course),
            el("h2", {"class": "area-title"}, t("mistakes.title")),
            self._working() if self.found is None else self._lists(),
            el("p", {"class": "soft"}, t("mistakes.how")) if self.found is not None else None,
        )

    def _working(self) -> Html:
        t, judging = self.table.voice.t, self._judging
        if judging is not None:
            return button("act:mistakes:go", t("mistakes.halt" if judging.going else "mistakes.on"))
        about = el("p", {"class": "soft"}, t("mistakes.about"))
        return join(about, button("act:mistakes:go", t("mistakes.go")))

    def progress(self) -> Html:
        """Return the progress bar.

        Separate from the stop button, which must not be replaced while it is pressed.
        """
        t, judging = self.table.voice.t, self._judging
        if judging is None:
            return Html("")
        bar = {"value": judging.done, "max": judging.of, "aria-label": t("mistakes.title")}
        words = t("mistakes.progress", n=judging.done, of=judging.of)
        return join(el("p", None, words), el("progress", bar))

    def _lists(self) -> Html:
        found = self.found or {}
        several = len(found) > 1
        return join(
            (
                el("h3", None, self.table.voice.name(seat)) if several else None,
                self._list(seat, mistakes) if mistakes else el("p", None, self._none(seat)),
            )
            for seat, mistakes in found.items()
        )

    def _none(self, seat: int) -> str:
        """Return what is said if no turn lost much.

        A player who lost the game is not told that he played well.
        """
        outcome = self.past.match.outcome()
        lost = outcome is not None and outcome.returns[seat] < 0
        return self.table.voice.t("mistakes.none.lost" if lost else "mistakes.none")

    def _list(self, seat: int, mistakes: Sequence[Mistake]) -> Html:
        rows = (self._row((seat, number)) for number in range(len(mistakes)))
        return el("ol", {"class": "mistake-list", "role": "list"}, rows)

    def _row(self, place: Place) -> Html:
        t, name = self.table.voice.t, f"{place[0]}:{place[1]}"
        shown = place == self._shown and self._on_board(place)
        played, better, *why = self._sentences(place)
        return el(
            "li",
            {"class": "mistake shown" if shown else "mistake"},
            button(
                f"act:mistakes:see:{name}",
                self._title(place),
                "link",
                aria_pressed=str(shown).lower(),
            ),
            el("p", {"class": "mistake-played"}, played),
            el("p", {"class": "mistake-better"}, better),
            [el("p", None, sentence) for sentence in why] if shown else None,
            button(f"act:mistakes:again:{name}", t("mistakes.again")) if shown else None,
        )

    def _title(self, place: Place) -> str:
        one = self._mistake(place)
        lost = min(round(100 * one.loss), 100)
        cost = next(word for limit, word in COSTS if lost < limit)
        cost = "game" if cost == "much" and one.verdict.played < NONE_LEFT else cost
        t = self.table.voice.t
        return t("mistakes.turn", n=self._turn(place), cost=t(f"mistakes.cost.{cost}"), lost=lost)

    def _sentences(self, place: Place) -> list[str]:
        """Return what was played, what was better, and why."""
        told, verdict, t = self._story(place), self._mistake(place).verdict, self.table.voice.t

        def words(telling: Telling, path: int) -> str:
            return in_words(
                telling, told.paths[path], self.table.voice.message, lambda: self._names(place)
            )

        found = [
            t("mistakes.played", what=words(told.played, 0)),
            t("mistakes.better", what=words(told.better, 1)),
        ]
        if told.then:
            found.append(t("mistakes.then", what=words(told.then, 0)))
        if told.instead and told.instead != told.then:
            found.append(t("mistakes.instead", what=words(told.instead, 1)))
        best, left = round(100 * verdict.best), round(100 * verdict.played)
        found.append(t("mistakes.chances", best=best, left=left))
        return found

    def story(self) -> Html:
        """Return how the game turned, which shows that position; empty where nothing is sure."""
        if self.moment is None:
            return Html("")
        turned, *more = self._moment_sentences()
        luck = self.moment.luck
        turn = turn_at(self.table, self.moment.until - 1 if luck else self.moment.at)[1]
        return el(
            "div",
            {"class": "result-story"},
            button(f"look:{turn.number}", turned, "link"),
            [el("p", None, one) for one in more],
        )

    def _moment_sentences(self) -> list[str]:
        point, winner, voice = self.moment, winner_of(self.past), self.table.voice
        assert point is not None and winner is not None
        told = turned(self.past, point, self.table.session.viewer)
        what = " ".join(voice.message(one.words) for one in told)
        number = turn_at(self.table, point.at)[0]
        cause = voice.t(
            "mistakes.story.luck" if point.luck else "mistakes.story.slip",
            who=voice.name(1 - winner),
            before=round(100 * point.before),
            after=round(100 * point.after),
        )
        key = "mistakes.story" if what else "mistakes.story.untold"
        return [voice.t(key, n=number, what=what), cause]

    def marks(self) -> Mapping[int, str]:
        """Return the mark of each bad turn of the log, by the number of events at its end."""
        stamp = (self.found is None, self.table.session.viewer)
        return self._marks.get(stamp)

    def graph(self, points: Sequence[Point]) -> tuple[Html, Html]:
        """Return legend and graph of the judged game; `points`: those of the slider."""
        return graph(self.table, self.course, points)

    def arrows(self) -> Html:
        """Return arrows for both actions while the mistake's position is on the board."""
        if self._shown is None or not self._on_board(self._shown):
            return Html("")
        g = geometry(self.table.scene.board, self.table.turned)
        played, better = self._story(self._shown).paths
        return join(pointed(g, played, "fx-played"), pointed(g, better, "fx-better"))

    def _on_board(self, place: Place) -> bool:
        session = self.table.session
        seats = (place[0], *([] if session.game.info.has_secrets else [session.viewer]))
        return session.at == self._mistake(place).at and session.viewer in seats

    # -- inside ------------------------------------------------------------------------------

    def _mistake(self, place: Place) -> Mistake:
        assert self.found is not None
        return self.found[place[0]][place[1]]

    def _turn(self, place: Place) -> int:
        """Return the number of the turn as in the log."""
        turns = self.past.turns(place[0])
        return written(turns, turns.index(self.past.turn(place[0], self._mistake(place).at)))

    def _story(self, place: Place) -> Comparison:
        if place not in self._stories:
            self._stories[place] = story(self.past, place[0], self._mistake(place))
        return self._stories[place]

    def _names(self, place: Place) -> Names:
        seat, voice = place[0], self.table.voice
        scene = self.past.game.scene(self.past.before(seat, self._mistake(place).at), seat)
        return Names(scene, voice.message, voice.terrain)
