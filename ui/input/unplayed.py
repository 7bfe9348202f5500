"""A chosen move that waits to be confirmed: it stands on the player's own board and nowhere else.

Only what cannot be taken back freely is confirmed: the decision that ends the player's turn or the
game, or that chance or another player answers. Steps in the middle of a turn are played at once, as
on Board Game Arena, because they can be undone. A decision entered by a button that names it
("Roll", "End the turn", "Swap places") is not asked about again either.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.contract import Action, State
from engine.core.scene import Scene
from engine.core.texts import Message
from ui.session.session import Session
from ui.words.targets import Target


class Unplayed:
    """A move to be confirmed. `path`: its presses; `scene`: the table as it would be after it.

    The scene is made from the observation of the player who chose the move, so it shows nothing
    that this player does not know.
    """

    def __init__(
        self, session: Session, path: Sequence[Target], action: Action, asks: bool = True
    ) -> None:
        """`asks`: whether the player is asked; otherwise the engine is (`ui.table.warning`)."""
        self.asks = asks
        self.warning: Message | None = None
        self.path = tuple(path)
        self.action = action
        self.scene: Scene = session.game.scene(after_action(session, action), session.viewer)
        self._count = session.count

    @property
    def goal(self) -> Target:
        """The last target of the path, where a second press confirms."""
        return self.path[-1]

    def fits(self, session: Session) -> bool:
        """Return whether the position is still the one the move was chosen in."""
        return session.count == self._count and session.answering


def binding(session: Session, path: Sequence[Target], action: Action) -> bool:
    """Return whether a decision is one to be confirmed, see above."""
    if path[-1].kind == "btn":
        return False
    return after_action(session, action).current_player() != session.decider


def after_action(session: Session, action: Action) -> State:
    """Return the seated player's observation after an action and the forced ones of his turn."""
    player, after = session.decider, session.observation().clone()
    after.apply(action)
    while after.current_player() == player and (forced := after.automatic()) is not None:
        after.apply(forced)
    return after
