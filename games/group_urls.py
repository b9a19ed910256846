"""Addresses of the pages of groups, relative to the language prefix; it must not hold views."""

from django.urls import URLPattern, URLResolver, path

from games.views import group_host, group_seat, groups, share

urlpatterns: list[URLPattern | URLResolver] = [
    path("groups/new/", groups.group_new, name="group_new"),
    path("groups/find/", groups.group_find, name="group_find"),
    path("groups/shared/", share.group_shared, name="group_shared"),
    path("g/<str:code>/", groups.group, name="group"),
    path("g/<str:code>/members/", groups.group_members, name="group_members"),
    path("g/<str:code>/join/", groups.group_join, name="group_join"),
    path("g/<str:code>/ready/", groups.group_ready, name="group_ready"),
    path("g/<str:code>/start/", groups.group_start, name="group_start"),
    path("g/<str:code>/again/", groups.group_again, name="group_again"),
    path("g/<str:code>/leave/", groups.group_leave, name="group_leave"),
    path("g/<str:code>/settings/", group_host.group_settings, name="group_settings"),
    path("g/<str:code>/settings/semimaru/", group_host.group_semimaru, name="group_semimaru"),
    path("g/<str:code>/settings/cpu/", group_host.group_cpu, name="group_cpu"),
    path("g/<str:code>/member/<int:member_id>/", group_host.group_member, name="group_member"),
    path("g/<str:code>/close/", group_host.group_close, name="group_close"),
    path("g/<str:code>/seat/<str:secret>/", group_seat.seat_link, name="seat_link"),
]
