"""Runs a module as a machine would whose time of day is wrong: `python -m tests.scaled.elsewhere SECONDS MODULE …`."""

import runpy
import sys
from datetime import UTC, datetime, timedelta

import time_machine

if __name__ == "__main__":
    seconds, module, *arguments = sys.argv[1:]
    time_machine.travel(datetime.now(UTC) + timedelta(seconds=float(seconds)), tick=True).start()
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)
