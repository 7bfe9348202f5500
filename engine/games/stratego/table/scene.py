"""The table of Stratego as a Scene, and the presses that enter an action."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.core.contract import Action, Event, Path
from engine.core.scene import (
    TRIANGLE_HEIGHT,
    TRIANGLE_SIDE,
    Area,
    Badge,
    Board,
    Choice,
    Item,
    Mark,
    Piece,
    Region,
    Scene,
    Square,
)
from engine.core.targets import name_of, square_of
from engine.core.texts import Message, player_name
from engine.games.stratego.rules.boards import HEX, TRIANGLE, Layout
from engine.games.stratego.rules.pieces import (
    CODES,
    GLYPHS,
    GROUP,
    HIDDEN,
    MARKS,
    MOVED,
    SIDES,
    TYPES,
    entry_cell,
    entry_number,
    kind_of,
    owner_of,
)
from engine.games.stratego.rules.state import StrategoState
from engine.games.stratego.table.words import army_name, shown_rank, status, type_name
from engine.games.stratego.text.notation import plain

_ROW = 0.8660254  # distance between rows of hexagons of width 1
_TONES = {"desert": "danger", "decline": "plain", "stand": "plain"}
_MARK_WORDS = {"'": ("moved", "›"), "!": ("shown", "!"), "+": ("skill", "+"), "*": ("rescuer", "*")}


def sq(state: StrategoState, cell: int) -> str:
    return f"sq:{state.game.tables.grid.names[cell]}"


def kind_target(kind: int) -> str:
    return f"kind:{GLYPHS[kind]}"


# -- presses -------------------------------------------------------------------------------------


def path(state: StrategoState, action: Action) -> Path:
    """Return the presses that enter an action (Game.path)."""
    verb = action[0]
    if verb in ("move", "attack"):
        return (sq(state, action[1]), sq(state, action[2]))
    if verb == "relay":  # needs a button: a second press on an own piece may just select it
        return (sq(state, action[1]), sq(state, action[2]), "btn:relay")
    if verb in ("buy", "back"):
        return (kind_target(action[1]), sq(state, action[2]))
    if verb == "put":
        home = state.game.tables.homes[state.turn]
        return (
            (kind_target(action[1]), sq(state, home[state.placed])) if action[1] else ("btn:empty",)
        )
    return (f"btn:{verb}",)


def paths(state: StrategoState, action: Action) -> tuple[Path, ...]:
    """Return all ways to enter an action; a relay is entered from either of its cells (Game.paths,
    7.4)."""
    way = path(state, action)
    return (way, (way[1], way[0], way[2])) if action[0] == "relay" else (way,)


def action_mark(state: StrategoState, action: Action) -> str:
    """Return the mark of an action's target (Game.mark)."""
    marks = {"move": "move", "attack": "capture", "relay": "swap", "buy": "place", "back": "place"}
    return marks.get(action[0], "place" if action[0] == "put" else "special")


def reach(state: StrategoState, target: str) -> tuple[Mark, ...]:
    """Return the marks of where the piece on a cell could go, what it could attack and what blocks
    it (Game.reach). There are none for a hidden piece."""
    grid = state.game.tables.grid
    cell = square_of(target, grid.index)
    if cell < 0 or not state.board[cell] or state.setting_up:
        return ()
    side, kind = owner_of(state.board[cell]), kind_of(state.board[cell])
    found: dict[str, list[str]] = {"reach": [], "attack": [], "guard": []}
    for cells, quiet, far in state.game.tables.rays[side][kind][cell]:
        for number, there in enumerate(cells):
            piece = state.board[there]
            if piece:
                word = "guard" if owner_of(piece) == side else "attack" if far > number else ""
                if word:
                    found[word].append(grid.names[there])
                break
            if quiet:
                found["reach"].append(grid.names[there])
    return tuple(Mark(word, tuple(dict.fromkeys(names))) for word, names in found.items() if names)


# -- the picture ---------------------------------------------------------------------------------


def build_board(layout: Layout, hills: frozenset[int]) -> Board:
    """Return the board of a game; the game keeps one."""
    grid = layout.grid
    squares = []
    for cell, name in enumerate(grid.names):
        if cell in layout.void:
            continue
        file, row = cell % grid.cols, cell // grid.cols
        styles = [("dark", "light")[(file + row) % 2]]
        x, y, down = float(file), float(row), layout.points_down(cell)
        if layout.shape == HEX:
            x, y = file + 0.5 * (row % 2), row * _ROW
            styles = [("dark", "light")[(file - row // 2 - row % 2) % 3 == 0]]
        elif layout.shape == TRIANGLE:
            x, y = file * TRIANGLE_SIDE / 2, (row + (2 if down else 1) / 3) * TRIANGLE_HEIGHT
        if cell in layout.lakes:
            styles.append("lake")
        if cell in hills:
            styles.append("hill")
        squares.append(Square(name, x, y, tuple(styles), down=down))
    files = tuple(name[0] for name in grid.names[: grid.cols])
    ranks = tuple(str(row + 1) for row in range(grid.rows))
    return Board(layout.shape, grid.cols, grid.rows, tuple(squares), files, ranks)


def build(state: StrategoState, viewer: int, last: Sequence[Event] = ()) -> Scene:
    """Return the scene of an observation (Game.scene)."""
    return Scene(
        board=state.game.ground,
        pieces=tuple(_pieces(state, viewer)),
        regions=_homes(state),
        marks=tuple(_marks(state, last)),
        areas=(*_tray(state, viewer), *_losses(state, viewer), *_unseen(state, viewer)),
        choices=_choices(state),
        status=tuple(status(state)),
    )


def _homes(state: StrategoState) -> tuple[Region, ...]:
    names = state.game.tables.grid.names
    return tuple(
        Region("territory", tuple(names[c] for c in home), side)
        for side, home in enumerate(state.game.tables.homes)
    )


def _pieces(state: StrategoState, viewer: int) -> list[Piece]:
    names = state.game.tables.grid.names
    found = []
    for cell, piece in enumerate(state.board):
        if piece:
            identity = state.ids[cell]
            entered = f"{names[entry_cell(identity)]}.{entry_number(identity)}"
            ident = f"{SIDES[owner_of(piece)]}{entered}"
            own = owner_of(piece) == viewer
            found.append(drawn_piece(ident, names[cell], piece, state.flags[cell], own))
    return found


@lru_cache(maxsize=4096)
def drawn_piece(ident: str, square: str, piece: int, flags: int, own: bool) -> Piece:
    """Return a piece as drawn; cached, since most pieces do not change between two scenes."""
    side, kind = owner_of(piece), kind_of(piece)
    hidden = kind == HIDDEN
    key = "piece.hidden" if hidden else "piece.label"
    return Piece(
        ident,
        "" if hidden else GLYPHS[kind],
        side,
        square,
        "" if hidden else CODES[kind],
        Message(key, type=type_name(kind), army=army_name(side)),
        tuple(_badges(flags, kind, own)),
        hidden,
    )


def _badges(flags: int, kind: int, own: bool) -> list[Badge]:
    """Return the code and the marks that matter to the viewer: an own piece that was revealed, a
    hidden one that has moved."""
    marks = [sign for bit, sign in MARKS if flags & bit]
    out = [] if kind == HIDDEN else [Badge("rank", shown_rank(kind), _rank(kind))]
    for sign in marks:
        word, text = _MARK_WORDS[sign]
        if (sign == "'" and kind != HIDDEN) or (sign == "!" and not own):
            continue
        out.append(Badge(word, text, Message(f"mark.{word}")))
    return out


def _rank(kind: int) -> Message | None:
    """Return the name of a badge with a rank; None for the letters of bomb and flag, which only
    repeat the name of the piece."""
    return Message("badge.rank", code=shown_rank(kind)) if shown_rank(kind).isdigit() else None


def _marks(state: StrategoState, last: Sequence[Event]) -> list[Mark]:
    names = state.game.tables.grid.names
    cells = [c for event in last for c in touched(event.action)]
    marks = [Mark("last", tuple(dict.fromkeys(names[c] for c in cells)))] if cells else []
    if state.act and state.result is None:
        marks.append(Mark("note", tuple(names[c] for c in state.act[:2])))
    return marks


def touched(action: Action) -> tuple[int, ...]:
    """Return the cells that an event concerns."""
    action = plain(action)
    if action[0] in ("move", "attack", "relay"):
        return action[1:3]
    return (action[2],) if action[0] in ("buy", "back") else ()


def _tray(state: StrategoState, viewer: int) -> tuple[Area, ...]:
    """Return the pieces still to place, for the side that sets up only."""
    if state.asked != "place" or state.turn != viewer or state.placed < 0:
        return ()
    items = tray_items(state, viewer, state.laid(viewer))
    return (Area("tray", "tray", Message("area.tray"), viewer, items, Message("area.empty")),)


def tray_items(state: StrategoState, side: int, laid: Sequence[int]) -> tuple[Item, ...]:
    left = state.game.zones[side].hand(laid)
    return tuple(piece_item(kind, side, left[kind], True) for kind in TYPES if left[kind] > 0)


def piece_item(
    kind: int, side: int, count: int, target: bool, note: Message | None = None, state: str = ""
) -> Item:
    label = Message("piece.label", type=type_name(kind), army=army_name(side))
    glyph = GLYPHS[kind] if kind < HIDDEN else "unknown"
    where = kind_target(kind) if target and kind < HIDDEN else ""
    sign = shown_rank(kind)
    code = sign if kind < HIDDEN else ""
    return Item(glyph, label, where, side, sign, count, note=note, state=state, code=code)


def _losses(state: StrategoState, viewer: int) -> list[Area]:
    """Return the captured pieces and deserters of every side as the viewer knows them."""
    out = []
    for side, row in enumerate(state.lost):
        counts = [row.captured(kind) for kind in range(GROUP)]
        away = [row.deserted(kind) for kind in range(GROUP)]
        items = [
            piece_item(kind, side, count, side == viewer)
            for kind, count in enumerate(counts)
            if count
        ]
        items += [
            piece_item(kind, side, count, False, Message("mark.deserter"), "spent")
            for kind, count in enumerate(away)
            if count
        ]
        title = Message("area.captured", who=player_name(side))
        out.append(
            Area(f"lost{side}", "captured", title, side, tuple(items), Message("area.empty"))
        )
    return out


def _unseen(state: StrategoState, viewer: int) -> list[Area]:
    """Return for every other side how many of each type are still unseen and how many hidden pieces
    have moved; none where promotions and rescues would make it a guess."""
    game = state.game
    tables = game.tables
    if state.setting_up or state.result is not None or tables.merit or tables.courage:
        return []
    if game.rear or game.price:
        return []
    sides = [side for side in state.alive() if side != viewer]
    return [area for side in sides if (area := _unseen_of(state, side)) is not None]


def _unseen_of(state: StrategoState, side: int) -> Area | None:
    """Return that area for one side; None where its losses and pieces do not account for the whole
    army."""
    army, row = state.game.tables.army, state.lost[side]
    cells = [cell for cell, piece in enumerate(state.board) if piece and owner_of(piece) == side]
    kinds = [kind_of(state.board[cell]) for cell in cells]
    fallen = {kind: row.shown(kind) for kind in TYPES}
    left = {kind: army[kind] - fallen[kind] - kinds.count(kind) for kind in TYPES}
    if min(left.values()) < 0 or sum(left.values()) != kinds.count(HIDDEN) + row.unknown():
        return None
    moved = sum(
        kind_of(state.board[cell]) == HIDDEN and bool(state.flags[cell] & MOVED) for cell in cells
    )
    rows = [
        piece_item(
            kind,
            side,
            left[kind],
            False,
            Message("note.known", all=army[kind], lost=fallen[kind], seen=kinds.count(kind)),
            "" if left[kind] else "spent",
        )
        for kind in TYPES
        if army[kind]
    ]
    hidden = kinds.count(HIDDEN)
    covered = piece_item(HIDDEN, side, hidden, False, Message("note.moved", n=moved))
    title = Message("area.known", who=player_name(side))
    return Area(f"known{side}", "known", title, side, (covered, *rows))


def _choices(state: StrategoState) -> tuple[Choice, ...]:
    """Return the buttons that the legal paths name."""
    if state.result is not None:
        return ()
    choices: dict[str, Choice] = {}
    for action in state.legal_actions():
        for target in path(state, action):
            if word := name_of(target, "btn"):
                choices[target] = Choice(target, _label(state, word), _TONES.get(word, "primary"))
    return tuple(choices.values())


def _label(state: StrategoState, word: str) -> Message:
    if word == "accept":
        new = type_name(kind_of(state.board[state.act[1]]) + 1)
        return Message(f"choice.{state.asked}.accept", type=new)
    return Message(f"choice.{state.asked}.decline" if word == "decline" else f"choice.{word}")
