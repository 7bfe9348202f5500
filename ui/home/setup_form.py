"""Model of the set-up form on the home page: names, seats and options of a new game.

While the form is edited only the model changes. Its markup follows when it has to be rewritten
(another game, a preset), so that the focus stays in the field being edited.
"""

from __future__ import annotations

from engine.core.contract import AnyGame
from engine.core.errors import BadOptions
from engine.core.info import GameInfo
from engine.core.options import Option, Options, normalize
from engine.core.texts import Message, short_name
from engine.games import load_game
from engine.match.clock import NO_CLOCK, Clock, read_clock
from ui.words.clocks import refused_clock
from ui.words.names import COMPUTERS

USUAL = ("5+0", "10+5", "30+20")  # clocks of people who share a device
HOURGLASS = "h5"
CLOCK = "clock:"  # the key of its refusal
MAX_DIGITS = 6  # characters of a typed number


class Setup:
    """Options, names and seats of a new game; `drawn…` are the values in the current markup."""

    def __init__(self, info: GameInfo) -> None:
        self.info = info
        self.known = False  # the game was played or learned before
        self.people: list[str] = []  # names to choose from
        self.names = ["", ""]
        self.levels = [0, 0]  # by player: a person, or the computer's level
        self.clock = ""  # in short as Clock.text, perhaps refused; "" without one
        self.options: Options = normalize(info.options, {})
        self.refused: dict[str, Message] = {}
        self.typed: dict[str, str] = {}  # refused texts, which stay in their fields
        self.broken: tuple[Message, ...] = ()
        self.excluded: list[tuple[Option, list[str], Message]] = []
        self.near: Message | None = None  # why these options stay on one device
        self.seats = min(2, len(info.sides))
        self.settle()

    def settle(self) -> None:
        """Copy the current values to `drawn…`, so that the form is drawn with them."""
        self.drawn_names = list(self.names)
        self.drawn_levels = list(self.levels)
        self.drawn: Options = dict(self.options)
        self.drawn_typed = dict(self.typed)
        self.drawn_clock = self.clock

    def take_people(self, other: Setup) -> None:
        """Take names and levels from another form; seats that it does not have stay as they are."""
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
        if player < len(self.levels) and level in ("0", *(str(computer) for computer in COMPUTERS)):
            self.levels[player] = int(level)
            self.set_clock(self.clock)

    def taken(self) -> tuple[int, ...]:
        """Return the computer levels by player, 0 for a person; empty if all are people."""
        levels = (*self.levels, *(0,) * self.seats)[: self.seats]
        return levels if any(levels) else ()

    # -- clock -------------------------------------------------------------------------------

    def set_clock(self, text: str) -> None:
        """Choose a clock in short (`10+5`, `h5`), or none (""); a bad one is refused."""
        self.clock = text
        self.refused.pop(CLOCK, None)
        if text and not self.taken() and read_clock(text) is None:
            self.refused[CLOCK] = refused_clock()

    def clock_kind(self) -> str:
        """Return `none`, `minutes` or `hourglass`."""
        if not self.clock:
            return "none"
        return "hourglass" if self.clock.startswith("h") else "minutes"

    def choose_clock(self, name: str) -> None:
        """Choose a kind of clock, or one of the usual clocks."""
        kinds = {"none": "", "minutes": USUAL[1], "hourglass": HOURGLASS}
        if name in USUAL or (name in kinds and name != self.clock_kind()):
            self.set_clock(kinds.get(name, name))
            self.settle()

    def clock_field(self, name: str, value: str) -> None:
        """Set the kind of clock (`clock`), its `clock-minutes` or `clock-seconds` as typed."""
        minutes, seconds = clock_numbers(self.clock)
        typed = value.strip()[:MAX_DIGITS].replace("+", " ")
        if name == "clock":
            self.choose_clock(value)
        elif self.clock_kind() == "hourglass" and name == "clock-minutes":
            self.set_clock(f"h{typed}")
        elif self.clock_kind() == "minutes" and name == "clock-minutes":
            self.set_clock(f"{typed}+{seconds}")
        elif self.clock_kind() == "minutes" and name == "clock-seconds":
            self.set_clock(f"{minutes}+{typed}")

    def clock_taken(self) -> Clock:
        """Return the clock of the game; none against a computer."""
        return (not self.taken() and read_clock(self.clock)) or NO_CLOCK

    # -- options -----------------------------------------------------------------------------

    def choose(self, name: str, value: str) -> None:
        """Set an option from its text; a refused value goes to `refused` and `typed`."""
        option = next((one for one in self.info.options if one.name == name), None)
        if option is None or (value == str(self.options[name]) and name not in self.refused):
            return  # unchanged, so the rules need not be loaded
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
        """Return the current row of letters, or the initial one if a listed value is chosen."""
        value = str(self.options[option.name])
        return option.row if value in option.values else value

    def lay(self, name: str, index: str, letter: str) -> None:
        """Put a letter into a row; if it may occur only once, swap it with the other letter."""
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
        """Check the options against each other and set the number of seats.

        This loads the rules, so it is called only after an option was changed.
        """
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
            self.near = rules.near_only(game.options)
            self.seats = len(game.sides)
            while len(self.names) < self.seats:
                self.names.append("")

    def _look_for_clashes(self, rules: type[AnyGame]) -> None:
        """Find the clashes of the chosen options, and the values that would clash with them.

        Sets `broken`, and `excluded` as triples: option, texts of its values, reason.
        """
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
                self.refused = {CLOCK: self.refused[CLOCK]} if CLOCK in self.refused else {}
                self.typed = {}
                self.check()
                self.settle()

    def take_example(self, name: str, number: str) -> None:
        """Set an option to one of its examples, by index."""
        for option in self.info.options:
            if option.name == name and number.isdecimal() and int(number) < len(option.examples):
                self.choose(name, option.examples[int(number)])
                self.settle()

    def own_values(self) -> list[tuple[Option, str]]:
        """Return the options with a typed value not in their list, with its text."""
        return [
            (option, option.text(self.options[option.name]))
            for option in self.info.options
            if option.examples and self.options[option.name] not in option.values
        ]

    def is_preset(self, preset_id: str) -> bool:
        """Return whether the options equal those of a preset."""
        return any(
            preset.id == preset_id and normalize(self.info.options, preset.options) == self.options
            for preset in self.info.presets
        )

    def result(self) -> Options:
        return dict(self.options)

    def player_names(self) -> tuple[str, ...]:
        """Return the typed names, empty strings included; an empty tuple if nobody has a name."""
        names = tuple(name.strip() for name in self.names[: self.seats])
        return names if any(names) else ()

    def people_named(self) -> list[str]:
        """Return the typed names of the seats that people take."""
        levels = (*self.levels, *(0,) * self.seats)
        return [name for name, level in zip(self.player_names(), levels, strict=False) if not level]


def clock_numbers(text: str) -> tuple[str, str]:
    """Return the minutes and seconds of a clock in short, as typed."""
    minutes, _, seconds = text.removeprefix("h").partition("+")
    return minutes, seconds
