"""Markup of the set-up form, with a slot for each part that changes on its own."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.options import Option, non_default
from engine.core.texts import MAX_NAME
from engine.games import list_games
from engine.match.clock import MOST_MINUTES, MOST_SECONDS, read_clock
from ui.home.cover import cover
from ui.home.setup_form import CLOCK, USUAL, Setup, clock_numbers
from ui.words.clocks import clock_words
from ui.words.faces import described
from ui.words.frame import button, glyph, number_field, radios, seat_select
from ui.words.html import Html, el, join
from ui.words.i18n import I18n
from ui.words.options import option_lines, value_words

PEOPLE = "people"  # id of the list of names


def setup_skeleton(words: I18n, setup: Setup, slot: Callable[..., Html]) -> Html:
    """Return the form of a new game beside the cover of its game, with empty slots."""
    return el(
        "div",
        {"class": "setup", "data-game": setup.info.id},
        _games(words, setup),
        el(
            "div",
            {"class": "setup-side"},
            cover(setup.info.id),
            slot("div", "setup-head"),
        ),
        _form(words, setup, slot),
    )


def _games(words: I18n, setup: Setup) -> Html:
    """Return the way back to the cards, and a button per game that opens its form instead."""
    return el(
        "div",
        {"class": "setup-games", "role": "group", "aria-label": words.t("home.games")},
        button("act:games", words.t("home.games.back"), "link"),
        [
            button(
                f"act:game:{info.id}",
                info.title,
                "link",
                aria_pressed="true" if info.id == setup.info.id else "false",
            )
            for info in list_games()
        ],
    )


def _form(words: I18n, setup: Setup, slot: Callable[..., Html]) -> Html:
    return el(
        "form",
        {"method": "dialog", "class": "setup-form", "autocomplete": "off"},
        el("h2", {"tabindex": -1}, words.t("home.setup", game=setup.info.title)),
        slot("div", "players"),
        slot("div", "opponents"),
        slot("div", "clock"),
        slot("div", "clock-numbers"),
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
        el("div", {"class": "setup-foot"}, _start(words)),
        slot("div", "invite", **{"class": "invite"}),
    )


def _start(words: I18n) -> Html:
    return el(
        "button",
        {"type": "submit", "class": "button primary start", "data-target": "act:start"},
        words.t("home.start"),
    )


def setup_slots(words: I18n, setup: Setup) -> dict[str, Html]:
    """Return the content of the form's slots for the chosen game."""
    own = words.for_game(setup.info.id)
    return {
        "setup-head": _head(own, setup),
        "invite": _invite(own, setup),
        "players": _players(own, setup),
        "opponents": _opponents(own, setup),
        "clock": _clock(own, setup),
        "clock-numbers": _clock_numbers(own, setup),
        "presets": _presets(own, setup),
        "options": _options(own, setup),
        "clashes": _clashes(own, setup),
        "refused": _refused(own, setup),
    }


def _refused(own: I18n, setup: Setup) -> Html:
    """Draw what is wrong with the options: refused values by name, then every clash of rules."""
    rules = [own.message(one) for one in setup.broken if one != setup.refused.get("")]
    found = [
        own.message(why)
        if name in ("", CLOCK)
        else f"{own.t(f'option.{name}')}: {own.message(why)}"
        for name, why in setup.refused.items()
    ]
    return join(" ".join([*found, *rules]))


def _clashes(own: I18n, setup: Setup) -> Html:
    """Draw the typed values in force, and the values excluded by other options with the reason."""
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
            ", ".join(value_words(own, option.name, value) for value in values),
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
    """Draw what the game is about, and what there is to learn it."""
    more = (("campaign", setup.info.campaign), ("exercises", setup.info.exercises))
    return join(
        el("p", {"class": "setup-line"}, own.t("tagline")) if own.has("tagline") else None,
        el(
            "p",
            {"class": "setup-learn"},
            _learn(own, setup) if setup.info.lessons else None,
            [button(f"act:{name}", own.t(f"home.{name}"), "link") for name, has in more if has],
            button("act:rules", own.t("home.rules"), "link"),
        ),
    )


def _learn(own: I18n, setup: Setup) -> Html:
    """Draw the link to the lessons; as a button if the game is new to this browser."""
    if setup.known:
        return button("act:learn", own.t("home.learn.again"), "link")
    return button("act:learn", own.t("home.learn.soon"), "learn")


def _invite(own: I18n, setup: Setup) -> Html:
    """Draw the button for a table with another device, or why these options have none; empty if the
    game has none."""
    if not setup.info.far:
        return Html("")
    if setup.near is not None:
        return el("p", {"class": "hint"}, own.message(setup.near))
    return button("act:invite", own.t("home.invite"))


def _players(own: I18n, setup: Setup) -> Html:
    seats = range(setup.seats)
    return el(
        "div",
        {"class": "players", "data-game": setup.info.id},
        [_player(own, setup, player) for player in seats],
        bool(setup.people)
        and el(
            "datalist", {"id": PEOPLE}, [el("option", {"value": person}) for person in setup.people]
        ),
    )


def _opponents(own: I18n, setup: Setup) -> Html:
    """Describe each computer level that is chosen."""
    chosen = sorted({level for level in setup.taken() if level})
    return join(described(own, level) for level in chosen)


def _clock(own: I18n, setup: Setup) -> Html:
    """Draw the choice of a clock, for people who share this device."""
    if setup.taken():
        return Html("")
    kinds = [("none", own.t("clock.none"))]
    kinds += [(one, own.t(f"clock.kind.{one}")) for one in ("minutes", "hourglass")]
    usual = [(one, clock) for one in USUAL if (clock := read_clock(one)) is not None]
    shown = setup.clock_kind() == "minutes"
    return join(
        radios("clock", own.t("clock"), kinds, setup.clock_kind(), "clock:"),
        el(
            "div",
            {"class": "presets", "role": "group", "aria-label": own.t("clock.usual")},
            [
                button(
                    f"clock:{one}",
                    one,
                    "preset",
                    aria_label=clock_words(own.t, clock),
                    aria_pressed="true" if one == setup.clock else "false",
                )
                for one, clock in usual
            ],
        )
        if shown
        else None,
    )


def _clock_numbers(own: I18n, setup: Setup) -> Html:
    """Draw the fields for the minutes and seconds of the clock, and what to know about it."""
    kind = setup.clock_kind()
    if kind == "none" or setup.taken():
        return Html("")
    values = clock_numbers(setup.drawn_clock)
    fields = [_number(own, "minutes", 1, MOST_MINUTES, values[0])]
    about = own.t("clock.about.minutes")
    if kind == "minutes":
        fields.append(_number(own, "seconds", 0, MOST_SECONDS, values[1]))
    else:
        about = f"{own.t('clock.about.hourglass')} {about}"
    return join(el("div", {"class": "clock-numbers"}, fields), el("p", {"class": "hint"}, about))


def _number(own: I18n, name: str, least: int, most: int, value: str) -> Html:
    return number_field(f"clock-{name}", own.t(f"clock.field.{name}"), least, most, value)


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
                "list": PEOPLE if setup.people else None,
            },
        ),
    )
    side = own.t(f"side.{info.sides[player]}")
    level = setup.drawn_levels[player] if player < len(setup.drawn_levels) else 0
    who = own.t("computer.seat", side=side)
    return el("div", {"class": "seat"}, label, seat_select(own, f"seat{player}", who, level, True))


def _presets(own: I18n, setup: Setup) -> Html:
    if not setup.info.presets:
        return Html("")
    buttons = [
        button(
            f"preset:{preset.id}",
            own.t(f"preset.{preset.id}"),
            "preset",
            aria_pressed="true" if setup.is_preset(preset.id) else "false",
        )
        for preset in setup.info.presets
    ]
    group = {"class": "presets", "role": "group", "aria-label": own.t("home.presets")}
    return join(el("div", group, buttons), el("p", {"class": "hint"}, _unusual(own, setup)))


def _unusual(own: I18n, setup: Setup) -> str:
    """Return which options differ from the usual rules."""
    given = non_default(setup.info.options, setup.options)
    lines = option_lines(own, setup.info.options, given)
    return "; ".join(lines) or own.t("home.presets.usual")


def _options(own: I18n, setup: Setup) -> Html:
    declared = setup.info.options
    if not declared:
        return el("p", {"class": "soft"}, own.t("home.options.none"))
    groups = dict.fromkeys(one.group for one in declared)
    return join(_group(own, setup, group) for group in groups)


def _group(own: I18n, setup: Setup, group: str) -> Html:
    """Draw the options of a group under their heading."""
    found = [option for option in setup.info.options if option.group == group]
    head = el("h3", {"class": "option-group"}, own.t(f"option.group.{group}")) if group else None
    body = el("div", {"class": "options-list"}, [_option(own, setup, one) for one in found])
    return join(head, body)


def _option(own: I18n, setup: Setup, option: Option) -> Html:
    key = f"option.{option.name}"
    field = f"opt:{option.name}"
    drawn = str(setup.drawn[option.name])
    refused = setup.drawn_typed.get(option.name, "")
    if option.values:
        choices = [(str(value), value_words(own, option.name, value)) for value in option.values]
        control = radios(field, own.t(key), choices, drawn, f"{field}=")
        if option.letters:
            control = join(control, _row(own, setup, option, own.t(f"{key}.custom")))
        elif option.examples:
            known = drawn in {value for value, _ in choices}
            typed = refused or ("" if known else option.text(setup.drawn[option.name]))
            control = join(control, _own_value(own, option, typed))
    else:
        control = _typed(own.t(key), field, refused or drawn)
    hint = el("p", {"class": "hint"}, own.t(f"{key}.hint")) if own.has(f"{key}.hint") else None
    return el("div", {"class": "option"}, control, hint)


def _typed(label: str, field: str, value: str) -> Html:
    """Draw a text field for a typed value."""
    return el(
        "label",
        {"class": "field"},
        el("span", None, label),
        el("input", {"type": "text", "data-field": field, "value": value, "spellcheck": "false"}),
    )


def _own_value(own: I18n, option: Option, value: str) -> Html:
    """Draw the field for a value not in the list of an option, with examples to start from."""
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
    """Draw a row of letters with a select field for each place."""
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
