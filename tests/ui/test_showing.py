"""Addresses passed on, animated GIFs and diagrams for forums, and what they may show."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from random import Random

import pytest

from engine.core.contract import SPECTATOR
from engine.core.scene import Scene
from engine.core.texts import Message
from engine.games import REGISTRY, game_look
from engine.match.match import Match, MatchConfig
from tests.fixtures.matches import random_match
from tests.fixtures.present import present
from tests.fixtures.says import says, wording
from tests.fixtures.targets import aim
from tests.ui.fakes import FakeApp, play, whole
from tests.ui.pages import FakePage
from ui.learn.show import diagram
from ui.learn.show.forum import FORMS, ForumDialog, escaped
from ui.learn.show.frames import frames, position
from ui.learn.show.gif import CHOICES, GifDialog
from ui.render.picture import scene_picture
from ui.session.session import Session
from ui.session.share import Exports
from ui.shell.dialogs import ShareDialog
from ui.shell.links import AddressDialog
from ui.words.html import Html

URL = "http://localhost:8000/index.html#saved=x"
HIDDEN = ">?</text>"


def running(seed: int = 1, names: tuple[str, ...] = ("Ana", "Blas")) -> Match:
    """Return a running game of Stratego in which pieces have moved."""
    rng, match = Random(seed), Match(MatchConfig("stratego", {}, names))
    while len(match.events) < 130:
        match.play(rng.choice(sorted(match.state.legal_actions())))
    assert not match.over
    return match


def shared(match: Match, viewer: int = 0) -> Exports:
    exports = Exports(match, viewer)
    exports.shared = True
    return exports


def gif(exports: Exports, app: FakeApp | None = None) -> tuple[GifDialog, FakePage]:
    app, page = app or FakeApp(), FakePage()
    made = GifDialog(app, exports, page)
    app.dialog = made
    return made, page


# -- addresses ------------------------------------------------------------------------------------


def share_dialog(page: FakePage, match: Match | None = None) -> ShareDialog:
    match = match or random_match("andarraya", 1, 8)
    return ShareDialog(FakeApp(), Exports(match), URL, page)


def test_the_share_dialog_sends_the_link_and_shows_its_code() -> None:
    page = FakePage()
    dialog = share_dialog(page)
    play(dialog, "share:send", "share:qr")
    assert page.handed == [("share", dialog.link), ("qr", dialog.link)]
    assert 'class="qr"' in whole(dialog) and "M0 0h1v1h-1z" in whole(dialog)
    dialog.press(aim("share:qr"))
    assert 'class="qr"' not in whole(dialog)


def test_a_share_sheet_that_does_not_open_copies_the_link_instead() -> None:
    page = FakePage()
    page.refuses = True
    dialog = share_dialog(page)
    dialog.press(aim("share:send"))
    assert page.handed == [("share", dialog.link), ("copy", dialog.link)]
    assert dialog.said == Message("share.copied.instead")
    assert wording("share.copied.instead") in dialog.slots()["said"]


def test_without_a_share_sheet_nothing_is_offered_that_needs_one() -> None:
    page = FakePage()
    page.sheet = False
    drawn = whole(share_dialog(page))
    assert "share:send" not in drawn and "share:picture:share" not in drawn
    assert "share:qr" in drawn and "share:picture:copy" in drawn


@pytest.mark.parametrize(
    ("rows", "words"), [((), wording("share.qr.long")), (None, wording("share.qr.failed"))]
)
def test_a_code_that_cannot_be_made_says_why(rows: tuple[str, ...] | None, words: str) -> None:
    page = FakePage()
    page.rows = rows
    dialog = share_dialog(page)
    dialog.press(aim("share:qr"))
    assert words in dialog.slots()["said"] and 'class="qr"' not in whole(dialog)


def test_the_code_of_another_link_disappears() -> None:
    page = FakePage()
    match = random_match("andarraya", 1, 8)
    dialog = ShareDialog(FakeApp(), Exports(match, 0, (), 3), URL, page)
    dialog.press(aim("share:qr"))
    assert 'class="qr"' in whole(dialog)
    dialog.field("share:what", "whole")
    assert 'class="qr"' not in whole(dialog)


def test_a_withheld_game_sends_nothing() -> None:
    page = FakePage()
    dialog = share_dialog(page, running())
    play(dialog, "share:send", "share:qr", "share:copy")
    assert page.handed == []


def test_the_picture_is_copied_and_sent_as_png() -> None:
    page = FakePage()
    dialog = share_dialog(page)
    play(dialog, "share:picture:copy", "share:picture:share")
    assert [one[0] for one in page.handed] == ["copy", "share"]
    assert all(one[1].endswith(".png") for one in page.handed)


def test_the_share_dialog_warns_that_the_picture_shows_secrets() -> None:
    page, match = FakePage(), running()
    assert wording("share.picture.own") in whole(
        ShareDialog(FakeApp(), Exports(match, 0), URL, page)
    )
    assert wording("share.picture.own") not in whole(share_dialog(page))


def test_a_link_dialog_copies_sends_and_shows_a_code() -> None:
    app = FakeApp("es")
    address = "http://localhost:8000/#puzzle=andarraya&n=3"
    dialog = AddressDialog(app, address, "share.title", "share.link.why")
    play(dialog, "share:copy", "share:send", "share:qr", "far:copy")
    assert app.page.handed == [("copy", address), ("share", address), ("qr", address)]
    assert wording("share.qr.label", "es") in whole(dialog)


# -- animated GIFs --------------------------------------------------------------------------------


def test_a_gif_shows_the_position_after_each_of_the_last_turns() -> None:
    match = random_match("andarraya", 1, 40)
    dialog, page = gif(Exports(match))
    dialog.press(aim("gif:make"))
    assert page.handed == [("gif", dialog._exports.file_name(".gif"), CHOICES[0] + 1)]
    assert len(page.frames) == CHOICES[0] + 1
    game = match.game
    for number, (markup, _) in zip((30, 35, 40), page.frames[::5], strict=True):
        state = match.state_at(number)
        scene = game.scene(state, SPECTATOR, match.events[number - 1 : number])
        assert markup == scene_picture(scene, "andarraya", "", (), False, "board of-reel")
    delays = [millis for _, millis in page.frames]
    assert max(delays[:-1]) < delays[-1]
    assert "Downloaded" in dialog.slots()["said"]


def test_a_gif_of_a_turned_board_is_turned() -> None:
    match = random_match("andarraya", 1, 6)
    exports = Exports(match)
    dialog, page = gif(exports)
    dialog.press(aim("gif:make"))
    upright = page.frames[-1]
    exports.turned = True
    dialog.press(aim("gif:make"))
    assert page.frames[-1] != upright


def test_the_whole_game_is_offered_up_to_the_longest_gif() -> None:
    short, _ = gif(Exports(random_match("andarraya", 1, 8)))
    assert "gif:turns" not in whole(short)
    middle, page = gif(Exports(random_match("andarraya", 1, 40)))
    assert "gif:turns=10" in whole(middle) and says("gif.whole", count=40) in whole(middle)
    middle.field("gif:turns", "150")
    middle.press(aim("gif:make"))
    assert len(page.frames) == 41
    long, _ = gif(Exports(random_match("cotadrez", 1, 400)))
    assert says("gif.last", count=150) in whole(long) and wording("gif.whole") not in whole(long)
    middle.field("gif:turns", "9999")
    middle.press(aim("gif:make"))
    assert len(page.frames) == 41


def test_an_earlier_position_on_the_board_ends_its_gif() -> None:
    match = random_match("andarraya", 1, 12)
    dialog, page = gif(Exports(match, SPECTATOR, (), 5))
    dialog.press(aim("gif:make"))
    assert len(page.frames) == 6


class Slow(FakePage):
    """Page that stops before each frame until `go` is called."""

    def gif(
        self, frames: Iterable[tuple[Html, int]], count: int, name: str,
        step: Callable[[int], bool], done: Callable[[str], None],
    ) -> None:  # fmt: skip
        self.step, self.done = step, done


def test_progress_is_shown_and_cancel_stops_the_gif() -> None:
    app, page = FakeApp(), Slow()
    dialog = GifDialog(app, Exports(random_match("andarraya", 1, 8)), page)
    app.dialog = dialog
    dialog.press(aim("gif:make"))
    assert page.step(3)
    buttons = dialog.slots()["making"]
    assert page.step(4) and says("gif.progress", done=4, total=9) in whole(dialog)
    assert dialog.slots()["making"] == buttons  # not replaced under a finger
    assert "gif:make" not in whole(dialog)
    dialog.press(aim("gif:cancel"))
    assert not page.step(5) and "Cancelled" in whole(dialog)
    page.done("stopped")
    assert "gif:make" in whole(dialog)


def test_closing_the_dialog_stops_the_gif() -> None:
    app, page = FakeApp(), Slow()
    dialog = GifDialog(app, Exports(random_match("andarraya", 1, 8)), page)
    app.dialog = dialog
    dialog.press(aim("gif:make"))
    assert page.step(1)
    app.dialog = None
    assert not page.step(2)


@pytest.mark.parametrize(
    ("how", "words"), [("large", wording("gif.large")), ("failed", wording("gif.failed"))]
)
def test_a_gif_that_cannot_be_made_says_why(how: str, words: str) -> None:
    dialog, page = gif(Exports(random_match("andarraya", 1, 8)))
    page.ending = how
    dialog.press(aim("gif:make"))
    assert words in dialog.slots()["said"]


# -- secrets --------------------------------------------------------------------------------------


def letters(markup: str) -> list[str]:
    """Return the drawings of pieces in a picture."""
    return re.findall(r'href="#stratego-(\w+)"', markup)


@pytest.mark.parametrize("viewer", [0, 1])
def test_a_gif_of_a_running_game_shows_only_what_its_viewer_knows(viewer: int) -> None:
    match = running()
    dialog, page = gif(Exports(match, viewer))
    dialog.press(aim("gif:make"))
    assert len(page.frames) == CHOICES[0] + 1
    for found, (markup, _) in zip(
        frames(Exports(match, viewer), 10).scenes(), page.frames, strict=True
    ):
        enemies = [piece for piece in found.pieces if piece.side != viewer]
        unknown = sum(piece.hidden for piece in enemies)
        assert markup.count(HIDDEN) == unknown > 20
        assert len(letters(markup)) == len(found.pieces) - unknown


def test_a_gif_of_a_running_game_on_a_shared_device_shows_what_both_know() -> None:
    match = running()
    dialog, page = gif(shared(match))
    assert wording("gif.about.both") in whole(dialog)
    dialog.press(aim("gif:make"))
    known = match.game.scene(match.state.observation(SPECTATOR), SPECTATOR)
    hidden = sum(piece.hidden for piece in known.pieces)
    assert page.frames[-1][0].count(HIDDEN) == hidden > 50
    assert shared(match, 1).eyes == SPECTATOR


def test_pictures_do_not_depend_on_what_is_hidden() -> None:
    """Two games that look the same to a player give the same frames and the same post."""
    seen = []
    for seed in (1, 2):
        match, rng = Match(MatchConfig("stratego", {}, ("Ana", "Blas"))), Random(seed)
        game = match.game
        for player, luck in ((0, Random(7)), (1, rng)):
            arranged = present(game.arrangement(match.state, game.random_draft(match.state, luck)))
            assert arranged.side == player
            for action in arranged.actions:
                match.play(action)
        dialog, page = gif(Exports(match, 0))
        dialog.press(aim("gif:make"))
        post = ForumDialog(FakeApp(), Exports(match, 0), page).post()
        seen.append(([*page.frames], post, match.state.key()))
    assert seen[0][:2] == seen[1][:2] and seen[0][2] != seen[1][2]


def test_a_finished_game_on_a_shared_device_is_shown_as_its_page_shows_it() -> None:
    match = running()
    match.resign(1)
    assert shared(match).eyes == 0


def test_a_table_says_whether_its_device_is_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.ui.fakes import opened  # its own app and page

    given: list[Exports] = []
    app = opened("new=stratego")
    monkeypatch.setattr(app.controller, "open_share", given.append)
    app.press("act:share")
    assert given and given[0].shared and not given[0].turned
    assert isinstance(app.session, Session)


# -- posts in forums ------------------------------------------------------------------------------


def drawn(scene: Scene, game: str = "andarraya", turned: bool = False) -> str:
    return diagram.text_diagram(scene, diagram.ground_signs(scene, game_look(game)), turned)


def forum(
    exports: Exports, lang: str = "en", link: str = "", page: FakePage | None = None
) -> ForumDialog:
    return ForumDialog(FakeApp(lang), exports, page or FakePage(), link)


def test_a_diagram_shows_the_board_in_letters() -> None:
    match = Match(MatchConfig("andarraya", {}, ("Ana", "Blas")))
    scene = position(Exports(match))
    assert drawn(scene).split("\n")[0] == "8 r n b q k b n r"
    assert drawn(scene).split("\n")[3] == "5 . . . . . . . ."
    assert drawn(scene).split("\n")[8] == "  a b c d e f g h"
    assert drawn(scene, turned=True).split("\n")[0] == "1 R N B K Q B N R"


@pytest.mark.parametrize("game", REGISTRY)
def test_every_piece_of_a_position_is_in_its_diagram(game: str) -> None:
    exports = Exports(random_match(game, 2, 150), 0)
    scene = position(exports)
    rows = drawn(scene, game).split("\n")[:-1]
    cells = [one for row in rows for one in row.split()[1:]]
    assert scene.pieces and len(cells) == len(scene.board.squares)
    shown = {piece.square: piece for piece in scene.pieces}  # one on a square
    assert sum(one not in ".^#" + diagram.GROUNDS for one in cells) == len(shown)
    other = [one for one in cells if (one.islower() if diagram.by_case(scene) else "’" in one)]
    assert len(other) == sum(piece.side == 1 for piece in shown.values())


def test_a_diagram_of_a_running_game_hides_the_pieces_of_the_opponent() -> None:
    post = forum(Exports(running(), 0)).post()
    enemies = re.findall(r"(\S+)’", post.partition("```text")[2].partition("```")[0])
    assert len(enemies) > 20 and enemies.count("?") >= len(enemies) - 3
    both = forum(shared(running())).post()
    assert both.count("? ") + both.count("?\n") > 20


@pytest.mark.parametrize("form", FORMS)
def test_a_post_has_caption_diagram_and_link(form: str) -> None:
    match = random_match("andarraya", 1, 8)
    page = FakePage()
    dialog = forum(Exports(match), link="http://x.test/#g=abc", page=page)
    dialog.field("forum:form", form)
    post = dialog.post()
    assert "Andarraya: " in post and "8 " in post and "http://x.test/#g=abc" in post
    assert {"markdown": "```text\n", "bbcode": "[code]\n", "plain": ""}[form] in post
    assert says("forum.after", what=4) in post.replace("\\", "")
    dialog.press(aim("forum:copy"))
    assert page.handed == [("copy", post)]


def test_the_ground_is_in_the_diagram_and_explained() -> None:
    post = forum(Exports(running(), 0)).post()
    assert sum(row.count("~") for row in post.split("\n")[3:13]) == 8
    assert "\\~ lake" in post
    assert ": hill" in forum(Exports(random_match("twocities", 2, 60), 0)).post()


def test_a_withheld_game_has_no_link_in_its_post() -> None:
    assert "http" not in forum(Exports(running(), 0)).post()


def test_names_are_no_markup_in_a_post() -> None:
    assert escaped("**[Ana](http://x)**", "markdown") == r"\*\*\[Ana\](http://x)\*\*"
    assert "[" not in escaped("[b]Ana[/b]", "bbcode")
    assert escaped("[b]*", "plain") == "[b]*"
    match = Match(MatchConfig("andarraya", {}, ("[x](http://evil)", "Blas")))
    assert "[x](http://evil)" not in forum(Exports(match)).post()


def test_a_composed_position_is_shown_whole() -> None:
    match = running()
    scene = position(Exports(match, composed=True))
    assert not any(piece.hidden for piece in scene.pieces)
