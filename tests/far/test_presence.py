"""Presence at far tables between devices in memory: clocks apart, old whispers played back."""

from __future__ import annotations

from tests.far.world import Device, Line, two


def recorded(ana: Device) -> list[tuple[str, str]]:
    """Keep the whispers of the first relay: (topic, word)."""
    relay = next(iter(ana.world.values()))
    found: list[tuple[str, str]] = []
    whisper = relay.whisper

    def keep(topic: str, word: str, author: Line) -> None:
        found.append((topic, word))
        whisper(topic, word, author)

    relay.whisper = keep  # type: ignore[method-assign]
    return found


def play_back(ana: Device, words: list[tuple[str, str]]) -> None:
    for topic, word in words:
        for line in list(next(iter(ana.world.values())).lines):
            if line.topic == topic:
                line.told("whisper", line.url, word)


def shift(device: Device, seconds: float) -> None:
    date = device.tools.date
    device.tools.date = lambda: date() + seconds  # type: ignore[method-assign]


def test_clocks_ten_minutes_apart_are_tolerated() -> None:
    ana, blas = two()
    blas = blas.reopen()
    shift(blas, 600)
    blas = blas.leave().come_back()
    assert "Blas is here" in ana.panel and "Ana is here" in blas.panel
    shift(blas, -1200)
    blas.leave().come_back()
    assert "Blas is here" in ana.panel


def test_old_presence_is_refused() -> None:
    """Neither after a reload nor within the visit it was meant for."""
    ana, blas = two()
    words = recorded(ana)
    blas = blas.leave().come_back()
    blas.leave()
    assert "Blas is away" in ana.panel
    play_back(ana, words)
    assert "Blas is away" in ana.panel
    ana = ana.reopen()
    play_back(ana, words)
    assert "Blas is here" not in ana.panel


def test_old_presence_is_answered_a_few_times_only() -> None:
    ana, blas = two()
    words = recorded(ana)
    for _ in range(20):
        blas = blas.reopen()
    ana = ana.reopen()
    before = len(words)
    play_back(ana, words[:before])
    assert len(words) - before <= 12


def test_meeting_takes_few_whispers() -> None:
    ana, blas = two()
    blas.leave()
    words = recorded(ana)
    blas.come_back()
    assert "Blas is here" in ana.panel
    assert len(words) <= 4
