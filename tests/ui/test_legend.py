"""Legend: it explains every kind of thing on a table and reveals nothing that is hidden."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from engine.core.contract import AnyGame, State
from engine.core.legend import BadLegend, Entry, read_legend
from engine.core.scene import ACTION_MARKS, Scene
from engine.dev.common import open_game, play_on
from engine.games import REGISTRY, game_legend, game_look, game_text, load_game
from engine.games.rilatria.rules.reserve import HIGH, TOP, ReserveStep, honour_treaty, luck_treaty
from engine.games.stratego.rules.pieces import GLYPHS, MARSHAL, SPY
from engine.games.stratego.table.words import shown_rank
from engine.match import codec
from engine.match.match import Match, MatchConfig
from tests.fixtures.present import present
from tests.fixtures.says import game_wording
from tests.fixtures.targets import aim
from tests.ui.fakes import STEPS, FakeApp, FakeController, opened, play, table
from ui.learn.legend import AboutDialog, LegendDialog
from ui.learn.rulebook import RulesScreen
from ui.render.marks import UNDRAWN
from ui.render.picture import diagram
from ui.render.samples import sample
from ui.table.about import things
from ui.words.i18n import LANGUAGES, I18n
from ui.words.markdown import clauses_of

PLACES = 40  # a third of the positions taken from a random game
SHADES = ("light", "dark")  # the two colours of a chequered board have no entry


@cache
def walked(game_id: str) -> tuple[AnyGame, tuple[tuple[State, Scene], ...]]:
    """Return (game, positions of a random game as the player to move sees them, with scenes)."""
    game = load_game(game_id)()
    match = Match(MatchConfig(game_id), game=game)
    found = []
    for number in range(3 * PLACES):
        if match.over:
            break
        play_on(match, Random(number), 4 if number > 2 else 40)
        player = match.state.current_player()
        seen = match.state.observation(max(player, 0))
        found.append((seen, game.scene(seen, max(player, 0), match.events[-2:])))
    return game, tuple(found)


def kinds(game: AnyGame, state: State, scene: Scene) -> Iterator[tuple[str, str]]:
    """Yield (group, kind) of all that is on a table, with the marks of reach and of actions."""
    for piece in scene.pieces:
        yield "piece", "unknown" if piece.hidden else piece.glyph
        yield from (("badge", badge.kind) for badge in piece.badges)
        reach = game.reach(state, f"sq:{piece.square}")
        yield from (("mark", mark.kind) for mark in reach if mark.kind not in UNDRAWN)
    yield from (("mark", mark.kind) for mark in scene.marks)
    yield from (("region", region.kind) for region in scene.regions)
    for square in scene.board.squares:
        yield from (("ground", style) for style in square.styles if style not in SHADES)
    for action in state.legal_actions() if state.current_player() >= 0 else ():
        if game.path(state, action)[-1].startswith("sq:"):
            yield "mark", game.mark(state, action)


@pytest.mark.parametrize("game_id", REGISTRY)
def test_everything_on_a_table_is_in_the_legend(game_id: str) -> None:
    game, places = walked(game_id)
    legend = game_legend(game_id)
    found = {one for state, scene in places for one in kinds(game, state, scene)}
    built = {"ground": ("ground", "region")}  # a region may cover the ground it stands on
    missing = [
        (group, kind)
        for group, kind in found
        if legend.find(kind, *built.get(group, (group,))) is None
    ]
    assert missing == []
    beside = {item.glyph for _, scene in places for area in scene.areas for item in area.items}
    beside -= {item.glyph for _, scene in places for area in scene.areas
               if area.kind == "budget" for item in area.items}  # fmt: skip
    assert [glyph for glyph in beside if glyph and legend.find(glyph) is None] == []


def _worded(game_id: str) -> Iterator[Entry]:
    """Yield every entry, also as it is told under the options that give it other words."""
    options = load_game(game_id)().options
    for entry in game_legend(game_id):
        yield entry.told(options)
        for option, values in entry.words:
            yield from (entry.told({**options, option: value}) for value in values)


@pytest.mark.parametrize("game_id", REGISTRY)
def test_every_kind_has_a_name_a_sentence_and_a_clause(game_id: str) -> None:
    clauses = [clauses_of(game_text(game_id, f"rules.{lang}.md") or "") for lang in LANGUAGES]
    for entry in _worded(game_id):
        assert all(entry.about.clause in known for known in clauses), entry
        for lang in LANGUAGES:
            words = I18n(lang, game_id)
            assert words.has(entry.name.key) and words.has(entry.about.key), entry
            assert words.message(entry.about)[-1] in ".!", entry
        assert sample(game_look(game_id), entry)


@pytest.mark.parametrize("game_id", REGISTRY)
def test_every_mobile_piece_has_a_diagram_drawn_by_the_rules(
    game_id: str,
) -> None:
    game, words = load_game(game_id)(), I18n("en", game_id)
    legend = game_legend(game_id)
    shown = [entry for entry in legend if entry.board]
    assert {entry.group for entry in shown} <= {"piece"}
    for entry in shown:
        state = game.state_from_text(entry.board).observation(0)
        piece = next(p for p in game.scene(state, 0).pieces if p.square == entry.square)
        assert (piece.glyph, piece.letter) == (entry.kind, entry.sign)
        marks = game.reach(state, f"sq:{entry.square}")
        assert marks and {mark.kind for mark in marks} & {"reach", "attack"}
        drawn = diagram(game, entry, words)
        assert drawn and marks[0].squares[0] in drawn
    for state, scene in walked(game_id)[1]:
        for piece in scene.pieces:
            moves = not piece.hidden and game.reach(state, f"sq:{piece.square}")
            there = {other.glyph for other in scene.pieces if other.square == piece.square}
            assert not moves or there & {entry.kind for entry in shown}


@pytest.mark.parametrize("game_id", REGISTRY)
def test_an_enemy_piece_is_explained_in_its_own_colours(game_id: str) -> None:
    """Regression test: the card of North's ram showed the ram of South."""
    game, look, words = load_game(game_id)(), game_look(game_id), I18n("en", game_id)
    for _, scene in walked(game_id)[1][::9]:
        for piece in scene.pieces:
            found = things(scene, game_legend(game_id), aim(f"sq:{piece.square}"), words.message)
            side = max(piece.side, 0)
            assert found[0].side == piece.side
            assert f"piece side{side}" in sample(look, found[0].entry, found[0].side)
            drawn = diagram(game, found[0].entry, words, side)
            assert drawn is None or f"side{side}" in drawn


def test_the_diagram_of_the_other_sides_pawn_is_turned() -> None:
    game, words = load_game("andarraya")(), I18n("en", "andarraya")
    pawn = present(game_legend("andarraya").find("pawn", "piece"))
    rank = int(pawn.square[1])
    ours, theirs = (str(diagram(game, pawn, words, side)) for side in (0, 1))
    assert f"{pawn.square}" in ours and f"{chr(201 - ord(pawn.square[0]))}{9 - rank}" in theirs


def test_a_diagram_is_left_out_on_a_board_of_another_size() -> None:
    game = open_game("stratego", {"board": "small8"})
    scout = present(game_legend("stratego").find("scout", "piece"))
    assert diagram(game, scout, I18n("en", "stratego")) is None


@pytest.mark.parametrize("wrong", [{"people": {}}, {"piece": {"king": {"name": "x"}}},
                                   {"piece": {"king": {"clause": "1", "board": "x"}}}])  # fmt: skip
def test_an_invalid_legend_is_refused(wrong: dict[str, dict[str, dict[str, str]]]) -> None:
    with pytest.raises(BadLegend, match="g"):
        read_legend("g", wrong)


@pytest.mark.parametrize("game_id", [g for g in REGISTRY if load_game(g).info.has_secrets])
def test_explanations_depend_only_on_what_the_viewer_knows(game_id: str) -> None:
    """The true position and its determinizations are explained and drawn alike."""
    game = load_game(game_id)()
    legend, say = game_legend(game_id), I18n("en", game_id).message
    for seed, events in ((1, 5), (3, 130)):
        match = play_on(Match(MatchConfig(game_id), game=game), Random(seed), events)
        for viewer in (0, 1, -1):
            truth = match.state
            worlds = [truth, *(truth.determinize(viewer, Random(n)) for n in range(2))]
            told = []
            for world in worlds:
                scene = game.scene(world.observation(viewer), viewer)
                targets = [f"sq:{square.name}" for square in scene.board.squares]
                targets += [item.target for area in scene.areas for item in area.items]
                found = [one for t in targets for one in things(scene, legend, aim(t), say)]
                dialog = AboutDialog(FakeApp(), game, print, found)
                told.append((found, dialog.layout()))
            assert all(one == told[0] for one in told)


def test_a_hidden_piece_is_explained_only_as_unknown() -> None:
    _, places = walked("stratego")
    legend, say = game_legend("stratego"), I18n("en", "stratego").message
    scene = places[-1][1]
    hidden = [piece for piece in scene.pieces if piece.hidden]
    assert hidden
    for piece in hidden:
        first = things(scene, legend, aim(f"sq:{piece.square}"), say)[0]
        assert first.entry.kind == "unknown" and first.entry.board == ""


# -- at the table --------------------------------------------------------------------------------


@pytest.mark.parametrize(("square", "side"), [("c7", 1), ("g3", 0)])
def test_a_piece_card_shows_the_colour_of_its_side(square: str, side: int) -> None:
    """“Ram of the North” used to stand above a green ram, which belongs to the South."""
    start = "9/1h7/2t6/9/9/9/6T2/7H1/9 1 L 6.3.0.2.0 6.3.1.2.0 - 0 4"
    app = opened(f"#g={codec.encode(Match(MatchConfig('rilatria', {}, (), start)))}")
    assert app.screen.look_up(aim(f"sq:{square}"))
    sample, _, rest = app.view.layouts["dialog"].partition("about-board")
    assert f'"piece side{side}"' in sample and f'"piece side{1 - side}"' not in sample
    assert f'"piece side{side}"' in rest


def test_a_long_press_explains_a_piece_and_plays_nothing() -> None:
    screen = table(STEPS, "en")
    before = screen.session.count
    assert screen.look_up(aim("sq:f4"))
    dialog = screen.app.dialog
    assert isinstance(dialog, AboutDialog) and screen.session.count == before
    words = dialog.layout()
    assert (
        "Dragon, red and gold" in words and game_wording("cotadrez", "about.piece.dragon") in words
    )
    assert 'data-target="act:rules:3.11"' in words and "mark-reach" in words
    dialog.press(aim("act:rules:3.11"))
    assert screen.controller.asked[-1] == ("rules", "cotadrez", "3.11")
    assert screen.table.selection.prefix == ()
    assert not screen.look_up(aim("btn:pass")) and not screen.look_up(aim("sq:nowhere"))


def test_the_key_i_explains_what_has_the_focus() -> None:
    screen = table(STEPS, "en")
    assert screen.key("i", aim("")) and screen.app.dialog is None
    screen.hover(aim("sq:f4"))
    assert screen.key("i", aim("sq:f4")) and isinstance(screen.app.dialog, AboutDialog)


def test_a_resting_pointer_names_the_thing_until_it_moves_on() -> None:
    screen = table(STEPS, "en")
    screen.hover(aim("sq:f4"))
    assert "Dragon" not in screen.slots()["notice"]
    screen.app.page.delayed[-1]()
    notice = screen.slots()["notice"]
    assert "Dragon" in notice and "act:rules:3.11" in notice
    screen.hover(aim("about:named"))  # the pointer may enter the notice to press it
    screen.app.page.delayed[-1]()
    assert "Dragon" in screen.slots()["notice"]
    screen.press(aim("about:named"))
    assert isinstance(screen.app.dialog, AboutDialog)
    screen.app.dialog = None
    screen.hover(aim(""))
    screen.app.page.delayed[-1]()
    assert screen.slots()["notice"] == ""
    screen.hover(aim("sq:f4"))
    screen.app.page.delayed[-1]()
    assert screen.key("Escape", aim("")) and screen.slots()["notice"] == ""
    screen.app.set_setting("reach", "off")
    before = len(screen.app.page.delayed)
    screen.hover(aim("sq:a1"))
    assert len(screen.app.page.delayed) == before


def test_after_a_move_a_resting_pointer_names_nothing_until_it_moves() -> None:
    screen = table(STEPS, "en")
    screen.press(aim("sq:f4"))
    goal = next(iter(screen.table.selection.choices()))
    screen.hover(goal)
    screen.press(goal)
    screen.app.page.delayed[-1]()
    assert "Dragon" not in screen.slots()["notice"]
    screen.hover(aim(""))
    screen.hover(goal)
    screen.app.page.delayed[-1]()
    assert "Dragon" in screen.slots()["notice"]


def test_pieces_still_to_be_placed_can_be_explained() -> None:
    screen = table(None, "en")
    assert screen.look_up(aim("kind:fortress")) and screen.app.dialog is not None
    assert game_wording("cotadrez", "about.region.fortress") in screen.app.dialog.layout()


def test_nothing_is_explained_behind_the_curtain() -> None:
    screen = play(table(), "act:random", "act:ready")
    assert screen.attributes()["data-mode"] == "curtain"
    names = [piece.square for piece in screen.session.history.public()[0].pieces] or ["e2", "a1"]
    assert not any(screen.look_up(aim(f"sq:{name}")) for name in names)


def test_the_legend_lists_every_entry_and_opens_its_card() -> None:
    screen = table(STEPS, "en")
    screen.press(aim("act:legend"))
    dialog = screen.app.dialog
    assert isinstance(dialog, LegendDialog)
    words = dialog.layout()
    for entry in game_legend("cotadrez"):
        assert dialog.words.message(entry.name) in words
        assert f"act:rules:{entry.about.clause}" in words
    assert dialog.words.t("legend.threat") in words  # the page's own mark
    assert {f"mark-{kind}" for kind in ("move", "storm", "alert", "threat")} <= set(
        re.findall(r"mark-\w+", words)
    )
    dialog.press(aim("about:piece:dragon"))
    assert isinstance(screen.app.dialog, AboutDialog)


def test_a_clause_opens_a_diagram_that_leads_back_to_it() -> None:
    app = FakeApp("en")
    screen = RulesScreen(app, FakeController(), "cotadrez")
    assert 'data-target="about:piece:dragon"' in screen.layout()
    screen.press(aim("about:piece:dragon"))
    assert isinstance(app.dialog, AboutDialog) and "mark-reach" in app.dialog.layout()
    app.dialog.press(aim("act:rules:3.11"))
    assert app.dialog is None and app.page.handed[-1] == ("scroll", "clause-3.11")
    screen.press(aim("about:piece:nobody"))
    assert app.dialog is None


def test_every_mark_has_a_name_of_its_own() -> None:
    for game_id in REGISTRY:
        entries = [one for one in game_legend(game_id) if one.group == "mark"]
        words = I18n("es", game_id)
        names = [words.message(one.name) for one in entries]
        assert len(set(names)) == len(names), game_id
        assert {one.kind for one in entries} & set(ACTION_MARKS)


def test_the_legend_lists_only_what_the_options_can_show() -> None:
    options: dict[tuple[str, str], dict[str, Any]] = {
        ("badge", "skill"): {"miner_by_capture": "all"},
        ("badge", "rescuer"): {"rescue_rear": 1},
        ("mark", "swap"): {"relay": True},
        ("ground", "hill"): {"hills": "hills4"},
    }

    def listed(game: AnyGame) -> set[str]:
        words = LegendDialog(FakeApp("en"), game, print).layout()
        entries = game_legend("stratego")
        say = I18n("en", "stratego").message
        return {f"{one.group} {one.kind}" for one in entries if f">{say(one.name)}<" in words}

    usual = listed(open_game("stratego", {}))
    assert usual == {f"{one.group} {one.kind}" for one in game_legend("stratego")} - {
        f"{group} {kind}" for group, kind in options
    }
    for (group, kind), option in options.items():
        assert listed(open_game("stratego", option)) == usual | {f"{group} {kind}"}


@pytest.mark.parametrize(("lang", "rank"), [("en", "Rank"), ("es", "Rango")])
def test_the_legend_gives_every_rank_as_the_piece_shows_it(lang: str, rank: str) -> None:
    legend, say = game_legend("stratego"), I18n(lang, "stratego").message
    for kind in range(SPY, MARSHAL + 1):
        entry = present(legend.find(GLYPHS[kind], "piece"))
        assert re.match(rf"{rank} {shown_rank(kind)}\b", say(entry.about)), entry


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("glyph", "treaty"), [("medal", honour_treaty), ("clover", luck_treaty)])
def test_the_legend_tells_what_honour_and_luck_give_at_the_maximum(
    lang: str, glyph: str, treaty: Callable[[bytearray, int], ReserveStep | None]
) -> None:
    legend, say = game_legend("rilatria"), I18n(lang, "rilatria").message
    entry = present(legend.find(glyph, "thing"))
    gains = []
    for value in (HIGH, TOP):
        step = present(treaty(bytearray((1, value, value, 1, 0)), 0))
        gains.append(step.changes[0].by)
    numbers = re.findall(r"\d+", say(entry.about).replace("−1", ""))
    assert Counter(map(int, numbers)) == Counter((HIGH, TOP, *gains))


def test_legend_and_card_are_worded_for_the_options() -> None:
    chess = {"queen_takes_queen": "yes", "king_leap": "none", "promotion": "free"}
    game, words = load_game("andarraya")(chess), I18n("en", "andarraya")

    def begun(key: str) -> str:  # the last word stands with the link to the rule
        return words.t(key).rsplit(" ", 1)[0]

    app = FakeApp("en")
    dialog = LegendDialog(app, game, print)
    listed = dialog.layout()
    assert begun("about.piece.queen.yes") in listed
    assert begun("about.piece.queen") not in listed
    assert words.t("badge.dead") not in listed and words.t("mark.immune") not in listed
    dialog.press(aim("about:piece:king"))
    assert app.dialog is not None
    assert begun("about.piece.king.none") in app.dialog.layout()
