"""The environment is made whole or not at all, from locked requirements that name no host."""

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def bootstrap(monkeypatch):
    """The module as ./run loads it: from its file, without the package around it, and without uv."""
    spec = importlib.util.spec_from_file_location("bootstrap_under_test", ROOT / "bozusite" / "bootstrap.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module.shutil, "which", lambda name: None)
    return module


@pytest.fixture(scope="module")
def bare_environment(tmp_path_factory):
    """An environment as Python makes it, to be copied: making one takes seconds."""
    folder = tmp_path_factory.mktemp("bare") / ".venv"
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    return folder


@pytest.fixture
def root_with_environment(root, bare_environment):
    """A project folder with an environment that nothing was installed into yet."""
    shutil.copytree(bare_environment, root / ".venv", symlinks=True)
    return root


@pytest.fixture
def root(tmp_path):
    """A project folder that needs nothing, so that no index is asked."""
    (tmp_path / "requirements.txt").write_text("")
    (tmp_path / "requirements-test.txt").write_text("\n")
    return tmp_path


def test_the_environment_is_made_once_and_used_afterwards(bootstrap, root, monkeypatch):
    python = bootstrap.ready_python(root, bootstrap.WITH_TESTS)
    assert subprocess.run(
        [python, "-c", "import sys; print(sys.prefix)"], capture_output=True, text=True
    ).stdout.strip() == str(root / ".venv")
    # What holds the test tools holds the runtime too; from now on nothing is called any more.
    monkeypatch.setattr(bootstrap, "_call", lambda command: pytest.fail(f"called {command}"))
    assert bootstrap.ready_python(root, bootstrap.WITH_TESTS) == python
    assert bootstrap.ready_python(root, bootstrap.RUNTIME) == python


def test_new_requirements_are_installed_into_the_environment_that_is_there(
    bootstrap, root_with_environment, monkeypatch
):
    bootstrap.ready_python(root_with_environment, bootstrap.RUNTIME)
    (root_with_environment / "requirements.txt").write_text("# one more\n")
    calls = []
    monkeypatch.setattr(bootstrap, "_call", calls.append)
    bootstrap.ready_python(root_with_environment, bootstrap.RUNTIME)
    assert [command[-1] for command in calls] == [str(root_with_environment / "requirements.txt")]
    assert "--require-hashes" in calls[0]


def test_another_python_makes_a_new_environment(bootstrap, root_with_environment, monkeypatch):
    python = bootstrap.ready_python(root_with_environment, bootstrap.RUNTIME)
    monkeypatch.setattr(bootstrap, "_version_of", lambda python: "3.10.0")
    monkeypatch.setattr(bootstrap, "fingerprint", lambda root, requirements: "of another Python")
    calls = []

    def call(command):
        calls.append(command)
        (root_with_environment / ".venv").mkdir(exist_ok=True)

    monkeypatch.setattr(bootstrap, "_call", call)
    bootstrap.ready_python(root_with_environment, bootstrap.RUNTIME)
    assert calls[0] == [sys.executable, "-m", "venv", str(root_with_environment / ".venv")]
    assert not python.exists()  # the old one is gone; making the new one was only noted


def test_an_environment_that_uv_made_is_made_anew_where_uv_is_gone(bootstrap, root):
    # As uv makes them: without an installer of its own.
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", root / ".venv"], check=True)
    (root / ".venv" / ".complete").write_text(json.dumps([bootstrap.fingerprint(root, bootstrap.RUNTIME)]))
    (root / "requirements-test.txt").write_text("# one more\n")
    python = bootstrap.ready_python(root, bootstrap.WITH_TESTS)
    assert subprocess.run([python, "-m", "pip", "--version"], capture_output=True).returncode == 0


def test_a_failed_installation_leaves_no_environment_behind(bootstrap, root_with_environment):
    (root_with_environment / "requirements.txt").write_text("no-such-package-anywhere==1 --hash=sha256:" + "0" * 64)
    os.environ["PIP_NO_INDEX"] = "1"
    try:
        with pytest.raises(bootstrap.BootstrapError, match="half-made environment was removed"):
            bootstrap.ready_python(root_with_environment, bootstrap.RUNTIME)
    finally:
        del os.environ["PIP_NO_INDEX"]
    assert not (root_with_environment / ".venv").exists()


def test_an_interrupted_installation_leaves_no_environment_behind(bootstrap, root_with_environment, monkeypatch):
    def interrupted(python, requirements):
        raise KeyboardInterrupt

    monkeypatch.setattr(bootstrap, "_install", interrupted)
    with pytest.raises(KeyboardInterrupt):
        bootstrap.ready_python(root_with_environment, bootstrap.RUNTIME)
    assert not (root_with_environment / ".venv").exists()


def test_an_environment_without_the_mark_is_not_trusted(bootstrap, root_with_environment, monkeypatch):
    calls = []
    monkeypatch.setattr(bootstrap, "_call", calls.append)
    marker = root_with_environment / ".venv" / ".complete"
    for number, damage in enumerate(["", "[", json.dumps({"a": 1}), json.dumps(["x"])], start=1):
        marker.write_text(damage)
        bootstrap.ready_python(root_with_environment, bootstrap.RUNTIME)
        assert len(calls) == number
        assert json.loads(marker.read_text()) == [bootstrap.fingerprint(root_with_environment, bootstrap.RUNTIME)]


def test_a_bare_debian_stops_cleanly_with_the_one_line_to_type(bootstrap, root, monkeypatch):
    monkeypatch.setattr(bootstrap.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(bootstrap.BootstrapError, match="apt-get install -y python3-venv"):
        bootstrap.ready_python(root, bootstrap.RUNTIME)
    assert not (root / ".venv").exists()


def test_uv_is_used_where_it_is_on_the_path(bootstrap, root, monkeypatch):
    calls = []

    def call(command):
        calls.append(command)
        if command[1] == "venv":
            (root / ".venv" / "bin").mkdir(parents=True)

    monkeypatch.setattr(bootstrap.shutil, "which", lambda name: "/opt/uv" if name == "uv" else None)
    monkeypatch.setattr(bootstrap, "_call", call)
    bootstrap.ready_python(root, bootstrap.RUNTIME)
    assert [command[:2] for command in calls] == [["/opt/uv", "venv"], ["/opt/uv", "pip"]]
    assert "--require-hashes" in calls[1]


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-test.txt"])
def test_the_locked_requirements_name_no_host_and_pin_everything_by_hash(name):
    text = (ROOT / name).read_text()
    for forbidden in ("://", "--index", "--extra-index", "--find-links", "-i ", "-f ", "--trusted-host", "@ "):
        assert forbidden not in text, forbidden
    entries = re.split(r"\n(?=\S)", text.strip())
    assert len(entries) > 30
    for entry in entries:
        assert re.match(r"[a-z0-9.-]+(\[[a-z,]+\])?==\S+", entry), entry
        assert "--hash=sha256:" in entry, entry


def test_the_test_requirements_hold_the_runtime_ones_at_the_same_versions():
    def pins(name: str) -> set[str]:
        return set(re.findall(r"^([a-z0-9.-]+(?:\[[a-z,]+\])?==[^\s;]+)", (ROOT / name).read_text(), re.MULTILINE))

    assert pins("requirements.txt") <= pins("requirements-test.txt")


def test_everything_the_project_asks_for_is_locked():
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    for name, wanted in [
        ("requirements.txt", project["project"]["dependencies"]),
        ("requirements-test.txt", project["dependency-groups"]["dev"]),
    ]:
        locked = set(re.findall(r"^([a-z0-9.-]+)", (ROOT / name).read_text(), re.MULTILINE))
        for requirement in wanted:
            package = re.sub(r"[._-]+", "-", re.match(r"[A-Za-z0-9._-]+", requirement)[0].lower())
            assert package in locked, f"{package} is not in {name}: make it again"


@pytest.mark.parametrize("name", ["run", "test", ".ci/run"])
def test_the_commands_can_be_started_and_are_in_the_repository_as_such(name):
    assert os.access(ROOT / name, os.X_OK)
    if shutil.which("git") and (ROOT / ".git").exists():
        listed = subprocess.run(["git", "ls-files", "-s", name], cwd=ROOT, capture_output=True, text=True).stdout
        assert listed.startswith("100755"), listed


@pytest.mark.parametrize("name", ["run", "test"])
def test_an_old_python_is_told_so_in_one_sentence(name):
    code = "import sys; sys.version_info = (3, 9, 2); sys.version = '3.9.2'; import runpy; runpy.run_path(sys.argv[1])"
    answer = subprocess.run([sys.executable, "-c", code, ROOT / name], capture_output=True, text=True)
    assert answer.returncode == 1
    assert answer.stderr == f"./{name} needs Python 3.11 or newer; this is 3.9.2.\n"
