"""Happenings of an attack's dice in order: hits, protection, retreats, losses and the attacker's
advance (rulebook section 5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.contract import Action, Throw
from engine.core.scene import Item
from engine.core.telling import Change, Difference, Face, Happening, Short, Telling, face
from engine.core.texts import Message, player_name
from engine.games.twocities.rules.combat import protection
from engine.games.twocities.rules.frames import FALL, GUARDS, PROTECT
from engine.games.twocities.rules.pieces import CITY, NAMES, WORDS
from engine.games.twocities.rules.position import AttackResult
from engine.games.twocities.rules.state import TwoCitiesState
from engine.games.twocities.table.scene import die_word, strength_badges
from engine.games.twocities.table.sentences import hit_odds, short_dice, the, unit_name

S = TwoCitiesState
RETREAT = 6  # on a die
FACES, HITS_MELEE, HITS_SHOT = 6, (1, 2), (1,)


def kind(state: S, square: int) -> Message:
    """Return the name of the unit on a square, without an article."""
    return Message(f"kind.{WORDS[state.board[square] & 7]}")


def fighter(state: S, square: int) -> Item:
    """Return the item of an attacker or target; `value` is its strength left."""
    piece = state.board[square]
    kind = piece & 7
    return Item(
        WORDS[kind],
        unit_name(kind),
        side=piece >> 3,
        value=state.strength(kind) - state.hits[square],
        maximum=state.strength(kind),
    )


def dice(difference: Difference, before: S, action: Action, after: S) -> Telling:
    """Return the happenings of a throw with the meaning of each die, then the question to the
    defender or the result."""
    fight = after.shown
    assert fight is not None  # set by every throw
    words = [die_word(fight, die) for die in action[1:]]
    shown = tuple(
        Item(
            "",
            Message("tell.die"),
            side=before.side,
            value=die,
            maximum=6,
            note=Message(f"tell.die.{word}"),
            state="spent" if word == "miss" else "",
        )
        for die, word in zip(action[1:], words, strict=True)
    )
    squares = (NAMES[before.u], NAMES[before.t])
    said, phrases = _thrown(before.side, fight, action[1:], words)
    odds = hit_odds(len(shown), before.is_melee())
    throw = Happening("dice", said, squares=squares, shown=shown, side=before.side, odds=odds)
    throw = replace(throw, short=Short((*short_dice(fight), *phrases), joins=True))
    if after.ask != PROTECT:
        return (throw, *_resolved(difference, before, after, fight))
    defender = 1 - before.side
    asked = Message("tell.asked", who=player_name(defender))
    return (throw, Happening("offer", asked, squares=squares[1:], side=defender))


def thrown(state: S, action: Action) -> Throw | None:
    """Implement `Game.thrown`: the hits of an attack."""
    if action[0] != "dice":
        return None
    hits = HITS_MELEE if state.is_melee() else HITS_SHOT
    got = sum(die in hits for die in action[1:])
    expected = len(action[1:]) * len(hits) / FACES
    return Throw(Message("luck.hits"), state.side, got, expected)


def _thrown(
    side: int, fight: AttackResult, dice: tuple[int, ...], words: list[str]
) -> tuple[Message, tuple[Message, ...]]:
    """Return a throw as a sentence, and as phrases its hits and why a 6 does nothing.
    Where a 6 is a retreat, the phrases of the result say what came of it."""
    hits, back = words.count("hit"), words.count("retreat")
    phrases = [_count("hit", hits)] if hits else []
    params = {"who": player_name(side), "dice": _numbers(dice), "hits": _count("hit", hits)}
    void = "evaded" if fight.evaded else "city" if fight.target & 7 == CITY else ""
    if not void:
        return Message("tell.throw", "", back=_count("retreat", back), **params), tuple(phrases)
    if RETREAT in dice:
        phrases.append(Message(f"short.six.{void}"))
    key = f"tell.throw.{void}" if RETREAT in dice else "tell.throw.hits"
    return Message(key, "", **params), tuple(phrases)


def _numbers(dice: tuple[int, ...]) -> Message:
    """Return a list of dice, such as `1, 2 and 6`."""
    if len(dice) == 1:
        return Message("tell.list.one", a=dice[0])
    first = ", ".join(str(die) for die in dice[:-1])
    return Message("tell.list.more", a=first, b=dice[-1])


def _count(word: str, number: int) -> Message:
    return Message(f"tell.n.{word}" if number else f"tell.no.{word}", n=number)


def protect(difference: Difference, before: S, action: Action, after: S) -> Telling:
    """Return the happenings of the defender's protection and of the attack's result."""
    fight, defender = after.shown, 1 - before.side
    words = Message(f"tell.protect.{GUARDS[action[1]]}", who=player_name(defender))
    answer = Happening("offer", words, squares=(NAMES[before.t],), side=defender)
    if fight is None:  # a position read from text has no throw
        return (answer,)
    return (answer, *_resolved(difference, before, after, fight))


def fall(difference: Difference, before: S, action: Action, after: S) -> Telling:
    """Return the happening of an evader's retreat."""
    side = 1 - before.side
    changes = difference.piece(f"{'wb'[side]}{before.tags[before.t]}")
    squares = _squares(changes)
    words = _draws_back(before, "tell.fall", squares)
    return (Happening("move", words, changes, squares, side=side),)


def _squares(changes: tuple[Change, ...]) -> tuple[str, ...]:
    (change,) = changes
    assert isinstance(change.before, Face) and isinstance(change.after, Face)
    return change.before.square, change.after.square


def _draws_back(before: S, key: str, squares: tuple[str, ...]) -> Message:
    unit = the(before.board[before.t] & 7)
    who = player_name(1 - before.side)
    return Message(key, who=who, unit=unit, start=squares[0], goal=squares[1])


# -- what comes of it ----------------------------------------------------------------------------


class _Target:
    """The target of an attack as the scene shows it after each step."""

    def __init__(self, difference: Difference, before: S, fight: AttackResult) -> None:
        self.square = before.t
        self.kind = before.board[before.t] & 7
        self.side = 1 - before.side
        self.most = before.strength(self.kind)
        self.left = self.most - before.hits[before.t]
        ident = f"{'wb'[self.side]}{before.tags[before.t]}"
        self.key = ("piece", ident)
        self.face: Face | None = next(
            face(piece) for piece in difference.before.pieces if piece.id == ident
        )
        difference.piece(ident)

    def loses(self, strength: int) -> Change:
        old = self.face
        assert old is not None
        self.left -= strength
        hits = self.most - self.left
        badges = tuple((b.kind, b.text) for b in strength_badges(self.kind, hits, self.most))
        self.face = old._replace(badges=badges) if self.left else None
        return Change(self.key, old, self.face)

    def goes(self, square: int) -> Change:
        old = self.face
        assert old is not None
        self.square, self.face = square, old._replace(square=NAMES[square])
        return Change(self.key, old, self.face)


def _resolved(
    difference: Difference, before: S, after: S, fight: AttackResult
) -> Iterator[Happening]:
    """Yield the result of an attack step by step, in the order of the rules."""
    target = _Target(difference, before, fight)
    if fight.guard in ("h", "r") and not fight.asked:
        yield _ignored(before, target)
    hits = fight.lost - fight.blocked
    if fight.melee:
        yield _melee(difference, before, target, fight, hits)
    elif hits:
        yield _hit(difference, target, hits)
    elif not fight.back and not fight.blocked:
        words = Message("tell.nothing")
        yield Happening("pass", words, squares=(NAMES[before.t],), side=before.side)
    if fight.back:
        squares = (NAMES[before.t], NAMES[fight.end])
        words = _draws_back(before, "tell.fall" if fight.evaded else "tell.back_off", squares)
        yield Happening("move", words, (target.goes(fight.end),), squares, side=target.side)
    if fight.blocked:
        yield _blocked(target, fight)
    if fight.melee and fight.dead and target.kind != CITY and fight.end == before.t:
        yield _moves_up(difference, before)
    if after.ask == FALL:
        words = Message("tell.asked.fall", who=player_name(target.side), unit=the(target.kind))
        yield Happening("offer", words, squares=(NAMES[target.square],), side=target.side)


def _ignored(before: S, target: _Target) -> Happening:
    key = f"tell.ignores.{protection(before.field, before.t)}"
    words = Message(key, unit=the(target.kind), goal=NAMES[before.t])
    return Happening("offer", words, squares=(NAMES[before.t],), side=target.side)


def _melee(
    difference: Difference, before: S, target: _Target, fight: AttackResult, hits: int
) -> Happening:
    """Return the happening of a melee. The target cannot strike back: the attacker wins or nothing
    happens."""
    felt = bool(fight.lost or fight.back or fight.blocked) and not (fight.evaded and not hits)
    sides = fighter(before, before.u), fighter(before, before.t)
    changes: tuple[Change, ...] = ()
    if hits:
        told = _hit(difference, target, hits)
        words, changes = told.words, told.changes
    else:
        key = "tell.evades" if fight.evaded else "tell.pushed" if felt else "tell.no_effect"
        words = Message(key, unit=the(target.kind), goal=NAMES[before.t])
    note = Message("tell.left", n=target.left, most=target.most)
    shown = (
        replace(sides[0], state="won" if felt else "draw"),
        replace(sides[1], state="lost" if felt else "draw", note=note),
    )
    squares = (NAMES[before.u], NAMES[before.t])
    return Happening("fight", words, changes, squares, shown, before.side)


def _hit(difference: Difference, target: _Target, hits: int) -> Happening:
    """Return the happening of hits on a unit or city, which may destroy it."""
    square = NAMES[target.square]
    change = target.loses(hits)
    changes: tuple[Change, ...] = (change,)
    what = "hits" if target.left else "dies"
    if target.kind == CITY:
        changes += difference.numbers(f"town{target.side}")
    words = Message(
        f"tell.{what}.city" if target.kind == CITY else f"tell.{what}",
        foe=player_name(target.side),
        unit=the(target.kind),
        goal=square,
        n=hits,
        left=target.left,
        most=target.most,
    )
    kind = "turn" if target.left else "take"
    return Happening(kind, words, changes, (square,), side=1 - target.side)


def _blocked(target: _Target, fight: AttackResult) -> Happening:
    """Return the happening of blocked retreats, which are hits."""
    square = NAMES[target.square]
    change = target.loses(fight.blocked)
    words = Message(
        "tell.blocked" if target.left else "tell.blocked.dies",
        n=fight.blocked,
        unit=the(target.kind),
        goal=square,
        left=target.left,
        most=target.most,
    )
    kind = "turn" if target.left else "take"
    return Happening(kind, words, (change,), (square,), side=1 - target.side)


def _moves_up(difference: Difference, before: S) -> Happening:
    changes = difference.piece(f"{'wb'[before.side]}{before.tags[before.u]}")
    unit = the(before.board[before.u] & 7)
    squares = (NAMES[before.u], NAMES[before.t])
    words = Message("tell.advances", who=player_name(before.side), unit=unit, goal=squares[1])
    return Happening("move", words, changes, squares, side=before.side)
