"""Whose side of the board is below.

One person has his own side in front of him, in set-up and in play. Several who share a device have
it as the setting says: the board turns with the player, or stays with the first one. It can still
be turned by hand: that is on top of this rule and not part of it.
"""

from __future__ import annotations

SEVERAL = None  # several people share the device


def below(owner: int | None, viewer: int, decider: int, turns: bool) -> int:
    """The player whose side is below. `owner`: the only person at the table (negative: there are
    only computers), or SEVERAL. `viewer`: who looks; `decider`: who decides now; negative: nobody.
    `turns`: whether the board turns with the player."""
    if owner is not SEVERAL:
        return max(owner, 0)
    if not turns:
        return 0
    return next((player for player in (viewer, decider) if player >= 0), 0)
