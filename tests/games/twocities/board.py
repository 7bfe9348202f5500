"""Positions, inputs and queries for the tests of A Tale of Two Cities."""

from __future__ import annotations

from engine.games.twocities.game import TwoCities
from engine.games.twocities.rules.pieces import FILES, NAMES
from engine.games.twocities.rules.state import TwoCitiesState


def board_text(white: str, black: str) -> str:
    """Return the board field of a position.

    `Ld5:2` is a unit with two hits; the cities stand on d1 and d8 unless a T is listed.
    """
    at: dict[str, str] = {}
    for words, home, lower in ((white.split(), "Td1", False), (black.split(), "Td8", True)):
        if not any(word[0] == "T" for word in words):
            words = [*words, home]
        for word in words:
            name, _, hits = word.partition(":")
            letter = name[0].lower() if lower else name[0]
            at[name[1:]] = letter + "'" * int(hits or 0)
    rows = []
    for rank in range(8, 0, -1):
        row = "".join(at.get(f"{file}{rank}", "1") for file in FILES)
        for run in range(8, 1, -1):
            row = row.replace("1" * run, str(run))
        rows.append(row)
    return "/".join(rows)


def position(
    white: str, black: str = "", f: str = "-", h: str = "-", rest: str = "", side: str = "w"
) -> str:
    short = f"{board_text(white, black)} {side} {f} {h}"
    return f"{short} {rest}" if rest else short


def case(
    white: str, black: str = "", f: str = "-", h: str = "-", rest: str = "", side: str = "w"
) -> TwoCitiesState:
    """Return the state of a worked case."""
    return TwoCities().state_from_text(position(white, black, f, h, rest, side))


def turn(state: TwoCitiesState, inputs: str) -> str:
    """Return the text of a complete turn in a record, without the card drawn at its end."""
    actions = [a for r in TwoCities().read_actions(state, inputs) for a in r.actions]
    return TwoCities().turn_text(state, actions).removesuffix(" +?")


def squares(state: TwoCitiesState, verb: str, origin: str = "") -> str:
    """Return the sorted squares a verb offers, for the unit on `origin` if given."""
    found = [a for a in state.legal_actions() if a[0] == verb]
    if origin:
        found = [a for a in found if NAMES[a[1]] == origin]
    return " ".join(sorted(NAMES[a[-1]] for a in found))


def question(state: TwoCitiesState) -> str:
    """Return the open question as the position writes it: its name and its data."""
    return state.to_text().split()[-1]


def offers(state: TwoCitiesState) -> list[str]:
    """Return all legal inputs, sorted; the outcomes where chance has to answer."""
    actions = state.legal_actions() or [action for action, _ in state.chance_outcomes()]
    return sorted(TwoCities().action_text(state, action) for action in actions)


def thrown(state: TwoCitiesState) -> int:
    """Return the number of dice to be thrown."""
    return len(offers(state)[0].removeprefix("dice:"))


def at(state: TwoCitiesState, square: str) -> str:
    """Return the piece on a square as the position writes it; "" if the square is empty."""
    rows = state.to_text().split()[0].split("/")
    cells: list[str] = []
    for mark in rows[8 - int(square[1])]:
        if mark == "'":
            cells[-1] += mark
        else:
            cells += [""] * int(mark) if mark.isdigit() else [mark]
    return cells[FILES.index(square[0])]
