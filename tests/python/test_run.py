"""Reading runs."""

import subprocess
import sys
import time
from pathlib import Path

import lensboard
import numpy
import pandas
import pytest
import torch
from conftest import mlp, train
from lensboard import _engine

DATA = Path(__file__).parent.parent / "data"


@pytest.fixture
def run(run_path):
    model = mlp()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    with lensboard.Inspector([lensboard.LossMetrics(), lensboard.ParameterNorm(), lensboard.ForwardOutput(layers=["2"])], run_path, tick=2) as watch:
        watch.attach(model, optimizer)
        train(model, 6, watch.push_loss, optimizer)
        watch.set_enabled("ParameterNorm", False)
    return lensboard.open(run_path)


def test_all_of_a_run(run):
    assert (run.name, run.status, run.message) == ("run", "finished", "")
    assert [layer["name"] for layer in run.layers] == ["", "0", "1", "2"]
    assert run.layers[1]["type"] == "Linear" and run.layers[1]["parameters"]["weight"] == (8, 4)
    assert list(run)[:2] == ["Loss", "Metrics"] and len(run) == len(run.tags)
    norm = run["Weight Norm"]["0"]["norm" if "norm" in run["Weight Norm"]["0"] else "mean"]
    assert len(norm) == 3 and norm.steps.tolist() == [2, 4, 6] and norm.ticks.tolist() == [1, 2, 3]
    assert norm.values.dtype == numpy.float64 and norm.steps.dtype == numpy.int64
    assert abs(norm.times[-1] - time.time()) < 60
    numpy.testing.assert_array_equal(numpy.asarray(norm), norm.values)
    assert run["Weight Norm"].quantity and not run["Weight Norm"].is_big and run["Weight Norm"].lens == "ParameterNorm"
    assert [event["text"] for event in run.events if event["kind"] == "lens_off"] or any("ParameterNorm" in event["text"] for event in run.events)
    tensors = run["ForwardOutput of 2"]["2"]
    recorded = next(iter(tensors.values()))
    assert recorded[0].shape[-1] == 2 and len(recorded.steps) == len(recorded)
    with pytest.raises(KeyError, match="there is 'Loss'"):
        run["Losses"]
    with pytest.raises(KeyError, match="'0', '2'"):
        run["Weight Norm"]["1"]


def test_as_a_dataframe(run):
    frame = run.to_dataframe()
    assert isinstance(frame, pandas.DataFrame)
    losses = frame[(frame.tag == "Loss") & (frame.label == "train_loss mean")]
    assert losses.value.tolist() == run["Loss"]["train_loss mean"].values.tolist()
    assert losses.step.tolist() == [2, 4, 6]


def test_columns_can_be_chosen(tmp_path):
    path = tmp_path / "results.csv"
    path.write_text("step,batch,loss,who\n1,10,5,a\n2,20,4,b\n3,30,3,a\n")
    assert lensboard.open(path)["loss"]["value"].steps.tolist() == [1, 2, 3]
    chosen = lensboard.open(path, step="batch", run="who")
    assert chosen["a"]["loss"]["value"].steps.tolist() == [10, 30]
    assert chosen.environment["read as"] == 'CSV; step = "batch"; chosen: "batch", "who"; 2 runs by "who"'
    with pytest.raises(OSError, match='has no column "none"; its columns are step, batch, loss, who'):
        lensboard.open(path, step="none")


@pytest.mark.parametrize("path", ["monitorch/two-epochs.pkl", "tensorboard"])
def test_what_other_tools_wrote(path):
    found = DATA / path
    while found.is_dir():
        found = sorted(found.iterdir())[0]
    run = lensboard.open(found)
    assert len(run) and sum(len(series) for _, _, series in run.series())


def test_what_cannot_be_read(tmp_path):
    with pytest.raises(OSError, match="missing"):
        lensboard.open(tmp_path / "missing.lbrun")
    (tmp_path / "text.lbrun").write_text("no run")
    with pytest.raises(OSError, match="text.lbrun"):
        lensboard.open(tmp_path / "text.lbrun")
    with pytest.raises(OSError, match="holds a run: open .*text.lbrun"):
        lensboard.open(tmp_path)
    for name in "abc":
        (tmp_path / f"{name}.lbrun").write_text("")
    with pytest.raises(OSError, match="holds 4 runs: open one of them, as .*a.lbrun, .*b.lbrun, .*c.lbrun$"):
        lensboard.open(tmp_path)
    (tmp_path / "empty").mkdir()
    with pytest.raises(OSError, match="holds no event files"):
        lensboard.open(tmp_path / "empty")


def test_a_run_that_is_being_written_is_followed(run_path):
    with lensboard.Inspector([lensboard.LossMetrics()], run_path) as watch:
        watch.attach(mlp())
        watch.push_loss(1.0, train=True)
        watch.tick()
        watch.flush()
        run, live = lensboard.open(run_path), watch.run
        loss = run["Loss"]["train_loss mean"]
        assert run.status == "recording" and loss.values.tolist() == [1]
        watch.push_loss(2.0, train=True)
        watch.tick()
        assert live.refresh() and live["Loss"]["train_loss mean"].values.tolist() == [1, 2]
        watch.flush()
        assert run.refresh() and run["Loss"]["train_loss mean"].values.tolist() == [1, 2]
        assert loss.values.tolist() == [1, 2]
        assert not run.refresh()
    assert live["Loss"]["train_loss mean"].values.tolist() == [1, 2]  # outlives its Inspector


def test_killed_trainings_keep_what_they_recorded(run_path):
    code = f"""
import lensboard, torch, os, signal
model = torch.nn.Linear(2, 1)
watch = lensboard.Inspector([lensboard.LossMetrics()], {str(run_path)!r})
watch.attach(model)
for i in range(5):
    watch.push_loss(float(i), train=True)
    watch.tick()
watch.flush()
os.kill(os.getpid(), signal.SIGKILL)
"""
    assert subprocess.run([sys.executable, "-c", code]).returncode == -9
    run = lensboard.open(run_path)
    assert run.status == "interrupted" and run["Loss"]["train_loss mean"].values.tolist() == [0, 1, 2, 3, 4]


def test_the_program(program_path, run):
    done = subprocess.run([sys.executable, "-m", "lensboard", "info", run.path], capture_output=True, text=True)
    assert done.returncode == 0 and "Weight Norm" in done.stdout, program_path
    assert run._repr_png_().startswith(b"\x89PNG")
    shown = run.show()
    time.sleep(1)
    assert shown.poll() is None
    shown.terminate()
    assert shown.wait(20) in (0, -15)


def test_stubs_are_those_of_the_schema():
    import write_stubs

    package = Path(lensboard.__file__).parent
    for file, text in write_stubs.stubs().items():
        assert (package / file).read_text() == text, "run tests/python/write_stubs.py"
    assert (package / "py.typed").exists()


def test_a_build_for_numpy_1_refuses_numpy_2():
    _engine.check_numpy("1.26.4", fits_numpy_2=False)
    _engine.check_numpy("2.4.6", fits_numpy_2=True)
    with pytest.raises(ImportError, match="needs NumPy 1.*found NumPy 2.4.6"):
        _engine.check_numpy("2.4.6", fits_numpy_2=False)
