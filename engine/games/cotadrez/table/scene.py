"""Scene of Cotadrez and the paths that enter an action."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from engine.core.contract import Action, Event, Path
from engine.core.scene import Area, Board, Choice, Item, Mark, Piece, Region, Scene, square_board
from engine.core.targets import name_of, square_of
from engine.core.texts import Message, player_name
from engine.games.cotadrez.rules.attacks import attacked_squares, walked_squares
from engine.games.cotadrez.rules.movement import besiegers
from engine.games.cotadrez.rules.pieces import (
    ARMY,
    FORTRESS,
    GLYPHS,
    INDEX,
    KING,
    LETTERS,
    MOUNTAIN,
    MOUNTAINS,
    NAMES,
    UNITS,
    code,
    fortress_squares,
    half_of_row,
    ring_of,
)
from engine.games.cotadrez.rules.state import BESIEGERS, EXCHANGE, CotadrezState
from engine.games.cotadrez.rules.terrain import Terrain
from engine.games.cotadrez.table.words import siege_status, status


def sq(square: int) -> str:
    return f"sq:{NAMES[square]}"


def kind_target(kind: int) -> str:
    return f"kind:{GLYPHS[kind]}"


@cache
def unit_name(kind: int) -> Message:
    return Message(f"unit.{GLYPHS[kind]}")


@cache
def unit_label(half: int, kind: int) -> Message:
    return Message("piece.label", unit=unit_name(kind), army=Message(f"army.{half}"))


# -- presses -------------------------------------------------------------------------------------


def path(state: CotadrezState, action: Action) -> Path:
    """Return the targets that enter an action."""
    verb = action[0]
    if verb == "step":
        return (sq(action[1]), sq(action[2]))
    if verb == "relay":  # confirmed, because pressing another own unit may mean to select it
        return (sq(action[1]), sq(action[2]), "btn:relay")
    if verb == "fire":
        return _fire_path(state, action)
    if verb in ("reinforce", "save", "unit"):
        return (kind_target(action[1]), sq(action[2]))
    if verb == "siege":
        anchor = sq(state.t.forts[1 - state.side])
        several = sum(a[0] == "siege" for a in state.legal_actions()) > 1
        return (anchor, f"opt:{GLYPHS[action[1]]}") if several else (anchor,)
    if verb == "fortress":
        return (kind_target(FORTRESS), sq(action[1]))
    if verb == "mountain":
        return (kind_target(MOUNTAIN), sq(action[1]))
    if verb == "ready":
        return (sq(state.deploys[state.current_player()].anchor),)
    return (f"btn:{verb}",)


def _fire_path(state: CotadrezState, action: Action) -> Path:
    """Return the path of a shot; it needs a third press only if the bolt may also pierce."""
    presses = (sq(action[1]), sq(action[2]))
    shots = [a for a in state.legal_actions() if a[:3] == action[:3]]
    if len(shots) == 1:
        return presses
    return (*presses, "opt:pierce" if len(action) > 3 else "opt:first")


def action_mark(state: CotadrezState, action: Action) -> str:
    """Return the style of the last target of an action."""
    verb = action[0]
    if verb == "step":
        return "capture" if state.board[action[2]] else "move"
    marks = {"fire": "fire", "relay": "swap", "siege": "storm"}
    return marks.get(verb, "place" if len(action) > 1 else "special")


def reach(state: CotadrezState, target: str) -> tuple[Mark, ...]:
    """Implement `Game.reach`: where the unit can move, what it attacks, friends in its way."""
    square = square_of(target, INDEX)
    if square < 0 or not state.battle or not state.board[square]:
        return ()
    t, board = state.t, state.board
    half = board[square] >> 4
    attacked = attacked_squares(t, board, square)
    walked = [s for s in walked_squares(t, board, square) if not board[s]]
    enemies = [s for s in attacked if board[s] and board[s] >> 4 != half]
    friends = [s for s in attacked if board[s] and board[s] >> 4 == half]
    marks = (("reach", walked), ("attack", enemies), ("guard", friends))
    return tuple(Mark(kind, tuple(NAMES[s] for s in found)) for kind, found in marks if found)


# -- the picture ---------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def deployment_board(water: frozenset[int]) -> Board:
    return square_board(10, 10, {NAMES[s]: ("water",) for s in water})


@lru_cache(maxsize=16)
def battle_board(t: Terrain) -> Board:
    styles: dict[str, tuple[str, ...]] = {
        NAMES[s]: (t.describe(s),) for s in range(100) if t.describe(s) != "land"
    }
    return square_board(10, 10, styles)


@lru_cache(maxsize=4)
def territories() -> tuple[Region, Region]:
    south, north = (
        Region("territory", tuple(NAMES[s] for s in range(100) if half_of_row(s // 10) == h), h)
        for h in (0, 1)
    )
    return south, north


def fortress_regions(anchor: int, half: int) -> tuple[Region, Region]:
    ring = tuple(NAMES[s] for s in ring_of(anchor))
    own = tuple(NAMES[s] for s in fortress_squares(anchor))
    label = unit_label(half, FORTRESS)
    return Region("ring", ring, half), Region("fortress", own, half, "fortress", label)


def mountain_region(square: int) -> Region:
    return Region("mountain", (NAMES[square],), -1, "mountain", unit_name(MOUNTAIN))


def fortress_aliases(anchor: int) -> dict[str, str]:
    """Return aliases that map the other squares of a fortress to its south-west one."""
    return {sq(s): sq(anchor) for s in fortress_squares(anchor) if s != anchor}


def build(state: CotadrezState, viewer: int, last: Sequence[Event] = ()) -> Scene:
    """Return the table as one viewer may see it; `last` are the events to highlight."""
    return _battle(state, last) if state.battle else deployment_scene(state, viewer)


def _battle(state: CotadrezState, last: Sequence[Event]) -> Scene:
    t = state.t
    regions = [*territories()]
    aliases: dict[str, str] = {}
    for half in (0, 1):
        regions += fortress_regions(t.forts[half], half)
        aliases.update(fortress_aliases(t.forts[half]))
    regions += [mountain_region(s) for s in t.mountains]
    return Scene(
        board=battle_board(t),
        pieces=tuple(_pieces(state)),
        regions=tuple(regions),
        marks=tuple(_marks(state, last)),
        areas=tuple(_areas(state)),
        choices=_choices(state),
        status=tuple(status(state)),
        aliases=aliases,
        seats=(state.j1, 1 - state.j1),
    )


def piece(half: int, kind: int, square: int, number: int) -> Piece:
    name = f"{'sn'[half]}{LETTERS[kind]}{number}"
    return Piece(name, GLYPHS[kind], half, NAMES[square], LETTERS[kind], unit_label(half, kind))


def _pieces(state: CotadrezState) -> list[Piece]:
    return [
        piece(unit >> 4, unit & 15, square, state.tags[square])
        for square, unit in enumerate(state.board)
        if unit
    ]


def _marks(state: CotadrezState, last: Sequence[Event]) -> list[Mark]:
    marks = []
    squares = [s for event in last for s in touched(event.action)]
    if squares:
        marks.append(Mark("last", tuple(dict.fromkeys(NAMES[s] for s in squares))))
    for half in (0, 1):
        there = besiegers(state.t, state.board, 1 - half)
        if there:
            marks.append(Mark("note", tuple(NAMES[s] for s in there), half))
        if len(there) >= BESIEGERS:
            ring = tuple(NAMES[s] for s in ring_of(state.t.forts[half]))
            label = next(iter(siege_status(state, half)), None)
            marks.append(Mark("alert", ring, half, label))
        if state.in_check(half):
            king = state.board.find(code(half, KING))
            marks.append(Mark("check", (NAMES[king],), half))
            marks += [
                Mark("line", (NAMES[s], NAMES[king]), label=Message("mark.checks", "5.1"))
                for s, unit in enumerate(state.board)
                if unit and unit >> 4 != half and king in attacked_squares(state.t, state.board, s)
            ]
    if exits := king_exits(state):
        marks.append(Mark("zone", exits))
    return marks


def king_exits(state: CotadrezState) -> tuple[str, ...]:
    """Return where the King can come out while a siege forces him to; they are marked at once."""
    if state.result is not None or state.frame() != EXCHANGE:
        return ()
    return tuple(NAMES[a[2]] for a in state.legal_actions() if a[:2] == ("save", KING))


def touched(action: Action) -> tuple[int, ...]:
    """Return the squares to mark for an action; empty for one without squares."""
    verb = action[0]
    if verb in ("step", "fire", "relay"):
        return tuple(action[1:])
    return (action[2],) if verb in ("reinforce", "save") else ()


def store_items(counts: bytes | bytearray, half: int, pressable: bool) -> tuple[Item, ...]:
    return tuple(
        Item(
            GLYPHS[kind],
            unit_label(half, kind),
            kind_target(kind) if pressable else "",
            half,
            LETTERS[kind],
            counts[kind],
        )
        for kind in UNITS
        if counts[kind]
    )


def _areas(state: CotadrezState) -> list[Area]:
    areas = []
    deciding = state.decider() if state.result is None else -1
    for half in (0, 1):
        name = player_name(state.player_of(half))
        reserve = store_items(state.reserves[half], half, half == deciding)
        areas.append(
            Area(
                f"reserve{half}",
                "reserve",
                Message("area.reserve", who=name),
                half,
                reserve,
                Message("area.empty"),
            )
        )
        areas.append(
            Area(
                f"dungeon{half}",
                "captured",
                Message("area.dungeon", who=name),
                half,
                store_items(state.dungeons[half], 1 - half, False),
                Message("area.empty"),
                brief=True,
            )
        )
    return areas


def _choices(state: CotadrezState) -> tuple[Choice, ...]:
    """Return a button for each `btn:` and `opt:` target of the legal paths."""
    choices: dict[str, Choice] = {}
    for action in state.legal_actions():
        for target in path(state, action):
            option = name_of(target, "opt")
            if word := name_of(target, "btn"):
                tone = "primary" if word in ("stop", "relay") else "plain"
                choices[target] = Choice(target, Message(f"choice.{word}"), tone)
            elif option in ("first", "pierce"):
                choices[target] = Choice(target, Message(f"choice.{option}"))
            elif option:
                label = Message("choice.rescue", unit=Message(f"unit.{option}"))
                choices[target] = Choice(target, label, glyph=option)
    return tuple(choices.values())


# -- deployment ----------------------------------------------------------------------------------


def deployment_scene(state: CotadrezState, viewer: int) -> Scene:
    """Return the scene of the deployment: the viewer's own pieces, and fog over hidden halves."""
    pieces: list[Piece] = []
    regions = [*territories(), *_fog(state)]
    aliases: dict[str, str] = {}
    for d in state.deploys:
        if d.anchor < 0:
            continue
        regions += fortress_regions(d.anchor, d.half)
        aliases.update(fortress_aliases(d.anchor))
        regions += [mountain_region(s) for s in d.mountains()]
        numbers: dict[int, int] = {}
        for kind, square in d.units():
            numbers[kind] = numbers.get(kind, 0) + 1
            pieces.append(piece(d.half, kind, square, numbers[kind]))
    return Scene(
        board=deployment_board(state.game.water),
        pieces=tuple(pieces),
        regions=tuple(regions),
        areas=_tray(state, viewer),
        aliases=aliases,
        seats=_seats(state),
    )


def _fog(state: CotadrezState) -> list[Region]:
    """Return a fog region for each known half whose deployment is hidden."""
    first, second = state.deploys
    other = 1 - first.half if first.half >= 0 else -1
    hidden = [half for d, half in ((first, first.half), (second, other)) if not d.seen]
    return [Region("fog", territories()[half].squares, half) for half in hidden if half >= 0]


def _seats(state: CotadrezState) -> tuple[int, ...]:
    half = state.deploys[0].half
    return (half, 1 - half) if half >= 0 else ()


def _tray(state: CotadrezState, viewer: int) -> tuple[Area, ...]:
    player = state.current_player()
    if player < 0 or player != viewer or not state.deploys[player].seen:
        return ()
    d = state.deploys[player]
    half = d.half if d.half >= 0 else (1 - state.deploys[0].half if player else 0)
    left = list(ARMY)
    for kind, _ in d.units():
        left[kind] -= 1
    items = tray_items(half, left, MOUNTAINS - len(d.mountains()), d.anchor < 0)
    return (Area("tray", "tray", Message("area.tray"), half, items),)


def tray_items(half: int, left: Sequence[int], mountains: int, fortress: bool) -> tuple[Item, ...]:
    """Return the pieces that can still be placed: first only the Fortress, then all others."""
    if fortress:
        return (Item("fortress", unit_name(FORTRESS), kind_target(FORTRESS), half, "F"),)
    units = store_items(bytes(left), half, True)
    hills = Item("mountain", unit_name(MOUNTAIN), kind_target(MOUNTAIN), -1, "M", mountains)
    return (*units, hills) if mountains else units
