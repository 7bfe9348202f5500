"""Pointer, keys and fields at a table: what a press, a drag or a key on the board does."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.texts import Message
from ui.input.sketch import SketchMark
from ui.render.geometry import geometry
from ui.shell.routes import bring
from ui.table import arranging, sketching, speech, unavailable
from ui.table.commands import COMMANDS, hurry, look_at, play
from ui.table.heading import NAMED
from ui.table.state import Dragged
from ui.table.table import Table
from ui.words.names import COMPUTERS
from ui.words.targets import NOTHING, Target, square_target, write_path

# Arrows lead through the game, unless somebody has gone to the board by a key.
_STEPS = {"ArrowLeft": "log-prev", "ArrowRight": "log-next"}
_ARROWS = {
    "ArrowUp": (0, -1),
    "ArrowDown": (0, 1),
    "ArrowLeft": (-1, 0),
    "ArrowRight": (1, 0),
}


REST_MS = 700  # how long the pointer rests on a thing before it is named
_LOOKED_AT = frozenset({"sq", "card", "kind", "btn", "item"})
REVEAL = Target("btn", "reveal")


def press(table: Table, target: Target) -> None:
    """A press on anything: a command, a turn of the log, the board."""
    if target.kind == "act":
        if (command := COMMANDS.get(target.word)) is not None:
            table.state.fresh()
            if (reason := unavailable.why(table, target.word)) is not None:
                speech.answer(table, reason)
            else:
                command(table, target.subject)
        return
    if table.mode == "curtain":
        if target == REVEAL:
            table.session.reveal()
            table.state.fresh()
            speech.after(table)
        return
    if target == NAMED:
        look_up(table, table.state.named)
        return
    table.state.fresh()
    if target.kind == "look":
        look_at(table, target.name)
    elif target.kind == "sq" and table.state.sketch.on:
        sketching.press(table, target.name)
    else:
        touch(table, target)


def touch(table: Table, target: Target) -> None:
    """A press on the board, on something beside it or on a button of the scene."""
    session = table.session
    if (why := _closed(table)) is not None:
        speech.refuse(table, why)
    elif session.agreed.held:
        speech.answer(table, Message("table.held"))
    elif session.awaited is not None:
        hurry(table)
    elif table.plan is not None:
        arranging.touch(table, table.meant(target))
        _take_up(table)
    else:
        _step(table, target)
        _take_up(table)


def _closed(table: Table) -> Message | None:
    """Why nothing on the board can be played now, whatever it is."""
    session = table.session
    if session.reading:
        return Message("view.read_only")
    if not session.live:
        return Message("table.looking.first")
    return Message("table.over") if session.over else None


def _step(table: Table, target: Target) -> None:
    walk, actions = table.walk()
    if target not in walk.choices():
        target = table.meant(target)
    before = walk.prefix
    done = walk.press(target)
    if done.kind == "complete":
        play(table, [actions[done.number]])
    elif done.kind == "refused":
        _refuse(table, (*before, target))
    elif done.kind == "cleared":
        speech.say(table, "table.said.dropped")
    else:
        n = len(walk.choices())
        speech.say(table, "table.said.chosen", what=speech.what(table, target), n=n)


def _refuse(table: Table, path: tuple[Target, ...]) -> None:
    """Why not: the game says it, with its clause. Whoever touches somebody else's piece asks what
    it is."""
    if len(path) == 1 and _of_others(table, path[0]) and _introduce(table, path[0]):
        return
    why = table.game.explain(table.session.observation(), write_path(path))
    speech.refuse(table, why or Message("table.refused"))


def _of_others(table: Table, target: Target) -> bool:
    """Whether a piece of another side than that of whoever decides stands there."""
    session, scene = table.session, table.scene
    own = scene.seats[session.decider] if scene.seats else session.decider
    here = [one.side for one in scene.pieces if square_target(one.square) == target]
    return bool(here) and all(side not in (own, -1) for side in here)


def _introduce(table: Table, target: Target) -> bool:
    """Says what a thing is and does; False: there is nothing to say of it."""
    found = bring("things").at(table, target)
    if found:
        table.state.named, table.state.pinned = target, True
        words = table.voice.message(found[0].entry.about)
        table.app.announce(f"{found[0].title}. {words}")
    return bool(found)


# -- pointer -------------------------------------------------------------------------------------


def hover(table: Table, target: Target) -> bool:
    """False: nothing to be drawn again."""
    state = table.state
    if target == state.hovered or _of_the_named(target):
        return False
    state.hovered = target if target.kind in _LOOKED_AT else NOTHING
    state.rested = NOTHING
    if table.app.settings.reach == "on" and (state.hovered or state.named):
        looked = state.hovered
        table.app.page.after(REST_MS, lambda: _rested(table, looked))
    return table.mode == "play" or bool(table.arrange.held)


def _of_the_named(target: Target) -> bool:
    """Whether it is part of what is said of a thing, or the way on from there to its clause."""
    to_clause = target.kind == "act" and target.word == "rules" and target.subject
    return target.kind == "about" or bool(to_clause)


def _take_up(table: Table) -> None:
    """What is taken up beside the board is a picture: it is named as long as it is held. A finger
    cannot rest on it."""
    held = _held(table)
    if held.kind != "kind" or table.app.settings.reach != "on":
        return
    tray = table.tray()
    areas = [one for one in table.scene.areas if one.kind == "reserve"] if tray is None else [tray]
    if any(item.target == str(held) for area in areas for item in area.items):
        table.app.page.after(0, lambda: _name(table, held) if held == _held(table) else None)


def _held(table: Table) -> Target:
    """What has been taken up last, as a target."""
    return next(reversed(_all_held(table)), NOTHING)


def _all_held(table: Table) -> tuple[Target, ...]:
    """What has been taken up, one after the other, as targets."""
    if table.mode == "curtain":
        return ()
    if table.plan is not None:
        return (table.arrange.held,) if table.arrange.held else ()
    return table.walk()[0].prefix


def _rested(table: Table, target: Target) -> None:
    """The pointer stays on a thing: it is named, until it rests on another or on none. Whoever has
    not moved it since the table changed looks at nothing."""
    state = table.state
    if state.hovered != target or state.named == target or table.app.dialog is not None:
        return
    if target and target == state.rested:
        return
    _name(table, target)


def _name(table: Table, target: Target) -> None:
    state, found = table.state, bring("things").at(table, target)
    if found or (state.named and not state.pinned):
        state.named, state.pinned = target if found else NOTHING, False
        state.revision.bump()
        table.app.later(lambda: None)


def look_up(table: Table, target: Target) -> bool:
    opened: bool = bring("things").look_up(table, target)
    return opened


def sketch(table: Table, start: Target, goal: Target, colour: int, done: bool) -> bool:
    """A stroke that begins on the board."""
    if table.mode == "curtain" or start.kind != "sq":
        return False
    stroke = SketchMark(start.square, goal.square, colour)
    sketching.draw(table, stroke, done)
    return True


def grab(table: Table, target: Target) -> bool:
    """A drag begins; False: there is nothing to drag, and why is said as of a press."""
    if table.mode == "curtain" or table.session.elsewhere:
        return False
    target = table.meant(target)
    if (why := _closed(table)) is not None:
        _cannot_drag(table, lambda: speech.refuse(table, why))
        return False
    table.state.dragged = Dragged(target, _all_held(table))
    table.state.greeting = None
    table.state.fresh()
    arrange = table.arrange
    if table.plan is not None:
        return arrange.held == target or arrange.hold(target)
    walk, _ = table.walk()
    if walk.prefix and walk.prefix[-1] == target:
        return True
    walk.clear()
    if target not in walk.starts():
        if table.session.awaited is None and any(
            square_target(one.square) == target for one in table.scene.pieces
        ):
            _cannot_drag(table, lambda: _refuse(table, (target,)))
        return False
    return not walk.completes(target) and walk.press(target).kind == "extended"


def _cannot_drag(table: Table, tell: Callable[[], None]) -> None:
    """Tells why and shows it, though no drag has begun that would."""
    table.state.fresh()
    tell()
    table.app.later(lambda: None)


def put_back(table: Table) -> None:
    """What was held before the drag is held again, as far as that is still possible."""
    dragged, table.state.dragged = table.state.dragged, None
    if dragged is None or table.mode == "curtain":
        return
    _let_go(table)
    table.state.revision.bump()
    for target in dragged.before:
        if table.plan is not None:
            table.arrange.hold(target)
        elif target in table.walk()[0].choices():
            table.walk()[0].press(target)


def same(table: Table, target: Target, other: Target) -> bool:
    """Whether two targets stand for the same thing, as squares under one large piece do."""
    if table.mode == "curtain":
        return False
    return table.meant(target) == table.meant(other)


def drop(table: Table, target: Target) -> None:
    """The second press of a drag; beside the board it is put back."""
    dragged, table.state.dragged = table.state.dragged, None
    table.state.fresh()
    if dragged is None or dragged.target != _held(table):
        speech.answer(table, Message("table.refused"))  # the table has changed meanwhile
        return
    if not target:
        if table.plan is not None:
            table.arrange.take_back()
        _let_go(table)
        return
    if _beside_goals(table, target):
        _refuse(table, (*table.walk()[0].prefix, table.meant(target)))
    else:
        touch(table, target)
    if table.state.notice is not None or table.mode == "setup":
        _let_go(table)


def _beside_goals(table: Table, target: Target) -> bool:
    """Whether what is dragged is dropped where it cannot go. A press there might choose another
    piece instead; a drop is meant as a move."""
    if table.mode != "play" or _closed(table) is not None or table.session.awaited is not None:
        return False
    walk, target = table.walk()[0], table.meant(target)
    return bool(walk.prefix) and target != walk.prefix[-1] and target not in walk.choices()


def _let_go(table: Table) -> None:
    table.arrange.held = NOTHING
    if table.mode == "play":
        table.walk()[0].clear()


# -- keys and fields -----------------------------------------------------------------------------


def key(table: Table, key: str, target: Target) -> bool:
    """True when the key was used."""
    if table.mode == "curtain" or table.session.elsewhere:
        return False
    if target.kind == "sq" and (there := _beside(table, key, target.name)):
        table.app.view.focus(str(square_target(there)))
        return True
    if target.kind == "look" and (turn := _turn_beside(table, key, target.name)):
        table.state.fresh()
        look_at(table, turn)
        table.app.view.focus(str(Target("look", turn)))
        return True
    if key == "Escape":
        return _escape(table)
    if key in _STEPS and target.kind != "sq":
        table.state.fresh()
        COMMANDS[_STEPS[key]](table, "")
        if target.kind == "look":
            _follow(table)
        return True
    if key in ("Delete", "Backspace") and table.mode == "setup" and target.kind == "sq":
        table.state.fresh()
        arranging.take_off(table, table.meant(target))
        return True
    if len(key) == 1:
        used: bool = bring("keys").press(table, key)
        return used
    return False


def _follow(table: Table) -> None:
    """The focus in the log goes to the turn on the board, which is one stop on the way with Tab."""
    shown = table.session.turns_shown()
    if shown and (turn := table.session.log()[shown - 1]).row:
        table.app.view.focus(str(Target("look", str(turn.number))))


def _turn_beside(table: Table, key: str, number: str) -> str:
    """The number of the turn that a key leads to from another one: a row up or down, or an end.
    Empty: none."""
    turns, players = table.session.log(), table.session.players
    steps = {"ArrowUp": -players, "ArrowDown": players}
    if not turns:
        return ""
    first, latest = turns[0].number, turns[-1].number
    if key in ("Home", "End"):
        return str(first if key == "Home" else latest)
    if key not in steps or not number.isdecimal():
        return ""
    return str(min(max(int(number) + steps[key], first), latest))


def _beside(table: Table, key: str, square: str) -> str:
    """Where a key leads the focus on the board; empty: nowhere."""
    g = geometry(table.scene.board, table.turned)
    if key in _ARROWS:
        return g.neighbour(square, *_ARROWS[key])
    if key in ("Home", "End"):
        row = next((row for row in g.rows() if square in row), [square])
        return row[0 if key == "Home" else -1]
    return ""


def _escape(table: Table) -> bool:
    """One step back, whatever was begun."""
    state = table.state
    drawn = bool(state.telling or state.unseen or state.named)
    state.fresh()
    if drawn:
        return True
    if state.sketch.on or state.sketch.strokes(sketching.position(table)):
        state.sketch.on = False
        state.sketch.wipe()
        return True
    if table.state.question:
        table.state.question = ""
    elif table.arrange.held:
        table.arrange.held = NOTHING
    elif not table.session.live:
        table.session.look(None)
    elif not table.walk()[0].back():
        return False
    return True


def field(table: Table, name: str, value: str) -> None:
    """A text that is typed, a level of a computer player, or a place in the review."""
    review = table.review if name == "course" else None
    if table.session.elsewhere and review is None:
        table.state.fresh()
        table.state.attempt += 1  # the field shows again what it showed before
        speech.answer(table, Message("table.elsewhere"))
        return
    of_far = Target.parse(name)
    if of_far.kind == "far" and table.far is not None:
        table.far.field(of_far.name, value)
    elif name == "notation":
        table.state.typed = value
    elif name == "setup":
        table.state.setup_typed = value
    elif review is not None and value.isdigit():
        table.session.look(review.end(int(value)))
    elif name.startswith("level") and name[5:].isdigit() and value.isdigit():
        _set_level(table, int(name[5:]), int(value))


def _set_level(table: Table, player: int, level: int) -> None:
    session = table.session
    if player < session.players and session.levels[player] and level in COMPUTERS:
        table.state.fresh()
        session.set_level(player, level)
        table.opponent().again()
