"""The engine server: runs searches for the page, in a worker or on the page itself.

Requests: an action (MOVE), an action with reasons (HINT), whether to accept a draw (DRAW), the
analysis of a past decision (JUDGE), pondering (PONDER), the best lines of a position (LINES), and
the winning chances of a set-up (SETUP).

A request is JSON with only what its seat may know: the redacted events, from which the observation
is folded (contract rule 5). Only LINES, asked after a game, may be about the whole truth. A reply
is JSON with the number under which it was asked, so that a late reply can be recognized.
"""

from __future__ import annotations

import json
import time
from bisect import bisect_left
from collections.abc import Callable, Iterator
from random import Random
from typing import TYPE_CHECKING, Any

from engine.core.contract import Action, AnyGame, Event, State
from engine.games import load_game
from engine.match.match import Match, MatchConfig
from engine.search.budget import Budget, SearchProgress, SearchSteps
from engine.search.draw_resign import ResignTracker, accepts_draw
from engine.search.hints import Hints
from engine.search.levels import limits, page_limits, think
from engine.search.pondering import PONDER_NODES, ponder
from engine.search.reasons import reasons
from engine.search.transposition import SearchTables

if TYPE_CHECKING:
    from engine.search.analysis import Verdict
    from engine.search.lines import LinesProgress
    from engine.search.setup_chances import SetupProgress

MOVE, DRAW, HINT, JUDGE, PONDER = "move", "draw", "hint", "judge", "ponder"
LINES, SETUP = "lines", "setup"
KEPT_EVERY = 32  # events
NEWS = ("depth", "determinizations", "lines", "chances", "actions")  # what is told as it is found
WHY_SEED = 1  # fixed: a position always gets the same reasons


class ObservedEvents:
    """The log of a match as one seat may know it, redacted incrementally."""

    def __init__(self, match: Match, seat: int) -> None:
        self._match, self._seat = match, seat
        self._events: list[Event] = []  # the true events behind `_observed`
        self._observed: list[tuple[int, list[Any]]] = []  # index of the true event, redacted event

    def events(self, until: int | None = None) -> list[list[Any]]:
        """Return [actor, action] of each event the seat knows of, redacted; `until`: only of the
        first so many true events."""
        now = self._match.events
        same = len(self._events)
        if now[:same] != self._events:  # takeback
            pairs = zip(now, self._events, strict=False)
            same = next((n for n, (one, old) in enumerate(pairs) if one != old), len(now))
            self._observed = [one for one in self._observed if one[0] < same]
        for index, event in self._match.observed_events(self._seat, same):
            self._observed.append((index, [event.actor, list(event.action)]))
        self._events = list(now)
        known = (
            len(self._observed) if until is None else bisect_left(self._observed, until, key=_index)
        )
        return [event for _, event in self._observed[:known]]


def _index(seen: tuple[int, list[Any]]) -> int:
    return seen[0]


def _start(match: Match, seat: int | None) -> str | None:
    """Return the composed start of a match as one seat may know it; None for the usual one."""
    if match.config.start is None or seat is None:
        return match.config.start
    return match.start.observation(seat).to_text()


def question(
    match: Match,
    seat: int,
    level: int,
    seed: int,
    about: str = MOVE,
    known: ObservedEvents | None = None,
    at: int | None = None,
    nodes: int = 0,
    played: Action | None = None,
) -> str:
    """Return a request to `seat` as JSON.

    `about`: MOVE, DRAW, HINT, JUDGE or PONDER. `known`: reused between requests to one seat. `at`:
    for JUDGE, the index of the event to analyse; only earlier events are sent. `played`: for JUDGE,
    an action that has not been played yet, in place of `at`. `nodes`: of the
    analysis, 0: as many as usual; or of a move, which then depends on position and seed only."""
    seen = (known or ObservedEvents(match, seat)).events(at)
    judged = match.events[at].action if at is not None else played
    return json.dumps(
        {
            "game": match.config.game_id,
            "options": dict(match.config.options),
            "start": _start(match, seat),
            "seat": seat,
            "events": seen,
            "level": level,
            "seed": seed,
            "about": about,
            "nodes": nodes,
            **({} if judged is None else {"played": list(judged)}),
        }
    )


def position_question(match: Match, at: int, eyes: int | None = None, threat: bool = False) -> str:
    """Return a LINES request as JSON, about the position after `at` events.

    `eyes`: the player through whose eyes it is seen; None: the whole truth. `threat`: the mover
    lets his turn pass."""
    if eyes is None:
        events = [[event.actor, list(event.action)] for event in match.events[:at]]
    else:
        events = ObservedEvents(match, eyes).events(at)
    return json.dumps(
        {
            "game": match.config.game_id,
            "options": dict(match.config.options),
            "start": _start(match, eyes),
            "seat": eyes,
            "events": events,
            "about": LINES,
            "threat": threat,
        }
    )


def setup_question(config: MatchConfig, seat: int, text: str, seed: int = WHY_SEED) -> str:
    """Return a SETUP request as JSON: what a player may expect who sets up as `text` says."""
    return json.dumps(
        {
            "game": config.game_id,
            "options": dict(config.options),
            "start": _start(Match(config), seat),
            "seat": seat,
            "setup": text,
            "seed": seed,
            "about": SETUP,
        }
    )


class EngineServer:
    """Works on one request at a time; a new request replaces the one before."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._search: (
            SearchSteps[list[Action]]
            | SearchSteps[bool]
            | SearchSteps[Verdict | None]
            | SearchSteps[LinesProgress]
            | SearchSteps[SetupProgress]
            | None
        )
        self._search = None
        self._budget = Budget()
        self._reply: dict[str, Any] = {"number": 0}
        self._table: list[Any] = []  # game, options, start and seat of the last request
        self._folded: list[Any] = []  # its events
        self._kept: list[tuple[int, State]] = []  # observations after so many of them, to go back
        self._resign_tracker = ResignTracker()
        self._tables = SearchTables()
        self._decision: tuple[AnyGame, State, int] | None = None  # the decision being searched
        self._wants_reasons = False
        self._told = ""  # what was found at the last call of `news`

    def ask(self, text: str, number: int = 1) -> None:
        """Start on a request. An invalid one gets a reply with `error`."""
        request = json.loads(text)
        self._reply = {"number": number, "depth": 0, "determinizations": 0, "nodes": 0}
        self._reply["seconds"] = 0.0
        self._told = self._found()
        self._decision = None
        try:
            game = load_game(request["game"])(request["options"])
            if request.get("about") == LINES:
                self._look(game, request)
                return
            if request.get("about") == SETUP:
                self._weigh(game, request)
                return
            seat, level = int(request["seat"]), int(request["level"])
            state = self._fold(game, seat, request)
            nodes = int(request.get("nodes", 0))
            self._budget = page_limits(game, level)
            rng = Random(int(request["seed"]))
            if request.get("about", MOVE) == DRAW:
                past = _past(game, seat, request)
                self._search = accepts_draw(game, past, seat, level, rng, self._budget)
            elif request.get("about") == JUDGE:
                from engine.search.analysis import NODES, analyse  # only needed after a game

                self._budget, played = Budget(), as_action(request["played"])
                self._search = analyse(game, state, played, rng, self._budget, nodes or NODES)
            elif request.get("about") == PONDER:
                self._budget = Budget(PONDER_NODES)
                self._search = ponder(game, state, seat, rng, self._budget, self._tables)
            elif nodes:
                self._budget = limits(game, level, nodes)
                self._search = think(game, state, level, rng, self._budget)
            else:
                self._decision = (game, state, level)
                self._wants_reasons = request.get("about") == HINT
                self._search = think(game, state, level, rng, self._budget, self._tables)
        except Exception as problem:  # any failure must reach the page
            self._fail(problem)

    def _look(self, game: AnyGame, request: dict[str, Any]) -> None:
        """Start the search for the best lines of a position, or of its threat."""
        from engine.search.lines import after_null_move, best_lines  # only needed after a game

        eyes, self._budget = request["seat"], Budget()
        state: State | None = self._fold(game, eyes, request)
        assert state is not None
        if request["threat"]:
            state = after_null_move(game, state)
        if state is None:
            self._reply.update(actions=[], mover=-1, lines=[])
            self._search = None
        else:
            self._search = best_lines(game, state, self._budget, eyes)

    def _weigh(self, game: AnyGame, request: dict[str, Any]) -> None:
        """Start on the chances of a set-up."""
        from engine.search.setup_chances import setup_chances  # only needed on request

        self._budget, rng = Budget(), Random(int(request["seed"]))
        start, seat, text = _first(game, None, request), int(request["seat"]), str(request["setup"])
        self._search = setup_chances(game, start, seat, text, rng, self._budget)

    def _fold(self, game: AnyGame, seat: int | None, request: dict[str, Any]) -> State:
        """Return the seat's observation, folded from the nearest state kept of the last request.

        The search tables stay if its events are a prefix."""
        events = request["events"]
        table = [request[key] for key in ("game", "options", "start", "seat")]
        if table != self._table:
            self._resign_tracker, self._folded, self._kept = ResignTracker(), [], []
        same = _common(self._folded, events)
        kept = [one for one in self._kept if one[0] <= same]
        if not kept or same < len(self._folded):
            self._tables = SearchTables()
        self._kept = []  # an event may fail half-way
        done, state = kept.pop() if kept else (0, _first(game, seat, request))
        for count, (_, action) in enumerate(events[done:], done):
            if count % KEPT_EVERY == 0:
                kept.append((count, state.clone()))
            state.apply(as_action(action))
        self._table, self._folded, self._kept = table, events, [*kept, (len(events), state)]
        return state.clone()

    def _fail(self, problem: Exception) -> None:
        self._search = None
        self._reply.update(error=f"{type(problem).__name__}: {problem}", actions=[])

    def cancel(self, number: int) -> None:
        """Abandon request `number`; its reply stays unfinished."""
        if self._reply.get("number") == number:
            self._budget.cancel()
            self._search = None

    @property
    def busy(self) -> bool:
        return self._search is not None

    def step(self, seconds: float) -> bool:
        """Search for about `seconds`; return False when no request is left."""
        begun = self._clock()
        until = begun + seconds
        while self._search is not None and self._clock() < until:
            try:
                self._report(next(self._search))
            except StopIteration as end:
                self._search = None
                self._answer(end.value)
            except Exception as problem:
                self._fail(problem)
        self._reply["seconds"] += self._clock() - begun
        return self._search is not None

    def _answer(
        self, found: list[Action] | bool | Verdict | LinesProgress | SetupProgress | None
    ) -> None:
        self._reply["nodes"] = self._budget.nodes
        if isinstance(found, bool):
            self._reply.update(actions=[], agrees=found)
        elif isinstance(found, SearchProgress):
            self._report(found)
            self._reply["actions"] = []
        elif not isinstance(found, list):
            self._reply.update(actions=[], verdict=found)
        else:
            self._reply["actions"] = [list(action) for action in found]
            if self._decision is not None:
                self._add_resign_and_draw(*self._decision)
                if self._wants_reasons and found:
                    self._reply["why"] = _reasons(*self._decision[:2], found[0])

    def _add_resign_and_draw(self, game: AnyGame, state: State, level: int) -> None:
        """Add whether the player resigns instead, or offers a draw, to the reply."""
        value = self._reply.get("value")
        if value is not None:
            self._resign_tracker.update(game, state, value)
        self._reply["resigns"] = self._resign_tracker.should_resign(level)
        self._reply["offers"] = Hints(game).dead(state)

    def _report(self, progress: SearchProgress) -> None:
        self._reply.update(
            depth=progress.depth,
            determinizations=progress.determinizations,
            nodes=progress.nodes,
            value=progress.value,
        )
        if (lines := getattr(progress, "lines", None)) is not None:
            self._reply.update(lines=lines, mover=getattr(progress, "mover", 0))
        if (chances := getattr(progress, "chances", None)) is not None:
            self._reply["chances"] = chances

    def reply(self) -> str:
        """Return the reply so far as JSON.

        Always: number, depth, determinizations, nodes, seconds. When finished: `actions`; for MOVE
        and HINT also `resigns` and `offers` (a draw); for DRAW `agrees`; for HINT `why`, pairs of
        reason and square; for JUDGE `verdict` (engine.search.analysis.Verdict or null); for LINES,
        at any time, `mover` (−1: no such position) and `lines` (engine.search.lines.Variation);
        for SETUP, at any time, `chances` (engine.search.setup_chances.SetupProgress).
        `error` when it failed."""
        return json.dumps(self._reply)

    def news(self) -> str:
        """Return the reply if more is found than at the last call, else ""."""
        before, self._told = self._told, self._found()
        return self.reply() if self._told != before else ""

    def _found(self) -> str:
        return json.dumps([self._reply.get(name) for name in NEWS])


def _common(one: list[Any], other: list[Any]) -> int:
    """Return how many events two logs have in common at their beginning."""
    if one == other[: len(one)]:
        return len(one)
    pairs = enumerate(zip(one, other, strict=False))
    return next((index for index, (a, b) in pairs if a != b), min(len(one), len(other)))


def _reasons(game: AnyGame, state: State, action: Action) -> list[list[str]]:
    """Return (reason, square) pairs; none in a set-up, where a single piece means little."""
    if game.arrangement(state) is not None:
        return []
    return [list(reason) for reason in reasons(game, state, action, Random(WHY_SEED))]


def _first(game: AnyGame, seat: int | None, request: dict[str, Any]) -> State:
    """Return the seat's observation of the start; None: the start itself."""
    start = request["start"]
    state: State = game.state_from_text(start) if start else game.initial_state()
    return state if seat is None else state.observation(seat)


def _past(game: AnyGame, seat: int, request: dict[str, Any]) -> Iterator[State]:
    """Yield the seat's observations of the game: one state object, updated in place."""
    state = _first(game, seat, request)
    yield state
    for _, action in request["events"]:
        state.apply(as_action(action))
        yield state


def as_action(value: Any) -> Any:
    """Return an action, or a part of one, with JSON lists turned into tuples."""
    return tuple(as_action(one) for one in value) if isinstance(value, list) else value
