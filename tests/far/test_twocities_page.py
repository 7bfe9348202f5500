"""A Tale of Two Cities on the page, between two devices: shuffles, hands, reshuffle, end."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.core.contract import UNKNOWN
from engine.core.steps import finish
from engine.far.certificate import VALID, certified
from engine.far.deck import Deck
from engine.far.letter import KEYS, DeckStep, EventsLetter
from engine.match.match import Match
from tests.far.devices import Curve
from tests.far.groups import ToyGroup
from tests.far.test_deck_course import faults
from tests.far.world import Device, relays
from tests.fixtures.says import game_says, says

GAME = "twocities"
LINE = "LCPTAPCL"


class Pair:
    """Ana, who invited, and Blas at a table of this game."""

    def __init__(self, side: int = 0, by_hand: bool = False, lang: str = "en") -> None:
        world = {} if by_hand else relays()
        self.ana, self.blas = (Device(world, usual=tuple(world), lang=lang) for _ in range(2))
        self.by_hand, self.links = by_hand, list[int]()  # sizes of the links sent
        self.blas.sit(self.ana.invite(side, game_id=GAME))
        self.carry()

    @property
    def both(self) -> tuple[Device, Device]:
        return self.ana, self.blas

    def carry(self) -> None:
        """Let both devices answer each other until nothing changes, also by links."""
        before = None
        while before != (before := tuple(len(one.side.log.order()) for one in self.both)):
            for me, other in (self.both, self.both[::-1]):
                me.settle(), other.settle()
                if self.by_hand and me.side.unseen():
                    link = me.link()
                    assert link, [len(one.data) for one in me.side.unseen()]
                    self.links.append(len(link))
                    other.open(link).settle()

    def mover(self) -> Device:
        return next(one for one in self.both if decides(one))

    def reopen(self) -> None:
        self.ana, self.blas = self.ana.reopen(), self.blas.reopen()
        self.carry()

    def resign(self) -> None:
        """Let the device that chooses a card resign."""
        me = self.to_card()
        me.press("act:resign", "act:resign-yes")
        self.carry()

    def to_card(self) -> Device:
        rng = Random(1)
        while state(me := self.mover()).ask != "card":
            turn(me, rng)
            self.carry()
        return me


def decides(me: Device) -> bool:
    return bool(me.table.session.decider == me.table.session.agreed.mine)


def state(me: Device) -> Any:
    return me.table.session.observation()


def turn(me: Device, rng: Random) -> None:
    """Play random decisions until another is to decide, by pressing their targets."""
    while decides(me) and not me.table.session.over:
        here = state(me)
        action = chosen_action(here, me.table.session.agreed.mine, rng)
        count = len(me.events)
        me.press(*me.table.game.path(here, action))
        if len(me.events) == count:
            me.press("act:turn")
        assert len(me.events) > count, (action, me.panel)


def chosen_action(here: Any, seat: int, rng: Random) -> Any:
    actions = sorted(here.legal_actions())
    if ("evade", 1) in actions:
        return "evade", 1
    if actions[0][0] == "move" and rng.random() < 0.8:
        goal = here.city(1 - seat)
        near = [abs(a[2] // 8 - goal // 8) + abs(a[2] % 8 - goal % 8) for a in actions]
        actions = [one for one, far in zip(actions, near, strict=True) if far == min(near)]
    return rng.choice(actions)


def page_text(me: Device) -> str:
    """Return everything the page shows: layouts, slots and drawn parts."""
    view: Any = me.app.view
    return " ".join([*map(str, view.layouts.values()), *map(str, view.slots.values())])


def truth(pair: Pair) -> Match:
    """Return the true match, opened with both seeds."""
    seeds = {one.side.me: one.side.seat.keys.seed for one in pair.both}
    course = max((one.side.course for one in pair.both), key=lambda one: len(one.events))
    match, cards = course.terms.match(), iter(course.dealing.order)
    for event in course.events:
        action = event.action
        if match.game.draws(match.state) is not None:
            at, seat = next(cards)
            deck = course.dealing.decks[at.deck]
            card = deck.card(at.place, seat, deck.key(seat, seeds[seat], at.place))
            action = (action[0], card)
        match.play(action)
    return match


# -- the table -------------------------------------------------------------------------------------


def test_the_form_offers_a_table_and_the_deck_is_fetched_for_it() -> None:
    """Its script is fetched before anything is stored, and for no other game."""
    ana = Device(relays())
    ana.invite(0, game_id="andarraya")
    assert "deck" not in ana.fetched
    other = Device(relays())
    other.press(f"act:game:{GAME}")
    assert "act:invite" in str(other.app.view.slots["invite"])  # type: ignore[attr-defined]
    other.press("act:home")
    other.invite(0, game_id=GAME)
    assert other.fetched.count("deck") == 1 and len(other.app.store.games()) == 1


@pytest.mark.parametrize("by_hand", [False, True])
def test_both_shuffle_and_each_page_knows_its_own_hand_only(by_hand: bool) -> None:
    pair = Pair(by_hand=by_hand)
    whole = truth(pair)
    for me in pair.both:
        mine = me.side.me
        match = me.table.session._match
        seen = whole.state_at(len(match.events)).observation(mine)
        assert match.state.key() == seen.key() and state(me).hands[1 - mine] == 0
        assert me.tools.deck().asked == [24, 48]  # all of them computed apart from the page
    me = pair.mover()
    assert state(me).dealt() == (3, 3) and state(me).hands[me.side.me].bit_count() == 3


def test_a_page_that_shuffles_says_so_and_the_other_one_waits() -> None:
    world = relays()
    ana, blas = (Device(world) for _ in range(2))
    blas.sit(ana.invite(0, game_id=GAME))
    shown = []
    for _ in range(40):
        for me in (ana, blas):
            for pool in list(me.tools.pools):
                pool.connect()
            shown.append(page_text(me))
            if me.waiting:
                me.waiting.pop(0)()
            shown.append(page_text(me))
    for words in (
        says("far.status.shuffling", n=0, whole=24), says("far.status.shuffles", who="Blas"),
        says("far.status.shuffles", who="Ana"),
    ):  # fmt: skip
        assert any(words in one for one in shown), words


def test_a_page_that_waits_for_a_shuffle_can_be_left_and_sends_by_link() -> None:
    """Nobody can resign while cards are dealt, as the rules say."""
    ana, blas = (Device({}, usual=()) for _ in range(2))
    blas.sit(ana.invite(0, game_id=GAME))
    for _ in range(3):
        ana.open(blas.link()).settle()
        blas.open(ana.link()).settle()
    unsent = {one: says("far.status.unsent.deck", who=one) for one in ("Ana", "Blas")}
    me = next(one for one in (ana, blas) if any(u in page_text(one) for u in unsent.values()))
    unsent_here = unsent["Blas" if me is ana else "Ana"]
    assert len(me.events) < 8 and me.link() and me.table.session.decider < 0
    assert "no cards in hand" in page_text(me)
    assert not any(me.table.session.can_resign(seat) for seat in (0, 1))
    me.leave()
    assert unsent_here in page_text(me.back()) and me.link()


def attacked(pair: Pair) -> Device:
    """Play until a unit attacks that needs no answer, and before anything is sent; return its
    device."""
    rng = Random(4)
    while not pair.ana.table.session.over:
        me = pair.mover()
        here = state(me)
        action = chosen_action(here, me.table.session.agreed.mine, rng)
        me.press(*me.table.game.path(here, action))
        if action[0] == "melee" and state(me).ask == "roll":
            return me
        pair.carry()
    raise AssertionError("nothing attacks")


@pytest.mark.parametrize("lang", ["en", "es"])
def test_dice_name_the_device_that_they_wait_for(lang: str) -> None:
    pair = Pair(lang=lang)
    me = attacked(pair)
    who = "Blas" if me is pair.ana else "Ana"
    rolls = {"en": "Rolling the dice", "es": "Se tiran los dados"}
    for words in (rolls[lang], says("far.status.dice", lang, who=who)):
        assert words in page_text(me)


@pytest.mark.parametrize("lang", ["en", "es"])
def test_links_that_carry_dice_are_named(lang: str) -> None:
    """The attack is a move; the other device sends its part of the roll alone, unless its player
    decides next."""
    pair, alone = Pair(by_hand=True, lang=lang), False
    move = {"en": "Your move has not been sent to {}", "es": "Tu jugada aún no se ha enviado a {}"}
    part = {
        "en": "Your part of the roll has not been sent to {}",
        "es": "Tu parte de la tirada aún no se ha enviado a {}",
    }
    while not alone:
        me = attacked(pair)
        other = pair.blas if me is pair.ana else pair.ana
        to_me, to_other = ("Ana", "Blas") if me is pair.ana else ("Blas", "Ana")
        assert move[lang].format(to_other) in page_text(me)
        other.open(me.link()).settle()
        alone = not decides(other)
        assert (part[lang].format(to_me) in page_text(other)) is alone
        assert move[lang].format(to_me) not in page_text(other)
        pair.carry()


def test_who_is_away_is_waited_for_in_words() -> None:
    world = relays()
    ana, blas = (Device(world) for _ in range(2))
    blas.sit(ana.invite(0, game_id=GAME))
    blas.leave()
    ana.settle(), ana.settle()
    assert "Blas opens the page" in page_text(ana)
    assert "shuffle" in page_text(ana) or says("table.tab.dice") in page_text(ana)


def test_a_decision_waits_for_its_pass_and_survives_a_reload() -> None:
    """The first pass of a new deck rides on the decision that uses up the old one. Until it is
    computed the decision is on this page alone; a page that was closed in between sends it
    later."""
    pair, rng = Pair(), Random("reshuffle")
    held = 0
    while not held:
        me = pair.mover()
        play_quietly(me)
        for one in pair.both:
            if one.side.luck.progress is not None and one.side._pending():
                held = len(one.side._pending())
                sent = len(one.side.log.chain(one.side.me))
                one.side.consider()
                assert len(one.side.log.chain(one.side.me)) == sent
                assert len(one.side._pending()) == held
        if held:
            break
        pair.carry()
        assert not pair.ana.table.session.over and rng
    pair.ana, pair.blas = pair.ana.reopen(), pair.blas.reopen()
    pair.carry()
    decks = [len(one.side.course.dealing.decks) for one in pair.both]
    assert decks[0] == decks[1] >= 2
    letters = pair.ana.side.log.order()
    assert any(
        {type(part) for part in one.parts} >= {EventsLetter, DeckStep}
        and any(isinstance(part, DeckStep) and part.what == 0 for part in one.parts)
        for one in letters
    )
    assert not pair.ana.side.course.refused and not pair.blas.side.course.refused


def play_quietly(me: Device) -> None:
    """Play until another is to decide; nothing moves forward, so that the game lasts."""
    while decides(me) and not me.table.session.over:
        here = state(me)
        actions = sorted(here.legal_actions())
        stay = [one for one in actions if one[0] == "move" and one[1] == one[2]]
        action = (stay or [one for one in actions if one[0] == "hold"] or actions)[0]
        count = len(me.events)
        me.press(*me.table.game.path(here, action))
        if len(me.events) == count:
            me.press("act:turn")
        assert len(me.events) > count, (action, me.panel)


def test_keys_and_contributions_ride_on_the_next_decision() -> None:
    """No letter holds keys alone; over a relay each turn takes few letters."""
    pair, rng = Pair(), Random(3)
    while len(pair.ana.events) < 150 and not pair.ana.table.session.over:
        turn(pair.mover(), rng)
        pair.carry()
    alone = [
        one.parts for one in pair.ana.side.log.order()
        if {type(part) for part in one.parts} == {DeckStep} and one.parts[0].what == KEYS
    ]  # fmt: skip
    assert not alone


# -- secrets ---------------------------------------------------------------------------------------


def test_neither_page_holds_a_card_it_may_not_know() -> None:
    """Storage, letters and the page of each side while a game is played; the keys of cards in the
    other's hand and in the deck are among nothing it has."""
    pair, rng = Pair(), Random(5)
    for _ in range(12):
        turn(pair.mover(), rng)
        pair.carry()
        if pair.ana.table.session.over:
            break  # and both seeds are open
        for me, other in (pair.both, pair.both[::-1]):
            no_leak(me, other)
    assert len(pair.ana.side.course.dealing.order) > 8


def no_leak(me: Device, other: Device) -> None:
    data = b"".join(letter.data for letter in me.side.log.kept()).hex()
    stored, shown, dealing = me.stored(), page_text(me), me.side.course.dealing
    seat, seed = other.side.me, other.side.seat.keys.seed
    assert seed.hex() not in data and seed.hex() not in stored
    for deck in dealing.decks:
        for place in range(deck.size if deck.ready else 0):
            key = deck.key(seat, seed, place)
            released = deck.released(seat, place)
            assert (key.hex() in data) is released
            assert released or key.hex() not in stored + shown
    held = [at for at in dealing.hands[seat] if at not in dealing.shown]
    assert held and not [at for at in held if at in dealing.known]
    drawn = [event for event in me.events if event.action[0] in ("deal", "card")]
    own = {at for at, receiver in dealing.order if receiver == me.side.me}
    assert sum(one.action[1] != UNKNOWN for one in drawn) == len(own)
    assert state(me).hands[seat] == 0


# -- the end ---------------------------------------------------------------------------------------


def test_after_a_resignation_both_seeds_are_open_and_the_certificate_tells_the_hands() -> None:
    pair = Pair()
    pair.resign()
    for me in (*pair.both, pair.ana.reopen(), pair.blas.reopen()):
        course = me.side.course
        assert me.table.session.over and {*course.dealing.seeds} == {0, 1}
        assert faults(course.dealing) == [] and not course.refused
        assert state(me).hands[1 - me.side.me] == 0  # the screen does not show the other's hand
    text, found = finish(certified(pair.ana.side.log, Curve(), None, ToyGroup()))
    assert found.status == VALID
    pair.ana.press("act:far:certificate").settle()
    assert "gets the card" in page_text(pair.ana)
    eva = Device(pair.ana.world)
    eva.fetched.clear()
    eva.app.later(lambda: eva.controller.read(text, lambda work: None))
    eva.settle()
    assert "deck" in eva.fetched and "gets the card" in page_text(eva)


def test_a_moved_seat_has_its_hand() -> None:
    """The seed alone is enough."""
    pair = Pair()
    mine = state(pair.ana).hands[0]
    pair.ana.press("act:far:seat")
    address = pair.ana.app.dialog.address  # type: ignore[union-attr]
    phone = Device(pair.ana.world)
    phone.open(address).settle()
    pair.ana.app.close()
    pair.ana.press("act:home")
    assert mine and state(phone).hands[0] == mine
    pair.ana = phone
    pair.resign()
    assert {*phone.side.course.dealing.seeds} == {0, 1}


def test_a_spectator_sees_no_hand() -> None:
    pair = Pair()
    turn(pair.mover(), Random(1))
    pair.carry()
    eva = Device(pair.ana.world)
    eva.open(pair.ana.side.invitation).press("act:look").settle()
    seen = truth(pair).state_at(len(eva.events)).observation(-1)
    assert eva.table.session._match.state.key() == seen.key()
    for player in pair.both:
        no_leak(eva, player)


# -- a client that cheats --------------------------------------------------------------------------


def test_a_false_shuffle_is_named_and_the_game_stays_as_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Black puts a foreign card on top: White's page has no possible card there."""
    world = relays()
    ana, blas = (Device(world) for _ in range(2))
    blas.sit(ana.invite(0, game_id=GAME))
    work = Deck.work

    def false(deck: Deck, step: int, seed: bytes) -> Any:
        found = work(deck, step, seed)
        cheats = step == 3 and seed == blas.side.seat.keys.seed
        return [found[0]._replace(point=ToyGroup().base(5)), *found[1:]] if cheats else found

    monkeypatch.setattr(Deck, "work", false)
    for _ in range(20):
        ana.settle(), blas.settle()
    words = "Blas shuffled falsely: card 1 of deck 1 does not belong to the game"
    assert (
        words in page_text(ana)
        and words in ana.asks
        and ana.side.badge() == "Cheated while shuffling · "
    )
    letters = len(ana.side.log.order())
    before = ana.table.session._match.state.key()
    again = ana.reopen()
    assert words in page_text(again) and again.table.session._match.state.key() == before
    assert not again.table.session.can_resign(0) and len(again.side.log.order()) == letters
    assert again.side.course.match.state.dealt()[0] == 3
    assert not again.side.course.dealing.seeds  # nothing is opened without the player's press
    again.press("act:far:prove")
    assert "act:far:prove" not in again.asks and "act:far:certificate" in again.asks
    assert "Blas shuffled falsely, as the revealed cards prove. Ana wins" in page_text(again)
    again.press("act:far:certificate").settle()
    assert "Black shuffled falsely: card 1 of deck 1 is none of the game" in page_text(again)
    won = game_says(GAME, "certificate.won.cards", side="White", lost="Black")
    assert won in page_text(again)


# -- mail ------------------------------------------------------------------------------------------


def test_home_tells_whose_turn_it_is() -> None:
    pair = Pair()
    pair.ana.app.set_setting("turns", "on")
    me = pair.mover()
    other = pair.blas if me is pair.ana else pair.ana
    other.app.set_setting("turns", "on")
    other.leave()
    turn(me, Random(2))
    me.settle()
    back = Device(pair.ana.world, "", other.entries)
    for act in list(back.due):
        act()
    back.slices(), back.slices()
    assert "deck" in back.fetched and not back.reports


# -- whole games -----------------------------------------------------------------------------------


@pytest.mark.soak
@pytest.mark.parametrize("by_hand", [False, True])
@pytest.mark.parametrize("seed", range(2))
def test_a_whole_game_with_a_reshuffle_and_an_evasion(seed: int, by_hand: bool) -> None:
    """Played to its end, each side reopened in the middle now and then. Devices have other seeds
    each time: where no unit evades, another game is played."""
    rng = Random(f"whole {seed}")
    for _ in range(12):
        pair = Pair(seed % 2, by_hand)
        while not pair.ana.table.session.over:
            decks = len(pair.ana.side.course.dealing.decks)
            play_quietly(pair.mover()) if decks < 2 else turn(pair.mover(), rng)
            pair.carry()
            if rng.random() < 0.05:
                pair.reopen()
        if ("evade", 1) in [event.action for event in pair.ana.events]:
            break
    else:
        pytest.fail("nothing evades")
    for me in pair.both:
        course = me.side.course
        assert len(course.dealing.decks) > 1
        assert not course.refused and {*course.dealing.seeds} == {0, 1}
        assert faults(course.dealing) == []
    assert finish(certified(pair.ana.side.log, Curve(), None, ToyGroup()))[1].status == VALID
