"""Cheating clients at a table of Stratego: where each is found, and what the honest side keeps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine.core.contract import Action
from engine.far.closed import commitment, salt
from engine.far.decision import decision
from engine.far.leaves import leaf_salt, leaves_of
from engine.far.letter import (
    Closed,
    EventsLetter,
    Leaves,
    Letter,
    LetterPart,
    Open,
    OwnCopy,
    Shown,
    WordLetter,
)
from engine.match.clock import DAY
from tests.far.armies import BLUE, RED, armed, fight, go, placing, resign, rules, settle, step
from tests.far.devices import Device, met
from tests.far.tables import decide

SCOUT, GENERAL, MARSHAL = 4, 11, 12


def parts_of(me: Device, *actions: Action) -> tuple[LetterPart, ...]:
    """Return the parts of an honest letter with these decisions."""
    n = len(me.log.chain(me.seat))
    return decision(me.course.story, me.keys.seed, me.seat, n, actions).parts


def refused(me: Device, other: Device, parts: tuple[LetterPart, ...]) -> str:
    """Return why a letter was refused; "" if it was not. Check that a refused letter changed
    nothing, and that its author's own device refuses it too."""
    kept = (other.course.match.state.key(), other.course.event_count, [*other.course.events])
    letter = me.write(*parts)
    assert other.take(letter) == ["new"]
    why = other.course.refused.get(letter.digest, "")
    now = (other.course.match.state.key(), other.course.event_count, [*other.course.events])
    assert not why or now == kept
    assert bool(me.course.refused.get(letter.digest, "")) == bool(why)
    return why


def attack(me: Device) -> tuple[LetterPart, ...]:
    return parts_of(me, step(me, "a4xa7"), ("show",))


def told(parts: tuple[LetterPart, ...], *actions: Action) -> tuple[LetterPart, ...]:
    """Return a letter's parts with these decisions in place of the announced ones."""
    first, *rest = parts
    assert isinstance(first, EventsLetter)
    return (replace(first, actions=actions), *rest)


# -- found at once: the opening --------------------------------------------------------------------


def false_rank(me: Device) -> tuple[LetterPart, ...]:
    return told(attack(me), step(me, "a4xa7"), ("show", ("type", MARSHAL)))


def without_opening(me: Device) -> tuple[LetterPart, ...]:
    return attack(me)[:1]


def opening(me: Device, **changed: Any) -> tuple[LetterPart, ...]:
    events, shown = attack(me)
    assert isinstance(shown, Shown)
    return events, replace(shown, **changed)


def other_leaf(me: Device) -> tuple[LetterPart, ...]:
    """Open the marshal on b4, by his true salt, in place of the scout on a4."""
    salted = leaf_salt(salt(me.keys.seed, me.terms.id, 1), 1)
    events = told(attack(me), step(me, "a4xa7"), ("show", ("type", MARSHAL)))
    return events[0], Shown(1, 1, salted)


def other_table(me: Device) -> tuple[LetterPart, ...]:
    return opening(me, salt=leaf_salt(salt(me.keys.seed, bytes(16), 1), 0))


def two_openings(me: Device) -> tuple[LetterPart, ...]:
    return (*attack(me), attack(me)[1])


LIARS: dict[str, Callable[[Device], tuple[LetterPart, ...]]] = {
    "a false rank": false_rank,
    "no opening": without_opening,
    "a wrong salt": lambda me: opening(me, salt=bytes(32)),
    "the opening of another letter": lambda me: opening(me, n=0),
    "the opening of a later letter": lambda me: opening(me, n=40),
    "the opening of another leaf": other_leaf,
    "a leaf that does not exist": lambda me: opening(me, leaf=99),
    "the salt of another table": other_table,
    "two openings": two_openings,
}


@pytest.mark.parametrize("how", LIARS)
def test_a_false_opening_of_the_attacker_is_found_at_once(how: str) -> None:
    ana, blas = armed()
    assert refused(ana, blas, LIARS[how](ana)) == "opening"
    assert blas.course.match.state.asked == "turn"  # type: ignore[attr-defined]
    assert blas.course.match.state.current_player() == 0
    fight((ana, blas), "a4xa7")  # the good letter still counts
    assert blas.course.match.state.current_player() == 1
    resign(ana, blas)
    settle((ana, blas))
    assert blas.course.story.whole and blas.course.failed is None


def test_a_false_rank_of_the_defender_is_found_at_once() -> None:
    ana, blas = armed()
    go(ana, blas, "a4xa7", "show")
    good = parts_of(blas, ("show",))
    bomb = told(good, ("show", ("fight", -1, SCOUT, 2, 0)))  # the marshal says he is a bomb
    assert refused(blas, ana, bomb) == "opening"
    assert refused(blas, ana, told(good, ("show", ("fight", 1, SCOUT, MARSHAL, 0)))) == "illegal"
    assert refused(blas, ana, told(good, ("show",))) == "illegal"
    assert refused(blas, ana, good[:1]) == "opening"
    go(blas, ana, "show")
    assert ana.course.match.state.current_player() == 1


def test_an_attack_without_showing_makes_the_attacker_owe_it() -> None:
    """Withholding: the game waits for him, and his clock runs."""
    ana, blas = armed()
    go(ana, blas, "a4xa7")
    assert blas.course.awaited == 0 and blas.course.match.state.frame() == "show1"
    assert refused(blas, ana, (EventsLetter(blas.course.event_count, (("show",),)),)) == "turn"
    go(ana, blas, "show"), go(blas, ana, "show")


def test_an_old_leaf_is_refused() -> None:
    """A scout that has been asked about a promotion opens the leaf of its set-up."""
    ana, blas = armed(promotion_courage={"types": "all"})
    go(ana, blas, "j4-j10", "decline"), go(blas, ana, "e7-e6")
    events, shown = parts_of(ana, step(ana, "j10xi10"), ("show",))
    assert isinstance(shown, Shown) and shown.n > 1
    old = Shown(1, 9, leaf_salt(salt(ana.keys.seed, ana.terms.id, 1), 9))
    assert refused(ana, blas, (events, old)) == "opening"
    assert refused(ana, blas, (events, shown)) == ""


def test_a_choice_must_be_committed_to_whatever_it_was() -> None:
    ana, blas = armed(promotion_courage={"types": "all"})
    whole = parts_of(ana, step(ana, "j4-j10"), ("decline",))
    kinds = {type(part): part for part in whole}
    assert [*kinds] == [EventsLetter, Closed, Leaves, OwnCopy]
    ana.course.own.clear()  # its device writes what it cannot read back
    n = len(ana.log.chain(0))
    for left in (Closed, Leaves):
        ana.course.own[n] = Open(n, bytes(32), (step(ana, "j4-j10"), ("decline",)))
        parts = tuple(part for kind, part in kinds.items() if kind is not left)
        letter = ana.log.next_letter(0, parts, ana.at).write(ana.crypto, ana.keys.secret)
        eva = Device(ana.terms, -1, "Eva")
        eva.take(*ana.log.order(), letter)
        assert eva.course.refused == {letter.digest: "closed"}
    two = (*whole[:2], Leaves((bytes(32), bytes(32))))
    letter = ana.log.next_letter(0, two, ana.at).write(ana.crypto, ana.keys.secret)
    blas.take(letter)
    assert blas.course.refused == {letter.digest: "closed"}


# -- found at once: impossible moves and letters ---------------------------------------------------


def test_impossible_letters_are_refused_at_once() -> None:
    ana, blas = armed()
    count = ana.course.event_count
    for words in ("a4-b5", "a7-a6"):  # no piece goes so; the other side's piece
        assert refused(ana, blas, (EventsLetter(count, (step(ana, words),)),)) == "illegal"
    assert refused(ana, blas, (EventsLetter(count, (("put", 3),)),)) == "illegal"
    assert refused(ana, blas, (EventsLetter(count, (("open",),)),)) == "illegal"
    moves = (step(ana, "e4-e5"), step(ana, "e5-e6"))
    assert refused(ana, blas, (EventsLetter(count, moves),)) == "turn"


def test_a_letter_of_another_table_is_put_aside() -> None:
    ana, blas = armed()
    there, _ = armed(inviter=1)
    strange = there.decide((step(there, "e4-e5"),))
    assert blas.log.receive(strange.data).why == "table"
    go(ana, blas, "e4-e5")


def test_opening_before_the_end_is_refused() -> None:
    ana, blas = armed()
    assert refused(ana, blas, (ana.course.own[1],)) == "ahead"


# -- found at the end ------------------------------------------------------------------------------


@pytest.mark.parametrize("move", ["b1-b2", "b4-b6"], ids=["a bomb moves", "a marshal as a scout"])
def test_an_illegal_move_of_a_hidden_piece_is_found_at_the_end(move: str) -> None:
    ana, blas = armed()
    eva = Device(ana.terms, -1, "Eva")
    letter = ana.log.next_letter(0, (EventsLetter(4, (step(ana, move),)),), ana.at)
    letter = letter.write(ana.crypto, ana.keys.secret)
    blas.take(letter)
    assert not blas.course.refused  # some type goes so
    events = [*blas.course.events]
    blas.take(resigning(ana, letter))
    mine = blas.write(*blas.course.own.values())
    blas.take(opening_after(ana, blas))
    assert blas.course.failed == 0 and blas.course.story.unproved == (0, letter.n)
    assert not blas.course.story.whole and blas.course.over
    assert blas.course.events[: len(events)] == events  # what he has seen stays
    eva.take(*blas.log.order())
    assert eva.course.failed == 0 and mine


def resigning(me: Device, after: Letter) -> Letter:
    """Return a resignation that follows a letter its own device would not have written."""
    me.log.receive(after.data)
    parts = (EventsLetter(5, (("resign", me.seat),)),)
    found = me.log.next_letter(me.seat, parts, me.at).write(me.crypto, me.keys.secret)
    me.log.receive(found.data)
    return found


def opening_after(me: Device, other: Device) -> Letter:
    """Return the opening of a device's set-up, whatever it thinks of the game."""
    for one in other.log.order():
        me.log.receive(one.data)
    parts = (me.course.own[1],)
    return me.log.next_letter(me.seat, parts, me.at).write(me.crypto, me.keys.secret)


def test_other_ranks_than_placed_do_not_fit_the_commitment() -> None:
    ana, blas = armed()
    resign(blas, ana)
    mine = ana.course.own[1]
    swapped = placing(ana, RED.replace("Mb4", "9b4").replace("9e4", "Me4"))
    assert refused(ana, blas, (Open(1, mine.salt, swapped),)) == "opening"
    assert blas.course.story.to_open(0) == [1]
    settle((ana, blas))  # the true one is still accepted
    assert blas.course.story.whole and blas.course.failed is None


def set_up(me: Device, other: Device, actions: tuple[Action, ...], values: list[int]) -> None:
    """Commit to any decisions and to any leaves."""
    n = len(me.log.chain(me.seat))
    found = Open(n, salt(me.keys.seed, me.terms.id, n), actions)
    me.course.own[n] = found
    closed = Closed(commitment(me.terms.id, me.seat, found))
    leaves = Leaves(tuple(leaves_of(me.terms.id, me.seat, n, found.salt, values)))
    parts = (EventsLetter(me.course.event_count, (("ready",),)), closed, leaves)
    me.at += 1
    letter = me.log.next_letter(me.seat, parts, me.at).write(me.crypto, me.keys.secret)
    me.log.receive(letter.data), other.take(letter)


@pytest.mark.parametrize("false", ["leaves", "army"])
def test_a_false_set_up_is_found_at_the_end(false: str) -> None:
    """Leaves that do not fit the placement, or an army with two marshals."""
    ana, blas = met("stratego", army="barrage8")
    army = RED.replace("9e4", "Me4") if false == "army" else RED
    actions = placing(ana, army)
    values = [action[1] for action in actions[:-1]]
    if false == "leaves":
        values[0], values[1] = values[1], values[0]
    set_up(ana, blas, actions, values)
    decide(blas, ana, placing(blas, BLUE))
    home = sorted(one for one, put in zip(_home(blas), actions, strict=False) if put[1])
    blas.take(_signed(ana, EventsLetter(2, (("open", ("cells", *home)),))))
    decide(blas, ana, (("open",),))
    resign(blas, ana) if blas.course.match.state.current_player() == 1 else None
    blas.take(_signed(ana, EventsLetter(4, (step(blas, "e4-e5"),))))
    assert not blas.course.refused
    blas.write(EventsLetter(5, (("resign", 1),)))
    blas.write(blas.course.own[1])
    blas.take(_signed(ana, ana.course.own[1], blas=blas))
    assert blas.course.failed == 0 and blas.course.story.unproved == (0, 1)


def _home(me: Device) -> tuple[int, ...]:
    found: tuple[int, ...] = rules(me.course.match).tables.homes[0]
    return found


def _signed(me: Device, *parts: LetterPart, blas: Device | None = None) -> Letter:
    """Return a letter of a program that follows no rules."""
    for one in blas.log.order() if blas else ():
        me.log.receive(one.data)
    letter = me.log.next_letter(me.seat, parts, me.at).write(me.crypto, me.keys.secret)
    me.log.receive(letter.data)
    return letter


def test_cells_told_at_the_opening_are_bound_by_the_set_up() -> None:
    """Blue, who sees Red's cells first, says that his pieces stand elsewhere."""
    ana, blas = met("stratego", army="barrage8")
    for (me, other), army in zip(((ana, blas), (blas, ana)), (RED, BLUE), strict=True):
        decide(me, other, placing(me, army))
    decide(ana, blas, (("open",),))
    home = sorted(rules(ana.course.match).tables.home_sets[1])
    false = _signed(blas, EventsLetter(3, (("open", ("cells", *home[:8])),)))
    ana.take(false)
    assert not ana.course.refused
    resign(ana, blas)
    ana.write(ana.course.own[1])
    ana.take(_signed(blas, blas.course.own[1], blas=ana))
    assert ana.course.failed == 1 and ana.course.story.unproved == (1, false.n)


def test_a_promotion_without_a_vacancy_is_found_at_the_end() -> None:
    ana, blas = armed(promotion_courage={"types": "all"})
    n = len(ana.log.chain(0))
    false = (step(ana, "j4-j10"), ("accept",))
    opening = Open(n, salt(ana.keys.seed, ana.terms.id, n), false)
    parts = (
        EventsLetter(4, (false[0], ("closed",))),
        Closed(commitment(ana.terms.id, 0, opening)),
        Leaves(tuple(leaves_of(ana.terms.id, 0, n, opening.salt, [SCOUT + 1]))),
    )
    ana.course.own[n] = opening
    blas.take(_signed(ana, *parts))
    assert not blas.course.refused
    blas.write(EventsLetter(6, (("resign", 1),)))
    blas.write(blas.course.own[1])
    blas.take(_signed(ana, ana.course.own[1], opening, blas=blas))
    assert blas.course.failed == 0 and blas.course.story.unproved == (0, n)


def test_a_false_word_that_the_game_is_over_loses_it() -> None:
    ana, blas = armed()
    blas.take(ana.write(WordLetter("over", ana.course.event_count)))
    assert blas.course.over
    settle((ana, blas))
    assert blas.course.failed == 0 and ana.course.failed == 0
    assert not blas.course.story.whole


def test_leaves_are_refused_where_nothing_is_shown_one_by_one() -> None:
    for more in (Leaves((bytes(32),)), Shown(0, 0, bytes(32))):
        ana, blas = met("andarraya")
        move = ana.course.match.game.parse_action(ana.course.match.state, "e2e4")
        assert refused(ana, blas, (EventsLetter(0, (move,)), more)) == "closed"


def test_over_is_refused_where_nothing_is_hidden() -> None:
    ana, blas = met("andarraya")
    letter = ana.write(WordLetter("over", 0))
    blas.take(letter)
    assert blas.course.refused == {letter.digest: "word"} and not blas.course.over


# -- not opened ------------------------------------------------------------------------------------


def silent(loser: int = 1) -> tuple[Device, Device]:
    """Return a game that has been resigned: the winner, who does not open, and the loser."""
    pair = armed()
    me, won = pair[loser], pair[1 - loser]
    resign(me, won)
    return won, me


@pytest.mark.parametrize("loser", [0, 1])
def test_who_resigns_and_opens_cannot_claim_the_winners_board(loser: int) -> None:
    """All in one go and dated ahead, in a word of earlier clients: no device knows it."""
    won, cheat = silent(loser)
    cheat.at += 30 * DAY
    last = won.take(cheat.write(cheat.course.own[cheat_place(cheat)]))
    assert last == ["new"]
    word = WordLetter("unopened", cheat.course.event_count)
    letter = cheat.log.next_letter(cheat.seat, (word,), cheat.at)
    forged = letter.write(cheat.crypto, cheat.keys.secret)
    assert won.log.receive(forged.data).why == "damaged"
    for one in (won, cheat):
        assert one.course.failed is None and one.course.loser == loser
        assert one.course.closed == [won.seat]
    cheat.take(won.write(won.course.own[cheat_place(won)]))
    for one in (won, cheat):
        assert one.course.closed == [] and one.course.story.whole and one.course.loser == loser


def cheat_place(me: Device) -> int:
    """Return the number of the letter in which a device has set up."""
    return min(me.course.own)


@pytest.mark.parametrize("loser", [0, 1])
def test_what_the_loser_does_not_open_changes_nothing(loser: int) -> None:
    won, lost = silent(loser)
    assert won.course.closed == lost.course.closed == [won.seat]
    lost.take(won.write(won.course.own[cheat_place(won)]))
    for one in (won, lost):
        assert one.course.closed == [] and one.course.failed is None
        assert not one.course.story.whole and one.course.loser == loser


def test_of_a_draw_both_boards_are_to_be_proved() -> None:
    ana, blas = armed()
    count = ana.course.event_count
    blas.take(ana.write(WordLetter("draw?", count)))
    ana.take(blas.write(WordLetter("draw", count)))
    blas.take(ana.write(WordLetter("draw!", count)))
    assert ana.course.closed == [0, 1] and ana.course.loser is None
    blas.take(ana.write(ana.course.own[cheat_place(ana)]))
    assert ana.course.closed == blas.course.closed == [1]


def test_who_says_that_it_can_no_longer_move_has_lost_also_without_opening() -> None:
    """The word is his own; it ends a lost game that he will never prove."""
    ana, blas = armed()
    blas.take(ana.write(WordLetter("over", ana.course.event_count)))
    assert blas.course.loser == 0 and blas.course.closed == [1]
    ana.take(blas.write(blas.course.own[cheat_place(blas)]))
    assert ana.course.closed == blas.course.closed == [] and blas.course.loser == 0
