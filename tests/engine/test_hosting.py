"""Settings of a host, and what the bundle makes of them: tags, pictures, files, a copy to build."""

from __future__ import annotations

import dataclasses
import json
import re
import struct
import textwrap
import tomllib
from pathlib import Path

import pytest

from engine.dev import _offline, site
from engine.dev._icon import svg
from engine.dev.hosting import extras, page, pictures, settings, shop, stage
from engine.dev.hosting.settings import BadSettings, HostSettings, read_settings
from engine.games import REGISTRY
from tests.fixtures.says import says

ROOT = Path(__file__).resolve().parents[2]
WHOLE = """
name = "Casa de Juegos"
games = ["cotadrez", "rilatria"]
language = "en"
address = "https://example.org/juegos"
relays = ["wss://relay.example.org", "/relay"]
contact = "you@example.org"
icon = "icon.png"
cover = "cover.png"
[description]
es = "Dos juegos."
en = "Two games."
[colours]
paper = "#FFFFFF"
accent = "#004488"
[night]
accent = "#FFCC66"
[[links]]
url = "https://example.org/autor"
es = "La web del autor"
en = "The author's site"
"""


def picture(width: int, height: int) -> bytes:
    """Return the head of a PNG, which is all that is read of it."""
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", width, height)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "icon.png").write_bytes(picture(512, 512))
    (tmp_path / "cover.png").write_bytes(picture(630, 500))
    path = tmp_path / "host.toml"
    path.write_text(WHOLE, "utf-8")
    return path


# -- settings -------------------------------------------------------------------------------------


def test_every_setting_is_read(file: Path) -> None:
    found = read_settings(file)
    assert (found.name, found.games, found.language) == (
        "Casa de Juegos", ("cotadrez", "rilatria"), "en",
    )  # fmt: skip
    assert found.address == "https://example.org/juegos/"
    assert found.relays == ("wss://relay.example.org", "/relay")
    assert found.contact == "you@example.org" and found.paper == "#ffffff"
    assert found.icon == file.parent / "icon.png" and found.cover == file.parent / "cover.png"
    assert found.links[0].words["es"] == "La web del autor" and found.own


def test_words_of_the_command_line_replace_those_of_the_file(file: Path) -> None:
    found = read_settings(file, ["stratego"], "Capture")
    assert (found.games, found.name, found.language) == (("stratego",), "Capture", "en")


def test_without_settings_it_is_the_whole_page() -> None:
    assert read_settings(None) == HostSettings() and not HostSettings().own
    assert read_settings(None, ["twocities"]).name == "A Tale of Two Cities"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"rilatria"]', '"chess"]', "unknown game: chess (known: cotadrez,"),
        ('["cotadrez", "rilatria"]', "[]", "at least one game"),
        ('"Casa de Juegos"', '"<b>"', "must not contain"),
        ('"Casa de Juegos"', '"' + "x" * 41 + '"', "41 characters"),
        ('"Casa de Juegos"', '"a\\nb"', "one line"),
        ('"en"\naddress', '"fr"\naddress', "unknown language: fr"),
        ('"https://example.org/juegos"', '"http://example.org"', "address must be like https://"),
        ('"/relay"', '"ftp://relay"', "relay must be like"),
        ("#004488", "blue", "colours.accent must be like #f3ead7, not blue"),
        ("#004488", "#ffee88", "colours.accent: #ffee88 on #ffffff has a contrast of 1.2"),
        ("#FFFFFF", "#333333", "colours.paper: #2b2118 on #333333"),
        ("paper =", "sky =", "unknown colour: sky"),
        ("#FFCC66", "gold", "night.accent must be like #f3ead7, not gold"),
        ("#FFCC66", "#442200", "night.accent: #442200 on #1f1812 has a contrast of 1."),
        ("[night]", "[night]\npaper = '#ffffff'", "night.paper: #f0e4cc on #ffffff"),
        ('"icon.png"', '"none.png"', "icon: there is no file none.png"),
        ('"icon.png"', '"cover.png"', "630 x 500 pixels; it must be square"),
        ('"icon.png"', '"host.toml"', "icon: host.toml is no PNG"),
        ('"cover.png"', '"icon.png"', "cover: icon.png has 512 x 512 pixels, not 630 x 500"),
        ('"https://example.org/autor"', '"javascript:alert(1)"', "a link needs a url"),
        ('es = "La web del autor"', "", "links.es must be a text"),
        ('en = "Two games."', "", "description.en must be a text"),
        ("contact =", "kontact =", "unknown setting: kontact"),
        ('name = "Casa de Juegos"', "name =", "cannot be read"),
        ('"Casa de Juegos"', "[" * 5_000, "brackets within too many brackets"),
        ('"Casa de Juegos"', "9" * 10_000, "host.toml cannot be read"),
        ('"en"\naddress', "0x" + "f" * 10_000 + "\naddress", "unknown language: a number"),
        ('"rilatria"]', "[]]", "unknown game: a list"),
        ('"rilatria"]', r'"\u001b[31m"]', "unknown game: ?[31m"),
        ('"icon.png"', '"' + "x" * 10_000 + '"', "icon: there is no file xxx"),
    ],
)
def test_a_bad_setting_is_refused_by_name(file: Path, old: str, new: str, said: str) -> None:
    assert old in WHOLE
    file.write_text(WHOLE.replace(old, new, 1), "utf-8")
    with pytest.raises(BadSettings, match=re.escape(said)):
        read_settings(file)


def test_the_command_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from engine.__main__ import main

    assert main(["site", "--games", "chess", "--out", str(tmp_path / "out")]) == 1
    assert "site: unknown game: chess" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_the_rule_for_relays_is_the_pages_own() -> None:
    """The page drops a relay that its own rule does not match."""
    boot = (ROOT / "static/boot.js").read_text("utf-8")
    own = [re.search(rf"const {name} = /\^(.*)\$/;", boot) for name in ("RELAY", "OWN_RELAY")]
    rules = [re.compile(one[1].replace("\\/", "/")) for one in own if one]
    examples = (
        "wss://nos.lol", "wss://a.example:7000/x/y", "ws://localhost:8000", "/relay",
        "ws://example.org", "wss://A.example", "//evil.example/x", "wss://", "/", "https://a.example",
    )  # fmt: skip
    for one in examples:
        page_takes = any(rule.fullmatch(one) for rule in rules)
        assert bool(settings._RELAY.fullmatch(one)) == page_takes, one


# -- what docs/hosting.md shows -------------------------------------------------------------------


def shown(kind: str) -> str:
    """Return the block of a language in docs/hosting.md."""
    text = (ROOT / "docs/hosting.md").read_text("utf-8")
    return text.partition(f"```{kind}\n")[2].partition("```")[0]


def test_the_documented_settings_are_all_there_are_and_are_accepted(tmp_path: Path) -> None:
    text = (ROOT / "docs/hosting.md").read_text("utf-8")
    block = re.search(r"(?:^    .*\n)*^    name = (?:.*\n)(?:^    .*\n)*", text, re.MULTILINE)
    assert block is not None
    example = textwrap.dedent(block[0]).replace('"…"', '"A sentence."')
    (tmp_path / "host.toml").write_text(example, "utf-8")
    (tmp_path / "icon.svg").write_text("<svg/>", "utf-8")
    (tmp_path / "cover.png").write_bytes(picture(630, 500))
    found = read_settings(tmp_path / "host.toml")
    assert set(tomllib.loads(example)) == {one.name for one in dataclasses.fields(HostSettings)}
    assert (found.colours, found.night) == (  # the usual ones are what one begins from
        {name: settings.DAY[name] for name in ("paper", "accent")},
        {name: settings.NIGHT[name] for name in ("paper", "accent")},
    )


@pytest.mark.parametrize("server", ["nginx", "caddy", "apache"])
def test_a_documented_server_keeps_and_compresses_what_headers_keep(server: str) -> None:
    """The folders named after their content for a year, everything else asked for again."""
    block = shown(server)
    patterns = set(re.findall(r"/static/\(\S+?\)\S*?\+/", block))
    assert len(patterns) == 1
    kept = re.compile(patterns.pop())
    for folder in (site.VERSION_FOLDER, site.RUNTIME_FOLDER):
        assert kept.match(f"/{folder.format('0123456789abcdef')}css/asedio.css")
    for name in ("/static/boot.js", "/sw.js", "/version.json", "/", "/static/icons/asedio.svg"):
        assert not kept.match(name)
    year = "public, max-age=31536000, immutable"
    assert year in block and year in extras.headers(("static/v-1/",))
    assert "no-cache" in block and "nosniff" in block and "/404.html" in block
    for kind in ("text/", "application/j", "application/manifest+json", "application/wasm", "svg"):
        assert kind in block, kind


# -- tags -----------------------------------------------------------------------------------------


def test_tags_name_the_address_or_do_without() -> None:
    plain = page.tags(HostSettings(), "Asedio", 'A "text"', "previews/home.png")
    assert "canonical" not in plain and "og:url" not in plain
    assert '<meta property="og:image" content="./previews/home.png">' in plain
    assert 'content="A &quot;text&quot;"' in plain
    hosted = HostSettings(address="https://example.org/a/")
    there = page.tags(hosted, "Asedio", "Text", "previews/home.png", "cotadrez.html")
    assert '<link rel="canonical" href="https://example.org/a/cotadrez.html">' in there
    assert 'content="https://example.org/a/previews/home.png"' in there
    assert 'name="twitter:card" content="summary_large_image"' in there


def test_index_takes_name_language_relays_and_colours(file: Path) -> None:
    source = (ROOT / "index.html").read_text("utf-8")
    made = page.dressed(source, ROOT, read_settings(file))
    assert "<title>Casa de Juegos</title>" in made and '<html lang="en"' in made
    assert 'name="description" content="Two games."' in made
    assert 'name="asedio-relays" content="wss://relay.example.org /relay"' in made
    assert 'name="asedio-address" content="https://example.org/juegos/"' in made
    assert 'name="asedio-contact" content="you@example.org"' in made
    assert 'name="asedio-language" content="en"' in made and "asedio-first" not in made
    own = "--paper: light-dark(#ffffff, #1f1812); --accent: light-dark(#004488, #ffcc66)"
    assert f':root:not([data-theme="contrast"]) {{ {own} }}' in made
    assert 'name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff"' in made
    alone = page.dressed(source, ROOT, HostSettings(games=("rilatria",)))
    assert 'name="asedio-first" content="rilatria"' in alone
    assert "previews/rilatria.png" in alone and "reservas. Juega contra" in alone
    assert "asedio-language" not in alone
    kept = re.compile(r'"asedio-relays" content="([^"]+)"')
    assert kept.findall(alone) == kept.findall(source)


def test_a_name_may_have_an_ampersand_and_an_apostrophe() -> None:
    """Markup shows it escaped, everything else as it is."""
    named = read_settings(None, ["rilatria", "stratego"], "L'Art & la Guerre")
    source = (ROOT / "index.html").read_text("utf-8")
    pages = [
        page.dressed(source, ROOT, named),
        page.game_page(named, "rilatria"),
        page.not_found_page(named),
    ]
    for made in pages:
        assert "L&#x27;Art &amp; la Guerre" in made and named.name not in made
    assert "<title>L&#x27;Art &amp; la Guerre</title>" in pages[0]
    assert _offline.manifest(named, "")["name"] == "L'Art & la Guerre"
    assert shop.page_text(ROOT, named, "es").startswith("# L'Art & la Guerre\n")


def test_a_game_without_a_title_in_its_catalogue_has_that_of_its_info(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As the models of `python -m engine new`, whose page could not be built."""
    monkeypatch.setattr(page, "game_text", lambda game, name: '{"verb": "x"}')
    words = page.game_words("rilatria", "en")
    assert (words["title"], words["tagline"], words["verb"]) == ("Rilatria", "", "x")
    several, alone = HostSettings(games=("rilatria", "stratego")), HostSettings(games=("rilatria",))
    assert "<h1>Rilatria</h1>" in page.game_page(several, "rilatria")
    assert "* **Rilatria**" in shop.page_text(ROOT, several, "es")
    assert page.description(ROOT, alone, "es")


def test_colours_at_night_are_the_themes_own() -> None:
    """An own paper of the day must not stay white where the system is dark."""
    theme = (ROOT / "static/css/theme.css").read_text("utf-8")
    pairs = re.findall(r"--([\w-]+): light-dark\((#\w+), (#\w+)\);", theme)
    day = {name: colour for name, colour, _ in pairs}
    night = {name: colour for name, _, colour in pairs}
    assert {name: day[name] for name in settings.DAY} == settings.DAY
    assert {name: night[name] for name in settings.NIGHT} == settings.NIGHT


# -- pictures -------------------------------------------------------------------------------------


def test_pictures_are_drawn_from_the_games_own_boards(tmp_path: Path) -> None:
    boards = pictures.Boards(ROOT, HostSettings())
    drawings = []
    for game in REGISTRY:
        made = pictures.poster(boards, pictures.PREVIEW, [game], "Title", "A line of text")
        assert "var(" not in made and "color-mix" not in made and "./static" not in made
        used = set(re.findall(r'href="#([\w-]+)"', made))
        assert used and used <= set(re.findall(r'<symbol id="([\w-]+)"', made))
        drawings.append(pictures.PictureJob(made, 1200, tmp_path / f"{game}.png"))
    pictures.draw(ROOT, drawings)
    found = {one.out.read_bytes() for one in drawings}
    assert len(found) == len(REGISTRY)
    assert {settings.png_size(one.out, "") for one in drawings} == {(1200, 630)}


def test_text_of_a_picture_is_drawn(tmp_path: Path) -> None:
    """Without its font a title would be missing, without an error."""
    boards = pictures.Boards(ROOT, HostSettings())
    files = []
    for title in ("", "Title"):
        made = pictures.poster(boards, pictures.COVER, ["cotadrez"], title, "")
        files.append(pictures.PictureJob(made, 630, tmp_path / f"{title}.png"))
    pictures.draw(ROOT, files)
    assert len({one.out.read_bytes() for one in files}) == 2


@pytest.mark.parametrize("own", [False, True])
def test_the_icon_becomes_every_icon(own: bool, tmp_path: Path) -> None:
    icon = tmp_path / "icon.svg"
    icon.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9"/></svg>'
    )
    new = tmp_path / "new"
    extras.write_pictures(ROOT, new, HostSettings(icon=icon if own else None, games=("cotadrez",)))
    drawn = icon.read_text() if own else svg()
    assert (new / "static/icons/asedio.svg").read_text() == drawn
    sizes = {one.name: settings.png_size(one, "")[0] for one in new.glob("static/icons/*.png")}
    assert sizes == {"asedio-192.png": 192, "asedio-512.png": 512}
    head = struct.unpack("<HHH", (new / "favicon.ico").read_bytes()[:6])
    assert head == (0, 1, 1) and (new / "favicon.ico").read_bytes()[22:26] == b"\x89PNG"


# -- files for hosts ------------------------------------------------------------------------------


def test_headers_keep_what_never_changes_and_ask_again_for_the_rest() -> None:
    made = extras.headers(("static/v-1/", "static/runtime-2/")).split("\n/")
    rules = {one.splitlines()[0].strip("/"): one for one in made}
    for place in ("static/v-1/*", "static/runtime-2/*"):
        assert "immutable" in rules[place]
    for place in ("index.html", "sw.js", "version.json", "static/boot.js"):
        assert "no-cache" in rules[place]
    assert "X-Frame-Options" not in "".join(made)  # itch.io and embeds show it in a frame


def test_robots_and_sitemap_name_absolute_addresses_only_if_there_is_one(tmp_path: Path) -> None:
    extras.write_hints(tmp_path, HostSettings(), ())
    assert not (tmp_path / "sitemap.xml").exists()
    assert "Sitemap" not in (tmp_path / "robots.txt").read_text()
    hosted = HostSettings(address="https://example.org/a/")
    extras.write_hints(tmp_path, hosted, ())
    assert "Sitemap: https://example.org/a/sitemap.xml" in (tmp_path / "robots.txt").read_text()
    rows = re.findall("<loc>(.*?)</loc>", (tmp_path / "sitemap.xml").read_text())
    assert rows == [
        f"https://example.org/a/{one}" for one in ("", *(f"{g}.html" for g in REGISTRY))
    ]


def test_the_page_for_a_missing_address_leads_home() -> None:
    hosted = page.not_found_page(HostSettings(address="https://example.org/a/"))
    assert hosted.count('href="https://example.org/a/"') == 2 and "<script" not in hosted
    assert 'href="./"' in page.not_found_page(HostSettings())
    assert "version.json" in page.not_found_page(HostSettings())
    assert hosted.index("Esta página no existe") < hosted.index("This page does not exist")
    english = page.not_found_page(HostSettings(language="en"))
    assert english.index("This page does not exist") < english.index("Esta página no existe")


def test_files_for_hosts_are_not_stored_on_the_device(tmp_path: Path) -> None:
    """A host may leave them out, and one missing file would keep the page from being stored."""
    names = (*extras.FOR_HOSTS, "previews/home.png", "index.html", "cotadrez.html")
    for name in names:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    assert site.kept_offline(tmp_path) == ["cotadrez.html", "index.html"]


# -- the copy and the texts -----------------------------------------------------------------------


def test_the_copy_has_only_the_hosts_games_and_his_name(tmp_path: Path, file: Path) -> None:
    small = tmp_path / "small"
    for name in ("engine/games", "ui", "engine/far"):
        place = small / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.symlink_to(ROOT / name)
    (small / "static/vendor/sprites").mkdir(parents=True)
    for game in REGISTRY:
        (small / f"static/vendor/sprites/{game}.svg").touch()
    for name in ("boot.js", "offline.js"):
        (small / "static" / name).symlink_to(ROOT / "static" / name)
    for name in stage.SINGLE:
        (small / name).symlink_to(ROOT / name)
    (small / "node_modules").mkdir()
    before = (ROOT / "engine/games/__init__.py").read_text("utf-8")
    made = stage.stage(small, read_settings(file))
    registry = (made / "engine/games/__init__.py").read_text("utf-8")
    assert '= (\n    "cotadrez",\n    "rilatria",\n)' in registry
    folders = {one.name for one in (made / "engine/games").iterdir() if one.is_dir()}
    assert folders == {"cotadrez", "rilatria"}
    sprites = {one.stem for one in (made / "static/vendor/sprites").iterdir()}
    assert sprites == {"cotadrez", "rilatria"}
    assert 'NAME = "Casa de Juegos"' in (made / "ui/words/brand.py").read_text("utf-8")
    boot = (made / "static/boot.js").read_text("utf-8")
    assert says("fetch.coming", "es", game="Casa de Juegos") in boot and "asedio:settings" in boot
    assert "Asedio {version}" in (made / "ui/about/locale/about.en.json").read_text("utf-8")
    links = json.loads((made / "ui/home/links.json").read_text("utf-8"))
    assert links[0]["url"] == "https://example.org/autor"
    assert (ROOT / "engine/games/__init__.py").read_text("utf-8") == before  # not through a link


@pytest.mark.parametrize("games", [("rilatria",), REGISTRY])
def test_the_shop_gets_five_different_pictures_and_a_text(games: tuple[str, ...]) -> None:
    chosen = HostSettings(games=games)
    assert len(set(shop.shots(chosen))) == 5
    texts = [shop.page_text(ROOT, chosen, lang) for lang in ("es", "en")]
    assert "{" not in "".join(texts) and texts[0] != texts[1]
    several = len(games) if len(games) > 1 else 0
    assert all(text.count("\n* **") == several for text in texts)
    facts = page.game_words(games[0], "es")["facts"]
    assert facts in texts[0] and texts[0].count(page.game_words(games[0], "es")["tagline"]) == 1
