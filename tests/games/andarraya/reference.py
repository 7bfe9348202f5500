"""Slow reference move generator of Andarraya, independent of the engine's tables.

It follows the rules on a dict board: make every move, then test whether it is legal.
"""

from __future__ import annotations

from collections.abc import Iterator

STRAIGHT = ((0, 1), (1, 0), (0, -1), (-1, 0))
SLANTED = ((1, 1), (1, -1), (-1, -1), (-1, 1))
LEAPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
RAYS = {"R": STRAIGHT, "B": SLANTED, "Q": STRAIGHT + SLANTED}

Square = tuple[int, int]
Board = dict[Square, str]


def name(square: Square) -> str:
    return "abcdefgh"[square[0]] + str(square[1] + 1)


def read(placement: str) -> Board:
    board: Board = {}
    for rank, row in zip(range(7, -1, -1), placement.split("/"), strict=True):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            else:
                board[file, rank] = letter
                file += 1
    return board


def white(letter: str) -> bool:
    return letter.isupper()


def on_board(square: Square) -> bool:
    return 0 <= square[0] < 8 and 0 <= square[1] < 8


def basic(board: Board, at: Square, immune: bool) -> Iterator[Square]:
    """Yield pseudo-legal goals of a basic move; the capture of a king counts as one."""
    letter = board[at]
    x, y = at
    kind = letter.upper()

    def open_to(goal: Square) -> bool:
        found = board.get(goal)
        return on_board(goal) and (found is None or white(found) != white(letter))

    if kind in RAYS:
        for dx, dy in RAYS[kind]:
            goal = (x + dx, y + dy)
            while on_board(goal) and goal not in board:
                yield goal
                goal = (goal[0] + dx, goal[1] + dy)
            if open_to(goal) and not (immune and kind == "Q" and board[goal].upper() == "Q"):
                yield goal
    elif kind in "NK":
        for dx, dy in LEAPS if kind == "N" else STRAIGHT + SLANTED:
            if open_to((x + dx, y + dy)):
                yield (x + dx, y + dy)
    else:
        ahead = 1 if white(letter) else -1
        for dx in (-1, 1):
            goal = (x + dx, y + ahead)
            if goal in board and open_to(goal):
                yield goal
        if on_board((x, y + ahead)) and (x, y + ahead) not in board:
            yield (x, y + ahead)
            if y == (1 if ahead > 0 else 6) and (x, y + 2 * ahead) not in board:
                yield (x, y + 2 * ahead)


def attacked(board: Board, at: Square, by_white: bool) -> bool:
    """Return whether a king of the other side on this square could be captured (A23)."""
    victim = dict(board)
    victim[at] = "k" if by_white else "K"
    return any(
        at in basic(victim, start, immune=True)
        for start, letter in board.items()
        if white(letter) == by_white and start != at and not _pushes(start, at, letter)
    )


def _pushes(start: Square, goal: Square, letter: str) -> bool:
    return letter.upper() == "P" and start[0] == goal[0]


def in_check(board: Board, of_white: bool) -> bool:
    king = next(at for at, letter in board.items() if letter == ("K" if of_white else "k"))
    return attacked(board, king, not of_white)


def legal(text: str, options: dict[str, str]) -> list[str]:
    """Return the sorted coordinate names of the legal moves; the counter is not tested."""
    placement, turn, marks, ep, *_ = text.split(" ")
    board, mover = read(placement), turn == "w"
    found: list[str] = []
    for start, letter in sorted(board.items()):
        if white(letter) == mover:
            goals = set(basic(board, start, options["queen_takes_queen"] == "no"))
            passing = {goal for goal in _diagonals(start, mover) if name(goal) == ep}
            goals |= passing if letter.upper() == "P" else set()
            for goal in goals:
                after = dict(board)
                after[goal] = after.pop(start)
                if letter.upper() == "P" and goal in passing:
                    del after[goal[0], start[1]]
                if not in_check(after, mover):
                    found += _names(after, start, goal, letter, options["promotion"])
    return sorted(found + _privileges(board, mover, marks, options["king_leap"]))


def _diagonals(start: Square, mover: bool) -> set[Square]:
    ahead = 1 if mover else -1
    found = ((start[0] + dx, start[1] + ahead) for dx in (-1, 1))
    return {square for square in found if on_board(square)}


def _names(after: Board, start: Square, goal: Square, letter: str, option: str) -> list[str]:
    plain = name(start) + name(goal)
    if letter.upper() != "P" or goal[1] not in (0, 7):
        return [plain]
    queen = ("Q" if white(letter) else "q") in after.values()
    if option == "free" or (option == "choice_if_queen" and queen):
        return [plain + piece for piece in "qrbn"]
    return [plain] if queen else [plain + "q"]


def _privileges(board: Board, mover: bool, marks: str, option: str) -> list[str]:
    """Return the leaps and castlings of the king, in coordinate notation."""
    rank = 0 if mover else 7
    home = (4, rank)
    if ("E" if mover else "e") not in marks or in_check(board, mover):
        return []
    found = []
    for dx, dy in STRAIGHT + SLANTED if option != "none" else ():
        for steps in range(2, 3 if option == "two" else 8):
            way = [(4 + n * dx, rank + n * dy) for n in range(1, steps + 1)]
            if all(on_board(square) and square not in board for square in way):
                after = dict(board)
                after[way[-1]] = after.pop(home)
                if not in_check(after, mover):
                    found.append("e" + str(rank + 1) + name(way[-1]))
    for mark, empty, calm, text in (
        ("Hh", (5, 6), (5, 6), "O-O"),
        ("Aa", (1, 2, 3), (2, 3), "O-O-O"),
    ):
        if mark[0 if mover else 1] in marks and not any((x, rank) in board for x in empty):
            if not any(attacked(board, (x, rank), not mover) for x in calm):
                found.append(text)
    return found
