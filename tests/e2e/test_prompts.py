"""No prompt or warning is cut off, whatever it says.

Every one of every game is shown with the longest names, in both languages and at every size.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from engine.games import REGISTRY
from tests.e2e.harness import boot
from tests.e2e.prompts import LONGEST, prompts
from tests.e2e.test_access import lift
from tests.e2e.test_home import settings
from tests.fixtures.sampled import sampled
from ui.words.i18n import LANGUAGES

SIZES = ((1280, 800), (1024, 768), (390, 844), (360, 640), (844, 390), (667, 375))

# Shows each sentence at a table and lists those with a line that is cut off or outside the window.
_TRIED = """(all) => {
  const main = document.querySelector('main'), table = main.querySelector('.table');
  const box = main.querySelector('.table-say'), wrong = [];
  for (const [keys, say, choices, mode, areas, guided] of all) {
    Object.assign(main.dataset, { mode, areas });
    table.classList.toggle('guided', guided);
    main.querySelector('[data-slot=say]').innerHTML = say;
    main.querySelector('[data-slot=choices]').innerHTML = choices;
    const { top, bottom, left, right } = box.getBoundingClientRect();
    let cut = box.scrollHeight - box.clientHeight;
    for (const e of box.querySelectorAll('h1, p')) for (const one of e.getClientRects()) {
      cut = Math.max(cut, one.bottom - bottom, top - one.top, one.right - right, left - one.left);
      cut = Math.max(cut, one.bottom - innerHeight, one.right - innerWidth, -one.top);
    }
    if (cut > 1) wrong.push(`${keys.join(' ')}: ${Math.round(cut)} px`);
  }
  return wrong;
}"""


def opened(page: Page, game: str) -> None:
    settings(page, motion="none")
    boot(page, f"new={game}")
    lift(page)
    page.wait_for_selector(".cell")


@pytest.mark.soak
@pytest.mark.parametrize("game", sampled(REGISTRY, shift=2))
def test_no_prompt_or_warning_is_cut_off(page: Page, game: str) -> None:
    opened(page, game)
    found = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for lang in LANGUAGES:
            for names in (LONGEST, ("Ana", "Blas")):
                all_of_them = [list(one) for one in prompts(game, lang, names)]
                wrong = page.evaluate(_TRIED, all_of_them)
                found[f"{width}x{height} {lang} {names[0]}"] = wrong
    assert {where: what for where, what in found.items() if what} == {}
