"""The secrets of a game, as two devices commit to them and open them (engine/far).

A secret has a name, which everybody knows, and a value, which only its owner knows until the rules
show it. An event may create secrets, change some, and show some. Its actor knows their values; in
the observation of another viewer they are UNKNOWN until his redacted event brings them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

from engine.core.texts import Message

Secrets = Mapping[Any, Any]  # values by name, in an order that is the same for every viewer
NONE: Secrets = {}


class CardDraw(NamedTuple):
    """Chance node that deals a card to one seat alone. Its actions are `(verb, card)`; `seat`: the
    receiver; `cards`: sorted numbers of the cards it may be, as the state's holder knows."""

    seat: int
    verb: str
    cards: tuple[int, ...]


class Hiding:
    """The part of `Game` about its secrets. `opens_singly`: decisions show one secret at a time, so
    every value is committed to by itself; else all secrets become public at once."""

    opens_singly: ClassVar[bool] = False

    def hides(self, state: Any, event: Any) -> Secrets:
        """Return the secrets an event creates or may change. A choice that may change a secret
        names it whatever is chosen. Names must follow from anybody's observation of the state
        before it and his redacted event."""
        return NONE

    def shows(self, state: Any, event: Any) -> Secrets:
        """Return the secrets that an event makes public. Names must follow from anybody's
        observation of the state before it, values from his redacted event as well."""
        return NONE

    def secret_words(self, name: Any, value: Any) -> Message | None:
        """Return what a secret is, for a certificate; None for a value that is nothing."""
        return None

    def ended(self, state: Any, player: int) -> bool:
        """Say whether `player`, whose observation `state` is, sees that the game is over, although
        others cannot: his own secrets tell it."""
        return False

    @classmethod
    def near_only(cls, options: Mapping[str, Any]) -> Message | None:
        """Return why a game with these options cannot be played between two devices; None if it
        can: each actor then knows enough to redact his own events for everybody (contract rule 11).
        """
        return None

    def tells(self) -> bool:
        """Say whether contract rule 11 holds under the options of this game."""
        options: Mapping[str, Any] = self.options  # type: ignore[attr-defined]
        return self.near_only(options) is None

    def draws(self, state: Any) -> CardDraw | None:
        """Return what a chance node deals whose outcome one seat alone may see; None for any other
        state. Devices far apart draw it from a shared deck (engine/far/deck.py), in order, and
        make a new one of `cards` when the last one is used up: everybody must know them then."""
        return None

    def card_played(self, event: Any) -> int | None:
        """Return the card of its actor's hand that an event makes public; None for any other
        event."""
        return None
