"""Browsers of staff for the tests of admin; it must not know what they try."""

from __future__ import annotations

from django.contrib.auth.models import Group as Role
from django.contrib.auth.models import Permission, User
from django.test import Client


def browser(name: str, *permissions: str, role: str | None = None, language: str = "en") -> Client:
    """Return a browser with a staff member logged in who has a role and some permissions of the app games."""
    user = User.objects.create_user(name, is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions, content_type__app_label="games"))
    if role:
        user.groups.add(Role.objects.get(name=role))
    client = Client(
        SERVER_NAME="127.0.0.1",
        HTTP_ORIGIN="http://127.0.0.1",
        HTTP_SEC_FETCH_SITE="same-origin",
        HTTP_ACCEPT_LANGUAGE=language,
    )
    client.force_login(user)
    return client
