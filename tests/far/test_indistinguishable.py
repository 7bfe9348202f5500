"""Nothing that is sent tells more of an army than the rules show.

Random games of Stratego are replayed with another army of Red, as long as it fits the same public
history: until the rules show a difference, all letters are equal in author, kinds and lengths of
parts, order and dates, and what everybody knows is equal; only the commitments differ.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

from engine.core.contract import SPECTATOR, Action, AnyGame, Event
from engine.far.bytes import ByteWriter
from engine.far.closed import public
from engine.far.letter import Closed, EventsLetter, Leaves, Letter, Shown
from engine.games import load_game
from engine.games.stratego.rules.secrets import hides
from engine.games.stratego.rules.state import StrategoState
from engine.match.match import Match, MatchConfig
from tests.far.armies import rules
from tests.far.devices import Device, met
from tests.far.tables import Pair

OPTIONS: tuple[dict[str, Any], ...] = (
    {"army": "barrage8"},
    {"army": "barrage8", "desertion": True},
    {"army": "barrage8", "promotion_courage": {"types": "all"}, "rescue_rear": 2},
    {"board": "small8", "army": "army24", "promotion_courage": {"types": "all"}},
    {"army": "barrage8", "promotion_merit": {"types": "all"}, "desertion": True},
    {"board": "hex10", "army": "barrage8", "grenades": True, "rescue_rear": 2},
)
FEW, MANY = 14, 40  # letters after the set-up
LEAST = 8  # letters before the first difference


@cache
def game(number: int) -> AnyGame:
    return load_game("stratego")(OPTIONS[number])


def fresh(options: dict[str, Any]) -> Match:
    """Return a new match; to compile the options takes longer than to play it."""
    return Match(MatchConfig("stratego", dict(options)), game=game(OPTIONS.index(options)))


class Turn(NamedTuple):
    """Decisions of one letter."""

    seat: int
    actions: tuple[Action, ...]


class Score(NamedTuple):
    """What the games had to hide and to show."""

    silent: int = 0
    asked: int = 0
    shown: int = 0
    moved: int = 0

    def plus(self, other: Score) -> Score:
        return Score(*(one + two for one, two in zip(self, other, strict=True)))


def choose(match: Match, rng: Random) -> Action:
    """Choose a decision: often an attack or the longest way forward, so that something happens."""
    options = match.options_now()
    if options[0][0] not in ("attack", "move") or rng.random() < 0.3:
        return rng.choice(options)
    ahead = rules(match).tables.advance[match.state.current_player()]
    attacks = [one for one in options if one[0] == "attack"]
    if attacks and rng.random() < 0.5:
        return rng.choice(attacks)
    return max(options, key=lambda one: (ahead[one[2]] - ahead[one[1]], rng.random()))


def placed(match: Match, kinds: list[int]) -> tuple[Action, ...]:
    return (*(("put", kind) for kind in kinds), ("ready",))


def game_of(match: Match, rng: Random, letters: int) -> list[Turn]:
    """Play at random; return the letters of the game, set-ups first."""
    found: list[Turn] = []
    for zone in rules(match).zones:
        found.append(Turn(len(found), placed(match, zone.random(rng))))
        for action in found[-1].actions:
            match.take(action)
    while len(found) < letters + 4 and not match.over:
        seat, actions = match.state.current_player(), []
        while match.state.current_player() == seat and not match.over:
            actions.append(choose(match, rng))
            match.play(actions[-1])
        found.append(Turn(seat, tuple(actions)))
    return found[:-1] if match.over else found


def told(match: Match, turn: Turn) -> tuple[Action, ...]:
    return public(match, turn.seat, turn.actions)


def again(turns: list[Turn], kinds: list[int], options: dict[str, Any], rng: Random) -> list[Turn]:
    """Return the same public game with other types of Red, up to the first difference that the
    rules show. What Red answers where nobody sees it is drawn anew."""
    one, other = fresh(options), fresh(options)
    found: list[Turn] = []
    for turn in turns:
        seen = told(one, turn)
        mine = Turn(0, placed(other, kinds)) if not found else _like(other, turn, rng)
        if mine is None or (told(other, mine) != seen):
            return found
        for match, decided in ((one, turn), (other, mine)):
            for action in decided.actions:
                match.take(action)  # legal: `_like` has looked
        if one.over or other.over:
            return found
        found.append(mine)
    return found


def _like(match: Match, turn: Turn, rng: Random) -> Turn | None:
    """Return decisions that look the same to the others; None if there are none."""
    state, found = match.state.clone(), []
    for action in turn.actions:
        if state.current_player() != turn.seat:
            return None
        legal = sorted(state.legal_actions())
        hidden = action[0] in ("accept", "decline") and state.frame() == "courage"
        if action[0] == "back":
            legal = [one for one in legal if one[0] == "back" and one[2] == action[2]]
        if hidden or action[0] == "back":
            action = rng.choice(legal) if legal else action
        if action not in legal:
            return None
        found.append(action)
        state.apply(action)
    return Turn(turn.seat, tuple(found))


def changed(turns: list[Turn], options: dict[str, Any], rng: Random) -> list[Turn]:
    """Return the beginning of the game with some of Red's types exchanged, the longest one found;
    empty if all are short."""
    first = kinds = [action[1] for action in turns[0].actions[:-1]]
    best: list[Turn] = []
    match = fresh(options)
    for _ in range(12):
        one, other = rng.sample([n for n, kind in enumerate(kinds) if kind], 2)
        trial = kinds[:]
        trial[one], trial[other] = trial[other], trial[one]
        complete = rules(match).zones[0].complete(trial)
        if trial in (kinds, first) or not complete:
            continue
        found = again(turns, trial, options, rng)
        if len(found) >= max(len(best), LEAST):
            kinds, best = trial, found
    return best


def sent(options: dict[str, Any], turns: list[Turn]) -> Iterator[tuple[Letter, Pair]]:
    """Play the letters between two devices; yield each with the devices after it."""
    pair = met("stratego", **options)
    for number, turn in enumerate(turns):
        me, other = pair if turn.seat == 0 else pair[::-1]
        me.at = other.at = me.at + 1_000 + number
        letter = me.decide(turn.actions)
        other.take(letter)
        assert not me.course.refused and not other.course.refused
        yield letter, pair


def shape(letter: Letter) -> tuple[Any, ...]:
    """Return all of a letter that does not depend on a commitment."""
    parts = []
    for part in letter.parts:
        out = ByteWriter()
        part.write(out)
        same = part if isinstance(part, EventsLetter) else None
        place = (part.n, part.leaf) if isinstance(part, Shown) else None
        parts.append((type(part), len(out.done()), same, place))
    seen = tuple((one.seat, one.seen) for one in letter.parents)
    return letter.seat, letter.n, letter.at, seen, len(letter.data), tuple(parts)


def waits(me: Device) -> tuple[Any, ...]:
    """Return what a device does next by itself, or waits for."""
    state = me.course.match.state
    mine = state.current_player() == me.seat
    return state.current_player(), me.course.awaited, state.automatic() if mine else None


def compare(seed: int, letters: int = FEW) -> Score:
    """Compare a game with its double; return what it had to hide."""
    rng, options = Random(f"indistinguishable {seed}"), OPTIONS[seed % len(OPTIONS)]
    double: list[Turn] = []
    while not double:
        match = fresh(options)
        turns = game_of(match, rng, letters)
        double = changed(turns, options, rng)
    first = sent(options, turns[: len(double)])
    score, differ = Score(), 0
    for (one, (ana, blas)), (two, (eva, luis)) in zip(first, sent(options, double), strict=True):
        assert shape(one) == shape(two)
        assert blas.course.match.state.key() == luis.course.match.state.key()
        for real, twin in ((ana, eva), (blas, luis)):
            assert waits(real) == waits(twin)
        spectators = (one.course.match.state.observation(SPECTATOR) for one in (ana, eva))
        assert len({spectator.key() for spectator in spectators}) == 1
        both = [*zip(one.parts, two.parts, strict=True)]
        leaves = [pair for pair in both if isinstance(pair[0], Leaves | Closed)]
        differ += sum(real != twin for real, twin in leaves if one.seat == 0)
        score = score.plus(_score(one))
    assert differ >= 2  # commitment and leaves of the set-up
    return score


def _score(letter: Letter) -> Score:
    events = [part.actions for part in letter.parts if isinstance(part, EventsLetter)]
    verbs = [action[0] for actions in events for action in actions]
    count = Score(verbs.count("closed"), verbs.count("stand") + verbs.count("desert"))
    return count._replace(shown=len(letter.openings), moved=verbs.count("move"))


def total(seeds: range, letters: int = FEW) -> Score:
    found = Score()
    for seed in seeds:
        found = found.plus(compare(seed, letters))
    return found


def test_games_tell_nothing_of_another_army() -> None:
    assert min(total(range(18))) > 3  # silent choices, questions, openings, moves


@pytest.mark.soak
def test_two_hundred_games_tell_nothing_of_another_army() -> None:
    assert min(total(range(18, 218), MANY)) > 30


def test_armies_of_all_sizes_set_up_alike() -> None:
    letters = []
    for army in ("barrage8", "short32"):
        kind = load_game("stratego")({"army": army})
        match = Match(MatchConfig("stratego", {"army": army}), game=kind)
        turns = [Turn(0, placed(match, kind.zones[0].random(Random(1))))]  # type: ignore[attr-defined]
        letters.append(next(sent({"army": army}, turns))[0])
    assert shape(letters[0]) == shape(letters[1])


def test_a_choice_that_is_committed_to_only_when_taken_would_be_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kind = load_game("stratego")

    def lazy(state: StrategoState, event: Event) -> object:
        return {} if event.action[0] == "decline" else hides(state, event)

    monkeypatch.setattr(kind, "hides", staticmethod(lazy))
    with pytest.raises(AssertionError):
        total(range(2, 50, 6))
