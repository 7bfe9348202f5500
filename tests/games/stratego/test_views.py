"""Records of one player's view: read back exactly, and refused where they cannot be true."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.core.contract import RESIGN
from engine.core.errors import BadRecord
from engine.dev.common import play_on, viewers
from engine.dev.walks import first_events
from engine.games.stratego.forbidden import random_options
from engine.games.stratego.game import Stratego
from engine.games.stratego.state import FRAMES
from engine.match import record
from engine.match.match import Match, MatchConfig, replay
from engine.match.view import View
from tests.games.stratego.helpers import position

NAMES = ("Ana", "Blas", "Eva", "Paz")

RED = """[View "stratego red"]
[Game "stratego"]
[Options {"army":"barrage8"}]
[Setup.red "2S3M9...../FB2......./........../.........."]
[Setup.blue "???????..?/........../........../.........."]

"""
BLIND = RED.replace('"barrage8"', '"barrage8","blind_combat":true,"hidden_captures":true')


def random_match(seed: int) -> Match:
    rng = Random(f"views {seed}")
    game = Stratego(random_options(Stratego, rng))
    config = MatchConfig("stratego", dict(game.options), NAMES[: game.players])
    match = play_on(Match(config, game=game), rng, rng.choice((None, 300)))
    if not match.over and match.state.table_actions():
        match.play(rng.choice(match.state.table_actions()))
    return match


def agree(match: Match, viewer: int) -> None:
    """His record gives back what he received, and so his observation after each of it."""
    text = record.write_view(match, viewer)
    view = record.read_view(text)
    assert view.events == [event for _, event in match.observed_events(viewer)], text
    seen = match.state.observation(viewer)
    assert view.state.key() == seen.key() and view.state.to_text() == seen.to_text()
    assert view.over == match.over and view.outcome() == match.outcome()


@pytest.mark.parametrize("seed", range(5))
def test_7_6_s53_every_view_of_a_random_game_is_read_back(seed: int) -> None:
    match, rng = random_match(seed), Random(seed)
    total = len(match.events)
    for length in {total, rng.randint(0, total), rng.randint(0, total), rng.randint(0, 160)}:
        part = first_events(match, min(length, total))
        for viewer in viewers(match.game):
            agree(part, viewer)


def test_7_6_s53_each_turn_is_as_it_was_seen_then() -> None:
    options = {"army": "barrage8", "blind_combat": True, "no_capture_limit": 8}
    match = play_on(Match(MatchConfig("stratego", options)), Random(4))
    view = record.read_view(record.write_view(match, 0))
    told = match.observed_events(0)
    for number, (index, _) in enumerate(told, 1):
        seen = match.state_at(index + 1).observation(0)
        assert view.state_at(number).key() == seen.key()


def test_7_6_a_start_in_the_middle_is_written_as_it_was_seen() -> None:
    game, text = position("r5e5 b6e7 b9e6 r2b4", hidden_captures=True)
    config = MatchConfig("stratego", dict(game.options), start=text)
    match = play_on(Match(config), Random(3), 30)
    for viewer in (-1, 0, 1):
        agree(match, viewer)
    assert "b9" not in record.write_view(match, 0).split("\n\n")[0]


@pytest.mark.parametrize("seed", [1, 9])
def test_7_6_a_start_inside_a_turn_is_told_word_by_word(seed: int) -> None:
    whole, rng = random_match(seed), Random(seed)
    asked = [n for n in range(len(whole.events)) if whole.state_at(n).frame() in FRAMES[4:]]
    for number in rng.sample(asked, min(6, len(asked))):
        start = whole.state_at(number).to_text()
        match = Match(MatchConfig("stratego", dict(whole.config.options), start=start))
        play_on(match, rng, rng.choice((0, 1, 2, 9)))
        for viewer in viewers(match.game):
            agree(match, viewer)


def test_s54_a_taken_flag_is_told_by_name() -> None:
    game, text = position(
        "rFd1 r4e1 bFc8 b4a8 gFd14 g4e14 yFn8 y4n7 r9d8",
        background="",
        players=4,
        hidden_captures=True,
    )
    config = MatchConfig("stratego", dict(game.options), start=text)
    start = game.state_from_text(text)
    actions = [a for r in game.read_actions(start, "d8xc8") for a in r.actions]
    match = Match(config)
    for action in actions:
        match.play(action)
    view = record.write_view(match, 2)
    assert "d8xc8:9>F#b" in view
    for viewer in range(-1, 4):
        agree(match, viewer)


def test_s54_the_end_uncovers_everything() -> None:
    match = record.read(
        '[Game "stratego"]\n[Options {"army":"barrage8"}]\n'
        '[Setup.red "2S3M9...../FB2......./........../.........."]\n'
        '[Setup.blue "FB2S39M..2/........../........../.........."]\n\n1. a4-a6 resign red+resign\n'
    )
    text = record.write_view(match, 0)
    assert '[Setup.blue "???????..?' in text and "[Final " in text
    assert record.read_view(text).state.to_text() == match.state.to_text()


def code_of(text: str) -> str:
    with pytest.raises(BadRecord) as why:
        record.read_view(text)
    return why.value.code


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("1. hello", "bad_token"),
        ("1. a4xa5", "bad_token"),
        ("1. a4-a6:2>3", "bad_token"),
        ("1. a4-b5", "illegal_action"),  # his own
        ("1. a4-a6 f7-f6 2. a6-b6 f6-f5 3. b6-c6", "illegal_action"),
        ("1. a4-a6 h7-h6", "illegal_action"),  # nobody is there
        ("1. a4-a6 e7-g7", "illegal_action"),  # nothing could do that
        ("1. a4-a6 e7-e5 2. b4-b5 e5-d5", "illegal_action"),  # a lake
        ("1. a4-a6 show", "illegal_action"),
        ("1. a4-a6 e7<>d7", "illegal_action"),
        ("1. a4-a6 *6@d7", "illegal_action"),
        ("1. a4-a6 --", "illegal_action"),
        ("1. ready", "bad_header"),  # a set-up that goes on cannot have all its homes open
        ("1. a4xa7:?<M", "wrong_mark"),  # standard combat shows both
        ("1. a4xa7:2<?", "wrong_mark"),
        ("1. a4xa7:3<M", "wrong_mark"),  # his piece is a scout
        ("1. a4xa7:2>M", "wrong_mark"),  # a scout cannot win that
        ("1. a4xa7:2>7", "wrong_mark"),  # no major in this army
        ("1. a4xa7:2<M e7-e6 2. d4-d5", "illegal_action"),
        ("1. a4xa7:2<9 e7-e6 2. b4-b5 e6-e5 3. e4xe5:9=9", "wrong_mark"),  # there is but one
        ("1. a4-a6 e7-e5 2. b4-b5 e5-e6 3. b5-b6 e6xb6:B=S", "illegal_action"),
        ("1. a4-a6 a7xa6:4>2", "wrong_mark"),
        ("1. a4-a6 a7xa6:3>2=4", "wrong_mark"),
        ("1. a4-a6#b", "wrong_mark"),
        ("1. a4-a6 e7-e6#r", "wrong_mark"),
        ("1. resign 2. a4-a5", "after_end"),
        ("1. a4xj7:2>F 2. a4-a5", "illegal_action"),
        ("1. resign", "bad_header"),  # the end uncovers everything: no Final
        ("1. a4-a5 red+flag", "bad_header"),
        ("1. a4-a6 ... e7-e6", "illegal_action"),  # that turn is not broken off
    ],
)
def test_7_10_error_classes_of_views(body: str, code: str) -> None:
    if body.endswith("... e7-e6"):
        record.read_view(RED + body)  # a move without questions is a whole turn all the same
        return
    assert code_of(RED + body) == code


def test_7_10_what_a_blind_view_may_say() -> None:
    record.read_view(BLIND + "1. a4xa7:2<?")
    record.read_view(BLIND + "1. a4-a6 a7xa6:?>2")
    for body in ("1. a4xa7:?<?", "1. a4xa7:2<M", "1. a4-a6 a7xa6:3>2", "1. a4-a6 a7xa6:?>?"):
        assert code_of(BLIND + body) == "wrong_mark"


@pytest.mark.parametrize(
    "change",
    [
        ("[Setup.blue", "[Setup.pink"),
        ("???????..?", "??????F..?"),  # he cannot have seen that
        ("???????..?", "???????..."),  # seven pieces
        ("2S3M9.....", "2S3M?....."),
        ("2S3M9.....", "2S3MM....."),
        ('"barrage8"', '"nothing"'),
        ('[Game "stratego"]\n', ""),
        ("red", "green"),
    ],
)
def test_7_10_bad_headers_of_views(change: tuple[str, str]) -> None:
    assert code_of(RED.replace(*change) + "1. a4-a5") == "bad_header"


def ended() -> str:
    """Blue resigns after the first fight of a seeded game."""
    match, rng = Match(MatchConfig("stratego", {})), Random(5)
    play_on(match, rng, 144)
    while not match.over and not match.state.table_actions():
        play_on(match, rng, 1)
    match.play((RESIGN, 1))
    return record.write_view(match, 0)


def test_7_10_s54_the_final_position_must_agree_with_what_was_known() -> None:
    text = ended()
    record.read_view(text)
    final = next(line for line in text.splitlines() if line.startswith("[Final"))
    moved = final.replace("r2", "r3", 1)
    assert code_of(text.replace(final, moved)) == "bad_header"
    assert code_of(text.replace(final + "\n", "")) == "bad_header"
    assert code_of(text.replace(final, '[Final "x"]')) == "bad_header"
    assert code_of(text.replace("red+resign", "blue+resign")) == "result_mismatch"
    other = text.replace("red+resign", "red+nomove")
    assert code_of(other) in ("result_mismatch", "after_end")


def test_s53_a_view_with_unknown_pieces_is_refused_as_a_game() -> None:
    match = random_match(1)
    text = record.write_view(first_events(match, 130), 0)
    for game_text in (text, text.split("\n", 1)[1]):
        with pytest.raises(BadRecord) as why:
            record.read(game_text)
        assert why.value.code == "bad_header"


def test_a_view_of_a_view_is_the_same_text() -> None:
    text = ended()
    view = record.read_any(text)
    assert isinstance(view, View) and record.write_view(view, 0) == text


def test_the_other_sides_types_never_change_the_text() -> None:
    options: dict[str, Any] = {"army": "barrage8", "hidden_captures": True}
    match = play_on(Match(MatchConfig("stratego", options)), Random(12), 110)
    again = replay(MatchConfig("stratego", options), match.events)
    assert record.write_view(match, 1) == record.write_view(again, 1)
