"""Which handshakes reach the sockets (WS-07)."""

import pytest
from channels.testing import WebsocketCommunicator

from bozusite.asgi import application
from bozusite.origins import OwnOriginOnly, is_socket_from_own_origin, normal_origin


def handshake(*origins: str, host: str = "localhost:8000", scheme: str | None = None, **headers: str) -> dict:
    pairs = [(b"host", host.encode()), *((b"origin", origin.encode("latin-1")) for origin in origins)]
    pairs += [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "websocket", "path": "/ws/en/t/x/", "headers": pairs}
    return scope | ({"scheme": scheme} if scheme else {})


def test_our_own_page_is_let_in():
    assert is_socket_from_own_origin(handshake("http://localhost:8000"))


@pytest.mark.parametrize(
    "origins",
    [
        ["http://evil.example"],
        ["null"],
        [],
        [""],
        ["http://localhost:8001"],
        ["http://localhost"],
        ["http://localhost:8000.evil.example"],
        ["http://localhost:80000"],
        ["http://xlocalhost:8000"],
        ["http://localhost.:8000"],
        ["https://localhost:8000"],
        ["ws://localhost:8000"],
        ["http://localhost:8000/"],
        ["http://me@localhost:8000"],
        ["http://localhost:8000", "http://localhost:8000"],
        ["http://localhost:8000, http://evil.example"],
        ["http://localhost:\xb2000"],
    ],
)
def test_every_other_origin_is_kept_out(origins):
    assert not is_socket_from_own_origin(handshake(*origins))


def test_a_host_that_is_not_ours_is_kept_out_even_when_it_agrees_with_itself():
    assert not is_socket_from_own_origin(handshake("http://evil.example", host="evil.example"))


def test_the_usual_port_may_be_written_or_not():
    assert is_socket_from_own_origin(handshake("http://localhost", host="localhost:80"))
    assert is_socket_from_own_origin(handshake("https://localhost:443", host="localhost", scheme="wss"))


def test_plain_http_is_not_the_origin_of_a_site_on_https():
    assert not is_socket_from_own_origin(handshake("http://localhost", host="localhost", scheme="wss"))


def test_a_visitor_cannot_choose_the_scheme_by_a_header_unless_a_proxy_sets_it(settings):
    scope = handshake("https://localhost", host="localhost", x_forwarded_proto="https")
    assert not is_socket_from_own_origin(scope)
    settings.BEHIND_PROXY = True
    assert is_socket_from_own_origin(scope)
    assert not is_socket_from_own_origin(handshake("http://localhost", host="localhost", x_forwarded_proto="https"))


def test_an_address_of_version_six_is_an_origin_like_any_other():
    assert is_socket_from_own_origin(handshake("http://[::1]:8000", host="[::1]:8000"))
    assert normal_origin("https://[2001:db8::1]") == "https://[2001:db8::1]:443"


async def test_a_foreign_socket_is_refused_before_it_opens_and_reaches_nothing():
    reached = []

    async def inner(scope, receive, send):
        reached.append(scope)

    stranger = WebsocketCommunicator(
        OwnOriginOnly(inner), "/ws/en/t/x/", headers=[(b"host", b"localhost"), (b"origin", b"http://evil.example")]
    )
    is_open, code = await stranger.connect()
    assert (is_open, code, reached) == (False, 4003, [])
    await stranger.wait()


async def test_the_application_itself_is_behind_the_check():
    stranger = WebsocketCommunicator(
        application, "/ws/en/t/x/", headers=[(b"host", b"localhost"), (b"origin", b"null")]
    )
    is_open, code = await stranger.connect()
    assert (is_open, code) == (False, 4003)
    await stranger.wait()
