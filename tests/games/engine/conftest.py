"""How hypothesis runs the tests of the engine; no fixture lives here."""

from hypothesis import settings

# A machine that is busy with other things is no fault of the engine; tests/benchmarks/engine.py measures speed.
settings.register_profile("engine", deadline=None)
settings.load_profile("engine")
