"""Guesses at one table: badges of the seated player's own on pieces that player does not know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from engine.core.legend import UNKNOWN, Entry
from engine.core.scene import Badge, Piece, Scene
from engine.core.texts import Message
from engine.games import game_legend
from ui.saves.guesses import guesses_on, keep_guess
from ui.saves.storage import Storage
from ui.session.session import Session

NO_SHARES: Mapping[str, float] = MappingProxyType({})
STEPS = (0.05, 0.15, 0.3)  # shares from which a piece is marked more strongly


def _heated(piece: Piece, share: float) -> Piece:
    """Return an unknown piece with its share in the map of the flag, in percent."""
    if not piece.hidden or not share:
        return piece
    number, heat = max(1, round(100 * share)), sum(share >= step for step in STEPS)
    badge = Badge(f"heat{heat}", f"{number}%", Message("flag.badge", n=number))
    return replace(piece, badges=(badge, *piece.badges))


class Guesses:
    """What the seated player thinks unknown pieces are.

    Nothing of it enters the match, a link, a file or a letter, and the engine is not told.
    """

    def __init__(self, session: Session, storage: Storage) -> None:
        self._session, self._storage = session, storage
        self._read: tuple[int, dict[str, str]] | None = None  # player, guesses
        self._drawn: tuple[Scene, Mapping[str, str], Mapping[str, float], Scene] | None = None

    def of_player(self) -> dict[str, str]:
        """Return the seated player's guesses by piece; nobody else's are read."""
        session = self._session
        if not session.game.info.has_secrets or session.viewer < 0 or not session.key:
            return {}
        if self._read is None or self._read[0] != session.viewer:
            found = guesses_on(self._storage, session.key, session.viewer)
            self._read = (session.viewer, found)
        return self._read[1]

    def unknown(self, scene: Scene, square: str) -> Piece | None:
        """Return the unknown piece of another player on a square, if a guess may be noted."""
        session = self._session
        if session.viewer < 0 or not session.key or session.over:
            return None
        own = scene.seats[session.viewer] if scene.seats else session.viewer
        standing = (piece for piece in scene.pieces if piece.square == square)
        return next((piece for piece in standing if piece.hidden and piece.side != own), None)

    def note(self, piece: str, sign: str) -> None:
        """Note a guess about a piece; "" removes it."""
        keep_guess(self._storage, self._session.key, self._session.viewer, piece, sign)
        self._read = self._drawn = None
        self._session.revision.bump()

    def on(self, scene: Scene, flags: Mapping[str, float] = NO_SHARES) -> Scene:
        """Return the scene with a badge on every unknown piece that has a guess, or a share in the
        map of the flag (`ui.table.flag_map`)."""
        guesses = self.of_player()
        if not guesses and not flags:
            return scene
        drawn, stamp = self._drawn, (scene, guesses, flags)
        if drawn is None or any(a is not b for a, b in zip(drawn, stamp, strict=False)):
            pieces = tuple(
                _heated(self._marked(piece, guesses.get(piece.id, "")), flags.get(piece.id, 0.0))
                for piece in scene.pieces
            )
            drawn = self._drawn = (scene, guesses, flags, replace(scene, pieces=pieces))
        return drawn[3]

    def kinds(self) -> list[Entry]:
        """Return the kinds of piece that play with these options, each with its sign."""
        game = self._session.game
        entries = game_legend(game.info.id).in_play(game.options)
        known = (one for one in entries if one.group == "piece" and one.kind != UNKNOWN)
        return [one for one in known if one.sign]

    def _marked(self, piece: Piece, sign: str) -> Piece:
        if not sign or not piece.hidden:
            return piece
        name = next((one.name for one in self.kinds() if one.sign == sign), sign)
        badge = Badge("guess", f"{sign}?", Message("guess.badge", what=name))
        return replace(piece, badges=(*piece.badges, badge))
