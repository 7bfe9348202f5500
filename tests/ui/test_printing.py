"""The print screen: what it offers, the sizes on paper, pieces and cards."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from engine.core.contract import SPECTATOR
from engine.games import REGISTRY, load_game
from tests.fixtures.matches import random_match
from tests.fixtures.present import present
from tests.fixtures.shipped import SHIPPED
from tests.fixtures.targets import aim
from tests.ui.fakes import app_of, opened
from ui.learn.printing import sheets
from ui.learn.printing.entry import open_printing
from ui.learn.printing.kit import kit
from ui.learn.printing.paper import CAPTION, LARGE, PAPERS, ROOM, parts, size, square_mm
from ui.learn.printing.screen import PrintScreen
from ui.session.share import Exports
from ui.shell.dialogs import ShareDialog
from ui.words.i18n import I18n

URL = "http://localhost:8000/"


def printing(game: str, exports: Exports | None = None) -> PrintScreen:
    app = opened()
    app.set_setting("lang", "en")
    screen = open_printing(app, game, exports)
    app.go(screen)
    return screen


def choose(screen: PrintScreen, what: str) -> str:
    screen.field("print:what", what)
    return screen.slots()["sheets"]


# -- sizes ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", SHIPPED)
def test_a_board_fits_on_both_papers_with_whole_millimetres(game: str) -> None:
    board = sheets.empty(load_game(game)()).board
    side, (width, height) = square_mm(board), size(board)
    assert 17 <= side <= 25
    for paper in PAPERS.values():
        assert width * side / 100 <= paper.inside[0]
        assert height * side / 100 + CAPTION <= paper.inside[1]
    assert width * (side + 1) / 100 > ROOM[0] or height * (side + 1) / 100 + CAPTION > ROOM[1]


@pytest.mark.parametrize("game", SHIPPED)
def test_the_parts_of_a_large_board_fit_and_make_the_whole_board(game: str) -> None:
    board = sheets.empty(load_game(game)()).board
    found = list(parts(board, LARGE))
    assert len(found) > 1
    width, height = size(board)
    for part in found:
        assert part.view[2] * LARGE / 100 <= ROOM[0]
        assert part.view[3] * LARGE / 100 + CAPTION <= ROOM[1]
    area = sum(part.view[2] * part.view[3] for part in found)
    assert area == pytest.approx(width * height)
    edges = {part.view[0] for part in found} | {part.view[0] + part.view[2] for part in found}
    assert all(edge % 100 in (0, 66, 40, 9) for edge in edges)  # of squares, or the whole board


def test_a_board_of_n_mm_squares_is_drawn_that_wide() -> None:
    board = sheets.empty(load_game("andarraya")()).board
    markup = choose(printing("andarraya"), "board")
    found = present(re.search(r'class="exact" style="width:([\d.]+)mm"', markup))
    assert float(found[1]) == pytest.approx(size(board)[0] * square_mm(board) / 100, abs=0.01)
    assert f"One square measures {square_mm(board)} mm." in markup


# -- pieces and cards -----------------------------------------------------------------------------


@pytest.mark.parametrize("game", SHIPPED)
def test_the_printed_pieces_are_enough_for_every_position(game: str) -> None:
    printed = kit(load_game(game)()).pieces
    for seed in range(2):
        match = random_match(game, seed, 400)
        for number in range(0, len(match.events) + 1, 10):
            state = match.state_at(number)
            for player in (0, 1):
                scene = match.game.scene(state.observation(player), player)
                own = (scene.seats or (0, 1))[player]
                there = Counter(one.glyph for one in scene.pieces if one.side == own)
                assert all(printed.get(glyph, 0) >= count for glyph, count in there.items())


@pytest.mark.parametrize("game", REGISTRY)
def test_every_piece_is_drawn_once_per_copy_and_side(game: str) -> None:
    screen = printing(game)
    markup = choose(screen, "pieces")
    count = sum(screen.kit.pieces.values())
    folded = 2 if game == "stratego" else 1
    assert markup.count('class="cut"') == 2 * count
    drawn = markup.count('class="board still on-token"') - markup.count('class="cut terrain"')
    assert drawn == 2 * count * folded
    side = square_mm(sheets.empty(screen.game).board)
    assert markup.count(f'class="cut" style="width:{side}mm"') == 2 * count


def test_fortress_and_mountains_are_printed_as_large_as_their_squares() -> None:
    screen = printing("cotadrez")
    markup = choose(screen, "pieces")
    side = square_mm(sheets.empty(screen.game).board)
    found = re.findall(r'class="cut terrain" style="width:(\d+)mm"', markup)
    assert found == 2 * [f"{2 * side}", *3 * [f"{side}"]]
    assert markup.count("r-walls side") == 2 and markup.count("#cotadrez-mountain") == 6
    assert "terrain" not in choose(printing("stratego"), "pieces")


def test_printed_pieces_show_the_ranks_of_the_board() -> None:
    game = load_game("stratego")()
    for sheet in sheets.pieces(game, kit(game), I18n("en", "stratego")):
        signs = re.findall(r"badge-rank.*?<text[^>]*>([^<]*)<", sheet)
        assert Counter(signs) == Counter("FBBBBBB122222222333334444555566667778") + Counter(
            ["8", "9", "10"]
        )


def test_a_game_without_a_list_prints_the_pieces_of_its_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ui.learn.printing.kit.game_text", lambda *_: None)
    found = kit(load_game("andarraya")())
    assert found.pieces["pawn"] == 8 and found.pieces["king"] == 1 and not found.cards


def test_all_cards_of_a_deck_are_printed() -> None:
    two_cities = choose(printing("twocities"), "cards")
    assert two_cities.count('class="card-sheet"') == 24
    signs = re.findall(r'class="corner">([^<]+)<', two_cities)
    assert len(set(signs)) == 24 and "10♠" in signs
    rilatria = choose(printing("rilatria"), "cards")
    assert rilatria.count('class="card-sheet"') == 2 * 35
    assert "cards" not in printing("andarraya").offered()


def test_reserves_are_printed_as_rows_of_numbers() -> None:
    markup = choose(printing("rilatria"), "pieces")
    assert markup.count('class="track-row"') == 10
    assert markup.count('class="box"') == 2 * (4 * 7 + 3)


# -- the screen -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", REGISTRY)
@pytest.mark.parametrize("lang", ["en", "es"])
def test_everything_offered_is_printed_in_both_languages(game: str, lang: str) -> None:
    screen = printing(game)
    screen.app.set_setting("lang", lang)
    assert {"summary", "book", "board", "large", "pieces"} <= {*screen.offered()}
    for what in screen.offered():
        markup = choose(screen, what)
        assert 'class="print-page' in markup
        assert not re.search(r">(print|setup|card|effect|reserve)\.[a-z.]+<", markup)


def test_the_page_rule_follows_the_paper() -> None:
    screen = printing("andarraya")
    assert "@page{size:A4 portrait;margin:10mm}" in screen.slots()["sheets"]
    screen.field("print:paper", "letter")
    assert "@page{size:letter portrait;margin:10mm}" in screen.slots()["sheets"]
    screen.field("print:paper", "a0")
    screen.field("print:what", "position")
    assert screen.paper == "letter" and screen.what == "summary"


def test_colours_on_paper_are_those_of_day() -> None:
    screen = printing("rilatria")
    assert "--side0:" not in screen.slots()["sheets"]
    screen.field("print:ink", "colour")
    assert "--side0:#2f5d3a" in screen.slots()["sheets"]


def test_the_whole_rulebook_and_its_first_page() -> None:
    screen = printing("stratego")
    first, book = choose(screen, "summary"), choose(screen, "book")
    assert len(book) / len(first) > 3 and "0.1" in book and 'class="board still"' in book


@pytest.mark.parametrize("game", REGISTRY)
@pytest.mark.parametrize("lang", ["en", "es"])
def test_the_page_of_rules_says_nothing_about_the_screen(game: str, lang: str) -> None:
    screen = printing(game)
    screen.app.set_setting("lang", lang)
    text = re.sub(r"<[^>]*>", " ", choose(screen, "summary")).lower()
    assert len(text) > 100
    assert not re.search(r"\b(press|tap|click|button|púls|pulsa|toca|botón|clic|pantalla)", text)


def test_the_printed_board_shows_its_zones_and_no_pieces() -> None:
    markup = choose(printing("rilatria"), "board")
    assert markup.count('class="region r-area side') == 2 and "<use" not in markup


def test_set_ups_are_printed_with_their_names() -> None:
    screen = printing("stratego")
    markup = choose(screen, "setups")
    names = [one.id for one in screen.game.setups(screen.game.initial_state())]
    assert markup.count("<figure") == len(names) > 10
    assert all(f">{screen.words.t(f'setup.{name}')}<" in markup for name in names)
    assert "setups" not in printing("andarraya").offered()


def test_a_table_offers_its_position_as_both_players_know_it() -> None:
    match = random_match("stratego", 1, 130)
    exports = Exports(match, 0)
    exports.shared = True
    markup = choose(printing("stratego", exports), "position")
    known = match.game.scene(match.state.observation(SPECTATOR), SPECTATOR)
    hidden = sum(piece.hidden for piece in known.pieces)
    assert markup.count(">?</text>") == hidden > 30
    alone = choose(printing("stratego", Exports(match, 0)), "position")
    assert 20 < alone.count(">?</text>") < hidden


def test_a_position_names_what_lies_beside_the_board() -> None:
    match = random_match("rilatria", 1, 40)
    markup = choose(printing("rilatria", Exports(match)), "position")
    assert markup.count('class="beside"') >= 2 and "vitality" in markup.lower()


def test_a_position_is_printed_with_the_names_of_its_players() -> None:
    match = random_match("rilatria", 1, 40)
    match.config.names = ("Ana", "{Blas}")
    markup = choose(printing("rilatria", Exports(match)), "position")
    assert "<h2>Ana – {Blas}</h2>" in markup
    assert re.search(r"<strong>[^<]*Ana[^<]*</strong>", markup) and "Player 1" not in markup


def test_the_share_dialog_opens_the_print_screen_and_back_leads_to_the_table() -> None:
    app = opened("#new=andarraya")
    table = app.screen
    app.press("act:share")
    assert isinstance(app.dialog, ShareDialog)
    app.press("share:print")
    assert isinstance(app.screen, PrintScreen) and app.screen.what == "position"
    app.press("print:back")
    assert app.screen is table


def test_rules_and_home_lead_to_the_print_screen() -> None:
    app = opened("#rules=rilatria")
    app.press("act:print")
    assert isinstance(app.screen, PrintScreen) and "position" not in app.screen.offered()
    app.press("act:home", "act:ways:rilatria", "act:print:rilatria")
    assert isinstance(app.screen, PrintScreen)
    assert app.screen.fragment() == "#print=rilatria" and app.dialog is None


def test_print_opens_the_browsers_dialog() -> None:
    screen = printing("andarraya")
    assert "print:now" in screen.layout()
    screen.press(aim("print:now"))
    assert app_of(screen).page.printed == 1
