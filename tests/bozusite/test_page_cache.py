"""The cache in front of the site: what it keeps, for how long, and what it never lets through."""

import asyncio
import gzip
import json

import pytest

from bozusite.page_cache import ENTRY_SECONDS, MARK_SECONDS, PageCache
from tests.bozusite.asking import ask

pytestmark = pytest.mark.django_db  # the mark's reader tidies up connections around itself

PUBLIC = (b"cache-control", b"public, max-age=30")


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Site:
    """An application that answers with what it was asked, and counts how often it was."""

    def __init__(self) -> None:
        self.asked: list[dict] = []
        self.status = 200
        self.headers = [(b"content-type", b"text/html; charset=utf-8"), PUBLIC]
        self.filling = ""
        self.hold: asyncio.Event | None = None
        self.is_asked = asyncio.Event()

    async def __call__(self, scope, receive, send) -> None:
        await receive()
        self.asked.append(scope)
        self.is_asked.set()
        if self.hold is not None:
            await self.hold.wait()
        body = {
            "path": scope["path"],
            "method": scope["method"],
            "headers": {name.decode(): value.decode() for name, value in scope["headers"]},
            "filling": self.filling,
            "times": len(self.asked),
        }
        await send({"type": "http.response.start", "status": self.status, "headers": self.headers})
        await send({"type": "http.response.body", "body": json.dumps(body).encode(), "more_body": True})
        await send({"type": "http.response.body", "body": b" " * 2000})


class Setting:
    """A site with the cache before it, a clock to turn and a mark to change."""

    def __init__(self, **options) -> None:
        self.site, self.clock, self.mark, self.readings = Site(), Clock(), "one", 0
        self.cache = PageCache(self.site, self.read, clock=self.clock, **options)

    def read(self) -> str:
        self.readings += 1
        if self.mark == "away":
            raise OSError("the database is away")
        return self.mark

    async def ask(self, path="/ja/rules/", **request):
        return await ask(self.cache, path, **request)


@pytest.fixture
def setting() -> Setting:
    return Setting()


async def test_a_page_is_rendered_once_and_then_comes_from_memory(setting):
    first, second = await setting.ask(), await setting.ask()
    assert first.status == second.status == 200
    assert first.body == second.body
    assert len(setting.site.asked) == 1
    assert (setting.cache.hits, setting.cache.misses) == (1, 1)


@pytest.mark.parametrize(
    "path",
    [
        "/ja/",
        "/ar/rules/",
        "/pt-br/rules/",
        "/zh-hant/cards/",
        "/en/learn/",
        "/en/cards/7/",
        "/sitemap.xml",
        "/robots.txt",
    ],
)
async def test_public_addresses_are_kept(setting, path):
    await setting.ask(path)
    await setting.ask(path)
    assert len(setting.site.asked) == 1


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/ja/rules",
        "/ja/me/",
        "/ja/g/CDFGHJKM/rules/",
        "/ja/t/abcdefghijkl/",
        "/admin/",
        "/rules/",
        "/ja/cards/07/",
        "/healthz",
    ],
)
async def test_all_other_addresses_go_straight_through(setting, path):
    setting.site.headers = [PUBLIC]
    for _ in range(2):
        await setting.ask(path, cookie="bozu_device=secret", accept_language="ru")
    assert len(setting.site.asked) == 2
    assert dict(setting.site.asked[0]["headers"])[b"cookie"] == b"bozu_device=secret"


async def test_an_address_with_a_query_goes_straight_through(setting):
    for _ in range(2):
        await setting.ask("/ja/cards/", query="q=1")
    assert len(setting.site.asked) == 2


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"])
async def test_only_reading_is_answered_from_memory(setting, method):
    await setting.ask()
    await setting.ask(method=method)
    assert [scope["method"] for scope in setting.site.asked] == ["GET", method]


async def test_what_fills_the_cache_knows_nothing_of_the_visitor(setting):
    answer = await setting.ask(
        cookie="bozu_device=secret; sessionid=x",
        accept_language="ru",
        authorization="Basic x",
        user_agent="me",
        x_forwarded_for="10.1.2.3",
        hx_request="true",
        if_none_match='"x"',
        range="bytes=0-1",
    )
    assert json.loads(answer.text)["headers"] == {"host": "127.0.0.1"}


@pytest.mark.parametrize("status", [301, 302, 403, 404, 500, 503])
async def test_an_answer_that_is_not_good_is_not_kept(setting, status):
    setting.site.status = status
    assert (await setting.ask()).status == status
    setting.site.status = 200
    assert (await setting.ask()).status == 200


@pytest.mark.parametrize("control", [None, b"no-store", b"private, max-age=30", b"max-age=30"])
async def test_an_answer_that_does_not_call_itself_public_is_not_kept_and_is_made_for_the_visitor(setting, control):
    setting.site.headers = [(b"cache-control", control)] if control else []
    answer = await setting.ask(cookie="a=1")
    assert json.loads(answer.text)["headers"]["cookie"] == "a=1"
    await setting.ask()
    assert all(page is None for page in [setting.cache._pages.get(key) for key in setting.cache._pages])
    assert not setting.cache._pages


async def test_an_answer_with_a_cookie_is_not_kept_and_is_reported(setting, caplog):
    setting.site.headers = [PUBLIC, (b"set-cookie", b"bozu_device=secret")]
    await setting.ask()
    assert not setting.cache._pages
    assert "event=cookie_on_public_page path=/ja/rules/" in caplog.text


async def test_a_new_mark_shows_within_seconds(setting):
    await setting.ask()
    setting.mark, setting.site.filling = "two", "new"
    setting.clock.now += MARK_SECONDS - 0.01
    assert json.loads((await setting.ask()).text)["filling"] == ""
    setting.clock.now += 0.02
    assert json.loads((await setting.ask()).text)["filling"] == "new"


async def test_the_mark_is_not_read_for_every_request(setting):
    for _ in range(50):
        await setting.ask()
    assert setting.readings == 1


async def test_a_page_is_rendered_anew_after_a_minute_even_under_the_same_mark(setting):
    await setting.ask()
    setting.clock.now += ENTRY_SECONDS + 0.01
    await setting.ask()
    assert len(setting.site.asked) == 2


async def test_the_pages_outlive_a_database_that_is_away(setting, caplog):
    first = await setting.ask()
    setting.mark = "away"
    setting.clock.now += MARK_SECONDS + 0.01
    assert (await setting.ask()).body == first.body
    assert "event=public_pages_mark_unread" in caplog.text
    setting.mark, setting.site.filling = "two", "new"
    setting.clock.now += MARK_SECONDS + 0.01
    assert json.loads((await setting.ask()).text)["filling"] == "new"


async def test_many_at_once_cause_one_rendering_and_one_reading(setting):
    setting.site.hold = asyncio.Event()
    tasks = [asyncio.ensure_future(setting.ask()) for _ in range(20)]
    await setting.site.is_asked.wait()
    setting.site.hold.set()
    answers = await asyncio.gather(*tasks)
    assert len({answer.body for answer in answers}) == 1
    assert (len(setting.site.asked), setting.readings) == (1, 1)


async def test_a_rendering_that_fails_fails_for_its_visitor_only(setting):
    setting.site.headers = None  # the application breaks while it answers
    with pytest.raises(TypeError):
        await setting.ask()
    setting.site.headers = [PUBLIC]
    assert (await setting.ask()).status == 200


async def test_the_first_visitor_may_hang_up_without_harm_to_those_who_wait(setting):
    setting.site.hold = asyncio.Event()
    first = asyncio.ensure_future(setting.ask())
    await setting.site.is_asked.wait()
    second = asyncio.ensure_future(setting.ask())
    await asyncio.sleep(0)
    first.cancel()
    setting.site.hold.set()
    assert (await second).status == 200


async def test_languages_hosts_and_schemes_never_mix(setting):
    asked = [
        await setting.ask("/ja/rules/"),
        await setting.ask("/ar/rules/"),
        await setting.ask("/ja/rules/", host="play.example.org"),
    ]
    assert len(setting.site.asked) == 3
    assert len({answer.body for answer in asked}) == 3
    again = await setting.ask("/ja/rules/")
    assert again.body == asked[0].body


async def test_the_scheme_that_a_proxy_tells_counts_only_behind_one(settings):
    for is_behind, renderings in ((True, 2), (False, 1)):
        settings.BEHIND_PROXY = is_behind
        setting = Setting()
        for scheme in ("http", "https"):
            await setting.ask(x_forwarded_proto=scheme)
        assert len(setting.site.asked) == renderings


async def test_reading_the_head_gives_the_same_headers_and_no_body(setting):
    head = await setting.ask(method="HEAD")
    body = await setting.ask()
    assert head.body == b""
    assert head.headers == body.headers
    assert int(head.headers["content-length"]) == len(body.body)
    assert setting.site.asked[0]["method"] == "GET"
    assert len(setting.site.asked) == 1


async def test_a_browser_that_has_the_page_is_told_so(setting):
    tag = (await setting.ask()).headers["etag"]
    for wanted in (tag, tag.removeprefix("W/"), f'"other", {tag}', "*"):
        answer = await setting.ask(if_none_match=wanted)
        assert (answer.status, answer.body) == (304, b"")
        assert answer.headers["etag"] == tag
        assert answer.headers["cache-control"] == "public, max-age=30"
        assert "content-length" not in answer.headers
    assert (await setting.ask(if_none_match='"other"')).status == 200


async def test_another_body_has_another_tag(setting):
    first = await setting.ask()
    setting.mark, setting.site.filling = "two", "new"
    setting.clock.now += MARK_SECONDS + 0.01
    second = await setting.ask(if_none_match=first.headers["etag"])
    assert second.status == 200
    assert second.headers["etag"] != first.headers["etag"]


@pytest.mark.parametrize(
    ("accepted", "is_packed"),
    [("gzip", True), ("br, gzip;q=0.8", True), ("GZIP", True), ("gzip;q=0", False), ("br", False), ("", False)],
)
async def test_the_packed_form_goes_to_those_who_take_it(setting, accepted, is_packed):
    plain = await setting.ask()
    answer = await setting.ask(accept_encoding=accepted)
    assert ("content-encoding" in answer.headers) == is_packed
    assert (gzip.decompress(answer.body) if is_packed else answer.body) == plain.body
    assert int(answer.headers["content-length"]) == len(answer.body)
    assert answer.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"


async def test_the_memory_is_bounded_and_the_longest_unused_page_goes_first():
    setting = Setting(max_bytes=7_000)
    for number in (1, 2, 1, 3, 4, 5):
        await setting.ask(f"/en/cards/{number}/")
    kept = [key.rpartition(b"\n")[2].decode() for key in setting.cache._pages]
    assert kept == ["/en/cards/3/", "/en/cards/4/", "/en/cards/5/"]
    assert setting.cache._bytes == sum(page.size for page in setting.cache._pages.values()) <= 7_000
