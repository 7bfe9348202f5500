"""Shortcut letters on keyboards of other alphabets."""

from __future__ import annotations

import pytest

from ui.browser.events import letter_of


@pytest.mark.parametrize(
    ("key", "code", "letter"),
    [
        ("\N{CYRILLIC SMALL LETTER EL}", "KeyK", "k"),
        ("\N{CYRILLIC CAPITAL LETTER EL}", "KeyK", "k"),
        ("\N{GREEK SMALL LETTER KAPPA}", "KeyK", "k"),
        ("\N{ARABIC LETTER LAM}\N{ARABIC LETTER ALEF}", "KeyB", "b"),  # one key, two letters
        ("\N{THAI CHARACTER SARA II}", "KeyU", "u"),  # a vowel sign is no letter
        ("Process", "KeyF", "f"),  # an input method is on
        ("k", "KeyV", "k"),  # Dvorak: what is printed counts
        ("\N{LATIN SMALL LETTER N WITH TILDE}", "Semicolon", "\N{LATIN SMALL LETTER N WITH TILDE}"),
        ("?", "Slash", "?"),
        ("\N{CYRILLIC SMALL LETTER ZHE}", "Semicolon", "\N{CYRILLIC SMALL LETTER ZHE}"),
        ("ArrowUp", "ArrowUp", "ArrowUp"),
    ],
)
def test_letter_of_another_alphabet_stands_for_the_one_on_its_key(
    key: str, code: str, letter: str
) -> None:
    assert letter_of(key, code) == letter
