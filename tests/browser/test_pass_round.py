"""One device that a family passes round, as they see it."""

from typing import Any

from tests.browser.axe import violations
from tests.browser.ears import Ears
from tests.browser.table import act, is_over, play_on, version, wait_for_turn, wait_for_version
from tests.browser.waiting import wait_until

PHONE = {"width": 360, "height": 640}


def start_round(page: Any, *names: str, cpu_seats: int = 0, language: str = "en") -> None:
    """Say the names and start, from the home page on."""
    page.goto(f"/{language}/")
    page.click("#pass-round")
    for number, name in enumerate(names, start=1):
        page.fill(f"#name-{number}", name)
    page.check(f"input[name=cpu][value='{cpu_seats}']")
    page.click("#start_round")
    page.wait_for_selector("#table.is-connected")


def turn_name(page: Any) -> str:
    """The name at the seat on turn."""
    seat = page.get_attribute("#board", "data-turn")
    return str(page.locator(f"#name-{seat}").inner_text())


def flip_by_form(page: Any) -> None:
    """Send the form of the flip as a page without script does, which is quicker than a finger."""
    number = version(page)
    address = page.url
    page.context.request.post(
        f"{address}do/",
        form={"action": "flip", "version": str(number)},
        headers={"Origin": address.split("/en/")[0]},
        max_redirects=0,
    )
    wait_for_version(page, number + 1)


def test_a_family_plays_a_whole_match_on_one_phone_and_then_another(context, watched):
    page = watched(context)
    page.set_viewport_size(PHONE)
    page.emulate_media(reduced_motion="reduce")  # places are measured below
    ears = Ears(page)
    start_round(page, "Anna", "وليد", "ベルタ", cpu_seats=1)
    assert not violations(page)
    passed = turns = 0
    while wait_for_turn(page):
        name = turn_name(page)
        assert name in ("Anna", "وليد", "ベルタ")
        scene = page.inner_text("#turn")
        assert name in scene
        passed += scene.startswith("Pass the device to")
        box = page.locator("#turn").bounding_box()
        assert box["y"] + box["height"] <= page.locator("#flip").bounding_box()["y"]
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        if turns < 8:
            page.wait_for_timeout(400)  # a second press so soon would count as one of the same finger
            act(page, lambda: page.click("#flip"))
        else:
            flip_by_form(page)
        turns += 1
        if turns == 20:
            heard = ears.all()
            play_on(page, 94)
    assert passed >= 10
    assert is_over(page)
    assert sum("Pass the device to Anna" in text for text in heard) >= 3
    # Nobody's moves were made for them.
    address = page.url
    page.goto(address.replace("/t/", "/m/"))
    assert page.locator("#step_list .by-away, #step_list .by-timeout").count() == 0
    page.goto(address)
    page.wait_for_selector("#result:not([hidden])")
    assert not violations(page)
    page.click("#again")
    page.wait_for_selector("#table.is-connected")
    assert page.url != address
    assert [page.locator(f"#name-{seat}").inner_text() for seat in range(3)] == ["Anna", "وليد", "ベルタ"]
    assert version(page) <= 1
    page.goto("/ja/pass/")
    assert page.input_value("#name-3") == "ベルタ"
    assert not violations(page)


def test_the_match_waits_while_the_device_is_away_and_goes_on_with_it(context, watched, site, faults):
    page = watched(context)
    start_round(page, "Anna", "Berta")
    wait_for_turn(page)
    act(page, lambda: page.click("#flip"))
    wait_for_turn(page)
    number = version(page)
    page.click("#table_settings > summary")
    page.click("#form-leave button")
    page.wait_for_url("**/en/")
    page.go_back()
    page.wait_for_selector("#table.is-connected")
    wait_for_turn(page)
    assert version(page) == number
    page.keyboard.press("Space")
    wait_until(page, "number => Number(document.querySelector('#board').dataset.version) > number", number)


def test_without_scripts_the_device_goes_round_by_plain_forms(browser, site):
    context = browser.new_context(base_url=site.base_url, java_script_enabled=False, viewport=PHONE)
    page = context.new_page()
    page.goto("/en/pass/")
    page.fill("#name-1", "Anna")
    page.fill("#name-2", "Berta")
    page.click("#start_round")
    for number in range(1, 5):
        assert "Pass the device to" in page.inner_text("#turn") or turn_name(page) in page.inner_text("#turn")
        page.click("#flip")
        assert version(page) == number
    context.close()
