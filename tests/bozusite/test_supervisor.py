"""The supervisor restarts what dies and leaves nothing behind."""

import os
import signal
import subprocess
import time

import pytest

from tests.bozusite.children import DEAF, DIE, PARENT, SLEEP, is_alive, pids, program, start_supervisor, wait_until


@pytest.fixture
def supervise(tmp_path):
    """Starts a supervisor over programs and makes sure that nothing survives the test."""
    started: list[subprocess.Popen] = []

    def start(codes: dict[str, str], **options: float) -> subprocess.Popen:
        process = start_supervisor({name: program(code, tmp_path / name) for name, code in codes.items()}, **options)
        started.append(process)
        return process

    yield start
    for process in started:
        if process.poll() is None:
            process.kill()
        process.wait()
        process.stdout.close()
    for marks in tmp_path.iterdir():
        for pid in pids(marks):
            if is_alive(pid):
                os.kill(pid, signal.SIGKILL)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_when_told_to_stop_it_stops_everything_and_says_so_by_exit_code_0(supervise, tmp_path, number):
    process = supervise({"one": SLEEP, "two": SLEEP})
    wait_until(lambda: len(pids(tmp_path / "one")) == len(pids(tmp_path / "two")) == 1)
    process.send_signal(number)
    assert process.wait(10) == 0
    assert not any(is_alive(pid) for name in ("one", "two") for pid in pids(tmp_path / name))


def test_a_dead_child_is_started_again_and_the_others_are_left_alone(supervise, tmp_path):
    process = supervise({"one": SLEEP, "two": SLEEP})
    wait_until(lambda: len(pids(tmp_path / "one")) == len(pids(tmp_path / "two")) == 1)
    os.kill(pids(tmp_path / "one")[0], signal.SIGKILL)
    wait_until(lambda: len(pids(tmp_path / "one")) == 2)
    assert is_alive(pids(tmp_path / "one")[1])
    assert len(pids(tmp_path / "two")) == 1 and is_alive(pids(tmp_path / "two")[0])
    assert "one died (exit code -9)" in process.stdout.readline()


def test_what_a_dead_child_left_behind_is_killed_before_the_restart(supervise, tmp_path):
    supervise({"one": PARENT})
    grandchildren = tmp_path / "one.grandchild"
    wait_until(lambda: len(pids(grandchildren)) == 1)
    os.kill(pids(tmp_path / "one")[0], signal.SIGKILL)
    wait_until(lambda: len(pids(grandchildren)) == 2)
    first, second = pids(grandchildren)
    assert not is_alive(first)
    assert is_alive(second)


def test_a_child_that_dies_five_times_at_once_ends_everything_with_exit_code_1(supervise, tmp_path):
    process = supervise({"bad": DIE, "good": SLEEP})
    output, _ = process.communicate(timeout=30)
    assert process.returncode == 1
    assert len(pids(tmp_path / "bad")) == 5
    assert "bad died 5 times in a row (last exit code 3); giving up." in output
    assert not is_alive(pids(tmp_path / "good")[0])


def test_deaths_after_a_long_life_are_not_counted_together(supervise, tmp_path):
    supervise({"one": SLEEP}, quick_death_seconds=0.0)
    for number in range(1, 7):
        wait_until(lambda number=number: len(pids(tmp_path / "one")) == number)
        os.kill(pids(tmp_path / "one")[-1], signal.SIGKILL)
    wait_until(lambda: len(pids(tmp_path / "one")) == 7)


def test_a_child_that_does_not_listen_is_killed_after_the_grace_with_all_its_descendants(supervise, tmp_path):
    process = supervise({"deaf": DEAF, "parent": PARENT}, grace_seconds=0.5)
    wait_until(lambda: len(pids(tmp_path / "deaf")) == len(pids(tmp_path / "parent.grandchild")) == 1)
    started_at = time.monotonic()
    process.terminate()
    assert process.wait(10) == 0
    assert time.monotonic() - started_at >= 0.5
    assert not any(is_alive(pid) for name in ("deaf", "parent", "parent.grandchild") for pid in pids(tmp_path / name))


def test_a_second_interrupt_does_not_wait_for_the_grace(supervise, tmp_path):
    process = supervise({"deaf": DEAF}, grace_seconds=60)
    wait_until(lambda: len(pids(tmp_path / "deaf")) == 1)
    process.send_signal(signal.SIGINT)
    time.sleep(0.3)  # two signals at the very same moment would count as one
    process.send_signal(signal.SIGINT)
    assert process.wait(10) == 0
    assert not is_alive(pids(tmp_path / "deaf")[0])


def test_the_children_stop_by_themselves_when_the_supervisor_is_killed(supervise, tmp_path):
    process = supervise({"one": SLEEP})
    wait_until(lambda: len(pids(tmp_path / "one")) == 1)
    process.kill()
    process.wait()
    wait_until(lambda: not is_alive(pids(tmp_path / "one")[0]))
