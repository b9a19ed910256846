"""Pages for machines: health and figures; it must not decide what is healthy."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric

from bozusite.health import figures, health
from games.live.hub import hub


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer 200 with the state of each part, or 503 when the site cannot be played on."""
    found = health()
    overdue = found.oldest_overdue_seconds
    response = JsonResponse(
        {
            "status": "ok" if found.is_good else "failing",
            "database": "ok" if found.is_database_up else "failing",
            "broker": "ok" if found.is_broker_up else "failing",
            "oldest_overdue_seconds": None if overdue is None else round(overdue, 3),
        },
        status=200 if found.is_good else 503,
    )
    patch_cache_control(response, no_store=True)
    return response


class _Collector:
    """Reads the figures when they are asked for, so that they are true for all processes and not just this one."""

    def collect(self) -> list[Metric]:
        found, counts = health(), figures()
        steps = CounterMetricFamily("bozu_steps", "Accepted steps of all stored matches")
        steps.add_metric([], counts.steps)
        running = GaugeMetricFamily("bozu_matches_running", "Matches being played now", counts.running_matches)
        sockets = GaugeMetricFamily("bozu_open_sockets", "Open sockets of this process", hub.open_sockets)
        overdue = GaugeMetricFamily(
            "bozu_oldest_overdue_seconds",
            "For how long the oldest due step has been waiting",
            -1 if found.oldest_overdue_seconds is None else found.oldest_overdue_seconds,
        )
        broker = GaugeMetricFamily("bozu_broker_up", "Whether jobs can be handed over", int(found.is_broker_up))
        return [steps, running, sockets, overdue, broker]


_registry = CollectorRegistry(auto_describe=False)
_registry.register(_Collector())


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Answer with the figures in Prometheus' text form."""
    response = HttpResponse(generate_latest(_registry), content_type=CONTENT_TYPE_LATEST)
    patch_cache_control(response, no_store=True)
    return response
