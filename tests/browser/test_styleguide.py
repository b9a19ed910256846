"""The style guide in a real browser, in every look that a reader may ask for."""

import pytest

from tests.browser.axe import violations

SITE_ENVIRONMENT = {"BOZU_DEBUG": "1"}

LOOKS = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "contrast": {"contrast": "more"},
    "forced": {"forced_colors": "active"},
}


@pytest.mark.parametrize(("look", "width"), [("light", 1280), ("dark", 360), ("contrast", 1280), ("forced", 360)])
def test_the_style_guide_is_whole_in_every_look(browser_with_pictures, site, watched, look, width):
    context = browser_with_pictures.new_context(
        base_url=site.base_url, viewport={"width": width, "height": 800}, reduced_motion="reduce", **LOOKS[look]
    )
    page = watched(context)
    page.goto("/styleguide/")
    # Where the system forces its own colours, axe still compares ours, which nobody sees.
    rules = {"color-contrast": {"enabled": look != "forced"}}
    assert violations(page, rules=rules) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for name in ("colours", "buttons", "cards", "table", "result"):
        # As a PNG, a part that failed to draw is a few words on one colour.
        assert len(page.locator(f"section:has(#guide-{name})").screenshot()) > 8_000, name
    context.close()
