"""Spanish agrees: articles, participles and pronouns fit every unit that a sentence can name.

Every sentence of a game and of the page is composed with every unit of every game. What depends on
the unit stands in forms of its own, `{what:lo|la|los|las}`; any other word with a gender agrees
with a noun of the same sentence.
"""

from __future__ import annotations

import json
import re
import string
from itertools import chain

import pytest

from engine.core.texts import Catalog, Message, Word
from engine.games import REGISTRY, game_text
from tests.ui.test_i18n import catalogue_folders, read
from ui.words.i18n import page_words

# Articles that fit the declared gender, with prepositions.
ARTICLES = {
    "m": ("el ", "un ", "al "),
    "f": ("la ", "una ", "a la ", "a una "),
    "mm": ("los ", "unos ", "a los "),
    "ff": ("las ", "unas ", "a las "),
}
UNITS = ("unit", "what", "whom", "victim", "piece", "type", "one", "two", "attacker", "defender")
LABELS = ("piece", "type")  # gaps that take a label without an article
NOUN_KEYS = ("the", "to", "a", "of")
# Keys whose sentences follow the label of a piece, as in “Dragón, rojo y oro; se puede elegir”.
AFTER_A_PIECE = ("table.press.", "premove.", "mark.", "badge.", "about.badge.", "about.mark.")
PARTICIPLE = re.compile(
    r"(?<![\w{|])(?!(?:cada|nada|toda|todo|lado|vida|mitad)\b)\w+[aeií]d[oa]s?\b"
)
CLITIC = re.compile(r"\w+(?:ar|er|ir)l[oa]s?\b")
# Nouns with the words that agree with them: their gender.
NOUNS = {
    "m": "asedio juego jugador ejército rango combate rey impacto turno dado dardo color tablero"
    " lado camino disparo peón armatoste héroe bárbaro lancero explorador coronel oponente"
    " partido refuerzo anillo paso torneo archivo dispositivo mensaje enlace navegador asiento"
    " resultado texto estudio nombre mariscal espía enemigo rival elefante dragón alfil",
    "f": "unidad pieza casilla partida fuerza jugada colocación carta ficha fortaleza reserva"
    " pregunta bandera bomba zona línea fila columna diagonal dama torre niebla ciudad caballería"
    " infantería chusma compra vitalidad derrota retirada marcha mesa posición versión acción"
    " licencia regla misma vez",
}


def spanish() -> dict[str, dict[str, str]]:
    """Return the Spanish templates by game; the page's stand under ""."""
    found: dict[str, dict[str, str]] = {"": {}}
    for folder, name in catalogue_folders():
        game = next((one for one in REGISTRY if f"/games/{one}/" in str(folder)), "")
        found.setdefault(game, {}).update(read(folder, name, "es"))
    return found


ALL = spanish()
OF_GAME = pytest.mark.parametrize("game", REGISTRY)


def genders(game: str) -> dict[str, str]:
    """Return the gender of every unit of a game, by the unit's name in the code."""
    return {
        key.removeprefix("gender."): value
        for key, value in ALL[game].items()
        if key.startswith("gender.")
    }


@OF_GAME
def test_every_unit_declares_its_gender_and_has_fitting_articles(game: str) -> None:
    known, found = genders(game), 0
    for key, noun in ALL[game].items():
        head, _, tail = key.partition(".")
        if head not in NOUN_KEYS or not noun:
            continue
        assert tail in known, key
        assert noun.startswith(ARTICLES[known[tail]]), f"{key}: {noun}"
        found += 1
    assert found >= len([one for one in known if one not in ("fortress", "mountain")])


@OF_GAME
def test_the_pieces_of_the_legend_are_the_units_with_a_gender(game: str) -> None:
    pieces = json.loads(game_text(game, "legend.json") or "[]")
    kinds = set(re.findall(r'"piece:(\w+)', json.dumps(pieces)))
    assert {one for one in kinds if f"the.{one}" in ALL[game]} <= set(genders(game))


def gaps(template: str) -> set[str]:
    """Return the gaps of a template that name a unit and have no forms of their own."""
    parsed = string.Formatter().parse(template)
    return {name for _, name, forms, _ in parsed if name in UNITS and not forms}


def nouns(game: str) -> list[Message]:
    keys = [key for key in ALL[game] if key.partition(".")[0] in NOUN_KEYS]
    who = Message("player.name.0")
    return [Message(key, who=who, n=2) for key in keys]


@OF_GAME
def test_every_sentence_with_every_unit_has_one_article(game: str) -> None:
    catalogue = Catalog(*page_words("es", game).layers)
    composed = 0
    told = {key: template for key, template in ALL[""].items() if key.startswith("tell.")}
    for key, template in (told | ALL[game]).items():
        for name in gaps(template):
            for noun in nouns(game) if name not in LABELS else ():
                said = catalogue.text(Message(key, "", **{name: noun}))
                composed += 1
                assert not re.search(r"\b(?:de|a) el\b|\ba al?\b(?! la| los)", said), said
                assert not re.search(r"\b(?:el|la|los|las|un|una) (?:el|la|los|las|un|una)\b", said)
    assert composed >= len(genders(game))


def gendered(template: str) -> list[str]:
    """Return the words of a template that have a gender: participles, and pronouns at verbs."""
    plain = re.sub(r"\{\w+(?::[^}]*)?\}", "{}", template).lower()
    plain = re.sub(r"\b(?:ha|has|han|haber) (?:sido )?\w+", "{}", plain)  # perfect: no agreement
    return [one[0] for one in chain(PARTICIPLE.finditer(plain), CLITIC.finditer(plain))]


def agrees(word: str, template: str) -> bool:
    """Return whether a sentence holds a noun that a gendered word can agree with."""
    side = "f" if re.search(r"as?$", word) else "m"
    return any(re.search(rf"\b{noun}(?:s|es)?\b", template.lower()) for noun in NOUNS[side].split())


@pytest.mark.parametrize("game", ["", *REGISTRY])
def test_words_with_a_gender_agree_with_a_noun_of_their_sentence(game: str) -> None:
    wrong = []
    for key, template in ALL[game].items():
        follows = not game and key.startswith(AFTER_A_PIECE)
        if not follows and not gaps(template):
            continue
        wrong += [(key, word) for word in gendered(template) if not agrees(word, template)]
    assert wrong == []


def test_a_wrong_agreement_is_found() -> None:
    for template in ("{piece}; ya activada", "{unit}: puedes comprarla", "Elegida: {what}"):
        (word,) = gendered(template)
        assert not agrees(word, template), template
    assert gendered("{whom:lo|la|los|las} atacaban con {what}") == []
    assert agrees("colocada", "La pieza {piece} está colocada")


def test_a_noun_chooses_the_form_that_agrees() -> None:
    forms = "{what:lo|la|los|las}"
    layer = {"of": f"{{what}}: {forms}"}
    for gender, form in (("m", "lo"), ("f", "la"), ("mm", "los"), ("ff", "las")):
        catalogue = Catalog({**layer, "the.unit": "X", "gender.unit": gender})
        assert catalogue.text(Message("of", what=Message("the.unit"))) == f"X: {form}"
    assert f"{Word('Ana'):mueve|mueven} {Word('Blancas', True):mueve|mueven}" == "mueve mueven"
