"""Credits page: every author named, every licence included, the host's contact as a link."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from engine.dev._credits import CreditsError, drawings, write_credits
from engine.games import REGISTRY
from tests.ui.fakes import opened
from ui.about.screen import PRIVACY, contact, linked
from ui.shell.fetching import About
from ui.words.i18n import I18n

ROOT = Path(__file__).parents[2]
MARKS = {"MPL-2.0": "Mozilla Public License", "Apache-2.0": "Apache License"} | {
    "PSF-2.0": "PYTHON SOFTWARE FOUNDATION LICENSE",
    "OFL-1.1": "SIL OPEN FONT LICENSE",
    "CC-BY-3.0": "Attribution 3.0 Unported",
    "MIT": "MIT License",
    "MIT AND BSD-3-Clause": "MIT License",
    "Unlicense": "public domain",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_credits(ROOT, tmp_path / "about")
    return tmp_path / "about"


def test_every_part_comes_with_its_licence_text(folder: Path) -> None:
    made = json.loads((folder / "credits.json").read_text("utf-8"))
    assert {"PyScript", "Pyodide", "Python"} <= {part["name"] for part in made["parts"]}
    for part in made["parts"]:
        text = (folder / part["text"]).read_text("utf-8")
        assert MARKS[part["licence"]].lower() in text.lower(), part["name"]
    assert "MIT" in (folder / "asedio.txt").read_text("utf-8")
    dependencies = json.loads((ROOT / "package.json").read_text("utf-8"))["dependencies"]
    named = {one.rpartition(" ")[0] for part in made["parts"] for one in part["packages"]}
    assert set(dependencies) <= named


def test_a_licence_that_differs_from_the_packages_stops_the_build(tmp_path: Path) -> None:
    text = (ROOT / "CREDITS.md").read_text("utf-8")
    (tmp_path / "CREDITS.md").write_text(text.replace("| MPL-2.0 |", "| MIT |"))
    for name in ("node_modules", "package.json", "LICENSE"):
        (tmp_path / name).symlink_to(ROOT / name)
    with pytest.raises(CreditsError, match="pyodide is under MPL"):
        write_credits(tmp_path, tmp_path / "about")


@pytest.mark.parametrize("lang", ["es", "en"])
def test_the_page_names_every_author_and_explains_privacy(lang: str, folder: Path) -> None:
    text = (folder / "credits.json").read_text("utf-8")
    app = opened()
    app.set_setting("lang", lang)
    app.page.told = About(text, "./about/", "0123456789abcdef", "host@example.org")
    app.press("act:about")
    assert app.screen.name == "about" and app.page.now == "#about"
    shown = str(app.screen.layout())
    for one in drawings((ROOT / "CREDITS.md").read_text("utf-8")):
        assert one["author"] in shown
        assert all(icon in shown for icon in one["icons"])
    for part in json.loads(text)["parts"]:
        assert f'href="./about/{part["text"]}"' in shown
    words = I18n(lang)
    assert words.t("home.about") == app.screen.title()
    assert len(PRIVACY) == 3 and all(words.t(f"credits.privacy.{one}") in shown for one in PRIVACY)
    assert 'href="mailto:host@example.org"' in shown and "0123456" in shown
    app.key("Escape", "")
    assert app.screen.name == "home"


# Whose game it is, as far as its source says; the address is that of the source.
SOURCES = {
    "cotadrez": ("PoloCotarelo", "https://polocotarelo.itch.io/cotadrez"),
    "rilatria": ("3rdPix",),
    "andarraya": ("Andarraya (Ludii 3)", "https://ludii.games"),
    "stratego": ("Stratego",),
    "twocities": ("0.995", "http://twocities.game.blog"),
}


@pytest.mark.parametrize("lang", ["es", "en"])
def test_the_credits_name_the_source_of_every_game(lang: str, folder: Path) -> None:
    app = opened()
    app.set_setting("lang", lang)
    text = (folder / "credits.json").read_text("utf-8")
    app.page.told = About(text, "./about/", "", "")
    app.press("act:about")
    shown, told = str(app.screen.layout()), (ROOT / "CREDITS.md").read_text("utf-8")
    assert set(SOURCES) <= set(REGISTRY)
    for game, names in SOURCES.items():
        credit = app.screen.words.for_game(game).t("credit")
        assert all(name in credit and name in shown and name in told for name in names), game
    for address in (one for names in SOURCES.values() for one in names if "://" in one):
        assert f'href="{address}" target="_blank" rel="noopener">{address}</a>' in shown
    assert not re.search(r"<(?!a )[^>]*http://twocities", shown)  # a link, which loads nothing


def test_an_address_within_a_text_is_a_link_without_its_full_stop() -> None:
    made = str(linked("See http://example.org/a?b&c, <b>. Or https://example.org."))
    assert re.findall('href="([^"]+)"', made) == [
        "http://example.org/a?b&amp;c", "https://example.org",
    ]  # fmt: skip
    assert made.startswith("See <a ") and made.endswith("</a>.") and "&lt;b&gt;" in made


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("ana@example.org", 'href="mailto:ana@example.org"'),
        ("https://example.org/us?a=1&b=2", 'href="https://example.org/us?a=1&amp;b=2"'),
        ("<b onclick=x>", "&lt;b onclick=x&gt;"),
        ("javascript:alert(1)", "javascript:alert(1)"),
        ("Club de Ajedrez, lunes a las 18", "Club de Ajedrez, lunes a las 18"),
    ],
)
def test_the_contact_is_a_link_only_if_it_is_an_address(given: str, shown: str) -> None:
    made = str(contact(given))
    assert shown in made and ("href" in made) == ("href" in shown)


def test_the_page_says_when_there_is_no_contact(folder: Path) -> None:
    app = opened()
    text = (folder / "credits.json").read_text("utf-8")
    app.page.told = About(text, "./about/", "", " ")
    app.press("act:about")
    assert app.screen.words.t("credits.contact.none") in str(app.screen.layout())
