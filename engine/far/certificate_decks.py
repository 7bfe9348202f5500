"""Lines of a certificate about shared decks: shuffles, keys, hands.

When the game is over both seats open their seeds. Every pass is then computed again, every position
opened, and the whole game played through the rules with the true hands.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.contract import CHANCE, Event
from engine.core.texts import Message
from engine.far.evidence import Evidence, said, seated
from engine.far.witness import Witness


def deck_lines(evidence: Evidence, witness: Witness) -> Iterator[Message]:
    """Yield what is proved of the decks. `witness` must have judged them."""
    dealing, guilt = witness.dealing, witness.guilt
    for deck in dealing.decks:
        key = "certificate.deck" if deck.ready else "certificate.deck.begun"
        yield said(key, number=deck.number + 1, n=deck.size, drawn=len(deck.drawn))
    if dealing.order:
        yield said("certificate.keys", n=dealing.key_count)
    for seat in sorted(dealing.seeds):
        count = sum(len(deck.steps(seat)) for deck in dealing.decks)
        true = guilt is None or (guilt.seat, guilt.kind) != (seat, "pass")
        key = "certificate.seed" if true else "certificate.seed.false"
        yield said(key, side=evidence.side(seat), n=count)
    if not dealing.closed and dealing.order and guilt is None:
        yield from _hands(evidence, witness)


def deck_notes(evidence: Evidence, witness: Witness) -> Iterator[Message]:
    """Yield who has cheated, and what the letters cannot show."""
    if (guilt := witness.guilt) is not None:
        about = {"side": evidence.side(guilt.seat)}
        key = f"certificate.guilt.{guilt.kind}"
        yield said(key, about, number=guilt.number + (guilt.kind != "illegal"), deck=guilt.deck + 1)
    yield from closed_decks(evidence, witness)


def closed_decks(evidence: Evidence, witness: Witness) -> Iterator[Message]:
    """Yield the hands and shuffles of seats that opened no seed."""
    for seat in witness.dealing.closed:
        yield said("certificate.unproved.deck", side=evidence.side(seat))


def _hands(evidence: Evidence, witness: Witness) -> Iterator[Message]:
    """Yield each drawn card, from the game played again with the true hands."""
    match, cards = evidence.terms.match(), iter(witness.dealing.dealt())
    game, number = match.game, 0
    for event in witness.match.events[len(match.events) :]:
        before, drawn = match.state.clone(), game.draws(match.state)
        if event.actor == CHANCE and drawn is not None:
            event, number = Event(CHANCE, (drawn.verb, next(cards))), number + 1
        match.play(event.action)
        if drawn is not None:
            seen = before.observation(drawn.seat), match.state.observation(drawn.seat)
            told = game.tell(seen[0], event, seen[1], drawn.seat)
            what = [seated(evidence, one.words) for one in told if one.kind != "end"][-1]
            yield said("certificate.card", number=number, what=what)
    yield said("certificate.hands", n=len(witness.match.events))
