"""Networks that fail quietly: lines that are dead without saying so, messages that never arrive, codes that end it."""

from tests.browser.line import Line
from tests.browser.table import OWN_TURN, act, start_solo, version, wait_for_turn, wait_for_version

SITE_ENVIRONMENT = {"BOZU_CPU_PACE_SECONDS": "0.05"}

LOOK_AGAIN = "() => { document.dispatchEvent(new Event('visibilitychange')); }"


def test_a_dead_line_that_claims_to_be_open_is_replaced_within_seconds(context, watched):
    page = watched(context)
    line = Line(page)
    address = start_solo(page)
    wait_for_turn(page)
    line.die()
    other = watched(context)
    other.goto(address)
    wait_for_turn(other)
    number = act(other)
    assert version(page) == number
    page.evaluate(LOOK_AGAIN)
    wait_for_version(page, number + 1)
    assert line.count == 2
    assert wait_for_turn(page)
    act(page)


def test_a_lost_message_is_noticed_by_the_next_sign_of_life_and_made_good(context, watched):
    page = watched(context)
    line = Line(page)
    address = start_solo(page)
    wait_for_turn(page)
    other = watched(context)
    other.goto(address)
    wait_for_turn(other)
    line.is_losing = True
    number = act(other)
    wait_for_turn(other)
    assert version(page) == number
    line.is_losing = False
    page.evaluate(LOOK_AGAIN)
    wait_for_version(page, version(other))
    assert line.count == 1


def test_any_close_code_but_the_final_ones_is_followed_by_a_new_connection(context, watched):
    page = watched(context)
    line = Line(page)
    start_solo(page)
    wait_for_turn(page)
    for attempt, code in enumerate((1000, 4000, 3001), start=2):
        line.sockets[-1].close(code=code, reason="test")
        page.wait_for_selector("#table.is-unconnected")
        page.wait_for_selector(OWN_TURN)
        assert line.count == attempt


def test_a_final_code_is_said_on_the_page_and_not_tried_again(context, watched):
    page = watched(context)
    line = Line(page)
    start_solo(page)
    wait_for_turn(page)
    line.sockets[-1].close(code=4001, reason="gone")
    page.wait_for_selector("#connection:has-text('You are not at this table any more')")
    assert page.get_attribute("#flip", "aria-disabled") == "true"
    page.evaluate(LOOK_AGAIN)
    page.wait_for_timeout(2_000)
    assert line.count == 1
