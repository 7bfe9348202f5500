"""The `Game` of Cotadrez: compiles the options and binds the contract to the other modules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.contract import UNKNOWN, Event, Game
from engine.core.foreign import Dialect
from engine.core.hidden import Secrets
from engine.games.cotadrez.info import INFO
from engine.games.cotadrez.rules import deployment
from engine.games.cotadrez.rules.pieces import INDEX, WATER_MAPS, by_column
from engine.games.cotadrez.rules.state import DEPLOY, EXCHANGE, MARCH, REVEAL, TURN, CotadrezState
from engine.games.cotadrez.rules.terrain import Terrain, terrain
from engine.games.cotadrez.table import arrange, words
from engine.games.cotadrez.table import explain as _explain
from engine.games.cotadrez.table import scene as _scene
from engine.games.cotadrez.text import notation, position, reader, record


class Cotadrez(Game[CotadrezState]):
    """Cotadrez with one set of options. `water`: squares of the map; `reinforce`: a turn may bring
    a unit from the Reserve (C11)."""

    info = INFO
    dialect = Dialect(
        braces=True,
        lines=True,
        variations=True,
        kept=r"(?<=<-ASEDIO[ \t\n])\([A-Za-z \t\n]*\)",  # the balance of a siege
        judged="A-Za-z0-9+#",
        alone=True,
        dots=".",
        passes=True,
    )
    frames = (DEPLOY, REVEAL, TURN, MARCH, EXCHANGE)

    def __init__(self, options: Mapping[str, Any] | None = None) -> None:
        super().__init__(options)
        names = WATER_MAPS[self.options["water"]]
        self.water = frozenset(INDEX[name] for name in names)
        self.reinforce = self.options["refuerzos"] == "si"

    def terrain(self, forts: tuple[int, int], mountains: tuple[int, ...]) -> Terrain:
        """Return the cached tables of a battlefield under these options."""
        contiguous = self.options["perforar"] == "contigua"
        relay8 = self.options["relevo"] == "8"
        hills = tuple(sorted(mountains, key=by_column))
        return terrain(tuple(sorted(self.water)), forts, hills, contiguous, relay8)

    def initial_state(self) -> CotadrezState:
        return CotadrezState(self)

    state_from_text = position.read_position
    position_text = staticmethod(position.write_position)
    prompt = staticmethod(words.prompt)
    goal = staticmethod(words.goal)
    action_text = staticmethod(notation.decision_text)
    turn_text = staticmethod(notation.turn_text)
    parse_action = staticmethod(reader.read_decision)
    read_actions = staticmethod(reader.read_tokens)
    write_record = record.write_record

    record_reading = classmethod(record.record_reading)
    path = staticmethod(_scene.path)
    mark = staticmethod(_scene.action_mark)
    reach = staticmethod(_scene.reach)
    arrangement = staticmethod(arrange.arrangement)
    random_draft = staticmethod(arrange.random_draft)
    mirror_draft = staticmethod(arrange.mirror_draft)
    setup_text = staticmethod(arrange.setup_text)
    read_setup = staticmethod(arrange.read_setup)
    is_setup_text = staticmethod(arrange.is_setup_text)
    setup_ahead = staticmethod(arrange.setup_ahead)
    fit_draft = staticmethod(arrange.fit_draft)
    explain = staticmethod(_explain.explain)
    scene = staticmethod(_scene.build)

    def redact(self, state: CotadrezState, event: Event, viewer: int) -> Event | None:
        """Implement `Game.redact` (table of 2.7): before the reveal others learn only J1's half and
        who is ready."""
        verb = event.action[0]
        if verb == "reveal":
            first, second = state.deploys
            full = ("reveal", *deployment.flat(first), *deployment.flat(second))
            return Event(event.actor, full)
        if verb not in ("fortress", "unit", "mountain") or event.actor == viewer:
            return event
        if verb == "fortress" and event.actor == 0:
            return Event(0, ("half", 0 if event.action[1] < 50 else 1))
        return None

    def hides(self, state: CotadrezState, event: Event) -> Secrets:
        """Return the actor's whole deployment, by his number, once he is ready."""
        if event.action[0] != "ready":
            return {}
        deploy = state.deploys[event.actor]
        return {event.actor: deployment.flat(deploy) if deploy.seen else UNKNOWN}

    def shows(self, state: CotadrezState, event: Event) -> Secrets:
        """Return both deployments at the reveal."""
        verb, *numbers = event.action
        if verb != "reveal":
            return {}
        both = deployment.unflat(tuple(numbers)) if numbers else state.deploys
        return {n: deployment.flat(one) if one.seen else UNKNOWN for n, one in enumerate(both)}


GAME = Cotadrez
