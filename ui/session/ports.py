"""Protocols of what upper rooms do at a table: players of seats, clocks, the far side, analysis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from engine.core.texts import Message
from ui.session.review import Point
from ui.session.revision import Revision
from ui.words.html import Html


class SeatPlayer(Protocol):
    """Plays the seats that no person at this device plays: computer, other device, lesson."""

    pace: str

    def consider(self) -> None:
        """React to any change at the table."""

    def hurry(self) -> bool:
        """Finish quickly what is going on. Return False if nothing is."""

    def stop(self) -> None:
        """Cancel whatever is going on."""

    def doing(self, who: str) -> list[Message]:
        """Return status messages for the page; `who`: name of the player to move."""


class ClockFace(NamedTuple):
    """Display of a player's clock: time left as text, whether it runs, whether time is low. `days`:
    the text counts days, so it is longer. `doubt`: why the last turn's time is doubtful, or ""."""

    words: str
    runs: bool
    low: bool
    days: bool
    doubt: str = ""


class HouseClocks(Protocol):
    """The clocks of people who share this device (`ui.table.clocks`)."""

    paused: str

    def face(self, player: int) -> ClockFace | None:
        """Return a player's clock; None without clocks."""

    def note(self) -> None:
        """Stop the clock of a player who has just decided."""

    def consider(self) -> None:
        """Start or stop the clocks as the table is now."""

    def fell(self) -> bool:
        """End the game for a player whose time is over. Return whether one has lost just now."""

    def pause(self, why: str) -> None:
        """Stop the clocks until a player continues; `why`: `asked` or `hidden`."""

    def go_on(self) -> None:
        """Continue after a pause."""


class RemoteSide(SeatPlayer, Protocol):
    """The part of a far table (ui/far) that the table screen uses."""

    def clock(self, player: int) -> ClockFace | None:
        """Return a player's clock; None without a clock or before the game has begun."""

    def verdict(self) -> Message | None:
        """Return how the game has ended where its rules know no such end: it was broken off,
        time was lost or a board is not proved. None otherwise."""

    def awaits(self) -> Message | None:
        """Return what the result still waits for, such as a board to be opened; None: nothing."""

    def wake(self) -> None:
        """Start communicating: the table is shown."""

    def panel(self) -> Html:
        """Return the panel beside the board."""

    def asks(self) -> Html:
        """Return what waits for an answer, for the slot above the board; empty if nothing does."""

    def urgent(self) -> bool:
        """Return whether the panel goes above the board on a small screen."""

    def press(self, what: str) -> None:
        """Handle a press on `act:far:<what>`."""

    def field(self, name: str, value: str) -> None:
        """Handle input in the field `far:<name>`."""

    def badge(self) -> str:
        """Return the prefix of the page title: one's own turn, unread words, an open question."""

    def offer(self, what: str) -> None:
        """Offer a draw (`draw`), a takeback (`back`) or to continue here (`home`)."""

    def may_offer(self, what: str) -> bool: ...

    def offering(self, what: str) -> str:
        """Return the label of the button that offers `draw`, `back` or `again`, and, as `sure`,
        the question before offering a draw."""

    def may_hint(self) -> bool:
        """Return whether both players have agreed to hints."""

    def note_hint(self) -> None:
        """Tell the other player that a hint is used."""

    def rematch(self) -> None: ...

    def reload(self) -> None:
        """Read the letters again: another tab has written some."""

    def restyle(self) -> None:
        """Handle a change of language or settings."""


class EngineView(Protocol):
    """The part of the engine's view (ui/learn/analysis) that the table screen uses."""

    revision: Revision
    on: bool

    def press(self, what: str) -> None:
        """Handle a press on `act:engine:<what>`."""

    def follow(self) -> None:
        """Think about the position now on the board."""

    def stop(self) -> None:
        """Stop thinking at once; what was found stays."""

    def leave(self) -> None:
        """Stop, and forget what was found."""

    def body(self) -> Html:
        """Return title and buttons."""

    def lines(self) -> Html:
        """Return evaluation and lines, which change while it thinks."""

    def bar(self) -> Html:
        """Return the bar beside the board."""


class LookingBack(Protocol):
    """The part of the mistakes review (ui/learn/mistakes) that the table screen uses."""

    opened: bool  # the player has asked for it

    def fits(self) -> bool:
        """Return whether it still belongs to the game on the table."""

    def look_back(self) -> None:
        """Search for the turning point, although nobody has asked."""

    def story(self) -> Html:
        """Return how the game turned; empty where nothing is sure."""

    def leave(self) -> None:
        """Handle that the review is closed."""

    def pause(self) -> None:
        """Stop judging; it can go on later."""

    def press(self, what: str) -> None:
        """Handle a press on `act:mistakes:<what>`."""

    def body(self) -> Html:
        """Return the panel beside the board."""

    def progress(self) -> Html:
        """Return the progress display of the search."""

    def marks(self) -> Mapping[int, str]:
        """Return the mark of each bad turn of the log (`?!`, `?`, `??`), by the number of events
        at its end."""

    def graph(self, points: Sequence[Point]) -> tuple[Html, Html]:
        """Return the legend and the graph of winning chances; `points`: those of the slider."""

    def arrows(self) -> Html:
        """Return the arrows to draw on the board."""
