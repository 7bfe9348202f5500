"""Cotadrez: the second player prepares the deployment while the first one deploys."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator

import pytest

from tests.far import devices
from tests.far.test_fog import GAME, deploy
from tests.far.test_table import same
from tests.far.world import Device, by_hand, two
from tests.fixtures.says import says
from ui.far.table.dialogs import SeatDialog

SENT = "has been sent"
UNFIT = "not legal here"
FORTRESS = ("sq:c3", "sq:h8")  # one in each half


def deploy_in(me: Device, half: int) -> None:
    """Deploy in a half: the fortress on a square of it, the rest of the army at random."""
    me.press("act:clear", "kind:fortress", FORTRESS[half], "act:random")
    assert me.table.plan.side == half
    me.press("act:ready")


def prepare(me: Device) -> tuple[tuple[str, str], ...]:
    """Prepare a random army and return its draft."""
    assert me.table.mode == "setup" and me.table.early
    me.press("act:random", "act:ready")
    assert me.table.session.agreed.prepared
    draft: tuple[tuple[str, str], ...] = me.table.arrange.draft
    assert len(draft) > 4
    return draft


def own(me: Device, player: int = 1) -> list[tuple[object, ...]]:
    """Return a player's actions."""
    return [event.action for event in me.events if event.actor == player]


def notice(me: Device) -> str:
    return str(me.view.slots["notice"])


@pytest.mark.parametrize("half", [0, 1])
def test_prepared_deployment_goes_out_by_itself_on_either_half(half: int) -> None:
    ana, blas = two(game_id=GAME)
    draft = prepare(blas)
    before = blas.table.plan
    assert before.side == 0 and blas.events == []
    deploy_in(ana, half)
    assert own(ana) and own(blas)[-1] == ("ready",)
    fortress = own(blas)[0]
    assert fortress[0] == "fortress" and (int(str(fortress[1])) >= 50) == (half == 0)
    if half == 1:  # the half it was laid in
        assert own(blas) == list(before.actions)
    assert len(own(blas)) == len(draft) + 1 == len(before.actions)
    assert SENT in notice(blas)
    same(ana, blas)
    assert ana.table.session.decider == 0 and not ana.side.course.refused
    assert blas.app.store.load_draft(blas.table.session.key, 1) == ()


def test_prepared_deployment_survives_a_reload_and_can_be_changed() -> None:
    ana, blas = two(game_id=GAME)
    draft = prepare(blas)
    assert says("table.setup.unready") in str(blas.view.slots["choices"])
    blas = blas.reopen()
    assert blas.table.arrange.draft == draft and blas.table.session.agreed.prepared
    assert "is sent when your turn comes" in "".join(blas.view.slots.values())
    blas.press("act:unready")
    assert not blas.table.session.agreed.prepared
    blas.press("act:ready")
    blas.press("act:clear", "act:random")
    assert not blas.table.session.agreed.prepared and blas.table.arrange.draft != draft
    other = blas.table.arrange.draft
    deploy(ana)
    assert blas.table.mode == "setup" and not blas.table.early and own(blas) == []
    assert {kind for kind, _ in blas.table.arrange.draft} == {kind for kind, _ in other}
    blas.press("act:ready")
    same(ana, blas)


def test_a_closed_page_sends_it_when_it_is_opened_again() -> None:
    ana, blas = two(game_id=GAME)
    prepare(blas)
    blas.leave()
    deploy(ana)
    assert ana.table.session.decider == 1
    blas = blas.come_back()
    same(ana, blas)
    assert ana.table.session.decider == 0


def test_prepared_deployment_goes_with_an_answer_by_link() -> None:
    ana, blas = by_hand(game_id=GAME)
    prepare(blas)
    deploy(ana)
    blas.open(ana.link())
    assert own(blas)[-1] == ("ready",)
    ana.open(blas.link())
    assert ana.table.session._match.viewer is None


def test_an_unfinished_draft_moves_to_the_own_half_and_is_not_sent() -> None:
    ana, blas = two(game_id=GAME)
    blas.press("kind:fortress", "sq:b2", "kind:king", "sq:a1")
    assert blas.table.arrange.draft == (("fortress", "b2"), ("king", "a1"))
    blas.press("act:ready")
    assert not blas.table.session.agreed.prepared
    deploy_in(ana, 0)
    assert blas.table.arrange.draft == (("fortress", "h8"), ("king", "j10"))
    assert own(blas) == [] and len(blas.side.log.chain(1)) == 1


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Make every secret of a device follow from how many were made before."""
    made = [0]

    def secret(self: object) -> bytes:
        made[0] += 1
        return hashlib.sha256(str(made[0]).encode()).digest()

    monkeypatch.setattr(devices.Curve, "secret", secret)
    yield made


def test_nothing_about_it_is_sent_before_the_turn(counted: list[int]) -> None:
    """Relays get the same bytes from a player who has prepared and from one who has not."""
    seen = []
    for prepares in (False, True):
        counted[0] = 0
        ana, blas = two(game_id=GAME)
        if prepares:
            prepare(blas)
            blas.press("act:unready", "act:ready")
            blas.press("act:far:link")
            blas.app.close()
        blas = blas.reopen()
        blas.press("act:far:seat")
        address = blas.dialog(SeatDialog).address
        blas.app.close()
        blas.press("act:far:fold:more", "act:far:phrase:hello")
        letters = [one.data for one in blas.side.log.order()]
        relays = [(one.kept, one.stored, one.whispered) for one in ana.world.values()]
        at_ana = sorted(text for key, text in ana.entries.items() if ":letter:" in key)
        seen.append((blas.sent, letters, relays, address, at_ana))
    assert seen[0] == seen[1]
    assert len(seen[0][0]) > 3


def test_only_a_waiting_player_of_the_table_may_prepare() -> None:
    ana, blas = two(game_id=GAME)
    eva = Device(ana.world)
    eva.open(ana.side.invitation).press("act:look").settle()
    assert not eva.table.early and eva.table.mode == "play"
    assert not ana.table.early and blas.table.early
    blas.table.session.hand_over()  # another tab plays
    assert not blas.table.early
    blas.table.session.take_over()
    assert blas.table.early
    blas.press("act:far:engine")  # a computer has the seat
    assert not blas.table.early
    blas.press("act:far:engine")
    deploy(ana)
    assert not ana.table.early and ana.table.mode == "play"
    blas.press("act:random", "act:ready")
    assert not (ana.table.early or blas.table.early)


def test_an_inviter_who_plays_second_prepares_once_the_guest_is_there() -> None:
    ana, blas = two(side=1, game_id=GAME)
    alone = Device(ana.world)
    alone.invite(1, game_id=GAME)
    assert not alone.table.early
    prepare(ana)
    deploy(blas)
    same(ana, blas)


@pytest.mark.parametrize("kept", [[], [["fortress", "c3"]], [["fortress", "j10"], ["king", "z9"]]])
def test_a_draft_that_is_not_legal_is_shown_with_a_sentence(kept: list[list[str]]) -> None:
    """As after somebody has edited the storage."""
    ana, blas = two(game_id=GAME)
    prepare(blas)
    key = f"asedio:draft:{blas.table.session.key}:1"
    blas.leave()
    blas.entries[key] = json.dumps(kept)
    deploy_in(ana, 1)
    blas = blas.reopen(f"#play={key.split(':')[2]}")
    assert own(blas) == [] and blas.table.mode == "setup" and not blas.table.early
    assert UNFIT in notice(blas)
    assert not blas.table.session.agreed.prepared
    deploy(blas)
    same(ana, blas)


def test_nothing_is_played_before_the_mail_is_read() -> None:
    """This may be an old copy of a table that another device has played on."""
    ana, blas = two(game_id=GAME)
    prepare(blas)
    place, entries = blas.now, dict(blas.entries)
    blas.press("act:far:seat")
    address = blas.dialog(SeatDialog).address
    blas.app.close()
    blas.leave()
    phone = Device(ana.world)
    phone.open(address).settle()
    deploy(ana)
    for letter in [key for key in phone.entries if ":letter:" in key]:  # she has moved
        old = f"asedio:letter:{place.removeprefix('#play=')}:{letter.split(':')[3]}"
        entries[old] = phone.entries[letter]
    deploy(phone)
    copy = Device(ana.world, place, entries)
    copy.side.consider()
    assert own(copy) == [] and copy.side.fetching
    copy.settle()
    assert copy.side.log.forks == [] and len(copy.side.log.chain(1)) == len(phone.side.log.chain(1))


def test_a_prepared_set_up_follows_the_version_that_came_first() -> None:
    """Of the first player's two deployments."""
    ana, blas = by_hand(game_id=GAME)
    blas.open(ana.link())
    prepare(blas)
    other = Device({}, ana.now, dict(ana.entries), usual=())
    versions = []
    for half, me in enumerate((ana, other)):
        deploy_in(me, half)
        versions.append(me.side.log.chain(0)[-1])
    blas.side.arrive([one.data for one in versions])
    assert not blas.side.log.open_forks and versions[0] in blas.side.log.chain(0)
    assert own(blas)[-1] == ("ready",)
    ana.open(blas.link())
    blas.open(ana.link())
    same(ana, blas)


def test_a_computer_that_has_taken_the_seat_deploys_itself() -> None:
    ana, blas = two(game_id=GAME)
    draft = prepare(blas)
    blas.press("act:far:engine")
    deploy(ana)
    assert blas.table.session.decider == 1 and own(blas) == []
    blas.press("act:far:engine")
    assert own(blas)[-1] == ("ready",) and len(own(blas)) == len(draft) + 1


def test_a_game_that_has_ended_elsewhere_gets_no_deployment() -> None:
    """As after a loss on time during the set-up, which leaves the match unfinished."""
    ana, blas = two(game_id=GAME)
    prepare(blas)
    blas.leave()
    deploy(ana)
    blas = Device(blas.world, "", blas.entries)
    blas.press(f"act:continue:{blas.app.store.games()[0].id}")
    side = blas.side
    side.arrive([one.data for one in ana.side.log.order()])
    assert side.fetching and own(blas) == []
    side.course.forfeit = 1
    blas.settle()
    assert not side.fetching and blas.table.session.decider == 1 and own(blas) == []
    side.course.forfeit = None
    side.consider()
    assert own(blas)[-1] == ("ready",)


def test_at_a_shared_device_nobody_prepares() -> None:
    me = Device({})
    me.press(f"act:game:{GAME}", "act:start")
    assert me.table.mode == "setup" and not me.table.early
    me.press("act:random", "act:ready")
    assert me.table.mode == "curtain"
