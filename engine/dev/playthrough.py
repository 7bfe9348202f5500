"""Golden playthroughs: a game as text, so that a change of behaviour shows as a readable diff.

    game lantern
    rules 1
    options {"width":7}
    seed 7
    shows hide: hide; turn: take      which questions were asked, and which verbs answered them

    = 3g3/7/7/3G3 south 0 - -,- - hide:south -
    1 south 1/7: Ta1
    2 north 3/7: Tc4
    3 chance 2/2: d2
    …
    = position text                 every few events and at the end,
    ? south: position text          followed by each viewer's observation, if it differs
    outcome 1-0 treasure

`1 south 3/7: text` is event 1, decided by south, the third of seven sorted options (`table` instead
of a fraction for resignations and the like). To check a file, its action texts are replayed and the
file is written again; the seed is used only to create it. To keep a playthrough to one topic, it
may begin in the middle of a game (`start position text`) and stop early (`events 30`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from engine.core.contract import CHANCE, Action, State
from engine.core.errors import AsedioError, BadRecord
from engine.dev.common import (
    game_ids,
    is_table,
    open_game,
    parse_options,
    play_on,
    result_line,
    viewers,
)
from engine.dev.walks import random_walk
from engine.games import game_info
from engine.match.match import Match, MatchConfig, sorted_options

EVERY = 10  # events between two position texts
_EVENT = re.compile(r"\d+ (\S+) (\d+/\d+|table): (.*)")


@dataclass(slots=True)
class Header:
    """Parameters of a playthrough."""

    game_id: str
    options: dict[str, Any]
    seed: int
    start: str = ""  # position text; empty: the usual start
    events: int = 0  # maximum number of events; 0: the whole game
    rules: int = 0  # rules version; 0: the current one

    def lines(self) -> Iterator[str]:
        yield f"options {json.dumps(self.options, ensure_ascii=False, separators=(',', ':'))}"
        yield f"seed {self.seed}"
        if self.start:
            yield f"start {self.start}"
        if self.events:
            yield f"events {self.events}"

    def match(self) -> Match:
        """Return the match without events. Raises UnknownGame, BadRecord, BadOptions or
        BadPosition."""
        (known,) = game_ids(self.game_id)
        info = game_info(known)
        if self.rules and not info.reads(self.rules):
            raise BadRecord("a playthrough of other rules", code="bad_header")
        game = open_game(known, info.spelled(self.rules, self.options))
        start = self.start or None
        return Match(MatchConfig(self.game_id, dict(game.options), start=start), game=game)

    def play(self) -> Match:
        """Return the random game of the seed."""
        if self.events:
            return play_on(self.match(), Random(self.seed), self.events)
        return random_walk(self.match(), Random(self.seed))


def written(header: Header) -> str:
    """Return a new playthrough made from the seed."""
    return render(header, header.play())


def render(header: Header, match: Match) -> str:
    """Return the text of a playthrough."""
    lines = [
        f"game {header.game_id}",
        f"rules {header.rules or match.game.info.rules_version}",
        *header.lines(),
        f"shows {shown(match)}",
        "",
    ]
    state = match.start.clone()
    lines += _picture(match, state)
    for number, event in enumerate(match.events, 1):
        lines.append(_event_line(match, state, number, event.actor, event.action))
        state.apply(event.action)
        if number % EVERY == 0 or number == len(match.events):
            lines += _picture(match, state)
    lines.append((result_line(match.game, state) or "result *").replace("result", "outcome", 1))
    return "\n".join(lines) + "\n"


def shown(match: Match) -> str:
    """Return the questions asked and the verbs that answered them: `march: step, stop;
    turn: step`."""
    done: dict[str, set[str]] = {}
    state = match.start.clone()
    for event in match.events:
        asked = "table" if is_table(event.action) else state.frame()
        done.setdefault(asked, set()).add(str(event.action[0]))
        state.apply(event.action)
    return "; ".join(f"{asked}: {', '.join(sorted(verbs))}" for asked, verbs in done.items())


def _event_line(match: Match, state: State, number: int, actor: int, action: Action) -> str:
    who = "chance" if actor == CHANCE else match.game.sides[actor]
    if is_table(action):
        return f"{number} {who} table: {' '.join(str(part) for part in action)}"
    options = sorted_options(state)
    place = f"{options.index(action) + 1}/{len(options)}"
    return f"{number} {who} {place}: {match.game.action_text(state, action)}"


def _picture(match: Match, state: State) -> Iterator[str]:
    truth = state.to_text()
    yield f"= {truth}"
    for viewer in viewers(match.game):
        seen = state.observation(viewer).to_text()
        if seen != truth:
            yield f"? {match.game.sides[viewer] if viewer >= 0 else 'spectator'}: {seen}"


def read_header(text: str) -> Header:
    """Parse the header of a playthrough. Raises BadRecord or BadOptions."""
    top = text.partition("\n\n")[0]
    fields = dict(line.partition(" ")[::2] for line in top.splitlines())
    try:
        return Header(
            fields["game"],
            parse_options(fields["options"]),
            int(fields["seed"]),
            fields.get("start", ""),
            int(fields.get("events", 0)),
            int(fields["rules"]),
        )
    except (KeyError, ValueError):
        raise BadRecord("this is no playthrough", code="bad_header") from None


def replayed(text: str) -> tuple[str, str]:
    """Replay a playthrough's action texts and return (its new text, error). The error is empty, or
    names the first action that is no longer possible; the replay stops there."""
    header = read_header(text)
    match = header.match()
    trouble = ""
    for line in text.partition("\n\n")[2].splitlines():
        found = _EVENT.fullmatch(line)
        if found is None:
            continue
        try:
            match.play(_read_action(match, found[2], found[3]))
        except AsedioError as why:
            trouble = f"refused: {line} ({why.code})"
            break
    return render(header, match), trouble


def _read_action(match: Match, place: str, text: str) -> Action:
    if place != "table":
        return match.game.parse_action(match.state, text)
    return tuple(int(part) if part.isdigit() else part for part in text.split())
