"""Parameters that several processes divide among them are measured as in a training of one process."""

import os
import subprocess
import sys
from pathlib import Path

import lensboard
import numpy
import pytest
import torch

pytest.importorskip("torch.distributed.tensor.parallel", reason="this torch has no DTensor")
pytest.importorskip("torch.distributed.fsdp", reason="this torch has no FSDP")
if not torch.distributed.is_gloo_available() or not hasattr(torch.distributed.fsdp, "fully_shard"):
    pytest.skip("this torch has no Gloo, or no fully_shard()", allow_module_level=True)

SCRIPT = Path(__file__).with_name("sharded_training.py")
NOT_OF_PARTS = ("Output", "Mean Output", "Loss", "Weight Cond", "Weight Distribution", "Bias Distribution", "Steps Measured")


def trained(folder, story, count):
    """Returns the run of a training in ``count`` processes."""
    folder.mkdir()
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, str(SCRIPT), str(folder)]
    running = [
        subprocess.Popen([*command, str(rank), str(count), story], env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        for rank in range(count)
    ]
    for text, status in [(process.communicate(timeout=300)[0], process.returncode) for process in running]:
        assert status == 0, text
    assert len(list(folder.glob("*.lbrun"))) == 1
    return lensboard.open(folder / "run.lbrun")


@pytest.fixture(scope="module")
def twin(tmp_path_factory):
    """Returns the run of one process that trains the whole model, by options."""
    known = {}

    def run(options):
        if options not in known:
            known[options] = trained(tmp_path_factory.mktemp("twin") / "alone", f"alone {options}", 1)
        return known[options]

    return run


def values(run):
    return {(tag, layer, series.name): series.values for tag, layer, series in run.series() if not tag.startswith(NOT_OF_PARTS)}


def texts(run):
    return " ".join(event.get("text", "") for event in run.events)


def has_cut_rows(key, story):
    """Returns True for the share of dead rows of a weight with rows that the processes divide."""
    tag, layer, label = key
    is_cut = story.startswith(("fsdp1", "flat", "hybrid", "optimizer")) or (story.startswith(("tensor", "megatron")) and layer.endswith("down"))
    return tag == "Weight Gradient Activation" and label == "death_rate" and is_cut and "norm" not in layer


STORIES = [
    ("fsdp2 tied", 2),
    ("fsdp2 accumulate clipped validated", 4),
    ("fsdp2 late", 2),
    ("fsdp2 inside", 2),
    ("fsdp1 inside", 2),
    ("hsdp", 4),
    ("fsdp1 accumulate validated", 2),
    ("flat", 2),
    ("hybrid", 4),
    ("tensor", 2),
    ("megatron", 2),
    ("optimizer", 4),
]


@pytest.mark.parametrize(("story", "count"), STORIES, ids=[f"{story} in {count}" for story, count in STORIES])
def test_numbers_are_those_of_the_whole(tmp_path, twin, story, count):
    run = trained(tmp_path / "run", story, count)
    options = " ".join(option for option in story.split()[1:] if option in ("tied", "accumulate", "clipped", "inside"))
    whole, found = values(twin(options)), values(run)
    assert "drift apart" not in texts(run) and "left out" not in texts(run)
    assert ("ParameterCondition does not measure parameters that several processes divide" in texts(run)) != story.startswith("optimizer")
    assert {key[:2] for key in found} == {key[:2] for key in whole}  # layers have their own names
    assert len(whole) > 500
    for key, expected in whole.items():
        if has_cut_rows(key, story):
            assert numpy.isnan(found[key]).all() and "dead rows are not shown" in texts(run)
        else:
            numpy.testing.assert_allclose(found[key], expected, rtol=1e-5, atol=1e-9, err_msg=str(key))


def test_all_processes_measure_the_steps_of_a_budget(tmp_path, twin):
    run = trained(tmp_path / "run", "fsdp2 budget", 2)
    assert "left out" not in texts(run)
    gradients = run["Weight Gradient Norm"]["first"]["mean"].values
    assert len(gradients) == 3 and numpy.isfinite(gradients).any()
    norm, whole = (each["Weight Norm"]["first"]["mean"].values for each in (run, twin("")))
    is_measured = numpy.isfinite(norm)
    assert is_measured.any()
    numpy.testing.assert_allclose(norm[is_measured], whole[is_measured])


@pytest.mark.parametrize("empty", [0, 1])
def test_a_process_may_have_no_parameter(tmp_path, twin, empty):
    """A stage of a pipeline without parameters trains nothing. The run shows the first process, and says so."""
    run = trained(tmp_path / "run", f"stages {empty}", 2)
    assert "Process 1 trains other layers than the first" in texts(run)
    found = values(run)
    assert any(key[0].startswith("Weight") for key in found) == (empty == 1)
    for key, expected in values(twin("")).items():
        if empty == 1:
            numpy.testing.assert_allclose(found[key], expected, rtol=1e-5, atol=1e-9, err_msg=str(key))


def test_paused_callbacks_leave_no_hook():
    """Between measurements within a budget, the end of a backward pass calls nothing."""
    from lensboard import _sharded

    model, called = torch.nn.Linear(2, 2), []
    backward = _sharded.Backward(model)
    one, other = (backward.add(lambda name=name: called.append(name), lambda: True) for name in ("one", "other"))

    def calls():
        called.clear()
        model(torch.ones(1, 2)).sum().backward()
        return sorted(called)

    assert calls() == ["one", "other"]
    one.set_active(False)
    assert calls() == ["other"]
    other.set_active(False)
    assert calls() == [] and not model._forward_hooks
    other.set_active(True)
    one.set_active(True)
    one.set_active(True)
    assert calls() == ["one", "other"] and len(model._forward_hooks) == 1
