"""Commands and presses of the set-up phase: single pieces and whole set-ups."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.contract import Draft
from engine.core.texts import Message
from ui.shell import routes
from ui.table import speech
from ui.table.table import Table
from ui.words.targets import NOTHING, Target


def touch(table: Table, target: Target) -> None:
    """Handle a press on the board or the tray during the set-up, and say what it did."""
    arrange = table.arrange
    why = arrange.why_not(target) if target not in (arrange.held, NOTHING) else None
    done = arrange.press(target)
    if done == "ready":
        _ended(table)
    elif done == "refused":
        speech.refuse(table, why or Message("table.setup.cannot"))
    elif done in ("put", "shifted", "swapped"):
        speech.say(table, "table.said.put")
    elif done == "back":
        speech.say(table, "table.said.back")
    elif done == "held":
        speech.say(table, "table.setup.held", what=speech.what(table, target))


def _ready(table: Table, _: str) -> None:
    table.arrange.finish()
    _ended(table)


def _ended(table: Table) -> None:
    """Finish a set-up; once the game has no secrets left, its stored set-ups are open to all."""
    if table.early:
        speech.say(table, "table.setup.prepared")
        return
    if not table.session.seating.secrets():
        table.setups.release(table.session.key)
    speech.after(table)


def _unready(table: Table, _: str) -> None:
    """Do not play the prepared set-up by itself."""
    table.session.drafting.prepare(False)


def _random(table: Table, _: str) -> None:
    if table.arrange.random():
        speech.say(table, "table.said.random")
    else:
        speech.answer(table, Message("table.setup.random.full"))


def _mirror(table: Table, _: str) -> None:
    table.arrange.mirror(table.model())


def _clear(table: Table, _: str) -> None:
    table.arrange.clear()
    speech.say(table, "table.said.cleared")


def take_off(table: Table, target: Target) -> None:
    """Return a piece from the board to the reserve."""
    if table.arrange.take_back(target.name) == "back":
        speech.say(table, "table.said.back")
    else:
        speech.answer(table, Message("table.setup.not_back"))


def _take_back(table: Table, _: str) -> None:
    if table.arrange.take_back() == "back":
        speech.say(table, "table.said.back")


# -- whole set-ups -------------------------------------------------------------------------------


def _named(table: Table, name: str) -> None:
    """Load a set-up of the game's library."""
    for one in table.game.setups(table.arrange.position):
        if one.id == name:
            _lay(table, one.draft)


def _mine(table: Table, number: str) -> None:
    texts = table.mine()
    if number.isdecimal() and int(number) < len(texts):
        _lay_text(table, texts[int(number)])


def _keep(table: Table, _: str) -> None:
    """Store the current set-up for the players who may see it (ui/saves/named_setups.py)."""
    session, plan = table.session, table.plan
    if plan is None or plan.problems:
        speech.refuse(table, plan.problems[0] if plan else Message("table.setup.over"))
        return
    text = table.game.setup_text(table.arrange.position, table.arrange.draft)
    table.setups.add(text, session.key, session.viewer)
    speech.answer(table, Message("table.setup.kept", text=text))


def _load(table: Table, _: str) -> None:
    _lay_text(table, table.state.setup_typed)


def _lay_text(table: Table, text: str) -> None:
    draft = table.game.read_setup(table.arrange.position, text)
    if draft is None:
        known = table.game.is_setup_text(text)
        speech.refuse(table, Message("table.setup.unreadable" if known else "table.setup.unknown"))
        return
    table.state.setup_typed = ""
    table.state.attempt += 1
    _lay(table, draft)


def _lay(table: Table, draft: Draft) -> None:
    table.arrange.held = NOTHING
    table.session.drafting.keep(draft)
    speech.say(table, "table.said.laid")


SETUP: dict[str, Callable[[Table, str], None]] = {
    "ready": _ready,
    "unready": _unready,
    "random": _random,
    "mirror": _mirror,
    "clear": _clear,
    "takeback": _take_back,
    "named": _named,
    "mine": _mine,
    "keep": _keep,
    "load": _load,
    "fared": lambda table, _: routes.setups(table),
}
