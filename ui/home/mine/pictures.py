"""Pictures in the list of all games, drawn while the browser is idle for the rows in view.

A running game has the picture that its table stored (ui/table/home_preview.py). A finished one is
replayed to its final position, which is drawn as the only person at this device may know it, or
everybody. If there is no position to draw, the picture is that of the game's kind.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from engine.core.contract import SPECTATOR
from engine.core.errors import AsedioError
from engine.core.steps import Steps
from engine.games import REGISTRY, game_look
from engine.match.view import View
from ui.home.cover import cover
from ui.home.mine.placing import KeptSetup, drawing_setup
from ui.home.resume_card import sight_of
from ui.render.miniature import picture, picture_of
from ui.session.agreed import known_to
from ui.session.resume import opening
from ui.session.share import stored_view
from ui.shell.fetching import NotYetHere
from ui.words.html import Html

if TYPE_CHECKING:
    from engine.match.match import Match
    from ui.saves.store import Store, Summary
    from ui.shell.app import App

MOST = 400  # pictures kept
SLICE = 0.02  # seconds the page may be blocked


class Pictures:
    """Pictures of games and set-ups; rows in the document carry `data-picture="<id>"`."""

    def __init__(self, app: App) -> None:
        self.app = app
        self._drawn: dict[tuple[object, ...], Html] = {}
        self._rows: Mapping[str, Summary | KeptSetup] = {}  # shown now
        self._left: list[str] = []  # in view and still to be drawn
        self._work: Steps[Html] | None = None  # on the last one in `_left`
        self._missing: set[str] = set()  # games whose rules could not be fetched

    def of(self, one: Summary | KeptSetup) -> Html | None:
        """Return the picture of a game or a set-up if it has been drawn."""
        return self._drawn.get(_state(one))

    def show(self, rows: Collection[Summary], setups: Collection[KeptSetup] = ()) -> None:
        """Draw the pictures of these rows when they come into view."""
        known = {row.id: row for row in rows if not row.newer and row.game_id in REGISTRY}
        self._rows = {**known, **{setup.id: setup for setup in setups}}
        self.app.page.watch_pictures(self._seen)

    def stop(self) -> None:
        self._rows, self._left, self._work = {}, [], None
        self.app.page.watch_pictures(None)

    def _seen(self, keys: Collection[str]) -> None:
        """Draw these games next; those that have left the view are dropped."""
        busy = bool(self._left)
        going = self._left[-1:] if self._work is not None else []
        found = [key for key in keys if key in self._rows and self.of(self._rows[key]) is None]
        self._left = [*(one for one in reversed(found) if one not in going), *going]
        if self._left and not busy:
            self.app.page.idle(self._next)

    def _next(self) -> None:
        """Run a slice of the work on the next picture."""
        if not self._left:
            return
        one = self._rows.get(self._left[-1])
        try:
            done = one is None or self._draw(one)
        except NotYetHere as fetched:
            pack, self._work = fetched.pack, None
            self.app.page.bring(pack, lambda problem: self._fetched(pack, problem))
            return
        if done:
            self._left.pop()
            self._work = None
        if self._left:
            self.app.page.idle(self._next)

    def _draw(self, one: Summary | KeptSetup) -> bool:
        """Go on drawing a game; return whether that is finished."""
        if one.game_id in self._missing:
            self._keep(one, Html(""))
            return True
        if self._work is None:
            store = self.app.store
            self._work = drawing_setup(one) if isinstance(one, KeptSetup) else drawing(store, one)
        end = time.perf_counter() + SLICE
        try:
            while time.perf_counter() < end:
                next(self._work)
        except StopIteration as done:
            self._keep(one, done.value)
            return True
        return False

    def _keep(self, one: Summary | KeptSetup, found: Html) -> None:
        while len(self._drawn) >= MOST:
            del self._drawn[next(iter(self._drawn))]
        found = found or cover(one.game_id, "miniature")
        self._drawn[_state(one)] = found
        self.app.page.put_picture(one.id, found)

    def _fetched(self, pack: str, problem: str) -> None:
        if problem:
            self._missing.add(pack)
        self._next()


def _state(one: Summary | KeptSetup) -> tuple[object, ...]:
    if isinstance(one, KeptSetup):
        return one.game_id, one.text
    return one.id, one.events, one.updated, one.result, one.mine


def drawing(store: Store, summary: Summary) -> Steps[Html]:
    """Draw the last position of a game in steps; empty if there is none to draw."""
    if not (summary.over or summary.view):
        return sight_of(store, summary).picture or Html("")
    match = yield from _match(store, summary)
    if match is None:
        return Html("")
    viewer = summary.mine if match.viewer is None else match.viewer
    viewer = viewer if 0 <= viewer < len(match.game.sides) else SPECTATOR
    scene = match.game.scene(match.state.observation(viewer), viewer)
    found = picture_of(scene, turned=viewer == 1, look=game_look(summary.game_id))
    return picture(summary.game_id, found)


def _match(store: Store, summary: Summary) -> Steps[Match | View | None]:
    """Return a stored game, or the view of one, at its end; None if it is damaged."""
    saved = store.load(summary.id, mend=False)
    if saved is None:
        return None
    with suppress(AsedioError):
        if saved.view:
            return stored_view(saved.view)
        viewer = known_to(summary.game_id, store.load_table(summary.id))
        opened = yield from opening(saved, viewer)
        return None if opened.bad is not None or saved.lost else opened.match
    return None
