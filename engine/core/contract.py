"""The interface that every game implements and that match, search and page use.

A `Game` is immutable: one title with one set of options, compiled into tables. A `State` is small
and mutable: `clone()`, then `apply()`. An action is a plain tuple `(verb, int, …)`, one decision by
one player or one chance outcome, never a whole turn. States hold no clock and no random generator.
tests/contract checks rules 1–14.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from engine.core.actions import DRAW as DRAW
from engine.core.actions import RESIGN as RESIGN
from engine.core.actions import TABLE_VERBS as TABLE_VERBS
from engine.core.actions import TIME as TIME
from engine.core.actions import Action as Action
from engine.core.actions import Event as Event
from engine.core.copying import compile_copying
from engine.core.errors import AmbiguousAction, BadRecord, IllegalAction, InvalidAction
from engine.core.foreign import PLAIN, Dialect
from engine.core.hidden import Hiding
from engine.core.info import GameInfo
from engine.core.late import late_module
from engine.core.options import Options, normalize
from engine.core.outcome import Outcome
from engine.core.scene import Item, Mark, Scene, Series
from engine.core.steps import Steps, finish
from engine.core.telling import Difference, Happening, Telling, tell_event
from engine.core.texts import Message, over_prompt, player_name

CHANCE, TERMINAL = -1, -2
SPECTATOR = -1
UNKNOWN = -1

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """The actions that a piece of typed text stands for; `end`: where it ends in the text."""

    actions: tuple[Action, ...]
    end: int = 0


@dataclass(slots=True)
class Record:
    """A game as a text record holds it, without comments and variations.

    `tags` are names, dates and foreign tags; `start` is a position text, or None for the usual
    start; `result` is the result token (`*`: undecided); `remarks` say how gaps in the text were
    read. `places`: where the word of each event ends in the text; 0 for one told by a tag.
    """

    options: Options
    events: list[Event]
    tags: dict[str, str] = field(default_factory=dict)
    start: str | None = None
    result: str = "*"
    remarks: tuple[Message, ...] = ()
    places: list[int] = field(default_factory=list)


class Throw(NamedTuple):
    """What a throw brought a side: how much of `what` it `got`, and what is `expected` of it."""

    what: Message
    side: int
    got: int
    expected: float


S = TypeVar("S", bound="State")

Draft = tuple[tuple[str, str], ...]  # a set-up being arranged: (kind, square name)


@dataclass(frozen=True, slots=True)
class NamedSetup:
    """A library set-up, named `setup.<id>` and `setup.<id>.about` in the catalogue."""

    id: str
    draft: Draft


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A set-up phase: pieces are placed freely, and nothing is logged until the player is ready.

    `scene` shows the draft; `tray` the unplaced pieces (targets `kind:…`); `allowed` the squares
    where each `kind:…` may stand; `problems` why the set-up is not finished. When it is, `actions`
    is the canonical list to play and `ready` the target that plays it. `locked` squares cannot
    change. `shown` is the state with the draft applied, for `Game.explain`. `due`: the `kind:…`
    that the prompt asks for by name; a press on a square places it without choosing it first.
    """

    side: int
    scene: Scene
    tray: tuple[Item, ...]
    allowed: Mapping[str, frozenset[str]]
    ready: str
    problems: tuple[Message, ...] = ()
    actions: tuple[Action, ...] = ()
    locked: frozenset[str] = frozenset()
    shown: State | None = None
    due: str = ""


class State(ABC):
    """A position including pending decisions. Two states are equal if their keys are.

    `game` is the title, asked for words and texts. A class with `__slots__` gets `clone` and `key`
    compiled. `copied` names the slots that hold a bytearray or list. The key leaves out slots that
    start with `_` (caches) and those in `apart` (data that affects no rule, such as piece
    identity).
    """

    __slots__ = ()
    copied: ClassVar[tuple[str, ...]] = ()
    apart: ClassVar[tuple[str, ...]] = ()

    game: Any

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        compile_copying(cls)

    def clone(self) -> Self:
        """Return a copy that shares nothing which changes."""
        raise NotImplementedError

    def key(self) -> tuple[Any, ...]:
        """Return a canonical, hashable value: for equality and the transposition table."""
        raise NotImplementedError

    @abstractmethod
    def current_player(self) -> int:
        """Return who decides now: a player, CHANCE or TERMINAL. It may not be whose turn it is."""

    @abstractmethod
    def legal_actions(self) -> list[Action]:
        """Return the legal actions, unordered and unique; never empty for a player node."""

    def chance_outcomes(self) -> list[tuple[Action, int]]:
        """Return the outcomes of a chance node with integer weights > 0."""
        return []

    @abstractmethod
    def apply(self, action: Action) -> None:
        """Play `action` without checking it (`Match` does that). Also takes table actions and, on
        an observation, the redacted actions of its viewer."""

    @abstractmethod
    def outcome(self) -> Outcome | None: ...

    def observation(self, viewer: int) -> Self:
        """Return the same class with all that `viewer` may not know blanked."""
        return self.clone()

    def determinize(self, viewer: int, rng: Random) -> Self:
        """Return a random full state consistent with what `viewer` knows."""
        return self.clone()

    def to_text(self) -> str:
        """Return the complete position text of the rulebook."""
        text: str = self.game.position_text(self)
        return text

    def prompt(self, viewer: int) -> Message:
        """Return one sentence: who decides, and what."""
        message: Message = self.game.prompt(self, viewer)
        return message

    @abstractmethod
    def turn_index(self) -> int:
        """Return the turn counter, which grows with each finished turn of the notation."""

    def table_actions(self) -> list[Action]:
        """Return the resignations and the agreed draw; empty when no player is to decide."""
        if self.current_player() < 0:
            return []
        return [(RESIGN, 0), (RESIGN, 1), (DRAW,)]

    def time_losers(self) -> list[int]:
        """Return the players who may lose on time now: those who may resign."""
        return [action[1] for action in self.table_actions() if action[0] == RESIGN]

    def is_private(self) -> bool:
        """Say whether the current question needs its decider's private information. If not, a
        spectator's observation is enough, and a shared device need not change hands."""
        return True

    def takes(self, action: Action) -> bool:
        """Return whether a redacted log may hold this action in place of a hidden result."""
        return False

    def check_invariants(self) -> None:
        """Raise AssertionError if the state contradicts the rules. For tests and fuzzing."""

    def automatic(self) -> Action | None:
        """Return an action that is always forced here, which the table plays by itself, if any."""
        return None

    def frame(self) -> str:
        """Return the name of the current question. The fuzzer reports names it never met."""
        return "turn"


class Game(Hiding, ABC, Generic[S]):
    """Rules of one title with one set of options, for states of class `S`.

    Costly tables are compiled here once, so hot code has no `if option`. Annotate a game of any
    title as `AnyGame`. A title assigns functions of its other modules by name: `action_text =
    notation.action_text` if the game is their first argument, else `staticmethod(…)`.
    """

    info: ClassVar[GameInfo]
    frames: ClassVar[tuple[str, ...]] = ("turn",)
    opens_turns: ClassVar[bool] = False  # whether a turn starts with an automatic event (telling)
    dialect: ClassVar[Dialect] = PLAIN  # foreign notation that its records may contain

    def __init__(self, options: Mapping[str, Any] | None = None) -> None:
        self.options: Options = normalize(self.info.options, options)

    @property
    def sides(self) -> tuple[str, ...]:
        """Side keys in playing order; player p is `sides[p]`."""
        return self.info.sides

    @classmethod
    def random_options(cls, rng: Random) -> Options:
        """Return a random legal combination of options."""
        return {option.name: option.sample(rng) for option in cls.info.options}

    @classmethod
    def clashes(cls, options: Options) -> tuple[Message, ...]:
        """Return every reason why these options exclude each other, for the set-up form."""
        return ()

    # -- positions ---------------------------------------------------------------------------

    @abstractmethod
    def initial_state(self) -> S: ...

    @abstractmethod
    def state_from_text(self, text: str) -> S:
        """Parse a position text. Raises BadPosition."""

    @abstractmethod
    def position_text(self, state: S) -> str:
        """Return the complete position text, as `state_from_text` reads it."""

    def prompt(self, state: S, viewer: int) -> Message:
        """Return one sentence for `viewer`: who decides, and what. By default its key is
        `prompt.won.<reason>`, `prompt.draw.<reason>` or `prompt.<frame>`."""
        outcome = state.outcome()
        if outcome is None:
            return Message(f"prompt.{state.frame()}", who=player_name(state.current_player()))
        return over_prompt(outcome.winner, outcome.reason)

    # -- notation ----------------------------------------------------------------------------

    def other_texts(self, observation: S) -> Mapping[str, str]:
        """Return the position in other programs' notations, by id; the catalogue names them in
        `text.<id>` and `text.<id>.about`. Made from an observation, so a notation that needs hidden
        data is left out. `state_from_text` reads each of them."""
        return {}

    @abstractmethod
    def action_text(self, state: S, action: Action) -> str:
        """Return the notation of one decision, given the state before it."""

    def parse_action(self, state: S, text: str) -> Action:
        """Return the legal action that `text` names. Raises InvalidAction, IllegalAction or
        AmbiguousAction. By default compares with the texts of all legal actions."""
        options = [a for a, _ in state.chance_outcomes()] or state.legal_actions()
        found = [a for a in options if self.action_text(state, a) == text]
        if len(found) == 1:
            return found[0]
        if found:
            raise AmbiguousAction(Message("error.ambiguous", token=text), token=text)
        if not text.strip():
            raise InvalidAction(Message("error.unreadable", token=text), token=text)
        raise IllegalAction(Message("error.illegal", token=text), token=text)

    def turn_text(self, state: S, actions: Sequence[Action]) -> str:
        """Return the notation of one turn's decisions, given the state before them."""
        state = state.clone()
        words = []
        for action in actions:
            words.append(self.action_text(state, action))
            state.apply(action)
        return " ".join(word for word in words if word)

    def log_text(self, state: S, actions: Sequence[Action]) -> str:
        """Return the same turn in the form that the page's move list shows."""
        return self.turn_text(state, actions)

    def first_number(self, start: S) -> int:
        """Return the number that records give to the first turn after `start`."""
        return 1

    def read_actions(self, state: S, text: str) -> Iterator[Reading]:
        """Read a list of tokens from `state` on, including whole turns as records write them.

        Yields the actions after each token or group of tokens. If an ActionError (with `code` and
        `token`) ends it, everything yielded so far is still valid.
        """
        state = state.clone()
        for word in re.finditer(r"\S+", text):
            actions = self.read_word(state, word[0])
            for action in actions:
                state.apply(action)
            yield Reading(actions, word.end())

    def read_word(self, state: S, word: str) -> tuple[Action, ...]:
        """Parse one word of a move list: by default one action, of the table or a decision.
        Raises ActionError; the state is not changed."""
        return (self.parse_table_action(state, word) or self.parse_action(state, word),)

    def parse_table_action(self, state: S, token: str) -> Action | None:
        """Parse a resignation or agreed draw in this game's tokens; None for any other token."""
        return None

    @abstractmethod
    def write_record(self, record: Record) -> str: ...

    @classmethod
    def read_record(cls, text: str) -> Record:
        """Parse a record. Raises BadRecord."""
        return finish(cls.record_reading(text))

    @classmethod
    @abstractmethod
    def record_reading(cls, text: str) -> Steps[Record]:
        """Parse a record in steps, so that a page stays responsive. Raises BadRecord."""

    # The question a player answers before an adopted text is opened.
    adopting: ClassVar[Message] = Message("record.game")

    @staticmethod
    def adopted(text: str) -> Steps[str]:
        """Convert a text that `info.foreign` recognises into a record of this game, which may still
        be illegal here. Raises BadRecord."""
        raise BadRecord(Message("record.game"), code="unknown_game")

    @staticmethod
    def not_adopted(why: BadRecord) -> Message:
        """Explain why an adopted record cannot go on: its first move that is illegal here."""
        return why.message

    # -- the table ---------------------------------------------------------------------------

    @abstractmethod
    def path(self, state: S, action: Action) -> Path:
        """Return the targets to press for `action`. Paths of legal actions are unique, and none
        begins with another."""

    def paths(self, state: S, action: Action) -> tuple[Path, ...]:
        """Return all paths that enter `action`, with `path` first. Over all legal actions, paths
        are unique and none begins with another."""
        return (self.path(state, action),)

    def shortcuts(self, state: S) -> Sequence[tuple[Path, tuple[Action, ...]]]:
        """Return further paths, each with the actions that it stands for, played in order: a press
        on an enemy that would take several decisions. None is a path of a legal action, begins one
        or begins with one."""
        return ()

    def mark(self, state: S, action: Action) -> str:
        """Return the style of the action's last target: one of scene.ACTION_MARKS."""
        return "move"

    def explain(self, state: S, path: Path) -> Message | None:
        """Explain why the last target of `path` cannot follow the ones before it, with a clause of
        both rulebooks. None if, and only if, it is a legal next step."""
        for action in state.legal_actions() if state.current_player() >= 0 else ():
            if any(known[: len(path)] == path for known in self.paths(state, action)):
                return None
        return self.refusal(state, path)

    def refusal(self, state: S, path: Path) -> Message:
        """Return why the last target of `path`, which is no legal next step, is refused."""
        return Message("explain.not_now")

    def reach(self, state: S, target: str) -> tuple[Mark, ...]:
        """Return marks for what the piece on `target` can reach and what stops it. For display
        only."""
        return ()

    def attacks(self, state: S, origin: str, square: str) -> bool:
        """Return whether the piece on the square `origin` could attack what stands on another in
        its next turn, as far as `state`, an observation, tells; by default from where it stands.
        For display only."""
        marks = self.reach(state, f"sq:{origin}")
        return any(mark.kind == "attack" and square in mark.squares for mark in marks)

    def foresee(self, state: S, path: Path) -> tuple[Mark, ...]:
        """Return marks that preview the last step of `path`, a legal one: what the piece could
        attack from there. Their labels are written on the board."""
        return ()

    @abstractmethod
    def scene(self, state: S, viewer: int, last: Sequence[Event] = ()) -> Scene:
        """Return the table as `viewer` may see it. `state` is his observation; `last` are the
        events to highlight, redacted for him."""

    def thrown(self, state: S, action: Action) -> Throw | None:
        """Return what a chance outcome brought, for the count at the end of a game; None if it is
        not counted. `state`: an observation before it."""
        return None

    def goal(self, state: S, viewer: int) -> Message | None:
        """Return a player's aim and progress in one line, or None."""
        return None

    tell = tell_event

    def happenings(self, difference: Difference, before: S, event: Event, after: S) -> Telling:
        """Return the event's happenings and take their changes out of `difference`. The `side` of a
        happening is the scene side that acts. By default asks the game's `table/telling.py`."""
        telling = late_module(self, "table.telling")
        told: Telling = telling.happenings(difference, before, event, after) if telling else ()
        return told

    def table_happenings(self, difference: Difference, event: Event, after: S) -> Telling:
        """Return the happening of a resignation or a loss on time, with all changes of the table
        in it. An agreed draw gets none here: `tell` adds the end."""
        verb, *player = event.action
        if not player:
            return ()
        words = Message(f"tell.{verb}", who=player_name(player[0]))
        put_away = difference.take(lambda change: True)
        return (Happening("pass", words, put_away, side=difference.side_of(player[0])),)

    def graph(self, observations: Sequence[S]) -> tuple[Series, ...]:
        """Return charts of how a game went, from a viewer's observations turn by turn. Each series
        has one value per observation; most games have none."""
        return ()

    def turned(self, side: int) -> bool:
        """Say whether the board must be turned to show this scene side at the bottom."""
        return side == 1

    def arrangement(self, state: S, draft: Draft = ()) -> Arrangement | None:
        """Return the current player's set-up phase with his draft; None outside set-up."""
        return None

    def setup_ahead(self, state: S, player: int) -> S | None:
        """Return the position in which a player who has to wait may prepare a set-up, made from
        `state`, that player's observation; None if none may be prepared."""
        return None

    def fit_draft(self, state: S, draft: Draft) -> Draft:
        """Return a draft prepared in `setup_ahead`, fitted to the current player's turn."""
        return draft

    def random_draft(self, state: S, rng: Random, draft: Draft = ()) -> Draft:
        """Return a random, complete, legal set-up that contains `draft` where possible."""
        return draft

    def mirror_draft(self, state: S, draft: Draft) -> Draft:
        """Return the mirror image of a draft, made to fit the current player's side."""
        return draft

    def setups(self, state: S) -> tuple[NamedSetup, ...]:
        """Return the library's set-ups that fit the current player."""
        return ()

    def setup_text(self, state: S, draft: Draft) -> str:
        """Return a draft in this game's set-up notation; empty if it has none."""
        return ""

    def read_setup(self, state: S, text: str) -> Draft | None:
        """Parse a set-up text; None if it does not fit."""
        return None

    def is_setup_text(self, text: str) -> bool:
        """Return whether a text has the form of this game's set-up texts, legal or not."""
        return True

    # -- secrets -----------------------------------------------------------------------------

    def redact(self, state: S, event: Event, viewer: int) -> Event | None:
        """Return the event as `viewer` may know it, given the true state before it. None: he learns
        nothing, not even that it happened."""
        return event

    # -- play --------------------------------------------------------------------------------

    @cached_property
    def evaluate(self) -> Callable[[S, int], float]:
        """Return a value of −1…1 for a player, from his observation of a state: that of the game's
        `search/evaluate.py`, without one the result of a finished game."""
        search = late_module(self, "search.evaluate")
        return search.evaluate if search else _result

    def hints(self) -> object:
        """Return the game's search hints (engine/search/hints.py): by default its module
        `search/hints.py`, None without one."""
        hints: object = late_module(self, "search.hints")
        return hints


def _result(state: State, player: int) -> float:
    outcome = state.outcome()
    return outcome.returns[player] if outcome else 0.0


AnyGame = Game[Any]
