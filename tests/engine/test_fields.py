"""Position texts declared as fields: what each reads, writes and refuses, and where."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.errors import BadPosition
from engine.core.fields import (
    BadField,
    Bag,
    Joined,
    Number,
    OneOf,
    Pending,
    Position,
    Rows,
    SomeOf,
    Special,
    TextField,
    Values,
)

TURNS = Number("turns", 0, 99)
PENDING = Pending("state", {"roll": (), "move": (OneOf("die", "12"), TURNS)})
FIELDS: list[tuple[TextField, dict[str, Any], list[str]]] = [
    (OneOf("side", "wb"), {"w": 0, "b": 1}, ["", "x", "wb"]),
    (Number("n", 1, 300), {"1": 1, "25": 25, "300": 300}, ["0", "301", "01", "", "-1", "1.", "²"]),
    (Number("n", 0, 9, {"x": 77}), {"0": 0, "x": 77}, ["00", "10", "xx"]),
    (SomeOf("marks", "abc", ordered=True), {"-": [], "ac": [0, 2]}, ["ca", "aa", "d", ""]),
    (SomeOf("list", ["p", "q"], ","), {"-": [], "p,q": [0, 1]}, ["p,", "pq", "p,p", "-,p"]),
    (Bag("bag", "ab"), {"-": [0, 0], "aab": [2, 1]}, ["ac", ""]),
    (Joined("both", ".", TURNS, Number("rest", 0, 50)), {"3.40": [3, 40]}, ["3", "3.4.5", "3.x"]),
    (Joined("more", ".", TURNS, Number("l", 3, 3).maybe()), {"3": [3], "3.3": [3, 3]}, ["", "3.4"]),
    (PENDING, {"roll": ["roll"], "move:2:7": ["move", 1, 7]}, ["move", "move:3:7", "roll:", "go"]),
]
SEVERAL = Position(
    Rows("board", 3, 2, "[ab]"),
    OneOf("side", "wb"),
    Joined("counts", ".", TURNS, Number("rest", 0, 5)),
    Special("more").maybe(),
    clause="7.1",
    clauses={"counts": "7.3"},
    code="state",
    gap=" ",
    longest=60,
)


@pytest.mark.parametrize("case", FIELDS, ids=lambda case: type(case[0]).__name__)
def test_a_field_reads_what_it_writes_and_refuses_the_rest(
    case: tuple[TextField, dict[str, Any], list[str]],
) -> None:
    field, good, wrong = case
    for word, value in good.items():
        assert field.read(word) == value and field.write(value) == word
        assert field.join(field.split(word)) == word
    for word in wrong:
        with pytest.raises(BadField) as why:
            field.read(word)
        assert why.value.field == field.name


def test_words_in_any_order_are_sorted() -> None:
    assert SomeOf("list", ["p", "q"], ",").read("q,p") == [0, 1]
    assert Bag("bag", "ab").read("aba") == [2, 1]


def test_a_refused_part_bears_the_name_of_the_whole() -> None:
    field = Joined(
        "hands", "/", OneOf("own", "ab"), SomeOf("other", "ab", why="card", twice="twice")
    )
    for word, reason in (("c/a", "hands"), ("a/c", "card"), ("a/aa", "twice")):
        with pytest.raises(BadField) as why:
            field.read(word)
        assert (why.value.field, why.value.why, why.value.detail) == ("hands", reason, word)


def test_the_board_is_read_in_the_order_of_its_text() -> None:
    board = Rows("board", 3, 2, "[ab]")
    assert board.read("2a/b2") == [(5, "a"), (0, "b")]
    assert board.write(board.cells("2a/b2")) == "2a/b2"


def read(text: str) -> dict[str, Any]:
    def build(values: Values) -> dict[str, Any]:
        found = {name: values[name] for name in ("board", "side", "counts")}
        if found["side"] and not found["counts"][0]:
            raise BadField("side", "early", squares=["a1"], clause="7.9", n=3)
        return {**found, "more": values.get("more", "")}

    return SEVERAL.read(text, build)


def test_a_text_is_read_with_and_without_what_may_be_missing() -> None:
    assert read("2a/b2 w 3.4")["counts"] == [3, 4]
    assert read("2a/b2 w 3.4 x")["more"] == "x"
    cells = ["b", "", "", "", "", "a"]
    assert SEVERAL.text(cells, 0, (3, 4)) == "2a/b2 w 3.4"
    assert SEVERAL.text(cells, 0, (3, 4), "x") == "2a/b2 w 3.4 x"


@pytest.mark.parametrize(
    ("text", "field", "column", "clause", "squares"),
    [
        ("2a/b2 x 3.4", "side", 7, "7.1", ()),
        ("2a/b2 w 3.6", "counts", 9, "7.3", ()),
        ("2c/b2 x 3.4", "board", 1, "7.1", ()),
        ("2a/b2 b 0.4", "side", 7, "7.9", ("a1",)),
        ("2a/b2 w", "fields", 0, "7.1", ()),
        ("2a/b2  w", "fields", 0, "7.1", ()),
        ("2a/b2 w 3.4 x y", "fields", 0, "7.1", ()),
        ("2a/b2 w 3.4 " + "x" * 60, "fields", 0, "7.1", ()),
    ],
)
def test_a_refusal_names_field_column_clause_and_squares(
    text: str, field: str, column: int, clause: str, squares: tuple[str, ...]
) -> None:
    with pytest.raises(BadPosition) as why:
        read(text)
    found = why.value
    assert (found.field, found.column, found.squares) == (field, column, squares)
    assert (found.message.clause, found.code) == (clause, "state")
    assert str(found).endswith(f"({field}, column {column})" if column else f"({field})")


def test_the_editor_takes_a_text_apart_into_parts() -> None:
    board, words = SEVERAL.split("2a/b2 w 3.4")
    assert (board, words) == ("2a/b2", {"side": "w", "turns": "3", "rest": "4", "more": "-"})
    assert " ".join([board, *SEVERAL.join(words)]) == "2a/b2 w 3.4"
    assert list(SEVERAL.parts()) == ["side", "turns", "rest", "more"]
