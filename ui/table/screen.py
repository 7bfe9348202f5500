"""The table screen: puts the presenters together and passes input to `ui.table.inputs`.

Everything shown comes from the session, which blanks secrets.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.core.texts import Message
from ui.render.ground import view_box
from ui.render.keyed import Keyed
from ui.session.revision import Cached
from ui.session.session import Session
from ui.shell.people import People
from ui.shell.screen import Screen
from ui.table import (
    background,
    board,
    clocks,
    curtain,
    danger,
    engine_view,
    guide,
    heading,
    inputs,
    layout,
    mistakes,
    news,
    result,
    review,
    setup,
    sides,
    sketches,
    sounds,
    speech,
    square_question,
    strips,
    tools,
)
from ui.table.log import LogPanel
from ui.table.sides import Sides
from ui.table.table import Table
from ui.words.brand import NAME, titled
from ui.words.faces import said
from ui.words.html import Html
from ui.words.targets import Target

if TYPE_CHECKING:
    from ui.shell.app import App
    from ui.shell.controller import Controller

# Commands that work while another tab plays.
ALONG = frozenset(
    {"here", "keys", "home", "settings", "rules", "share", "save", "turn", "legend", "sketch",
     "full", "zen", "more", "told", "tab", "log-all", "log-words", "log-first", "log-last",
     "log-prev", "log-next"}
)  # fmt: skip


class TableScreen(Screen):
    """The screen of one session."""

    name = "table"
    task = False  # see Table

    def __init__(self, app: App, controller: Controller, session: Session) -> None:
        self.app = app
        self.session = session
        self.table = Table(app, controller, session, self._thought, self.go_on)
        self.table.task = self.task
        if not session.count and not self.task:
            self.table.state.greeting = said(self.table.voice.has, session.levels, "hello")
        self._timer = self.table.timer = clocks.TableTimer(self.table)
        self.game_id = self.table.game_id
        self._people = People(app.store.storage)
        self._gone = False  # another screen has taken its place
        self._compose()
        app.view.sprite(self.table.game_id)

    def _compose(self) -> None:
        """Make the presenters and caches, in the current language."""
        first, settings = guide.first_games(self.table), self.app.settings
        self.table.guided = first and settings.guide == "on"
        self.table.warns = settings.warn == "on" or (first and settings.warn == "first")
        self.table.offers_sounds = sounds.first_game(self.table)
        self._sides = Sides(self.table)
        self._log = LogPanel(self.table)
        self._library = setup.Library(self.table)
        self._slots = Cached(self._draw)
        self._rest = Cached(self._draw_rest)
        self._standing = Cached(lambda: board.standing(self.table))
        self._hints = Cached(lambda: board.hints(self.table))
        self._threats = Cached(lambda: danger.drawn(self.table))
        self._notice = Cached(lambda: heading.notice(self.table))
        self._sketch = Cached(lambda: sketches.drawn(self.table))
        self._engine = Cached(lambda: engine_view.thoughts(self.table))
        self._parts = Cached(self._draw_parts)
        self._cells = Cached(lambda: {"cells": board.cells(self.table)})

    def restyle(self) -> None:
        self.table.restyle()
        self._compose()

    def look(self) -> dict[str, str]:
        return self._own_look()[1]

    def restyled(self, name: str, value: str) -> bool:
        who, look = self._own_look()
        if name in look:
            self._people.change(who, **{name: value})
        return name in look

    def _own_look(self) -> tuple[str, dict[str, str]]:
        """Return the first person at this device with settings of their own, and these."""
        seated = zip(self.session.config.names, self.session.seating.seats, strict=False)
        return self._people.look_of([name for name, seat in seated if name and seat.here])

    # -- what is shown -----------------------------------------------------------------------

    def title(self) -> str:
        table = self.table
        if table.mode == "curtain":
            return NAME
        names = [table.voice.name(player) for player in range(self.session.players)]
        versus = ", ".join(names)
        if len(names) == 2:
            versus = table.voice.t("table.versus", first=names[0], second=names[1])
        badge = table.far.badge() if table.far is not None else ""
        return titled(f"{badge}{versus}", table.game.info.title)

    def fragment(self) -> str:
        return f"#play={self.session.key}"

    def attributes(self) -> dict[str, str]:
        outcome, far = self.session.outcome(), self.table.far
        areas = () if self.table.mode == "curtain" else self.table.scene.areas
        return {
            "data-game": self.table.game_id,
            "data-player": str(self.session.decider),
            "data-outcome": outcome.score if outcome else "",
            "data-mode": self.table.mode,
            "data-areas": " ".join(sorted({one.kind for one in areas if one.items})),
            "data-away": "first" if far is not None and far.urgent() else "",
            "data-watch": "on" if far is not None and far.me < 0 else "off",
            "data-sketch": "on" if self.table.state.sketch.on else "off",
            "data-tab": self.table.state.tab if areas and sides.kind(self.table) else "game",
            "data-more": "on" if self.table.state.more else "off",
            "data-zen": "on" if self.table.state.zen and self.table.mode != "curtain" else "off",
        }

    def shape(self) -> object:
        if self.table.mode == "curtain":
            return ("curtain", self.session.curtain, self.session.revision.number)
        return ("table", view_box(self.table.scene.board))

    def layout(self) -> Html:
        if (player := self.session.curtain) is not None:
            return curtain.layout(self.table, player, self._sides)
        return layout.layout(self.table, css="guided" if self.table.guided else "")

    def slots(self) -> dict[str, Html]:
        if self.table.mode == "curtain":
            return {}
        stamp = self._stamp()
        state = self.table.state
        looked = (stamp, state.hovered, state.rested)
        hints, notice = self._hints.get(looked), self._notice.get(looked)
        sketch = self._sketch.get((stamp, sketches.marks(self.table)))
        said = {"hints": hints, "notice": notice, "sketch": sketch}
        return {**self._slots.get(stamp), **said, **self._engine.get((stamp, self._news()))}

    def _news(self) -> int:
        """Return a number that changes with every news of the engine."""
        view = self.table.engine_view
        return view.revision.number if view is not None else 0

    def taken(self) -> Sequence[str]:
        return () if self.table.mode == "curtain" else self._sides.taken()

    def parts(self) -> dict[str, Keyed]:
        return {} if self.table.mode == "curtain" else self._parts.get(self._stamp())

    def rest_parts(self) -> dict[str, Keyed]:
        return {} if self.table.mode == "curtain" else self._cells.get(self._stamp())

    def _stamp(self) -> object:
        return (self.session.revision.number, self.table.state.revision.number)

    def rest(self) -> dict[str, Html]:
        return {} if self.table.mode == "curtain" else self._rest.get(self._stamp())

    def _draw(self) -> dict[str, Html]:
        """Return the slots that answer an input at once: the board and what lies over it."""
        table = self.table
        return {
            **board.slots(table, self._stands()),
            **square_question.slots(table),
            "looking": heading.looking(table),
        }

    def _draw_rest(self) -> dict[str, Html]:
        """Return the slots that may follow after the paint: texts, areas, buttons, log."""
        table = self.table
        prefix = table.selection.prefix if table.mode != "curtain" else ()
        drawn = {
            **heading.slots(table),
            **result.slots(table),
            **tools.choices(table),
            **self._library.slots(),
            **strips.slots(table),
            **self._sides.slots(),
            **tools.slots(table),
            **review.slots(table),
            **mistakes.slots(table),
            **engine_view.slots(table),
            **news.slots(table),
            **sounds.slots(table),
            **self._log.slots(),
            "threats": self._threats.get((self._position(), self.table.dangers, prefix)),
            "ask": table.far.asks() if table.far is not None else Html(""),
            "away": table.far.panel() if table.far is not None else Html(""),
        }
        background.write_log(table)  # what the log still lacks is known now
        return drawn

    def _draw_parts(self) -> dict[str, Keyed]:
        return {**review.parts(self.table), "pieces": self._stands().pieces}

    def _position(self) -> object:
        told = self.table.state.told_at
        return (self.session.revision.number, self.table.turned, self.table.unplayed, told)

    def _stands(self) -> board.DrawnPosition:
        return self._standing.get(self._position())

    # -- life cycle and events ---------------------------------------------------------------

    def shown(self) -> None:
        """Resume the work of the table after it was drawn."""
        self._gone = False
        self._timer.come_back()
        self.session.keep_bookmark()
        self.go_on()
        background.wake(self.table)

    def go_on(self) -> None:
        """Let the agents and idle work react to a change, unless the screen was left."""
        if not self._gone:
            background.go_on(self.table)

    def leave(self) -> None:
        """Stop all agents, because another screen takes this one's place."""
        self._gone = True
        self._timer.leave()
        self.table.state.passing = -1
        for agent in self.table.agents():
            agent.stop()
        if self.table.mistakes is not None:
            self.table.mistakes.leave()
        engine_view.stop(self.table)

    def unseen(self) -> None:
        self._timer.pause("hidden")
        engine_view.stop(self.table)

    def greet(self, words: Message) -> None:
        """Show a message until the next input here."""
        self.table.state.greeting = words
        self.table.state.revision.bump()
        self.app.refresh()
        self.app.announce(self.table.voice.message(words))

    def answer(self, words: Message) -> None:
        """Show and announce an answer to the last input."""
        speech.answer(self.table, words)

    def moved_elsewhere(self) -> None:
        """Show what a player at another device has done."""
        background.moved_elsewhere(self.table)

    def letters_came(self) -> None:
        """React to letters of this table that another tab has stored."""
        if self.table.far is not None:
            self.table.far.reload()

    def _thought(self, moved: bool) -> None:
        act = background.moved if moved else background.heard
        self.app.later(lambda: act(self.table))

    # -- input -------------------------------------------------------------------------------

    def press(self, target: Target) -> None:
        table, session = self.table, self.session
        table.state.greeting = None
        if session.elsewhere and not _goes_along(target):
            table.state.fresh()
            speech.refuse(table, Message("table.elsewhere"))
            return
        if not session.watching:
            session.writer.stand()
        inputs.press(table, target)
        self.go_on()

    def field(self, name: str, value: str) -> None:
        inputs.field(self.table, name, value)

    def hover(self, target: Target) -> bool:
        return inputs.hover(self.table, target)

    def look_up(self, target: Target) -> bool:
        return inputs.look_up(self.table, target)

    def sketch(self, start: Target, goal: Target, colour: int, done: bool) -> bool:
        return inputs.sketch(self.table, start, goal, colour, done)

    def grab(self, target: Target) -> bool:
        return inputs.grab(self.table, target)

    def drop(self, target: Target) -> None:
        inputs.drop(self.table, target)
        if target:
            self.go_on()

    def put_back(self) -> None:
        inputs.put_back(self.table)

    def same(self, target: Target, other: Target) -> bool:
        return inputs.same(self.table, target, other)

    def key(self, key: str, target: Target) -> bool:
        return inputs.key(self.table, key, target)


def _goes_along(target: Target) -> bool:
    """Return whether a target may be pressed while another tab plays."""
    if target.kind == "act":
        return target.word in ALONG
    return target.kind == "look" or target == inputs.REVEAL
