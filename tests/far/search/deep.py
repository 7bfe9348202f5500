"""A search of scenes that goes on where it has stopped, as deep as its folder has grown.

`python -m tests.far.search.deep FOLDER [--until 17:30] [--depth 4] [words of names]` takes the
scenes in turn, a slice of each, and keeps in FOLDER how far each has come: the steps that lead to
each state of the level it searches, and the digests of all states it knows.

States that differ in nothing a rule looks at are one: letters count by seat, number, words, second
and what they build on, and by which of two versions has the lower digest and came first; not by
milliseconds.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from random import Random

from engine.far.letter import Letter
from engine.match.clock import SECOND
from tests.far.search.devices import KNOWN, Honest
from tests.far.search.scenes import SAMPLE, SCENES, Scene, Step, play, steps
from tests.far.search.toy import registered
from tests.far.search.world import World

SLICE = 60  # seconds of processor time for a scene at a time
STATE = 16  # bytes of a digest


NARROW = {  # by a scene's name: what is tried there of either seat
    "draw": (("draw?", "draw", "go"), ("draw?", "draw", "draw!", "resign", "go")),
    "draw, secrets": (("draw?", "draw", "go"), ("draw", "draw!", "resign", "go", "open")),
    "draw accepted, then ended": (("go",), ("draw", "resign", "time?", "end")),
    "takeback": (("back?", "back", "go"), ("back?", "back", "back!", "go", "win")),
    "claims, page open": (("go", "off", "claim"), ("go", "time?", "end")),
    "a win by silence": ((), ("go", "time-no", "off", "time", "win")),
    "rematch": (("again",), ("again", "go", "resign")),
    "held back": (("go", "win"), ("go", "resign")),
    "held back, claims": (("go", "off"), ("time?", "end", "go")),
    "two devices, draw": (("draw?", "go", "draw"), ("draw", "go", "draw!")),
    "two devices, resignation": (("go",), ("resign", "go", "say")),
    "two devices, mate on one": (("win", "go"), ("go", "say")),
    "two acceptances, mated": ((), ("go", "win", "resign")),
    "two acceptances at the start": (("go",), ("go", "win")),
    "mated": ((), ("go", "win", "resign", "time?", "stands")),
}


def deep_scenes() -> Iterator[Scene]:
    for scene in SCENES:
        kind = scene.name.removesuffix(", second").removesuffix(", no clock").removesuffix(", days")
        if kind in NARROW:
            honest, cheat = NARROW[kind]
            yield replace(scene, honest=honest, cheat=cheat, own=1, cross=1, dates=("now",))


# -- states ----------------------------------------------------------------------------------------


@cache
def kind_of(digest: bytes) -> bytes:
    """Return what a letter is without its milliseconds."""
    letter = KNOWN[digest]
    body = replace(letter, at=letter.at // SECOND * SECOND, parents=()).signed
    builds = b"".join(kind_of(one.digest) for one in letter.parents)
    return hashlib.sha256(body + builds).digest()[:STATE]


def state_of(world: World) -> bytes:
    """Return a digest of all that the rules look at."""
    places: dict[tuple[int, bytes], list[bytes]] = {}
    for digest in sorted(world.born):
        letter = KNOWN[digest]
        places.setdefault((letter.seat, letter.own), []).append(digest)
    rank = {one: n for found in places.values() for n, one in enumerate(found)}

    def name(digest: bytes) -> tuple[bytes, int]:
        return kind_of(digest), rank.get(digest, 0)

    def shown(device: Honest) -> tuple[object, ...]:
        had = {one: at // SECOND for one, at in device.had.items()}
        came = [name(one) for one in device.had if len(places.get(_place(one), ())) > 1]
        here = None if device.here is None else name(device.here)
        return (
            sorted((name(one), had[one]) for one in device.letters), came, device.online,
            device.ahead // SECOND, device.final, device.opened, here,
        )  # fmt: skip

    born = sorted((name(one), at // SECOND) for one, at in world.born.items())
    found = repr((born, world.now // SECOND, [shown(one) for one in world.devices]))
    return hashlib.sha256(found.encode()).digest()[:STATE]


def _place(digest: bytes) -> tuple[int, bytes]:
    return KNOWN[digest].seat, KNOWN[digest].own


# -- steps as text ---------------------------------------------------------------------------------


def to_text(path: tuple[Step, ...]) -> str:
    return json.dumps([[_packed(one) for one in step] for step in path])


def _packed(value: object) -> object:
    return {"letter": value.digest.hex()} if isinstance(value, Letter) else value


def _unpacked(value: object) -> object:
    if isinstance(value, dict):
        return KNOWN[bytes.fromhex(value["letter"])]
    return tuple(value) if isinstance(value, list) else value


def replayed(scene: Scene, text: str) -> tuple[World, tuple[Step, ...]]:
    """Return the state to which steps lead, and these."""
    world, path = scene.begin(), []
    for step in json.loads(text):
        path.append(tuple(_unpacked(one) for one in step))
        assert play(world, scene, path[-1])
    return world, tuple(path)


# -- the search ------------------------------------------------------------------------------------


@dataclass
class Level:
    """How far the search of a scene has come: `depth` levels are done; of the states of the level
    `place` are. `found`: breaks."""

    folder: Path
    depth: int = 0
    place: int = 0

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        if (at := self.folder / "at.json").exists():
            self.depth, self.place = json.loads(at.read_text())
        known = self.folder / "known"
        data = known.read_bytes() if known.exists() else b""
        self.known = {data[n : n + STATE] for n in range(0, len(data), STATE)}

    def file(self, depth: int) -> Path:
        return self.folder / f"level{depth}"

    def states(self) -> list[str]:
        level = self.file(self.depth)
        return level.read_text().splitlines() if level.exists() else []

    def save(self, new: list[tuple[bytes, str]], breaks: list[str]) -> None:
        """Keep what a slice has found."""
        with (self.folder / "known").open("ab") as known:
            known.write(b"".join(state for state, _ in new))
        with self.file(self.depth + 1).open("a") as level:
            level.writelines(f"{text}\n" for _, text in new)
        with (self.folder / "breaks").open("a") as found:
            found.writelines(breaks)
        (self.folder / "at.json").write_text(json.dumps([self.depth, self.place]))


def go_on(scene: Scene, folder: Path, depth: int, seconds: float) -> Level:
    """Search a scene for a slice of time, to this depth at most."""
    level, begin = Level(folder), time.process_time()
    if not level.known:
        first = scene.begin()
        level.known.add(state_of(first))
        level.depth = -1
        level.save([(state_of(first), to_text(()))], [])
        level.depth = 0
    front = level.states()
    while level.depth < depth and time.process_time() - begin < seconds:
        if level.place >= len(front):
            level.depth, level.place = level.depth + 1, 0
            level.save([], [])
            front = level.states()
            if not front:
                level.depth = depth
            continue
        new, breaks = expanded(scene, level, front[level.place])
        level.place += 1
        level.save(new, breaks)
    return level


def expanded(scene: Scene, level: Level, text: str) -> tuple[list[tuple[bytes, str]], list[str]]:
    """Return the new states that one state leads to, and what was broken."""
    world, path = replayed(scene, text)
    found, breaks, rng = [], [], Random(len(level.known))
    for step in steps(world, scene, len(path)):
        new = world.copy()
        if not play(new, scene, step):
            continue
        if not rng.randrange(SAMPLE):
            new.agreed(rng)
        breaks += ["\n    ".join([one, *new.log]) + "\n" for one in new.bad]
        state = state_of(new)
        if not new.bad and state not in level.known:
            level.known.add(state)
            found.append((state, to_text((*path, step))))
    return found, breaks


def main(folder: str, until: str, depth: int, names: list[str]) -> None:
    scenes = [one for one in deep_scenes() if not names or any(n in one.name for n in names)]
    done: dict[str, str] = {}
    total: dict[str, int] = {}
    with registered():
        while len(done) < len(scenes):
            for scene in (one for one in scenes if one.name not in done):
                if until and f"{datetime.now(UTC):%H:%M}" >= until:
                    print("states", sum(total.values()))
                    return
                place = Path(folder) / scene.name.replace(", ", "-").replace(" ", "_")
                level = go_on(scene, place, depth, SLICE)
                total[scene.name] = len(level.known)
                broken = (level.folder / "breaks").read_text()
                at = f"{level.place} of {len(level.states())} of the next level"
                print(f"{scene.name}: depth {level.depth}, {at}, {len(level.known)} states, "
                      f"{len(broken)} broken", broken[:2_000], flush=True)  # fmt: skip
                if level.depth >= depth:
                    done[scene.name] = "done"
    print("states", sum(total.values()))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--until", default="")
    parser.add_argument("--depth", type=int, default=4)
    parser.add_argument("names", nargs="*")
    main(**vars(parser.parse_args()))
