"""Breadth-first search of what a cheat can do from a given position on, and the positions.

`python -m tests.far.search.scenes SECONDS [words of names]` searches each for so many seconds of
processor time.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from engine.far.letter import Letter
from engine.far.timing import PARTING, QUIET
from engine.match.clock import NO_CLOCK, Clock
from tests.far.search.devices import verdict
from tests.far.search.toy import OPEN, SECRET, registered
from tests.far.search.world import World

MINUTES, DAYS = Clock(minutes=1), Clock(days=1)
SPAN = {  # milliseconds after which a claim may be made, and it has waited long enough
    MINUTES: (MINUTES.left(()) + MINUTES.grace, MINUTES.patience),
    DAYS: (DAYS.left(()) + DAYS.grace, DAYS.patience),
    NO_CLOCK: (QUIET, PARTING),
}
SAMPLE = 40  # of so many states one is also read by a spectator, in another order
Step = tuple[Any, ...]


@dataclass
class Scene:
    """A position and what is tried from there on. `prefix`: how it came about; `honest`, `cheat`:
    what each may do; `own`, `cross`: after how many of the latest letters of either seat the cheat
    may write; `dates`: of his letters; `waits`: in spans of the clock; `depth`: steps."""

    name: str
    prefix: tuple[Step, ...] = ()
    honest: tuple[str, ...] = ()
    cheat: tuple[str, ...] = ()
    depth: int = 3
    own: int = 1
    cross: int = 1
    dates: tuple[str, ...] = ("now",)
    waits: tuple[int, ...] = ()
    closes: bool = False
    game: str = OPEN
    clock: Clock = NO_CLOCK
    devices: int = 1
    me: int = 0  # the honest seat
    invites: bool = True  # the honest player
    ghost: tuple[str, ...] = ()
    held: bool = False  # letters may also be held back, and delivered later or before their parents

    def begin(self) -> World:
        world = World(self.game, self.clock, self.devices, self.me, self.invites)
        first = [("h", "hide"), ("c", "hide")] if self.game == SECRET else []
        first = [*first[::-1], ("c", "go")] if self.me else first
        for step in first:
            assert play(world, self, step)
        for step in self.prefix:
            assert play(world, self, step), (self.name, step, world.log)
        return world


@dataclass
class Found:
    """What a search has found: number of states, steps to the first of each break, the depth that
    was searched to its end."""

    states: int = 0
    depth: int = 0
    breaks: dict[str, list[str]] = field(default_factory=dict)


def play(world: World, scene: Scene, step: Step) -> bool:
    """Take one step; return False if it is impossible. ("h", press, device); ("w", span);
    ("close",); ("open",); ("sync", device); ("late", letter, device): held back; ("c", what):
    the cheat after all he has; ("c", what, own, cross, date, low, devices); ("ghost", own)."""
    kind = step[0]
    if kind == "h":
        return world.press(*step[1:])
    if kind == "w":
        world.wait(SPAN[scene.clock][step[1]] + 1_000)
        return True
    if kind == "close":
        return world.close()
    if kind == "open":
        return world.open()
    if kind == "sync":
        return world.sync(step[1])
    if kind == "late":
        return world.late(*step[1:])
    if kind == "ghost":
        letter = world.invite_ghost(step[1])
        to: tuple[int, ...] = tuple(range(scene.devices))
    elif len(step) == 2:
        own, cross = world.letters(world.cheat)[-1], world.letters(world.me)[-1]
        letter, to = world.forge(step[1], own, cross, world.now), tuple(range(scene.devices))
    else:
        letter, to = world.forge(*step[1:6]), step[6]
    if letter is None:
        return False
    world.deliver(letter, to)
    return True


def steps(world: World, scene: Scene, depth: int) -> Iterator[Step]:
    """Yield every step that may be possible now. From the second one on the cheat writes after the
    two latest letters of each seat at most, and dates no letter back."""
    if depth:
        most, theirs = min(scene.own, 1), min(scene.cross, 1)
        dates = tuple(one for one in scene.dates if one != "back")
        scene = replace(scene, own=most, cross=theirs, dates=dates)
    for at in range(scene.devices):
        yield from (("h", press, at) for press in scene.honest)
    yield from (("w", span) for span in scene.waits)
    if scene.closes:
        yield ("close",) if world.devices[0].online else ("open",)
    if scene.devices > 1:
        yield from (("sync", at) for at in range(scene.devices))
    to: list[tuple[int, ...]] = [(0,)] if scene.devices == 1 else [(0,), (1,), (0, 1)]
    to += [()] if scene.held else []
    mine = world.letters(world.cheat)
    if scene.held:
        yield from (("late", one, at) for one in mine for at in range(scene.devices))
        yield ("sync", 0)
    his = world.letters(world.me)
    for own in mine[-scene.own - 1 :]:
        rivals = any(one.n == own.n + 1 and one.own == own.digest for one in mine)
        for cross in his[-scene.cross - 1 :]:
            for what in scene.cheat:
                for date in _dates(world, scene, what, own, cross):
                    for low in (True, False) if rivals else (None,):
                        yield from (("c", what, own, cross, date, low, one) for one in to)
    if scene.ghost:
        yield from (("ghost", own) for own in mine[-scene.own - 1 :])
        ghosts = world.letters(world.me, ghost=True)
        for own in ghosts[-2:]:
            for cross in world.letters(world.cheat, ghost=True)[-2:] or mine[-2:]:
                yield from (("c", what, own, cross, world.now, None, (0,)) for what in scene.ghost)
        for own in mine[-2:]:
            for cross in ghosts[-2:]:
                yield from (("c", what, own, cross, world.now, None, (0,)) for what in scene.ghost)


def _dates(world: World, scene: Scene, what: str, own: Letter, cross: Letter) -> list[int]:
    least = max(own.at, cross.at)
    span, patience = SPAN[scene.clock]
    found = {world.now if world.now > least else least}
    if "back" in scene.dates:
        found.add(least)
    if "ahead" in scene.dates:
        found.add(world.now + span)
    if what == "time?":
        found.add(least + span)
    if what == "end":
        found.add(least + patience)
    return sorted(found)


def search(
    scene: Scene, seconds: float, states: int = 0, seed: int = 1, sentence: str = ""
) -> Found:
    """Search in breadth, to the depth of the scene or as far as time or `states` allow, or to the
    first break of a `sentence`, which a text with its number begins."""
    begin, rng, found = time.process_time(), Random(seed), Found()
    world = scene.begin()
    known, front, tried = {world.key}, [world], 0
    found.states = 1
    while front and found.depth < scene.depth:
        after = []
        for world in front:
            for step in steps(world, scene, found.depth):
                tried += 1  # reading the time is slow
                late = not tried % 64 and time.process_time() - begin > seconds
                if late or (states and found.states >= states):
                    return found
                new = world.copy()
                if not play(new, scene, step):
                    continue
                if not rng.randrange(SAMPLE):
                    new.agreed(rng)
                for one in new.bad:
                    found.breaks.setdefault(one, new.log)
                    if sentence and one.startswith(sentence):
                        return found
                if new.bad or new.key in known:
                    continue
                known.add(new.key)
                found.states += 1
                after.append(new)
        front = after
        found.depth += 1
    found.depth = found.depth if front else scene.depth
    return found


MATED = (("h", "go"), ("c", "go"), ("h", "win"))
RESIGNED = (("h", "go"), ("c", "resign"))
ENDS = ("go", "win", "resign", "draw?", "draw", "draw!", "back?", "back", "back!", "time?", "end",
        "off", "time", "time-no", "say", "stands", "again")  # fmt: skip
DRAWS = ("go", "win", "draw?", "draw", "draw!", "off", "resign")
BACKS = ("go", "win", "back?", "back", "back!")
SILENT = (("h", "go"), ("w", 0), ("h", "claim"), ("w", 1))
TIMES = ("go", "time?", "end", "time-no", "time")
CLAIMS = ("go", "win", "off", "accept", "claim")
POSITIONS = (
    Scene("mated", MATED, (), ENDS, 4, 2, 2, ("back", "now")),
    Scene("mated, secrets", MATED, (), (*ENDS, "open"), 4, 2, 2, game=SECRET),
    Scene("rematch", MATED, ("again",), ("again", "go", "draw?", "back?", "resign"), 5, 1, 1),
    Scene("resigned", RESIGNED, (), ENDS, 4, 2, 1, ("back", "now")),
    Scene("resigned, secrets", RESIGNED, (), (*ENDS, "open"), 4, 2, 2, game=SECRET),
    Scene("blunder that ends the game", (("h", "go"), ("c", "lose")), (), ENDS, 4, 2, 2),
    Scene("draw", (("h", "go"),), ("draw?", "draw", "go"), DRAWS, 6, 1, 1),
    Scene("draw, secrets", (("h", "go"),), ("draw?", "draw", "go"), (*DRAWS, "open"), 6, 1, 1,
          game=SECRET),
    Scene("draw accepted, then ended", (("h", "go"), ("h", "draw?")), ("go",),
          (*DRAWS, "time?", "end"), 5, 2, 2, waits=(0, 1)),
    Scene("takeback", (("h", "go"), ("c", "go")), ("back?", "back", "go", "win"), BACKS, 6, 1, 1),
    Scene("going home", (("h", "go"),), ("home?", "home", "go"), ("go", "home?", "home", "home!"),
          5, 1, 1),
    Scene("claims, page open", (("h", "go"),), CLAIMS, TIMES, 6, 0, 1, ("back", "now"), (0, 1)),
    Scene("claims, page closed", (("h", "go"),), ("go", "off", "accept"), ("go", "time?", "end"),
          6, 0, 0, ("back", "now"), (0, 1), True),
    Scene("claims, page closed, secrets", (("h", "go"),), ("go", "off", "accept"),
          ("go", "time?", "end", "open"), 6, 0, 0, ("back", "now"), (0, 1), True, SECRET),
    Scene("left alone", (("h", "go"), ("c", "go")), ("go", "claim", "close"),
          (*TIMES, "off"), 6, 1, 1, ("back", "now"), (0, 1), True),
    Scene("a win by silence", SILENT, (), ENDS, 4, 2, 3, ("back", "now")),
    Scene("a win by silence, secrets", SILENT, (), (*ENDS, "open"), 4, 2, 3, ("back", "now"),
          game=SECRET),
    Scene("dates ahead", (("h", "go"), ("c", "go")), ("go",),
          ("say", "time?", "draw?", "end", "resign"), 5, 0, 1, ("now", "ahead"), (0,)),
    Scene("coin", (("h", "go"),), ("go", "coin"), ("go", "coin", "flip", "say", "draw?"), 5, 1, 1),
    Scene("coin of the honest player", (("h", "go"), ("c", "go"), ("h", "coin")), ("go",),
          ("go", "flip", "say", "resign", "back?"), 5, 1, 2),
    Scene("held back", (("h", "go"),), ("go", "win"), ("go", "resign", "draw?", "say"), 5, 1, 1,
          ("back", "now"), held=True),
    Scene("held back, claims", (("h", "go"), ("c", "go")), ("go", "off", "accept"),
          ("time?", "end", "go"), 5, 1, 1, ("now",), (0, 1), held=True),
    Scene("held back, secrets", RESIGNED, (), ("resign", "go", "open", "say"), 5, 1, 1,
          ("now",), held=True, game=SECRET),
    Scene("two devices, mate on one", (("h", "go"), ("c", "go")), ("win", "go"),
          ("go", "say", "win"), 5, 1, 1, devices=2),
    Scene("two devices, resignation", (("h", "go"),), ("go",), ("resign", "go", "say", "win"), 5,
          1, 1, devices=2),
    Scene("two devices, resignation, secrets", (("h", "go"),), ("go",),
          ("resign", "go", "say", "open"), 5, 1, 1, devices=2, game=SECRET),
    Scene("two devices, draw", (("h", "go"),), ("draw?", "go", "draw"),
          ("draw", "go", "draw?", "draw!", "say"), 5, 1, 1, devices=2),
    Scene("two devices, claims", (("h", "go"),), ("go", "off", "accept"), ("go", "time?", "end"), 5,
          0, 1, ("back", "now"), (0, 1), devices=2),
    Scene("two devices, coin", (("h", "go"),), ("go", "coin"), ("coin", "go", "flip", "say"), 5,
          1, 1, devices=2),
    Scene("two devices, held back", (("h", "go"),), ("go", "win"), ("go", "resign"), 5, 1, 1,
          devices=2, held=True),
    Scene("two acceptances, mated", MATED, (), ("go", "win", "say", "resign"), 5, 2, 1,
          invites=False, ghost=("go", "win", "say")),
    Scene("two acceptances, resigned, secrets", RESIGNED, (), ("go", "win", "open"), 4, 2, 1,
          invites=False, ghost=("go", "win"), game=SECRET),
    Scene("two acceptances at the start", (), ("go",), ("go", "win", "resign"), 5, 1, 1,
          invites=False, ghost=("go", "win")),
)  # fmt: skip
SCENES = [
    replace(one, name=one.name + name + ", second" * me, clock=clock, me=me)
    for one in POSITIONS
    for clock, name in ((MINUTES, ""), (DAYS, ", days"), (NO_CLOCK, ", no clock"))
    for me in (0, 1)
]


def main(seconds: float, names: list[str]) -> None:
    total = 0
    with registered():
        for scene in SCENES:
            if names and not any(one in scene.name for one in names):
                continue
            begin = time.process_time()
            found = search(scene, seconds)
            total += found.states
            spent = time.process_time() - begin
            print(f"## {scene.name}: {found.states} states, depth {found.depth} of {scene.depth}, "
                  f"{spent:.0f} s, {len(found.breaks)} breaks", flush=True)  # fmt: skip
            for what, log in found.breaks.items():
                print("  ", what, *log, sep="\n      ", flush=True)
    print("states", total)


__all__ = ["SCENES", "Found", "Scene", "main", "search", "verdict"]

if __name__ == "__main__":
    main(float(sys.argv[1]), sys.argv[2:])
