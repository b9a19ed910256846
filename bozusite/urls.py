"""All addresses: pages under a language prefix, the rest without; it must not hold views."""

from django.conf import settings
from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.urls import include, path
from django.views.i18n import set_language

from bozusite.admin_texts import ScriptTexts
from bozusite.sitemaps import robots, sitemap
from bozusite.views import healthz, metrics
from bozusite.web_app import manifest, offline, service_worker
from games.views.groups import invite
from games.views.styleguide import styleguide

handler500 = "bozusite.faults.server_error"

urlpatterns = [
    path("admin/language/", set_language, name="admin_language"),  # below /admin/, so that Django asks for its token
    path("admin/jsi18n/", ScriptTexts.as_view()),  # instead of Django's own, which is incomplete in some languages
    path("admin/", admin.site.urls),
    path("healthz", healthz, name="healthz"),
    path("metrics", metrics, name="metrics"),
    path("sitemap.xml", sitemap, name="sitemap"),
    path("robots.txt", robots, name="robots"),
    # At the top: a service worker rules what lies at its address and below.
    path("service-worker.js", service_worker, name="service_worker"),
    path("g/<str:code>/", invite, name="invite"),  # without a language: every guest is led to their own
    *i18n_patterns(
        path("manifest.webmanifest", manifest, name="manifest"),
        path("offline/", offline, name="offline"),
        path("", include("games.urls")),
        path("", include("accounts.urls")),
    ),
]

if settings.DEBUG:
    urlpatterns.insert(0, path("styleguide/", styleguide, name="styleguide"))
