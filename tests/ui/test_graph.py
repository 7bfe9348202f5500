"""Graph of the course of a game."""

from __future__ import annotations

from engine.core.scene import Series
from engine.core.texts import Message
from ui.render.graph import graph


def drawn(at: int) -> str:
    lines = [Series(Message("gold"), side, (3, 1 - side, 4), 4) for side in (0, 1)]
    return str(graph(lines, lambda m: m.key, lambda side: f"P{side} <b>", "How it went", at))


def test_one_graph_per_label_has_a_line_per_side() -> None:
    text = drawn(2)
    assert text.count('role="img"') == 1
    assert text.count("graph-at") == 1
    assert 'class="side1"' in text
    assert "<b>" not in text.replace("</b>", "")


def test_the_graph_states_the_values_at_the_shown_position() -> None:
    assert "gold: P0 &lt;b&gt; 1; P1 &lt;b&gt; 0" in drawn(1)


def test_a_game_of_one_position_has_a_graph_too() -> None:
    one = [Series(Message("gold"), 0, (3,), 4)]
    assert "<svg" in str(graph(one, lambda m: m.key, lambda side: "Ana", "t", 0))
