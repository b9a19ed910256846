"""All addresses: pages under a language prefix, the rest without; it must not hold views."""

from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    *i18n_patterns(
        path("", include("games.urls")),
        path("", include("accounts.urls")),
    ),
]
