"""Secrets, dice and questions for games of single pieces on a board.

A game lists its `decisions` beside the moves: a `Secret`, which each side chooses before the first
turn, a `Die`, thrown when a turn begins, and each `TruthQuestion`, answered truly. Its state says
where a secret may be (`places`) and what follows from an answer (`answered`). Notation, buttons,
telling, observations and what the opponent may know come from here. Position text:

    2g2/5/5/2G2 south 4 - ?,b4 - turn:2

The fields after those of `engine.kit.plain` are the secrets by side (`-` not chosen yet, `?` not
known to the viewer), the sides whose secret is public, and the pending question.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, Self, TypeVar

from engine.core.contract import CHANCE, TERMINAL, UNKNOWN, Action, Event, Path
from engine.core.fields import BadField, Joined, OneOf, Pending, SomeOf, TextField, Values
from engine.core.scene import Piece
from engine.core.telling import Difference, Happening, Telling
from engine.core.texts import Message, player_name
from engine.kit.plain import PlainGame, PlainState

NOWHERE = -2  # the value of a secret that is not chosen yet
TURN = "turn"  # the frame of a move


class OtherDecision(ABC):
    """A kind of decision beside the moves. `name`: its frame, and the verb of its actions
    `(name, value)`; `sign`: what stands before the value in the notation. The catalogue has its
    `prompt.<name>`, `why.<name>` and `tell.<name>`; `clauses` its clause."""

    kind: ClassVar[str]  # of its happening

    def __init__(self, name: str, sign: str = "") -> None:
        self.name, self.sign = name, sign

    @abstractmethod
    def decider(self, state: SecretState, about: int) -> int:
        """Return who decides; `about` is the number that the pending question has."""

    @abstractmethod
    def values(self, state: SecretState, about: int) -> Iterable[int]:
        """Return the values that can be chosen."""

    @abstractmethod
    def settle(self, state: SecretState, about: int, value: int) -> None:
        """Carry out what was decided."""

    def about(self, game: SecretGame[Any]) -> Sequence[str]:
        """Return the words of the numbers a pending question has; empty if it has none."""
        return ()

    def word(self, game: SecretGame[Any], value: int) -> str:
        """Return the notation of a value."""
        return f"{self.sign}{value}"

    def target(self, game: SecretGame[Any], value: int) -> str:
        """Return what is pressed to choose a value."""
        return f"btn:{self.word(game, value)}"

    def told(self, game: SecretGame[Any], about: int, value: int) -> Message:
        """Return the sentence of what was decided, without the name of who did."""
        return Message(f"tell.{self.name}", what=str(value))


class Secret(OtherDecision):
    """A square that each side chooses before the first turn and that nobody else knows until it is
    shown. `glyph`: its drawing and name, a piece that only its owner sees."""

    kind = "place"

    def __init__(self, name: str, glyph: str, sign: str = "") -> None:
        super().__init__(name, sign)
        self.glyph = glyph

    def decider(self, state: SecretState, about: int) -> int:
        return about

    def values(self, state: SecretState, about: int) -> Iterable[int]:
        return state.places(about)

    def settle(self, state: SecretState, about: int, value: int) -> None:
        state.set_secret(about, value)
        state.pending = state.game.opening if about else (self.name, 1)

    def about(self, game: SecretGame[Any]) -> Sequence[str]:
        return game.sides

    def word(self, game: SecretGame[Any], value: int) -> str:
        return f"{self.sign}{'?' if value == UNKNOWN else game.grid.names[value]}"

    def target(self, game: SecretGame[Any], value: int) -> str:
        return f"sq:{game.grid.names[value]}"

    def told(self, game: SecretGame[Any], about: int, value: int) -> Message:
        return Message(f"tell.{self.name}")


class Die(OtherDecision):
    """A throw or another draw by chance. `faces`: the values, all equally likely, or their weights.
    The first die of a game is thrown when a turn begins."""

    kind = "dice"

    def __init__(self, name: str, faces: Iterable[int] | Mapping[int, int], sign: str = "") -> None:
        super().__init__(name, sign)
        self.weights = dict(faces) if isinstance(faces, Mapping) else dict.fromkeys(faces, 1)

    def decider(self, state: SecretState, about: int) -> int:
        return CHANCE

    def values(self, state: SecretState, about: int) -> Iterable[int]:
        return ()

    def settle(self, state: SecretState, about: int, value: int) -> None:
        state.rolled(value)


class TruthQuestion(OtherDecision):
    """A question to the side that is not to move about a square: whether its secret is there
    (`SecretState.truth`). It can only answer truly; whoever does not know the secret sees two
    answers."""

    kind = "offer"
    words = ("no", "yes")

    def decider(self, state: SecretState, about: int) -> int:
        return 1 - state.mover

    def values(self, state: SecretState, about: int) -> Iterable[int]:
        truth = state.truth(about)
        return (0, 1) if truth == UNKNOWN else (truth,)

    def settle(self, state: SecretState, about: int, value: int) -> None:
        state.answered(about, bool(value))

    def about(self, game: SecretGame[Any]) -> Sequence[str]:
        return game.grid.names

    def word(self, game: SecretGame[Any], value: int) -> str:
        return f"{self.sign}{self.words[value]}"

    def told(self, game: SecretGame[Any], about: int, value: int) -> Message:
        return Message(f"tell.{self.name}.{self.words[value]}", what=game.grid.names[about])


class SecretState(PlainState):
    """State with secrets and pending questions. `secrets`: by side a square, UNKNOWN or NOWHERE;
    `shown`: sides whose secret is public; `pending`: the question now, with its number."""

    __slots__ = ("pending", "secrets", "shown")
    game: SecretGame[Any]

    def __init__(self, game: SecretGame[Any], cells: Sequence[int]) -> None:
        super().__init__(game, cells)
        self.secrets = (NOWHERE, NOWHERE)
        self.shown: frozenset[int] = frozenset()
        self.pending = (game.secret.name, 0) if game.secret else game.opening

    # -- what a game says --------------------------------------------------------------------

    def places(self, side: int) -> Collection[int]:
        """Return the squares where the secret of a side may be, as everybody knows: those it can
        choose, and later those not ruled out. By default every square."""
        return range(len(self.cells))

    def answered(self, about: int, yes: bool) -> None:
        """Carry on after a true answer about a square; by default the turn ends."""
        self.end_turn()

    def rolled(self, value: int) -> None:
        """Carry on after a throw; by default with a move, which finds the value in `roll`."""
        self.pending = (TURN, value)

    def truth(self, about: int) -> int:
        """Return the true answer, 0 or 1, to a question about a square; UNKNOWN if the holder of
        this state does not know the secret."""
        secret = self.secrets[1 - self.mover]
        return UNKNOWN if secret == UNKNOWN else int(secret == about)

    # -- what it can do ----------------------------------------------------------------------

    @property
    def roll(self) -> int:
        """What the die shows for this move."""
        return self.pending[1]

    def ask(self, name: str, about: int = 0) -> None:
        """Ask a question, or throw a die, before anything else."""
        self.pending = (name, about)

    def set_secret(self, side: int, square: int) -> None:
        first, second = self.secrets
        self.secrets = (first, square) if side else (square, second)

    def show(self, side: int, square: int) -> None:
        """Make the secret of a side public."""
        self.set_secret(side, square)
        self.shown |= {side}

    # -- the contract ------------------------------------------------------------------------

    def frame(self) -> str:
        return self.pending[0]

    def current_player(self) -> int:
        if self.ended:
            return TERMINAL
        name, about = self.pending
        decision = self.game.by_name.get(name)
        return decision.decider(self, about) if decision else self.mover

    def legal_actions(self) -> list[Action]:
        if self.ended:
            return []
        name, about = self.pending
        decision = self.game.by_name.get(name)
        if decision is None:
            return self.moves()
        return [(name, value) for value in decision.values(self, about)]

    def chance_outcomes(self) -> list[tuple[Action, int]]:
        die = self.game.by_name.get(self.pending[0])
        if self.ended or not isinstance(die, Die):
            return []
        return [((die.name, value), weight) for value, weight in die.weights.items()]

    def apply(self, action: Action) -> None:
        decision = self.game.by_name.get(action[0])
        if decision is None:
            super().apply(action)
        else:
            decision.settle(self, self.pending[1], action[1])

    def end_turn(self) -> None:
        self.pending = self.game.opening
        super().end_turn()

    def is_set_up(self) -> bool:
        return self.game.secret is None or NOWHERE not in self.secrets

    def observation(self, viewer: int) -> Self:
        seen = self.clone()
        for side, square in enumerate(self.secrets):
            if square != NOWHERE and side != viewer and side not in self.shown:
                seen.set_secret(side, UNKNOWN)
        return seen

    def determinize(self, viewer: int, rng: Random) -> Self:
        guess = self.observation(viewer)
        for side, square in enumerate(guess.secrets):
            if square == UNKNOWN:
                guess.set_secret(side, rng.choice(sorted(self.places(side))))
        return guess

    def mistake(self) -> str:
        for side, square in enumerate(self.secrets):
            if square != NOWHERE and side not in self.shown:
                places = self.places(side)
                if not places or (square != UNKNOWN and square not in places):
                    return "secrets"
        return ""

    def check_invariants(self) -> None:
        assert not self.mistake(), f"no game can have these {self.mistake()}"


S = TypeVar("S", bound=SecretState)


class SecretGame(PlainGame[S]):
    """Game of single pieces with a secret, a die or questions. `decisions`: those it has."""

    decisions: ClassVar[tuple[OtherDecision, ...]]

    def __init__(self, options: Mapping[str, Any] | None = None) -> None:
        self.by_name = {one.name: one for one in self.decisions}
        self.secret = next((one for one in self.decisions if isinstance(one, Secret)), None)
        self.die = next((one for one in self.decisions if isinstance(one, Die)), None)
        self.opening = (self.die.name, 0) if self.die else (TURN, 0)
        super().__init__(options)

    # -- positions ---------------------------------------------------------------------------

    def fields(self) -> tuple[TextField, ...]:
        places = ("-", "?", *self.grid.names)
        each = [OneOf(f"secret{side}", places) for side in range(len(self.sides))]
        secrets = (Joined("secrets", ",", *each), SomeOf("shown", self.sides, ","))
        frames: dict[str, tuple[TextField, ...]] = {
            one.name: (OneOf("about", words),) if (words := one.about(self)) else ()
            for one in self.decisions
        }
        faces = [str(value) for value in self.die.weights] if self.die else []
        frames[TURN] = (OneOf("roll", faces),) if faces else ()
        offered = [*([self.die.name] if self.die else [TURN]), *(f"{TURN}:{one}" for one in faces)]
        return (*(secrets if self.secret else ()), Pending("question", frames, offered))

    def values(self, state: S) -> tuple[Any, ...]:
        places = [place + 2 for place in state.secrets]  # NOWHERE is -2, UNKNOWN -1
        secrets = (places, sorted(state.shown)) if self.secret else ()
        name, about = state.pending
        if name == TURN and self.die:
            about = list(self.die.weights).index(about)
        return (*secrets, (name, about))

    def take(self, state: S, values: Values) -> None:
        name, *about = values["question"]
        state.pending = (name, about[0] if about else 0)
        if name == TURN and self.die:
            state.pending = (TURN, list(self.die.weights)[about[0]])
        if self.secret:
            first, second = values["secrets"]
            state.secrets, state.shown = (first - 2, second - 2), frozenset(values["shown"])
            self._check_chosen(state)

    def _check_chosen(self, state: S) -> None:
        """Raise BadField unless just the secrets are chosen that should be by now."""
        name, about = state.pending
        chosen = 2 if self.secret is None or name != self.secret.name else about
        if [place != NOWHERE for place in state.secrets] != [side < chosen for side in (0, 1)]:
            raise BadField("secrets")
        if chosen < 2 and state.turns:
            raise BadField("question")
        if any(state.secrets[side] < 0 for side in state.shown):
            raise BadField("shown")

    def field_label(self, name: str) -> Message:
        if self.secret and name.startswith("secret"):
            return self.label(self.secret.glyph, int(name.removeprefix("secret")))
        return super().field_label(name)

    def word_label(self, name: str, word: str) -> Message:
        frame, _, roll = word.partition(":")
        if name == "question" and frame == TURN:
            return Message("editor.rolled" if roll else "editor.move_now", what=roll)
        if name == "question":
            return Message(f"prompt.{frame}")
        return super().word_label(name, word)

    # -- texts -------------------------------------------------------------------------------

    def action_text(self, state: S, action: Action) -> str:
        decision = self.by_name.get(action[0])
        return decision.word(self, action[1]) if decision else super().action_text(state, action)

    def parse_action(self, state: S, text: str) -> Action:
        """Parse also a choice of a secret as the opponent sees it, which views need."""
        secret = self.secret
        if secret and state.frame() == secret.name and text == secret.word(self, UNKNOWN):
            return (secret.name, UNKNOWN)
        return super().parse_action(state, text)

    def prompt(self, state: S, viewer: int) -> Message:
        if state.ended:
            return super().prompt(state, viewer)
        name, about = state.pending
        decision, player = self.by_name.get(name), state.current_player()
        words = decision.about(self) if decision else ()
        who = player_name(state.mover if player == CHANCE else player)
        return Message(f"prompt.{name}", who=who, what=words[about] if words else str(about))

    # -- the table ---------------------------------------------------------------------------

    def path(self, state: S, action: Action) -> Path:
        decision = self.by_name.get(action[0])
        return (decision.target(self, action[1]),) if decision else super().path(state, action)

    def mark(self, state: S, action: Action) -> str:
        decision = self.by_name.get(action[0])
        return "place" if isinstance(decision, Secret) else super().mark(state, action)

    def refusal(self, state: S, path: Path) -> Message:
        if not state.ended and state.frame() in self.by_name:
            return self.why(state.frame())
        return super().refusal(state, path)

    def pieces(self, state: S) -> tuple[Piece, ...]:
        return (*super().pieces(state), *self._secrets(state))

    def _secrets(self, state: S) -> Iterable[Piece]:
        for side, square in enumerate(state.secrets):
            if square >= 0 and self.secret:
                glyph, letter = self.secret.glyph, self.secret.sign
                name, label = self.grid.names[square], self.label(glyph, side)
                yield Piece(f"{glyph}{side}", glyph, side, name, letter, label)

    def happenings(self, difference: Difference, before: S, event: Event, after: S) -> Telling:
        decision = self.by_name.get(event.action[0])
        told = super().happenings(difference, before, event, after)
        if told or decision is None:
            return told
        words = decision.told(self, before.pending[1], event.action[1])
        if event.actor >= 0:
            words.params["who"] = player_name(event.actor)
        side = difference.side_of(event.actor)
        changes = difference.take(lambda change: change.key[0] == "piece")
        return (Happening(decision.kind, words, changes, side=side),)

    # -- secrets -----------------------------------------------------------------------------

    def redact(self, state: S, event: Event, viewer: int) -> Event | None:
        secret = self.secret
        if secret and event.action[0] == secret.name and event.actor != viewer:
            return Event(event.actor, (secret.name, UNKNOWN))
        return event
