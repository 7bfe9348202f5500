"""Contract rule 14: what events hide and show, as two devices commit to it and open it."""

from __future__ import annotations

from random import Random

from engine.core.contract import UNKNOWN, Event, State
from engine.core.hidden import Secrets
from engine.dev.common import is_table, viewers
from engine.dev.walks import require
from engine.match.match import Match


def rule_14(match: Match, rng: Random, samples: int) -> None:
    """Check that everybody gives what an event hides the same names, in the same order, and that
    nobody but its actor knows the values; that what it shows was hidden, with the value that was
    hidden last; and that everybody then knows that value. Exempt: options that `near_only` excludes
    and ends by table action."""
    game = match.game
    if not game.tells():
        return
    state = match.start.clone()
    folded = {viewer: state.observation(viewer) for viewer in viewers(game)}
    hidden: dict[object, object] = {}
    for event in match.events:
        if is_table(event.action):
            return
        new, shown = game.hides(state, event), game.shows(state, event)
        told = {viewer: game.redact(state, event, viewer) for viewer in folded}
        for viewer, seen in told.items():
            _compare(match, folded[viewer], seen, (new, shown), viewer == event.actor)
        for name, value in shown.items():
            require(name in hidden, 14, f"{event} shows {name}, which is not hidden", state)
            require(hidden.pop(name) == value, 14, f"{event} shows {value} of {name}", state)
        hidden.update(new)
        state.apply(event.action)
        for viewer, seen in told.items():
            if seen is not None:
                folded[viewer].apply(seen.action)


def _compare(
    match: Match, known: State, event: Event | None, truth: tuple[Secrets, Secrets], own: bool
) -> None:
    """Compare what one viewer's event hides and shows with the truth."""
    new, shown = truth
    if event is None:
        require(not (new or shown), 14, f"an unseen event hides {new} and shows {shown}", known)
        return
    found = match.game.hides(known, event)
    require(list(found) == list(new), 14, f"{event} hides {[*found]}, not {[*new]}", known)
    values = new if own else dict.fromkeys(new, UNKNOWN)
    require(dict(found) == dict(values), 14, f"{event} tells the secrets {found}", known)
    found = match.game.shows(known, event)
    require(dict(found) == dict(shown), 14, f"{event} shows {found}, not {shown}", known)
