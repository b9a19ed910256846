"""The Celery application; it must not define tasks."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bozusite.settings")

app = Celery("bozusite")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
