"""Set up a new far table: its terms, and the seat of the device that invites."""

from __future__ import annotations

from engine.far.chance import Chain
from engine.far.crypto import Crypto, Keys, mail_secret
from engine.far.terms import set_terms
from engine.games import game_info
from engine.match.clock import NO_CLOCK, Clock
from ui.far.seat_store import FarSeat


def new_seat(
    game_id: str, options: object, seat: int, name: str, relays: tuple[str, ...], crypto: Crypto,
    clock: Clock = NO_CLOCK, past: str = "", friendly: bool = False, open: bool = False,
) -> FarSeat:  # fmt: skip
    """Return a new table with this device at `seat`. Raises BadOptions or BadLink.

    `past`: the game so far as the word of a link; "" for a new game. `friendly`: hints are
    allowed; `open`: spectators read the chat."""
    keys = Keys(crypto.secret(), crypto.secret())
    end = Chain(keys.seed).end if game_info(game_id).has_chance else b""
    chosen = dict(options) if isinstance(options, dict) else {}
    public, mail = crypto.public(keys.secret), crypto.public(mail_secret(keys.secret))
    terms = set_terms(
        game_id, chosen, seat, public, end, name, crypto.secret(), clock, past, mail, friendly,
        open,
    )  # fmt: skip
    return FarSeat(terms, seat, keys, name, relays)
