"""Short forms of the happenings of Rilatria: acts and numbers in a few words, for a strip of few
lines. What changes no number is left out."""

from __future__ import annotations

from dataclasses import replace

from engine.core.telling import Happening, Short, Telling
from engine.core.texts import Message, Param

# Sentences with a short form of the same name (`honour`: `tell.honour`, `brief.honour`), and
# whether it goes on with the line of the happening before it.
JOINS = {
    "moves": False, "strikes": False, "strikes.hero": False, "kill": True, "loss": True,
    "loss.last": True, "recruit": False, "sacrifice": False, "chooses": False, "honour": False,
    "luck": True, "money": True, "coin.right": True, "coin.wrong": True, "coin.hit": True,
    "coin.miss": True, "coin.miss.last": True, "call": False, "call.full": False,
    "call.last": False, "honour.double": False, "luck.double": True,
    "honour.rest": False, "honour.dusk": False,
}  # fmt: skip
# Those that name the side where they begin a line.
NAMED = ("luck", "luck.double", "money", "coin.right", "coin.wrong")
# Those that name the side wherever they stand.
TELL_WHO = (
    "chooses", "honour", "honour.double", "honour.rest", "honour.dusk", "loss", "loss.last",
)  # fmt: skip
# Left out: the result of the coin names the call.
SILENT = ("call", "call.full", "call.last")
NO_CHANGE = ".none"  # how the phrases of numbers end that stay the same
TELL_NONE = ("chooses", "coin.hit", "honour.rest", "honour.dusk")  # told although no number changes


def briefly(telling: Telling) -> Telling:
    """Return the happenings with their short forms."""
    return tuple(_with_brief(happening) for happening in telling)


def _with_brief(happening: Happening) -> Happening:
    key = happening.words.key.removeprefix("tell.")
    if key not in JOINS:
        return happening
    phrases = _phrases(key, happening.words)
    short = Short(phrases, JOINS[key])
    if key in NAMED and phrases:
        named = Message("brief.named", who=happening.words.params["who"], said=phrases[0])
        short = short._replace(alone=named)
    return replace(happening, short=short)


def _phrases(key: str, words: Message) -> tuple[Message, ...]:
    if key in SILENT:
        return ()
    params = {name: _bare(name, value) for name, value in words.params.items()}
    if key not in TELL_WHO:
        params.pop("who", None)  # a phrase with this parameter counts as one that says who acts
    if "changes" not in params:
        return (Message(f"brief.{key}", words.clause, **params),)
    changes = _changed(params.pop("changes"))
    if changes is None:
        return (Message(f"brief.{key}.none", words.clause, **params),) if key in TELL_NONE else ()
    return (Message(f"brief.{key}", words.clause, **params, changes=changes),)


def _bare(name: str, value: Param) -> Param:
    """Return the name of the unit that acts without its article."""
    if name == "unit" and isinstance(value, Message) and value.key.startswith("the."):
        return Message(f"unit.{value.key.removeprefix('the.')}")
    return value


def _changed(listed: Param) -> Message | None:
    """Return the phrases of the numbers that change, without their limits; None if none does."""
    assert isinstance(listed, Message)
    found = []
    for phrase in listed.params.values():
        assert isinstance(phrase, Message)
        if not phrase.key.endswith(NO_CHANGE):
            given = {name: phrase.params[name] for name in ("what", "start", "goal")}
            found.append(Message("brief.number", "", **given))
    if not found:
        return None
    words = Message(f"brief.list{len(found)}")
    words.params = dict(zip("abc", found, strict=False))
    return words
