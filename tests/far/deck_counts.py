"""How many letters the turns of A Tale of Two Cities take."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence

from engine.core.contract import Action
from engine.far.letter import KEYS, Accept, DeckStep, EventsLetter, Join, Letter

BEGINS = ("play", "discard")
# Dice need both devices; the other player answers an attack. Each may interrupt a turn.
ANSWERS = ("dice", "die", "evade", "protect", "fall")
TABLE_LETTERS = 4  # joining, its acceptance, two opened seeds
PASSES = 4


def decisions(letter: Letter) -> list[EventsLetter]:
    return [part for part in letter.parts if isinstance(part, EventsLetter)]


def beside(letter: Letter) -> bool:
    """Return whether a letter belongs to no turn: it joins or accepts, or has a pass or a seed."""
    return not decisions(letter) and any(
        isinstance(part, Join | Accept) or (isinstance(part, DeckStep) and part.what != KEYS)
        for part in letter.parts
    )


def quiet_turns(letters: Sequence[Letter], actions: Sequence[Action]) -> tuple[int, int]:
    """Return the number of turns in which nothing is due from the other side, and of the letters
    that they took. A letter belongs to the turn of its last decision, one without decisions to the
    turn of the letter before it."""
    starts = [n for n, action in enumerate(actions) if action[0] in BEGINS]
    taken: Counter[int] = Counter()
    turn = -1
    for letter in letters:
        if found := decisions(letter):
            turn = bisect_right(starts, found[-1].count + len(found[-1].actions) - 1) - 1
        if not beside(letter):
            taken[turn] += 1
    ends = [*starts[1:], len(actions)]
    quiet = [
        number
        for number, (start, end) in enumerate(zip(starts, ends, strict=True))
        if not any(action[0] in ANSWERS for action in actions[start:end])
    ]
    return len(quiet), sum(taken[number] for number in quiet)


def most_letters(actions: Sequence[Action], decks: int) -> int:
    """Return how many letters a game may take by link: one for each turn, one more for each attack,
    answer and throw inside it, and what the decks and the table need."""
    verbs = Counter(action[0] for action in actions)
    turns = sum(verbs[verb] for verb in BEGINS)
    fights = sum(verbs[verb] for verb in (*ANSWERS, "melee", "shoot"))
    return turns + fights + PASSES * decks + TABLE_LETTERS
