"""The ASGI entry point: pages, sockets and the server's life span; it must not know messages."""

import os

from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application
from django.urls import get_resolver

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bozusite.settings")

http_application = get_asgi_application()  # loads the apps; routes may be imported only afterwards

from bozusite.life_span import life_span  # noqa: E402
from bozusite.origins import OwnOriginOnly  # noqa: E402
from bozusite.page_cache import PageCache  # noqa: E402
from games.build import build_mark  # noqa: E402
from games.live.routing import websocket_urlpatterns  # noqa: E402
from games.selectors.pages import public_pages_mark  # noqa: E402

# All views are loaded now: otherwise the first visitor, and every socket open then, would wait for it.
get_resolver().url_patterns  # noqa: B018
# Read before files may be replaced under a running process.
build_mark()

application = ProtocolTypeRouter(
    {
        "http": PageCache(http_application, public_pages_mark),
        "websocket": OwnOriginOnly(URLRouter(websocket_urlpatterns)),
        "lifespan": life_span,
    }
)
