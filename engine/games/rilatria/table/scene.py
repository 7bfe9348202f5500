"""Scene of Rilatria, the paths that enter an action, and the prompt and goal sentences."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.core.contract import Action, Event, Path, Throw
from engine.core.scene import Badge, Board, Choice, Mark, Piece, Region, Scene, square_board
from engine.core.targets import square_of
from engine.core.texts import Message, over_prompt, player_name
from engine.games.rilatria.rules.horoscope import CHOICES
from engine.games.rilatria.rules.pieces import (
    GLYPHS,
    HERO,
    INDEX,
    LETTERS,
    NAMES,
    Zones,
    code,
    free_moves,
    open_attacks,
    prey,
)
from engine.games.rilatria.rules.reserve import DUSK, MENDS, TOP, VITALITY
from engine.games.rilatria.rules.state import CALL, CHOOSE, COIN, DEAL, FREE, SETUP, RilatriaState
from engine.games.rilatria.table.areas import FACES, areas, kind_target, unit_name

QUIET_WARNING = 20
ROUNDS_WARNING = 10
DUSK_WARNING = 5
CALLS = ("btn:heads", "btn:tails")
STAKES = {TOP: "full", 1: "last"}  # what a coin can win or lose, by vitality, where it is not 1


def sq(square: int) -> str:
    return f"sq:{NAMES[square]}"


# -- presses -------------------------------------------------------------------------------------


def path(action: Action) -> Path:
    """Implement `Game.path`. Moves go to empty squares and attacks to enemies, so two presses
    suffice."""
    verb = action[0]
    if verb in ("move", "attack"):
        return (sq(action[1]), sq(action[2]))
    if verb in ("place", "buy"):
        return (kind_target(action[1]), sq(action[2]))
    if verb == "choose":
        return (f"card:{CHOICES[action[1]]}",)
    return (CALLS[action[1]],) if verb == "call" else (f"btn:{verb}",)


def action_mark(action: Action) -> str:
    """Return the style of the last target of an action."""
    marks = {"move": "move", "attack": "capture", "buy": "place", "place": "place"}
    return marks.get(action[0], "special")


def reach(state: RilatriaState, target: str) -> tuple[Mark, ...]:
    """Implement `Game.reach`: where the piece can move, what it attacks, friends in its way."""
    square = square_of(target, INDEX)
    if square < 0 or not state.board[square]:
        return ()
    board = state.board
    steps = free_moves(board, square)
    own = board[square] >> 3
    struck = [s for s in open_attacks(board, square) if not board[s] or board[s] >> 3 != own]
    friends = [s for s in open_attacks(board, square) if board[s] and board[s] >> 3 == own]
    found = (("reach", steps), ("attack", struck), ("guard", friends))
    return tuple(Mark(kind, tuple(NAMES[s] for s in where)) for kind, where in found if where)


def thrown(state: RilatriaState, action: Action) -> Throw | None:
    """Implement `Game.thrown`: the coins that were called right."""
    if state.phase != COIN:
        return None
    return Throw(Message("luck.coins"), state.side, int(state.call == action[1]), 1 / 2)


# -- the picture ---------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def board() -> Board:
    return square_board(9, 9, {})


@lru_cache(maxsize=2)
def zones(squares: Zones) -> tuple[Region, ...]:
    return tuple(
        Region("zone", tuple(NAMES[s] for s in zone), side, label=Message("area.zone"))
        for side, zone in enumerate(squares)
    )


def build(state: RilatriaState, viewer: int, last: Sequence[Event] = ()) -> Scene:
    """Return the table as one viewer may see it; `last` are the events to highlight."""
    return Scene(
        board=board(),
        pieces=tuple(pieces(state)),
        regions=zones(state.game.zones),
        marks=tuple(_marks(state, last)),
        areas=tuple(areas(state)),
        choices=_choices(state),
        status=tuple(_status(state)),
    )


def pieces(state: RilatriaState) -> list[Piece]:
    return [
        Piece(
            f"{piece >> 3}{LETTERS[piece & 7]}{state.tags[square]}",
            GLYPHS[piece & 7],
            piece >> 3,
            NAMES[square],
            LETTERS[piece & 7],
            Message("piece.label", unit=unit_name(piece & 7), who=player_name(piece >> 3)),
            (Badge("recruit", "+", Message("badge.recruit")),) if square in state.recruits else (),
        )
        for square, piece in enumerate(state.board)
        if piece
    ]


def _marks(state: RilatriaState, last: Sequence[Event]) -> list[Mark]:
    marks = []
    touched = [s for event in last for s in squares_of(event.action)]
    if touched:
        marks.append(Mark("last", tuple(dict.fromkeys(NAMES[s] for s in touched))))
    for side in (0, 1):
        hero = state.board.find(code(side, HERO))
        if hero >= 0 and state.result is None and (enemies := threats(state, hero)):
            label = Message("status.threat", who=player_name(side))
            marks.append(Mark("check", (NAMES[hero],), side, label))
            marks += [
                Mark("line", (NAMES[s], NAMES[hero]), label=Message("mark.threatens", "2.12"))
                for s in enemies
            ]
    return marks


def squares_of(action: Action) -> tuple[int, ...]:
    """Return the squares to mark for an action; empty for one without squares."""
    verb = action[0]
    if verb in ("move", "attack"):
        return (action[1], action[2])
    return (action[2],) if verb in ("place", "buy") else ()


def threats(state: RilatriaState, square: int) -> list[int]:
    """Return the squares of the enemies that could take the piece on `square`."""
    side = state.board[square] >> 3
    return [
        s
        for s, piece in enumerate(state.board)
        if piece and piece >> 3 != side and square in prey(state.board, s)
    ]


def _choices(state: RilatriaState) -> tuple[Choice, ...]:
    if state.result is not None:
        return ()
    if state.phase == CALL:
        return tuple(Choice(t, Message(f"choice.{t[4:]}"), "plain", t[4:]) for t in CALLS)
    if state.phase != FREE:
        return ()
    # The sacrifice comes and goes, so it stands behind: the button that ends the turn stays put.
    found = [Choice("btn:end", Message("choice.end"), "primary")]
    if ("sacrifice",) in state.legal_actions():
        found.append(Choice("btn:sacrifice", Message(_sacrifice(state)), "plain", "heart"))
    return tuple(found)


def _sacrifice(state: RilatriaState) -> str:
    """Return the words of a sacrifice; where honour would heal next turn, they say that it will not
    (12.7)."""
    heals = state.mending(state.side, state.round + 1) == MENDS
    costs = heals and state.game.mend != "always"
    return "choice.sacrifice.rest" if costs else "choice.sacrifice"


def _status(state: RilatriaState) -> list[Message]:
    if state.result is not None or state.phase == SETUP:
        return []
    found = _coin(state)
    left = state.game.quiet - state.quiet
    if left <= QUIET_WARNING:
        found.append(Message("status.quiet", "10.6", n=left))
    left = state.game.rounds - state.round + 1
    if left <= ROUNDS_WARNING:
        found.append(Message("status.rounds", "10.7", n=left))
    left = DUSK - state.round
    if state.game.mend == "dusk" and 0 < left <= DUSK_WARNING:
        found.append(Message("status.dusk", "12.7", n=left))
    return found


def _coin(state: RilatriaState) -> list[Message]:
    """Return what this turn's coin did, until a card is chosen: it is said beside the question,
    where the list of turns may be too long to show it."""
    tossed = next((step for step in state.story if step.cause == "coin"), None)
    if tossed is None or state.phase not in (DEAL, CHOOSE):
        return []
    (change,), (call, face) = tossed.changes, tossed.detail
    now = state.reserves[state.side][VITALITY]
    key = "miss" if call != face else "hit" if change.by else "full"
    shown = Message(f"face.{FACES[face]}")
    return [Message(f"status.coin.{key}", "5.4", face=shown, start=now - change.by, goal=now)]


def goal(state: RilatriaState, viewer: int) -> Message:
    """Return the aim of a player and how near it is, in one line."""
    left = [own[VITALITY] for own in state.reserves]
    if viewer < 0:
        message = Message("goal.all", a=left[0], b=left[1])
    else:
        message = Message("goal.mine", n=left[1 - viewer])
    house = house_rules(state)
    return message if house is None else Message("goal.house", goal=message, rules=house)


def house_rules(state: RilatriaState) -> Message | None:
    """Return the names of the house rules that are on (12.7 to 12.9); None if there are none."""
    options = state.game.options
    usual = {"mend": "always", "purse": "no", "field": "corner"}
    names = [Message(f"house.{one}.{options[one]}") for one in usual if options[one] != usual[one]]
    if not names:
        return None
    words = Message(f"tell.list{len(names)}")
    words.params = dict(zip("abc", names, strict=False))
    return words


def prompt(state: RilatriaState, viewer: int) -> Message:
    """Return the sentence that says who decides, and what."""
    if state.result is not None:
        return over_prompt(state.result.winner, state.result.reason)
    who = player_name(state.side)
    if state.phase == SETUP:
        if not state.missing():  # happens only while a draft is shown
            return Message("prompt.ready", who=who)
        return Message(f"prompt.{GLYPHS[state.to_place()]}", who=who)
    if state.phase == CALL and (stakes := STAKES.get(state.reserves[state.side][VITALITY])):
        return Message(f"prompt.call.{stakes}", who=who)
    if state.phase == CHOOSE and state.game.purse:
        return Message("prompt.choose.purse", who=who)
    return Message(f"prompt.{state.frame()}", who=who)
