"""Statuses of runs at the end of scripts and sessions, and arguments as users write them."""

import os
import subprocess
import sys
from pathlib import Path

import lensboard
import pytest
import torch
from conftest import mlp
from lensboard.hooks.recorders import ForwardOutput
from lensboard.observe import OutputMonitor, PassthroughReducer


def run_script(folder, text):
    """Runs a script that makes run.lbrun in ``folder``. Returns its exit status and the run."""
    head = "import sys, lensboard, torch\nwatch = lensboard.Inspector([lensboard.LossMetrics()], 'run.lbrun')\nwatch.attach(torch.nn.Linear(2, 1))\n"
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", head + text], cwd=folder, env=environment, capture_output=True, text=True)
    return done.returncode, lensboard.open(folder / "run.lbrun")


@pytest.mark.parametrize(
    "code, status, message",
    [("", "finished", ""), ("0", "finished", ""), ("3", "failed", "SystemExit: 3"), ("'no data'", "failed", "SystemExit: no data")],
)
def test_exits_without_an_error_are_no_failure(tmp_path, code, status, message):
    _, run = run_script(tmp_path, f"with watch:\n    watch.push_loss(1.0)\n    watch.tick()\n    sys.exit({code})")
    assert (run.status, run.message) == (status, message) and len(run["Loss"]["train_loss mean"]) == 1


def test_an_exit_after_stop_is_stopped(tmp_path):
    assert run_script(tmp_path, "with watch:\n    watch.stop()\n    sys.exit()")[1].status == "stopped"


def test_a_closed_generator_is_stopped(run_path):
    def training():
        with lensboard.Inspector([lensboard.LossMetrics()], run_path):
            yield

    running = training()
    next(running)
    running.close()
    assert lensboard.open(run_path).status == "stopped"


@pytest.mark.parametrize("prompt, status", [("sys.ps1 = '>>> '", "finished"), ("", "failed")])
def test_earlier_errors_of_a_session_are_no_failure(tmp_path, prompt, status):
    _, run = run_script(tmp_path, f"{prompt}\nsys.last_value = ValueError('earlier')\nwatch.push_loss(1.0)\nwatch.tick()")
    assert run.status == status


def test_notebooks_without_the_program_have_no_picture(run_path, monkeypatch):
    monkeypatch.setenv("LENSBOARD_PROGRAM", str(run_path.with_name("none")))
    with lensboard.Inspector([lensboard.LossMetrics()], run_path).attach(mlp()) as watch:
        watch.push_loss(1.0)
        watch.tick()
        assert watch._repr_png_() is None and watch.run._repr_png_() is None


def test_star_import_keeps_open():
    names = {}
    exec("from lensboard import *", names)
    assert "Inspector" in names and "open" not in names and callable(lensboard.open)


def test_home_folders(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    with lensboard.Inspector([lensboard.LossMetrics()], "~/run.lbrun").attach(mlp()) as watch:
        watch.push_loss(1.0)
        watch.tick()
        watch.save_state(Path("~/run.state"))
    assert Path(watch.path) == tmp_path / "run.lbrun" and (tmp_path / "run.state").is_file()
    assert lensboard.open("~/run.lbrun").path == str(tmp_path / "run.lbrun")
    lensboard.Inspector([lensboard.LossMetrics()], "~/run.lbrun", state="~/run.state").attach(mlp()).close()
    recorder = ForwardOutput().modules(model := mlp(), torch.nn.Linear)
    model(torch.randn(2, 4))
    recorder.save("~/outputs", mkdir=True)
    assert (tmp_path / "outputs" / "0.pt").is_file() and not (tmp_path / "~").exists()


def test_one_value_serves_as_a_list():
    assert lensboard.OutputNorm(line_aggregation="max", range_aggregation="std").settings == {"line_aggregation": ["max"], "range_aggregation": ["std"]}
    assert lensboard.ParameterNorm(aggregation="max", parameters="weight").settings == {"aggregation": "max", "parameters": "weight"}


@pytest.mark.filterwarnings("ignore:Lazy modules are a new feature")
def test_lazy_modules_need_a_batch_first(run_path):
    lazy = torch.nn.LazyLinear(2)
    for call in (
        lambda: lensboard.Inspector([lensboard.LossMetrics()], run_path).attach(lazy),
        lambda: OutputMonitor(PassthroughReducer(1.0), lazy),
        lambda: ForwardOutput().modules(torch.nn.Sequential(lazy)),
    ):
        with pytest.raises(ValueError, match="LazyLinear has no parameters before its first batch"):
            call()
    lazy(torch.randn(3, 4))
    recorder = ForwardOutput().modules(lazy)
    lazy(torch.randn(3, 4))
    assert recorder.data[0][0].shape == (3, 2)


@pytest.mark.filterwarnings("ignore:Lazy modules are a new feature")
def test_models_with_lazy_layers_are_watched(run_path):
    model = torch.nn.Sequential(torch.nn.LazyLinear(3), torch.nn.ReLU(), torch.nn.Linear(3, 1))
    with lensboard.Inspector([lensboard.ParameterNorm()], run_path, tick="1 step").attach(model) as watch:
        for _ in range(3):
            model(torch.randn(2, 4)).sum().backward()
            watch.stepped()
    assert lensboard.open(run_path)["Weight Norm"].layers == ["2", "0"]
