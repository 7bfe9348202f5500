"""Sheets of paper: boards, pieces and cards at their real size, set-ups and rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.contract import SPECTATOR, AnyGame, State
from engine.core.legend import UNKNOWN
from engine.core.scene import Area, Item, Region, Scene
from engine.core.texts import Message
from engine.games import game_legend, game_look
from ui.learn.printing.kit import PrintedCard, PrintedKit
from ui.learn.printing.paper import LARGE, parts, size, square_mm
from ui.render.areas import AreaWriter
from ui.render.board import regions
from ui.render.geometry import UNIT, geometry
from ui.render.picture import Words, describe, scene_picture
from ui.render.pieces import badge, figure, icon
from ui.render.samples import sample
from ui.words.html import Html, el
from ui.words.i18n import I18n

CARDS = 9  # on a sheet
SETUPS = 4
BESIDE = ("track", "reserve", "captured", "pile", "deck")  # areas named below a position


def sheet(*content: object, css: str = "") -> Html:
    """Return one sheet of paper."""
    return el("section", {"class": f"print-page {css}".strip()}, *content)


def exact(width: float, *content: object) -> Html:
    """Return content of a fixed width in mm."""
    return el("div", {"class": "exact", "style": f"width:{width:.2f}mm"}, *content)


def empty(game: AnyGame) -> Scene:
    """Return the board of a game without pieces, with the zones drawn on it."""
    scene = at_start(game)
    return Scene(scene.board, regions=tuple(region for region in scene.regions if not region.glyph))


def _ready(game: AnyGame) -> State:
    """Return the start of a game; the first of all outcomes where chance begins."""
    state: State = game.initial_state()
    for _ in range(20):
        outcomes = state.chance_outcomes()
        if not outcomes or state.outcome() is not None:
            break
        state.apply(outcomes[0][0])
    return state


def board(scene: Scene, game_id: str, words: Words, *below: object) -> Html:
    """Return a whole board on one sheet."""
    side, (width, _) = square_mm(scene.board), size(scene.board)
    drawn = scene_picture(scene, game_id, describe(scene, words))
    note = words.t("print.square", mm=side)
    return sheet(exact(width * side / UNIT, drawn), el("p", {"class": "soft"}, note), *below)


def position(scene: Scene, game_id: str, words: Words, heading: str) -> Html:
    """Return a position on one sheet, with what lies beside the board in words."""
    writer = AreaWriter(game_id, words.message)
    beside = [
        _area(writer, area, words) for area in scene.areas if area.kind in BESIDE and area.items
    ]
    return board(scene, game_id, words, el("h2", None, heading), beside)


def _area(writer: AreaWriter, area: Area, words: Words) -> Html:
    title = words.message(area.title)
    return el("p", {"class": "beside"}, el("strong", None, title), " ", writer.words(area))


def large_board(game: AnyGame, words: I18n) -> Iterator[Html]:
    """Yield the empty board on several sheets, to be joined at the edges of squares."""
    scene = empty(game)
    for part in parts(scene.board, LARGE):
        drawn = scene_picture(scene, game.info.id, "", view=part.box())
        place = words.t("print.part", row=part.row + 1, column=part.column + 1)
        note = f"{place} {words.t('print.square', mm=LARGE)}"
        yield sheet(exact(part.view[2] * LARGE / UNIT, drawn), el("p", {"class": "soft"}, note))


def pieces(game: AnyGame, kit: PrintedKit, words: I18n) -> Iterator[Html]:
    """Yield the pieces of both sides to cut out, one sheet per side.

    Where a piece may be hidden from the opponent, it gets a back, to be folded.
    """
    side_mm = square_mm(empty(game).board)
    legend = [one for one in game_legend(game.info.id) if one.group == "piece"]
    letters = {one.kind: one.sign for one in legend}
    hidden = UNKNOWN in letters
    ranks = _ranks(game) if hidden else {}
    for side in (0, 1):
        tokens = [
            _token(game.info.id, glyph, letters.get(glyph, ""), side, side_mm, ranks.get(glyph))
            for glyph, count in kit.pieces.items()
            for _ in range(count)
        ]
        about = "print.pieces.fold" if hidden else "print.pieces.cut"
        yield sheet(
            el("h2", None, words.message(Message(f"player.name.{side}"))),
            el("p", None, words.t(about)),
            el("div", {"class": "tokens"}, tokens),
            el("div", {"class": "tokens"}, _terrain(game, kit, side, side_mm)),
        )


def _terrain(game: AnyGame, kit: PrintedKit, side: int, mm: int) -> Iterator[Html]:
    """Yield what a side places besides its pieces, each as large as its squares."""
    scene, look = empty(game), game_look(game.info.id)
    for one in kit.terrain:
        x, y, width, height = geometry(scene.board, False).box(one.squares)
        region = Region(one.kind, one.squares, side, glyph=one.kind)
        drawn = regions(replace(scene, regions=(region,)), False, look)
        box = {"class": "board still on-token", "viewBox": f"{x:g} {y:g} {width:g} {height:g}"}
        wide = {"class": "cut terrain", "style": f"width:{width * mm / UNIT:g}mm"}
        for _ in range(one.copies):
            yield el("div", wide, el("svg", box, drawn))


def _ranks(game: AnyGame) -> dict[str, str]:
    """Return what the pieces to place show as their ranks, by glyph."""
    plan = game.arrangement(game.initial_state())
    return {item.glyph: item.letter for item in plan.tray} if plan is not None else {}


def _token(game_id: str, glyph: str, letter: str, side: int, mm: int, rank: str | None) -> Html:
    """Draw a piece to cut out. `rank`: what it shows to its player only, if it needs a back."""
    sign = badge("rank", rank) if rank else None
    drawn = el("g", {"class": f"piece side{side}"}, figure(game_id, glyph, letter, side), sign)
    back = el("g", {"class": f"piece side{side}"}, figure(game_id, "", "", side, True))
    box = {"class": "board still on-token", "viewBox": "-50 -50 100 100", "style": "--units:100"}
    faces = [el("svg", box, drawn)]
    if rank:
        upside_down = el("g", {"transform": "rotate(180)"}, back)
        faces.insert(0, el("svg", box, upside_down))
    return el("div", {"class": "cut", "style": f"width:{mm}mm"}, faces)


def summary(game_id: str, first: Html, words: I18n) -> Html:
    """Return the first page of the rulebook and what each piece does, on one sheet."""
    look, legend = game_look(game_id), game_legend(game_id)
    rows = [
        el(
            "tr",
            None,
            el("td", None, sample(look, one)),
            el("th", {"scope": "row"}, words.message(one.name)),
            el("td", None, words.message(one.about)),
        )
        for one in legend
        if one.group == "piece" and one.kind != UNKNOWN
    ]
    book = el("div", {"class": "rulebook", "lang": words.lang}, first)
    return sheet(book, el("table", {"class": "pieces-table"}, rows), css="summary")


def tracks(scene: Scene, game_id: str, words: I18n) -> Html | None:
    """Return a sheet with the tracks of both sides as rows of numbered boxes; None without any."""
    areas = [one for one in scene.areas if one.kind == "track"]
    if not areas:
        return None
    return sheet(
        el("h2", None, words.t("print.tracks")),
        el("p", None, words.t("print.tracks.about")),
        [
            el(
                "div",
                {"class": f"track-sheet side{area.side}"},
                el("h3", None, words.message(area.title)),
                [_track(game_id, item, words) for item in area.items if item.maximum > 0],
            )
            for area in areas
        ],
    )


def _track(game_id: str, item: Item, words: I18n) -> Html:
    boxes = [el("span", {"class": "box"}, number) for number in range(item.maximum + 1)]
    name = words.message(item.label)
    drawn = icon(game_id, item.glyph, item.letter, item.side)
    return el("div", {"class": "track-row"}, drawn, el("strong", None, name), boxes)


def cards(game_id: str, kit: PrintedKit, words: I18n) -> Iterator[Html]:
    """Yield the cards of all decks, nine on a sheet."""
    drawn = [
        _card(game_id, card, sign, words)
        for _ in range(kit.decks)
        for card in kit.cards
        for sign in card.signs
    ]
    for first in range(0, len(drawn), CARDS):
        yield sheet(el("div", {"class": "cards-sheet"}, drawn[first : first + CARDS]))


def _card(game_id: str, card: PrintedCard, sign: str, words: I18n) -> Html:
    name = words.t(card.name)
    return el(
        "div",
        {"class": "card-sheet"},
        sign and el("b", {"class": "corner"}, sign),
        icon(game_id, card.glyph, "", -1),
        el("strong", None, name[:1].upper() + name[1:]),
        card.about and el("p", None, words.t(card.about)),
    )


def setups(game: AnyGame, words: I18n) -> Iterator[Html]:
    """Yield the named set-ups of the first side, four on a sheet."""
    state = _ready(game)
    found = [(setup.id, game.arrangement(state, setup.draft)) for setup in game.setups(state)]
    drawn = [
        el(
            "figure",
            {"class": "setup-sheet"},
            scene_picture(one.scene, game.info.id, words.t(f"setup.{name}")),
            el("figcaption", None, el("strong", None, words.t(f"setup.{name}"))),
        )
        for name, one in found
        if one is not None
    ]
    for first in range(0, len(drawn), SETUPS):
        yield sheet(el("div", {"class": "setups-sheet"}, drawn[first : first + SETUPS]))


def at_start(game: AnyGame) -> Scene:
    """Return the table at the start, before anything is set up."""
    return game.scene(_ready(game).observation(SPECTATOR), SPECTATOR)


def start(game: AnyGame) -> Scene | None:
    """Return the start position; None if the board is empty then."""
    state = _ready(game)
    scene = at_start(game)
    return scene if scene.pieces and game.arrangement(state) is None else None
