"""Views: a match as one player knows it, folded from redacted events. A view is read-only."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.contract import (
    CHANCE,
    DRAW,
    TABLE_VERBS,
    TERMINAL,
    UNKNOWN,
    Action,
    AnyGame,
    Event,
)
from engine.core.errors import AsedioError, IllegalAction
from engine.core.texts import Message, player_name
from engine.match.match import Match, MatchConfig, sorted_options, table_options


class NotTold(AsedioError):
    """Raised when the knowledge of another player is requested from a view."""

    default_code = "other_view"


class Unfit(Exception):
    """Raised for an event that its viewer cannot have received, or a viewer who does not play."""


class View(Match):
    """Match as `viewer` knows it: `start` and `state` are his observations, `events` are redacted.
    A forged view may contradict itself, but cannot reveal anything."""

    viewer: int
    plays = False

    def __init__(self, config: MatchConfig, viewer: int, game: AnyGame | None = None) -> None:
        """`config.start` is his observation of the start. Raises BadOptions, BadPosition, or Unfit
        if the game has no such player."""
        super().__init__(config, game=game)
        if viewer >= len(self.game.sides):
            raise Unfit(viewer)
        config.names = config.names[: len(self.game.sides)]
        self.hold(viewer)

    def play(self, action: Action) -> list[Event]:
        raise IllegalAction(Message("view.read_only"), token=str(action[0]))

    def take(self, action: Action) -> Event:
        raise IllegalAction(Message("view.read_only"), token=str(action[0]))

    def can_undo(self, player: int) -> bool:
        return False

    def begin(self) -> list[Event]:
        return []

    def observed_events(
        self, viewer: int, since: int = 0, until: int | None = None
    ) -> list[tuple[int, Event]]:
        """Return the events with their indexes. Raises NotTold for another viewer."""
        self.require(viewer)
        return super().observed_events(viewer, since, until)

    def require(self, viewer: int) -> None:
        """Raise NotTold for another viewer than that of the view."""
        if viewer != self.viewer:
            raise NotTold(Message("view.other", who=side_name(self.viewer)))


class Receiver:
    """Feeds foreign events to a view and checks the results: each position must survive writing
    and reading, drawing, prompt and log text, each event its telling. `looks`: False skips these
    checks for trusted data.

    Methods raise Unfit, or any error that an impossible event causes in the rules.
    """

    def __init__(self, view: View, looks: bool = True) -> None:
        self.view, self.looks = view, looks
        view.game.arrangement(view.start)
        self._require_sound(())
        self._open()

    def receive(self, event: Event) -> None:
        """Append one event after checking it."""
        view = self.view
        self._require_possible(event)
        before = view.state.clone()
        view._append(event)
        if self.looks:
            view.game.tell(before, event, view.state, view.viewer)
        self._turn.append(event.action)
        self._require_sound((event,))
        if view.state.turn_index() != self._index:
            self.finish()

    def finish(self) -> None:
        """Check log text and graph of the turn in progress; call it after the last event too."""
        if self.looks:
            self.view.game.log_text(self._before, self._turn)
            self.view.game.graph([self._before, self.view.state])
        self._open()

    def _open(self) -> None:
        self._before = self.view.state.clone()
        self._index = self._before.turn_index()
        self._turn: list[Action] = []

    def _require_possible(self, event: Event) -> None:
        """Raise Unfit unless the actor is to move, and the action legal if the viewer can tell."""
        view, state, action = self.view, self.view.state, event.action
        decider = state.current_player()
        if decider == TERMINAL:
            raise Unfit("it is over")
        if action[0] in TABLE_VERBS:
            actor = int(action[1]) if len(action) > 1 and action[0] != DRAW else max(decider, 0)
            options: Sequence[Action] = table_options(state)
        else:
            actor = decider
            options = self._options(event)
        if event.actor != actor or not any(begins(action, option) for option in options):
            raise Unfit(event)
        if not view.game.info.has_secrets and action not in options and not state.takes(action):
            raise Unfit(event)

    def _options(self, event: Event) -> Sequence[Action]:
        """Return what may happen as far as the viewer can tell; an action he cannot judge is one of
        them."""
        state, action = self.view.state, event.action
        if state.current_player() == CHANCE and UNKNOWN not in action:
            return [outcome for outcome, _ in state.chance_outcomes()] or [action]
        return sorted_options(state) if self._sees_all(event) else [action]

    def _sees_all(self, event: Event) -> bool:
        """Return whether the viewer knows all legal actions before this event."""
        secrets = self.view.game.info.has_secrets
        return not secrets or (event.actor >= 0 and event.actor == self.view.viewer)

    def _require_sound(self, last: tuple[Event, ...]) -> None:
        """Raise an error unless the position survives its text, and can be drawn and prompted. The
        text need not show an end by a table action (contract rule 2)."""
        game, state, viewer = self.view.game, self.view.state, self.view.viewer
        if not self.looks:
            return
        state.check_invariants()
        text = state.to_text()
        if not (last and last[0].action[0] in TABLE_VERBS and self.view.over):
            again = game.state_from_text(text).observation(viewer)
            if again.key() != state.key() or again.to_text() != text:
                raise Unfit(text)
        state.prompt(viewer)
        state.automatic()
        state.outcome()
        game.scene(state, viewer, last)
        if viewer >= 0 and state.current_player() == viewer:
            state.legal_actions()


def begins(action: Action, option: Action) -> bool:
    """Return whether a received action is `option`, perhaps with revealed values appended."""
    return action[: len(option)] == option


def side_name(viewer: int) -> Message:
    """Return the name of a player, or the word for a spectator."""
    return Message("view.spectator") if viewer < 0 else player_name(viewer)


__all__ = ["NotTold", "Receiver", "Unfit", "View", "side_name"]
