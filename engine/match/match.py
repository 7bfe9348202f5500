"""A match: configuration plus log of events. The state is the fold of the events."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from engine.core.contract import (
    CHANCE,
    DRAW,
    RESIGN,
    TABLE_VERBS,
    TERMINAL,
    TIME,
    Action,
    AnyGame,
    Event,
    Record,
    State,
)
from engine.core.errors import IllegalAction
from engine.core.foreign import Added
from engine.core.options import Options
from engine.core.outcome import UNPROVED, UNPROVED_TAG, Outcome, unproved_player, won_by
from engine.core.texts import Message, plain_name
from engine.games import load_game

ChanceSampler = Callable[[State], Action]

_SNAPSHOT_EVERY = 32
_NEWEST = 8  # recent states to cache: each event needs them


@dataclass(slots=True)
class MatchConfig:
    """Configuration of a match, fixed before the first event.

    `names`: by player, as texts.plain_name wherever they come from; `start`: a position text,
    None for the usual start."""

    game_id: str
    options: Options = field(default_factory=dict)
    names: tuple[str, ...] = ()
    start: str | None = None
    tags: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.names = tuple(plain_name(name) for name in self.names)


class Match:
    """A match and its log; the only code that appends events.

    `sampler` draws chance outcomes as soon as they are due; without one the caller plays them, as
    in a replay. `viewer`: the player whose knowledge the match holds (`start` and `state` are his
    observations, `events` are redacted for him); None: the true match. `plays`: whether it can be
    played on. `levels`: by player, the computer level a link or file asks for, 0: a person; empty:
    unspecified. `clocks`: the fields of a save file about time, unchecked. `adopted`: question to
    ask before opening the record of another game that is legal in this one too. `added`: comments,
    glyphs and variations of the record it was read from, each at the number of events before it.
    """

    plays = True
    adopted: Message | None = None
    added: tuple[Added, ...] = ()
    levels: tuple[int, ...] = ()
    clocks: Mapping[str, Any] = MappingProxyType({})

    def __init__(
        self,
        config: MatchConfig,
        sampler: ChanceSampler | None = None,
        game: AnyGame | None = None,
        viewer: int | None = None,
    ) -> None:
        """Raises BadOptions or BadPosition for a configuration the rules refuse."""
        self.game: AnyGame = game or load_game(config.game_id)(config.options)
        config.options = self.game.options
        self.config = config
        self.sampler = sampler
        self.remarks: tuple[Message, ...] = ()  # assumptions of the record reader, to show
        self.hold(viewer)

    def hold(self, viewer: int | None) -> None:
        """Reset to the start, without events, as `viewer` knows it; None: the true state."""
        start = self.config.start
        truth = self.game.state_from_text(start) if start else self.game.initial_state()
        self.viewer = viewer
        self.events: list[Event] = []
        self.start: State = truth if viewer is None else truth.observation(viewer)
        self.state: State = self.start.clone()
        self._kept: dict[int, State] = {0: self.start}  # state by number of events
        self._counts: list[int] = [0]  # sorted keys of `_kept`
        self._tail: list[int] = []  # keys dropped when they are no longer among the newest

    # -- playing -----------------------------------------------------------------------------

    def options_now(self) -> list[Action]:
        """Return the sorted legal actions or chance outcomes, as links index them."""
        return sorted_options(self.state)

    def begin(self) -> list[Event]:
        """Let the sampler draw what is due before the first decision; return the new events."""
        return self._deal([])

    def play(self, action: Action) -> list[Event]:
        """Play an action of the player to move, or a table action, then let the sampler draw.

        Returns the new events. Raises IllegalAction and then changes nothing.
        """
        actor = self.state.current_player()
        if action[0] in TABLE_VERBS:
            if action not in table_options(self.state):
                token = str(action[0])
                raise IllegalAction(Message("error.table_action", token=token), token=token)
            actor = int(action[1]) if len(action) > 1 else max(actor, 0)
        elif action not in self.options_now() and not self.state.takes(action):
            raise IllegalAction(Message("error.illegal", token=repr(action)), token=repr(action))
        return self._deal([self._append(Event(actor, action))])

    def take(self, action: Action) -> Event:
        """Append an action from `options_now()` without checking it or drawing chance; for
        replays."""
        return self._append(Event(self.state.current_player(), action))

    def resign(self, player: int) -> list[Event]:
        return self.play((RESIGN, player))

    def agree_draw(self) -> list[Event]:
        return self.play((DRAW,))

    def _append(self, event: Event) -> Event:
        self.state.apply(event.action)
        self.events.append(event)
        count = len(self.events)
        if count % _SNAPSHOT_EVERY and count not in self._kept:
            self._tail.append(count)
        self._keep(count, self.state)
        if len(self._tail) > _NEWEST:
            oldest = self._tail.pop(0)
            del self._kept[oldest]
            self._counts.remove(oldest)
        return event

    def _keep(self, count: int, state: State) -> None:
        if count not in self._kept:
            insort(self._counts, count)
            self._kept[count] = state.clone()

    def resume(self, events: list[Event], state: State) -> None:
        """Continue from `state`, the trusted result of `events`, in a match without events. They
        are replayed only if an earlier state is requested."""
        assert not self.events
        self.events = list(events)
        self.state = state
        self._keep(len(events), state)

    def _deal(self, new: list[Event]) -> list[Event]:
        while self.sampler is not None and self.state.current_player() == CHANCE:
            new.append(self._append(Event(CHANCE, self.sampler(self.state))))
        return new

    def until(self, count: int) -> Match:
        """Return a new match with the first `count` events."""
        config = self.config
        tags = dict(config.tags)
        if count < len(self.events):
            tags.pop(UNPROVED_TAG, None)
        early = Match(replace(config, options=dict(config.options), tags=tags))
        early.resume(self.events[:count], self.state_at(count))
        return early

    # -- looking back ------------------------------------------------------------------------

    def state_at(self, count: int) -> State:
        """Return a copy of the state after `count` events. Raises IndexError."""
        if not 0 <= count <= len(self.events):
            raise IndexError(count)
        nearest = self._counts[bisect_right(self._counts, count) - 1]
        state = self._kept[nearest].clone()
        for number, event in enumerate(self.events[nearest:count], nearest + 1):
            state.apply(event.action)
            if number % _SNAPSHOT_EVERY == 0:
                self._keep(number, state)
        return state

    def observed_events(
        self, viewer: int, since: int = 0, until: int | None = None
    ) -> list[tuple[int, Event]]:
        """Return the log as `viewer` may know it: (index of the true event, redacted event)."""
        if viewer == self.viewer:
            return list(enumerate(self.events))[since:until]
        out = []
        state = self.state_at(since)
        for index in range(since, len(self.events) if until is None else until):
            if index > since:
                state.apply(self.events[index - 1].action)
            seen = self.game.redact(state, self.events[index], viewer)
            if seen is not None:
                out.append((index, seen))
        return out

    def can_undo(self, player: int) -> bool:
        """Return whether `player` may undo the last event (contract rule 8): it is his own decision
        and told him nothing new."""
        if not self.events or self.events[-1].actor != player:
            return False
        last = self.events[-1]
        if last.action[0] in TABLE_VERBS:
            return False
        before = self.state_at(len(self.events) - 1)
        return self.game.redact(before, last, player) == last

    def undo(self, player: int) -> Event:
        """Remove and return the last event of `player`. Raises IllegalAction."""
        if not self.can_undo(player):
            raise IllegalAction(Message("error.no_undo"))
        last = self.events[-1]
        self.cut(len(self.events) - 1)
        return last

    def cut(self, count: int) -> None:
        """Drop all but the first `count` events, for an agreed takeback."""
        self.state = self.state_at(count)
        while self._counts[-1] > count:
            del self._kept[self._counts.pop()]
        self._tail = [one for one in self._tail if one <= count]
        del self.events[count:]

    # -- result and exchange -----------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.state.current_player() == TERMINAL or self.unproved is not None

    def outcome(self) -> Outcome | None:
        """Return the result: an unproved board or hand loses, whatever the moves came to."""
        if self.unproved is not None:
            return won_by(1 - self.unproved, UNPROVED)
        return self.state.outcome()

    @property
    def unproved(self) -> int | None:
        """The player who has not proved board or cards at a far table and has lost; None: none.

        Kept as a tag, so that every form of the match has it. Where nothing is hidden the tag
        counts only after the end."""
        if UNPROVED_TAG not in self.config.tags or not self.game.info.has_secrets:
            return None
        ended = self.viewer is not None or self.state.current_player() == TERMINAL
        return unproved_player(self.config.tags, self.game.sides) if ended else None

    def note_unproved(self, player: int | None) -> None:
        """Set who has not proved board or cards; None: nobody."""
        self.config.tags.pop(UNPROVED_TAG, None)
        if player is not None:
            self.config.tags[UNPROVED_TAG] = self.game.sides[player]

    def to_record(self, tags: Mapping[str, str] | None = None) -> Record:
        """Return the match as a text record, with additional `tags`.

        The result is that of the moves; a tag says who has not proved board or cards."""
        outcome = self.state.outcome()
        return Record(
            options=dict(self.config.options),
            events=list(self.events),
            tags={**self.config.tags, **(tags or {})},
            start=self.config.start,
            result=outcome.score if outcome else "*",
        )


def sorted_options(state: State) -> list[Action]:
    """Return the legal actions or chance outcomes in the order of links."""
    if state.current_player() == CHANCE:
        return sorted(action for action, _ in state.chance_outcomes())
    return sorted(state.legal_actions())


def table_options(state: State) -> list[Action]:
    """Return the table actions in the order of links: those of the game, and a loss on time for
    each player it allows. Time sorts last, so older indexes keep their meaning."""
    return sorted({*state.table_actions(), *((TIME, player) for player in state.time_losers())})
