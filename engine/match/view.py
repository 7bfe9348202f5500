"""What one player was told of a match, to be looked at: nothing in it can be played on."""

from __future__ import annotations

from engine.core.contract import SPECTATOR, Action, Event, Game, Record
from engine.core.errors import AsedioError, IllegalAction
from engine.core.texts import Message, player_name
from engine.match.match import Match, MatchConfig


class NotTold(AsedioError):
    """Somebody else's knowledge is asked for, which is not there."""

    default_code = "other_view"


class View(Match):
    """The match of a view's record. `start` and `state` are observations of `viewer`, `events` what
    he received, `text` the record it was read from. A forged record can make it contradict itself,
    never tell more than its text says."""

    def __init__(self, config: MatchConfig, record: Record, text: str, game: Game) -> None:
        """Raises BadOptions, BadPosition, or whatever an event that does not fit ends in."""
        super().__init__(config, game=game)
        assert record.viewer is not None
        self.viewer = record.viewer
        self.text = text
        self.start = self.start.observation(record.viewer)
        self.state = self.start.clone()
        self._snapshots = [self.start]
        for event in record.events:
            self._append(event)

    def play(self, action: Action) -> list[Event]:
        raise IllegalAction(Message("view.read_only"), token=str(action[0]))

    def take(self, action: Action) -> Event:
        raise IllegalAction(Message("view.read_only"), token=str(action[0]))

    def can_undo(self, player: int) -> bool:
        return False

    def begin(self) -> list[Event]:
        return []

    def observed_events(self, viewer: int, since: int = 0) -> list[tuple[int, Event]]:
        """Raises NotTold for anybody but the one whose view it is."""
        self.require(viewer)
        return list(enumerate(self.events))[since:]

    def require(self, viewer: int) -> None:
        """Raises NotTold for anybody but the one whose view it is."""
        if viewer != self.viewer:
            own = self.viewer if self.viewer is not None else SPECTATOR
            raise NotTold(Message("view.other", who=side_name(own)))


def side_name(viewer: int) -> Message:
    """A player's name, or the word for somebody who only looks on."""
    return Message("view.spectator") if viewer < 0 else player_name(viewer)


__all__ = ["NotTold", "View", "side_name"]
