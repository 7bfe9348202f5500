"""Why an action is a good one, in a few words: from what it brings about, and from what the best
answers would be without it.

Everything is seen with the eyes of whoever decides. Where something is hidden from him only what
is so in every sampled world counts: the reasons tell nothing that he could not know. A danger, or a
threat, is one only where the search finds that it costs something (`gains`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from random import Random
from typing import NamedTuple

from engine.core.contract import Action, AnyGame, Event, State
from engine.core.scene import Scene
from engine.core.telling import Face, Happening
from engine.search.gains import Gains
from engine.search.hints import Hints
from engine.search.prospects import Outlook, prospects

# What can be said, the most telling first; the square is where the piece stands that is meant, or
# the target of a thing beside the board. A game may add its own (`aims` of its search hints).
REASONS = (
    "wins", "saves_game", "takes_free", "takes", "siege", "check", "saves", "guards", "evades",
    "strikes", "threatens", "learns", "brings", "allows", "lets", "lets_some", "hunts", "seeks",
    "safe", "advances", "retreats", "freer", "sheltered", "rests", "best",
)  # fmt: skip
SLIGHT = REASONS[REASONS.index("advances") :]  # said when there is nothing better
MOST = 2  # reasons that are given
WORLDS = 3
ANSWERS, OTHERS = 6, 3  # how many answers, and other actions, are looked at
GLANCES = 60  # how many answers are looked at only for whether they win
GAME = "game"


class Reason(NamedTuple):
    name: str
    square: str = ""


def reasons(game: AnyGame, observation: State, action: Action, rng: Random) -> list[Reason]:
    """Why the player to decide would do that: never empty. Where nothing stands out, whether
    the best answers win anything."""
    me = observation.current_player()
    worlds = [observation.clone()]
    if game.info.has_secrets:
        worlds = [observation.determinize(me, rng) for _ in range(WORLDS)]
    views = [_World(game, world, me) for world in worlds]
    found = [list(view.reasons(action)) for view in views]
    shared = [one for one in found[0] if all(one in other for other in found)]
    shared += [Reason(*one) for one in Hints(game).aims(observation, action)]
    told = sorted(dict.fromkeys(shared), key=_telling)
    if not told:
        return [Reason("safe" if all(view.calm(action) for view in views) else "best")]
    return _plain([one for one in told if one.name not in SLIGHT] or told)[:MOST]


def _plain(told: Sequence[Reason]) -> list[Reason]:
    """Without what has been said in other words: what is saved need not be called in danger."""
    saved = {one.square for one in told if one.name == "saves"}
    return [one for one in told if one.name != "evades" or one.square not in saved]


def _telling(one: Reason) -> int:
    """Those of a game's own are as telling as what a quiet action allows."""
    return REASONS.index(one.name if one.name in REASONS else "allows")


class _World:
    """A position as if nothing were hidden, judged by what `me` would be told of it."""

    def __init__(self, game: AnyGame, state: State, me: int) -> None:
        self.game, self.state, self.me = game, state, me
        self.hints = Hints(game)
        self.gains = Gains(self.hints, me)
        seats = self._scene(state).seats
        self.side = seats[me] if seats else me

    def reasons(self, action: Action) -> Iterator[Reason]:
        after = self._after(self.state, action)
        outcome = after.outcome()
        if outcome is not None:
            if outcome.winner == self.me:
                yield Reason("wins")
            return
        told = self._told(self.state, action, after)
        actors = {square for one in told if one.side == self.side for square in one.squares}
        danger = self._danger(after, actors)
        for one in told:
            yield from self._gains(one, danger)
        others = [] if danger is None else list(self._others(action))
        yield from self._saves(danger or {}, others)
        yield from self._meets(action, told)
        if after.current_player() != self.me and _checked(self._scene(after)):
            if not _checked(self._scene(self.state)):
                yield Reason("check")
        yield from self._prepares(action, after, others)

    def calm(self, action: Action) -> bool:
        """Whether none of the best answers to it would take anything."""
        return self._danger(self._after(self.state, action)) == {}

    def _prepares(
        self, action: Action, after: State, others: Sequence[dict[str, str]]
    ) -> Iterator[Reason]:
        """What comes of it later; a game that weighs that itself (`aims`) says it alone. `others`:
        the dangers after other actions."""
        if self.hints.weighs:
            return
        before = Outlook(self.game, self.state, self.me, self.side)
        later = Outlook(self.game, after, self.me, self.side)
        for one in prospects(before, later, self.state, action):
            if one[0] == "evades" and others:
                if not any(one[1] in other.values() for other in others):
                    continue
            if one[0] != "threatens" or self._threatened(after, one[1]):
                yield Reason(*one)

    def _threatened(self, after: State, square: str) -> bool:
        """Whether taking what stands there would win something if it were one's turn again; what
        cannot be tried counts as a threat."""
        again = self.hints.null_move(after) if self.hints.null_move is not None else None
        if again is None or again.current_player() != self.me:
            return self.hints.null_move is None
        for action in again.legal_actions():
            if self.game.path(again, action)[-1] == f"sq:{square}":
                if self.gains.wins(again, self._after(again, action)):
                    return True
        return False

    def _gains(self, one: Happening, danger: dict[str, str] | None) -> Iterator[Reason]:
        """What a happening wins; for nothing, when nobody can take who did it."""
        if one.side != self.side:
            return
        for square in self._lost(one, own=False).values():
            free = danger is not None and not set(one.squares) & set(danger.values())
            yield Reason("takes_free" if free else "takes", square)
        if one.kind == "siege":
            yield Reason("siege")
        if one.kind == "place" and one.squares:
            yield Reason("brings", one.squares[-1])

    def _meets(self, action: Action, told: Sequence[Happening]) -> Iterator[Reason]:
        """Somebody is asked what he is, or struck without anybody knowing what comes of it."""
        goal = self._goal(self.state, action)
        taken = {square for one in told for square in self._lost(one, own=False).values()}
        for piece in self._scene(self.state).pieces:
            if piece.square == goal and piece.side != self.side:
                if not piece.glyph:
                    yield Reason("learns", goal)
                elif goal not in taken:
                    yield Reason("strikes", goal)

    def _saves(self, danger: dict[str, str], others: Sequence[dict[str, str]]) -> Iterator[Reason]:
        """What would be lost whatever else is done (`others`: the dangers then), and is not lost
        so."""
        if not others:
            return
        stands = {GAME: "", **{one.id: one.square for one in self._scene(self.state).pieces}}
        always = [
            name
            for name in others[0]
            if name in stands and all(other.get(name) == stands[name] for other in others)
        ]  # where it stands now: whoever goes astray himself proves nothing
        saved = [name for name in always if name not in danger]
        if GAME in saved:
            yield Reason("saves_game")
        elif saved:
            yield Reason("saves", stands[saved[0]])

    def _others(self, action: Action) -> Iterator[dict[str, str]]:
        """The dangers after quiet actions of other pieces."""
        begun = self.game.path(self.state, action)[0]
        count = 0
        for _, other in sorted(self.hints.generate(self.state)):
            if self.game.path(self.state, other)[0] == begun:
                continue
            danger = self._danger(self._after(self.state, other))
            if danger is not None:
                yield danger
                count += 1
            if count == OTHERS:
                return

    def _danger(self, state: State, watched: Collection[str] = ()) -> dict[str, str] | None:
        """What good answers would take: piece → where it stands, GAME for a lost game. None where
        somebody else than a rival goes on. Of answers that look bad only those on `watched`
        squares are tried."""
        if state.outcome() is not None or state.current_player() in (self.me, -1):
            return None
        ranked = sorted(self.hints.generate(state), key=lambda one: (-one[0], one[1]))
        lost: dict[str, str] = {}
        for number, (worth, answer) in enumerate(ranked[:GLANCES]):
            after = self._after(state, answer)
            outcome = after.outcome()
            if outcome is not None and outcome.winner not in (self.me, None):
                lost[GAME] = ""
            elif (worth > 0 and number < ANSWERS) or self._goal(state, answer) in watched:
                told = self._told(state, answer, after)
                taken = [self._lost(one, own=True) for one in told]
                if any(taken) and self.gains.costs(state, after):
                    for those in taken:
                        lost.update(those)
        return lost

    def _goal(self, state: State, action: Action) -> str:
        """The square that is pressed last."""
        return self.game.path(state, action)[-1].removeprefix("sq:")

    def _lost(self, one: Happening, own: bool) -> dict[str, str]:
        """Pieces that leave the board, of one's own side or of others: id → where they stood."""
        return {
            change.key[1]: change.before.square
            for change in one.changes
            if change.key[0] == "piece" and isinstance(change.before, Face)
            if change.after is None and (change.before.side == self.side) == own
        }

    def _after(self, state: State, action: Action) -> State:
        after = state.clone()
        after.apply(action)
        return after

    def _told(self, before: State, action: Action, after: State) -> Sequence[Happening]:
        event = self.game.redact(before, Event(before.current_player(), action), self.me)
        if event is None:
            return ()
        eyes = before.observation(self.me), after.observation(self.me)
        return self.game.tell(eyes[0], event, eyes[1], self.me)

    def _scene(self, state: State) -> Scene:
        return self.game.scene(state.observation(self.me), self.me)


def _checked(scene: Scene) -> bool:
    return any(mark.kind == "check" for mark in scene.marks)
