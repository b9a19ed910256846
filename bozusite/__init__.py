"""The site around the game; importing it sets up the Celery app, so that jobs can be sent from any process."""

from bozusite.celery import app as celery_app

__all__ = ["celery_app"]
