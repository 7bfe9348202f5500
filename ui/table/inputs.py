"""Input at a table: what a press, a drag, a key or a field on the board does."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.texts import Message
from ui.input.sketch import SketchMark
from ui.render.geometry import geometry
from ui.saves.levels import keep_level
from ui.shell import routes
from ui.table import arranging, confirm, premove, sketches, speech, stepping, unavailable
from ui.table.commands import COMMANDS, hurry, look_at, play, zen
from ui.table.heading import NAMED
from ui.table.state import Dragged
from ui.table.table import Table
from ui.words.names import COMPUTERS
from ui.words.targets import NOTHING, Target, square_target, write_path

# Arrows step through the game, unless the focus is on the board.
_STEPS = {"ArrowLeft": "log-prev", "ArrowRight": "log-next"}
_ARROWS = {
    "ArrowUp": (0, -1),
    "ArrowDown": (0, 1),
    "ArrowLeft": (-1, 0),
    "ArrowRight": (1, 0),
}


REST_MS = 700  # how long the pointer rests on a thing before it is described
_LOOKED_AT = frozenset({"sq", "card", "kind", "btn", "item"})
REVEAL = Target("btn", "reveal")


def press(table: Table, target: Target) -> None:
    """Handle a press on any target: a command, a turn of the log, or the board."""
    if stepping.returns(table, target):
        return
    answer = confirm.answers(table, target)
    if answer in ("confirm", "cancel"):
        table.state.fresh()
        COMMANDS[answer](table, "")
        return
    if answer == "leave":
        table.state.unplayed = None
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
    elif target.kind == "item":  # it can only be looked at
        _introduce(table, target)
    elif target.kind == "sq" and table.state.sketch.on:
        sketches.press(table, target.name)
    else:
        touch(table, target)


def touch(table: Table, target: Target) -> None:
    """Handle a press on the board, on an item beside it or on a button of the scene."""
    session = table.session
    if (why := _closed(table)) is not None:
        speech.refuse(table, why)
    elif session.agreed.suspended:
        speech.answer(table, Message("table.held"))
    elif session.awaited is not None and not table.early:
        if not premove.press(table, table.meant(target)):
            hurry(table)
    elif table.plan is not None:
        arranging.touch(table, table.meant(target))
        _take_up(table)
    else:
        _step(table, target)
        _take_up(table)


def _closed(table: Table) -> Message | None:
    """Return why nothing can be played now: a view, an earlier position or a finished game."""
    session = table.session
    if session.reading:
        return Message("view.read_only")
    if session.over and not table.task:
        return Message("table.over.study")
    if not session.live:
        return Message("table.looking.first")
    return Message("table.over") if session.over else None


def _step(table: Table, target: Target) -> None:
    """Add a target to the selection; play the action if that completes it."""
    walk, ways = table.selection, table.ways
    if target not in walk.choices():
        target = table.meant(target)
    before = walk.prefix
    done = walk.press(target)
    if done.kind == "complete":
        path, (*before_it, action) = walk.paths[done.number], ways[done.number]
        if before_it:  # the rest is a press of its own in the position after them
            play(table, before_it)
            _step(table, target)
        elif confirm.asks(table, path, action):
            confirm.hold(table, path, action)
        elif table.warns and routes.warning.holds(table, path, action):
            speech.say(table, "warn.looking")
        else:
            play(table, [action])
    elif done.kind == "refused":
        _refuse(table, (*before, target))
    elif done.kind == "cleared":
        speech.say(table, "table.said.dropped")
    else:
        n = len(walk.choices())
        speech.say(table, "table.said.chosen", what=speech.what(table, target), n=n)


def _refuse(table: Table, path: tuple[Target, ...]) -> None:
    """Show the game's explanation why a path is illegal.

    For another side's piece, or terrain without a piece, the table says what that is instead,
    unless a target among such pieces is to be chosen.
    """
    if len(path) == 1 and _foreign(table, path[0]) and not _aiming(table):
        if _introduce(table, path[0]):
            return
    why = table.game.explain(table.session.observation(), write_path(path))
    speech.refuse(table, why or Message("table.refused"))


def _foreign(table: Table, target: Target) -> bool:
    """Return whether a target is another side's piece, or terrain without a piece."""
    return _of_others(table, target) or routes.things.terrain(table, target)


def _aiming(table: Table) -> bool:
    """Return whether a piece of another side can be chosen now, before any other target."""
    return any(_of_others(table, one) for one in table.selection.starts())


def _of_others(table: Table, target: Target) -> bool:
    """Return whether only pieces of sides other than the decider's stand on a target."""
    session, scene = table.session, table.scene
    own = scene.seats[session.decider] if scene.seats else session.decider
    here = [one.side for one in scene.pieces if square_target(one.square) == target]
    return bool(here) and all(side not in (own, -1) for side in here)


def _introduce(table: Table, target: Target) -> bool:
    """Name and describe the thing on a target; return False if there is none."""
    found = routes.things.at(table, target)
    if found:
        table.state.named, table.state.pinned = target, True
        words = table.voice.message(found[0].entry.about)
        table.app.announce(f"{found[0].title}. {words}")
    return bool(found)


# -- pointer -------------------------------------------------------------------------------------


def hover(table: Table, target: Target) -> bool:
    """Handle pointer or focus on a target; return False if nothing has to be redrawn."""
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
    """Return whether a target belongs to the description of a thing or is its link to a clause."""
    to_clause = target.kind == "act" and target.word == "rules" and target.subject
    return target.kind == "about" or bool(to_clause)


def _take_up(table: Table) -> None:
    """Describe what is selected; touch screens have no hover.

    That is an item from beside the board or, in the first games, a piece.
    """
    held = _held(table)
    if not held or table.app.settings.reach != "on" or table.state.notice is not None:
        return
    tray = table.tray()
    areas = [one for one in table.scene.areas if one.kind == "reserve"] if tray is None else [tray]
    lies = any(item.target == str(held) for area in areas for item in area.items)
    if lies if held.kind == "kind" else held.square and table.guided:
        table.app.page.after(0, lambda: _name(table, held) if held == _held(table) else None)


def _held(table: Table) -> Target:
    """Return the last target of the selection; NOTHING if it is empty."""
    return next(reversed(_all_held(table)), NOTHING)


def _all_held(table: Table) -> tuple[Target, ...]:
    """Return the targets of the selection, in order."""
    if table.mode == "curtain":
        return ()
    if table.plan is not None:
        return (table.arrange.held,) if table.arrange.held else ()
    return table.selection.prefix or table.state.premove.path


def _rested(table: Table, target: Target) -> None:
    """Describe the thing under a resting pointer, until it rests on another target or on none.

    A pointer that has not moved since the table changed describes nothing.
    """
    state = table.state
    if state.hovered != target or state.named == target or table.app.dialog is not None:
        return
    if target and target == state.rested:
        return
    _name(table, target)


def _name(table: Table, target: Target) -> None:
    """Show the description of the things on a target; nothing there removes an unpinned one."""
    state, found = table.state, routes.things.at(table, target)
    if found or (state.named and not state.pinned):
        state.named, state.pinned = target if found else NOTHING, False
        state.revision.bump()
        table.app.redraw()


def look_up(table: Table, target: Target) -> bool:
    opened = routes.things.look_up(table, target)
    return opened


def sketch(table: Table, start: Target, goal: Target, colour: int, done: bool) -> bool:
    """Draw a stroke that starts on the board; return False if it starts elsewhere."""
    if table.mode == "curtain" or start.kind != "sq":
        return False
    if table.state.premove and not table.state.sketch.on:  # the right button cancels it
        return done and premove.cancel(table)
    stroke = SketchMark(start.square, goal.square, colour)
    sketches.draw(table, stroke, done)
    return True


def grab(table: Table, target: Target) -> bool:
    """Start a drag; return False, and say why like a press does, if nothing can be dragged."""
    if table.mode == "curtain" or table.session.elsewhere or table.unplayed is not None:
        return False
    if stepping.stage(table) is not None:
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
    walk = table.selection
    if walk.prefix and walk.prefix[-1] == target:
        return True
    walk.clear()
    if target not in walk.starts():
        if premove.lift(table, target):
            return True
        if table.session.awaited is None and any(
            square_target(one.square) == target for one in table.scene.pieces
        ):
            _cannot_drag(table, lambda: _refuse(table, (target,)))
        return False
    return not walk.completes(target) and walk.press(target).kind == "extended"


def _cannot_drag(table: Table, tell: Callable[[], None]) -> None:
    """Say why nothing can be dragged and redraw; without a drag nothing else would redraw."""
    table.state.fresh()
    tell()
    table.app.redraw()


def put_back(table: Table) -> None:
    """Restore the selection from before the drag, as far as it is still possible."""
    dragged, table.state.dragged = table.state.dragged, None
    if dragged is None or table.mode == "curtain":
        return
    _let_go(table)
    table.state.revision.bump()
    if premove.allowed(table):
        table.state.premove.choose(*dragged.before)
        return
    for target in dragged.before:
        if table.plan is not None:
            table.arrange.hold(target)
        elif target in table.selection.choices():
            table.selection.press(target)


def same(table: Table, target: Target, other: Target) -> bool:
    """Return whether two targets stand for the same thing, as squares under a large piece do."""
    if table.mode == "curtain":
        return False
    return table.meant(target) == table.meant(other)


def drop(table: Table, target: Target) -> None:
    """End a drag on a target like a second press.

    Outside the board the selection is cleared, and in a set-up the piece returns to the tray.
    """
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
        _refuse(table, (*table.selection.prefix, table.meant(target)))
    else:
        touch(table, target)
    if table.state.notice is not None or table.mode == "setup":
        _let_go(table)


def _beside_goals(table: Table, target: Target) -> bool:
    """Return whether the drop is on a square where the dragged piece cannot go.

    A press there could select another piece instead; a drop is always meant as a move.
    """
    if table.mode != "play" or _closed(table) is not None or table.session.awaited is not None:
        return False
    walk, target = table.selection, table.meant(target)
    return bool(walk.prefix) and target != walk.prefix[-1] and target not in walk.choices()


def _let_go(table: Table) -> None:
    """Clear the selection."""
    table.arrange.held = NOTHING
    table.state.premove.clear()
    if table.mode == "play":
        table.selection.clear()


# -- keys and fields -----------------------------------------------------------------------------


def key(table: Table, key: str, target: Target) -> bool:
    """Handle a key; return whether it was used."""
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
    if key == "Enter" and table.unplayed is not None:
        press(table, Target("act", "confirm"))
        return True
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
        used = routes.keys.press(table, key)
        return used
    return False


def _follow(table: Table) -> None:
    """Move the focus in the log to the turn on the board, its only Tab stop."""
    shown = table.session.turns_shown()
    if shown and (turn := table.session.log()[shown - 1]).row:
        table.app.view.focus(str(Target("look", str(turn.number))))


def _turn_beside(table: Table, key: str, number: str) -> str:
    """Return the number of the turn a key leads to in the log; empty for other keys.

    Up and Down go one line, Home and End to the first and last turn that is loaded.
    """
    turns, players = table.session.log(), table.session.players
    row = 1 if table.app.settings.log == "words" else players
    steps = {"ArrowUp": -row, "ArrowDown": row}
    if not turns:
        return ""
    first, latest = turns[0].number, turns[-1].number
    if key in ("Home", "End"):
        return str(first if key == "Home" else latest)
    if key not in steps or not number.isdecimal():
        return ""
    return str(min(max(int(number) + steps[key], first), latest))


def _beside(table: Table, key: str, square: str) -> str:
    """Return the square a key moves the focus to; empty if it moves nowhere."""
    g = geometry(table.scene.board, table.turned)
    if key in _ARROWS:
        return g.neighbour(square, *_ARROWS[key])
    if key in ("Home", "End"):
        row = next((row for row in g.rows() if square in row), [square])
        return row[0 if key == "Home" else -1]
    return ""


def _escape(table: Table) -> bool:
    """Undo the last thing begun and return whether there was anything.

    In this order: a move to be confirmed, a premove, messages and the rest of the tools, sketch,
    question, piece held in a set-up, looking back, selection, zen mode.
    """
    state = table.state
    if table.unplayed is not None:
        press(table, Target("act", "cancel"))
        return True
    if premove.cancel(table):
        return True
    drawn = bool(state.telling or state.named or state.more)
    state.fresh()
    if drawn and not state.zen:
        return True
    if state.sketch.on or state.sketch.strokes(sketches.position(table)):
        state.sketch.on = False
        state.sketch.wipe()
        return True
    if table.state.question:
        table.state.question = ""
    elif table.arrange.held:
        table.arrange.held = NOTHING
    elif not table.session.live:
        table.session.look(None)
    elif not table.selection.back():
        if not state.zen:
            return False
        zen(table)
    return True


def field(table: Table, name: str, value: str) -> None:
    """Handle a form field: typed text, the level of a computer, or the slider of the review."""
    review = table.review if name == "course" else None
    if table.session.elsewhere and review is None:
        table.state.fresh()
        table.state.attempt += 1  # redraws the field with its old value
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
        table.restyle()  # another level has another name
        keep_level(table.app.store.storage, table.game_id, level)
        table.opponent().again()
