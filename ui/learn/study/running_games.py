"""Positions of running games against other people, which the engine of a study does not look at.

A record or a position of such a game can be pasted into a study or set up in the editor; the engine
would then play for one of two people. Two positions are the same here if the same things stand on
the same squares: counters, the side to move, options and what is hidden do not count. Boards of the
first events of a game are left out: many games have them.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.contract import SPECTATOR, AnyGame, State
from engine.core.errors import AsedioError
from engine.core.steps import finish
from engine.games import REGISTRY
from engine.match.match import Match
from engine.match.study import ROOT, Chapter
from ui.saves.index import Summary
from ui.saves.store import Store
from ui.session.agreed import known_to
from ui.session.resume import opening

OPENING = 10  # events that many games have in common
MOST = 40  # games looked at, last played first


def running_games(store: Store, game_id: str) -> list[Summary]:
    """Return the running games of a title in which other people decide, last played first."""
    return [one for one in store.games() if one.game_id == game_id and _shared(one)][:MOST]


def _shared(one: Summary) -> bool:
    """Return whether a game is running between people who both decide in it."""
    people = len(one.seats) - sum(map(bool, one.seats)) if one.seats else len(one.names)
    between = one.far or (people > 1 and not one.source)
    return between and not one.over and not one.view and one.events >= OPENING


def board_key(game: AnyGame, state: State) -> object:
    """Return what stands where, as everybody may see it. In a game with secrets the kinds of the
    pieces are left out, because a study fills in those that are unknown."""
    scene = game.scene(state.observation(SPECTATOR), SPECTATOR)
    kinds = not game.info.has_secrets
    pieces = frozenset((one.square, one.side, one.glyph if kinds else "") for one in scene.pieces)
    ground = frozenset((one.name, one.styles) for one in scene.board.squares)
    return hash((pieces, ground))


class RunningBoards:
    """Boards of the running games of one browser. A game that has not gone on is read once."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._read: dict[tuple[str, int], frozenset[object]] = {}
        self._nodes: tuple[Chapter | None, dict[int, object]] = (None, {})

    def meets(self, chapter: Chapter, node: int, games: Iterable[Summary]) -> bool:
        """Return whether a board of one of these games stands in the line to a node."""
        known = frozenset().union(*map(self._boards, games))
        if chapter is not self._nodes[0]:
            self._nodes = (chapter, {})
        seen = self._nodes[1]
        for one in (ROOT, *chapter.line(node)) if known else ():
            if one not in seen:
                seen[one] = board_key(chapter.game, chapter.state(one))
            if seen[one] in known:
                return True
        return False

    def _boards(self, one: Summary) -> frozenset[object]:
        stamp = (one.id, one.events)
        if stamp not in self._read:
            self._read[stamp] = self._boards_of(one)
        return self._read[stamp]

    def _boards_of(self, one: Summary) -> frozenset[object]:
        """Return the boards at the ends of turns and the last one, without those of the opening."""
        saved = self._store.load(one.id, mend=False)
        if saved is None or one.game_id not in REGISTRY:
            return frozenset()
        try:
            viewer = known_to(one.game_id, self._store.load_table(one.id))
            return frozenset(_late_boards(finish(opening(saved, viewer)).match))
        except (AsedioError, ValueError, LookupError):
            return frozenset()


def _late_boards(match: Match) -> set[object]:
    game, state = match.game, match.start.clone()
    early, late = {board_key(game, state)}, set[object]()
    turn = state.turn_index()
    for count, event in enumerate(match.events, 1):
        state.apply(event.action)
        if count < OPENING:
            early.add(board_key(game, state))
        elif state.turn_index() != turn or count in (OPENING, len(match.events)):
            late.add(board_key(game, state))
        turn = state.turn_index()
    return late - early
