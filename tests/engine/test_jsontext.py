"""The parser of foreign JSON: its limits, and its agreement with `json` otherwise."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from engine.core.jsontext import MAX_DEPTH, BadJson, read_json

TEXTS = ("", "[", '"', "\\", "]}", '\\"[', "ñ", "😀", "\n", "a" * 90)


def some(rng: Random, depth: int) -> Any:
    """Return a random value, nested at most `depth` levels."""
    kind = rng.randrange(7 if depth else 5)
    if kind == 5:
        return [some(rng, depth - 1) for _ in range(rng.randrange(5))]
    if kind == 6:
        return {rng.choice(TEXTS): some(rng, depth - 1) for _ in range(rng.randrange(5))}
    return (None, True, rng.randrange(-(2**60), 2**60), rng.random(), rng.choice(TEXTS))[kind]


def nested(levels: int, before: str = "[", behind: str = "]") -> str:
    return before * levels + behind * levels


def test_our_own_json_is_read_back() -> None:
    rng = Random(2)
    for number in range(300):
        value = [some(rng, 9) for _ in range(30)]
        assert read_json(json.dumps(value, ensure_ascii=bool(number % 2))) == value


@pytest.mark.parametrize(
    ("before", "behind"), [("[", "]"), ('{"a":', "}"), ('["]","\\"]",', "]"), ("[[],{},", "]")]
)
def test_nesting_is_read_up_to_the_limit(before: str, behind: str) -> None:
    levels = MAX_DEPTH - ("[]" in before)
    inside = "0"
    assert read_json(before * levels + inside + behind * levels)
    with pytest.raises(BadJson, match="deep"):
        read_json(before * (levels + 1) + inside + behind * (levels + 1))


@pytest.mark.parametrize(
    "text",
    [
        *(before * 100_000 for before in ("[", "{", '{"a":', '["]",', '["\\"]",', "[[],", " [")),
        nested(70),
        f'["{"]" * 5000}",{nested(70)}]',
        '["' + "\\\\" * 40 + '",' + nested(70) + "]",
        "",
        "{",
        '["a',
        "NaN",
        "[-Infinity]",
        "9" * 5000,
        '"\ud800"',
        '"\\ud800"',
        '{"\\uDFFF":1}',
        "1 1",
        "\ufeff[]",
        "x" * 5_000_000,
    ],
    ids=lambda text: text[:12].encode("ascii", "replace").decode(),
)
def test_bad_json_is_refused(text: str) -> None:
    with pytest.raises(BadJson):
        read_json(text)


def test_brackets_inside_strings_do_not_count_as_nesting() -> None:
    value = {"name": "[" * 5000, 'quo"ted': "{" * 5000 + '"', "path": "\\" * 99, "pair": "😀"}
    assert read_json(json.dumps(value)) == read_json(json.dumps(value, ensure_ascii=False)) == value


def test_many_values_do_not_count_as_nesting() -> None:
    value = [[0, ["step", n, {"a": []}], n] for n in range(20_000)]
    assert read_json(json.dumps(value)) == value


def test_only_bad_json_is_raised() -> None:
    rng, pieces = Random(1), ['"', "\\", "[", "]", "{", "}", ",", ":", "1", "a", "\\u", "d800", " "]
    for _ in range(4_000):
        text = "".join(rng.choices(pieces, k=rng.randrange(1, 30)))
        try:
            expected = json.loads(text)
            json.dumps(expected, ensure_ascii=False).encode()
        except ValueError:
            with pytest.raises(BadJson):
                read_json(text)
        else:
            assert read_json(text) == expected
