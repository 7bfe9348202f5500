"""Check descriptions against the rules under every combination of options.

A fact is a pair of a legend entry's catalogue key and a test of the rules that its words describe.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product

from engine.core.contract import AnyGame
from engine.games import game_legend

Fact = Callable[[AnyGame], bool]
Facts = Mapping[str, Fact]


def combinations(kind: type[AnyGame], names: set[str]) -> Iterator[AnyGame]:
    """Yield a game for every combination of the values of these options."""
    options = [option for option in kind.info.options if option.name in names]
    for values in product(*(option.values for option in options)):
        yield kind(dict(zip((o.name for o in options), values, strict=True)))


def untrue(kind: type[AnyGame], facts: Facts) -> list[tuple[str, dict[str, object]]]:
    """Return the descriptions that are untrue, or that lack a fact, with the options of the game.
    Of the descriptions of one entry exactly one is true."""
    wrong = []
    varied = [entry for entry in game_legend(kind.info.id) if entry.words]
    names = {option for entry in varied for option, _ in entry.words}
    for game in combinations(kind, names):
        for entry in varied:
            told = entry.told(game.options).about.key
            true = [key for key in facts if _same(key, entry.about.key) and facts[key](game)]
            if true != [told]:
                wrong.append((told, dict(game.options)))
    return wrong


def _same(key: str, plain: str) -> bool:
    return key == plain or key.startswith(f"{plain}.")
