"""Results of the set-ups that people of this browser used, from its finished games.

Nothing is read of a running game: which set-up is used there may be secret.
"""

from __future__ import annotations

from engine.core.errors import AsedioError
from engine.core.steps import Step, Steps
from ui.saves.index import Summary
from ui.saves.results import Results, ended
from ui.saves.store import Store
from ui.session.agreed import known_to
from ui.session.resume import opening
from ui.session.setups import completed

ResultsBySetup = dict[str, dict[int, Results]]  # by text of the set-up, then by player


class SetupReader:
    """Reads the finished games of one title. The set-ups of a game are read once."""

    def __init__(self, store: Store, game_id: str) -> None:
        self._store, self._game_id = store, game_id
        self._read: dict[str, dict[int, str]] = {}  # set-up by player, by game

    def results(self) -> Steps[ResultsBySetup]:
        """Return the results of every set-up used by a person at this device."""
        found: ResultsBySetup = {}
        games = [one for one in self._store.games() if self._counts(one)]
        for number, one in enumerate(games):
            if one.id not in self._read:
                self._read[one.id] = yield from self._setups(one)
            for player, text in self._read[one.id].items():
                sides = found.setdefault(text, {})
                sides[player] = sides.get(player, Results()).plus(ended(one.result, player))
            yield Step(number + 1, len(games))
        return found

    def _counts(self, one: Summary) -> bool:
        """Return whether a game is over and its result is one of two players."""
        fits = one.game_id == self._game_id and not one.view and not one.newer
        return fits and bool(ended(one.result, 0))

    def _setups(self, one: Summary) -> Steps[dict[int, str]]:
        saved = self._store.load(one.id, mend=False)
        if saved is None:
            return {}
        viewer = known_to(one.game_id, self._store.load_table(one.id))
        try:
            match = (yield from opening(saved, viewer)).match
        except AsedioError:
            return {}
        if len(match.game.sides) != 2:
            return {}
        texts = {}
        for player in self._people(one):
            done = completed(match.config, match.events, player, viewer)
            if done is not None:
                texts[player] = match.game.setup_text(done.before, done.draft)
        return texts

    def _people(self, one: Summary) -> list[int]:
        """Return the players that people at this device played."""
        if one.far:
            return [one.mine] if one.mine >= 0 else []
        return [player for player in (0, 1) if not any(one.seats[player : player + 1])]
