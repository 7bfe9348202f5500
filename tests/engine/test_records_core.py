"""Helpers that the record readers of all games share."""

from __future__ import annotations

import pytest

from engine.core import records
from engine.core.contract import DRAW, RESIGN, TIME
from engine.core.errors import BadOptions
from engine.core.options import Option, read_all
from engine.core.tags import (
    ESCAPED,
    LINES,
    PLAIN,
    Brackets,
    TagFault,
    escaped,
    read_tags,
    tag_line,
)
from engine.games.andarraya.game import Andarraya


@pytest.mark.parametrize("value", ["", "Ana", 'a "b" \\ c', "ñ〈x〉", "[A]", "}{"])
def test_a_written_tag_is_read_back(value: str) -> None:
    text = tag_line("Name", value) + "\n\n1. e4"
    tags, body = read_tags(text)
    assert tags["Name"].value == value and text[body:] == "1. e4"


def test_a_plain_value_has_no_quotes_and_no_line_breaks() -> None:
    assert tag_line("Name", 'a "b"\n c', PLAIN) == "[Name \"a 'b' c\"]"


def test_a_tag_has_its_line_and_column() -> None:
    tags, _ = read_tags('\n  [A "1"]\n[B "2"] 1.')
    assert (tags["A"].line, tags["A"].column) == (2, 3)
    assert (tags["B"].line, tags["B"].column) == (3, 1)


@pytest.mark.parametrize(
    "text", ['[A "1"]\n[A "1"]', '[A "1]', "[A 1]", '[A "a\\n"]', "[", '[1 "a"]']
)
def test_a_malformed_tag_is_a_fault(text: str) -> None:
    with pytest.raises(TagFault) as why:
        read_tags(text)
    assert why.value.text == text.splitlines()[-1]


def test_a_dialect_chooses_its_replacement_for_line_breaks() -> None:
    own = escaped(lambda text: text.replace("\n", "|"), barred=r"\n")
    assert tag_line("A", 'x\n"y"\r', own) == '[A "x|\\"y\\"\r"]'
    assert read_tags('[A "x\ry"]', own)[0]["A"].value == "x\ry"
    with pytest.raises(TagFault):
        read_tags('[A "x\ry"]', ESCAPED)


@pytest.mark.parametrize("text", ['[A  "1"]', '[ A "1"]', '[A "1" ]', '[A "1"];'])
def test_a_strict_dialect_allows_no_extra_blanks_or_text(text: str) -> None:
    strict = Brackets(r"\[", " ", r"\](?=\s|\Z)")
    assert read_tags('[A "1"]', brackets=strict)[0]["A"].value == "1"
    assert read_tags(text)[0]["A"].value == "1"
    with pytest.raises(TagFault) as why:
        read_tags(text, brackets=strict)
    assert (why.value.text, why.value.name) == (text, "")


def test_the_first_malformed_option_is_named() -> None:
    setting = "([a-z]+)=([0-9]+)"
    assert records.read_options("a=1 b=22", None, setting) == {"a": "1", "b": "22"}
    for text, bad in (("a=1 B=2 a=3", "B=2"), ("a=1 a=3 B=2", "a=3"), ("a=x", "a=x")):
        with pytest.raises(ValueError, match=bad):
            records.read_options(text, None, setting)


def test_options_are_written_and_read_by_name() -> None:
    declared = (Option("a", (1, 2)), Option("b", ("x", "y")))
    assert records.options_text(declared, {"a": 1, "b": "y"}) == "b=y"
    assert records.read_options("a=2;b=y") == {"a": "2", "b": "y"}
    for bad in ("a", "a=1;a=1"):
        with pytest.raises(ValueError):
            records.read_options(bad)


@pytest.mark.parametrize(
    ("result", "on_time", "action"),
    [
        ("1-0", False, (RESIGN, 1)),
        ("0-1", False, (RESIGN, 0)),
        ("0-1", True, (TIME, 0)),
        ("1/2-1/2", False, (DRAW,)),
        ("*", True, None),
    ],
)
def test_an_early_result_becomes_a_table_action(result: str, on_time: bool, action: object) -> None:
    assert records.settlement(result, on_time) == action


def test_lines_are_filled_to_the_width() -> None:
    assert records.filled(["aa", "bb", "cc"], 5) == ["aa bb", "cc"]
    assert records.filled([]) == [""]


def test_typed_options_are_parsed_by_their_declaration() -> None:
    declared = (Option("size", (3, 5)), Option("wind", (False, True), show="{:d}".format))
    assert read_all(declared, {"wind": "1"}) == {"size": 3, "wind": True}
    for bad in ({"size": "4"}, {"wind": "True"}, {"size": "4", "rain": "5"}):
        with pytest.raises(BadOptions) as why:
            read_all(declared, bad)
        assert why.value.message.params["option"] == list(bad)[-1]


def test_tag_lines_end_at_the_first_other_line() -> None:
    text = '\n [A "1"] \n\n[B "2"]\n1. e4\n[C "3"]'
    tags, at = read_tags(text, PLAIN, brackets=LINES)
    assert {name: (tag.value, tag.line, tag.column) for name, tag in tags.items()} == {
        "A": ("1", 2, 2),
        "B": ("2", 4, 1),
    }
    assert text[at:] == '1. e4\n[C "3"]'


@pytest.mark.parametrize("line", ['[A "1"]', '[ B "1"]', '[B  "1"]', '[B "1"] 1. e4', "[B 1]", "["])
def test_a_malformed_tag_line_is_a_fault(line: str) -> None:
    with pytest.raises(TagFault) as why:
        read_tags(f'[A "1"]\n  {line}\n\n1. e4', PLAIN, brackets=LINES)
    assert (why.value.text, why.value.line, why.value.column) == (line, 2, 3)


def test_the_caller_decides_which_tags_are_accepted() -> None:
    text = '[A "1"] [A "1"] [A "2"]'
    with pytest.raises(TagFault) as why:
        read_tags(text, accept=lambda tag, before: tag.value != "2")
    assert (why.value.name, why.value.value, why.value.at) == ("A", "2", text.rindex("["))


def test_settled_results_are_written_as_they_are_read() -> None:
    for result, action in records.SETTLED.items():
        assert records.settled_text(action) == result
    assert records.settled_text((TIME, 1)) == "1-0"


def test_state_after_leaves_the_original_unchanged() -> None:
    state = Andarraya().initial_state()
    after = records.state_after(state, ("move", 12, 28, 0), ("move", 52, 36, 0))
    assert (state.plies, after.plies) == (0, 2)
