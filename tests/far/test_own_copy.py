"""A device that has lost its hidden decisions reads them back from its letters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.core.contract import Action
from engine.core.options import Options
from engine.core.steps import finish
from engine.far import own_copy
from engine.far.bytes import ByteWriter, Damage
from engine.far.certificate import certify, examine
from engine.far.closed import salt
from engine.far.letter import (
    COPY_BLOCK,
    COPY_TAG,
    MAX_ACTIONS,
    MAX_COPY,
    Letter,
    Open,
    OwnCopy,
    read,
)
from engine.far.own_copy import copied
from engine.games import load_game
from engine.games.cotadrez.rules.pieces import ARMY, MOUNTAINS, UNITS
from engine.match.match import Match, MatchConfig
from tests.far.armies import RED, armed, cell, fight, go, placing, resign, settle, step
from tests.far.devices import Curve, Device, keys_of, met
from tests.far.plans import PLANS, devices_of
from tests.far.tables import Pair, decide, fogged, owed, turn_of

SILENT: Options = {"promotion_courage": {"types": "all"}, "rescue_rear": 2}


def copy_of(letter: Letter) -> OwnCopy:
    return next(part for part in letter.parts if isinstance(part, OwnCopy))


def hidden(me: Device) -> list[Letter]:
    """Return the device's letters with hidden decisions."""
    return [one for one in me.log.chain(me.seat) if one.closed]


def forgetful(me: Device, letters: list[Letter] | None = None) -> Device:
    """Return a device with the keys of this seat that has stored nothing but has all letters."""
    back = Device(me.terms, me.seat, me.name)
    back.at = me.at
    back.take(*(me.log.order() if letters is None else letters))
    return back


def changed(me: Device, letter: Letter, part: OwnCopy | None) -> Device:
    """Return a forgetful device whose last letter has this copy, or none; signed by its own key."""
    parts = [part if isinstance(one, OwnCopy) else one for one in letter.parts]
    plain = replace(letter, parts=tuple(one for one in parts if one is not None))
    order = me.log.order()
    assert order[-1] == letter
    return forgetful(me, [*order[:-1], plain.write(me.crypto, me.keys.secret)])


# -- what comes back -------------------------------------------------------------------------------


def test_an_army_comes_back_and_fights_on() -> None:
    """Killed before anything was stored: the same pieces, salts and openings."""
    ana, blas = armed()
    back = forgetful(ana)
    assert not back.course.lost and back.course.own == ana.course.own
    assert back.course.events == ana.course.events
    fight((back, blas), "a4xa7")
    resign(blas, back)
    settle((back, blas))
    for one in (back, blas):
        assert one.course.story.whole and one.course.failed is None and not one.course.refused


@pytest.mark.parametrize("name", ["promotion and rescue", "desertion"])
def test_silent_choices_come_back(name: str) -> None:
    """A whole game, before its boards are opened, read by a device that knows its keys alone."""
    pair = devices_of(name)
    letters = [one for one in pair[0].log.order() if not isinstance(one.parts[0], Open)]
    for me in pair:
        back = forgetful(me, letters)
        assert back.course.own == me.course.own and not back.course.lost
    assert name == "desertion" or max(len(hidden(me)) for me in pair) > 1


def test_choices_that_nobody_sees_come_back_as_they_were() -> None:
    """A promotion declined, and the type of a rescued piece."""
    ana, blas = armed(**SILENT)
    go(ana, blas, "j4-j10", "decline", "decline")
    go(blas, ana, "e7-e6")
    back = forgetful(ana)
    told = [action for one in back.course.own.values() for action in one.actions]
    assert told[-2:] == [("decline",), ("decline",)] and back.course.own == ana.course.own
    shown = go(back, blas, "j10xi10", "show")
    assert [one.n for one in shown.openings] == [hidden(ana)[-1].n] and not blas.course.refused
    red = "Fa1 Bb1 Sc4 Mb4 9j4 3f4 2a4 2e4"
    ana, blas = armed(red, "Fa10 Bi9 Sc7 Ma7 9e7 3f7 2b7 2i7", rescue_rear=2)
    fight((ana, blas), "e4xe7")
    go(blas, ana, "b7-b6")
    for up, away in (("j4-j5", "b6-b5"), ("j5-j6", "b5-b6"), ("j6-j7", "c7-c8"),
                     ("j7-j8", "b6-b5"), ("j8-j9", "c8-c7")):  # fmt: skip
        go(ana, blas, up), go(blas, ana, away)
    decide(ana, blas, (step(ana, "j9-j10"), ("back", 4, cell(ana, "e4"))))
    back = forgetful(ana)
    assert back.course.own == ana.course.own and back.course.own[max(back.course.own)].actions[1:]
    assert back.course.match.state.key() == ana.course.match.state.key()


def test_a_hidden_deployment_of_cotadrez_comes_back() -> None:
    pair = fogged()
    back = forgetful(pair[0])
    assert back.course.own == pair[0].course.own and not back.course.lost
    new = back, pair[1]
    while owed(new):
        pass
    assert all(one.course.story.whole and not one.course.refused for one in new)


def test_a_device_with_another_letter_in_its_store_reads_the_one_that_was_sent() -> None:
    """A copy of the seat had decided something else, which never left it."""
    ana, _ = armed()
    (letter,) = hidden(ana)
    other = met("stratego", army="barrage8")[0]
    other.decide(placing(other, "Fa1 Bb1 Sc1 Md1 9e1 3f1 2a2 2a4"))
    back = Device(ana.terms, 0, "Ana")
    back.course.own[letter.n] = other.course.own[letter.n]
    back.take(*ana.log.order())
    assert back.course.own == ana.course.own and not back.course.lost


# -- what cannot be read ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Blas", "Eva"])
def test_another_seed_reads_nothing(name: str) -> None:
    """Neither that of the other player, nor a wrong one: the device says that it has lost them."""
    ana, _ = armed()
    back = Device(ana.terms, 0, "Ana")
    back.keys = back.keys._replace(seed=keys_of(name).seed)
    back.course = type(back.course)(ana.terms, 0, seed=back.keys.seed)
    back.take(*ana.log.order())
    assert back.course.lost and not back.course.own and not back.course.refused
    assert "put" not in {event.action[0] for event in back.course.events}


def test_a_letter_without_a_copy_is_read_as_before() -> None:
    """Earlier versions wrote none: who has stored the army plays on, who has not is told."""
    ana, blas = armed()
    order = ana.log.order()
    number = next(n for n, one in enumerate(order) if one.seat == 0 and one.closed)
    old = met("stratego", army="barrage8")[0]
    parts = tuple(part for part in order[number].parts if not isinstance(part, OwnCopy))
    old.take(*order[:number])
    old.course.own.update(ana.course.own)
    old.write(*parts)
    assert not old.course.lost and old.course.own == ana.course.own
    blas = Device(ana.terms, 1, "Blas")
    blas.take(*old.log.order())
    assert not blas.course.refused
    assert changed(old, old.log.order()[-1], None).course.lost


Change = Callable[[Device, Letter], OwnCopy]


def nonsense(me: Device, letter: Letter, *numbers: int, count: int = -1) -> OwnCopy:
    """Return an authentic copy of impossible decisions. `count`: what it says of their number."""
    out = ByteWriter().number(len(numbers) if count < 0 else count)
    for one in numbers:
        out.raw(one.to_bytes(2, "big"))
    plain = out.done() + bytes(-len(out.done()) % COPY_BLOCK)
    return OwnCopy(own_copy._encrypt(salt(me.keys.seed, me.terms.id, letter.n), plain))


def of_another_army(me: Device, letter: Letter) -> OwnCopy:
    fresh = met("stratego", army="barrage8")[0]
    army = placing(fresh, "Fa1 Bb1 Sc1 Md1 9e1 3f1 2a2 2a4")
    return copied(salt(me.keys.seed, me.terms.id, letter.n), fresh.course.match.state, army)


CHANGES: dict[str, Change] = {
    "another army": of_another_army,
    "another letter": lambda me, letter: copied(
        salt(me.keys.seed, me.terms.id, letter.n + 1),
        met("stratego", army="barrage8")[0].course.match.state,
        placing(me, RED),
    ),
    "nothing": nonsense,
    "no such options": lambda me, letter: nonsense(me, letter, *[65_535] * 41),
    "too many": lambda me, letter: nonsense(me, letter, *[0] * 200),
    "a false count": lambda me, letter: nonsense(me, letter, count=MAX_ACTIONS + 1),
    "too few": lambda me, letter: nonsense(me, letter, *[0] * 5),
    "zeros": lambda me, letter: OwnCopy(bytes(COPY_TAG + COPY_BLOCK)),
}


def set_up() -> tuple[Device, Device, Letter]:
    """Return two devices of which the first has just set up."""
    ana, blas = met("stratego", army="barrage8")
    return ana, blas, decide(ana, blas, placing(ana, RED))


@pytest.mark.parametrize("kind", CHANGES)
def test_a_foreign_copy_harms_nobody_else(kind: str) -> None:
    """Its own device says what it has lost; the other one does not look at it."""
    ana, blas, letter = set_up()
    back = changed(ana, letter, CHANGES[kind](ana, letter))
    assert back.course.lost and not back.course.own and not back.course.refused
    other = Device(ana.terms, 1, "Blas")
    other.take(*back.log.order())
    assert not other.course.refused and other.course.events == blas.course.events
    back.course.follow(back.log)
    assert back.course.lost and len(back.log.order()) == len(ana.log.order())


def test_every_changed_byte_is_noticed() -> None:
    ana, _, letter = set_up()
    data = copy_of(letter).data
    for place in range(0, len(data), 7):
        bad = bytearray(data)
        bad[place] ^= 1 + place % 255
        assert changed(ana, letter, OwnCopy(bytes(bad))).course.lost
    assert not changed(ana, letter, OwnCopy(data)).course.lost


def test_a_letter_changed_on_its_way_is_not_the_authors() -> None:
    """The signature covers the copy."""
    ana, _, letter = set_up()
    data = bytearray(letter.data)
    data[data.index(copy_of(letter).data) + 30] ^= 1
    back = forgetful(ana, ana.log.order()[:-1])
    assert back.log.receive(bytes(data)).why == "forged"
    back.take(letter)
    assert not back.course.lost and back.course.own == ana.course.own


@pytest.mark.parametrize(
    "size", [0, COPY_TAG, COPY_BLOCK, COPY_TAG + COPY_BLOCK - 1, MAX_COPY + COPY_BLOCK]
)
def test_a_copy_has_few_possible_sizes(size: int) -> None:
    ana, _, letter = set_up()
    parts = [OwnCopy(bytes(size)) if isinstance(p, OwnCopy) else p for p in letter.parts]
    bad = replace(letter, parts=tuple(parts)).write(ana.crypto, ana.keys.secret)
    with pytest.raises(Damage):
        read(bad.data)
    assert COPY_TAG + -(-(2 + 2 * MAX_ACTIONS) // COPY_BLOCK) * COPY_BLOCK == MAX_COPY


def test_a_certificate_does_not_depend_on_copies() -> None:
    """They prove nothing: a false one, opened by its salt at the end, changes no check."""
    ana, _, letter = set_up()
    false = changed(ana, letter, CHANGES["another army"](ana, letter))
    for me in (ana, false):
        honest = Device(ana.terms, me.seat, "Ana")
        honest.course.own.update(ana.course.own)
        honest.take(*me.log.order())
        other = Device(ana.terms, 1, "Blas")
        other.take(*me.log.order())
        pair: Pair = honest, other
        decide(other, honest, turn_of(other, Random(3)))
        decide(honest, other, (("open",),)), decide(other, honest, (("open",),))
        resign(other, honest)
        settle(pair)
        text = finish(certify(honest.log))
        assert finish(examine(text, Curve())).status == "valid", me is false


# -- sizes -----------------------------------------------------------------------------------------


def sizes_of(game_id: str, options: dict[str, Any], count: int) -> set[int]:
    """Return the sizes of the copies of random set-ups of both sides."""
    game, rng, found = load_game(game_id)(options), Random(f"{game_id} {options}"), set[int]()
    for _ in range(count):
        match = Match(MatchConfig(game_id, options), game=game)
        while match.game.arrangement(match.state, ()) is not None:
            draft = match.game.random_draft(match.state, rng)
            whole = match.game.arrangement(match.state, draft)
            assert whole is not None
            actions: tuple[Action, ...] = tuple(whole.actions)
            seen = match.state.observation(match.state.current_player())
            found.add(len(copied(rng.randbytes(32), seen, actions).data))
            for action in actions:
                match.take(action)
    return found


@pytest.mark.parametrize(
    ("game_id", "options", "blocks"),
    [
        ("cotadrez", {}, 1),
        ("cotadrez", {"water": "lagos"}, 1),
        ("stratego", {}, 1),
        ("stratego", {"army": "barrage8"}, 1),
        ("stratego", {"board": "small8", "army": "army24"}, 1),
        ("stratego", {"board": "hex10", "army": "barrage8"}, 1),
    ],
)
def test_copies_of_all_set_ups_have_one_size(
    game_id: str, options: dict[str, Any], blocks: int
) -> None:
    assert sizes_of(game_id, options, 15) == {COPY_TAG + blocks * COPY_BLOCK}


def test_the_largest_deployment_of_cotadrez_fits_one_block() -> None:
    """The number of its decisions is a secret, so it must not show in the size."""
    most = 1 + sum(ARMY[kind] for kind in UNITS) + MOUNTAINS + 1
    assert 1 + 2 * most <= COPY_BLOCK


def test_copies_of_all_choices_have_one_size() -> None:
    """Letters of whole games with promotions, rescues and desertion."""
    letters = [one for name in PLANS for me in devices_of(name) for one in hidden(me)]
    assert len(letters) > 2 * len(PLANS)
    assert {len(copy_of(one).data) for one in letters} == {COPY_TAG + COPY_BLOCK}


def test_two_versions_of_a_letter_share_no_keystream() -> None:
    """With a shared one the difference of the copies would be that of the armies."""
    state = met("stratego", army="barrage8")[0].course.match.state
    me = met("stratego", army="barrage8")[0]
    armies = [placing(me, RED), placing(me, "Fa1 Bb1 Sc1 Md1 9e1 3f1 2a2 2a4")]
    one, other = (copied(bytes(32), state, army).data[COPY_TAG:] for army in armies)
    same = sum(here == there for here, there in zip(one, other, strict=True))
    assert same < COPY_BLOCK // 8
    assert copied(bytes(32), state, armies[0]) == copied(bytes(32), state, armies[0])


def test_the_copy_is_what_its_description_says() -> None:
    """Computed anew from HMAC-SHA256 alone."""
    import hashlib
    import hmac

    def derived(domain: str, key: bytes) -> bytes:
        return hashlib.sha256(b"asedio/" + domain.encode() + b"\0" + key).digest()

    key = bytes(range(32))
    me = met("stratego", army="barrage8")[0]
    state = me.course.match.state
    data = copied(key, state, placing(me, RED)).data
    tag, hidden_part = data[:16], data[16:]
    stream = b"".join(
        hmac.new(derived("copy stream", key), tag + bytes([0, 0, 0, n]), "sha256").digest()
        for n in range(3)
    )
    plain = bytes(one ^ other for one, other in zip(hidden_part, stream, strict=True))
    assert hmac.new(derived("copy tag", key), plain, "sha256").digest()[:16] == tag
    assert plain[0] == 41 and plain[83:] == bytes(13)
    walk = state.clone()
    for number, action in enumerate(placing(me, RED)):
        place = int.from_bytes(plain[1 + 2 * number : 3 + 2 * number], "big")
        assert sorted(walk.legal_actions())[place] == action
        walk.apply(action)
