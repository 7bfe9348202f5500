"""The contract every game fulfils and everything else relies on (rules 1–12: tests/contract).

A `Game` is immutable: one title with one set of options, compiled into tables. A `State` is
mutable and small: `clone()` then `apply()`. Actions are plain tuples `(verb, int, …)`: one small
decision of one decider, never a whole turn. Neither holds a clock, a seed or a generator; chance
is a node whose outcome is an action like any other.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from engine.core.copying import compiled_clone, compiled_key, slots_of
from engine.core.errors import AmbiguousAction, BadRecord, IllegalAction, InvalidAction
from engine.core.foreign import PLAIN, Dialect
from engine.core.info import GameInfo
from engine.core.options import Options, normalize
from engine.core.outcome import Outcome
from engine.core.scene import Item, Mark, Scene, Series
from engine.core.steps import Steps, finish
from engine.core.telling import Difference, Happening, Telling
from engine.core.texts import Message, over_prompt, player_name

CHANCE, TERMINAL = -1, -2
SPECTATOR = -1
UNKNOWN = -1

Action = tuple[Any, ...]
Path = tuple[str, ...]

RESIGN, DRAW, TIME = "resign", "draw", "time"
TABLE_VERBS = (RESIGN, DRAW, TIME)


class Event(NamedTuple):
    """One entry of the log. `actor` is a player or CHANCE; `action` as in the contract, or one of
    the table actions `("resign", side)`, `("draw",)`, `("time", side)`."""

    actor: int
    action: Action


@dataclass(frozen=True, slots=True)
class Reading:
    """A stretch of typed text and the actions it stands for."""

    token: str
    actions: tuple[Action, ...]


@dataclass(slots=True)
class Record:
    """A game as text records hold it: plain game, no comments, no variations.

    `tags` are names, dates and foreign tags; `start` is a position text when the game does not
    begin at the start; `result` is the token of the record (`*` while nobody has won); `remarks`
    say what the text left open and how it was read.
    """

    options: Options
    events: list[Event]
    tags: dict[str, str] = field(default_factory=dict)
    start: str | None = None
    result: str = "*"
    remarks: tuple[Message, ...] = ()


S = TypeVar("S", bound="State")

Draft = tuple[tuple[str, str], ...]  # a set-up being arranged: (kind, square name)


@dataclass(frozen=True, slots=True)
class NamedSetup:
    """A set-up of a game's own library: `setup.<id>` and `setup.<id>.about` in the catalogue."""

    id: str
    draft: Draft


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A set-up phase as one person's free play with pieces, before anything is logged.

    `scene` shows the draft; `tray` what is still in hand (targets `kind:…`); `allowed` where each
    kind (by its target `kind:…`) may stand now; `problems` why it cannot be ended; `actions` the
    canonical list that is played when it can; `ready` the target that ends it. `locked`: squares
    that stay as they are. `shown`: the state with the draft in it, for `Game.explain`.
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


class State(ABC):
    """A position with everything pending. Two states are equal when their keys are.

    `game`: its title, which words and texts are asked of. A class that declares `__slots__` is
    given `clone` and `key`: `copied` names the slots that hold a bytearray or list; slots that
    begin with `_` (what is worked out once and kept) are no part of the key, nor are those of
    `apart` (what is remembered but changes nothing that can be done: which piece is which).
    """

    __slots__ = ()
    copied: ClassVar[tuple[str, ...]] = ()
    apart: ClassVar[tuple[str, ...]] = ()

    game: Any

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        given, slots = cls.__dict__, slots_of(cls)
        if not given.get("__slots__") and "copied" not in given:
            return  # what it derives from has both already
        if "clone" not in given:
            cls.clone = compiled_clone(slots, cls.copied)  # type: ignore
        if "key" not in given:
            left_out = ("game", *cls.apart)
            known = [slot for slot in slots if slot not in left_out and slot[0] != "_"]
            cls.key = compiled_key(known, cls.copied)  # type: ignore

    def clone(self) -> Self:
        """An independent copy: playing on one leaves the other as it is."""
        raise NotImplementedError

    def key(self) -> tuple[Any, ...]:
        """Canonical, hashable value: equality, transposition table."""
        raise NotImplementedError

    @abstractmethod
    def current_player(self) -> int:
        """Who decides now (not whose turn it is): a player, CHANCE or TERMINAL."""

    @abstractmethod
    def legal_actions(self) -> list[Action]:
        """Never empty for a player node; no order promised; none twice."""

    def chance_outcomes(self) -> list[tuple[Action, int]]:
        """Outcomes of a chance node with integer weights > 0."""
        return []

    @abstractmethod
    def apply(self, action: Action) -> None:
        """Plays `action`. Trusted: checking is the match's job. Also takes table actions, and on
        an observation the redacted actions of its viewer."""

    @abstractmethod
    def outcome(self) -> Outcome | None: ...

    def observation(self, viewer: int) -> Self:
        """The same class with secrets blanked. Games without secrets: a copy."""
        return self.clone()

    def determinize(self, viewer: int, rng: Random) -> Self:
        """A full state that `viewer` cannot tell from the truth."""
        return self.clone()

    def to_text(self) -> str:
        """The position text of the rule sheet, complete."""
        text: str = self.game.position_text(self)
        return text

    def prompt(self, viewer: int) -> Message:
        """One sentence: whose decision it is and what it is."""
        message: Message = self.game.prompt(self, viewer)
        return message

    @abstractmethod
    def turn_index(self) -> int:
        """Grows when a turn (for notation and listings) is over."""

    def table_actions(self) -> list[Action]:
        """Resignations and agreed draw that are possible now: while somebody decides."""
        if self.current_player() < 0:
            return []
        return [(RESIGN, 0), (RESIGN, 1), (DRAW,)]

    def is_private(self) -> bool:
        """Whether the decider needs what only he may see to answer what is asked now. If not, he
        may answer with every secret covered (the observation of a spectator is enough), and a
        device that is shared need not change hands."""
        return True

    def takes(self, action: Action) -> bool:
        """Return whether a redacted log may hold this action in place of a hidden result."""
        return False

    def check_invariants(self) -> None:
        """Raises AssertionError when the state contradicts the rules. For tests and fuzzing."""

    def automatic(self) -> Action | None:
        """Return an action that is always forced here, which the table plays by itself, if any."""
        return None

    def frame(self) -> str:
        """Name of what is being asked now; the fuzzer reports names it never met."""
        return "turn"


class Game(ABC, Generic[S]):
    """Rules of one title with one set of options, for states of the class `S`. Everything that is
    costly to know is compiled here once; hot code has no `if option`.

    Whoever keeps the rules of any title writes `AnyGame`. A title gathers its answers from its
    rooms by name: `action_text = notation.action_text` where the function takes the game first,
    `staticmethod(…)` where it has no use for it.
    """

    info: ClassVar[GameInfo]
    frames: ClassVar[tuple[str, ...]] = ("turn",)
    opens_turns: ClassVar[bool] = False  # whether turns begin with what nobody decides (telling)
    dialect: ClassVar[Dialect] = PLAIN  # what its records may hold beside their own notation

    def __init__(self, options: Mapping[str, Any] | None = None) -> None:
        self.options: Options = normalize(self.info.options, options)

    @property
    def sides(self) -> tuple[str, ...]:
        """Side keys of this game, in playing order; player p is `sides[p]`."""
        return self.info.sides

    @classmethod
    def random_options(cls, rng: Random) -> Options:
        """A random legal combination of options."""
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
        """Raises BadPosition."""

    @abstractmethod
    def position_text(self, state: S) -> str:
        """The position text of the rule sheet, complete: what `state_from_text` reads."""

    def prompt(self, state: S, viewer: int) -> Message:
        """One sentence for `viewer`: whose decision it is and what it is. The default asks the
        catalogue for `prompt.won.<reason>`, `prompt.draw.<reason>` or `prompt.<frame>`."""
        outcome = state.outcome()
        if outcome is None:
            return Message(f"prompt.{state.frame()}", who=player_name(state.current_player()))
        return over_prompt(outcome.winner, outcome.reason)

    # -- notation ----------------------------------------------------------------------------

    def other_texts(self, observation: S) -> Mapping[str, str]:
        """The position in notations of other programs, by id; `text.<id>` and `text.<id>.about` in
        the catalogue say what it is. Made from an observation: it tells what its viewer knows, and
        is missing where that is not enough. `state_from_text` reads it back."""
        return {}

    @abstractmethod
    def action_text(self, state: S, action: Action) -> str:
        """Notation of one decision in the state before it."""

    def parse_action(self, state: S, text: str) -> Action:
        """The legal action that `text` names. Raises InvalidAction, IllegalAction or
        AmbiguousAction. The default compares with the texts of the legal actions."""
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
        """Notation of consecutive decisions of one turn, from the state before them."""
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
        """Reads a list of tokens from `state` on, whole turns as records write them included.

        Yields after each token (or group that belongs together) what it stands for; the caller
        may rely on all that was yielded when an ActionError with `code` and `token` ends it.
        """
        state = state.clone()
        for token in text.split():
            action = self.parse_table_action(state, token) or self.parse_action(state, token)
            state.apply(action)
            yield Reading(token, (action,))

    def parse_table_action(self, state: S, token: str) -> Action | None:
        """A resignation or an agreed draw as this game's tokens write it; None: another token."""
        return None

    @abstractmethod
    def write_record(self, record: Record) -> str: ...

    @classmethod
    def read_record(cls, text: str) -> Record:
        """Raises BadRecord."""
        return finish(cls.record_reading(text))

    @classmethod
    @abstractmethod
    def record_reading(cls, text: str) -> Steps[Record]:
        """Read a record in steps, so that a page stays responsive. Raises BadRecord."""

    # What a person is asked before such a text is opened.
    adopting: ClassVar[Message] = Message("record.game")

    @staticmethod
    def adopted(text: str) -> str:
        """A text that `info.foreign` recognises as a record of this game, not yet known to be legal
        here. Raises BadRecord."""
        raise BadRecord(Message("record.game"), code="unknown_game")

    @staticmethod
    def not_adopted(why: BadRecord) -> Message:
        """Why such a record cannot be gone on with: the first move that is not legal here."""
        return why.message

    # -- the table ---------------------------------------------------------------------------

    @abstractmethod
    def path(self, state: S, action: Action) -> Path:
        """The presses that enter `action`. Paths of the legal actions are unique and no path
        begins with another."""

    def paths(self, state: S, action: Action) -> tuple[Path, ...]:
        """Every series of presses that enters `action`, `path` first. All paths of all legal
        actions together are unique, and none begins with another."""
        return (self.path(state, action),)

    def mark(self, state: S, action: Action) -> str:
        """How the last press of this action is marked: one of scene.ACTION_MARKS."""
        return "move"

    def explain(self, state: S, path: Path) -> Message | None:
        """Why the last target of `path` cannot be chosen after the ones before it; its clause
        exists in both rulebooks. None only for a legal next step."""
        return None if self.leads_on(state, path) else self.refusal(state, path)

    def leads_on(self, state: S, path: Path) -> bool:
        """Whether `path` is the beginning of a legal one."""
        if state.current_player() < 0:
            return False
        return any(
            known[: len(path)] == path
            for action in state.legal_actions()
            for known in self.paths(state, action)
        )

    def refusal(self, state: S, path: Path) -> Message:
        """The reason for the last target of `path`, which is no legal next step."""
        return Message("explain.not_now")

    def reach(self, state: S, target: str) -> tuple[Mark, ...]:
        """What the piece on `target` can reach and what stops it, for looking (not for play)."""
        return ()

    def foresee(self, state: S, path: Path) -> tuple[Mark, ...]:
        """What would come of the last press of `path`, a legal next step that is being looked at:
        what the piece could attack from there. Labels of the marks are written on the board."""
        return ()

    @abstractmethod
    def scene(self, state: S, viewer: int, last: Sequence[Event] = ()) -> Scene:
        """The table as `viewer` may see it: `state` is his observation, `last` the events as he
        received them that are to be marked."""

    def goal(self, state: S, viewer: int) -> Message | None:
        """What a player is after, in one line with how far he is; None: the game does not say."""
        return None

    def tell(self, before: S, event: Event, after: S, viewer: int) -> Telling:
        """What happens in an event, for `viewer`: his observations before and after it, and the
        event as he received it. Whatever `happenings` leaves untold is told plainly."""
        difference = Difference(self.scene(before, viewer), self.scene(after, viewer))
        side = difference.side_of(event.actor)
        if event.action[0] in TABLE_VERBS:
            told = self.table_happenings(difference, event, after)
        else:
            told = self.happenings(difference, before, event, after)
        told += difference.rest(side)
        if after.outcome() is not None and before.outcome() is None:
            told += (Happening("end", after.prompt(viewer), side=side),)
        return told or (Happening("pass", self.silence(event), side=side),)

    def happenings(self, difference: Difference, before: S, event: Event, after: S) -> Telling:
        """The happenings of an event of the game, each with the changes it takes out of the
        difference. `side` of a happening is the side of the scene whose doing it is."""
        return ()

    def table_happenings(self, difference: Difference, event: Event, after: S) -> Telling:
        """The happenings of a resignation or a loss on time; an agreed draw is told as the end.
        What was under way is put away with it."""
        verb, *player = event.action
        if not player:
            return ()
        words = Message(f"tell.{verb}", who=player_name(player[0]))
        put_away = difference.take(lambda change: True)
        return (Happening("pass", words, put_away, side=difference.side_of(player[0])),)

    def silence(self, event: Event) -> Message:
        """Words for an event after which the table looks as before."""
        if event.actor < 0:
            return Message("tell.chance")
        return Message("tell.decides", who=player_name(event.actor))

    def graph(self, observations: Sequence[S]) -> tuple[Series, ...]:
        """Values that tell how a game went, from what a viewer saw turn by turn; most games have
        none. Each series has one value per observation."""
        return ()

    def turned(self, side: int) -> bool:
        """Whether the board has to lie the other way round for this side of a scene to be below."""
        return side == 1

    def arrangement(self, state: S, draft: Draft = ()) -> Arrangement | None:
        """The set-up phase of the player to decide with his draft; None outside set-up."""
        return None

    def random_draft(self, state: S, rng: Random, draft: Draft = ()) -> Draft:
        """A legal complete set-up by chance, with all of `draft` in it where that is possible."""
        return draft

    def mirror_draft(self, state: S, draft: Draft) -> Draft:
        """The mirror image of a set-up for the player to decide, whoever it was made for."""
        return draft

    def setups(self, state: S) -> tuple[NamedSetup, ...]:
        """The library of set-ups that fit the player to decide."""
        return ()

    def setup_text(self, state: S, draft: Draft) -> str:
        """A draft as this game writes set-ups; empty for a game that has no such notation."""
        return ""

    def read_setup(self, state: S, text: str) -> Draft | None:
        """The draft a set-up text stands for; None when it does not fit."""
        return None

    # -- secrets -----------------------------------------------------------------------------

    def redact(self, state: S, event: Event, viewer: int) -> Event | None:
        """The event as `viewer` may know it, given the true state before it; None: he learns
        nothing, not even that it happened."""
        return event

    def tells(self) -> bool:
        """Whether whoever acts can tell everybody what they may know of it from what he knows
        himself (contract rule 11). False for options with which somebody would have to know what
        is hidden from both."""
        return True

    def shows(self, state: S, event: Event) -> bool:
        """Whether all that was decided in secret becomes known to everybody with this event, from
        anybody's observation of the state before it: two devices open their commitments for it
        (engine/far)."""
        return False

    # -- play --------------------------------------------------------------------------------

    def evaluate(self, state: S, player: int) -> float:
        """−1…1 for `player`, from an observation of his. 0 where nothing is known."""
        return 0.0

    def hints(self) -> object:
        """What the search may know about the game (engine/search/hints.py), imported on demand."""
        return None


AnyGame = Game[Any]
