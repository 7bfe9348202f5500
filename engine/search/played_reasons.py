"""Reasons for the turn another player has just played, as the player who watched it may know them.

Each is a claim about the position that the rules settle: what was taken, damaged or brought into
play, and what can be attacked next turn or no longer. Only the observations before and after the
turn are used; where something is hidden a claim about legal actions must hold in every
determinization.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from random import Random
from typing import NamedTuple

from engine.core.contract import AnyGame, State
from engine.core.scene import Piece, Scene
from engine.core.targets import name_of
from engine.core.telling import Face, Happening
from engine.search.hints import Hints

CLAIMS = ("takes", "check", "damages", "threatens", "saves", "brings")  # the most important first
MOST = 2  # pieces or claims that are told
DETERMINIZATIONS = 8
SEED = 1  # fixed: a turn always gets the same reasons


class PlayedReason(NamedTuple):
    """A reason; `piece`: which piece it is about, as it was seen."""

    name: str
    piece: Piece | None = None


def played_reasons(
    game: AnyGame, before: State, after: State, telling: Iterable[Happening], viewer: int
) -> list[PlayedReason]:
    """Return what the rules say in favour of a turn of others; empty if nothing is settled.

    `before`, `after`: the viewer's observations around it; `telling`: what the viewer was told."""
    found = list(_WatchedTurn(game, before, after, viewer).claims(telling))
    names = [name for name in CLAIMS if any(one.name == name for one in found)][:MOST]
    return [one for name in names for one in _first(found, name)]


def _first(found: Iterable[PlayedReason], name: str) -> list[PlayedReason]:
    return [one for one in found if one.name == name][:MOST]


def attackable(game: AnyGame, state: State, viewer: int, mine: bool) -> set[str] | None:
    """Return the squares that the viewer (`mine`) or others could legally attack in an observation
    if they may choose; None where pieces are not what is chosen first."""
    return _WatchedTurn(game, state, state, viewer)._attacked(state, mine)


class _WatchedTurn:
    """A turn as `viewer` saw it."""

    def __init__(self, game: AnyGame, before: State, after: State, viewer: int) -> None:
        self.game, self.viewer = game, viewer
        self.hints = Hints(game)
        self.before, self.after = before, after
        self.old: Scene = game.scene(before, viewer)
        self.new: Scene = game.scene(after, viewer)
        self.went: set[str] = set()  # where pieces have moved to: those can move
        self.own = self.new.seats[viewer] if self.new.seats else viewer

    def claims(self, telling: Iterable[Happening]) -> Iterator[PlayedReason]:
        done = [one for one in telling if one.side not in (self.own, -1)]
        self.went = {one.squares[-1] for one in done if one.kind == "move" and one.squares}
        yield from self._taken(done)
        yield from self._changed()
        checked = _checked(self.new) - _checked(self.old)
        if checked:
            yield PlayedReason("check")
        if self.after.outcome() is None and len(self.game.sides) == 2:
            yield from self._threatened()
            if not checked:
                yield from self._saved()

    def _taken(self, done: Iterable[Happening]) -> Iterator[PlayedReason]:
        """Yield the viewer's pieces that left the board."""
        stood = {piece.id: piece for piece in self.old.pieces}
        for change in (change for one in done for change in one.changes):
            gone = change.key[0] == "piece" and change.after is None
            if gone and isinstance(change.before, Face) and change.before.side == self.own:
                if change.key[1] in stood:
                    yield PlayedReason("takes", stood[change.key[1]])

    def _changed(self) -> Iterator[PlayedReason]:
        """Yield the viewer's pieces with new wounds, and the pieces of others new on the board."""
        stood = {piece.id: piece for piece in self.old.pieces}
        for piece in self.new.pieces:
            if piece.id not in stood and piece.side not in (self.own, -1):
                if not piece.hidden:
                    yield PlayedReason("brings", piece)
            elif piece.side == self.own and piece.wounds > stood.get(piece.id, piece).wounds:
                yield PlayedReason("damages", piece)

    def _threatened(self) -> Iterator[PlayedReason]:
        """Yield the viewer's pieces that can be attacked now and could not be before."""
        sure = {one.square for one in self.new.pieces if not one.hidden} | self.went
        now, earlier = self._attacked(self.after, False, sure), self._attacked(self.before, False)
        if now is None:  # the first choice is no piece: the values of the kinds decide
            now, earlier = self._by_kind(self.after, self.new), self._by_kind(self.before, self.old)
        stood = {piece.id: piece.square for piece in self.old.pieces}
        for piece in self.new.pieces:
            before = stood.get(piece.id, "")
            if piece.side == self.own and piece.square in now and before not in (earlier or ()):
                yield PlayedReason("threatens", piece)

    def _saved(self) -> Iterator[PlayedReason]:
        """Yield the pieces of others that the viewer could attack before and cannot now."""
        stands = {piece.id: piece for piece in self.new.pieces}
        earlier, now = self._attacked(self.before, True), self._attacked(self.after, True)
        if earlier is None or now is None:
            return
        for piece in self.old.pieces:
            if piece.side not in (self.own, -1) and piece.square in earlier and piece.id in stands:
                if stands[piece.id].square not in now:
                    yield PlayedReason("saves", stands[piece.id])

    def _by_kind(self, state: State, scene: Scene) -> set[str]:
        """Return the squares of the viewer's pieces that others could attack, as `Game.attacks`
        has it."""
        others = [one.square for one in scene.pieces if one.side not in (self.own, -1)]
        mine = [one.square for one in scene.pieces if one.side == self.own]
        attacks = self.game.attacks
        return {goal for goal in mine if any(attacks(state, one, goal) for one in others)}

    def _attacked(
        self, state: State, mine: bool, sure: Container[str] | None = None
    ) -> set[str] | None:
        """Return the squares that the viewer (`mine`) or the others can legally attack if they may
        choose now: those that are so in every determinization. None where pieces are not what is
        chosen first. `sure`: from where; None: from anywhere."""
        rng = Random(SEED)
        number = DETERMINIZATIONS if self.game.info.has_secrets else 1
        found = [
            self._goals(state.determinize(self.viewer, rng), mine, sure) for _ in range(number)
        ]
        known = [one for one in found if one is not None]
        return set.intersection(*known) if len(known) == number else None

    def _goals(self, state: State, mine: bool, sure: Container[str] | None) -> set[str] | None:
        """Return the last squares of the legal actions; None if none begins on a square."""
        if (state.current_player() == self.viewer) != mine:
            passed = self.hints.passed(state)
            if passed is None:
                return set()
            state = passed
        found = [self.game.path(state, action) for action in state.legal_actions()]
        ways = [(name_of(path[0], "sq"), name_of(path[-1], "sq")) for path in found]
        if found and not any(start for start, _ in ways):
            return None
        return {goal for start, goal in ways if start and (sure is None or start in sure)}


def _checked(scene: Scene) -> set[str]:
    """Return the squares that are in check."""
    return {square for mark in scene.marks if mark.kind == "check" for square in mark.squares}
