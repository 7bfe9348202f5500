"""Measure the longest step in which the page reads a hostile text.

    python -m tests.bench.texts [--size 960000] [--shown 12]

Each text repeats one part behind the tags of one game, and is read as home, Studies and the editor
read it. Prints the longest steps in milliseconds of processor time, with the number of steps. The
page runs the same code three to five times slower; nothing may block it for 200 ms.
"""

from __future__ import annotations

import argparse
import gc
import time
from collections.abc import Callable, Iterator

from engine.core.errors import AsedioError
from engine.core.steps import Steps
from engine.games import REGISTRY, load_game
from ui.learn.editor.pasting import pasting
from ui.learn.study import entry
from ui.session import share
from ui.shell import text_kinds

HEADS = {
    "none": "",
    "chess": '[Event "x"]\n[White "a"]\n\n',
    "andarraya": '[Game "Andarraya"]\n\n',
    "cotadrez": '[J1 "a"]\n[Rules "water=lagos"]\n\n',
    "rilatria": '[Game "Rilatria"]\n\n',
    "stratego": '[Game "stratego"]\n\n',
    "twocities": '[Rules "twocities 0.995"]\n\n',
}
PARTS = (
    "1. |1.|1... |[A «b»]~|[A «b»] |{x} |{x}|(e4) |(|{|(e4 {x} |((e4) |1. e4 e5 |e4 |e4~|;x~|%x~"
    "|$1 |e4! |x| |~|> |> x~|```~|```~x~|. . |[|[x~|]|é |… |½-½ |1-0 |(1. e4) e5 |{[%csl Ge4]} |♔ |"
    "\u200b~|/ |8/|a1-a2 |[A «b»]~x~|e.p. |( ) |#g=|& "
).split("|")
READERS: dict[str, Callable[[str], Steps[object]]] = {
    "games": text_kinds.games_in,
    "kind": text_kinds.is_annotated,
    "game": share.reading,
    "study": entry.reading,
    "editor": lambda text: pasting("andarraya", text),
}


def seconds_of_steps(work: Steps[object]) -> Iterator[float]:
    """Run a reading and yield the processor time of each step."""
    while True:
        begun = time.process_time()
        try:
            next(work)
        except (StopIteration, AsedioError):
            yield time.process_time() - begun
            return
        yield time.process_time() - begun


def main() -> None:
    parser = argparse.ArgumentParser(description="Longest steps of reading hostile texts.")
    parser.add_argument("--size", type=int, default=960_000)
    parser.add_argument("--shown", type=int, default=12)
    args = parser.parse_args()
    for game in REGISTRY:
        load_game(game)
    gc.disable()  # collections are counted on the page, not here
    found = []
    for head, tags in HEADS.items():
        for part in PARTS:
            part = part.replace("~", "\n").replace("«", '"').replace("»", '"')
            text = tags + part * ((args.size - len(tags)) // len(part))
            for name, reader in READERS.items():
                times = list(seconds_of_steps(reader(text)))
                found.append((max(times), len(times), head, part, name))
                gc.collect()
    for longest, steps, head, part, name in sorted(found, reverse=True)[: args.shown]:
        print(f"{1000 * longest:6.0f} ms  {steps:7} steps  {name} of {part!r} behind {head}")


if __name__ == "__main__":
    main()
