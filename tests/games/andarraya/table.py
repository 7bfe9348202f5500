"""Commands and positions for the tests of Andarraya."""

from __future__ import annotations

import json
from contextlib import redirect_stdout
from io import StringIO

from engine.__main__ import main
from engine.games.andarraya.game import Andarraya
from engine.games.andarraya.rules.state import AndarrayaState

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w AEHaeh - 0 1"
CHESS = {
    "queen_takes_queen": "yes",
    "king_leap": "none",
    "promotion": "free",
    "move_counter": "reset",
}


def command(*arguments: str) -> tuple[int, list[str]]:
    """Exit code and lines of `python -m engine …`."""
    with redirect_stdout(StringIO()) as out:
        code = main(arguments)
    return code, out.getvalue().splitlines()


def turns(text: str, **options: str) -> list[str]:
    """The legal moves as the command lists them."""
    code, lines = command(
        "turns", "andarraya", "--position", text, "--options", json.dumps(options)
    )
    assert code == 0, lines
    return lines


def played(text: str, actions: str, **options: str) -> list[str]:
    """What `apply` prints when every token is accepted."""
    code, lines = _apply(text, actions, options)
    assert code == 0, lines
    return lines


def refused(text: str, actions: str, **options: str) -> list[str]:
    """What `apply` prints when a token, an option or the position is refused."""
    code, lines = _apply(text, actions, options)
    assert code == 2, lines
    return lines


def _apply(text: str, actions: str, options: dict[str, str]) -> tuple[int, list[str]]:
    given = ["--position", text, f"--actions={actions}", "--options", json.dumps(options)]
    return command("apply", "andarraya", *given)


def state(text: str = START, **options: str) -> AndarrayaState:
    return Andarraya(options).state_from_text(text)


def field(text: str, **options: str) -> str:
    """The field for which a position is refused, as the command prints it; "" if it is not."""
    code, lines = command(
        "turns", "andarraya", "--position", text, "--options", json.dumps(options)
    )
    if code == 0:
        return ""
    words = lines[0].split()
    assert words[:2] == ["error", "BadPosition"], lines
    return words[2]
