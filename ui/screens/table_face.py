"""What a table shows: the slots and keyed parts of the screen, from session and selection.

Split from the input side (ui/screens/table.py) only by length: this half changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from engine.core.contract import Action, Draft
from engine.core.scene import Mark, Scene
from engine.core.texts import Message
from engine.match.match import Match, MatchConfig
from engine.match.view import side_name
from ui.arrange import Arrange
from ui.course import Course
from ui.html import Html, join
from ui.opponent import Brain, Opponent
from ui.render import board as board_view
from ui.render.course import NO_SLIDER
from ui.render.geometry import geometry
from ui.render.ground import aspect, ground
from ui.render.keyed import Keyed
from ui.render.marks import chosen, extents, mark_labels, scene_marks, shot, target_mark
from ui.screens.controls import CourseView, Tools, question, tools
from ui.screens.table_view import Painter, curtain_layout, table_layout
from ui.screens.voice import Voice
from ui.selection import Selection
from ui.session import Session

if TYPE_CHECKING:
    from ui.app import App


class TableDesk(Protocol):
    """What the table asks the page to do."""

    def open_rules(self, game_id: str, clause: str = "") -> None: ...
    def open_settings(self) -> None: ...
    def open_share(self, match: Match, viewer: int) -> None: ...
    def save_file(self, match: Match, viewer: int) -> None: ...
    def go_home(self) -> None: ...
    def new_table(self, config: MatchConfig, seats: tuple[int, ...] = ()) -> None: ...
    def brain(self) -> Brain: ...
    def last_setup(self, game_id: str, name: str) -> Draft: ...


class TableFace:
    """One session as it looks now."""

    name = "table"

    def __init__(self, app: App, desk: TableDesk, session: Session) -> None:
        self.app = app
        self.desk = desk
        self.session = session
        self.game_id = session.game.info.id
        self.arrange = Arrange(session)
        self.notice: Message | None = None
        self.ask = ""
        self.typed = ""
        self.setup_typed = ""
        self.attempt = 0
        self.hovered = ""
        self._rev = 0
        self._opponent: Opponent | None = None
        self._course: Course | None = None
        self._walk: tuple[object, Selection, list[Action]] | None = None
        self._memo: dict[str, tuple[object, Any]] = {}
        self.restyle()
        app.view.sprite(self.game_id)

    def restyle(self) -> None:
        """Language or settings have changed: everything is written again."""
        config = self.session.match.config
        self.voice = Voice(self.app.settings.lang, self.game_id, config.names)
        self.painter = Painter(self.session, self.voice)
        self._memo.clear()

    # -- how it stands -----------------------------------------------------------------------

    @property
    def mode(self) -> str:
        """curtain, setup or play."""
        if self.session.curtain is not None:
            return "curtain"
        return "play" if self.arrange.plan() is None else "setup"

    @property
    def scene(self) -> Scene:
        plan = self.arrange.plan()
        return self.session.scene() if plan is None else plan.scene

    @property
    def turned(self) -> bool:
        """Whoever sets up alone has his own half in front of him."""
        plan = self.arrange.plan()
        if plan is None:
            return self.session.turned
        return self.session.turned != (plan.side == 1 if plan.turned is None else plan.turned)

    def walk(self) -> tuple[Selection, list[Action]]:
        """The selection and the actions its paths stand for."""
        session = self.session
        stamp = (session.version, session.viewer)
        if self._walk is None or self._walk[0] != stamp:
            state, game = session.observation(), session.game
            legal = state.legal_actions() if session.answering else []
            ways = [(path, action) for action in legal for path in game.paths(state, action)]
            paths = [path for path, _ in ways]
            actions = [action for _, action in ways]
            self._walk = (stamp, Selection(paths), actions)
        return self._walk[1], self._walk[2]

    def _memoed(self, name: str, make: Callable[[], Any], *more: object) -> Any:
        """What `make` gives, kept until something it may depend on has changed."""
        stamp = (self.session.version, self.session.viewer, self._rev, *more)
        kept = self._memo.get(name)
        if kept is None or kept[0] != stamp:
            kept = self._memo[name] = (stamp, make())
        return kept[1]

    # -- what is shown -----------------------------------------------------------------------

    def title(self) -> str:
        if self.mode == "curtain":
            return "Asedio"
        names = [self.voice.name(player) for player in range(self.session.players)]
        versus = ", ".join(names)
        if len(names) == 2:
            versus = self.voice.t("table.versus", first=names[0], second=names[1])
        return f"{versus} · {self.session.game.info.title} · Asedio"

    def fragment(self) -> str:
        return f"#play={self.session.key}"

    def attributes(self) -> dict[str, str]:
        """Handles for style sheets and tests, on the element that carries `data-screen`."""
        outcome = self.session.match.outcome()
        return {
            "data-game": self.game_id,
            "data-player": str(self.session.decider),
            "data-outcome": outcome.score if outcome else "",
            "data-mode": self.mode,
        }

    def shape(self) -> object:
        """A change of this draws the skeleton anew."""
        if self.mode == "curtain":
            return ("curtain", self.session.curtain, self.session.version)
        return ("table", board_view.view_box(self.scene.board))

    def layout(self) -> Html:
        words = self.app.words(self.game_id)
        if (player := self.session.curtain) is not None:
            public = self.session.public_scene()
            shown = self.painter.thrown(public)
            return curtain_layout(words, self.voice, player, public.status, shown)
        title = self.session.game.info.title
        board = self.scene.board
        picture = board_view.skeleton(board, self.voice.t("table.game", game=title))
        return table_layout(words, self.voice, title, picture, aspect(board))

    def slots(self) -> dict[str, Html]:
        if self.mode == "curtain":
            return {}
        slots: dict[str, Html] = self._memoed("slots", self._slots)
        return {**slots, "hints": self._memoed("hints", self._hints, self.hovered)}

    def parts(self) -> dict[str, Keyed]:
        if self.mode == "curtain":
            return {}
        parts: dict[str, Keyed] = self._memoed("parts", self._parts)
        return parts

    def _parts(self) -> dict[str, Keyed]:
        course = self._course_view()
        return {
            "course": course.slider(self._course_at()) if course else NO_SLIDER,
            "pieces": board_view.pieces(self.scene, self.turned, self.game_id),
            "cells": board_view.cells(self.scene, self.turned, self._names(), self._cells()),
        }

    def _names(self) -> board_view.Names:
        stamp = self.session.version
        kept = self._memo.get("names")
        if kept is None or kept[0] != stamp:
            names = board_view.Names(self.scene, self.voice.message, self.voice.terrain)
            kept = self._memo["names"] = (stamp, names)
        found: board_view.Names = kept[1]
        return found

    def _slots(self) -> dict[str, Html]:
        scene, turned = self.scene, self.turned
        g = geometry(scene.board, turned)
        covered = frozenset(n for r in scene.regions if r.glyph for n in r.squares)
        return {
            "ground": ground(scene.board, turned, covered),
            "regions": board_view.regions(scene, turned, self.game_id),
            "marks": Html(scene_marks(g, scene.marks) + self._chosen_marks()),
            "targets": self._target_marks(),
            **self._panel(scene),
        }

    def _panel(self, scene: Scene) -> dict[str, Html]:
        session, painter = self.session, self.painter
        painter.hint(self._hinted())
        plan = self.arrange.plan()
        walk, _ = self.walk()
        far = 0 if self.turned else 1
        can = {**walk.starts(), **walk.choices()} if plan is None else {}
        shown = len(session.match.events) if session.at is None else session.at
        return {
            "say": painter.sentence(self.prompt(), self._status()),
            "looking": self._looking(),
            "notice": painter.notice(self.notice),
            "result": self._result(),
            **self._course_slots(),
            "graph": painter.graph() if session.match.over or not session.live else Html(""),
            "story": painter.story(scene),
            "choices": self._choices(scene),
            "tools": self._tools(),
            "tray": self._tray(scene),
            "library": self._library(),
            "far": join(
                painter.side(scene, side, can, walk.prefix) for side in self._others(1 - far)
            ),
            "near": painter.near(scene, 1 - far, can, walk.prefix),
            "log-head": painter.log_head(session.live),
            "log": painter.log(session.log(), shown),
            "notation": self._notation(),
        }

    def _looking(self) -> Html:
        """What is on the board when that is not simply the game as it stands."""
        session = self.session
        if session.reading:
            return self.painter.reading(side_name(session.viewer), session.live)
        if session.elsewhere:
            return self.painter.elsewhere()
        return Html("") if session.live else self.painter.looking()

    def prompt(self) -> Message:
        """Whose decision it is and what it is, drafts included."""
        plan = self.arrange.plan()
        state = plan.shown if plan is not None and plan.shown else self.session.observation()
        return state.prompt(self.session.viewer)

    def _status(self) -> Sequence[Message]:
        plan = self.arrange.plan()
        if plan is None:
            return (*self._thinking(), *self.scene.status)
        return plan.problems or (Message("table.setup.complete"),)

    def _thinking(self) -> list[Message]:
        """What the computer is doing."""
        opponent = self._opponent
        if opponent is None:
            return []
        found = [opponent.status(self.voice.name(self.session.decider)), opponent.problem]
        if opponent.brain.trouble():
            found.append(Message("ai.slices"))
        return [message for message in found if message is not None]

    def _choices(self, scene: Scene) -> Html:
        plan = self.arrange.plan()
        if plan is not None:
            return self.painter.setup_tools(
                plan, self.arrange.held, bool(self._model()), bool(self.arrange.draft)
            )
        if self.ask:
            session = self.session
            return question(self.voice, self.ask, max(session.viewer, 0), session.seats)
        walk, _ = self.walk()
        can = {**walk.starts(), **walk.choices()}
        found = [choice for choice in scene.choices if choice.target in can]
        return self.painter.choices(found, bool(walk.prefix) and bool(found))

    def _tools(self) -> Html:
        session = self.session
        if self.ask:
            return Html("")
        if session.reading:
            return tools(self.voice, Tools(undo=None))
        live, over = session.live, session.match.over
        mine = live and session.viewer == session.decider
        computers = any(session.seats)
        return tools(
            self.voice,
            Tools(
                undo=session.undoer() is not None,
                resign=live and session.can_resign(session.viewer),
                draw=live
                and session.can_draw()
                and self.arrange.plan() is None
                and (mine or not computers),
                hint=mine and self.arrange.plan() is None,
                hurry=session.thinker is not None and not self._paused(),
                watch=not over and sum(level > 0 for level in session.seats) > 1,
                paused=self._paused(),
                levels=() if over else session.seats,
            ),
        )

    def _paused(self) -> bool:
        return self._opponent is not None and self._opponent.paused

    def _tray(self, scene: Scene) -> Html:
        plan = self.arrange.plan()
        if plan is not None:
            return self.painter.tray(plan, self.arrange.held)
        walk = self.walk()[0]
        return self.painter.loose(scene, {**walk.starts(), **walk.choices()}, walk.prefix)

    def _others(self, near: int) -> list[int]:
        """Every side but the one whose things lie next to the viewer."""
        return [side for side in range(max(2, self.session.players)) if side != near]

    def _library(self) -> Html:
        """Whole set-ups to start from, while an empty or finished one can be written down."""
        plan = self.arrange.plan()
        if plan is None or not plan.allowed:
            return Html("")
        game, seen = self.session.game, self.session.observation()
        if not game.setup_text(seen, self.arrange.draft):
            return Html("")
        return self.painter.library(game.setups(seen), self.mine(), self.attempt)

    def mine(self) -> list[str]:
        """Set-up texts this browser keeps for this game."""
        return [text for _, text in self.app.store.load_draft(f"own-{self.game_id}", 0)]

    def _notation(self) -> Html:
        if self.mode != "play" or self.session.match.over or not self.session.live:
            return Html("")
        if not self.session.answering:
            return Html("")
        return self.painter.notation("", self.attempt)

    def _course_view(self) -> CourseView | None:
        """How a finished game went, once there is something to show."""
        if self._course is None or not self.session.match.over:
            return None
        colours = self.scene.seats or tuple(range(self.session.players))
        return CourseView(self.voice, self._course, colours)

    def _course_at(self) -> int:
        return self._course.at(self.session.at) if self._course is not None else 0

    def _course_slots(self) -> dict[str, Html]:
        view = self._course_view()
        if view is None:
            return dict.fromkeys(("course-head", "course", "course-words"), Html(""))
        return view.slots(self._course_at())

    def _result(self) -> Html:
        outcome = self.session.match.outcome()
        if outcome is None:
            return Html("")
        winner = outcome.winner
        t = self.voice.t
        text = t("table.result.draw") if winner is None else self._won(winner)
        two = winner is not None and self.session.players == 2
        loser = self.voice.name(1 - winner) if winner is not None and two else ""
        key = f"table.reason.{outcome.reason}"
        if self.session.players > 2:  # no score among several, and more than one has lost
            return self.painter.result(text, "", "")
        why = t(key, rival=loser) if self.voice.has(key) else ""
        return self.painter.result(text, outcome.score, why)

    def _won(self, winner: int) -> str:
        return self.voice.t("table.result.won", who=self.voice.name(winner))

    def _model(self) -> Draft:
        """The last set-up of the person in front, if there was one."""
        return self.desk.last_setup(self.game_id, self.session.name(self.session.viewer))

    # -- marks and cells ---------------------------------------------------------------------

    def _chosen_squares(self) -> list[str]:
        plan = self.arrange.plan()
        walk, _ = self.walk()
        targets = walk.prefix if plan is None else (self.arrange.held,)
        return [target[3:] for target in targets if target.startswith("sq:")]

    def _chosen_marks(self) -> Html:
        hinted = [target[3:] for target in self._hinted() if target.startswith("sq:")]
        squares = [*self._chosen_squares(), *hinted]
        return chosen(geometry(self.scene.board, self.turned), squares)

    def _hinted(self) -> tuple[str, ...]:
        """Targets of the hint: the piece, or whatever comes first, then the whole move."""
        hint = self._opponent.hint if self._opponent is not None else None
        if hint is None or self.mode != "play":
            return ()
        return hint.path if hint.whole else hint.path[:1]

    def _barred(self) -> list[Mark]:
        """What looks possible for the chosen piece and is not: its reach says so, with a clause."""
        prefix = self.walk()[0].prefix if self.arrange.plan() is None else ()
        if not prefix:
            return []
        marks = self.session.game.reach(self.session.observation(), prefix[0])
        return [mark for mark in marks if mark.kind == "cannot"]

    def next_marks(self) -> dict[str, str]:
        """Targets that may be pressed next and deserve a mark → its kind."""
        if self.arrange.plan() is not None:
            return {f"sq:{name}": "place" for name in self.arrange.places()}
        walk, actions = self.walk()
        state, game = self.session.observation(), self.session.game
        return {
            target: game.mark(state, actions[indexes[0]])
            for target, indexes in walk.choices().items()
            if walk.prefix or (walk.completes(target) and target.startswith("sq:"))
        }

    def _target_marks(self) -> Html:
        scene = self.scene
        g = geometry(scene.board, self.turned)
        wide = extents(scene.aliases)
        origin = self._chosen_squares()[:1]
        parts = []
        for target, kind in self.next_marks().items():
            square = target[3:]
            if not target.startswith("sq:") or square not in g.centres:
                continue
            if kind == "fire" and origin and origin[0] != square:
                parts.append(shot(g, origin[0], square))
            extent = wide.get(target, ()) if self.arrange.plan() is None else ()
            parts.append(target_mark(g, kind, square, extent))
        return Html("".join(parts) + scene_marks(g, self._barred()))

    def _cells(self) -> dict[str, board_view.Cell]:
        """What is special about each square now."""
        found = self._setup_cells() if self.arrange.plan() is not None else self._play_cells()
        for square in self._chosen_squares():
            found[square] = board_view.Cell(
                "can chosen", self.voice.t("table.press.drop"), True, True
            )
        for source, target in self.scene.aliases.items():
            if source.startswith("sq:") and target[3:] in found:
                found[source[3:]] = found[target[3:]]
        return found

    def _play_cells(self) -> dict[str, board_view.Cell]:
        walk, _ = self.walk()
        t = self.voice.t
        found = {}
        for target in walk.starts():
            if target.startswith("sq:"):
                found[target[3:]] = board_view.Cell("can", t("table.press.select"), False, True)
        for target, kind in self.next_marks().items():
            if target.startswith("sq:"):
                drag = target in walk.starts()
                words = t(f"table.press.{kind}")
                found[target[3:]] = board_view.Cell(f"can to to-{kind}", words, False, drag)
        for mark in self._barred():
            for square in mark.squares if mark.label else ():
                found.setdefault(square, board_view.Cell("", self.voice.message(mark.label)))
        return found

    def _setup_cells(self) -> dict[str, board_view.Cell]:
        t, arrange = self.voice.t, self.arrange
        plan = arrange.plan()
        found = {}
        for _, square in arrange.draft:
            if arrange.movable(square):
                found[square] = board_view.Cell("can", t("table.press.lift"), False, True)
        if plan is not None and plan.ready and not plan.problems:
            found[plan.ready[3:]] = board_view.Cell(
                "can ready", t("table.press.ready"), False, plan.ready[3:] in found
            )
        for square in arrange.places():
            found[square] = board_view.Cell("can to to-place", t("table.press.place"))
        return found

    def _hints(self) -> Html:
        """Reach and obstacles of what is looked at, or of the next step that is being weighed."""
        if self.app.settings.reach != "on" or self.mode != "play":
            return Html("")
        walk, _ = self.walk()
        state, game = self.session.observation(), self.session.game
        if self.hovered and walk.prefix and self.hovered in walk.choices():
            marks = game.foresee(state, (*walk.prefix, self.hovered))
        elif walk.prefix and walk.prefix[-1].startswith("sq:"):
            return Html("")
        else:
            looked = walk.prefix[-1] if walk.prefix else self.hovered
            marks = game.reach(state, looked) if looked else ()
        g = geometry(self.scene.board, self.turned)
        return Html(scene_marks(g, marks) + mark_labels(g, marks, self.voice.message))
