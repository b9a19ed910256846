"""The site as an app in a browser: what it keeps, what it never keeps, and how it takes a new version."""

import re
import shutil
import tempfile
from pathlib import Path

import pytest

from tests.browser.table import act, start_solo, version, wait_for_turn
from tests.browser.waiting import wait_until
from tests.site import ROOT, Site

NOT_PROGRAM = shutil.ignore_patterns(".*", "var", "__pycache__", "node_modules", "tests")


@pytest.fixture(scope="module")
def copied_site():
    """A site that runs from a copy of the program, so that a test can deploy another version of it."""
    root = Path(tempfile.mkdtemp(prefix="bozu-copy-"))
    site = Site(Path(tempfile.mkdtemp(prefix="bozu-site-")), {"BOZU_CPU_PACE_SECONDS": "0.05"}, root=root / "program")
    shutil.copytree(ROOT, site.root, ignore=NOT_PROGRAM)
    site.start()
    yield site
    site.clean_up()
    shutil.rmtree(root)


def deploy(site):
    """Put a new version in place of the running one, on a machine that has no file of the old one."""
    site.stop()
    for name in ("css/base.css", "js/site.js", "js/table/say.js"):
        path = site.root / "static" / name
        path.write_text(path.read_text(encoding="utf-8") + "\n/* Changed. */\n", encoding="utf-8")
    shutil.rmtree(site.data_dir / "static")
    site.start()


def style_of(page):
    """The address of the site's main style sheet that the page uses."""
    return page.get_attribute('link[href*="/base."]', "href")


def wait_until_installed(page):
    wait_until(page, "() => navigator.serviceWorker.controller !== null")


def kept(page):
    """The paths in all caches of the site."""
    return page.evaluate(
        """async () => {
          const found = [];
          for (const name of await caches.keys()) {
            found.push(...(await (await caches.open(name)).keys()).map((request) => new URL(request.url).pathname));
          }
          return found;
        }"""
    )


@pytest.mark.timeout(300)
def test_a_new_version_comes_with_one_reload_and_pages_never_come_from_a_cache(browser, copied_site):
    context = browser.new_context(base_url=copied_site.base_url, service_workers="allow")
    page = context.new_page()
    page.goto("/ja/")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    address = start_solo(page, "ja")
    wait_until_installed(page)
    page.reload()
    wait_for_turn(page)
    paths = kept(page)
    assert "/ja/offline/" in paths
    assert all(re.fullmatch(r"/static/.+\.[0-9a-f]{12}\.\w+", path) for path in paths if not path.endswith("/offline/"))

    # Away: the page says so in the reader's language, at its own address, and comes back by itself.
    context.set_offline(True)
    page.reload()
    assert page.url == address
    assert page.locator("html").get_attribute("lang") == "ja"
    assert page.locator("#again").is_visible()
    assert page.locator("#table").count() == 0
    context.set_offline(False)
    page.wait_for_selector("#table")
    wait_for_turn(page)

    # A new version while the table is open: the page says so and goes on working, and one reload is enough.
    old_style, number = style_of(page), version(page)
    deploy(copied_site)
    page.wait_for_selector("#renewed:not([hidden])", timeout=40_000)
    wait_until(page, "() => document.querySelector('#say').textContent !== ''")
    if wait_for_turn(page):
        number = act(page)
    page.click("#renewed a")
    page.wait_for_selector("#table.is-connected")
    assert style_of(page) != old_style
    assert page.locator("#renewed").is_hidden()
    assert version(page) > number
    assert "Changed" in page.evaluate("address => fetch(address).then((answer) => answer.text())", style_of(page))

    # What is gone is gone, and no page in its place.
    answer = context.request.get(old_style)
    assert answer.status == 404
    assert answer.headers["content-type"].startswith("text/plain")
    gone = "/static/css/base.0123456789ab.css"
    assert page.evaluate("path => fetch(path).then((answer) => answer.status)", gone) == 404
    assert gone not in kept(page)
    context.close()


def test_the_browser_could_install_the_site_and_reads_its_manifest_without_complaint(browser, copied_site):
    context = browser.new_context(base_url=copied_site.base_url, service_workers="allow")
    page = context.new_page()
    page.goto("/ar/")
    session = context.new_cdp_session(page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["url"].endswith("/ar/manifest.webmanifest")
    assert manifest["errors"] == []
    complaints = [error["errorId"] for error in session.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert set(complaints) <= {"in-incognito"}  # every context of a test is one
    context.close()
