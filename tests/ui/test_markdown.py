"""Markdown of the rulebooks, rendered to HTML."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui.words.html import Html, el
from ui.words.markdown import clauses_of, render

BOOKS = sorted((Path(__file__).resolve().parents[2] / "engine").rglob("table/rules.*.md"))
BOOK = """# Cotadrez

Two armies and a *siege*.

## 1. Board

**1.1** The board has `10 × 10` squares; see **water** and 2.1.

- **C4** Water may be
  drained.
- plain item, see 1.1

- last

## 2. Units

| letter | unit |
|---|---|
| `R` | King |
| **C5** | a |

```position North to move
9r/10 J N
```
"""


def test_headings_make_a_table_of_contents() -> None:
    page = render(BOOK)
    assert [(h.level, h.title) for h in page.headings] == [
        (1, "Cotadrez"),
        (2, "1. Board"),
        (2, "2. Units"),
    ]
    assert all(f'id="{h.anchor}"' in page.body for h in page.headings)


def test_clauses_have_anchors_and_mentions_link_to_them() -> None:
    page = render(BOOK.replace("2.1.", "C4."), chosen="C4")
    assert page.clauses == ["1.1", "C4", "C5"]
    assert '<p id="clause-1.1" class="rule" tabindex="-1">' in page.body
    assert '<li id="clause-C4" class="rule chosen" tabindex="-1">' in page.body
    assert '<tr id="clause-C5"' in page.body
    assert '<a class="to-clause" data-target="clause:C4" href="#clause-C4">C4</a>' in page.body
    assert page.body.count("rule-number") == 2


def test_a_number_that_is_no_clause_stays_text() -> None:
    assert "2.1." in render(BOOK).body
    assert 'data-target="clause:2.1"' not in render(BOOK).body


def test_lists_and_tables_are_rendered() -> None:
    body = render(BOOK).body
    assert "<ul><li id=" in body and "</a></li><li>last</li></ul>" in body
    assert "Water may be drained.</li>" in body
    assert '<th scope="col">letter</th>' in body
    assert "<td>a</td></tr></tbody>" in body


def test_fenced_blocks_are_passed_to_the_draw_function() -> None:
    seen = []

    def draw(kind: str, words: str, body: str) -> Html:
        seen.append((kind, words, body))
        return el("figure", None, "drawn")

    assert "<figure>drawn</figure>" in render(BOOK, draw).body
    assert seen == [("position", "North to move", "9r/10 J N")]


def test_an_unclosed_fence_extends_to_the_end() -> None:
    page = render("before\n```\n**1.1** a\n\n**1.2** b")
    assert page.body == "<p>before</p><pre><code>**1.1** a\n\n**1.2** b</code></pre>"
    assert page.clauses == []


def test_html_in_the_source_is_escaped() -> None:
    page = render("# <script>\n\n<img src=x onerror=1> `<b>` **<i>**\n\n| <u> |\n")
    assert "<script" not in page.body and "<img" not in page.body and "<b>" not in page.body
    assert "<i>" not in page.body and "<u>" not in page.body


class Balance(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@given(st.text(alphabet="ab1.*-`|#>[]()\n <&\\C4", max_size=120))
def test_any_text_becomes_balanced_html(source: str) -> None:
    page = render(source)
    parser = Balance()
    parser.feed(page.body)
    parser.close()
    assert parser.open == []
    assert page.clauses == clauses_of(source)


# Markdown that the renderer does not support, so that rulebooks must not use it.
UNKNOWN = re.compile(r"^ *>|^ *\d+[.)] |^ +[-*] |\]\(|\\\||^#{5}|^===|^---", re.M)


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: f"{path.parents[1].name}-{path.stem}")
def test_rulebooks_use_no_unsupported_markdown(path: Path) -> None:
    words = re.sub(r"(?ms)^```.*?^```", "", path.read_text("utf-8"))
    assert UNKNOWN.findall(words) == []
