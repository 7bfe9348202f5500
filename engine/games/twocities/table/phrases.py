"""Phrases of the happenings of A Tale of Two Cities: a line per unit instead of a sentence per
step."""

from __future__ import annotations

from dataclasses import replace

from engine.core.telling import Brief, Happening
from engine.core.texts import Message, Param

# Sentences that have a phrase of the same name (`moves`: `tell.moves`, `short.moves`), and whether
# it goes on with the line of the happening before it.
JOINS = {
    "shuffle": False, "drawn": False, "drawn.hidden": False, "discard": False,
    "removed": True, "reinforces": False, "bought": True, "owes": True,
    "removes": False, "moves": False, "moves.idle": False, "stays": False,
    "stays.idle": False, "melee": True, "melee.evades": True,
    "shoot": True, "hold": True, "evade": True, "stands": True,
    "evaded": True, "not_evaded": True, "kept": False, "lost": False,
    "throw": True, "throw.hits": True,
    "throw.evaded": True, "throw.city": True, "asked": True, "protect.h": True, "protect.r": True,
    "protect.n": True, "ignores.formation": True, "ignores.terrain": True,
    "hits": True, "nothing": True, "no_effect": True, "pushed": True,
    "evades": True, "dies": True, "hits.city": True, "dies.city": True,
    "siege": False, "siege.falls": False,
    "back_off": True, "fall": True, "asked.fall": True, "blocked": True,
    "blocked.dies": True, "advances": True,
}  # fmt: skip
# What the phrases around them say already.
SILENT = {"pushed", "asked", "asked.fall"}
# What ends every turn joins its last line where there is little room; alone it names who acts.
USUAL = {"drawn.hidden"}


def phrased(one: Happening) -> Happening:
    """Return a happening with its phrase, unless it has phrases or none is known."""
    key = one.words.key.removeprefix("tell.")
    if key not in JOINS:
        return one
    phrases = one.phrases
    if phrases is None:
        given = one.words.params
        names = given.keys() if key in USUAL else given.keys() - {"who"}
        params = {name: _bare(given[name]) for name in names}
        if "victim" in given:
            params["target"] = given["victim"]
        short = Message(f"short.{key}", one.words.clause, **params)
        phrases = () if key in SILENT else (short,)
    joins = JOINS[key] if one.alone is None else one.joins
    brief = _joining(key, one) if key in USUAL else one.brief
    return replace(one, phrases=phrases, joins=joins, brief=brief)


def _joining(key: str, one: Happening) -> Brief:
    """Return the form of a happening that continues a line of units, which it does not name."""
    alone = Message(f"short.{key}.alone", one.words.clause, **one.words.params)
    return Brief((Message(f"short.{key}.joined", one.words.clause),), True, alone)


def _bare(value: Param) -> Param:
    """Return the name of a unit without its article."""
    if isinstance(value, Message) and value.key.startswith("the."):
        return Message(f"kind.{value.key.removeprefix('the.')}")
    return value
