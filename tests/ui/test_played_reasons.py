"""Why a turn was played: each claim holds by the rules, and none depends on what is hidden."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import NamedTuple

import pytest

from engine.core.contract import AnyGame, State
from engine.core.telling import Face, Telling
from engine.dev.common import play_on
from engine.games import load_game
from engine.match import chance
from engine.match.match import Match, MatchConfig
from engine.search.hints import Hints
from engine.search.played_reasons import PlayedReason, played_reasons
from ui.session.turns import TurnLog

ME = 0
GAMES = ("andarraya", "cotadrez", "rilatria", "stratego", "twocities")
# Random games of Rilatria seldom come to a battle.
STARTS = {
    "rilatria": "abb6/hbjlJ4/lbt6/1b1b5/9/6J2/4BTBBj/4LBT1H/6A1B 1 L 1.5.3.0.0 6.6.2.2.0 U 0 33",
}


class Seen(NamedTuple):
    """A turn of the other player with what player ME saw, and the true position after it."""

    game: AnyGame
    before: State
    after: State
    telling: Telling
    truth: State

    def claims(self) -> Sequence[PlayedReason]:
        return played_reasons(self.game, self.before, self.after, self.telling, ME)


@cache
def turns(game_id: str, games: int = 2, events: int = 200) -> Sequence[Seen]:
    """Return the other player's turns of some random games."""
    return [one for seed in range(games) for one in _turns(game_id, seed, events)]


def _turns(game_id: str, seed: int, events: int) -> Iterator[Seen]:
    config = MatchConfig(game_id, {}, ("Ana", "Blas"), STARTS.get(game_id))
    match = Match(config, chance.seeded(seed))
    match.begin()
    rng = Random(seed)
    while not match.over and len(match.events) < events:
        play_on(match, rng, 1)
    log = TurnLog(match, ME)
    for turn in log.turns()[:-1]:
        if turn.actor == 1 - ME and not turn.setup:
            stages = list(log.stages(turn))
            truth = match.state_at(turn.end)
            telling = log.telling_of(turn)
            yield Seen(match.game, stages[0].before, stages[-1].after, telling, truth)


def _squares(game: AnyGame, state: State, mine: bool) -> set[str] | None:
    """Return the squares on which a legal action of player ME, or of the other, ends; None if the
    turn cannot be passed."""
    if (state.current_player() == ME) != mine:
        passed = Hints(game).passed(state)
        if passed is None:
            return None
        state = passed
    return {game.path(state, one)[-1].removeprefix("sq:") for one in state.legal_actions()}


def _holds(seen: Seen, claim: PlayedReason) -> bool:
    """Return whether the rules confirm a claim, asked of the true position."""
    game, piece = seen.game, claim.piece
    if claim.name == "check":
        return any(mark.kind == "check" for mark in game.scene(seen.after, ME).marks)
    assert piece is not None
    if claim.name in ("brings", "damages"):
        faces = [
            (change.before, change.after)
            for told in seen.telling
            for change in told.changes
            if change.key == ("piece", piece.id) and isinstance(change.after, Face)
        ]
        if claim.name == "brings":
            return any(before is None for before, _ in faces)
        badges = [[one.badges for one in both if isinstance(one, Face)] for both in faces]
        return any(len(both) == 2 and both[0] != both[1] for both in badges)
    if claim.name == "takes":
        return piece.id not in {one.id for one in game.scene(seen.after, ME).pieces}
    if claim.name == "saves":
        found = _squares(game, seen.truth, mine=True)
        return found is not None and piece.square not in found
    assert claim.name == "threatens"
    if game.info.id == "twocities":  # cards come first: tests/ui/test_danger.py asks the rules
        others = [one for one in game.scene(seen.after, ME).pieces if one.side != piece.side]
        return any(game.attacks(seen.after, one.square, piece.square) for one in others)
    found = _squares(game, seen.truth, mine=False)
    return found is not None and piece.square in found


@pytest.mark.parametrize("game_id", GAMES)
def test_every_claim_about_a_turn_holds_by_the_rules(game_id: str) -> None:
    told = [(seen, claim) for seen in turns(game_id) for claim in seen.claims()]
    assert told and not [claim for seen, claim in told if not _holds(seen, claim)]


def test_threats_rescues_captures_and_checks_are_all_found() -> None:
    found = {claim.name for seen in turns("cotadrez") for claim in seen.claims()}
    assert found == {"takes", "check", "threatens", "saves", "brings"}


def test_damage_and_what_comes_into_play_are_found() -> None:
    found = {claim.name for seen in turns("twocities") for claim in seen.claims()}
    assert found >= {"damages", "brings"}


def test_a_whole_army_set_up_unseen_is_no_reason() -> None:
    claims = [claim for seen in turns("stratego") for claim in seen.claims()]
    assert not [claim for claim in claims if claim.name == "brings"]


@pytest.mark.parametrize("game_id", ["cotadrez", "stratego", "twocities"])
def test_what_is_hidden_changes_no_claim(game_id: str) -> None:
    """Every position that the player cannot tell from the true one gives the same claims."""
    rng, compared = Random(4), 0
    for seen in turns(game_id)[::3]:
        before = seen.before.determinize(ME, rng).observation(ME)
        after = seen.after.determinize(ME, rng).observation(ME)
        other = seen._replace(before=before, after=after)
        assert other.claims() == seen.claims()
        compared += 1
    assert compared > 10


def test_a_turn_that_settles_nothing_has_no_reason() -> None:
    game = load_game("andarraya")()
    before = game.state_from_text("4k3/8/8/8/8/8/8/4K2R b - - 0 1")
    after = before.clone()
    after.apply(game.parse_action(before, "e8d8"))
    assert played_reasons(game, before, after, (), ME) == []
