"""The rule for which side of the board is below.

A single person sees his own side below, in set-up and in play. When several share a device the
setting decides: the board turns with the player, or stays with the first one. Turning the board by
hand comes on top of this rule and is not part of it.
"""

from __future__ import annotations

SEVERAL = None  # several people share the device


def below(owner: int | None, viewer: int, decider: int, turns: bool) -> int:
    """Return the player whose side is below.

    `owner`: the only person at the table (negative: only computers play), or SEVERAL. `viewer`: the
    player who looks; `decider`: the player who decides now; negative for nobody. `turns`: whether
    the board turns with the player.
    """
    if owner is not SEVERAL:
        return max(owner, 0)
    if not turns:
        return 0
    return next((player for player in (viewer, decider) if player >= 0), 0)
