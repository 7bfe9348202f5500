"""The position editor: every rule that a position can break is named, in both languages."""

from __future__ import annotations

import re
from random import Random

import pytest

from engine.core.errors import AsedioError, BadOptions, BadPosition
from engine.core.info import Preset
from engine.core.steps import finish
from engine.core.texts import Message
from engine.games import game_info
from engine.match import codec, record, savefile
from engine.match.match import Match, MatchConfig
from tests.fixtures.matches import random_match
from tests.fixtures.present import present
from tests.fixtures.says import says, wording
from tests.ui.fakes import Opened, match_of, opened
from tests.ui.test_study import ended
from ui.learn.editor.draft import PositionDraft
from ui.learn.editor.pasting import PastedPosition, pasting
from ui.learn.editor.screen import EditorScreen
from ui.learn.editor.stored import EDITED, keep_draft, stored_draft
from ui.learn.study.screen import StudyScreen
from ui.saves.storage import MemoryStorage
from ui.session import share
from ui.session.share import Exports
from ui.words.i18n import I18n

# By game and key of the sentence: `tool square`, `erase square`, `empty`, `field=value` and
# `option~value`.
BROKEN: dict[str, dict[str, str]] = {
    "andarraya": {
        "bad_position.kings": "erase e1",
        "bad_position.pawns": "P a3",
        "bad_position.pieces": "Q a3",
        "bad_position.first_rank": "erase a2|P a1",
        "bad_position.check": "erase e2|erase e7|q e5|side=b",
        "bad_position.unmoved": "erase a1",
        "bad_position.ep": "ep=d6",
        "bad_position.counter": "counter=500",
        "bad_position.move": "move=0",
    },
    "cotadrez": {
        "bad_position.board": "erase f1|D e2",
        "bad_position.side": "side=S&a1a2",
        "bad_position.forts": "fortress e6",
        "bad_position.mountains": "mountain a3|mountain b4|mountain c4|mountain d4",
        "bad_position.counters": "turns=5000",
        "bad_position.king": "erase e1",
        "bad_position.many": "D b4",
        "bad_position.check": "empty|R a1|r j10|D j9|turns=8",
    },
    "rilatria": {
        "bad_position.reserve1": "vitality1=9",
        "bad_position.reserve2": "luck2=x",
        "bad_position.marks": "marks=H",
        "bad_position.quiet": "quiet=9999",
        "bad_position.round": "round=0",
        "bad_position.limits": "A a1|A b1",
        "bad_position.hero": "erase g1",
        "bad_position.tokens": "deck~shared|tokens1=2|tokens2=2",
        "bad_position.vitality": "vitality1=0",
        "bad_position.luck": "luck1=1|phase=C",
        "bad_position.killed": "phase=L|marks=x",
        "bad_position.recruits": "phase=L|recruit e5",
        "bad_position.phase": "phase=Z",
        "bad_position.setup": "phase=D",
        "bad_position.result": "phase=X:1-0:heroe",
        "bad_position.cards": "phase=N:4d,4d",
    },
    "stratego": {
        "bad_position.skill": "skill a1",
        "editor.bad.alone": "empty",
        "editor.bad.no_flag": "erase a1",
        "editor.bad.no_mobile": "empty|rF a1|bF a10|b4 b10",
        "editor.bad.moved": "moved a1",
        "editor.bad.rescuer": "rescuer a4",
        "editor.bad.counted": "lostr=M",
        "editor.bad.quiet": "quiet=3",
        "editor.bad.quiet_most": "quiet=300|actions=300",
        "editor.bad.actions_most": "actions=2500",
        "bad_position.many": "rM a1",
        "bad_position.side": "side=-",
        "bad_position.quiet": "quiet=x",
        "bad_position.actions": "actions=x",
        "bad_position.question": "question=place:3",
    },
    "twocities": {
        "bad_position.city": "erase d1",
        "bad_position.units": "L a3|L b3",
        "editor.bad.exhausted": "empty|T d1|t d8|removed=Jd,Qd,Kd|hand1=Ks,6s,As",
        "bad_position.terrain": "forest a1",
        "bad_position.twice": "hand0=Ts,Js,Ks",
        "bad_position.pile": "removed=4h",
        "bad_position.hands": "hand0=Ts,Js,Qs,4h",
        "bad_position.counters": "bought0=1",
        "bad_position.state": "state=place:Qs|hand0=Ts,Js",
    },
}
CASES = [
    pytest.param(game, key, edits, id=f"{game}-{key.rpartition('.')[2]}")
    for game, cases in BROKEN.items()
    for key, edits in cases.items()
]


def edit(draft: PositionDraft, edits: str) -> None:
    for one in edits.split("|"):
        if one == "empty":
            assert draft.empty()
        elif "~" in one:
            name, _, value = one.partition("~")
            assert draft.choose(name, value), one
        elif "=" in one:
            name, _, value = one.partition("=")
            assert draft.set_value(name, value), one
        else:
            tool, _, square = one.partition(" ")
            assert draft.clear(square) if tool == "erase" else draft.press(tool, square), one


@pytest.mark.parametrize(("game", "key", "edits"), CASES)
def test_every_rule_that_editing_can_break_is_named_with_its_clause(
    game: str, key: str, edits: str
) -> None:
    draft = PositionDraft(game)
    assert draft.fault() is None
    edit(draft, edits)
    fault = present(draft.fault())
    assert fault.message.key == key, fault
    assert re.fullmatch(r"\d+\.\d+", fault.message.clause)
    said = {lang: I18n(lang, game).message(fault.message) for lang in ("es", "en")}
    assert said["es"] != said["en"]
    assert all(key not in one and "{" not in one and one.strip() for one in said.values())
    while draft.undo():
        pass
    assert draft.fault() is None


@pytest.mark.parametrize("game", BROKEN)
def test_squares_that_break_a_rule_are_marked(game: str) -> None:
    marked = 0
    for edits in BROKEN[game].values():
        draft = PositionDraft(game)
        edit(draft, edits)
        fault = present(draft.fault())
        marks = [mark for mark in draft.scene(fault).marks if mark.kind == "cannot"]
        squares = {s for mark in marks for s in mark.squares}
        assert squares == set(fault.squares)
        marked += bool(squares)
    assert marked > 0


# -- the screen -----------------------------------------------------------------------------------


def drawn(app: Opened) -> PositionDraft:
    """Return the position in the editor."""
    return app.showing(EditorScreen).draft


def editor(game: str, lang: str = "es") -> Opened:
    app = opened(f"#edit={game}")
    app.set_setting("lang", lang)
    assert app.screen.name == "editor" and not app.page.reports
    return app


def test_pieces_are_put_moved_and_taken_by_presses_drags_and_keys() -> None:
    app = editor("andarraya")
    draft = drawn(app)
    app.press("act:empty", "kind:K", "sq:e1", "kind:k", "sq:e8")
    app.press("kind:k")  # put down
    app.field("row:unmoved", "-")
    assert draft.text() == "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
    app.press("sq:e1", "sq:d2")
    assert draft.text().startswith("4k3/8/8/8/8/8/3K4/8 ")
    assert app.grab("sq:d2")
    app.drop("sq:e1")
    assert draft.text().startswith("4k3/8/8/8/8/8/8/4K3 ")
    assert app.grab("kind:Q")
    app.drop("sq:a1")
    assert app.grab("sq:a1")
    app.drop("")
    assert draft.text().startswith("4k3/8/8/8/8/8/8/4K3 ")
    app.key("Delete", "sq:e8")
    assert draft.text().startswith("8/8/8/8/8/8/8/4K3 ")
    assert "negras" in app.view.slots["fault"]
    app.press("act:undo")
    assert draft.fault() is None
    app.press("act:redo")
    assert draft.fault() is not None
    assert not app.page.reports


def test_fault_is_announced_and_play_is_refused_until_it_is_mended() -> None:
    app = editor("andarraya", "en")
    app.press("kind:K", "sq:e4")
    assert any("exactly one king" in one for one in app.view.said)
    assert app.view.attributes_now["main"]["data-legal"] == "no"
    assert 'aria-disabled="true"' in app.view.slots["play"]
    app.press("act:together")
    assert app.screen.name == "editor"
    app.press("act:rules:7.12")
    assert app.screen.name == "rules"
    app.press("act:back")
    assert app.screen.name == "editor" and "exactly one king" in app.view.slots["fault"]


@pytest.mark.parametrize("game", BROKEN)
def test_position_is_played_together_and_against_the_computer(game: str) -> None:
    app = editor(game)
    text = drawn(app).text()
    app.press("act:together")
    assert app.screen.name == "table"
    assert app.session.config.start == text and not any(app.session.levels)
    app.route(f"#edit={game}")
    app.press("act:computer")
    session = app.session
    mover = match_of(session).state.current_player()
    assert any(session.levels) and session.levels[max(mover, 0)] == 0


@pytest.mark.parametrize("game", BROKEN)
def test_shared_link_opens_the_position(game: str) -> None:
    draft = PositionDraft(game)
    link = Exports(draft.match(), composed=True).link().address("https://example.org/")
    match = share.read_text(link)
    assert match.state.to_text() == draft.text() and not match.events
    assert match.config.options == draft.options


def test_unknown_cards_of_a_pasted_position_are_drawn_by_lot_when_it_is_played() -> None:
    draft = PositionDraft("twocities")
    draft.read("lcptapcl/8/8/8/8/8/8/LCPTAPCL w a2,a3 a4,a5")
    assert "?,?,?/?,?,?" in draft.text() and draft.fault() is None
    assert "?" not in draft.match().state.to_text()


def small8() -> Preset:
    presets = game_info("stratego").presets
    return next(one for one in presets if one.options.get("board") == "small8")


def test_only_positions_without_secrets_are_offered_far_away() -> None:
    offered = {game: PositionDraft(game).can_go_far() for game in BROKEN}
    assert offered["andarraya"] and offered["cotadrez"] and offered["rilatria"]
    assert not offered["stratego"] and not offered["twocities"]
    broken = PositionDraft("andarraya")
    edit(broken, "erase e1")
    assert not broken.can_go_far()


def test_options_change_the_rules_and_give_way_to_their_own_board() -> None:
    draft = PositionDraft("stratego")
    with pytest.raises(BadOptions):
        draft.choose("board", "small8")  # with the large army
    assert draft.choose_preset(small8().id) and draft.fault() is None
    assert draft.editor.blank.board.cols == 8
    draft.undo()
    assert draft.editor.blank.board.cols == 10
    kept = PositionDraft("andarraya")
    kept.press("Q", "e4")
    before = kept.text()
    assert kept.choose("move_counter", "reset") and kept.text() == before


def test_numbers_are_typed_digit_by_digit() -> None:
    draft = PositionDraft("andarraya")
    for typed, kept in (("", "0"), ("05", "5"), ("57", "57"), ("0", "0")):
        draft.set_value("counter", typed)
        assert draft.sheet.value("counter") == kept


# -- texts ----------------------------------------------------------------------------------------


def test_pasted_positions_open_in_the_editor() -> None:
    app = opened()
    for game in BROKEN:
        app.route("#home")
        app.paste(PositionDraft(game).text())
        assert app.screen.name == "editor" and app.screen.game_id == game, game
        assert drawn(app).text() == PositionDraft(game).text()
    app.paste("lcptapcl/8/8/8/8/8/8/LCPTAPCL w - -")
    assert drawn(app).text().startswith("lcptapcl") and app.view.noticed == ""


def test_pasted_position_that_breaks_a_rule_is_refused_with_the_reason() -> None:
    app = opened()
    app.paste("8/8/8/8/8/8/8/4K3 w - - 0 1")
    assert app.screen.name == "home" and wording("error.position", "es") in app.view.noticed


def test_pasted_position_finds_the_preset_that_allows_it() -> None:
    text = PositionDraft("stratego", small8().options).text()
    draft = PositionDraft("stratego")
    assert draft.read(text) and draft.options["board"] == "small8"


def test_a_deployment_is_no_board_to_edit() -> None:
    with pytest.raises(BadPosition) as why:
        PositionDraft("cotadrez").read("rFe2f3 *")
    assert why.value.message.key == "editor.not_board"


SPICE = ("\0", "￿", "/", " ", "9" * 30, "?", "-", "½", "x", "'", "🂡", "\ud800", "1", "a")


def hostile(number: int, seed: int) -> None:
    """Paste damaged texts at home and in the editor, and type damaged values."""
    rng, app, refused = Random(seed), opened(), 0
    texts = {game: PositionDraft(game).text() for game in BROKEN}
    for count in range(number):
        game = [*BROKEN][count % len(BROKEN)]
        text = list(texts[game])
        for _ in range(rng.randrange(1, 4)):
            at = rng.randrange(len(text))
            text[at : at + rng.randrange(3)] = rng.choice(SPICE)
        pasted = "".join(text)
        app.route("#home")
        app.paste(pasted)
        if app.screen.name != "editor":
            refused += 1
            assert app.view.noticed or app.view.slots["problem"], pasted
        draft = PositionDraft(game)
        try:
            draft.read(pasted)
        except AsedioError as why:
            assert I18n("es", game).message(why.message)
        field = rng.choice(draft.editor.fields)
        draft.set_value(field.name, "".join(rng.choices(SPICE, k=3)))
        draft.scene(draft.fault())
    assert refused > number // 3 and not app.page.reports


def test_hostile_texts_are_refused_with_a_message() -> None:
    hostile(40, 1)


@pytest.mark.soak
def test_many_hostile_texts_are_refused_with_a_message() -> None:
    hostile(5000, 2)


def test_a_very_long_text_is_cut_and_refused() -> None:
    with pytest.raises(BadPosition):
        PositionDraft("andarraya").read("8/" * 100_000)
    app = editor("andarraya")
    app.field("row:ep", "x" * 1_000_000)
    assert len(drawn(app).text()) < 3000


@pytest.mark.parametrize("game", ["cotadrez", "rilatria", "stratego", "twocities"])
def test_position_of_another_game_opens_in_its_own_editor(game: str) -> None:
    app = editor("andarraya")
    app.paste(PositionDraft(game).text())
    assert app.screen.game_id == game and drawn(app).text() == PositionDraft(game).text()


def test_chess_and_games_are_pasted_into_the_editor_as_positions() -> None:
    fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    app = editor("andarraya")
    app.paste(fen)
    assert drawn(app).text() == "r3k2r/8/8/8/8/8/8/R3K2R w AEHaeh - 0 1"
    match = Match(MatchConfig("andarraya"))
    match.play(("move", 12, 28, 0))
    made = Exports(match)
    for text in (made.link().address("https://example.org/"), made.record_text()):
        app.press("act:begin")
        app.paste(text)
        assert drawn(app).text() == match.state.to_text()


# -- the draft outlives a reload ------------------------------------------------------------------


@pytest.mark.parametrize("game", BROKEN)
def test_draft_is_there_again_after_a_reload_legal_or_not(game: str) -> None:
    storage = MemoryStorage()
    app = opened(f"#edit={game}", storage)
    edit(drawn(app), next(iter(BROKEN[game].values())))
    app.screen.unseen()
    again = drawn(opened(f"#edit={game}", storage))
    assert again.text() == drawn(app).text() and again.fault() is not None
    assert again.undo() and again.text() == PositionDraft(game).text()
    app.press("act:begin", "act:home")
    assert not storage.keys(EDITED)


def test_draft_with_other_options_is_kept_with_them() -> None:
    storage = MemoryStorage()
    app = opened("#edit=stratego", storage)
    app.press(f"act:preset:{small8().id}")
    app.screen.unseen()
    assert drawn(opened("#edit=stratego", storage)).options["board"] == "small8"
    assert stored_draft(storage, "stratego", PositionDraft("stratego").options) is None


def test_every_change_is_stored_at_once() -> None:
    """The work of the last minute was lost with a page that was killed."""
    storage = MemoryStorage()
    app = opened("#edit=andarraya", storage)
    app.press("kind:erase", "sq:a2")
    killed = dict(storage.entries)
    again = drawn(opened("#edit=andarraya", MemoryStorage(killed)))
    assert again.text() == drawn(app).text() != PositionDraft("andarraya").text()


def test_an_editor_that_was_only_looked_at_is_never_written() -> None:
    """Its old copy went over the newer work when it was left or hidden."""
    storage = MemoryStorage()
    first, second = opened("#edit=andarraya", storage), opened("#edit=andarraya", storage)
    first.press("kind:erase", "sq:a2")
    before = dict(storage.entries)
    second.unseen()
    second.press("act:home")
    assert storage.entries == before


def test_positions_edited_in_two_tabs_are_both_kept() -> None:
    storage = MemoryStorage()
    first, second = opened("#edit=andarraya", storage), opened("#edit=andarraya", storage)
    assert "act:other" not in first.view.slots["steps"]
    for app, square in ((first, "a2"), (second, "h2")):
        app.press("kind:erase", f"sq:{square}")
    texts = {drawn(app).text() for app in (first, second)}
    again = opened("#edit=andarraya", storage)
    found = {drawn(again).text()}
    assert "act:other" in again.view.slots["steps"]
    again.press("act:other")
    assert len(texts) == 2 and found | {drawn(again).text()} == texts
    again.press("act:other")
    assert {drawn(again).text()} == found


def test_an_editor_follows_the_other_tab_while_nothing_is_unsaved() -> None:
    storage = MemoryStorage()
    first, second = opened("#edit=andarraya", storage), opened("#edit=andarraya", storage)
    first.press("kind:erase", "sq:a2")
    second.follow(f"{EDITED}andarraya")
    assert drawn(second).text() == drawn(first).text()
    before = dict(storage.entries)
    second.unseen()
    assert storage.entries == before


@pytest.mark.parametrize("game", BROKEN)
def test_damaged_drafts_are_left_out(game: str) -> None:
    storage, rng = MemoryStorage(), Random(3)
    draft = PositionDraft(game)
    edit(draft, next(iter(BROKEN[game].values())))
    keep_draft(storage, draft)
    good = storage.entries[f"{EDITED}{game}"]
    refused = 0
    for _ in range(30):
        text = list(good)
        for _ in range(rng.randrange(1, 3)):
            at = rng.randrange(len(text))
            text[at : at + rng.randrange(3)] = rng.choice([*SPICE, "[", "{", '"', ":", "null"])
        storage.entries[f"{EDITED}{game}"] = "".join(text)
        app = opened(f"#edit={game}", storage)
        assert app.screen.name == "editor" and not app.page.reports
        refused += drawn(app).text() == PositionDraft(game).text()
    assert refused > 4
    for huge in ("[" * 100_000, good + " " * 100_000, '{"options":[],"cells":0,"values":1}'):
        storage.entries[f"{EDITED}{game}"] = huge
        assert stored_draft(storage, game, {}) is None


# -- from a game ----------------------------------------------------------------------------------


def test_study_of_the_edited_position_begins_there() -> None:
    app = editor("cotadrez")
    edit(drawn(app), "turns=8")
    text = drawn(app).text()
    app.press("act:study")
    assert app.table.fragment().startswith("#study=")
    assert app.showing(StudyScreen).cursor.chapter.config.start == text
    assert app.showing(StudyScreen).cursor.chapter.title == says("study.chapter.position", "es")


@pytest.mark.parametrize("viewer", [0, 1])
def test_hands_that_stay_secret_after_the_end_are_not_in_the_editor(viewer: int) -> None:
    """Two Cities, 2.10: a single person at the table sees the own hand only."""
    app, seats = opened(), [3, 3]
    seats[viewer] = 0
    match = ended("twocities")
    app.controller.replay(match.config, match.events, tuple(seats), Message("share.copied"))
    app.press("act:edit")
    draft = drawn(app)
    assert app.screen.name == "editor" and draft.fault() is None
    hands = [draft.sheet.value(f"hand{player}") for player in (0, 1)]
    truth = match.state.to_text().split(" ")[4].split("/")
    assert hands[viewer] == truth[viewer] and set(hands[1 - viewer]) <= {"?", ","}
    shown = "".join([*app.view.slots.values(), *app.view.layouts.values()])
    secret = f'value="{truth[1 - viewer]}"'
    assert secret not in shown and truth[1 - viewer] not in shown
    app.paste(share.Exports(match).record_text())
    assert "?,?,?/?,?,?" in drawn(app).text() or "?" in drawn(app).text()


def test_position_of_a_finished_game_is_edited() -> None:
    app = opened("#new=andarraya")
    session = app.session
    session.play([("move", 12, 28, 0)])
    session.resign(1)
    app.refresh()
    assert 'data-target="act:edit"' in app.view.slots["engine"]
    app.press("act:edit")
    assert app.screen.name == "editor" and " b " in drawn(app).text()
    app.press("act:home")
    assert app.screen.name == "home"


@pytest.mark.parametrize("seats", [(), (0, 3)], ids=["together", "computer"])
@pytest.mark.parametrize("game", ["stratego", "twocities", "cotadrez"])
def test_secrets_of_a_running_game_reach_no_way_into_the_editor(
    game: str, seats: tuple[int, ...]
) -> None:
    """Tried by button, address, text, record, save file and link, at every fourth position."""
    rng, storage = Random(5), MemoryStorage()
    match = random_match(game, 3, 1)
    app = opened("", storage)
    tried = 0
    for _ in range(60):
        if match.over:
            break
        match.take(rng.choice(match.options_now()))
        if len(match.events) % 4 or tried > 6 or not share.hides_secrets(match):
            continue
        app.controller.replay(match.config, match.events, seats, Message("share.copied"))
        table, truth = app.table, match.state.to_text()
        session = table.session
        if not share.hides_secrets(match_of(session)):  # the table has revealed both set-ups
            continue
        tried += 1
        if session.decider >= 0:
            app.press("btn:reveal")
        seen = match.state.observation(session.viewer).to_text()
        app.press("act:edit", "act:study")
        assert app.screen is table
        for step in ("act:log-prev", "act:log-first", "act:log-last"):
            app.press(step)
            app.press("act:edit")
            assert app.screen is table, step
        for text in (savefile.dump(match), codec.encode(match), record.write(match)):
            assert finish(pasting(game, text)) == PastedPosition(game, text, None)
        assert not [one for one in storage.keys(EDITED) if truth in (storage.get(one) or "")]
        assert truth == seen or truth not in "".join(app.view.slots.values())
    assert tried > 1
