"""Lines of a certificate about what was hidden: decisions, single secrets, shared decks.

When a game with a shared deck is over both seats open their seeds. Every pass is then computed
again, every position opened, and the whole game played through the rules with the true hands.
"""

from __future__ import annotations

from engine.core.contract import CHANCE, UNKNOWN, Event
from engine.far.evidence import Evidence, Lines, note, ok, seated
from engine.far.letter import SEATS
from engine.far.witness import Witness


def closed_lines(evidence: Evidence, fold: Witness) -> Lines:
    """Yield a line for each letter with hidden decisions: its commitment, and what opened it."""
    for one in fold.story.secrets.values():
        about = {**evidence.about(one), "hash": one.commitment.hex()}
        if one.opener is None:
            yield note("secrets", "certificate.closed", about)
        else:
            key = "certificate.opened" if fold.story.whole else "certificate.opened.alone"
            yield ok("secrets", key, about, opener=one.opener.n + 1)


def board_lines(evidence: Evidence, fold: Witness) -> Lines:
    """Yield a line for each secret, from the letter that committed to it to the one that opened
    it, and for a board that was not proved."""
    for seat in range(SEATS):
        hidden = 0
        for place, leaf in sorted(fold.story.leaves.items()):
            if place.seat != seat:
                continue
            if leaf.value == UNKNOWN:
                hidden += 1
                continue
            what = fold.match.game.secret_words(leaf.name, leaf.value)
            about = {**evidence.about(place), "leaf": place.number + 1, "what": what or ""}
            if what is not None and leaf.opener < 0:
                yield ok("secrets", "certificate.leaf", about)
            elif what is not None:
                yield ok("secrets", "certificate.leaf.shown", about, opener=leaf.opener + 1)
        if hidden:
            yield note("secrets", "certificate.leaves", side=evidence.side(seat), n=hidden)
    if (letter := fold.story.unproved) is not None:
        key = f"certificate.board.{'over' if letter.n < 0 else 'false'}"
        yield note("secrets", key, evidence.about(letter))


def deck_lines(evidence: Evidence, fold: Witness) -> Lines:
    """Yield what is proved of the decks, who has cheated, and what the letters cannot show. `fold`
    must have judged them."""
    dealing, guilt = fold.dealing, fold.guilt
    for deck in dealing.decks:
        key = "certificate.deck" if deck.ready else "certificate.deck.begun"
        yield ok("secrets", key, number=deck.number + 1, n=deck.size, drawn=len(deck.drawn))
    if dealing.order:
        yield ok("secrets", "certificate.keys", n=dealing.key_count)
    for seat in sorted(dealing.seeds):
        count = sum(len(deck.steps(seat)) for deck in dealing.decks)
        true = guilt is None or (guilt.seat, guilt.kind) != (seat, "pass")
        key = "certificate.seed" if true else "certificate.seed.false"
        yield ok("secrets", key, side=evidence.side(seat), n=count)
    if not dealing.closed and dealing.order and guilt is None:
        yield from _hands(evidence, fold)
    if guilt is not None:
        key, number = f"certificate.guilt.{guilt.kind}", guilt.number + (guilt.kind != "illegal")
        side = evidence.side(guilt.seat)
        yield note("secrets", key, side=side, number=number, deck=guilt.deck + 1)
    for seat in dealing.closed:
        yield note("secrets", "certificate.unproved.deck", side=evidence.side(seat))


def _hands(evidence: Evidence, fold: Witness) -> Lines:
    """Yield each drawn card, from the game played again with the true hands."""
    match, cards = evidence.terms.match(), iter(fold.dealing.dealt())
    game, number = match.game, 0
    for event in fold.match.events[len(match.events) :]:
        before, drawn = match.state.clone(), game.draws(match.state)
        if event.actor == CHANCE and drawn is not None:
            event, number = Event(CHANCE, (drawn.verb, next(cards))), number + 1
        match.play(event.action)
        if drawn is not None:
            seen = before.observation(drawn.seat), match.state.observation(drawn.seat)
            told = game.tell(seen[0], event, seen[1], drawn.seat)
            what = [seated(evidence, one.words) for one in told if one.kind != "end"][-1]
            yield ok("secrets", "certificate.card", number=number, what=what)
    yield ok("secrets", "certificate.hands", n=len(fold.match.events))
