"""Defaults of the core: turns, ends, table actions, positions, records, scenes."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.core.contract import CHANCE, DRAW, RESIGN, SPECTATOR, TIME, UNKNOWN, Event
from engine.core.errors import BadOptions, BadPosition, BadRecord, IllegalAction
from engine.core.options import Option, whole_number
from engine.core.telling import said
from engine.core.texts import Catalog, Message, player_name
from engine.dev.common import ROOT, catalogue, play_on
from engine.dev.scaffold.breakthrough.game import Breakthrough
from engine.dev.scaffold.breakthrough.rules.state import BreakthroughState
from engine.dev.scaffold.lantern.game import Lantern
from engine.kit.editing import PlainEditor
from engine.kit.plain import PlainState, piece
from engine.kit.secret import Die, SecretGame, SecretState
from engine.kit.standard import Ending
from engine.match import record
from engine.match.match import Match, MatchConfig
from engine.match.snapshot import freeze, thaw
from tests.fixtures.model import PLAIN, register

HALF = "8/8/8/3p4/4P3/8/8/8 white 4 -"


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch, PLAIN)


def test_a_state_without_own_slots_is_cloned_with_its_class() -> None:
    state = Breakthrough().initial_state()
    copy = state.clone()
    assert type(copy) is BreakthroughState and BreakthroughState.__slots__ == ()
    copy.apply(("move", 8, 16))
    assert state.key() == Breakthrough().initial_state().key() != copy.key()


@pytest.mark.parametrize(
    ("action", "score", "reason"),
    [
        ((RESIGN, 0), "0-1", "resign"),
        ((TIME, 1), "1-0", "time"),
        ((DRAW,), "1/2-1/2", "agreed"),
    ],
)
def test_table_actions_end_the_game(action: tuple[object, ...], score: str, reason: str) -> None:
    game = Breakthrough()
    state = game.initial_state()
    token = game.action_text(state, action)
    assert game.parse_table_action(state, token) == action
    state.apply(action)
    outcome = state.outcome()
    assert outcome and (outcome.score, outcome.reason) == (score, reason)
    assert state.legal_actions() == [] and state.table_actions() == []
    assert game.state_from_text(state.to_text()).key() == state.key()
    assert game.parse_table_action(state, token) is None
    with pytest.raises(IllegalAction):
        list(game.read_actions(state, token))


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("8/8/8/3p4/4P3/8/8/8 white 4", "fields"),
        ("8/8/8/3q4/4P3/8/8/8 white 4 -", "board"),
        ("8/8/8/3p4/4P3/8/8 white 4 -", "board"),
        ("8/8/8/3p4/4P3/8/8/8 black 4 -", "side"),
        ("8/8/8/3p4/4P3/8/8/8 white 04 -", "turns"),
        ("8/8/8/3p4/4P3/8/8/8 white 4444444 -", "turns"),
        ("8/8/8/3p4/4P3/8/8/8 white 4 taken:0", "end"),
        ("8/8/8/3p4/4P3/8/8/8 white 4 agreed:0", "end"),
        ("8/8/8/3p4/4P3/8/8/8 white 4 resign:-", "end"),
        ("8/8/8/8/4P3/8/8/8 white 4 -", "end"),
        ("8/8/8/8/4P3/8/8/8 white 4 resign:1", "end"),
        ("P7/8/8/8/8/8/8/p7 white 4 reached:1", "end"),
    ],
)
def test_bad_positions_name_the_field(text: str, field: str) -> None:
    with pytest.raises(BadPosition) as caught:
        Breakthrough().state_from_text(text)
    assert caught.value.field == field


def test_a_position_without_legal_moves_is_refused() -> None:
    class Still(PlainState):
        __slots__ = ()

        def moves(self) -> list[tuple[object, ...]]:
            return []

    class Standstill(Breakthrough):
        states: Any = Still

    with pytest.raises(BadPosition):
        Standstill().state_from_text(HALF)


def test_a_sudden_win_is_kept_in_the_position_text() -> None:
    class Hasty(BreakthroughState):
        __slots__ = ()
        sudden = ("left",)

        def play(self, action: tuple[int, ...]) -> None:
            super().play(action)
            self.ended = ("left", 1 - self.mover)

    class Haste(Breakthrough):
        states = Hasty

    state = Haste().state_from_text(HALF)
    state.apply(("move", 28, 36))
    assert Haste().state_from_text(state.to_text()).key() == state.key()
    for game, end in ((Breakthrough, "left:0"), (Haste, "left:-"), (Haste, "lost:0")):
        with pytest.raises(BadPosition):
            game().state_from_text(f"8/8/8/3pP3/8/8/8/8 black 5 {end}")


def test_piece_identity_is_not_part_of_the_position() -> None:
    game = Breakthrough()
    state = game.state_from_text(HALF)
    for move in ("e4-e5", "d5-d4"):
        state.apply(game.parse_action(state, move))
    again = thaw(game, freeze(game, state) or "")
    assert isinstance(again, BreakthroughState) and again.key() == state.key()
    assert game.scene(again, 0) == game.scene(state, 0)
    plain = game.state_from_text(state.to_text())
    assert plain.key() == state.key() and game.scene(plain, 0) != game.scene(state, 0)


def test_a_piece_keeps_its_id_while_it_moves() -> None:
    game = Breakthrough()
    state = game.state_from_text(HALF)
    before = {piece.square: piece.id for piece in game.scene(state, 0).pieces}
    taking = game.parse_action(state, "e4xd5")
    assert game.mark(state, taking) == "capture"
    state.apply(taking)
    scene = game.scene(state, 0, (Event(0, taking),))
    assert [(piece.square, piece.id) for piece in scene.pieces] == [("d5", before["e4"])]
    assert scene.marks[0].squares == ("e4", "d5")


def test_reach_shows_where_a_piece_can_go() -> None:
    game = Breakthrough()
    marks = game.reach(game.state_from_text(HALF), "sq:e4")
    assert [(mark.kind, mark.squares) for mark in marks] == [
        ("reach", ("e5", "f5")),
        ("attack", ("d5",)),
    ]


def test_refusals_cite_their_clauses() -> None:
    game = Breakthrough()
    state = game.state_from_text("8/8/8/4p3/4P3/8/8/8 white 4 -")
    for path, reason in (
        (("sq:a1",), "empty"),
        (("sq:e5",), "theirs"),
        (("sq:e4", "sq:e5"), "blocked"),
        (("sq:e4", "sq:a1"), "reach"),
        (("sq:e4", "btn:nothing"), "reach"),
    ):
        told = game.refusal(state, path)
        assert (told.key, told.clause) == (f"why.{reason}", game.clauses[reason])


def test_a_record_of_the_core_survives_reading_and_writing() -> None:
    for kind, game_id, options in ((Breakthrough, PLAIN, {}), (Lantern, "lantern", {"width": 7})):
        match = Match(MatchConfig(game_id, options, ("Ana", 'B "el Cid" \\')), game=kind(options))
        play_on(match, Random(3))
        text = kind(options).write_record(match.to_record({"J1": "Ana", "J2": 'B "el Cid" \\'}))
        again = kind.read_record(text)
        assert again.events == match.events and again.options == match.config.options
        assert again.tags == {"J1": "Ana", "J2": 'B "el Cid" \\'}
        assert kind(options).write_record(again) == text


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('[Game "Breakthrough"]\n\na2-a3 a7-a6', "bad_tag"),
        ('[Game "Breakthrough"]\n[J1 "a\n\n*', "bad_tag"),
        ('[Game "Breakthrough"]\n[J1 "a"]\n[J1 "b"]\n\n*', "bad_tag"),
        ('[Game "Breakthrough"]\n[Options "size"]\n\n*', "bad_options"),
        ('[Game "Breakthrough"]\n[Options "size=3"]\n\n*', "bad_options"),
        ('[Game "Breakthrough"]\n[Start "x"]\n\n*', "bad_position"),
        ('[Game "Breakthrough"]\n\na2-a4 *', "illegal_action"),
        ('[Game "Breakthrough"]\n\nresign:0 resign:1 0-1', "illegal_action"),
        ('[Game "Breakthrough"]\n\na2-a3 1-0', "result_mismatch"),
    ],
)
def test_bad_records_are_refused_with_their_code(text: str, code: str) -> None:
    with pytest.raises(BadRecord) as caught:
        record.read(text)
    assert caught.value.code == code


def test_an_option_is_parsed_from_its_displayed_text() -> None:
    number = Option("turns", (30, 60))
    assert [number.read(number.text(value)) for value in number.values] == [30, 60]
    assert Option("quick", (False, True)).read("True") is True
    assert Option("size", (8,), check=whole_number(5, 20)).read("12") == 12
    for text in ("31", "x", ""):
        with pytest.raises(BadOptions):
            number.read(text)


def sentences(game: Any, state: Any, text: str, viewer: int) -> list[Message]:
    """Return what `viewer` is told of the action with this notation."""
    action = game.parse_action(state, text)
    event = game.redact(state, Event(state.current_player(), action), viewer)
    before = state.observation(viewer)
    after = before.clone()
    after.apply(event.action)
    return said(game.tell(before, event, after, viewer))


def test_a_move_is_told_with_its_player_piece_and_squares() -> None:
    game = Breakthrough()
    state = game.state_from_text(HALF)
    words = catalogue(PLAIN, "en")
    assert [words.text(one) for one in sentences(game, state, "e4-e5", 0)] == [
        words.text(
            "tell.moves", who=player_name(0), unit=Message("the.pawn"), start="e4", goal="e5"
        )
    ]
    capture, _end = sentences(game, state, "e4xd5", 0)
    assert capture.key == "tell.captures" and capture.params["victim"] == Message("the.pawn")


def test_the_choice_of_a_secret_is_told_without_its_square() -> None:
    game = Lantern()
    state = game.initial_state()
    for viewer in (0, 1, SPECTATOR):
        (told,) = sentences(game, state, "Tb1", viewer)
        assert told == Message("tell.hide", who=player_name(0))
    pieces = {}
    for viewer in (0, 1, SPECTATOR):
        seen = state.clone()
        seen.apply(("hide", 1))
        scene = game.scene(seen.observation(viewer), viewer)
        pieces[viewer] = [one.square for one in scene.pieces if one.glyph == "treasure"]
    assert pieces == {0: ["b1"], 1: [], SPECTATOR: []}


def test_a_secret_is_guessed_only_where_it_may_be() -> None:
    state = Lantern().state_from_text("2g2/5/5/2G2 south 4 - a1,b4 - roll c4,d4")
    guesses = {state.determinize(0, Random(seed)).secrets for seed in range(60)}
    assert guesses == {(0, square) for square in (15, 16, 19)}
    known = Lantern().state_from_text("2g2/5/5/2G2 south 4 - a1,b4 north roll c4,d4")
    assert {known.determinize(0, Random(seed)).secrets for seed in range(9)} == {(0, 16)}
    with pytest.raises(BadPosition) as caught:
        Lantern().state_from_text("2g2/5/5/2G2 south 4 - a1,? - roll a4,b4,c4,d4,e4")
    assert caught.value.field == "secrets"


def test_an_answer_is_true_and_shows_the_secret_to_all() -> None:
    game = Lantern()
    state = game.state_from_text("2G2/5/4g/5 south 0 - a1,c4 - dig:c4 -")
    assert state.legal_actions() == [("dig", 1)]
    assert state.observation(0).legal_actions() == [("dig", 0), ("dig", 1)]
    buttons = [one.target for one in game.scene(state.observation(0), 0).choices]
    assert buttons == ["btn:no", "btn:yes"]
    assert game.explain(state, ("btn:no",)) == game.why("dig")
    state.apply(("dig", 1))
    assert [state.observation(viewer).secrets for viewer in (0, 1, -1)] == [
        (0, 17), (UNKNOWN, 17), (UNKNOWN, 17),
    ]  # fmt: skip


def test_a_die_has_equal_faces_or_their_weights() -> None:
    assert Die("roll", range(1, 7)).weights == dict.fromkeys(range(1, 7), 1)
    assert Die("roll", {1: 2, 2: 1}).weights == {1: 2, 2: 1}


@pytest.mark.parametrize("title", [Breakthrough, Lantern])
def test_the_editor_is_made_from_the_declared_fields(title: Any) -> None:
    game = title()
    editor = PlainEditor(game)
    sheet = editor.start()
    assert editor.fault(sheet) is None and len(editor.tools) == 2
    assert editor.text(sheet) == editor.read(sheet).to_text()
    own = json.loads((ROOT / "ui/learn/editor/locale/editor.es.json").read_text("utf-8"))
    words = Catalog(*catalogue(game.info.id, "es").layers, own)
    for field in editor.fields:
        labels = [field.label, *(label for _, label in field.choices)]
        assert [one.key for one in labels if not words.has(one.key)] == []
    names = [field.name for field in editor.fields]
    assert names[:2] == ["side", "turns"] and ("secret0" in names) is (title is Lantern)
    if title is Lantern:
        fault = editor.fault(sheet.with_value("secret0", "c3"))
        assert fault is not None and fault.field == "secrets"


class Racer(SecretState):
    """One runner a side; the die says how far it goes."""

    __slots__ = ()

    def moves(self) -> list[tuple[object, ...]]:
        start = self.cells.index(piece(0, self.mover))
        return [("move", start, start + (1 - 2 * self.mover) * self.roll)]

    def ending(self) -> Ending | None:
        return ("far", 1 - self.mover) if self.turns == 4 else None


class Race(SecretGame[Racer]):
    """A game with a die and neither secret nor question."""

    info = replace(Breakthrough.info, has_chance=True)
    states = Racer
    kinds = {"R": "runner"}
    start = "8/8/7r/R7/8/8/8/8"
    decisions = (Die("roll", range(1, 4)),)
    clauses = dict.fromkeys(("position", "over", "empty", "theirs", "stuck", "reach", "roll"), "1")


def test_a_game_may_have_a_die_alone() -> None:
    game = Race()
    state = game.initial_state()
    assert state.to_text() == "8/8/7r/R7/8/8/8/8 white 0 - roll"
    assert state.current_player() == CHANCE and len(state.chance_outcomes()) == 3
    for text in ("3", "a5-d5", "1", "h6-g6"):
        state.apply(game.parse_action(state, text))
        assert game.state_from_text(state.to_text()).key() == state.key()
        assert state.determinize(0, Random(1)).key() == state.observation(1).key() == state.key()
    for wrong in ("turn", "turn:4", "dig:a1", "roll:1"):
        with pytest.raises(BadPosition) as caught:
            game.state_from_text(f"8/8/7r/R7/8/8/8/8 white 0 - {wrong}")
        assert caught.value.field == "question"
