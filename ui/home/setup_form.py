"""The set-up form of the home page: names, seats and options before anything begins.

The form keeps by itself what is typed and chosen in it. Its markup follows only when it has to be
written anew (another game, a preset), so that the focus stays where somebody is working.
"""

from __future__ import annotations

from engine.core.contract import AnyGame
from engine.core.errors import BadOptions
from engine.core.info import GameInfo
from engine.core.options import Option, Options, normalize
from engine.core.texts import Message, short_name
from engine.games import load_game
from ui.words.names import COMPUTERS


class Setup:
    """Options and names before anything begins; `drawn…` is what the markup says of them."""

    def __init__(self, info: GameInfo) -> None:
        self.info = info
        self.known = False  # whether it was played or learnt before
        self.names = ["", ""]
        self.levels = [0, 0]  # by player: a person, or the computer's level
        self.options: Options = normalize(info.options, {})
        self.refused: dict[str, Message] = {}
        self.typed: dict[str, str] = {}  # texts that were refused: they stay in their fields
        self.broken: tuple[Message, ...] = ()
        self.excluded: list[tuple[Option, list[str], Message]] = []
        self.seats = min(2, len(info.sides))
        self.settle()

    def settle(self) -> None:
        """The form is to show what is chosen now."""
        self.drawn_names = list(self.names)
        self.drawn_levels = list(self.levels)
        self.drawn: Options = dict(self.options)
        self.drawn_typed = dict(self.typed)

    def take_people(self, other: Setup) -> None:
        """Names and levels as another form has them; its further seats stay what they were."""
        self.names[: len(other.names)] = other.names
        self.levels[: len(other.levels)] = other.levels
        self.settle()

    def set_name(self, player: int, name: str) -> None:
        while len(self.names) <= player < len(self.info.sides):
            self.names.append("")
        if player < len(self.names):
            self.names[player] = short_name(name)

    def set_seat(self, player: int, level: str) -> None:
        while len(self.levels) <= player < self.seats:
            self.levels.append(0)
        if player < len(self.levels) and level in ("0", *(str(one) for one in COMPUTERS)):
            self.levels[player] = int(level)

    def taken(self) -> tuple[int, ...]:
        """Who sits where; empty when all are persons."""
        levels = (*self.levels, *(0,) * self.seats)[: self.seats]
        return levels if any(levels) else ()

    def choose(self, name: str, value: str) -> None:
        """Takes an option's value as its text; a refused one is kept as a problem."""
        option = next((one for one in self.info.options if one.name == name), None)
        if option is None or (value == str(self.options[name]) and name not in self.refused):
            return  # nothing new, and no reason to load the rules
        known = {str(one): one for one in option.values}
        if value == "" and option.values and option.check is not None:
            value = str(option.initial())  # the field beside the choices was emptied
        try:
            self.options[name] = option.accept(known.get(value, value))
            self.refused.pop(name, None)
            self.typed.pop(name, None)
        except BadOptions as refusal:
            self.refused[name] = refusal.message
            self.typed[name] = value
        self.check()

    def row_of(self, option: Option) -> str:
        """The row of letters that is laid out now, or the one to begin with."""
        value = str(self.options[option.name])
        return option.row if value in option.values else value

    def lay(self, name: str, index: str, letter: str) -> None:
        """Puts a letter of a row; where it may stand only once, it changes places."""
        option = next((one for one in self.info.options if one.name == name), None)
        row = self.row_of(option) if option else ""
        if not index.isdecimal() or int(index) >= len(row) or not row or len(letter) != 1:
            return
        at = int(index)
        if row[at] == letter:
            return
        self.choose(name, row[:at] + letter + row[at + 1 :])
        if name in self.refused and letter in row:
            letters = list(row)
            other = row.index(letter)
            letters[at], letters[other] = letters[other], letters[at]
            self.choose(name, "".join(letters))
        self.settle()

    def check(self) -> None:
        """Whether the chosen options go together, and how many they seat. The rules are loaded for
        it, which is why it is asked only when somebody has chosen something."""
        self.refused.pop("", None)
        try:
            rules = load_game(self.info.id)
        except KeyError:
            return
        self._look_for_clashes(rules)
        try:
            game = rules(self.options)
        except BadOptions as refusal:
            self.refused[""] = refusal.message
        else:
            self.seats = len(game.sides)
            while len(self.names) < self.seats:
                self.names.append("")

    def _look_for_clashes(self, rules: type[AnyGame]) -> None:
        """All that does not go together now, and which values would not go with what is chosen:
        option, texts of those values, and why."""
        self.broken = rules.clashes(self.options)
        self.excluded = []
        for option in self.info.options:
            why: dict[Message, list[str]] = {}
            for value in option.values:
                trial = {**self.options, option.name: value}
                for reason in rules.clashes(trial) if value != self.options[option.name] else ():
                    if reason not in self.broken:
                        why.setdefault(reason, []).append(str(value))
            self.excluded += [(option, values, reason) for reason, values in why.items()]

    def take_preset(self, preset_id: str) -> None:
        for preset in self.info.presets:
            if preset.id == preset_id:
                self.options = normalize(self.info.options, preset.options)
                self.refused, self.typed = {}, {}
                self.check()
                self.settle()

    def take_example(self, name: str, number: str) -> None:
        """Puts an example into the field of an option."""
        for option in self.info.options:
            if option.name == name and number.isdecimal() and int(number) < len(option.examples):
                self.choose(name, option.examples[int(number)])
                self.settle()

    def own_values(self) -> list[tuple[Option, str]]:
        """Options with a value that was typed, and its text."""
        return [
            (option, option.text(self.options[option.name]))
            for option in self.info.options
            if option.examples and self.options[option.name] not in option.values
        ]

    def is_preset(self, preset_id: str) -> bool:
        """Whether a preset is what is chosen now."""
        return any(
            preset.id == preset_id and normalize(self.info.options, preset.options) == self.options
            for preset in self.info.presets
        )

    def result(self) -> Options:
        return dict(self.options)

    def player_names(self) -> tuple[str, ...]:
        """The names as typed, empty for whoever has none; nothing when nobody has one."""
        names = tuple(name.strip() for name in self.names[: self.seats])
        return names if any(names) else ()
