"""Happenings of a fight: both faces shown, who wins and why (rulebook, 3.8–3.12)."""

from __future__ import annotations

from dataclasses import replace

from engine.core.contract import UNKNOWN
from engine.core.scene import Item
from engine.core.telling import Change, Face, Happening, through
from engine.core.texts import Message, player_name
from engine.games.stratego.rules.combat import BOTH, LOSES, WINS, Combat
from engine.games.stratego.rules.flow import outcome_of
from engine.games.stratego.rules.pieces import (
    BOMB,
    FLAG,
    HIDDEN,
    MARSHAL,
    RANKED,
    SPY,
    rank,
)
from engine.games.stratego.table.event_context import StrategoTale, glyph, the, to_whose, whose
from engine.games.stratego.table.scene import piece_item
from engine.games.stratego.table.words import shown_rank
from engine.games.stratego.text.notation import notes_of

_RESULTS = {WINS: "wins", LOSES: "loses", BOTH: "both"}
_UNSEEN = {WINS: "unseen_wins", LOSES: "unseen_loses", BOTH: "unseen_both"}
_STATES = {WINS: "won", LOSES: "lost", BOTH: "draw"}
_COMPARED = ("wins", "loses", "both", "surprise")


def fight(t: StrategoTale) -> list[Happening]:
    """Return the duel with both faces as far as the viewer may see them, then who falls and who
    moves on."""
    outcome, *kinds, flag = notes_of(t.event.action).get("fight") or outcome_of(t.before)
    a, d = (HIDDEN if kind == UNKNOWN else kind for kind in kinds)
    origin, target = t.before.act[:2]
    verdict = _verdict(t.before.game.combat, outcome, (a, d), bool(flag), strengths(t, a, d))
    met: tuple[Change, ...] = ()
    after: list[Happening] = []
    for cell, kind, falls in ((origin, a, outcome != WINS), (target, d, outcome != LOSES)):
        for change in _change(t, cell, falls):
            if falls:
                turned, gone = through(change, _uncovered(change.before, kind))
                after.append(_falls(t, cell, kind, gone))
            else:
                turned, *on = through(change, *_steps(change))
                after += _goes_on(t, cell, kind, *on)
            met += turned
    words = _words(t, verdict, a, d)
    side = t.owner(origin)
    shown = _shown(t, verdict, outcome, a, d)
    duel = t.say("fight", words, origin, target, changes=met, shown=shown, side=side)
    return [duel, *sorted(after, key=lambda told: told.kind != "take")]


def strengths(t: StrategoTale, a: int, d: int) -> tuple[int, int]:
    """Return the strengths that are compared where ranks decide (5.6, 5.11)."""
    origin, target = t.before.act[:2]
    hills = t.before.game.hills
    return t.before.game.combat.strengths(a, d, origin in hills, target in hills)


def advance(
    t: StrategoTale, kind: int, changes: tuple[Change, ...], aside: bool = False
) -> Happening:
    """Return the happening of the attacker entering the cell it has won."""
    origin, target = t.before.act[:2]
    side = t.owner(origin)
    words = Message(
        "tell.advance", "3.12", who=player_name(side), what=the(kind), goal=t.name(target)
    )
    return t.say("move", words, origin, target, changes=changes, side=side, aside=aside)


# -- what moves on the board ---------------------------------------------------------------------


def _change(t: StrategoTale, cell: int, falls: bool) -> tuple[Change, ...]:
    """Take the change of a fighter from the difference. A survivor whose whole army vanishes is
    left to that happening."""
    name = t.name(cell)
    return t.difference.take(
        lambda c: (
            isinstance(c.before, Face)
            and c.before.square == name
            and (falls or c.after is not None)
        )
    )


def _uncovered(face: object, kind: int) -> Face:
    """Return the face of a fallen piece, uncovered if its type was shown."""
    assert isinstance(face, Face)
    if not face.hidden or kind == HIDDEN:
        return face
    return face._replace(glyph=glyph(kind), hidden=False, badges=(("rank", shown_rank(kind)),))


def _steps(change: Change) -> tuple[Face, Face]:
    """Return the survivor's face in two steps: revealed where it stood, then on its new cell. A new
    skill badge is left for later."""
    old, new = change.before, change.after
    assert isinstance(old, Face) and isinstance(new, Face)
    badges = tuple(b for b in new.badges if b[0] != "skill" or b in old.badges)
    shown = new._replace(badges=badges)
    return shown._replace(square=old.square), shown


def _falls(t: StrategoTale, cell: int, kind: int, changes: tuple[Change, ...]) -> Happening:
    """Return the removal of a loser. It is drawn and not spoken: the fight has said who falls."""
    side = t.owner(cell)
    words = Message("tell.loses", who=player_name(side), what=the(kind))
    lost = t.difference.numbers(f"lost{side}")
    return t.say("take", words, cell, changes=(*changes, *lost), side=side, aside=True)


def _goes_on(
    t: StrategoTale, cell: int, kind: int, way: tuple[Change, ...], skill: tuple[Change, ...]
) -> list[Happening]:
    """Return the survivor's advance and its new skill, as far as there are any."""
    told = [advance(t, kind, way, aside=True)] if way else []
    if skill:
        side = t.owner(cell)
        words = Message("tell.skill", "5.20", what=whose(kind, side))
        told.append(t.say("turn", words, t.before.act[1], changes=skill, side=side))
    return told


# -- why -----------------------------------------------------------------------------------------


def _verdict(
    combat: Combat, outcome: int, kinds: tuple[int, int], flag: bool, strong: tuple[int, int]
) -> str:
    """Return what decided the fight as a key of the catalogue: a bomb, a spy, the ranks, or nothing
    visible."""
    a, d = kinds
    if flag or d == FLAG:
        return "flag"
    if d == BOMB:
        return "bombs" if a == BOMB else {LOSES: "bomb", BOTH: "blast", WINS: "defuse"}[outcome]
    if a == BOMB:
        return "defused" if outcome == LOSES else "grenade"
    if HIDDEN in kinds:
        return _UNSEEN[outcome]
    mine, its = strong
    by_rank = combat.on_equal if mine == its else WINS if mine > its else LOSES
    if outcome == by_rank:
        return "surprise" if mine == its and outcome == WINS else _RESULTS[outcome]
    if d == SPY:
        return "caught"
    return "spy" if d == MARSHAL else "licensed"


def _words(t: StrategoTale, verdict: str, a: int, d: int) -> Message:
    origin, target = t.before.act[:2]
    mine, its = t.owner(origin), t.owner(target)
    x, y = strengths(t, a, d) if verdict in _COMPARED else (0, 0)
    return Message(
        f"tell.fight.{verdict}",
        "3.12",
        goal=t.name(target),
        attacker=whose(a, mine),
        defender=whose(d, its),
        whom=to_whose(d, its),
        x=x,
        y=y,
    )


def _shown(t: StrategoTale, verdict: str, outcome: int, a: int, d: int) -> tuple[Item, Item]:
    """Return both fighters as items, the attacker first."""
    sides = [t.owner(cell) for cell in t.before.act[:2]]
    strong = strengths(t, a, d)
    one, two = (
        replace(
            piece_item(kind, side, 1, False),
            value=strong[place] if kind in RANKED else -1,
            state=_STATES[outcome if place == 0 else -outcome],
            note=_note(t, verdict, place, kind),
        )
        for place, (kind, side) in enumerate(zip((a, d), sides, strict=True))
    )
    return one, two


def _note(t: StrategoTale, verdict: str, place: int, kind: int) -> Message:
    """Return why this fighter (0 the attacker, 1 the defender) won or fell."""
    if kind == HIDDEN:
        return Message("note.hidden", "6.3")
    if kind == FLAG:
        return Message("note.flag", "3.8")
    if kind == BOMB:
        return Message("note.defused" if verdict in ("defuse", "defused") else "note.bomb", "3.9")
    if verdict == ("defuse", "defused")[place]:
        return Message("note.defuses", "3.9")
    if verdict in ("spy", "licensed") and place == 0:
        return Message(f"note.{verdict}", "3.10" if verdict == "spy" else "5.14")
    if verdict not in _COMPARED:
        return Message("note.rank", n=rank(kind))
    on_hill = t.before.act[place] in t.before.game.hills
    charged = place == 0 and t.before.game.combat.bonus
    more = "both" if on_hill and charged else "hill" if on_hill else "bonus" if charged else ""
    return Message(f"note.rank.{more}" if more else "note.rank", n=rank(kind))
