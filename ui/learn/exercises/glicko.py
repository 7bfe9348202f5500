"""Glicko-2 rating system: rating, deviation and volatility.

After Mark E. Glickman, "Example of the Glicko-2 system" (2022, glicko.net/glicko/glicko2.pdf); the
step numbers are the paper's.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, pi, sqrt
from typing import NamedTuple

SCALE, MIDDLE = 173.7178, 1500.0  # public scale = MIDDLE + SCALE · internal scale
TAU = 0.5  # τ: how fast the volatility may change
CLOSE = 1e-6  # ε: precision of the new volatility
MAX_DEVIATION = 350.0  # deviation of an unknown player


class Rating(NamedTuple):
    """Rating on the public scale, where 1500 is average."""

    rating: float
    deviation: float
    volatility: float = 0.06


class _Game(NamedTuple):
    """One result: g(φ) of the opponent, the expected score, and the score."""

    g: float
    expected: float
    score: float


def updated(own: Rating, results: Sequence[tuple[Rating, float]]) -> Rating:
    """Return the rating after one rating period.

    `results`: opponents and the scores against them, 0…1. Without results only the deviation grows.
    """
    mu, phi = (own.rating - MIDDLE) / SCALE, own.deviation / SCALE  # step 2
    if not results:
        return own._replace(deviation=_public(sqrt(phi**2 + own.volatility**2)))
    games = [_game(mu, other, score) for other, score in results]
    variance = 1 / sum(one.g**2 * one.expected * (1 - one.expected) for one in games)  # step 3
    gain = sum(one.g * (one.score - one.expected) for one in games)
    volatility = _volatility(own.volatility, phi, variance, variance * gain)  # steps 4 and 5
    before = phi**2 + volatility**2  # step 6
    after = 1 / sqrt(1 / before + 1 / variance)  # step 7
    rating = MIDDLE + SCALE * (mu + after**2 * gain)
    return Rating(rating, _public(after), volatility)  # step 8


def _public(phi: float) -> float:
    return min(SCALE * phi, MAX_DEVIATION)


def _game(mu: float, other: Rating, score: float) -> _Game:
    g = 1 / sqrt(1 + 3 * (other.deviation / SCALE) ** 2 / pi**2)
    return _Game(g, 1 / (1 + exp(-g * (mu - (other.rating - MIDDLE) / SCALE))), score)


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Return the new volatility (step 5): the zero of f, by the Illinois algorithm."""
    start = log(sigma**2)

    def f(x: float) -> float:
        spread = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - start) / TAU**2

    low, high = start, start - TAU
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        while f(high) < 0:
            high -= TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)
