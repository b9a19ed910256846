"""The browser and the sites of its tests, and pages that report their own faults; it must not know one page."""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.made_tables import MadeTables
from tests.browser.table import set_policy
from tests.conftest import missing
from tests.site import Site

_FLAGS = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
_FLAGS += ["--disable-component-update", "--disable-sync"]
# Chromium draws the list below its address bar, which nobody sees here, as a page of its own: for each visitor anew it
# costs more than opening the home page does. The last such flag counts, so it repeats what Playwright switches off.
_NO_FEATURES = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"]
_NO_FEATURES += ["AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync"]
_NO_FEATURES += ["DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "LensOverlay"]
_NO_FEATURES += ["MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding", "PreconnectToSearch"]
_NO_FEATURES += ["ThirdPartyStoragePartitioning", "Translate"]
_FLAGS.append(f"--disable-features={','.join(_NO_FEATURES)}")
# Drawing a hundred cards is nearly half of the work of a match. The first four are what Playwright itself sets here.
_WITHOUT_PICTURES = (
    "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4,"
    "imagesEnabled=false"
)

_HTMX_FAULTS = """
for (const name of ["oobErrorNoTarget", "swapError", "targetError", "wsError", "responseError"]) {
  document.addEventListener(`htmx:${name}`, () => console.error(`fault: ${name}`));
}
"""


# Both are kept for the whole folder, not for the whole session: while Playwright runs, no test may be async.
@pytest.fixture(scope="package")
def chromium() -> Iterator[Callable[..., Any]]:
    """Return a function that gives the system's Chromium by Playwright's sync API, started with these flags."""
    from playwright.sync_api import sync_playwright

    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        missing("chromium")
    running: dict[tuple[str, ...], Any] = {}
    with sync_playwright() as playwright:

        def start(*flags: str) -> Any:
            if flags not in running:
                root = ["--no-sandbox"] if os.geteuid() == 0 else []  # Chromium refuses its sandbox to root
                running[flags] = playwright.chromium.launch(executable_path=program, args=[*_FLAGS, *root, *flags])
                make = running[flags].new_context
                # Without a graphics card, motion keeps a core busy, and each fresh visitor would install the service
                # worker anew; tests of these ask for them.
                calm = {"reduced_motion": "reduce", "service_workers": "block"}
                running[flags].new_context = lambda **options: make(**calm | options)
            return running[flags]

        yield start
        for browser in running.values():
            browser.close()


@pytest.fixture(scope="package")
def shared_sites() -> Iterator[dict[frozenset[tuple[str, str]], Site]]:
    """The running sites by their further environment variables."""
    sites: dict[frozenset[tuple[str, str]], Site] = {}
    yield sites
    for site in sites.values():
        site.clean_up()


@pytest.fixture(scope="module")
def site(request: pytest.FixtureRequest, shared_sites: dict[frozenset[tuple[str, str]], Site]) -> Site:
    """The real supervised site with the test switches on and a quick CPU, or with the module's SITE_ENVIRONMENT.

    Modules with the same variables share it: whoever changes its rules or its policy changes them back.
    """
    environment: dict[str, str] = getattr(request.module, "SITE_ENVIRONMENT", {"BOZU_CPU_PACE_SECONDS": "0.05"})
    key = frozenset(environment.items())
    if key not in shared_sites:
        shared_sites[key] = Site(Path(tempfile.mkdtemp(prefix="bozu-site-")), environment)
    if not shared_sites[key].is_answering():  # not yet, or not any more after a test that failed
        shared_sites[key].kill()
        shared_sites[key].start()
    return shared_sites[key]


@pytest.fixture(scope="module")
def made_tables(site: Site) -> MadeTables:
    """Running tables of persons to take."""
    return MadeTables(site)


@pytest.fixture
def quick_absence(site: Site) -> Iterator[None]:
    """Whoever shows no life for five seconds is away, and played for at once."""
    set_policy(site, heartbeat_seconds=2, away_after_seconds=5, away_turn_seconds=0)
    yield
    set_policy(site, heartbeat_seconds=10, away_after_seconds=20, away_turn_seconds=2)


@pytest.fixture(scope="module")
def browser(chromium: Callable[..., Any]) -> Iterator[Any]:
    """A browser that shows no pictures, which few tests look at. No test here may be async."""
    browser = chromium(_WITHOUT_PICTURES)
    yield browser
    _close_all(browser)


@pytest.fixture(scope="module")
def browser_with_pictures(chromium: Callable[..., Any]) -> Iterator[Any]:
    """A browser that shows all there is."""
    browser = chromium()
    yield browser
    _close_all(browser)


def _close_all(browser: Any) -> None:
    """Close what failed tests left open."""
    for visitor in browser.contexts:
        visitor.close()


@pytest.fixture
def context(browser: Any, site: Site) -> Iterator[Any]:
    """A fresh visitor: no cookie, English, a phone-sized window, with the site as the base of addresses."""
    visitor = browser.new_context(base_url=site.base_url, locale="en", viewport={"width": 390, "height": 844})
    visitor.set_default_timeout(30_000)
    yield visitor
    visitor.close()


@pytest.fixture
def faults() -> Iterator[list[str]]:
    """What went wrong on pages opened with `watched`; a test that expects some takes them out of the list."""
    found: list[str] = []
    yield found
    assert not found


@pytest.fixture
def watched(faults: list[str]) -> Any:
    """A function that opens a page in a context and writes down its faults."""

    def open_page(context: Any) -> Any:
        page = context.new_page()
        page.add_init_script(_HTMX_FAULTS)
        page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on(
            "response",
            lambda response: faults.append(f"{response.status} {response.url}") if response.status >= 400 else None,
        )
        return page

    return open_page
