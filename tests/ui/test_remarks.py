"""What the computer's characters say: seldom, true of the position, nothing of a secret."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from random import Random
from typing import NamedTuple

import pytest

from engine.core.contract import CHANCE, State
from engine.dev.common import play_on
from engine.games import load_game
from engine.match import chance
from engine.match.match import Match, MatchConfig
from engine.search.hints import Hints
from tests.fixtures.says import says
from tests.fixtures.targets import aim
from tests.ui.test_opponent import slots, table
from ui.learn.remarks import occasions, speaking
from ui.learn.remarks.occasions import OCCASIONS, SeenTurn, occasion
from ui.session.turns import Stage, TurnLog
from ui.table.screen import TableScreen
from ui.words.i18n import LANGUAGES, I18n
from ui.words.names import COMPUTERS

ME = 0
MOST = 60  # characters of a remark


class Remarked(NamedTuple):
    """Two turns in which there is an occasion."""

    game_id: str
    name: str
    own: SeenTurn
    reply: SeenTurn
    truth: State  # before the player's turn


@cache
def remarked(game_id: str) -> Sequence[Remarked]:
    return [one for seed in range(4) for one in _remarked(game_id, seed)]


def _remarked(game_id: str, seed: int) -> Iterator[Remarked]:
    match = Match(MatchConfig(game_id, {}, ("Ana", "Blas")), chance.seeded(seed))
    match.begin()
    rng = Random(seed)
    while not match.over and len(match.events) < 220:
        play_on(match, rng, 1)
    log = TurnLog(match, ME)
    turns = [turn for turn in log.turns()[:-1] if turn.actor != CHANCE and not turn.setup]
    for own, reply in pairwise(turns):
        if own.actor == ME and reply.actor != ME:
            mine, theirs = (
                SeenTurn(list(log.stages(one)), log.telling_of(one), one.events)
                for one in (own, reply)
            )
            if name := occasion(match.game, mine, theirs, ME):
                truth = match.state_at(own.end - len(own.events))
                yield Remarked(game_id, name, mine, theirs, truth)


def stands(game_id: str, stage: Stage, after: bool) -> dict[int, dict[str, str]]:
    """Return the squares of the pieces by player and id."""
    scene = load_game(game_id)().scene(stage.after if after else stage.before, ME)
    stands: dict[int, dict[str, str]] = {0: {}, 1: {}}
    for piece in scene.pieces:
        player = scene.seats.index(piece.side) if scene.seats and piece.side >= 0 else piece.side
        stands.setdefault(player, {})[piece.id] = piece.square
    return stands


def _holds(one: Remarked) -> bool:
    """Return whether an occasion is one, asked of the boards before and after the two turns."""
    begin, middle, end = (
        stands(one.game_id, one.own.stages[0], False),
        stands(one.game_id, one.own.stages[-1], True),
        stands(one.game_id, one.reply.stages[-1], True),
    )
    lost = set(middle[0]) - set(end[0])
    if one.name == "good":
        return bool(set(begin[1]) - set(middle[1])) and not lost
    if one.name == "punished":
        game = load_game(one.game_id)()
        passed = Hints(game).passed(one.truth)
        goals = (
            set()
            if passed is None
            else {game.path(passed, way)[-1].removeprefix("sq:") for way in passed.legal_actions()}
        )
        return any(name in begin[0] and begin[0][name] not in goals for name in lost)
    if one.name == "siege":
        return any(told.kind == "siege" for told in (*one.own.telling, *one.reply.telling))
    turn = one.reply if one.name == "lucky" else one.own
    return any(event.actor == CHANCE and len(event.action) > 2 for event in turn.events)


def test_thirty_remarks_are_true_of_their_positions() -> None:
    found = [one for game in ("andarraya", "cotadrez", "twocities") for one in remarked(game)]
    assert len(found) >= 30 and not [one.name for one in found if not _holds(one)]
    assert {one.name for one in found} >= {"good", "punished", "siege"}


def test_every_character_has_words_for_every_occasion_in_both_languages() -> None:
    for lang in LANGUAGES:
        words = I18n(lang)
        for level in COMPUTERS:
            texts = [words.t(f"remark.{level}.{name}") for name in OCCASIONS]
            assert all(words.has(f"remark.{level}.{name}") for name in OCCASIONS)
            assert len(set(texts)) == len(OCCASIONS) and max(map(len, texts)) <= MOST


@pytest.mark.parametrize("game_id", ["stratego", "twocities"])
def test_what_is_hidden_changes_no_remark(game_id: str) -> None:
    """The occasion is the same in every position that the player cannot tell from the true one."""
    rng, game = Random(5), load_game(game_id)()
    for one in remarked(game_id)[:8]:
        turns: list[SeenTurn] = []
        for turn in (one.own, one.reply):
            stages = [
                stage._replace(
                    before=stage.before.determinize(ME, rng).observation(ME),
                    after=stage.after.determinize(ME, rng).observation(ME),
                )
                for stage in turn.stages
            ]
            turns.append(turn._replace(stages=stages))
        own, reply = turns
        assert occasion(game, own, reply, ME) == one.name
    assert remarked(game_id)


def at_table(monkeypatch: pytest.MonkeyPatch, moves: int = 60) -> tuple[TableScreen, list[int]]:
    """A game in which every turn is an occasion, and the numbers of turns with a remark."""
    monkeypatch.setattr(speaking, "occasion", lambda *_: "good")
    screen, engine = table((0, 3), None, "andarraya")
    spoken: list[int] = []
    rng = Random(1)
    for _ in range(moves):
        if screen.session.over:
            break
        legal = screen.session._match.options_now()
        mover = screen.session.decider
        screen.session.play([rng.choice(legal)])
        if mover == 1:
            speaking.consider(screen.table)
            if screen.table.remark is not None:
                spoken.append(screen.session.log()[-1].number)
    assert engine.asked is not None
    return screen, spoken


def test_at_most_three_remarks_fall_in_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    _, spoken = at_table(monkeypatch, 130)
    assert 2 <= len(spoken) <= 3 == len(speaking.SPANS)
    assert all(b - a >= 10 for a, b in pairwise(spoken))


def test_a_remark_is_gone_after_the_next_move_and_off_by_one_press(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    screen, spoken = at_table(monkeypatch, 6)
    assert spoken == [6] and says("remark.3.good") in slots(screen)
    screen.press(aim("act:hush"))
    assert "act:hush" not in slots(screen) and screen.app.settings.remarks == "off"
    other, _ = at_table(monkeypatch, 6)
    other.session.play([other.session.observation().legal_actions()[0]])
    assert other.table.remark is None


def test_nobody_speaks_between_people_or_among_computers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speaking, "occasion", lambda *_: "good")
    for seats in ((0, 0), (3, 3)):
        screen, _ = table(seats, None, "andarraya")
        for _ in range(6):
            screen.session.play([screen.session._match.options_now()[0]])
        speaking.consider(screen.table)
        assert screen.table.remark is None


def test_a_lucky_throw_is_well_above_the_average() -> None:
    found = [one for one in remarked("twocities") if one.name in ("lucky", "unlucky")]
    game = load_game("twocities")()
    for one in found:
        turn = one.reply if one.name == "lucky" else one.own
        throws = [
            game.thrown(stage.before, event.action)
            for stage, event in zip(turn.stages, turn.events, strict=True)
            if event.actor == CHANCE
        ]
        gains = [throw.got - throw.expected for throw in throws if throw is not None]
        assert max(gains) >= occasions.LUCK >= 1
    assert found
