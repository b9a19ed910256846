"""All settings, from environment variables with defaults for a single machine; it must not know any table or page.

Variables: BOZU_PRODUCTION, BOZU_DEBUG, BOZU_DATA_DIR, BOZU_ALLOWED_HOSTS, BOZU_BEHIND_PROXY, BOZU_TEST_SWITCHES,
BOZU_HASHED_STATIC, BOZU_LOG_LEVEL, BOZU_OPERATOR, BOZU_CONTACT, SECRET_KEY, DATABASE_URL, REDIS_URL.
"""

import os
from pathlib import Path
from typing import Any

import dj_database_url
import django_stubs_ext
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from bozusite import environment, languages
from bozusite.secrets import kept_secret

# Lets `admin.ModelAdmin[Match]` and the like be written at run time, as mypy wants them.
django_stubs_ext.monkeypatch()

BASE_DIR = Path(__file__).resolve().parent.parent

# How the site runs.

PRODUCTION = environment.flag("BOZU_PRODUCTION")
DEBUG = environment.flag("BOZU_DEBUG") and not PRODUCTION

# Test-only powers (a stacked deck, a faster CPU). They would spoil every promise about the shuffle on a public site.
TEST_SWITCHES = environment.flag("BOZU_TEST_SWITCHES")
if TEST_SWITCHES and PRODUCTION:
    raise ImproperlyConfigured("BOZU_TEST_SWITCHES cannot be on together with BOZU_PRODUCTION")

DATA_DIR = Path(os.environ.get("BOZU_DATA_DIR") or BASE_DIR / "var").resolve()
DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)

# Empty: everything runs on this machine (SQLite, file-system broker, unix socket).
REDIS_URL = os.environ.get("REDIS_URL", "")

if os.environ.get("SECRET_KEY"):
    SECRET_KEY = os.environ["SECRET_KEY"]
elif PRODUCTION:
    raise ImproperlyConfigured("SECRET_KEY must be set in production, the same for every process")
else:
    SECRET_KEY = kept_secret(DATA_DIR / "secret_key")

ALLOWED_HOSTS = environment.words("BOZU_ALLOWED_HOSTS", () if PRODUCTION else ("localhost", "127.0.0.1", "[::1]"))
if PRODUCTION and not ALLOWED_HOSTS:
    raise ImproperlyConfigured("BOZU_ALLOWED_HOSTS must name the hosts this site answers to in production")

# Who runs this site, as its rules page says, and where corrections go: an https: or mailto: address, or empty.
OPERATOR_NAME = os.environ.get("BOZU_OPERATOR", "") or "Bozu Mekuri"
OPERATOR_CONTACT = os.environ.get("BOZU_CONTACT", "")
if OPERATOR_CONTACT and not OPERATOR_CONTACT.startswith(("https:", "mailto:")):
    raise ImproperlyConfigured("BOZU_CONTACT must be an https: or mailto: address")

# Parts.

INSTALLED_APPS = [
    "daphne",  # first: it replaces runserver by one that speaks WebSocket
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "csp",
    "django_htmx",
    "simple_history",
    "bozusite.apps.SiteConfig",
    "games.apps.GamesConfig",
    "ratings.apps.RatingsConfig",
    "accounts.apps.AccountsConfig",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "bozusite.middleware.StaticFilesMiddleware",
    "django.middleware.gzip.GZipMiddleware",  # what the page cache and the static files have not packed already
    "bozusite.middleware.LanguageMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",  # for /admin/ only; pages never touch the session
    "bozusite.middleware.SameOriginMiddleware",  # before Django's token check, which it leaves to /admin/
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "simple_history.middleware.HistoryRequestMiddleware",
    # Last and not async: so Django runs the whole chain in one thread hop instead of one per middleware.
    "accounts.middleware.PlayerMiddleware",
]

ROOT_URLCONF = "bozusite.urls"
ASGI_APPLICATION = "bozusite.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "bozusite.context.site_languages",
            ],
        },
    }
]

# Database.


def _database() -> dict[str, Any]:
    """Return Django's settings of the one database, tuned for the kind it is."""
    url = os.environ.get("DATABASE_URL") or f"sqlite:///{DATA_DIR / 'site.sqlite3'}"
    database: dict[str, Any] = dict(dj_database_url.parse(url))
    if database["ENGINE"] == "django.db.backends.sqlite3":
        database["OPTIONS"] = {
            "timeout": 5,  # seconds; SQLite's busy_timeout
            "transaction_mode": "IMMEDIATE",  # a read that later writes would fail at once as "locked"
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        }
        # A file: other threads and processes of a test must see the same rows.
        database["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
    else:
        # Requests of an ASGI server run on changing threads, so connections are pooled instead of kept per thread.
        database["CONN_MAX_AGE"] = 0
        database["CONN_HEALTH_CHECKS"] = True  # the pool hands out no connection that the server has dropped
        database["OPTIONS"] = {
            # A process that freezes in the middle of a transaction must not hold its rows for ever.
            "options": "-c idle_in_transaction_session_timeout=60s",
            **database.get("OPTIONS", {}),
            "pool": {"min_size": 1, "max_size": 16, "timeout": 10},
        }
    return database


DATABASES = {"default": _database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CACHES: dict[str, dict[str, Any]] = {
    "default": (
        {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
        if REDIS_URL
        else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    )
}

# Languages and time.

USE_I18N = True
LANGUAGE_CODE = languages.DEFAULT_CODE
LANGUAGES = [(language.code, language.name) for language in languages.OFFERED]
LANGUAGES_BIDI = [language.code for language in languages.OFFERED if language.is_rtl]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "bozusite.formats"
LANGUAGE_COOKIE_NAME = "bozu_language"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SECURE = PRODUCTION
LANGUAGE_COOKIE_SAMESITE = "Lax"

USE_TZ = True
TIME_ZONE = "UTC"

# Static files.

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATIC_ROOT.mkdir(exist_ok=True)
STATICFILES_DIRS = [BASE_DIR / "static"]
# Names with a hash in them can be cached for ever; they need `collectstatic`, which ./run does. In debug Django links
# the plain names whatever the storage says, so there the files are served from where they are edited.
HASHED_STATIC = environment.flag("BOZU_HASHED_STATIC", default=PRODUCTION) and not DEBUG
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "bozusite.static_storage.HashedStaticStorage"
            if HASHED_STATIC
            else "django.contrib.staticfiles.storage.StaticFilesStorage"
        )
    },
}
WHITENOISE_USE_FINDERS = not HASHED_STATIC
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_KEEP_ONLY_HASHED_FILES = True

# Security.

# True only where a proxy in front sets (and overwrites) X-Forwarded-Proto; otherwise any visitor could.
BEHIND_PROXY = environment.flag("BOZU_BEHIND_PROXY")
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
SECURE_SSL_REDIRECT = PRODUCTION
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^metrics$"]  # asked by machines on the inside, by plain http
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if PRODUCTION else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = PRODUCTION
# Preloading binds the operator's whole domain, for months; that is theirs to decide, not this program's.
SILENCED_SYSTEM_CHECKS = ["security.W021"]
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = PRODUCTION
SESSION_COOKIE_PATH = "/admin/"
CSRF_COOKIE_SECURE = PRODUCTION
CSRF_COOKIE_PATH = "/admin/"
CSRF_COOKIE_HTTPONLY = True
X_FRAME_OPTIONS = "DENY"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],  # the live favicon that shows one's turn
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
    }
}

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

# htmx, as a <meta name="htmx-config"> in the base template: no injected style, no eval, no foreign requests.
HTMX_CONFIG = {
    "includeIndicatorStyles": False,
    "allowEval": False,
    "selfRequestsOnly": True,
    "historyCacheSize": 0,
    "defaultSettleDelay": 0,  # a button that has just come is more than a link from the beginning
}

# Background jobs. They are hints only: the truth and every deadline are in the database.

BROKER_DIR = DATA_DIR / "broker"
CELERY_BROKER_URL = REDIS_URL or "filesystem://localhost"
CELERY_BROKER_TRANSPORT = None if REDIS_URL else "bozusite.file_queue:Transport"
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = (
    # The visibility time stays at its hour, far above the longest delay: shortening it repeats jobs.
    {"socket_connect_timeout": 2, "socket_timeout": 5}
    if REDIS_URL
    else {
        "data_folder_in": str(BROKER_DIR / "queue"),
        "data_folder_out": str(BROKER_DIR / "queue"),
        "control_folder": str(BROKER_DIR / "control"),
        "polling_interval": 0.1,  # seconds
    }
)
if not REDIS_URL:
    for folder in (BROKER_DIR, BROKER_DIR / "queue", BROKER_DIR / "control"):
        folder.mkdir(mode=0o700, exist_ok=True)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_step": 0.1, "interval_max": 0.1}
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_DEFAULT_QUEUE = "bozu"
CELERY_ENABLE_UTC = True
CELERY_TIMEZONE = "UTC"
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_ENABLE_REMOTE_CONTROL = bool(REDIS_URL)  # its mailboxes would litter the file-system broker
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"  # nothing to remember between starts, so no file
CELERY_BEAT_SCHEDULE = {
    # Without workers they must not pile up for ever. But a worker judges by its own clock whether one has expired, so
    # this is also how far the clocks of machines may differ.
    "sweep": {"task": "games.tasks.sweep", "schedule": 1.0, "options": {"expires": 60}},
    "pass-hosts-on": {"task": "games.tasks.pass_hosts_on", "schedule": 10.0, "options": {"expires": 60}},
}

# Logs: one line per event, key=value.

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": "bozusite.logs.LineFormatter"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": os.environ.get("BOZU_LOG_LEVEL", "INFO").upper()},
    "loggers": {
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        "django.server": {"handlers": [], "level": "INFO", "propagate": True},
        "daphne": {"level": "WARNING"},
        "celery": {"level": "WARNING"},
        "kombu": {"level": "WARNING"},
    },
}
