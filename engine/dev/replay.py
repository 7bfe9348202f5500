"""Show a game from a record, a save file or a link."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path

from engine.core.errors import BadPosition, BadRecord
from engine.dev.common import game_ids, refusing, result_line, words
from engine.match import codec, record, savefile
from engine.match.match import Match
from engine.match.view import View

NAME = "replay"
HELP = "show the position of a record, save file or link"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add source, length, viewer, notation and game."""
    parser.add_argument("source", metavar="FILE|TOKEN", help="record, save file or link")
    parser.add_argument("--to", type=int, metavar="N", help="replay only the first N events")
    parser.add_argument(
        "--as", dest="viewer", type=int, metavar="SIDE", help="show what this side sees"
    )
    parser.add_argument("--text", metavar="NAME", help="print only the position, in this notation")
    parser.add_argument("--game", help="id of the game, if the record does not say")


def open_source(source: str, game_id: str | None = None) -> Match:
    """Return a match from a file name or a link; a View if the source holds only one player's
    knowledge. Raises BadRecord, BadLink or UnknownGame."""
    game_ids(game_id)
    path = Path(source)
    try:
        text = path.read_text("utf-8") if len(source) < 1000 and path.is_file() else None
    except (OSError, ValueError) as why:
        raise BadRecord(f"cannot be read: {why}", code="unreadable") from None
    if text is None:
        return codec.decode(source)
    if text.lstrip().startswith("{"):
        return savefile.load(text)
    return record.read(text, game_id)


def _other_text(texts: Mapping[str, str], name: str) -> int:
    """Print the position in a notation and return 0. Raises BadPosition if it is not available."""
    if name not in texts:
        raise BadPosition(f"no text of that kind here: {name}", code="no_text")
    print(texts[name])
    return 0


@refusing
def run(args: argparse.Namespace) -> int:
    """Return 0; 2 for a refused source or a viewer whose view it does not hold."""
    match = open_source(args.source, args.game)
    if isinstance(match, View):
        args.game = match.config.game_id
        args.viewer = match.viewer if args.viewer is None else args.viewer
        match.require(args.viewer)
    sides = len(match.game.sides)
    if args.viewer is not None and not 0 <= args.viewer < sides:
        raise BadPosition(f"no side {args.viewer}: they are 0 to {sides - 1}", code="no_side")
    count = len(match.events) if args.to is None else max(0, min(args.to, len(match.events)))
    state = match.state_at(count)
    if args.viewer is not None:
        state = state.observation(args.viewer)
    if args.text is not None:
        return _other_text(match.game.other_texts(state), args.text)
    for remark in match.remarks:
        print(words(match.config.game_id, remark), file=sys.stderr)
    print(state.to_text())
    viewer = -1 if args.viewer is None else args.viewer
    print(words(match.config.game_id, state.prompt(viewer)))
    line = result_line(match.game, state)
    if line:
        print(line)
    return 0
