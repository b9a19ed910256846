"""Groups in real browsers: people join on devices of their own, land at one table, and ask for a rematch."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.browser.groups import join_group, make_group
from tests.site import Site

People = Callable[..., Any]


@pytest.fixture
def people(browser: Any, site: Site) -> Iterator[People]:
    """Return a function that opens a page on a new device with a language and, if wanted, without script."""
    devices: list[Any] = []

    def person(language: str = "en", has_script: bool = True) -> Any:
        device = browser.new_context(
            base_url=site.base_url,
            locale=language,
            viewport={"width": 360, "height": 740},
            java_script_enabled=has_script,
        )
        device.set_default_timeout(30_000)
        devices.append(device)
        return device.new_page()

    yield person
    for device in devices:
        device.close()


def test_a_group_in_two_languages_lands_at_one_table(people: People) -> None:
    anna, hana = people(), people("ja")
    errors: list[str] = []
    for page in (anna, hana):
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    code = make_group(anna)
    hana.goto(f"/g/{code}/")
    assert "/ja/g/" in hana.url, "the invite link opens in the guest's own language"
    hana.fill("#id_name", "はな")
    hana.click("#join")
    anna.wait_for_selector("#members >> text=はな")
    assert "2" in anna.text_content("#group_say"), "the live region says who sits down"
    assert anna.evaluate("document.documentElement.scrollWidth") <= 360
    anna.click("#start")
    anna.wait_for_url("**/en/t/*/")
    hana.wait_for_url("**/ja/t/*/")
    assert anna.url.split("/")[-2] == hana.url.split("/")[-2]
    hana.goto(f"/ja/g/{code}/")
    hana.wait_for_selector("#to_table")
    with hana.expect_response("**/members/**"):
        pass  # one poll passes, and the page stays
    assert "/ja/g/" in hana.url
    assert not errors


def test_focus_stays_on_a_button_that_is_swapped(people: People) -> None:
    anna = people()
    make_group(anna)
    anna.focus("#ready")
    anna.keyboard.press("Enter")
    anna.wait_for_selector("#ready[value=yes]")
    assert anna.evaluate("document.activeElement.id") == "ready"


def test_the_whole_way_works_without_script(people: People) -> None:
    anna, berta = people(has_script=False), people(has_script=False)
    code = make_group(anna)
    join_group(berta, code, "Berta")
    berta.click("#ready")
    berta.wait_for_selector("#ready[value=yes]")
    berta.click("#ready")
    anna.reload()
    anna.wait_for_selector("#members >> text=Berta")
    anna.click("#start")
    anna.wait_for_url("**/en/t/*/")
    berta.wait_for_url("**/en/t/*/", timeout=30_000)  # the page reads itself again


def test_a_seat_moves_to_another_device_by_a_one_time_link(people: People) -> None:
    anna, phone = people(), people()
    anna.goto("/en/me/")
    anna.fill("#id_name", "Anna")
    anna.click("text=Save the name")
    anna.click("#make_link")
    link = anna.get_attribute("#new_link", "href")
    phone.goto(link)
    assert "Anna" in phone.text_content("main")
    phone.click("#use_link")
    phone.wait_for_url("**/en/me/")
    assert phone.input_value("#id_name") == "Anna"
    assert phone.locator("[id^=sign_out_]").count() == 2
