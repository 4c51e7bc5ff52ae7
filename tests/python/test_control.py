"""Trainings that another process orders, through lensboard control."""

import json
import subprocess
import sys
import time

import lensboard
import pytest
import torch
from conftest import mlp, train

SCRIPT = """
import sys, json, torch, lensboard
sys.path.insert(0, {tests!r})
from conftest import mlp
torch.set_num_threads(1)
model = mlp()
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
torch.manual_seed(6)
losses = []

def set_learning_rate(rate):
    optimizer.param_groups[0]["lr"] = rate

def save_checkpoint():
    watch.save_state({state!r})

watch = lensboard.Inspector([lensboard.LossMetrics(), lensboard.OutputNorm(), lensboard.ParameterNorm()], {run!r}, tick=2,
                            set_learning_rate=set_learning_rate, save_checkpoint=save_checkpoint, control={control})
with watch:
    watch.attach(model, optimizer)
    while not watch.stop_requested:
        optimizer.zero_grad()
        loss = torch.nn.functional.mse_loss(model(torch.randn(16, 4)), torch.randn(16, 2))
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
        watch.push_loss(loss)
json.dump(losses, sys.stdout)
"""


@pytest.fixture
def training(program_path, run_path, tmp_path, monkeypatch, request):
    """A script that trains until it is stopped."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    code = SCRIPT.format(tests=str(request.path.parent), run=str(run_path), state=str(tmp_path / "state"), control=getattr(request, "param", True))
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    yield process
    process.kill()
    process.communicate()


def control(run, *arguments):
    return subprocess.run([lensboard.program(), "control", str(run), *arguments], capture_output=True, text=True)


def command(run, *arguments):
    done = control(run, *arguments)
    assert done.returncode == 0, done.stderr


def await_status(run, is_reached):
    for _ in range(1200):
        done = control(run, "--json")
        if done.returncode == 0 and is_reached(json.loads(done.stdout)):
            return json.loads(done.stdout)
        time.sleep(0.1)
    raise AssertionError(done.stdout + done.stderr)


def test_a_script_is_commanded_and_its_losses_stay(training, run_path, tmp_path):
    await_status(run_path, lambda status: status["step"] > 4)
    command(run_path, "--pause")
    paused = await_status(run_path, lambda status: status["state"] == "paused")
    assert paused["abilities"] == ["lenses", "pause", "stop", "learning_rate", "checkpoint"]
    command(run_path, "--lens", "OutputNorm=off", "--lens", "ParameterNorm=off")
    await_status(run_path, lambda status: status["hooks"] == 1)  # of LossMetrics, at the model
    command(run_path, "--lens", "OutputNorm=on")
    on = await_status(run_path, lambda status: status["hooks"] > 1)
    assert on["hooks"] < paused["hooks"] or (on["hooks"] == paused["hooks"] and on["step"] == paused["step"])
    command(run_path, "--lens", 'ParameterNorm={"log_scale": true}', "--lr", "0.05", "--checkpoint")
    assert (tmp_path / "state").exists()
    refused = control(run_path, "--lens", 'x={"kind": "CustomLens", "name": "x", "lens": "x", "path": "/tmp/x.so"}')
    assert refused.returncode == 1 and "from its beginning" in refused.stderr
    command(run_path, "--continue")
    await_status(run_path, lambda status: status["step"] > paused["step"] + 20)
    command(run_path, "--stop")
    losses = json.loads(training.communicate(timeout=60)[0])
    assert training.returncode == 0
    run = lensboard.open(run_path)
    assert run.status == "stopped"
    assert [event["kind"] for event in run.events] == ["lens_off", "lens_off", "lens_on", "lens_settings", "learning_rate"]
    assert control(run_path, "--status").returncode == 2
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    twin = mlp()
    assert losses == train(twin, len(losses), optimizer=torch.optim.SGD(twin.parameters(), lr=0.05, momentum=0.9))
    torch.set_num_threads(threads)


@pytest.mark.parametrize("training", [False], indirect=True)
def test_a_script_need_not_take_orders(training, run_path):
    for _ in range(600):
        if run_path.exists() and training.poll() is None and "--no-control" in control(run_path, "--stop").stderr:
            break
        time.sleep(0.1)
    else:
        raise AssertionError(control(run_path, "--stop").stderr)
    assert training.poll() is None


def test_a_loop_offers_what_it_can(program_path, run_path, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    with lensboard.Inspector([lensboard.LossMetrics()], run_path, set_learning_rate=lambda rate: 1 / 0) as watch:
        watch.attach(mlp())
        assert json.loads(control(run_path, "--json").stdout)["abilities"] == ["lenses", "pause", "learning_rate"]
        assert "does not ask" in control(run_path, "--stop").stderr and "no checkpoints" in control(run_path, "--checkpoint").stderr
        assert not watch.stop_requested
        assert "stop" in json.loads(control(run_path, "--json").stdout)["abilities"]
        command(run_path, "--lr", "0.1")
        watch.push_loss(1.0, train=True)
        watch.tick()  # its own mistake ends no training
    assert control(run_path).returncode == 2
    assert "division by zero" in lensboard.open(run_path).events[0]["text"]
    with pytest.raises(TypeError, match="save_checkpoint is a function"):
        lensboard.Inspector([], tmp_path / "x.lbrun", save_checkpoint="x")
