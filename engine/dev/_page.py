"""The index.html of the release bundle, from that of the sources."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

from engine.dev._offline import integrity
from engine.dev.files import COVERS, HOME, MADE
from engine.dev.vendor import VendorError

NOW = "static/now/"  # during the build; then renamed after the version

# Lines that index.html has only in the bundle.
HEAD_LINES = """<link rel="icon" href="./static/icons/asedio.svg" type="image/svg+xml">
  <link rel="apple-touch-icon" href="./static/icons/asedio-192.png">
  <link rel="manifest" href="./manifest.webmanifest">"""
OFFLINE = '<script defer src="./static/offline.js"></script>'
EARLY = """  <script type="module" async src="./static/early.js"></script>
"""
WRAPPER = """  <script type="module" async src="./static/fast.js"></script>
"""
STYLES = "css/asedio.css"  # all style sheets: a first visit fetches one file instead of nine
_STYLE = re.compile(r'  <link rel="stylesheet" href="\./(static/(?:css|made)/\w+\.css)">\n')
# In the sources a script puts home and covers into the page (engine/dev/files.py).
_EMPTY = """  <main id="app" data-screen="home"></main>
  <script src="./static/made/home.js"></script>
"""
_FULL = """  <main id="app" data-screen="home">
{home}  </main>
{covers}"""
# The browser checks the hashes of scripts and styles in the head, so that a damaged file fails at
# once. boot.js has none, because it has to report the failure.
_CHECKED = re.compile(r'(?<= )(?:src|href)="\./(static/[^/"]+/\S+\.(?:js|css))"')
BOOT = "static/boot.js"
BEFORE_BOOT = ("static/memory.js", "static/trouble.js")  # become the first parts of boot.js


def _settings(root: Path) -> dict[str, Any]:
    """Return pyscript.toml without its list of files (packs hold them), with our interpreter."""
    head = (root / "pyscript.toml").read_text("utf-8").partition("[files]")[0]
    return {**tomllib.loads(head), "interpreter": f"./{NOW}fast.js"}


def bundle_page(root: Path, new: Path, runtime: str) -> str:
    """Return an index.html that starts fast.js at once and contains home and all settings."""
    page = (root / "index.html").read_text("utf-8")
    script = '<script type="py" src="./ui/main.py" config="./pyscript.toml"></script>'
    *before, boot = (f'  <script src="./{name}"></script>\n' for name in (*BEFORE_BOOT, BOOT))
    core = '  <script type="module" src="./static/vendor/pyscript/core.js"></script>\n'
    if any(line not in page for line in (script, *before, boot, core, _EMPTY)):
        raise VendorError("index.html does not start PyScript the way the bundle expects")
    inline = json.dumps(_settings(root)).replace("&", "&amp;").replace("'", "&#39;")
    started = f"<script type=\"py\" config='{inline}'>from ui.main import main; main()</script>"
    for line in before:
        page = page.replace(line, "")
    page = page.replace(boot, EARLY + boot).replace(core, WRAPPER + core)
    link = f'  {OFFLINE}\n  <link rel="stylesheet" href="./static/{STYLES}">\n'
    page = _STYLE.sub("", page).replace("</head>", f"{link}</head>")
    home, covers = ((root / MADE / name).read_text("utf-8") for name in (HOME, COVERS))
    page = page.replace(_EMPTY, _FULL.format(home=home, covers=covers))
    page = page.replace('"./static/', f'"./{NOW}')
    page = page.replace(f"./{NOW}vendor/pyscript/", f"./{runtime}pyscript/")
    page = page.replace(f'"./{NOW}boot.js"', f'"./{BOOT}"')
    page = page.replace('<link rel="icon" href="data:,">', HEAD_LINES)
    return _CHECKED.sub(
        lambda found: f'{found[0]} integrity="{integrity((new / found[1]).read_bytes())}"',
        page.replace(script, started),
    )


def styles(root: Path) -> str:
    """Return the page's style sheets joined in order."""
    names = _STYLE.findall((root / "index.html").read_text("utf-8"))
    return "\n".join((root / name).read_text("utf-8") for name in names)
