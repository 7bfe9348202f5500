"""The study screen, its list and sheet, without a browser."""

from __future__ import annotations

import json
import re
from random import Random

import pytest

from engine.core.contract import CHANCE
from engine.core.errors import AsedioError
from engine.core.steps import finish
from engine.games import REGISTRY
from engine.match import codec, record, study_file, study_record
from engine.match.match import Match, MatchConfig
from engine.match.study import ROOT, Drawing, Note, Study, chapter_of
from tests.fixtures.matches import random_match
from tests.fixtures.says import says
from tests.fixtures.shipped import SHIPPED
from tests.fixtures.studies import content, random_tree
from tests.ui.test_app import opened
from ui.learn.editor.draft import PositionDraft
from ui.learn.study import entry, exports, notes, panel, stored
from ui.learn.study.cursor import StudyCursor
from ui.learn.study.listing import StudiesScreen
from ui.learn.study.screen import StudyScreen
from ui.learn.study.sheet import SheetScreen
from ui.learn.study.stored import StudiesFull, StudyShelf
from ui.learn.study.tree import TreeReader
from ui.saves.storage import MemoryStorage
from ui.shell import text_kinds
from ui.shell.app import App
from ui.shell.links import AddressDialog
from ui.words.targets import Target


def fools_mate() -> Match:
    match = Match(MatchConfig("andarraya", {}, ("Ana", "Luis")))
    for text in ("f2f3", "e7e5", "g2g4", "d8h4"):
        match.play(match.game.parse_action(match.state, text))
    return match


def studied(match: Match, at: int | None = None, storage: MemoryStorage | None = None) -> App:
    """Return an app with a new study of a match on the screen."""
    app = opened(storage=storage)
    screen = entry.study_game(app, app.controller, match, at)  # type: ignore[attr-defined]
    app.go(screen)
    return app


def shown(app: App) -> StudyScreen:
    assert isinstance(app.screen, StudyScreen)
    return app.screen


def play(app: App, action: tuple) -> None:  # type: ignore[type-arg]
    session = shown(app).session
    for target in session.game.path(session.observation(), action):
        app.press(target)


def ended(game: str) -> Match:
    """Return a random game up to some 60 events, then given up."""
    match, rng = random_match(game, 3, 60 if game != "stratego" else 140), Random(3)
    while not match.over and not match.state.table_actions():
        match.take(rng.choice(match.options_now()))
    if not match.over:
        match.play(next(one for one in match.state.table_actions() if one[0] == "resign"))
    return match


@pytest.mark.parametrize("game", REGISTRY)
def test_any_position_of_a_finished_game_can_be_played_on_from(game: str) -> None:
    match = ended(game)
    app = studied(match)
    screen, rng = shown(app), Random(1)
    cursor = screen.cursor
    size = len(cursor.chapter.nodes)
    for _ in range(6):
        app.key("ArrowLeft", "")
    before = cursor.node
    known = cursor.chapter.state(before)
    assert screen.session.observation().key() == known.key()
    for _ in range(4):
        state = screen.session.observation()
        if state.current_player() == CHANCE:
            app.press(f"act:study:chance:{len(panel.outcomes(screen.table)) - 1}")
        elif state.outcome() is None and game not in ("stratego",):
            taken = {one.event.action for one in cursor.chapter.preorder() if one.event}
            legal = sorted(state.legal_actions())
            play(app, rng.choice([one for one in legal if one not in taken] or legal))
        else:
            play(app, sorted(state.legal_actions())[-1])
        again = Match(MatchConfig(game, dict(match.config.options)))
        for event in cursor.chapter.events(cursor.node):
            again.play(event.action)
        assert screen.session.observation().key() == again.state.key()
    assert len(cursor.chapter.nodes) > size
    assert cursor.chapter.main_line()[: len(match.events)]  # the game itself stays the main line
    assert cursor.chapter.events(cursor.chapter.end()) == match.events


def test_playing_the_move_of_the_game_makes_no_variation() -> None:
    app = studied(fools_mate(), at=1)
    screen = shown(app)
    play(app, fools_mate().events[1].action)
    assert len(screen.cursor.chapter.nodes) == 5
    assert screen.cursor.node == screen.cursor.chapter.main_line()[1]


def test_the_result_card_and_a_refusal_lead_to_the_study() -> None:
    app = opened(f"#g={codec.encode(fools_mate())}")
    app.press("act:log-first")
    app.press("sq:e2")
    assert "Estudiar" in app.view.slots["notice"]
    app.press("act:study")
    screen = shown(app)
    assert screen.cursor.node == ROOT
    app.press("sq:e2")
    app.press("sq:e4")
    assert len(screen.cursor.chapter.nodes) == 6


def test_running_game_is_not_studied() -> None:
    match = Match(MatchConfig("andarraya"))
    app = opened()
    with pytest.raises(entry.NotFinished):
        entry.study_game(app, app.controller, match)  # type: ignore[attr-defined]
    assert not isinstance(app.screen, StudyScreen)
    app.press("act:new:andarraya")
    app.press("act:study")
    assert not isinstance(app.screen, StudyScreen)


def test_keys_step_through_line_and_variations() -> None:
    app = studied(fools_mate(), at=2)
    screen, chapter = shown(app), shown(app).cursor.chapter
    main = chapter.main_line()
    play(app, sorted(screen.session.observation().legal_actions())[0])
    other = screen.cursor.node
    app.key("ArrowUp", "")
    assert screen.cursor.node == main[2]
    app.key("ArrowDown", "")
    assert screen.cursor.node == other
    app.key("ArrowLeft", "")
    assert screen.cursor.node == main[1]
    app.key("ArrowRight", "")
    assert screen.cursor.node == other  # the line visited last
    app.key("Home", "")
    assert screen.cursor.node == ROOT
    app.press("act:log-next")
    assert screen.cursor.node == main[0]
    app.key("ArrowUp", "")
    assert "No hay otra variante" in app.view.slots["notice"]
    app.key("End", "")
    assert screen.cursor.node == other
    app.press(f"act:study:go:{main[3]}")
    assert screen.cursor.node == main[3]
    app.press("act:study:go:99")
    assert screen.cursor.node == main[3]


def test_promote_fold_and_delete() -> None:
    app = studied(fools_mate(), at=2)
    screen, chapter = shown(app), shown(app).cursor.chapter
    main = chapter.main_line()
    play(app, sorted(screen.session.observation().legal_actions())[0])
    other = screen.cursor.node
    app.press("act:study:fold")
    assert f"act:study:go:{other}" not in app.view.slots["log"]
    app.press(f"act:study:fold:{main[2]}")
    assert f"act:study:go:{other}" in app.view.slots["log"]
    app.press("act:study:promote")
    assert chapter.main_line() == [*main[:2], other]
    app.press(f"act:study:go:{main[3]}")
    app.press("act:study:main")
    assert chapter.main_line() == main
    app.press(f"act:study:go:{other}")
    app.key("Delete", "")
    assert other in chapter.nodes  # it asks first
    app.press("act:study:delete-yes")
    assert other not in chapter.nodes
    assert screen.cursor.node == main[1]
    app.press("act:study:delete-yes")
    assert main[1] in chapter.nodes


def test_notes_and_drawings_belong_to_their_node_and_are_stored() -> None:
    storage = MemoryStorage()
    app = studied(fools_mate(), at=2, storage=storage)
    screen, chapter = shown(app), shown(app).cursor.chapter
    node = screen.cursor.node
    app.field("study-comment", "A <b>weak</b> move")
    app.press("act:study:glyph:2")
    app.press("act:study:glyph:16")
    app.sketch("sq:e2", "sq:e4", 1, True)
    assert chapter.nodes[node].note == Note(
        "A <b>weak</b> move", (2, 16), (Drawing("e2", "e4", 1),)
    )
    assert "&lt;b&gt;weak" in app.view.slots["log"]
    assert "<b>weak" not in "".join(app.view.slots.values())
    assert "stroke-1" in app.view.slots["sketch"]
    app.key("ArrowLeft", "")
    assert "stroke-1" not in app.view.slots["sketch"]
    app.press("act:study:glyph:2")
    app.key("ArrowRight", "")
    assert "stroke-1" in app.view.slots["sketch"]
    app.press("act:sketch")
    app.press("sq:a1")
    app.press("sq:a1")
    assert Drawing("a1", "a1") in chapter.nodes[node].note.drawings
    screen.leave()
    again = opened(screen.fragment(), storage)
    assert content(shown(again).cursor.chapter) == content(chapter)


def test_fields_do_not_change_while_they_are_typed_into() -> None:
    """A redrawn field would lose its cursor; one that is drawn later holds what was typed."""
    app = studied(fools_mate(), at=2)
    before = app.view.slots["library"], app.view.slots["notation"]
    app.field("study-title", "O")
    app.field("study-chapter-title", "F")
    app.field("study-comment", "W")
    assert (app.view.slots["library"], app.view.slots["notation"]) == before
    app.press("act:study:glyph:2")
    assert ">W</textarea>" in app.view.slots["notation"]
    assert 'value="O"' in app.view.slots["library"]


def test_titles_and_chapters() -> None:
    app = studied(fools_mate(), at=2)
    app.field("study-title", "Openings")
    app.field("study-chapter-title", "Fool's mate")
    app.press("act:study:chapter-here")
    screen = shown(app)
    assert screen.study.title == "Openings"
    assert [one.title for one in screen.study.chapters] == ["Fool's mate", "Tras e7e5"]
    assert screen.cursor.number == 1
    assert screen.session.observation().key() == fools_mate().state_at(2).key()
    app.field("study-chapter", "0")
    assert shown(app).cursor.number == 0
    app.press("act:study:chapter-delete")
    app.press("act:study:chapter-delete-yes")
    assert len(shown(app).study.chapters) == 1


# -- chance --------------------------------------------------------------------------------------


def test_dice_are_drawn_and_chosen_or_rolled() -> None:
    match = ended("twocities")
    state, at = match.start, 0
    for at in range(len(match.events)):
        state = match.state_at(at)
        if state.current_player() == CHANCE and state.chance_outcomes()[0][0][0] in panel.DICE:
            break
    app = studied(match, at=at)
    screen = shown(app)
    assert "<svg" in app.view.slots["choices"]
    number = len(panel.outcomes(screen.table)) - 1
    wanted = panel.outcomes(screen.table)[number]
    app.press("act:study:chance:999")
    assert screen.cursor.node == screen.cursor.chapter.line(screen.cursor.node)[-1]
    app.press(f"act:study:chance:{number}")
    line = screen.cursor.chapter.events(screen.cursor.node)
    assert line[at].action == wanted
    app.press(f"act:study:go:{screen.cursor.chapter.line(screen.cursor.node)[at - 1]}")
    app.press("act:study:roll")
    assert len(screen.cursor.chapter.events(screen.cursor.node)) > at


def test_cards_to_choose_from_are_named() -> None:
    match = ended("rilatria")
    at = next(n for n in range(99) if match.state_at(n).chance_outcomes())
    app = studied(match, at=at)
    choices = app.view.slots["choices"]
    assert "roba una carta" in choices and "?1h" not in choices


# -- secrets -------------------------------------------------------------------------------------


def test_eyes_show_what_a_player_knew_and_nothing_else() -> None:
    match = ended("stratego")
    app = studied(match, at=100)
    open_pieces = shown(app).table.scene.pieces
    assert not any(piece.hidden for piece in open_pieces)
    app.press("act:study:eyes:0")
    screen = shown(app)
    assert screen.cursor.eyes == 0
    seen = match.state_at(100).observation(0)
    assert screen.session.observation().key() == seen.key()
    assert any(piece.hidden for piece in screen.table.scene.pieces)
    app.press("act:study:eyes:open")
    assert not any(piece.hidden for piece in shown(app).table.scene.pieces)


def test_eyes_refuse_what_would_tell_more_than_the_player_knew() -> None:
    """Attacks on unknown pieces change nothing and say nothing about the piece."""
    match = ended("stratego")
    tried = 0
    for at in range(100, len(match.events) - 1):
        state = match.state_at(at)
        player = state.current_player()
        for action in sorted(state.legal_actions()) if player >= 0 else []:
            if match.game.redact(state, _event(player, action), player) == (player, action):
                continue
            app = studied(match, at=at)
            app.press(f"act:study:eyes:{player}")
            screen = shown(app)
            size = len(screen.cursor.chapter.nodes)
            known = action == match.events[at].action
            play(app, action)
            assert len(screen.cursor.chapter.nodes) == size or known
            tried += 1
            break
        if tried > 2:
            break


def _event(player: int, action: tuple) -> tuple:  # type: ignore[type-arg]
    from engine.core.contract import Event

    return Event(player, action)


def test_what_leaves_with_shut_eyes_is_what_the_player_knew() -> None:
    match = ended("stratego")
    app = studied(match, at=100)
    app.press("act:study:eyes:1")
    screen = shown(app)
    text = study_file.dump(exports.shown_study(screen))
    other = study_file.load(text).chapters[0]
    assert other.viewer == 1
    assert other.state(other.end()).key() == match.state.observation(1).key()
    assert "resign" in text
    with pytest.raises(study_file.NoLink):
        study_file.encode(exports.shown_study(screen))
    sheet = SheetScreen(app, screen.table.controller, screen.cursor, screen.ident)
    assert "figure" in sheet.layout()


def test_others_cannot_be_played_with_shut_eyes() -> None:
    match = ended("stratego")
    at = next(n for n in range(100, 130) if match.state_at(n).current_player() == 1)
    app = studied(match, at=at)
    app.press("act:study:eyes:0")
    square = next(piece.square for piece in shown(app).table.scene.pieces if piece.side == 1)
    app.press(f"sq:{square}")
    assert says("study.eyes.open", "es") in app.view.slots["notice"]


# -- in and out ----------------------------------------------------------------------------------


def test_link_and_file_of_a_study_are_opened_anywhere() -> None:
    study = Study("Mine", [random_tree("andarraya", 2, 40)])
    word = study_file.encode(study)
    app = opened(f"#s={word}")
    assert study_file.dump(shown(app).study) == study_file.dump(study)
    for text in (study_file.dump(study), f"see http://example.org/#s={word} !"):
        app = opened()
        app.controller.read(text, lambda work: None)  # type: ignore[attr-defined]
        app.page.slices()  # type: ignore[attr-defined]
        assert study_file.dump(shown(app).study) == study_file.dump(study)


def test_list_reads_records_with_variations() -> None:
    chapter = random_tree("cotadrez", 2, 40)
    app = opened("#study")
    assert isinstance(app.screen, StudiesScreen)
    app.field("studies-text", study_record.write(chapter))
    app.press("act:read")
    assert content(shown(app).cursor.chapter)[0] == content(chapter)[0]


def test_list_opens_deletes_and_makes_studies() -> None:
    app = opened("#study")
    assert "Todavía" in app.view.slots["studies"]
    app.press("act:new:rilatria")
    ident = shown(app).ident
    app.route("#study")
    assert ident in app.view.slots["studies"]
    app.press(f"act:delete:{ident}")
    app.press(f"act:delete-yes:{ident}")
    assert ident not in app.view.slots["studies"]
    app.route(f"#study={ident}")
    assert not isinstance(app.screen, StudyScreen)


def test_list_refuses_other_texts_and_running_games_with_secrets() -> None:
    app = opened("#study")
    for text in ("", "hello", '{"asedio-study"', codec.encode(random_match("cotadrez", 1, 5))):
        app.field("studies-text", text)
        app.press("act:read")
        assert isinstance(app.screen, StudiesScreen)
    with pytest.raises(AsedioError):
        finish(entry.reading(codec.encode(random_match("cotadrez", 1, 5))))


def test_sheet_has_moves_comments_and_diagrams() -> None:
    app = studied(fools_mate(), at=2)
    app.field("study-comment", "Look")
    app.sketch("sq:e2", "sq:e4", 0, True)
    app.press("act:study:print")
    assert isinstance(app.screen, SheetScreen)
    page = app.view.layouts["main"]
    assert page.count("<figure") == 3  # the start, the comment, the end
    assert "Look" in page and "stroke-0" in page
    assert "Dh4#" in page and "Qh4#" not in page  # in the letters of the settings, as in the study
    assert "act:study" not in page and "aria-current" not in page
    assert "--square-light:" in page and "@page{margin:" in page  # colours of day, on any paper


def test_record_of_the_page_is_read_by_the_plain_reader() -> None:
    app = studied(fools_mate(), at=2)
    play(app, sorted(shown(app).session.observation().legal_actions())[0])
    text = study_record.write(shown(app).cursor.chapter)
    assert record.read(text).events == fools_mate().events


# -- private notes -------------------------------------------------------------------------------


def test_notes_belong_to_a_player_and_begin_the_study() -> None:
    app = opened("#new=stratego")
    session = app.screen.session  # type: ignore[union-attr]
    session.reveal()
    storage, key = app.store.storage, session.key
    app.key("n", "")
    assert app.dialog is not None
    app.field("notes", "He bluffs <i>")
    assert notes.note_on(storage, key, 0) == "He bluffs <i>"
    assert notes.note_on(storage, key, 1) == ""
    app.close()
    app.key("n", "")
    assert "He bluffs &lt;i&gt;" in app.view.layouts["dialog"]
    app.field("notes", "  ")
    assert storage.keys(notes.NOTE) == []
    app.field("notes", "again")
    app.store.delete(key)
    assert storage.keys(notes.NOTE) == []


def test_notes_on_a_finished_game_become_a_comment() -> None:
    app = opened(f"#g={codec.encode(fools_mate())}")
    app.key("n", "")
    app.field("notes", "Never f3")
    app.close()
    app.press("act:study")
    chapter = shown(app).cursor.chapter
    assert chapter.nodes[chapter.end()].note.comment == "Never f3"
    app.key("n", "")
    assert app.dialog is None


def noting(disk: MemoryStorage, fragment: str) -> App:
    app = opened(fragment, disk)
    app.key("n", "")
    return app


def test_notes_of_two_tabs_never_replace_each_other() -> None:
    disk = MemoryStorage()
    key = opened("#new=andarraya", disk).screen.session.key  # type: ignore[union-attr]
    first, second = noting(disk, f"#play={key}"), noting(disk, f"#play={key}")
    first.field("notes", "First tab")
    second.field("notes", "Second tab")
    assert notes.note_on(disk, key, -1) == "First tab\n\nSecond tab"
    assert "First tab\n\nSecond tab" in second.view.layouts["dialog"]
    second.field("notes", "First tab\n\nSecond tab, more")
    first.follow(f"{notes.NOTE}{key}:-1")
    first.refresh()
    assert "Second tab, more" in first.view.layouts["dialog"]
    first.field("notes", "Only this")
    assert notes.note_on(disk, key, -1) == "Only this"


# -- storage -------------------------------------------------------------------------------------


def test_shelf_is_bounded_and_sets_damaged_studies_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    storage = MemoryStorage()
    shelf = StudyShelf(storage)
    study = Study("One", [chapter_of(fools_mate())])
    ident = shelf.new()
    shelf.save(ident, study)
    assert [one.title for one in shelf.all()] == ["One"]
    monkeypatch.setattr(stored, "MOST", 1)
    with pytest.raises(StudiesFull):
        shelf.new()
    monkeypatch.setattr(stored, "MOST_CHARS", 400)
    with pytest.raises(StudiesFull):
        shelf.save("other", study)
    assert len(storage.keys(stored.STUDY)) == 1
    storage.set(stored.STUDY + ident, "{")
    with pytest.raises(AsedioError):
        shelf.load(ident)
    assert storage.keys(stored.STUDY) == []
    assert storage.keys("asedio:aside:")


def test_list_survives_wild_entries() -> None:
    wild = ["", "{", "[]", "null", json.dumps({"title": 3, "games": ["x", 1], "chapters": -1})]
    storage = MemoryStorage()
    for number, text in enumerate(wild):
        storage.set(f"{stored.STUDY}{number}", text)
        storage.set(f"{stored.STUDIED}{number}", text)
    app = opened("#study", storage)
    for number in range(len(wild)):
        assert f"act:open:{number}" in app.view.slots["studies"]
        app.press(f"act:open:{number}")
        assert isinstance(app.screen, StudiesScreen)


# -- the tree ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", REGISTRY)
def test_tree_shows_every_node_once(game: str) -> None:
    chapter = random_tree(game, 1, 150)
    for node in chapter.nodes.values():
        node.folded = False
    cursor = StudyCursor(Study("", [chapter]))
    blocks = list(TreeReader(cursor).blocks())
    drawn = [node for block in blocks for piece, _ in block.pieces for node in piece.nodes]
    assert sorted(drawn) == sorted(one.id for one in chapter.preorder())
    for block in blocks:
        first = block.pieces[0][0].nodes[0]
        depth = sum(one in chapter.variations(one)[1:] for one in chapter.line(first))
        assert block.level == depth


def test_tree_of_a_long_game_needs_no_recursion() -> None:
    cursor = StudyCursor(Study("", [chapter_of(random_match("rilatria", 3, 1500))]))
    drawn = [node for block in TreeReader(cursor).blocks() for piece, _ in block.pieces
             for node in piece.nodes]  # fmt: skip
    assert len(drawn) == len(cursor.chapter.nodes) - 1


def test_target_of_a_node_is_no_other_kind() -> None:
    assert Target.parse("act:study:go:12").subject == "go:12"


# -- ways into a study ----------------------------------------------------------------------------


@pytest.mark.parametrize("place", ["#home", "#games"])
def test_stored_finished_games_are_studied_from_the_lists(place: str) -> None:
    app = opened(f"#g={codec.encode(fools_mate())}")
    app.route("#new=andarraya")
    app.screen.session.play([("move", 12, 28, 0)])
    running = app.screen.session.key
    app.route(place)
    shown = "".join(app.view.slots.values())
    keys = re.findall(r'data-target="act:study:([0-9a-f]+)"', shown)
    assert keys and running not in keys
    app.press(f"act:study:{keys[0]}")
    assert shown_main(app) == fools_mate().events


def shown_main(app: App) -> list[object]:
    chapter = shown(app).cursor.chapter
    return list(chapter.events(chapter.end()))


def read_on(app: App) -> None:
    """Run the slices of a reading that the first one was not enough for."""
    while app.dialog is not None and app.page.waiting:  # type: ignore[attr-defined]
        app.page.waiting.pop(0)()  # type: ignore[attr-defined]


def test_record_with_variations_pasted_at_home_opens_as_a_study() -> None:
    for game in REGISTRY:
        match = ended(game)
        chapter = chapter_of(match, "")
        line = chapter.main_line()
        chapter.annotate(line[-2], Note("Mejor antes"))
        app = opened()
        app.field("paste", study_record.write(chapter))
        app.press("act:open")
        read_on(app)
        assert isinstance(app.screen, StudyScreen), game
        assert app.screen.cursor.chapter.nodes[line[-2]].note.comment == "Mejor antes"
        app = opened()
        app.field("paste", record.write(match))
        app.press("act:open")
        read_on(app)
        assert app.screen.name == "table" and not isinstance(app.screen, StudyScreen), game


def test_annotated_record_that_cannot_be_studied_is_read_as_a_game() -> None:
    match = random_match("stratego", 3, 100)
    assert not match.over
    text = record.write(match)
    app = opened()
    app.field("paste", f"{text.rstrip()} {{a word}}\n")
    app.press("act:open")
    while app.page.waiting and app.screen.name == "home":  # a slow machine reads in slices
        app.page.waiting.pop(0)()  # type: ignore[attr-defined]
    assert not isinstance(app.screen, StudyScreen) and app.screen.name == "table"
    app.route("#home")
    app.field("paste", record.write(fools_mate()).replace(" e5", " e1 {a word}"))
    app.press("act:open")
    assert app.screen.name == "home" and app.view.slots["problem"]


def annotated(text: str) -> bool:
    return finish(text_kinds.is_annotated(text))


def test_comments_without_words_do_not_make_a_study() -> None:
    text = record.write(fools_mate())
    assert not annotated(text)
    assert not annotated(text.replace(" 2.", " {[%clk 0:01:00]} 2."))
    assert annotated(text.replace(" 2.", " (1. e2e4) 2."))
    chess = '[Event "x"]\n\n1. e4 {A good move} e5 *\n'  # opens as a study
    assert annotated(chess) and not annotated(chess.replace("A good move", ""))
    assert not text_kinds.may_be_annotated("(" * 2_000_000) and not annotated("{a}")


@pytest.mark.parametrize("game", SHIPPED)
def test_position_texts_are_read_as_studies(game: str) -> None:
    text = PositionDraft(game).text()
    chapter = finish(entry.reading(text)).chapters[0]
    assert chapter.config.start == text and chapter.game.info.id == game
    fen = finish(entry.reading("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")).chapters[0]
    assert (fen.config.start or "").startswith("r3k2r/8/8/8/8/8/8/R3K2R w AEHaeh")


def test_unnamed_players_get_chapters_that_tell_who_played_and_how_it_ended() -> None:
    match = Match(MatchConfig("andarraya"))
    for event in fools_mate().events:
        match.play(event.action)
    app = opened()
    screen = entry.study_game(app, app.controller, match, levels=(0, 3))  # type: ignore[attr-defined]
    assert screen.study.chapters[0].title == "Blancas – Damián, 0-1" == screen.study.title
    assert studied(fools_mate()).screen.study.chapters[0].title == "Ana – Luis"  # type: ignore[union-attr]
    app.go(screen)
    app.press("act:study:chapter-here")
    assert shown(app).study.chapters[1].title.startswith("Tras ")


def test_the_link_of_a_study_is_copied_sent_or_scanned() -> None:
    app = studied(fools_mate())
    app.press("act:study:share")
    screen = shown(app)
    assert isinstance(app.dialog, AddressDialog)
    address = app.dialog.hand.address
    assert study_file.decode(address.partition("#s=")[2]).chapters[0].nodes
    app.press("share:send")
    app.press("share:qr")
    assert app.page.handed == [("share", address), ("qr", address)]  # type: ignore[attr-defined]
    assert 'class="qr"' in app.view.slots["parts"]  # type: ignore[attr-defined]
    assert shown(app) is screen


def two_tabs() -> tuple[MemoryStorage, App, App]:
    """Return a store with one study and two tabs that have it open."""
    disk = MemoryStorage()
    first = studied(fools_mate(), storage=disk)
    return disk, first, opened(f"#study={shown(first).ident}", disk)


def test_a_study_that_was_only_looked_at_is_never_written() -> None:
    """Issue 52, 6.1: its old copy went over the newer work when it was left or hidden."""
    disk, first, second = two_tabs()
    first.field("study-title", "Newer")
    first.unseen()
    before = dict(disk.entries)
    second.press("act:log-first")
    second.unseen()
    second.press("act:home")
    assert disk.entries == before


def test_work_of_two_tabs_on_one_study_is_kept_twice() -> None:
    disk, first, second = two_tabs()
    second.field("study-title", "Second")
    first.field("study-title", "First")
    first.unseen()
    second.unseen()
    second.unseen()
    titles = sorted(one.title for one in StudyShelf(disk).all())
    assert titles == ["First", "Second"] and shown(second).ident != shown(first).ident


def test_a_study_deleted_elsewhere_does_not_come_back() -> None:
    disk, first, second = two_tabs()
    StudyShelf(disk).delete(shown(first).ident)
    second.unseen()
    first.field("study-title", "Later")
    first.unseen()
    first.press("act:home")
    assert StudyShelf(disk).all() == []


def test_a_study_follows_the_tab_that_changes_it() -> None:
    disk, first, second = two_tabs()
    node = shown(second).cursor.node
    shown(first).study.title = "Followed"
    first.field("study-comment", "Seen")
    first.unseen()
    second.follow("")
    assert shown(second).study.title == "Followed" and shown(second).cursor.node == node
    before = dict(disk.entries)
    second.unseen()
    assert disk.entries == before
