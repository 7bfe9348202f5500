"""Around the board: player strips, keys to step through the game, and the decisive moment."""

from __future__ import annotations

import re
from random import Random

import pytest

from engine.core.texts import Message, player_name
from engine.dev.common import play_on
from engine.games import REGISTRY, load_game
from tests.fixtures.targets import aim
from tests.ui.fakes import STEPS, FakeTable, new_match, play, set_table, table, written
from ui.session.table_clock import ClockFace
from ui.table import strips
from ui.table.strips import Strip
from ui.table.voice import Voice
from ui.words.i18n import LANGUAGES, PAGE_CATALOGUES, I18n, page_words

FOOL = ("sq:f2", "sq:f3", "sq:e7", "sq:e5", "sq:g2", "sq:g4", "sq:d8", "sq:h4")


def at(
    game: str, events: int = 0, names: tuple[str, ...] = ("Ana", "Blas"), lang: str = "en",
    seats: tuple[int, ...] = (),
) -> FakeTable:  # fmt: skip
    """Open a table of any game after some random events."""
    match = new_match(game, names=names)
    if events:
        match.begin()
        play_on(match, Random(5), events)
    screen = set_table(match, lang, levels=seats)
    if screen.session.curtain is not None:
        play(screen, "btn:reveal")
    return screen


# -- strips --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", REGISTRY)
def test_each_player_has_a_strip_and_the_seated_player_is_below(game: str) -> None:
    screen = at(game, 60)
    above, below = screen.rest()["above"], screen.rest()["below"]
    session, near = screen.session, screen.table.near()
    front = screen.table.scene.seats.index(near) if screen.table.scene.seats else near
    mine, theirs = session.config.names[front], session.config.names[1 - front]
    assert session.viewer in (front, -1)
    assert f"<b>{mine}</b>" in below and f"<b>{theirs}</b>" in above
    assert f'data-side="{near}"' in below
    assert ("on-turn" in below) == (session.decider == front)
    assert (above + below).count("on-turn") == (session.decider >= 0)
    named = ("above", "below", "feed")  # the feed says whose turn it tells
    for name in (mine, theirs):  # no other slot repeats a player's name
        assert f"<b>{name}</b>" not in "".join(
            markup for slot, markup in written(screen).items() if slot not in named
        )


@pytest.mark.parametrize(("lang", "army"), [("en", "red army"), ("es", "ejército rojo")])
def test_a_strip_says_the_colour_once(lang: str, army: str) -> None:
    """“Red · red army” said it twice; a typed name still has its army beside it."""
    assert army in at("stratego", lang=lang).rest()["below"]
    assert army not in at("stratego", names=(), lang=lang).rest()["below"]


@pytest.mark.parametrize("game", REGISTRY)
def test_what_a_strip_shows_is_shown_nowhere_else(game: str) -> None:
    screen = at(game, 240 if game == "cotadrez" else 60)
    slots, scene = {**screen.slots(), **screen.rest()}, screen.table.scene
    edge, beside = slots["above"] + slots["below"], slots["far"] + slots["near"]
    for area in scene.areas:
        if area.kind not in ("captured", "track") or area.side < 0:
            continue
        title = screen.table.voice.message(area.title)
        assert (f'aria-label="{title}"' in edge) == area.brief
        assert (title in beside) != area.brief
        assert not area.brief or not any(item.target or item.note for item in area.items)


def test_a_strip_shows_every_track_even_at_zero() -> None:
    screen = at("rilatria", 60)
    values = re.findall(r"<i>(\d+)</i>", screen.rest()["above"])
    assert len(values) == 5


def test_several_captured_pieces_are_counted_with_a_sign() -> None:
    """Regression test: two lieutenants, “★ 2”, read like a rank."""
    screen = at("stratego", 400)
    rest = screen.rest()
    counts = re.findall(r"<i>([^<]+)</i>", rest["above"] + rest["below"])
    lost = [a for a in screen.table.scene.areas if a.kind == "captured"]
    several = [f"×{one.count}" for area in lost for one in area.items if one.count > 1]
    assert several and sorted(counts) == sorted(several)


def test_a_strip_shows_the_computers_level_and_the_clock() -> None:
    screen = at("andarraya", 0, ("Ana", ""), seats=(0, 3))
    assert "captain" in screen.rest()["above"].lower()
    drawn = strips.draw(screen.table, Strip(0, "Ana", clock=ClockFace("4:59", True, False, False)))
    assert 'role="timer"' in drawn and "4:59" in drawn


def test_no_strip_is_on_turn_after_the_game() -> None:
    screen = play(at("andarraya"), *FOOL)
    assert screen.session.over and "on-turn" not in screen.rest()["below"]


def test_names_in_a_strip_are_escaped() -> None:
    screen = at("andarraya", 0, ("<b>x", "{who}"))
    assert "&lt;b&gt;x" in screen.rest()["below"] + screen.rest()["above"]
    assert "{who}" in screen.rest()["below"] + screen.rest()["above"]


# -- keys ----------------------------------------------------------------------------------------


def test_arrows_off_the_board_step_through_the_game() -> None:
    screen = play(table(STEPS), "sq:d7", "sq:d8", "sq:j10", "sq:j9")
    assert screen.key("ArrowLeft", aim("")) and screen.session.at == 1
    assert screen.key("ArrowLeft", aim("act:undo")) and screen.session.at == 0
    assert screen.key("ArrowRight", aim("")) and screen.session.at == 1
    assert screen.key("ArrowRight", aim("")) and screen.session.live
    assert (
        screen.key("ArrowLeft", aim("sq:d8")) and screen.session.live
    )  # on the board arrows move the focus


def test_full_screen_is_offered_only_where_supported() -> None:
    screen = table(STEPS, "en")
    assert "act:full" not in screen.rest()["tools"]
    screen = table(STEPS, "en")
    screen.app.page.filled = False
    assert 'aria-label="Full screen"' in screen.rest()["tools"]
    screen.press(aim("act:full"))
    assert screen.app.page.filled
    assert screen.key("f", aim("")) and not screen.app.page.filled


def test_the_turn_button_says_what_it_does() -> None:
    assert 'aria-label="Flip the board"' in table(STEPS, "en").rest()["tools"]
    assert 'aria-label="Girar el tablero"' in table(STEPS).rest()["tools"]


# -- the end -------------------------------------------------------------------------------------


def test_the_decisive_move_is_shown_on_the_board_and_with_the_result() -> None:
    screen = play(at("andarraya"), *FOOL)
    slots = written(screen)
    assert slots["moment"].count("around") >= 2
    assert "Blas moves the queen from d8 to h4." in slots["result"]
    last = screen.session.log()[-1]
    assert re.search(rf'data-target="look:{last.number}"[^>]*aria-current="true"', slots["feed"])
    screen.press(aim("act:log-prev"))
    assert screen.slots()["moment"] == "" and "moves the queen" not in written(screen)["result"]


def test_a_resignation_has_no_decisive_moment() -> None:
    screen = play(table(STEPS), "sq:d7", "sq:d8", "act:resign", "act:resign-yes")
    assert screen.session.over and screen.slots()["moment"] == ""
    assert "result-moment" not in written(screen)["result"]


# -- singular and plural -------------------------------------------------------------------------


def test_verbs_agree_with_the_name_of_the_player() -> None:
    words = Message("tell.resign", who=player_name(0))
    said = {
        names: Voice("es", "andarraya", names, seats).message(words)
        for names, seats in ((("", ""), ()), (("Ana", ""), ()), (("", " "), (3, 0)))
    }
    assert said[("", "")] == "Las blancas abandonan."
    assert said[("Ana", "")] == "Ana abandona."
    assert said[("", " ")] == "Damián abandona."
    voice = Voice("es", "andarraya", ("", ""))
    assert voice.t("news.who", who=voice.name(1)) == "Lo que han hecho las negras"
    assert Voice("en", "andarraya", ("", "")).message(words) == "White resigns."


def test_a_verb_after_a_name_has_a_singular_and_a_plural_form() -> None:
    """Applies to games in which the name of a side is plural in Spanish, such as "las blancas"."""
    plain = re.compile(r"\{(?:who|foe|rival)\} (?:no |se |ya |me |te )*([a-záéíóúñ]+)")
    joined = {"y", "a", "en", "por", "con", "de", "es", "no", "se", "ya", "me", "te"}
    many = [g for g in REGISTRY if I18n("es", g).t("player.name.0.number") == "many"]
    assert {"andarraya", "twocities"} <= {*many}
    sheets = {game: page_words("es", game).layers[0] for game in many}
    sheets |= dict(zip(PAGE_CATALOGUES, page_words("es").layers, strict=False))
    wrong = [
        (name, key, found[1])
        for name, sheet in sheets.items()
        for key, sentence in sheet.items()
        for found in plain.finditer(sentence)
        if found[1] not in joined and "el rey de {who}" not in sentence.lower()
    ]
    assert wrong == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_name_of_a_side_is_marked_as_one_or_many(lang: str) -> None:
    for game in REGISTRY:
        words = I18n(lang, game)
        for player in range(len(load_game(game)().sides)):
            number = f"player.name.{player}.number"
            assert not words.has(number) or words.t(number) in ("one", "many")
