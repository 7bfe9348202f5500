"""Stratego on the page, between two devices: set-up, fight, resignation, opened boards."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.core.errors import BadOptions
from engine.core.steps import finish
from engine.far.certificate import certify, examine
from engine.far.letter import KINDS, EventsLetter, OwnCopy, Shown
from engine.far.own_copy import copied
from engine.far.tablefile import pack_table
from engine.far.terms import SeatLink
from engine.games.stratego.rules.pieces import NUMBER
from tests.far.devices import Curve, table
from tests.far.test_clock import later
from tests.far.test_table import same
from tests.far.world import Device, relays, two
from tests.fixtures.says import says

BARRAGE = {"army": "barrage8"}
LONELY = {"army": {"F": 1, "2": 1}, "hills": ["a6", "j5"]}


def seated(options: dict[str, Any], by_hand: bool = False) -> tuple[Device, Device]:
    """Return Ana, Red, and Blas at a table of Stratego."""
    world = {} if by_hand else relays()
    ana, blas = (Device(world, usual=tuple(world)) for _ in range(2))
    ana.controller.invite("stratego", options, "Ana")
    form = str(ana.app.view.layouts["dialog"])  # type: ignore[attr-defined]
    assert "far-side:1" in form and "far-side:2" not in form
    ana.press("far-side:0", "far:make")
    ana.settle()
    blas.sit(ana.side.invitation)
    if by_hand:
        ana.open(blas.link())
    return ana, blas


def decide(me: Device, rng: Random) -> None:
    """Play a whole random turn, or an answer, by pressing its targets."""
    session = me.table.session
    while session.decider == session.agreed.mine and not session.over:
        state = session.observation()
        options = sorted(state.legal_actions())
        attacks = [one for one in options if one[0] == "attack"]
        action = rng.choice(attacks if attacks and rng.random() < 0.5 else options)
        count = len(me.events)
        me.press(*me.table.game.path(state, action))
        if len(me.events) == count:
            me.press("act:turn")
        assert len(me.events) > count, (action, me.panel)


def turn(ana: Device, blas: Device) -> Device:
    return ana if ana.table.session.decider == 0 else blas


def step(me: Device, words: str) -> None:
    """Press the two squares of a step such as `a4-a5`."""
    count = len(me.events)
    me.press(*(f"sq:{one}" for one in words.split("-")))
    if len(me.events) == count:
        me.press("act:turn")


def place(me: Device, army: str) -> None:
    """Place an army such as `2a4 Fb1`."""
    kinds = {NUMBER[word[0]]: word[1:] for word in army.split()}
    state = me.table.session.observation()
    grid, home = state.game.tables.grid, state.game.tables.homes[state.turn]
    by_cell = {grid.index[square]: kind for kind, square in kinds.items()}
    me.table.session.play([*(("put", by_cell.get(cell, 0)) for cell in home), ("ready",)])
    me.side.consider()


def ready(options: dict[str, Any] = BARRAGE, by_hand: bool = False) -> tuple[Device, Device]:
    """Return two devices that have set up at random."""
    ana, blas = seated(options, by_hand)
    for me, other in ((ana, blas), (blas, ana)):
        me.press("act:random", "act:ready")
        if by_hand:
            other.open(me.link())
    if by_hand:
        blas.open(ana.link()), ana.open(blas.link())
    return ana, blas


def fight(ana: Device, blas: Device, rng: Random) -> None:
    """Play until somebody has attacked."""
    while not any(event.action[0] == "attack" for event in ana.events):
        decide(turn(ana, blas), rng)


def boards(me: Device) -> str:
    return str(me.table.session.observation().to_text().split()[0])


# -- the table -------------------------------------------------------------------------------------


def test_a_game_from_set_up_to_opened_boards() -> None:
    """Set-up, one fight, resignation: both boards are opened, also for who comes back later."""
    ana, blas = ready()
    assert boards(ana).count("b?") == boards(blas).count("r?") == 8
    assert '"put", 12' not in blas.stored() and "r?" in boards(blas)
    fight(ana, blas, Random(5))
    same_knowledge(ana, blas)
    blas.press("act:resign", "act:resign-yes")
    for me in (ana, blas, ana.reopen(), blas.reopen()):
        assert me.side.course.story.whole and me.side.course.failed is None
        assert "?" not in boards(me) and me.table.session.over
        assert "result-waits" not in str(me.app.view.slots["result"])  # type: ignore[attr-defined]
        assert not me.side.course.refused
    same(ana, blas)


def same_knowledge(ana: Device, blas: Device) -> None:
    """Check that both devices know what the rules give them, and a spectator what he may see."""
    eva = Device(ana.world)
    eva.open(ana.side.invitation).press("act:look").settle()
    for one in (ana, blas):
        known = one.table.session._match.state
        assert known.observation(-1).key() == eva.table.session._match.state.key()
    assert "act:resign" not in str(eva.app.view.slots)  # type: ignore[attr-defined]


def test_over_a_relay_the_defender_answers_at_once() -> None:
    ana, blas = ready()
    fight(ana, blas, Random(1))
    attacker = next(event.actor for event in ana.events if event.action[0] == "attack")
    assert turn(ana, blas).side.me != attacker
    shown = [letter for letter in ana.side.log.order() if letter.openings]
    assert [letter.seat for letter in shown] == [attacker, 1 - attacker]
    assert [len(letter.parts) for letter in shown] == [2, 2]


def test_by_link_the_answer_rides_on_the_next_decision() -> None:
    ana, blas = ready(by_hand=True)
    rng = Random(1)
    while not any(event.action[0] == "attack" for event in ana.events):
        me = turn(ana, blas)
        decide(me, rng)
        (blas if me is ana else ana).open(me.link())
    answering = turn(ana, blas)
    other = blas if answering is ana else ana
    before = len(answering.side.log.chain(answering.side.me))
    assert other.table.session._match.state.frame() == "show2"
    decide(answering, rng)
    letters = answering.side.log.chain(answering.side.me)
    assert len(letters) == before + 1
    told = next(part for part in letters[-1].parts if isinstance(part, EventsLetter))
    assert told.actions[0][0] == "show" and len(told.actions) > 1
    assert any(isinstance(part, Shown) for part in letters[-1].parts)
    other.open(answering.link())
    assert ana.events[-1].action[0] == blas.events[-1].action[0]
    assert not ana.side.course.refused and not blas.side.course.refused


def test_a_moved_seat_keeps_its_army() -> None:
    ana, blas = ready()
    mine = boards(ana)
    ana.press("act:far:seat")
    address = ana.app.dialog.address
    assert len(address) < 2_000
    phone = Device(ana.world)
    phone.open(address).settle()
    ana.app.close()
    ana.press("act:home")
    assert boards(phone) == mine
    fight(phone, blas, Random(2))
    blas.press("act:resign", "act:resign-yes")
    assert phone.side.course.story.whole and "?" not in boards(blas)


def test_an_army_that_was_not_stored_is_read_back() -> None:
    """Ana's browser is killed before its storage is on disk: the relay has her letters."""
    ana, blas = seated(BARRAGE)
    before = dict(ana.entries)
    ana.press("act:random", "act:ready")
    mine = boards(ana)
    ana.side.pool.close()
    back = Device(ana.world, ana.now, before).settle()
    assert boards(back) == mine and not back.side.course.lost and back.side.log.forks == []
    blas.press("act:random", "act:ready")
    fight(back, blas, Random(2))
    same_knowledge(back, blas)
    again = back.reopen()
    assert again.events == back.events
    blas.press("act:resign", "act:resign-yes")
    assert again.side.course.story.whole and "?" not in boards(blas)
    assert again.side.course.failed is None and blas.side.course.failed is None


def test_keys_and_letters_are_enough_for_an_army() -> None:
    """A seat link without hidden decisions, then a table file."""
    ana, _ = ready(by_hand=True)
    seat, mine = ana.side.seat, boards(ana)
    letters = pack_table(seat.terms.word, ana.side.log.order())
    phone = Device({}, usual=())
    phone.open("#seat=" + SeatLink(seat.terms, 0, seat.keys, seat.name).word)
    phone.press("act:home")
    phone.app.field("paste", letters)
    phone.press("act:open")
    assert boards(phone) == mine and phone.side.may_decide and not phone.side.course.lost
    assert "r?" not in boards(phone) and boards(phone).count("b?") == 8


def test_an_earlier_page_reads_the_letter_once_it_is_updated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Until then the letter is put aside, as if it had not come."""
    ana, blas = seated(BARRAGE)
    blas.side.pool.close()
    ana.press("act:random", "act:ready")
    with monkeypatch.context() as earlier:
        earlier.delitem(KINDS, OwnCopy.kind)
        old = blas.reopen()
        assert not old.events and {one.why for one in old.side.log.aside} == {"damaged"}
    new = old.reopen()
    assert [one.action for one in new.events] == [("ready",)] and new.side.may_decide
    new.press("act:random", "act:ready")
    fight(ana, new, Random(4))
    same_knowledge(ana, new)


def test_a_page_that_cannot_read_its_army_says_so_and_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its letter has another copy: the page waits for the seat's link, and nothing is lost."""

    def foreign(key: bytes, *about: Any) -> OwnCopy:
        return copied(bytes(32), *about)

    monkeypatch.setattr("engine.far.decision.copied", foreign)
    ana, blas = seated(BARRAGE)
    before = dict(ana.entries)
    ana.press("act:random", "act:ready", "act:far:seat")
    mine, link = boards(ana), ana.app.dialog.address
    back = Device(ana.world, ana.now, before).settle()
    assert back.side.course.lost and says("far.lost") in str(back.app.view.slots)
    assert back.side.log.forks == [] and not blas.side.course.refused
    back.press("act:home")
    back = back.open(link).reopen()
    assert boards(back) == mine and not back.side.course.lost


def test_an_end_that_only_its_owner_sees_ends_the_game_on_both_pages() -> None:
    """Red's last scout falls to one on a hill; his page says that it is over."""
    ana, blas = seated(LONELY)
    place(ana, "2a4 Fb1"), place(blas, "2a7 Fj9")
    for me, move in ((ana, "a4-a5"), (blas, "a7-a6"), (ana, "a5-a6")):
        step(me, move)
    for me in (ana, blas):
        outcome = me.table.session._match.outcome()
        assert me.side.course.story.whole and outcome.reason == "elim" and outcome.winner == 1
        assert not me.side.course.refused


def test_a_win_is_not_yet_proved_until_the_winner_opens() -> None:
    """Card, line above the board and home say so, however long it takes."""
    ana, blas = ready()
    ana.leave()
    blas.press("act:resign", "act:resign-yes")
    assert blas.side.course.over and not blas.side.course.story.whole
    waits = says("far.status.proving", who="Ana")
    for _ in range(2):
        for slot in ("say", "result"):
            assert waits in str(blas.app.view.slots[slot])  # type: ignore[attr-defined]
        assert blas.side.course.loser == 1 and blas.side.course.closed == [0]
        blas.clock += 30 * 86_400
        blas = blas.reopen()
    blas.leave()
    assert says("home.saved.turn.proof") in str(blas.app.view.slots)  # type: ignore[attr-defined]
    blas.back()
    ana.clock = blas.clock
    ana.back()
    later(0, ana, blas)
    for me in (ana, blas):
        assert me.side.course.story.whole and me.side.course.closed == []
        assert waits not in str(me.app.view.slots["result"])  # type: ignore[attr-defined]
    blas.leave()
    assert says("home.saved.turn.proof") not in str(blas.app.view.slots)  # type: ignore[attr-defined]


# -- the form --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("preset", "why"),
    [("blind", "Blind combat is played"), ("four_armies", "With three or four armies")],
)
def test_the_form_says_why_options_stay_on_one_device(preset: str, why: str) -> None:
    ana = Device(relays())
    ana.press("act:game:stratego")
    assert "act:invite" in str(ana.app.view.slots["invite"])  # type: ignore[attr-defined]
    ana.press(f"preset:{preset}")
    shown = str(ana.app.view.slots["invite"])  # type: ignore[attr-defined]
    assert why in shown and "act:invite" not in shown
    ana.press("preset:hex")
    assert "act:invite" in str(ana.app.view.slots["invite"])  # type: ignore[attr-defined]


def test_a_table_that_cannot_be_played_far_away_is_not_made() -> None:
    with pytest.raises(BadOptions, match=r"near\.blind_combat"):
        table("stratego", blind_combat=True)
    for options in ({"players": 4}, {"hidden_captures": True}):
        with pytest.raises(BadOptions, match="near"):
            table("stratego", **options)


# -- whole games -----------------------------------------------------------------------------------


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2))
def test_a_whole_barrage_game_between_two_pages(seed: int) -> None:
    """Played to its end at random, each page reopened now and then."""
    ana, blas = ready({**BARRAGE, "no_capture_limit": 60})
    rng = Random(f"barrage {seed}")
    while not ana.table.session.over:
        me = turn(ana, blas)
        decide(me, rng)
        if rng.random() < 0.05:
            ana, blas = ana.reopen(), blas.reopen()
    same(ana, blas)
    for me in (ana, blas, ana.reopen(), blas.reopen()):
        assert me.side.course.story.whole and me.side.course.failed is None
        assert "?" not in boards(me) and not me.side.course.refused
    assert certified_valid(ana)


def certified_valid(me: Device) -> bool:
    text = finish(certify(me.side.log))
    return finish(examine(text, Curve())).status == "valid"


def test_both_set_up_at_the_same_time() -> None:
    """What the second player has prepared goes out when the first one is ready."""
    ana, blas = two(game_id="stratego")
    me, other = (ana, blas) if ana.table.session.decider == ana.side.me else (blas, ana)
    assert me.table.mode == other.table.mode == "setup" and other.table.early
    other.press("act:random", "act:ready")
    assert other.table.session.agreed.prepared and not other.events
    assert not [one for one in other.sent if len(one) > 1000]  # nothing of it leaves the device
    me.press("act:random", "act:ready")
    assert not me.table.session.observation().setting_up and len(me.events) == len(other.events)
    assert not me.side.course.refused and not other.side.course.refused
