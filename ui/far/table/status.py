"""Status of a far table in one sentence: what the game waits for, and ends that the rules of a
game do not know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core.contract import TERMINAL
from engine.core.texts import Message, plain_name
from engine.far.letter import Chance, DeckStep, EventsLetter, Join
from ui.far.clock.clocks import duration
from ui.far.lobby.blocked import too_late
from ui.saves.results import ended
from ui.saves.series import score_words

if TYPE_CHECKING:
    from engine.far.terms import Terms
    from ui.far.table.play import FarPlay


def status(play: FarPlay) -> list[Message]:
    """Return the status message, if any."""
    if play.seat.terms.old:
        return [Message("far.status.old")]
    if play.stopped:
        return [Message("far.full")]
    if play.course.lost and not play.course.story.whole:
        return [Message("far.lost")]
    if play.course.home is not None:
        return [Message("far.status.home", who=play.name(play.course.home))]
    if play.course.broken_off is not None:
        return [Message("far.status.broken")]
    if play.course.abandoned is not None:
        return [Message("far.status.abandoned")]
    if play.course.forfeit is not None:
        return [Message("far.forfeit", who=play.name(play.course.forfeit))]
    if not play.met:
        if play.answers:
            return []  # a question above the board says what to do
        if play.inviting and (early := _ahead(play)) is not None:
            return [early]
        kind = "invited" if play.inviting else "joining" if play.me >= 0 else "free"
        return [Message(f"far.status.{kind}")]
    if play.log.open_forks:
        return [Message("far.fork", who=play.name(play.log.open_forks[0].one.seat))]
    if (waits := awaits(play)) is not None:
        return [waits]
    decider = TERMINAL if play.course.over else play.session.decider
    if decider == TERMINAL:
        again = play.offered() is not None and play.may_decide
        return [Message("far.again", who=play.name(play.other))] if again else []
    if (cheat := cheat_words(play)) is not None:
        return [cheat]
    if play.course.drawn is not None:
        return [_deal(play)]
    if play.course.at_chance:
        return [_luck(play)]
    if decider == play.me or decider < 0:
        return []
    return [Message(f"far.status.{_waits_for(play, decider)}", who=play.name(decider))]


def _ahead(play: FarPlay) -> Message | None:
    """Return who cannot sit down because of a clock that is days ahead, and by how much."""
    found = next((one for one in play.log.candidates() if too_late(one, play.now())), None)
    if found is None:
        return None
    part = next(one for one in found.parts if isinstance(one, Join))
    who = plain_name(part.name) or Message(f"player.name.{play.log.free}")
    return Message("far.status.ahead", who=who, time=duration(found.at - play.now()))


def what_is_proved(terms: Terms) -> str:
    """Return the ending of keys about what a player of this game opens at the end."""
    return "cards" if terms.info.has_deck else "board"


def awaits(play: FarPlay) -> Message | None:
    """Return whose board or cards must be opened before the result is proved; None: nobody's."""
    closed = play.course.closed
    if not closed:
        return None
    end = play.course.ruling
    if end is not None and not play.course.opens:
        return Message("far.status.silent", who=play.name(end.loser))
    seat = play.other if play.other in closed else closed[0]
    ending = ".cards" if what_is_proved(play.seat.terms) == "cards" else ""
    return Message(f"far.status.proving{ending}", who=play.name(seat))


def series(play: FarPlay) -> Message | None:
    """Return the score of the games with the same person, with this one once it is over; None at
    the first table."""
    earlier, outcome = play.shown.series, play.session.outcome()
    if play.me < 0 or not earlier.played:
        return None
    found = earlier if outcome is None else earlier.plus(ended(outcome.score, play.me))
    return Message("far.series", who=play.name(play.other), score=score_words(found))


def cheat_words(play: FarPlay) -> Message | None:
    """Return where the other has shuffled falsely; None if that has not shown, or is proved."""
    broken = play.course.dealing.broken
    if broken is None or not play.luck.cheated:
        return None
    who = play.name(play.other)
    key = "far.status.cheated.twice" if play.course.dealing.twice else "far.status.cheated"
    return Message(key, who=who, n=broken.place + 1, deck=broken.deck + 1)


def _deal(play: FarPlay) -> Message:
    """Return what the draw from a shared deck waits for."""
    if play.luck.progress is not None:
        done, whole = play.luck.progress
        return Message("far.status.shuffling", n=done, whole=whole)
    if play.me >= 0 and play.receipt() in ("here", "held"):
        return Message(f"far.status.{_unsent(play)}", who=play.name(play.other))
    dealing = play.course.dealing
    seat = next(one for one in range(2) if dealing.owes(one, play.course.drawn))
    what = "shuffles" if play.attendance.present(seat) else "shuffle"
    what = "card" if dealing.decks[-1].ready else what
    return Message(f"far.status.{what}", who=play.name(seat))


def _luck(play: FarPlay) -> Message:
    """Return what dice or an opening wait for."""
    if play.course.story.shows:
        return Message("far.status.opening", who=play.name(play.other))
    if play.me >= 0 and play.receipt() in ("here", "held"):
        return Message(f"far.status.{_unsent(play)}", who=play.name(play.other))
    owing = (seat for seat in (play.other, 1 - play.other) if play.course.owes(seat))
    seat = next(owing, play.other)
    what = "dice" if play.attendance.present(seat) else "chance"
    return Message(f"far.status.{what}", who=play.name(seat))


def _unsent(play: FarPlay) -> str:
    """Return the ending of the key that says what this device still has to send."""
    kinds = {type(part) for letter in play.unseen() for part in letter.parts}
    if EventsLetter in kinds:
        return "unsent"
    return "unsent.deck" if DeckStep in kinds else "unsent.dice" if Chance in kinds else "unsent"


def _waits_for(play: FarPlay, seat: int) -> str:
    if play.me >= 0 and play.receipt() in ("here", "waits", "held"):
        return _unsent(play)
    if not play.lines.open:
        return "waits"
    if play.attendance.present(seat):
        return "there"
    return "away" if play.me >= 0 else "absent"


def verdict(play: FarPlay) -> Message | None:
    """Return the end in one sentence; None if the rules have ended the game, or nothing has."""
    if play.course.broken_off is not None:
        return Message("far.broken")
    if play.course.abandoned is not None:
        return Message("far.abandoned", who=play.name(play.course.abandoned))
    if play.course.forfeit is not None:
        return Message("far.forfeit", who=play.name(play.course.forfeit))
    said_by = play.course.story.ended_by
    if said_by is not None and play.course.failed is None and not play.course.match.over:
        return Message("far.over", who=play.name(said_by), other=play.name(1 - said_by))
    return None
