"""Two honest pages over relays that drop, delay, double and reorder letters: they play the same
game to the same end, and neither says a false word about the other."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from tests.far.search.devices import verdict
from tests.far.test_endurance import step
from tests.far.world import RELAYS, Device, Line, Relay
from tests.fixtures.says import says

GAMES = ("andarraya", "cotadrez", "rilatria", "stratego", "twocities")
PACE = 10  # seconds between two looks of a player
AWAKE = 60  # seconds after which a page opens its connections anew
FALSE = (  # words about a person that honest ones never deserve
    "far.refused", "far.fork", "far.status.cheated", "far.status.cheated.twice",
    "far.failed.board", "far.failed.shuffle", "far.failed.illegal", "far.ahead", "far.quiet.may",
    "far.broken", "far.claim.lost",
)  # fmt: skip


class BadRelay(Relay):
    """A relay that loses letters it has acknowledged, and passes others on late, twice, and in any
    order. `flow` lets a second pass."""

    def __init__(self, rng: Random) -> None:
        super().__init__()
        self.rng, self.now = rng, 0.0
        self.under_way: list[tuple[float, Callable[[], None]]] = []

    def publish(self, topic: str, word: str, author: str) -> None:
        if self.rng.random() < 0.15:
            return  # lost
        self.kept.setdefault(topic, {})[word] = author
        for line in self.lines:
            if line.topic == topic and self.rng.random() < 0.8:
                for _ in range(self.rng.choice((1, 1, 2))):
                    self._later(line, "mail", f"{word} {author}")

    def whisper(self, topic: str, word: str, author: Line) -> None:
        for line in self.lines:
            if line.topic == topic and line is not author:
                self._later(line, "whisper", word)

    def _later(self, line: Line, kind: str, text: str) -> None:
        def arrive() -> None:
            if line in self.lines:
                line.told(kind, line.url, text)

        self.under_way.append((self.now + self.rng.choice((0, 1, 5, 30)), arrive))

    def flow(self, seconds: float) -> None:
        self.now += seconds
        due = [one for at, one in self.under_way if at <= self.now]
        self.under_way = [one for one in self.under_way if one[0] > self.now]
        self.rng.shuffle(due)
        for arrive in due:
            arrive()

    def hang_up(self) -> None:
        """Close all connections, as pages find out that must open them anew."""
        lines, self.lines = self.lines, []
        for line in lines:
            line.told("lost", line.url, "1")


def seated(rng: Random, game_id: str, clock: str) -> tuple[Device, Device]:
    """Return two devices that have sat down; both relays work until then."""
    world: dict[str, Relay] = {url: Relay() for url in RELAYS}
    ana, blas = Device(world), Device(world)
    ana.press(f"act:game:{game_id}", "act:invite")
    ana.app.field("far-name", "Ana")
    ana.press(f"far-side:{rng.randrange(2)}", f"far-clock:{clock}", "far:make")
    blas.sit(ana.settle().side.invitation)
    for url in RELAYS:
        bad = BadRelay(rng)
        bad.kept, bad.lines = world[url].kept, world[url].lines
        for line in bad.lines:
            line.relay = bad
        world[url] = bad
    return ana, blas


def sound(*players: Device) -> None:
    """Check that no page says anything wrong about somebody."""
    for me in players:
        side = me.side
        assert not side.course.refused and not side.log.forks and not side.log.aside
        assert side.course.failed is None and side.course.dealing.broken is None
        who = me.table.voice.name(side.other)
        for key in FALSE:
            assert says(key, who=who, other=who) not in me.panel, key
        assert "left" not in side.lines.state.values()


def play(seconds: int, game_id: str, clock: str, seed: int) -> tuple[Device, Device]:
    """Let both play for so long, then deliver everything."""
    rng = Random(seed)
    players = seated(rng, game_id, clock)
    relays = [one for one in players[0].world.values() if isinstance(one, BadRelay)]
    for passed in range(0, seconds, PACE):
        for player in players:
            player.clock += PACE
            timers, player.due = player.due, []
            for timer in timers:
                timer()
        who = players[rng.randrange(2)]
        step(who, rng)
        if rng.random() < 0.1:
            who.side.talk.say(f"word {passed}")
        for relay in relays:
            relay.flow(PACE)
        if passed % AWAKE == 0:
            rng.choice(relays).hang_up()
        for player in players:
            player.settle()
        sound(*players)
        if all(one.table.session.over for one in players):
            break
    for _ in range(16):
        for relay in relays:
            relay.flow(60)
            relay.hang_up()
        for player in players:
            player.settle()
        sound(*players)
    return players


def alike(ana: Device, blas: Device) -> None:
    one, other = ana.side, blas.side
    letters = [{letter.digest for letter in side.log.order()} for side in (one, other)]
    assert letters[0] == letters[1] and verdict(one.course) == verdict(other.course)
    if not (one.course.riding or other.course.riding):  # luck that goes out with the next move
        assert one.course.event_count == other.course.event_count


@pytest.mark.parametrize("game_id", GAMES)
def test_two_minutes_over_bad_relays(game_id: str) -> None:
    ana, blas = play(120, game_id, "30m", seed=5)
    alike(ana, blas)
    assert len(ana.side.log.order()) > 4


@pytest.mark.soak
@pytest.mark.parametrize("clock", ["none", "60m", "1d"])
@pytest.mark.parametrize("game_id", GAMES)
def test_an_hour_over_bad_relays(game_id: str, clock: str, request: pytest.FixtureRequest) -> None:
    seed = int(request.config.getoption("hypothesis_seed") or 1)
    ana, blas = play(3_600, game_id, clock, seed)
    alike(ana, blas)
    assert len(ana.side.log.order()) > 40
