"""Phrases of the happenings of A Tale of Two Cities: a line per unit instead of a sentence per
step."""

from __future__ import annotations

from dataclasses import replace

from engine.core.telling import Happening, Short
from engine.core.texts import Message, Param

# Sentences that have a phrase of the same name (`moves`: `tell.moves`, `short.moves`), and whether
# it goes on with the line of the happening before it.
JOINS = {
    "shuffle": False, "drawn": False, "drawn.hidden": True, "discard": False,
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
# What the phrases around them or the dice say already.
SILENT = {
    "pushed", "asked", "asked.fall", "throw", "throw.hits", "throw.evaded", "throw.city",
}  # fmt: skip
# What ends every turn joins its last line; alone it names who acts.
USUAL = {"drawn.hidden"}


def phrased(happening: Happening) -> Happening:
    """Return a happening with its phrase, unless it has phrases or none is known."""
    words, short = happening.words, happening.short
    key = words.key.removeprefix("tell.")
    if key not in JOINS:
        return happening
    if short is None:
        short = Short(joins=JOINS[key])
        if key in USUAL:
            alone = Message(f"short.{key}.alone", words.clause, **words.params)
            short = short._replace(alone=alone)
    if not short.phrases and key not in SILENT:
        params = {name: _bare(value) for name, value in words.params.items() if name != "who"}
        if "victim" in params:
            params["target"] = words.params["victim"]
        short = short._replace(phrases=(Message(f"short.{key}", words.clause, **params),))
    return replace(happening, short=short._replace(always=True))


def _bare(value: Param) -> Param:
    """Return the name of a unit without its article."""
    if isinstance(value, Message) and value.key.startswith("the."):
        return Message(f"kind.{value.key.removeprefix('the.')}")
    return value
