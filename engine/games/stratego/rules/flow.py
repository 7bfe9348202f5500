"""What an event does: set-up, actions, the questions they raise, and the end of a turn.

Rule sheet 2.3, 3.2–3.4, 4 and 6.1. Events as a viewer receives them carry notes, tuples after the
action: ("cells", …) at `open`; ("type", t) where a type is shown; ("fight", outcome, attacker,
defender, flag taken) with UNKNOWN for types he may not see; ("gone", side, …) for sides that are
out; ("final", position text) at the end. ("closed",) stands for an answer about a promotion that is
hidden from the viewer.
"""

from __future__ import annotations

from engine.core.contract import DRAW, RESIGN, TIME, UNKNOWN, Action
from engine.core.outcome import drawn, won_by
from engine.games.stratego.rules import deeds, movement
from engine.games.stratego.rules.combat import ATTACKER_SHOWN, BOTH, DEFENDER_SHOWN, LOSES, WINS
from engine.games.stratego.rules.losses import (
    CAPTURED,
    CAPTURED_UNSEEN,
    DESERTED,
    DESERTED_UNSEEN,
)
from engine.games.stratego.rules.pieces import (
    BOMB,
    FLAG,
    HIDDEN,
    MINER,
    MOVED,
    RESCUER,
    REVEALED,
    SCOUT,
    SKILL,
    TRUTH,
    identity_of,
    kind_of,
    owner_of,
    piece_of,
    rank,
)
from engine.games.stratego.rules.position import Entry, StrategoPosition
from engine.games.stratego.rules.promotion import arrived, askable, asks_rear

Notes = dict[str, tuple[int, ...]]


def apply(state: StrategoPosition, action: Action) -> None:
    """Apply an event, the full one or as a viewer received it."""
    notes: Notes = {part[0]: part[1:] for part in action[1:] if isinstance(part, tuple)}
    plain = tuple(part for part in action if not isinstance(part, tuple))
    state.told_out = notes.get("gone", ())
    _VERBS[plain[0]](state, plain, notes)
    if "final" in notes:
        state.unveil(str(notes["final"][0]))


# -- set-up --------------------------------------------------------------------------------------


def _put(state: StrategoPosition, action: Action, notes: Notes) -> None:
    cell = state.game.tables.homes[state.turn][state.placed]
    if action[1]:
        _enter(state, cell, piece_of(state.turn, action[1]))
    state.placed += 1


def _ready(state: StrategoPosition, action: Action, notes: Notes) -> None:
    state.turn += 1
    state.placed = 0
    if state.turn == state.game.players:
        state.asked, state.turn = "open", 0
    elif state.viewer not in (TRUTH, state.turn):
        state.placed = UNKNOWN


def _open(state: StrategoPosition, action: Action, notes: Notes) -> None:
    for cell in notes.get("cells", ()):
        _enter(state, cell, piece_of(state.turn, HIDDEN))
    state.turn += 1
    if state.turn == state.game.players:
        state.asked, state.turn = "turn", 0


def _enter(state: StrategoPosition, cell: int, piece: int) -> None:
    """Put a piece on a cell as a new one with its own identity."""
    state.board[cell] = piece
    state.ids[cell] = identity_of(cell, state.entered[cell])
    state.entered[cell] += 1


# -- actions -------------------------------------------------------------------------------------


def _shift(state: StrategoPosition, origin: int, target: int) -> None:
    """Move a piece with its marks and identity; what the target held is overwritten."""
    board, flags, ids = state.board, state.flags, state.ids
    board[target], board[origin] = board[origin], 0
    flags[target], flags[origin] = flags[origin] | MOVED, 0
    ids[target], ids[origin] = ids[origin], 0


def _move(state: StrategoPosition, action: Action, notes: Notes) -> None:
    state.act = (action[1], action[2], 0)
    _shift(state, action[1], action[2])
    _after_arrival(state)


def _attack(state: StrategoPosition, action: Action, notes: Notes) -> None:
    target = action[2]
    state.act = (action[1], target, 1)
    state.asked = "show1"
    if state.game.desertion:
        shown = state.flags[target] & REVEALED and kind_of(state.board[target]) in (FLAG, BOMB)
        state.asked = "show1" if shown else "answer"


def _relay(state: StrategoPosition, action: Action, notes: Notes) -> None:
    a, b = action[1], action[2]
    for row in (state.board, state.flags, state.ids):
        row[a], row[b] = row[b], row[a]
    state.flags[a] |= MOVED
    state.flags[b] |= MOVED
    _close(state, action)


def _buy(state: StrategoPosition, action: Action, notes: Notes) -> None:
    side, kind, cell = state.turn, action[1], action[2]
    _return(state, side, kind, cell, MOVED | REVEALED)
    state.buy[side][kind] += 1
    _pay(state, side, -rank(kind) * state.game.price)
    _close(state, action)


def _return(state: StrategoPosition, side: int, kind: int, cell: int, marks: int) -> None:
    """Put a captured piece back as a new one; it takes a vacancy of its type if there is one."""
    _enter(state, cell, piece_of(side, kind))
    state.flags[cell] = marks
    if state.vac[side][kind]:
        state.vac[side][kind] -= 1


def _pay(state: StrategoPosition, side: int, points: int) -> None:
    state.pts = tuple(p + points if s == side else p for s, p in enumerate(state.pts))


# -- combat --------------------------------------------------------------------------------------


def _stand(state: StrategoPosition, action: Action, notes: Notes) -> None:
    state.asked = "show1"


def _desert(state: StrategoPosition, action: Action, notes: Notes) -> None:
    origin, target, _ = state.act
    shown = state.flags[target] & REVEALED
    _remove(state, target, DESERTED if shown else DESERTED_UNSEEN)
    state.deserted = True
    _shift(state, origin, target)
    _after_arrival(state)


def _show(state: StrategoPosition, action: Action, notes: Notes) -> None:
    origin, _target, _ = state.act
    if state.asked == "show1":
        if state.game.shows_survivor and state.game.shows_removed:
            if "type" in notes:
                state.board[origin] = piece_of(state.turn, notes["type"][0])
            state.flags[origin] |= REVEALED
        state.asked = "show2"
        return
    _fight(state, notes.get("fight") or outcome_of(state))


def outcome_of(state: StrategoPosition) -> tuple[int, ...]:
    """Return the fight of the pending attack: (outcome, attacker, defender, flag taken)."""
    origin, target, _ = state.act
    a, d = kind_of(state.board[origin]), kind_of(state.board[target])
    hills = state.game.hills
    outcome = state.game.combat.resolve(
        a,
        bool(state.flags[origin] & SKILL),
        d,
        bool(state.flags[target] & SKILL),
        origin in hills,
        target in hills,
    )
    return (outcome, a, d, int(d == FLAG))


def _fight(state: StrategoPosition, fight: tuple[int, ...]) -> None:
    """Remove the losers, reveal types, and ask the next question or end the turn (3.2, 6)."""
    origin, target, _ = state.act
    outcome, a, d, flag = fight
    a, d = (HIDDEN if kind == UNKNOWN else kind for kind in (a, d))
    board, flags, game = state.board, state.flags, state.game
    mine, its = state.turn, owner_of(board[target])
    board[origin], board[target] = piece_of(mine, a), piece_of(its, d)
    shown = shown_by(state, outcome)
    state.fight = (outcome, a, d, its, shown)
    if outcome != WINS:
        _capture(state, origin, its, shown & ATTACKER_SHOWN)
    if outcome != LOSES:
        _capture(state, target, mine, shown & DEFENDER_SHOWN)
    if outcome == WINS:
        _shift(state, origin, target)
    if outcome != BOTH:
        winner, loser = (a, d) if outcome == WINS else (d, a)
        if game.shows_survivor:
            flags[target] |= REVEALED
        if winner in game.tables.capturers and loser == MINER:
            if game.shows_survivor or state.viewer in (TRUTH, owner_of(board[target])):
                flags[target] |= SKILL
    if outcome == BOTH or (flag and len({*state.alive(), its}) == 2):
        _close(state, ("attack", *state.act[:2]))
    elif not flag and game.tables.merit and askable(state, game.tables.merit):
        state.asked = "merit"
    else:
        _after_arrival(state)


def shown_by(state: StrategoPosition, outcome: int) -> int:
    """Return the bits ATTACKER_SHOWN and DEFENDER_SHOWN of what everybody knows afterwards (6)."""
    origin, target, _ = state.act
    survivor, removed = state.game.shows_survivor, state.game.shows_removed
    a = survivor if outcome == WINS else removed
    d = survivor if outcome == LOSES else removed
    a = a or bool(state.flags[origin] & REVEALED)
    d = d or bool(state.flags[target] & REVEALED)
    return (ATTACKER_SHOWN if a else 0) | (DEFENDER_SHOWN if d else 0)


def _capture(state: StrategoPosition, cell: int, captor: int, shown: int) -> None:
    """Remove a captured piece; note its vacancy and pay the captor where the type is known."""
    kind, side = kind_of(state.board[cell]), owner_of(state.board[cell])
    _remove(state, cell, CAPTURED if shown else CAPTURED_UNSEEN)
    if kind != HIDDEN and state.viewer in (TRUTH, side):
        state.vac[side][kind] += 1
    if state.game.price and kind != HIDDEN:
        _pay(state, captor, rank(kind))


def _remove(state: StrategoPosition, cell: int, group: int) -> None:
    """Take a piece off the board and add it to a group of its side's losses."""
    state.lost[owner_of(state.board[cell])].add(group, kind_of(state.board[cell]))
    state.board[cell] = state.flags[cell] = 0
    state.ids[cell] = 0


# -- promotion and rescue ------------------------------------------------------------------------


def _after_arrival(state: StrategoPosition) -> None:
    """Ask questions (c) and (d) where they arise, else end the turn."""
    game = state.game
    there = arrived(state)
    if there and state.asked not in ("courage", "rear") and game.tables.courage:
        if askable(state, game.tables.courage):
            state.asked = "courage"
            return
    if there and state.asked != "rear" and game.rear and asks_rear(state):
        state.asked = "rear"
        return
    verb = "attack" if state.act[2] else "move"
    _close(state, (verb, *state.act[:2]))


def _accept(state: StrategoPosition, action: Action, notes: Notes) -> None:
    target = state.act[1]
    piece = state.board[target]
    new = notes["type"][0] if "type" in notes else kind_of(piece) + 1
    sign = "=" if state.asked == "merit" else "^"
    state.board[target] = piece_of(owner_of(piece), new)
    if new == SCOUT:
        state.flags[target] &= ~SKILL
    if state.vac[owner_of(piece)][new]:
        state.vac[owner_of(piece)][new] -= 1
    state.rises = (*state.rises, (sign, new))
    _after_arrival(state)


def _decline(state: StrategoPosition, action: Action, notes: Notes) -> None:
    _after_arrival(state)


def _back(state: StrategoPosition, action: Action, notes: Notes) -> None:
    kind, cell = action[1], action[2]
    kind = HIDDEN if kind == UNKNOWN else kind
    _return(state, state.turn, kind, cell, MOVED)
    state.resc[state.turn][kind] += 1
    state.flags[state.act[1]] |= RESCUER
    _close(state, ("back", *state.act[:2]))


# -- the end of a turn ---------------------------------------------------------------------------


def _close(state: StrategoPosition, action: Action) -> None:
    """End a turn: memory, counters, sides that are out (4.1–4.3), and the next side."""
    side = state.turn
    entry: Entry = ((action[1], action[2]),)
    if action[0] == "buy":
        entry = ()
    elif action[0] == "relay":
        entry = (*entry, (action[2], action[1]))
        state.skips = tuple(n + (s == side) for s, n in enumerate(state.skips))
    memory = list(state.memory)
    memory[side] = (*memory[side], entry)[-3:]
    state.memory = tuple(memory)
    if action[0] in ("move", "attack"):
        deeds.note(state, side, action[1], action[2], action[0] == "attack")
    removed = bool(state.fight) or state.deserted
    if state.game.chase:
        state.chs = movement.next_chase(state, side, action, removed)
    state.quiet = 0 if removed else state.quiet + 1
    state.plies += 1
    state.turns += 1
    state.skipped = ()
    attacked = state.fight[3] if state.fight else -1
    flag = attacked if state.fight and state.fight[2] == FLAG else -1
    _forget(state)
    _eliminate(state, attacked, flag)


def _forget(state: StrategoPosition) -> None:
    state.asked = "turn"
    state.act, state.fight, state.rises, state.deserted = (), (), (), False


def _eliminate(state: StrategoPosition, attacked: int, flag: int) -> None:
    """Apply 4.1 and 4.2, then 4.3 and the next turn. `attacked`: the side that was attacked,
    `flag`: the side that lost its flag; -1: none. A viewer is told who is out (`told_out`), but for
    the flag of two sides, which he sees."""
    inside = {*state.alive(), state.turn, attacked} - {-1}
    if state.game.players == 2:
        inside = {0, 1}
    out = state.told_out
    reason = "elim"
    if state.viewer == TRUTH:
        able = {owner_of(p) for p in set(state.board) if kind_of(p) in state.game.tables.mobile}
        idle = tuple(s for s in sorted(inside) if s not in able and s != flag)
        out = ((flag,) if flag >= 0 else ()) + idle
        reason = "elim" if idle or flag < 0 else "flag"
    elif flag >= 0 and state.game.players == 2:
        out, reason = (flag,), "flag"
    _leave(state, inside, out, reason)
    if state.result is None:
        pass_turn(state)


def _leave(state: StrategoPosition, inside: set[int], out: tuple[int, ...], reason: str) -> None:
    """Take sides out: end the game when at most one is left, else remove their armies."""
    left = sorted(inside - set(out))
    players = state.game.players
    if not left:
        state.result = drawn("both_elim", players)
    elif len(left) == 1:
        state.result = won_by(left[0], reason, players)
    elif out:
        for cell, piece in enumerate(state.board):
            if piece and owner_of(piece) in out:
                state.board[cell] = state.flags[cell] = 0
                state.ids[cell] = 0
        state.skips = tuple(0 if s in out else n for s, n in enumerate(state.skips))


def pass_turn(state: StrategoPosition) -> None:
    """Give the turn to the next side that is in and has no turn to skip (4.4)."""
    inside = state.alive()
    players = state.game.players
    skipped: list[int] = []
    side = state.turn
    while True:
        side = (side + 1) % players
        if side not in inside:
            if not inside:
                break
            continue
        if not state.skips[side]:
            break
        state.skips = tuple(n - (s == side) for s, n in enumerate(state.skips))
        skipped.append(side)
    state.turn = side
    state.skipped = tuple(skipped)


def _out(state: StrategoPosition, action: Action, notes: Notes) -> None:
    """Take out the side to act, which has no legal action (4.4)."""
    _go(state, state.turn, "nomove")


def _end(state: StrategoPosition, action: Action, notes: Notes) -> None:
    state.turns += 1
    state.skipped = ()
    limit = state.game.quiet_limit
    reason = "no_capture" if limit and state.quiet >= limit else "max_actions"
    state.result = drawn(reason, state.game.players)


def _resign(state: StrategoPosition, action: Action, notes: Notes) -> None:
    _go(state, action[1], "resign" if action[0] == RESIGN else "time")


def _go(state: StrategoPosition, side: int, reason: str) -> None:
    """Take out a side that resigns, loses on time or is blocked, between turns."""
    state.turns += 1
    state.skipped = ()
    inside = {0, 1} if state.game.players == 2 else set(state.alive())
    _leave(state, inside, (side,), reason)
    if state.result is None and side == state.turn:
        pass_turn(state)


def _agree(state: StrategoPosition, action: Action, notes: Notes) -> None:
    state.turns += 1
    state.skipped = ()
    state.result = drawn("agreed", state.game.players)


_VERBS = {
    "put": _put,
    "ready": _ready,
    "open": _open,
    "move": _move,
    "attack": _attack,
    "relay": _relay,
    "buy": _buy,
    "stand": _stand,
    "desert": _desert,
    "show": _show,
    "accept": _accept,
    "decline": _decline,
    "closed": _decline,
    "back": _back,
    "out": _out,
    "end": _end,
    RESIGN: _resign,
    TIME: _resign,
    DRAW: _agree,
}
