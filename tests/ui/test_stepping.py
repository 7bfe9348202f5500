"""The board at each step of the strip: as it was at that moment, from what its viewer knew then."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import NamedTuple

import pytest

from engine.core.scene import Piece, Scene
from engine.core.telling import Face, Happening, face, picture
from engine.dev.common import play_on
from engine.games import REGISTRY
from engine.match import chance
from engine.match.match import Match, MatchConfig
from engine.match.view import View
from tests.fixtures.targets import aim
from tests.ui.fakes import FakeTable, kept, look_on, play, set_table, written
from ui.render import telling as drawing
from ui.session import share
from ui.session.seats import FAR, PERSON
from ui.session.stages import between
from ui.table import news, stepping

LENGTHS = {"andarraya": 20, "cotadrez": 70, "rilatria": 60, "stratego": 130, "twocities": 60}
BOARD = ("regions", "marks", "targets", "threats", "moment")


def game_of(game_id: str, length: int, seed: int) -> Match:
    match = Match(MatchConfig(game_id, {}, ("Ana", "Blas")), chance.seeded(seed))
    match.begin()
    return play_on(match, Random(seed), length)


class Chair(NamedTuple):
    """Seat of a person at this device, or of nobody who plays by himself."""

    here: bool
    kind: str = "chair"
    level: int = 0


def seated(match: Match, here: tuple[bool, bool] = (True, False)) -> FakeTable:
    """Return the table of a game; `here`: which sides people at this device play."""
    screen = set_table(match, seats=[PERSON if one else FAR for one in here])
    if screen.session.curtain is not None:
        screen.session.reveal()
    return screen


def tables(count: int = 6) -> Iterator[FakeTable]:
    for game_id in REGISTRY:
        for number in range(count):
            yield seated(game_of(game_id, LENGTHS[game_id] + number, number + 1))


def walk(screen: FakeTable) -> Iterator[int]:
    """Press through the steps of the strip; yield the number of each."""
    count = len(news.strip_lines(screen.table))
    for number in range(count):
        play(screen, "act:told")
        yield number
    play(screen, "act:told")


def at(scene: Scene, square: str) -> list[Piece]:
    return [piece for piece in scene.pieces if piece.square == square]


def test_an_arrow_starts_at_its_piece_and_a_captured_piece_is_still_there() -> None:
    """Regression test: all steps were drawn on the final position."""
    moved = gone = taken = 0
    for screen in tables():
        lines, now = news.strip_lines(screen.table), screen.table.session.scene()
        for number in walk(screen):
            scene = stepping.stage(screen.table)
            for one in lines[number]:
                if scene is None or one.kind not in drawing.WAYS:
                    continue
                if len(one.squares) == drawing.WAY and one is lines[number][0]:
                    assert at(scene, one.squares[0]), one
                    moved, gone = moved + 1, gone + (not at(now, one.squares[0]))
                if one.kind == "take" and (lost := _lost(one)) is not None:
                    assert lost in {face(piece) for piece in at(scene, lost.square)}, one
                    taken += 1
    assert moved > 20 and gone > 10 and taken


def _lost(one: Happening) -> Face | None:
    found = (c.before for c in one.changes if c.key[0] == "piece" and c.after is None)
    return next((value for value in found if isinstance(value, Face)), None)


def test_a_piece_that_arrives_is_on_the_board_in_its_own_step() -> None:
    arrived = 0
    for screen in tables():
        lines = news.strip_lines(screen.table)
        for number in walk(screen):
            first, scene = lines[number][0], stepping.stage(screen.table)
            if first.kind == "place" and scene is not None and len(first.squares) == 1:
                assert at(scene, first.squares[0])
                arrived += 1
    assert arrived > 1


def test_the_board_of_a_step_is_drawn_and_the_last_press_returns_to_the_present() -> None:
    drawn = 0
    for screen in tables(2):
        present, texts = kept(screen)["pieces"], written(screen)
        for _ in walk(screen):
            scene = stepping.stage(screen.table)
            shown = {
                node.attributes["data-square"] for node in kept(screen)["pieces"].nodes.values()
            }
            wanted = screen.table.session.scene() if scene is None else scene
            assert shown == {piece.square for piece in wanted.pieces}
            if scene is not None:
                assert written(screen)["targets"] == written(screen)["threats"] == ""
                cells = kept(screen)["cells"].nodes
                assert not any("data-drag" in node.attributes for node in cells.values())
                drawn += kept(screen)["pieces"] != present
        assert kept(screen)["pieces"] == present
        assert {name: written(screen)[name] for name in BOARD} == {n: texts[n] for n in BOARD}
    assert drawn > 5


@pytest.mark.parametrize("game_id", LENGTHS)
def test_the_happenings_of_an_event_lead_from_one_scene_to_the_next(game_id: str) -> None:
    """After none of them it is the scene before the event, after all of them the one after it."""
    match = game_of(game_id, LENGTHS[game_id], 2)
    screen = seated(match)
    history, game = screen.session.history, match.game
    steps = 0
    for turn in screen.session.log()[-12:]:
        if turn.setup:
            continue
        for stage in history.log().stages(turn):
            scenes = [game.scene(one, screen.session.viewer) for one in (stage.before, stage.after)]
            for told, wanted in ((0, scenes[0]), (len(stage.telling), scenes[1])):
                now = picture(between(scenes[0], scenes[1], stage.telling[:told]))
                assert _on_board(now) == _on_board(picture(wanted))
            steps += 1
    assert steps > 2


def _on_board(found: Mapping[tuple[str, ...], object]) -> Mapping[tuple[str, ...], object]:
    return {key: value for key, value in found.items() if key[0] != "item"}


def test_a_press_on_the_board_of_a_step_only_returns_to_the_present() -> None:
    pressed = 0
    for screen in tables(2):
        starts = [target for target in screen.table.selection.starts() if target.square]
        play(screen, "act:told")
        if stepping.stage(screen.table) is None or not starts:
            continue
        assert not screen.grab(starts[0]) and not screen.table.selection.prefix
        assert stepping.stage(screen.table) is not None
        screen.press(starts[0])
        assert stepping.stage(screen.table) is None and not screen.table.selection.prefix
        screen.press(starts[0])
        assert screen.table.selection.prefix
        pressed += 1
    assert pressed > 2


# -- secrets ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", LENGTHS)
@pytest.mark.parametrize("viewer", [0, 1])
def test_a_step_shows_what_a_table_shows_that_knows_nothing_else(game_id: str, viewer: int) -> None:
    """The other table holds only the events that its player was told."""
    steps = 0
    for seed in range(1, 4):
        match = game_of(game_id, LENGTHS[game_id] + seed, seed)
        if match.over:
            continue
        full = seated(match, (viewer == 0, viewer == 1))
        view = share.read_text(share.Exports(match, viewer).view_text())
        assert isinstance(view, View)
        other = look_on(view)
        assert news.strip_lines(full.table) == news.strip_lines(other.table)
        for _ in zip(walk(full), walk(other), strict=True):
            one, two = stepping.stage(full.table), stepping.stage(other.table)
            assert (one is None) == (two is None)
            if one is not None and two is not None:
                assert (one.pieces, one.regions) == (two.pieces, two.regions)
                assert one.marks == two.marks
            assert kept(full)["pieces"] == kept(other)["pieces"]
            steps += one is not None
    assert steps > 1


def test_a_piece_that_a_fight_reveals_is_hidden_in_the_step_before_it() -> None:
    hidden = 0
    for seed in range(1, 12):
        screen = seated(game_of("stratego", 200 + seed, seed))
        lines = news.strip_lines(screen.table)
        for number in walk(screen):
            fight, scene = lines[number][0], stepping.stage(screen.table)
            if scene is None or fight.kind != "fight":
                continue
            known = at(screen.session.scene(), fight.squares[-1])
            there = [one for name in fight.squares for one in at(scene, name)]
            assert there
            hidden += any(one.hidden for one in there) and not any(one.hidden for one in known)
    assert hidden


def test_the_board_of_a_step_does_not_stay_for_the_next_player() -> None:
    """Two people share the device: what one has stepped to is not what the other may see."""
    for seed in range(1, 12):
        screen = seated(game_of("stratego", 130 + seed, seed), (True, True))
        play(screen, "act:told")
        if (left := screen.table.state.stage) is None:
            continue
        state = screen.session.observation()
        screen.session.play([Random(seed).choice(sorted(state.legal_actions()))])
        screen.table.state.stage = left  # even if the press did not clear it
        assert stepping.stage(screen.table) is None
        screen.press(aim("btn:reveal"))
        screen.table.state.stage = left
        assert stepping.stage(screen.table) is None
        return
    raise AssertionError("no step")
