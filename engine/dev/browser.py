"""Find a Chromium for tests and screenshots; on request install it and other test browsers.

A browser of the system comes first: it is what people use, and Playwright's downloads are not
reachable everywhere. Nothing here imports Playwright, so the command works before the virtual
environment is complete.
"""

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

NAME = "browser"
HELP = "print the path of a usable Chromium; --install installs one if there is none"
NEEDS_CHECKOUT = True

ENVIRONMENT = "ASEDIO_CHROMIUM"
FIREFOX = "ASEDIO_FIREFOX"
WEBKIT = ("WebKitWebDriver", "Xvfb")
ON_PATH = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# Without a window a page starts in two thirds of the time. It lacks what belongs to a user profile:
# frames of other sites share its storage.
SHELL = "chromium-headless-shell"
# Without these a headless Chromium in a container fails to start or talks to its maker's servers.
LAUNCH_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
HOW_TO_GET_ONE = f"""No Chromium found. Any one of these helps:
  - install your system's package (Debian: apt-get install chromium);
  - {Path(sys.executable).name} -m playwright install chromium;
  - set {ENVIRONMENT} to the program of a Chromium or Chrome you have."""


# Of the program that has Playwright, if it is there: where its Chromium is.
ASKED = """from playwright.sync_api import sync_playwright
with sync_playwright() as driver:
    print(driver.chromium.executable_path)"""


class BrowserMissing(Exception):
    """No usable Chromium; the text says what to do."""


def _playwrights() -> str | None:
    """Return the Chromium that Playwright has downloaded, as it says itself; None without one."""
    done = subprocess.run(
        [sys.executable, "-c", ASKED], check=False, capture_output=True, text=True
    )
    found = done.stdout.strip()
    return found if os.access(found, os.X_OK) else None


def find_chromium() -> str | None:
    """Return the path of a Chromium, or None. Raises BrowserMissing for a bad ASEDIO_CHROMIUM."""
    chosen = os.environ.get(ENVIRONMENT)
    if chosen:
        found = shutil.which(chosen)
        if found is None:
            raise BrowserMissing(f"{ENVIRONMENT}={chosen} is not a program that can be run.")
        return found
    for name in ON_PATH:
        found = shutil.which(name)
        if found:
            return found
    return _playwrights()


def find_shell() -> str | None:
    """Return the path of Chromium's headless shell. None if there is none or ASEDIO_CHROMIUM is
    set: then Chromium runs everything."""
    return None if os.environ.get(ENVIRONMENT) else shutil.which(SHELL)


def find_firefox() -> str | None:
    """Return the path of a Firefox, or None: its tests are then skipped."""
    names = (os.environ.get(FIREFOX, ""), "firefox-esr", "firefox")
    return next((found for name in names if name and (found := shutil.which(name))), None)


def find_webkit() -> str | None:
    """Return the path of a WebKit that can be driven on a virtual screen, or None."""
    found = sorted(Path("/").glob("usr/lib/*/webkit2gtk-4*/MiniBrowser"))
    return str(found[-1]) if found and all(map(shutil.which, WEBKIT)) else None


def require_chromium() -> str:
    """Return the path of a Chromium. Raises BrowserMissing, with advice, if there is none."""
    found = find_chromium()
    if found is None:
        raise BrowserMissing(HOW_TO_GET_ONE)
    return found


def _attempt(*command: str) -> bool:
    """Run one command with its output on stderr, because stdout is for the path alone."""
    print("+ " + " ".join(command), file=sys.stderr, flush=True)
    try:
        return subprocess.run(command, stdout=sys.stderr, check=False).returncode == 0
    except OSError as error:
        print(error, file=sys.stderr)
        return False


def _is_root() -> bool:
    geteuid = getattr(os, "geteuid", None)  # Windows has no such function
    return geteuid is not None and geteuid() == 0


def install_chromium() -> str:
    """Install Playwright's Chromium or else Debian's package; return its path. Raises
    BrowserMissing."""
    if _attempt(sys.executable, "-m", "playwright", "install", "chromium"):
        found = find_chromium()
        if found:
            return found
    _debian("chromium")
    return require_chromium()


def install_more() -> None:
    """Install from Debian's packages, if possible: the headless shell, which makes tests faster,
    and Firefox and WebKit, whose tests are skipped without them."""
    if shutil.which(SHELL) is None:
        _debian(SHELL)
    if find_firefox() is None:
        _debian("firefox-esr")
    if find_webkit() is None:
        _debian("webkit2gtk-driver", "xvfb")


def _debian(*packages: str) -> None:
    """Install Debian packages, if running as root with apt-get."""
    if _is_root() and shutil.which("apt-get"):
        _ = _attempt("apt-get", "update", "-q") and _attempt(
            "apt-get", "install", "-q", "-y", "--no-install-recommends", *packages
        )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add --install."""
    parser.add_argument(
        "--install",
        action="store_true",
        help="install a Chromium if none is found, and other test browsers from Debian",
    )


def run(args: argparse.Namespace) -> int:
    """Print the path and return 0, or print advice on stderr and return 1."""
    try:
        found = find_chromium()
        if found is None:
            found = install_chromium() if args.install else require_chromium()
        if args.install:
            install_more()
    except BrowserMissing as error:
        print(error, file=sys.stderr)
        return 1
    print(found)
    return 0
