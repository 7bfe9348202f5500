"""Positions and command-line helpers for the tests of Andarraya."""

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
    """Run `python -m engine …`; return its exit code and the lines it prints."""
    with redirect_stdout(StringIO()) as out:
        code = main(arguments)
    return code, out.getvalue().splitlines()


def turns(text: str, **options: str) -> list[str]:
    """Return the legal moves that the `turns` command lists."""
    code, lines = command(
        "turns", "andarraya", "--position", text, "--options", json.dumps(options)
    )
    assert code == 0, lines
    return lines


def played(text: str, actions: str, **options: str) -> list[str]:
    """Return what `apply` prints; fail unless it accepts every token."""
    code, lines = _apply(text, actions, options)
    assert code == 0, lines
    return lines


def refused(text: str, actions: str, **options: str) -> list[str]:
    """Return what `apply` prints; fail unless it refuses a token, an option or the position."""
    code, lines = _apply(text, actions, options)
    assert code == 2, lines
    return lines


def _apply(text: str, actions: str, options: dict[str, str]) -> tuple[int, list[str]]:
    given = ["--position", text, f"--actions={actions}", "--options", json.dumps(options)]
    return command("apply", "andarraya", *given)


def state(text: str = START, **options: str) -> AndarrayaState:
    return Andarraya(options).state_from_text(text)


def field(text: str, **options: str) -> str:
    """Return the field named in the refusal of a position; "" if the position is accepted."""
    code, lines = command(
        "turns", "andarraya", "--position", text, "--options", json.dumps(options)
    )
    if code == 0:
        return ""
    words = lines[0].split()
    assert words[:2] == ["error", "BadPosition"], lines
    return words[2]
