"""Admin from right to left in a browser: nothing overlaps, everything can be reached, saving works; case I18-14."""

import re

import pytest

PASSWORD = "a-long-password"
SITE_ENVIRONMENT = {"DJANGO_SUPERUSER_PASSWORD": PASSWORD}  # read by createsuperuser
FORM = "/admin/games/ruleset/1/change/"
# Controls of the page's own that lie over one another or stick out of the window at the side.
FAULTS = """
() => {
  const shown = [...document.querySelectorAll("#container input, #container select, #container button, #container a")]
    .filter((each) => each.type !== "hidden" && each.checkVisibility() && !each.closest(".results, .preview-table"))
    .map((each) => [each, each.getBoundingClientRect()]).filter(([, box]) => box.width && box.height);
  const faults = [];
  for (const [each, box] of shown) {
    if (box.left < -1 || box.right > innerWidth + 1) faults.push(`out: ${each.outerHTML.slice(0, 80)}`);
    for (const [other, over] of shown) {
      if (each === other || each.contains(other) || other.contains(each)) continue;
      const wide = Math.min(box.right, over.right) - Math.max(box.left, over.left);
      const high = Math.min(box.bottom, over.bottom) - Math.max(box.top, over.top);
      if (wide > 2 && high > 2) faults.push(`over: ${each.outerHTML.slice(0, 60)} ${other.outerHTML.slice(0, 60)}`);
    }
  }
  if (document.documentElement.scrollWidth > innerWidth) faults.push("the page scrolls sideways");
  return faults;
}
"""


@pytest.fixture(scope="module")
def layla(site):
    """The name of a superuser of the site."""
    site.manage("createsuperuser", "--noinput", "--username", "layla", "--email", "layla@example.org")
    return "layla"


@pytest.fixture(scope="module")
def signed_in(browser, site, layla):
    """What a browser keeps once Layla has signed in from right to left."""
    visitor = browser.new_context(base_url=site.base_url, locale="en")
    page = visitor.new_page()
    page.goto("/admin/login/")
    page.select_option("#admin-language-choice", "ar")
    page.click("#admin-language button")
    page.wait_for_selector("html[dir=rtl]")
    page.fill("#id_username", layla)
    page.fill("#id_password", PASSWORD)
    page.click("#login-form [type=submit]")
    page.wait_for_url("**/admin/")
    kept = visitor.storage_state()
    visitor.close()
    return kept


@pytest.fixture
def context(browser, site, signed_in):
    visitor = browser.new_context(base_url=site.base_url, locale="en", storage_state=signed_in)
    visitor.set_default_timeout(30_000)
    yield visitor
    visitor.close()


@pytest.fixture
def page(context, watched):
    return watched(context)


@pytest.mark.parametrize("width", [360, 1280])
def test_rule_form_lists_and_policy_hold_from_right_to_left(page, width):
    page.set_viewport_size({"width": width, "height": 800})
    for path in (FORM, "/admin/games/ruleset/add/", "/admin/games/match/", "/admin/games/ruleset/", "/admin/"):
        page.goto(path)
        assert page.evaluate(FAULTS) == [], path
    page.goto("/admin/games/sitepolicy/1/change/")
    assert page.evaluate(FAULTS) == []


@pytest.mark.parametrize("width", [360, 1280])
def test_a_save_works_from_right_to_left(page, width):
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(FORM)
    value = "as_monk" if width == 360 else "as_courtier"
    page.select_option("#id_semimaru", value)
    page.click("[name=_save]")
    page.wait_for_selector(".messagelist .success")
    page.goto(FORM)
    assert page.input_value("#id_semimaru") == value


@pytest.mark.parametrize("width", [360, 1280])
def test_dates_are_picked_from_right_to_left(page, width):
    """On the only form with dates, that of a staff account."""
    page.set_viewport_size({"width": width, "height": 800})
    page.goto("/admin/auth/user/1/change/")
    page.locator(".field-date_joined .date-icon").click()
    calendar = page.locator(".calendarbox:visible")
    assert re.search("[\u0600-\u06ff]{3}", calendar.locator("caption").inner_text())
    assert not re.search("[A-Za-z]", calendar.inner_text())
    box = calendar.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= width
    table = calendar.locator("table").bounding_box()
    assert table["x"] >= box["x"] - 1 and table["x"] + table["width"] <= box["x"] + box["width"] + 1
    calendar.locator("td a", has_text=re.compile("^15$")).click()
    assert page.input_value("#id_date_joined_0").endswith("-15")
    page.click("[name=_continue]")
    page.wait_for_selector(".messagelist .success")
    assert page.input_value("#id_date_joined_0").endswith("-15")


@pytest.mark.parametrize("width", [360, 1280])
def test_history_and_filters_hold_from_right_to_left(page, width):
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(FORM)
    page.select_option("#id_emperor", "ordinary" if width == 360 else "take_all_hands")
    page.click("[name=_save]")
    page.wait_for_selector(".messagelist .success")
    page.goto(FORM.replace("change", "history"))
    assert page.evaluate(FAULTS) == []
    rows = page.locator("#change-history tbody tr")
    assert rows.count() >= 2 and "«" in rows.first.inner_text()
    page.goto("/admin/games/match/")
    page.click("#changelist-filter a[href*=finished]")
    page.wait_for_url("**status__exact=finished**")
    assert page.evaluate(FAULTS) == []


def test_hebrew_is_not_offered_and_asks_for_no_broken_page(browser, site):
    """Case I18-14 names Hebrew, too: until the site speaks it, its readers get the admin in the default language."""
    reader = browser.new_context(base_url=site.base_url, locale="he")
    page = reader.new_page()
    page.goto("/admin/login/")
    assert page.evaluate("[document.documentElement.lang, document.documentElement.dir]") == ["en", "ltr"]
    assert page.locator("#admin-language-choice option[value=he]").count() == 0
    reader.close()


def test_a_preview_opens_beside_the_form_and_fills_by_itself(page, context, faults):
    page.goto(FORM)
    page.uncheck("#id_allow_stop")
    page.select_option("#id_lady", "take_pile_and_one_more")
    with context.expect_page() as opened:
        page.click("[name=_preview]")
    preview = opened.value
    preview.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    preview.wait_for_selector("#preview:not([hx-get])", timeout=120_000)
    assert preview.locator("svg.chart").count() == 4
    assert preview.locator("#preview-say").inner_text() != ""
    preview.set_viewport_size({"width": 360, "height": 800})
    assert preview.evaluate(FAULTS) == []
    assert page.input_value("#id_lady") == "take_pile_and_one_more", "the form keeps what was chosen"
    page.goto(FORM)
    assert page.input_value("#id_lady") == "take_pile", "and nothing was saved"
