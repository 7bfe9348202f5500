"""Lines of a certificate about shared decks: shuffles, keys, hands.

When the game is over both seats open their seeds. Every pass is then computed again, every position
opened, and the whole game played through the rules with the true hands.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.contract import CHANCE, Event
from engine.core.texts import Message
from engine.far.evidence import Evidence, legal, said, seated, wrong
from engine.far.witness import Witness


def deck_lines(evidence: Evidence, witness: Witness) -> Iterator[Message | None]:
    """Yield what is proved of the decks, and None between two steps of it. Raises Invalid for a
    false pass, and for a hand with which the rules do not allow what was played."""
    dealing = witness.dealing
    for deck in dealing.decks:
        key = "certificate.deck" if deck.ready else "certificate.deck.begun"
        yield said(key, number=deck.number + 1, n=deck.size, drawn=len(deck.drawn))
    if dealing.order:
        yield said("certificate.keys", n=dealing.key_count)
    for fault in dealing.checked():
        if fault is None:
            yield None
            continue
        about = {"side": evidence.side(fault.seat)}
        raise wrong("secrets", "pass", about, number=fault.deck + 1, step=fault.step + 1)
    for seat in sorted(dealing.seeds):
        count = sum(deck.passes_of(seat) for deck in dealing.decks)
        yield said("certificate.seed", side=evidence.side(seat), n=count)
    for at, seat in dealing.foreign():
        about = {"side": evidence.side(1 - seat)}
        raise wrong("secrets", "foreign", about, number=at.deck + 1, card=at.place + 1)
    if len(dealing.seeds) == len(witness.names) and dealing.order:
        yield from _hands(evidence, witness)


def closed_decks(evidence: Evidence, witness: Witness) -> Iterator[Message]:
    """Yield what the letters cannot show: hands and shuffles of seats that opened no seed."""
    for seat in range(len(witness.names)):
        if witness.dealing.decks and seat not in witness.dealing.seeds:
            yield said("certificate.unproved.deck", side=evidence.side(seat))


def _hands(evidence: Evidence, witness: Witness) -> Iterator[Message]:
    """Yield each drawn card, from the game played again with the true hands. Raises Invalid."""
    match, cards = evidence.terms.match(), iter(witness.dealing.dealt())
    game, number = match.game, 0
    for count, event in enumerate(witness.match.events, 1):
        before, drawn = match.state.clone(), game.draws(match.state)
        if event.actor == CHANCE and drawn is not None:
            event, number = Event(CHANCE, (drawn.verb, next(cards))), number + 1
        if not legal(before, event):
            raise wrong("rules", "illegal", number=count)
        match.play(event.action)
        if drawn is not None:
            seen = before.observation(drawn.seat), match.state.observation(drawn.seat)
            told = game.tell(seen[0], event, seen[1], drawn.seat)
            what = [seated(evidence, one.words) for one in told if one.kind != "end"][-1]
            yield said("certificate.card", number=number, what=what)
    yield said("certificate.hands", n=len(witness.match.events))
