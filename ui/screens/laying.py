"""The table being laid on the home page: names, options, and the button that begins.

The form keeps by itself what is typed and chosen in it. Its markup follows only when it has to be
written anew (another game, a preset), so that the focus stays where somebody is working.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.core.contract import Game, GameInfo
from engine.core.errors import BadOptions
from engine.core.options import Option, Options, normalize
from engine.core.texts import Message
from engine.games import load_game
from ui.html import Html, el, join
from ui.i18n import I18n
from ui.screens.frame import button, glyph, radios

MAX_NAME = 40
LEVELS = (1, 2, 3, 4, 5)  # engine.ai.levels, which the home page does not load


class Setup:
    """Options and names before anything begins; `drawn…` is what the markup says of them."""

    def __init__(
        self, info: GameInfo, names: list[str] | None = None, levels: list[int] | None = None
    ) -> None:
        self.info = info
        self.names = list(names or ["", ""])
        self.levels = list(levels or [0, 0])  # by player: a person, or the computer's level
        self.options: Options = normalize(info.options, {})
        self.refused: dict[str, Message] = {}
        self.broken: tuple[Message, ...] = ()
        self.excluded: list[tuple[Option, list[str], Message]] = []
        self.seats = min(2, len(info.sides))
        self.settle()

    def settle(self) -> None:
        """The form is to show what is chosen now."""
        self.drawn_names = list(self.names)
        self.drawn_levels = list(self.levels)
        self.drawn: Options = dict(self.options)

    def set_name(self, player: int, name: str) -> None:
        while len(self.names) <= player < len(self.info.sides):
            self.names.append("")
        if player < len(self.names):
            self.names[player] = name[:MAX_NAME]

    def set_seat(self, player: int, level: str) -> None:
        while len(self.levels) <= player < self.seats:
            self.levels.append(0)
        if player < len(self.levels) and level in ("0", *(str(one) for one in LEVELS)):
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
        except BadOptions as refusal:
            self.refused[name] = refusal.message
        self.check()

    def row_of(self, option: Option) -> str:
        """The row of letters that is laid out now, or the one to begin with."""
        value = str(self.options[option.name])
        return option.row if value in option.values else value

    def lay(self, name: str, index: str, letter: str) -> None:
        """Puts a letter of a row; where it may stand only once, it changes places."""
        option = next((one for one in self.info.options if one.name == name), None)
        row = self.row_of(option) if option else ""
        if not index.isdigit() or int(index) >= len(row) or not row or len(letter) != 1:
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

    def _look_for_clashes(self, rules: type[Game]) -> None:
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
                self.refused = {}
                self.check()
                self.settle()

    def take_example(self, name: str, number: str) -> None:
        """Puts an example into the field of an option."""
        for option in self.info.options:
            if option.name == name and number.isdigit() and int(number) < len(option.examples):
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

    def player_names(self, words: I18n) -> tuple[str, ...]:
        """The names as typed; whoever has none is called as the game calls his seat."""
        own = words.for_game(self.info.id)
        names = self.names[: self.seats]
        return tuple(
            name.strip() or self._unnamed(own, player) for player, name in enumerate(names)
        )

    def _unnamed(self, own: I18n, player: int) -> str:
        """What somebody without a name is called."""
        taken = self.taken()
        if not taken or not taken[player]:
            return own.seat(player)
        if sum(level > 0 for level in taken) > 1:
            return own.t("ai.name.number", number=player + 1)
        return own.t("ai.name")


def setup_skeleton(words: I18n, slot: Callable[..., Html]) -> Html:
    """The form with a slot for each part that changes on its own."""
    return el(
        "form",
        {"method": "dialog", "class": "laying", "autocomplete": "off"},
        slot("div", "setup-head"),
        slot("div", "players"),
        el(
            "div",
            {"class": "rules-of-today"},
            slot("div", "presets"),
            el(
                "details",
                {"class": "options"},
                el("summary", None, words.t("home.options")),
                slot("div", "options"),
                slot("div", "clashes", **{"class": "clashes"}),
            ),
            slot("p", "refused", **{"class": "problem", "role": "alert"}),
        ),
        el(
            "button",
            {
                "type": "submit",
                "class": "button primary start",
                "data-target": "act:start",
                "data-boot-action": True,
                "data-boot-name": words.t("home.start.boot"),
            },
            words.t("home.start"),
        ),
    )


def setup_slots(words: I18n, setup: Setup) -> dict[str, Html]:
    """The parts of the form for the chosen game."""
    own = words.for_game(setup.info.id)
    return {
        "setup-head": _head(own, setup),
        "players": _players(own, setup),
        "presets": _presets(own, setup),
        "options": _options(own, setup),
        "clashes": _clashes(own, setup),
        "refused": _refused(own, setup),
    }


def _refused(own: I18n, setup: Setup) -> Html:
    """What is wrong with the options, each named; of rules in conflict all are told."""
    rules = [own.message(one) for one in setup.broken if one != setup.refused.get("")]
    found = [
        f"{own.t(f'option.{name}')}: {own.message(why)}" if name else own.message(why)
        for name, why in setup.refused.items()
    ]
    return join(" ".join([*found, *rules]))


def _clashes(own: I18n, setup: Setup) -> Html:
    """Values of one's own that count now; what else could not be chosen, and why."""
    own_now = [
        el("li", None, el("strong", None, own.t(f"option.{option.name}")), ": ", text)
        for option, text in setup.own_values()
    ]
    told = own_now and join(
        el("h3", {"class": "option-group"}, own.t("home.option.counts")),
        el("ul", {"role": "list"}, own_now),
        el("p", {"class": "hint"}, own.t("home.option.back")),
    )
    if not setup.excluded:
        return told or Html("")
    rows = [
        el(
            "li",
            None,
            el("strong", None, own.t(f"option.{option.name}")),
            ": ",
            ", ".join(_value_words(own, f"option.{option.name}", value) for value in values),
            el("small", None, f" {why.clause} · {own.message(why)}"),
        )
        for option, values, why in setup.excluded
    ]
    return join(
        told,
        el("h3", {"class": "option-group"}, own.t("home.options.excluded")),
        el("ul", {"role": "list"}, rows),
    )


def _head(own: I18n, setup: Setup) -> Html:
    return el(
        "div",
        {"class": "laying-head"},
        el("h2", None, setup.info.title),
        button("act:rules", own.t("home.rules"), "link", data_boot_action=True),
    )


def _players(own: I18n, setup: Setup) -> Html:
    seats = range(setup.seats)
    return el(
        "div",
        {"class": "players", "data-game": setup.info.id},
        [_player(own, setup, player) for player in seats],
    )


def _player(own: I18n, setup: Setup, player: int) -> Html:
    info = setup.info
    emblem = info.glyphs[0] if info.glyphs else ""
    name = setup.drawn_names[player] if player < len(setup.drawn_names) else ""
    label = el(
        "label",
        {"class": "player"},
        el("span", {"class": f"token side{player}"}, emblem and glyph(info.id, emblem)),
        el("span", {"class": "player-label"}, own.t(f"side.{info.sides[player]}")),
        el(
            "input",
            {
                "type": "text",
                "data-field": f"name{player}",
                "value": name,
                "maxlength": MAX_NAME,
                "placeholder": own.t("home.name"),
                "spellcheck": "false",
            },
        ),
    )
    side = own.t(f"side.{info.sides[player]}")
    level = setup.drawn_levels[player] if player < len(setup.drawn_levels) else 0
    who = own.t("ai.seat", side=side)
    return el(
        "div", {"class": "seat"}, label, seat_select(own.t, f"seat{player}", who, level, True)
    )


def seat_select(
    t: Callable[..., str], field: str, label: str, level: int, person: bool, who: str = ""
) -> Html:
    """Who sits there: a person, or the computer at one of its levels. `who`: what that computer
    is called."""
    key = "ai.seat.named" if who else "ai.seat.computer"
    choices = [(one, t(key, who=who, level=t(f"ai.level.{one}"))) for one in LEVELS]
    if person:
        choices.insert(0, (0, t("ai.seat.person")))
    return el(
        "select",
        {"data-field": field, "aria-label": label, "class": "seat-select", "autocomplete": "off"},
        [el("option", {"value": one, "selected": one == level}, words) for one, words in choices],
    )


def _presets(own: I18n, setup: Setup) -> Html:
    if not setup.info.presets:
        return Html("")
    return el(
        "div",
        {"class": "presets", "role": "group", "aria-label": own.t("home.presets")},
        [
            button(
                f"preset:{preset.id}",
                own.t(f"preset.{preset.id}"),
                "preset",
                aria_pressed="true" if setup.is_preset(preset.id) else "false",
            )
            for preset in setup.info.presets
        ],
    )


def _options(own: I18n, setup: Setup) -> Html:
    declared = setup.info.options
    if not declared:
        return el("p", {"class": "soft"}, own.t("home.options.none"))
    groups = dict.fromkeys(one.group for one in declared)
    return join(_group(own, setup, group) for group in groups)


def _group(own: I18n, setup: Setup, group: str) -> Html:
    """Options that belong together, under their heading."""
    found = [one for one in setup.info.options if one.group == group]
    head = el("h3", {"class": "option-group"}, own.t(f"option.group.{group}")) if group else None
    body = el("div", {"class": "options-list"}, [_option(own, setup, one) for one in found])
    return join(head, body)


def _option(own: I18n, setup: Setup, option: Option) -> Html:
    key = f"option.{option.name}"
    field = f"opt:{option.name}"
    drawn = str(setup.drawn[option.name])
    if option.values:
        choices = [(str(value), _value_words(own, key, value)) for value in option.values]
        control = radios(field, own.t(key), choices, drawn, f"{field}=")
        if option.letters:
            control = join(control, _row(own, setup, option, own.t(f"{key}.custom")))
        elif option.examples:
            known = drawn in {value for value, _ in choices}
            typed = "" if known else option.text(setup.drawn[option.name])
            control = join(control, _own_value(own, option, typed))
    else:
        control = _typed(own.t(key), field, drawn)
    hint = el("p", {"class": "hint"}, own.t(f"{key}.hint")) if own.has(f"{key}.hint") else None
    return el("div", {"class": "option"}, control, hint)


def _typed(label: str, field: str, value: str) -> Html:
    """A field for a value of one's own."""
    return el(
        "label",
        {"class": "field"},
        el("span", None, label),
        el("input", {"type": "text", "data-field": field, "value": value, "spellcheck": "false"}),
    )


def _own_value(own: I18n, option: Option, value: str) -> Html:
    """A field for a value beside the ones that are offered, with examples to start from."""
    label = own.t("home.option.custom", option=own.t(f"option.{option.name}"))
    examples = [
        button(f"example:{option.name}:{number}", example, "link")
        for number, example in enumerate(option.examples)
    ]
    how = f"option.{option.name}.custom"
    return el(
        "details",
        {"class": "own-value", "open": bool(value)},
        el("summary", None, own.t("home.option.own")),
        _typed(label, f"opt:{option.name}", value),
        el("p", {"class": "hint"}, own.t(how)) if own.has(how) else None,
        el("p", {"class": "examples"}, own.t("home.option.examples"), " ", *examples),
    )


def _row(own: I18n, setup: Setup, option: Option, label: str) -> Html:
    """A row of letters laid out piece by piece, a choice for each place."""
    key = f"option.{option.name}"
    row = setup.row_of(option)
    cells = []
    for index, letter in enumerate(row):
        name = own.t(f"{key}.cell", file="abcdefghijklmnop"[index])
        choices = [
            el(
                "option",
                {"value": one, "selected": one == letter},
                own.t(f"{key}.letter.{one}"),
            )
            for one in option.letters
        ]
        attributes = {
            "data-field": f"row:{option.name}:{index}",
            "aria-label": name,
            "title": name,
            "autocomplete": "off",
        }
        cells.append(el("select", attributes, choices))
    return el(
        "fieldset", {"class": "option-row"}, el("legend", None, label), el("div", None, cells)
    )


def _value_words(own: I18n, key: str, value: object) -> str:
    if own.has(f"{key}.{value}"):
        return own.t(f"{key}.{value}")
    if str(value) in ("True", "False"):
        return own.t("home.yes" if str(value) == "True" else "home.no")
    return str(value)
