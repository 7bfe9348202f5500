"""Kept set-ups on the board: the options of a game they fit, and their picture."""

from __future__ import annotations

from typing import NamedTuple

from engine.core.contract import Arrangement, Draft
from engine.core.errors import AsedioError
from engine.core.options import Options
from engine.core.steps import Step, Steps
from engine.games import game_info, load_game
from ui.render.thumbnail import thumbnail
from ui.words.html import Html
from ui.words.targets import Target


class KeptSetup(NamedTuple):
    """A kept set-up. `number`: its place in the list of its game, as the table numbers them;
    `name`: "" if it has none."""

    game_id: str
    number: int
    name: str
    text: str

    @property
    def id(self) -> str:
        return f"{self.game_id}:{self.number}"


class Placed(NamedTuple):
    """A set-up of the first player and the options it fits. `letters`: by kind of piece."""

    options: Options
    plan: Arrangement
    draft: Draft
    letters: dict[str, str]


def placing(setup: KeptSetup) -> Steps[Placed | None]:
    """Find the options that a set-up fits, the usual ones first; None if it fits none."""
    info = game_info(setup.game_id)
    others = [{option.name: value} for option in info.options for value in option.values]
    for number, options in enumerate([{}, *others]):
        if (placed := _placed(setup, options)) is not None:
            return placed
        yield Step(number + 1, 1 + len(others))
    return None


def _placed(setup: KeptSetup, options: Options) -> Placed | None:
    """Return the set-up by these options of a game of two; None if it is not complete by them."""
    try:
        game = load_game(setup.game_id)(options)
        state = game.initial_state()
        plan = game.arrangement(state)
        draft = game.read_setup(state, setup.text) if plan is not None else None
        full = game.arrangement(state, draft) if draft else None
    except AsedioError:
        return None
    if plan is None or not draft or full is None or full.problems or len(game.sides) != 2:
        return None
    letters = {Target.parse(item.target).name: item.letter for item in plan.tray}
    put = {piece.square: piece.letter for piece in full.scene.pieces}
    letters |= {kind: put[square] for kind, square in draft if square in put}
    return Placed(options, plan, draft, letters)


def drawing_setup(setup: KeptSetup) -> Steps[Html]:
    """Draw a set-up in steps; empty if it fits no rules."""
    found = yield from placing(setup)
    if found is None:
        return Html("")
    plan = found.plan
    return thumbnail(plan.scene.board, False, max(plan.side, 0), found.draft, found.letters)
