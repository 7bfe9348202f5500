"""The buttons of a table, by name: `act:undo` calls `COMMANDS["undo"]`.

A command receives the table and the rest of the target (`act:rules:C20` → `C20`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain

from engine.core.contract import Action
from engine.core.errors import ActionError
from engine.core.foreign import typed_forms
from engine.core.texts import Message
from engine.match.clock import NO_CLOCK
from ui.session.rematch import rematch, who_sits_where
from ui.session.steps import back, forward, turns_before
from ui.shell import routes
from ui.table import (
    confirm,
    engine_view,
    haptics,
    hints,
    letters,
    mistakes,
    sketches,
    sounds,
    speech,
    stepping,
)
from ui.table.arranging import SETUP
from ui.table.table import Table

Command = Callable[[Table, str], None]


def play(table: Table, actions: Sequence[Action]) -> None:
    """Play the seated player's actions and announce what happened, unless time is over."""
    if table.timer is not None and table.timer.fell():
        return
    table.state.question, table.state.whole_log = "", False
    table.stay()
    table.session.play(actions)
    if table.timer is not None:
        table.timer.note()
    haptics.own(table)
    speech.after(table)


# -- page and game -------------------------------------------------------------------------------


def _home(table: Table, _: str) -> None:
    table.controller.go_home()


def _here(table: Table, _: str) -> None:
    """Play in this tab from now on."""
    table.controller.take_over()


def _settings(table: Table, _: str) -> None:
    table.controller.open_settings()


def _rules(table: Table, clause: str) -> None:
    table.controller.open_rules(table.game_id, clause)


def _share(table: Table, _: str) -> None:
    if table.mode != "curtain":
        exports = table.session.exports(table.session.at)
        exports.turned, exports.shared = table.turned, table.session.seating.shared
        table.controller.open_share(exports)


def _edit(table: Table, _: str) -> None:
    """Open the position on the board in the editor, if nothing in it is secret."""
    if table.mode != "curtain":
        text = table.session.exports(table.session.at).known_text()
        table.controller.open_editor(table.game_id, text, table.session.config.options)


def _keys(table: Table, _: str) -> None:
    routes.keys.show(table)


def _study(table: Table, _: str) -> None:
    """Study a finished game, from the position on the board."""
    table.controller.study(table.session)


def _legend(table: Table, _: str) -> None:
    routes.things.legend(table)


def _full(table: Table, _: str) -> None:
    table.app.page.fill()


def zen(table: Table, _: str = "") -> None:
    """Show only board, question and clocks, or everything again; not in lessons and exercises."""
    if table.task:
        speech.answer(table, Message("keys.nothing"))
        return
    table.state.zen = not table.state.zen
    table.state.revision.bump()
    speech.say(table, "zen.on" if table.state.zen else "zen.off")


def _zen(table: Table, _: str) -> None:
    """Switch zen mode by a button, which then disappears: focus the way back, or the board."""
    zen(table)
    table.app.afterwards(lambda: _after_zen(table))


def _after_zen(table: Table) -> None:
    view = table.app.view
    if not view.focus_first('[data-zen="on"] .zen-end'):
        view.focus_first('.layer-cells [tabindex="0"]')


def _save(table: Table, _: str) -> None:
    if table.mode != "curtain":
        name = table.controller.save_file(table.session.exports())
        if name:
            speech.answer(table, Message("share.saved", name=name))


def _turn(table: Table, _: str) -> None:
    table.session.flip()


def _rematch(table: Table, _: str) -> None:
    session = table.session
    if table.far is not None:
        table.far.rematch()
        return
    config = rematch(session.config, session.players)
    levels = tuple(reversed(session.levels)) if any(session.levels) else ()
    said = who_sits_where(config, table.game.sides, levels)
    clock = session.clock.clock if session.clock is not None else NO_CLOCK
    table.controller.new_table(config, levels, said, clock)


# -- decisions -----------------------------------------------------------------------------------


def _confirm(table: Table, _: str) -> None:
    """Play the move that waits to be confirmed."""
    action = confirm.take(table)
    if action is not None:
        play(table, [action])


def _undo(table: Table, _: str) -> None:
    table.session.undo()
    table.state.question = ""
    table.heard.skip()
    said = table.voice.t("table.said.undone")
    table.app.announce(f"{said} {speech.prompt(table)}")


def _back(table: Table, _: str) -> None:
    table.selection.back()


def _resign(table: Table, _: str) -> None:
    table.state.question = "resign"


def _no(table: Table, _: str) -> None:
    table.state.question = ""


def _resign_yes(table: Table, _: str) -> None:
    if table.state.question == "resign":
        _settle(table, lambda: table.session.resign(table.session.viewer))


def _draw(table: Table, _: str) -> None:
    table.state.question = "draw"


def _draw_yes(table: Table, _: str) -> None:
    """Agree on a draw if only people play; otherwise offer it to the computers or far player."""
    if table.state.question != "draw" or not table.session.can_draw():
        return
    if table.far is not None:
        table.state.question = ""
        table.far.offer("draw")
    elif any(table.session.levels):
        table.state.question = ""
        table.opponent().offer_draw()
        table.state.notice = table.opponent().reply
    else:
        _settle(table, table.session.agree_draw)


def _settle(table: Table, act: Callable[[], None]) -> None:
    table.state.question = ""
    act()
    speech.after(table)


def _read(table: Table, typed: str) -> list[Action]:
    """Read the actions in a typed text, in the game's letters or the language's, as it stands or
    cleaned as records are.

    Raises ActionError, the refusal of the likelier reading, if none can be played.
    """
    refused: ActionError | None = None
    forms = [typed_forms(one, table.game.dialect) for one in letters.readings(table, typed)]
    for text in dict.fromkeys(chain.from_iterable(zip(*forms, strict=True))):
        try:
            readings = table.game.read_actions(table.session.observation(), text)
            return [action for reading in readings for action in reading.actions]
        except ActionError as refusal:
            refused = refused or refusal
    assert refused is not None  # there is always a reading
    raise refused


def _enter(table: Table, _: str) -> None:
    """Play the typed actions: all of them or none."""
    session, state = table.session, table.state
    if table.mode != "play" or not session.live:
        return
    if session.awaited is not None:
        speech.refuse(table, Message("table.notation.wait"))
        return
    if not state.typed.strip():
        speech.refuse(table, Message("table.notation.empty"))
        return
    try:
        actions = _read(table, state.typed)
    except ActionError as refusal:
        speech.refuse(table, refusal.message)
        return
    if not actions:  # such as a number without a move
        speech.refuse(table, Message("table.notation.empty"))
        return
    state.typed = ""
    state.attempt += 1
    play(table, actions)


# -- computers -----------------------------------------------------------------------------------


def _far(table: Table, what: str) -> None:
    """Pass a press on the far panel to the far side."""
    if table.far is not None:
        table.far.press(what)


def hurry(table: Table, _: str = "") -> None:
    """Skip the waiting time of the agent that decides now, or say that it is paused."""
    agent = table.agent()
    if agent is not None and not agent.hurry():
        table.state.notice = Message("computer.paused")


def _stop_clock(table: Table, _: str) -> None:
    """Pause the clocks of people who share this device."""
    if table.timer is not None:
        table.timer.pause("asked")


def _pause(table: Table, _: str) -> None:
    table.opponent().pause(True)


def _resume(table: Table, _: str) -> None:
    table.opponent().pause(False)


def _step(table: Table, _: str) -> None:
    table.opponent().step()


def _hint(table: Table, _: str) -> None:
    """Show a hint: the piece on the first press, the whole move on the second."""
    if table.far is not None:
        table.far.note_hint()
    table.selection.clear()  # a selection would be marked beside the hint
    table.state.notice = Message("computer.hint.looking")
    opponent = table.opponent()
    opponent.consider()
    opponent.look_for_hint()
    hints.tell_hint(table)


# -- looking back --------------------------------------------------------------------------------


def look_at(table: Table, number: str) -> None:
    """Show the position after a turn of the log; 0 is the initial position."""
    session = table.session
    turns = session.log()
    first = turns[0].number if turns else 1
    if number.isdecimal() and 0 < int(number) < first:
        session.unroll()
        turns, first = session.log(), 1
    at = int(number) - first if number.isdecimal() else len(turns)
    if number == "0":
        session.look(0)
    else:
        session.look(turns[at].end if 0 <= at < len(turns) else None)


def _tab(table: Table, name: str) -> None:
    """Show the feed, or what lies beside the board: on a phone that is below the bar."""
    table.state.tab = "sides" if name == "sides" else "game"
    if table.state.tab == "sides":
        table.app.page.bring_into_view(".pane-sides .area")


def _more(table: Table, _: str) -> None:
    table.state.more = not table.state.opened


def _told(table: Table, _: str) -> None:
    """Show the next step of a phone's strip alone, or all of them after the last."""
    stepping.go(table)


def _replay(table: Table, _: str) -> None:
    """Show the end of a finished game once more, as when it happened."""
    table.session.look(None)
    if turns := table.session.log():
        table.state.telling = table.session.history.telling_of(turns[-1])


def _log_words(table: Table, _: str) -> None:
    """Switch the log between words and notation, at every table."""
    other = "notation" if table.app.settings.log == "words" else "words"
    table.app.set_setting("log", other)


def _log_all(table: Table, _: str) -> None:
    table.session.unroll()
    table.state.whole_log = True


def _log_first(table: Table, _: str) -> None:
    table.session.look(0)


def _log_last(table: Table, _: str) -> None:
    table.session.look(None)


def _log_prev(table: Table, _: str) -> None:
    session = table.session
    if session.history.earlier() and turns_before(session.history.ends(), session.at) < 2:
        session.unroll()
    session.look(back(session.history.ends(), session.at))


def _log_next(table: Table, _: str) -> None:
    table.session.look(forward(table.session.history.ends(), table.session.at))


COMMANDS: dict[str, Command] = {
    "home": _home,
    "here": _here,
    "settings": _settings,
    "rules": _rules,
    "keys": _keys,
    "legend": _legend,
    "study": _study,
    "full": _full,
    "zen": _zen,
    "sounds": sounds.answer,
    "sketch": sketches.tool,
    "wipe": sketches.wipe,
    "share": _share,
    "edit": _edit,
    "save": _save,
    "turn": _turn,
    "rematch": _rematch,
    "confirm": _confirm,
    "cancel": confirm.cancel,
    "undo": _undo,
    "back": _back,
    "resign": _resign,
    "resign-yes": _resign_yes,
    "draw": _draw,
    "draw-yes": _draw_yes,
    "no": _no,
    "enter": _enter,
    "hurry": hurry,
    "far": _far,
    "clock": _stop_clock,
    "pause": _pause,
    "resume": _resume,
    "step": _step,
    "hint": _hint,
    "mistakes": mistakes.press,
    "engine": engine_view.press,
    "log-all": _log_all,
    "log-words": _log_words,
    "log-first": _log_first,
    "log-last": _log_last,
    "log-prev": _log_prev,
    "log-next": _log_next,
    "tab": _tab,
    "more": _more,
    "told": _told,
    "replay": _replay,
    **SETUP,
    "seen": lambda table, _: None,  # every press closes what was told
}
