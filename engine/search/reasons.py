"""Reasons for an action, for hints: what it achieves, and what it prevents.

Only what the player to move observes is used; with hidden information a reason must hold in every
determinization, so that hints reveal nothing. Threats and gains are verified by a search
(`engine.search.threats`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from random import Random
from typing import NamedTuple

from engine.core.contract import Action, AnyGame, Event, State
from engine.core.scene import Scene
from engine.core.telling import Face, Happening
from engine.search.hints import Hints
from engine.search.quiet_reasons import VisiblePosition, quiet_reasons
from engine.search.threats import ThreatSearch

# Reasons, the most important first. Each goes with the square of the piece concerned, or the target
# of an item beside the board. A game may add its own (`aims` of its search hints).
REASONS = (
    "wins", "saves_game", "takes_free", "takes", "siege", "check", "saves", "guards", "evades",
    "strikes", "threatens", "learns", "brings", "allows", "lets", "lets_some", "hunts", "seeks",
    "safe", "advances", "retreats", "freer", "sheltered", "rests", "best",
)  # fmt: skip
MINOR = REASONS[REASONS.index("advances") :]  # used when there is nothing better
MAX_REASONS = 2  # of one hint
DETERMINIZATIONS = 3
REPLIES, ALTERNATIVES = 6, 3  # replies, and alternative actions, that are examined
WIN_SCAN_REPLIES = 60  # replies tested for ending the game
GAME = "game"


class Reason(NamedTuple):
    name: str
    square: str = ""


def reasons(game: AnyGame, observation: State, action: Action, rng: Random) -> list[Reason]:
    """Return at most MAX_REASONS reasons for `action`, the most important first, never empty.
    The fallback is "safe" if no good reply wins anything, else "best"."""
    me = observation.current_player()
    positions = [observation.clone()]
    if game.info.has_secrets:
        drawn = [observation.determinize(me, rng) for _ in range(DETERMINIZATIONS)]
        positions = list({one.key(): one for one in drawn}.values())  # one, if nothing is hidden
    explainers = [_Explainer(game, position, me) for position in positions]
    found = [list(explainer.reasons(action)) for explainer in explainers]
    shared = [one for one in found[0] if all(one in other for other in found)]
    shared += [Reason(*aim) for aim in Hints(game).aims(observation, action)]
    ranked = sorted(dict.fromkeys(shared), key=_priority)
    if not ranked:
        return [Reason("safe" if all(one.is_safe(action) for one in explainers) else "best")]
    told = _without_repeats([one for one in ranked if one.name not in MINOR] or ranked)
    return told[:MAX_REASONS]


def _without_repeats(ranked: Sequence[Reason]) -> list[Reason]:
    """Drop "evades" of a piece that is already named by "saves"."""
    saved = {one.square for one in ranked if one.name == "saves"}
    return [one for one in ranked if one.name != "evades" or one.square not in saved]


def _priority(reason: Reason) -> int:
    """Return the rank in REASONS; reasons of a game rank like "allows"."""
    return REASONS.index(reason.name if reason.name in REASONS else "allows")


class _Explainer:
    """Finds reasons in one determinization, from the happenings and scenes `me` would see."""

    def __init__(self, game: AnyGame, state: State, me: int) -> None:
        self.game, self.state, self.me = game, state, me
        self.hints = Hints(game)
        self.threat_search = ThreatSearch(self.hints, me)
        seats = self._scene(state).seats
        self.side = seats[me] if seats else me

    def reasons(self, action: Action) -> Iterator[Reason]:
        after = self._after(self.state, action)
        outcome = after.outcome()
        if outcome is not None:
            if outcome.winner == self.me:
                yield Reason("wins")
            return
        happenings = self._happenings(self.state, action, after)
        actors = {
            square
            for happening in happenings
            if happening.side == self.side
            for square in happening.squares
        }
        threats = self._threats(after, actors)
        for happening in happenings:
            yield from self._captures(happening, threats)
        others = [] if threats is None else list(self._alternative_threats(action))
        yield from self._rescues(threats or {}, others)
        yield from self._unknown_outcomes(action, happenings)
        if after.current_player() != self.me and _checked(self._scene(after)):
            if not _checked(self._scene(self.state)):
                yield Reason("check")
        yield from self._quiet_reasons(action, after, others)

    def is_safe(self, action: Action) -> bool:
        """Return whether no good reply captures anything."""
        return self._threats(self._after(self.state, action)) == {}

    def _quiet_reasons(
        self, action: Action, after: State, others: Sequence[dict[str, str]]
    ) -> Iterator[Reason]:
        """Yield verified reasons of `quiet_reasons`; none in games with `AIMS_ALONE`. `others`: the
        threats after alternative actions."""
        if self.hints.aims_alone:
            return
        before = VisiblePosition(self.game, self.state, self.me, self.side)
        later = VisiblePosition(self.game, after, self.me, self.side)
        for reason in quiet_reasons(before, later, self.state, action):
            if reason[0] == "evades" and others:
                if not any(reason[1] in other.values() for other in others):
                    continue
            if reason[0] != "threatens" or self._is_threat(after, reason[1]):
                yield Reason(*reason)

    def _is_threat(self, after: State, square: str) -> bool:
        """Return whether capturing on `square` after a null move would win something. True in
        games without null moves, where it cannot be verified."""
        again = self.hints.null_move(after) if self.hints.null_move is not None else None
        if again is None or again.current_player() != self.me:
            return self.hints.null_move is None
        for action in again.legal_actions():
            if self.game.path(again, action)[-1] == f"sq:{square}":
                if self.threat_search.gains(again, self._after(again, action)):
                    return True
        return False

    def _captures(self, happening: Happening, threats: dict[str, str] | None) -> Iterator[Reason]:
        """Yield what a happening wins; "takes_free" when the capturing piece is not threatened."""
        if happening.side != self.side:
            return
        for square in self._captured(happening, own=False).values():
            free = threats is not None and not set(happening.squares) & set(threats.values())
            yield Reason("takes_free" if free else "takes", square)
        if happening.kind == "place" and happening.squares:
            yield Reason("brings", happening.squares[-1])

    def _unknown_outcomes(
        self, action: Action, happenings: Sequence[Happening]
    ) -> Iterator[Reason]:
        """Yield "learns" for contact with an unknown piece, "strikes" for an attack that does not
        capture at once."""
        goal = self._target(self.state, action)
        taken = {
            square
            for happening in happenings
            for square in self._captured(happening, own=False).values()
        }
        for piece in self._scene(self.state).pieces:
            if piece.square == goal and piece.side != self.side:
                if not piece.glyph:
                    yield Reason("learns", goal)
                elif goal not in taken:
                    yield Reason("strikes", goal)

    def _rescues(
        self, threats: dict[str, str], others: Sequence[dict[str, str]]
    ) -> Iterator[Reason]:
        """Yield what every alternative loses and this action does not. `others`: the threats after
        alternatives."""
        if not others:
            return
        stands = {GAME: "", **{piece.id: piece.square for piece in self._scene(self.state).pieces}}
        always = [
            name
            for name in others[0]
            if name in stands and all(other.get(name) == stands[name] for other in others)
        ]  # only pieces captured where they stand now
        saved = [name for name in always if name not in threats]
        if GAME in saved:
            yield Reason("saves_game")
        elif saved:
            yield Reason("saves", stands[saved[0]])

    def _alternative_threats(self, action: Action) -> Iterator[dict[str, str]]:
        """Yield the threats after actions of other pieces."""
        begun = self.game.path(self.state, action)[0]
        count = 0
        for _, other in sorted(self.hints.generate(self.state)):
            if self.game.path(self.state, other)[0] == begun:
                continue
            threats = self._threats(self._after(self.state, other))
            if threats is not None:
                yield threats
                count += 1
            if count == ALTERNATIVES:
                return

    def _threats(self, state: State, watched: Collection[str] = ()) -> dict[str, str] | None:
        """Return what good replies would capture: {piece id: square}, GAME for a lost game. None
        unless an opponent is to move. Replies with a poor ordering score are tried only if they
        go to a `watched` square."""
        if state.outcome() is not None or state.current_player() in (self.me, -1):
            return None
        ranked = sorted(self.hints.generate(state), key=lambda one: (-one[0], one[1]))
        lost: dict[str, str] = {}
        for number, (worth, answer) in enumerate(ranked[:WIN_SCAN_REPLIES]):
            after = self._after(state, answer)
            outcome = after.outcome()
            if outcome is not None and outcome.winner not in (self.me, None):
                lost[GAME] = ""
            elif (worth > 0 and number < REPLIES) or self._target(state, answer) in watched:
                happenings = self._happenings(state, answer, after)
                taken = [self._captured(happening, own=True) for happening in happenings]
                if any(taken) and self.threat_search.loses(state, after):
                    for those in taken:
                        lost.update(those)
        return lost

    def _target(self, state: State, action: Action) -> str:
        """Return the last square of the action's path."""
        return self.game.path(state, action)[-1].removeprefix("sq:")

    def _captured(self, happening: Happening, own: bool) -> dict[str, str]:
        """Return {id: square} of the pieces that leave the board, own ones or others."""
        return {
            change.key[1]: change.before.square
            for change in happening.changes
            if change.key[0] == "piece" and isinstance(change.before, Face)
            if change.after is None and (change.before.side == self.side) == own
        }

    def _after(self, state: State, action: Action) -> State:
        after = state.clone()
        after.apply(action)
        return after

    def _happenings(self, before: State, action: Action, after: State) -> Sequence[Happening]:
        event = self.game.redact(before, Event(before.current_player(), action), self.me)
        if event is None:
            return ()
        observations = before.observation(self.me), after.observation(self.me)
        return self.game.tell(observations[0], event, observations[1], self.me)

    def _scene(self, state: State) -> Scene:
        return self.game.scene(state.observation(self.me), self.me)


def _checked(scene: Scene) -> bool:
    return any(mark.kind == "check" for mark in scene.marks)
