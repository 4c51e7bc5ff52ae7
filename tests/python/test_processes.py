"""Several processes of torch.distributed record one run of all their samples."""

import os
import subprocess
import sys
from pathlib import Path

import lensboard
import numpy
import pytest
import torch
from lensboard import _compiled

if not torch.distributed.is_available() or not torch.distributed.is_gloo_available():
    pytest.skip("this torch has no Gloo", allow_module_level=True)

SCRIPT = Path(__file__).with_name("process_training.py")


def run_processes(folder, count, story=""):
    """Returns the output and exit status of each process."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    folder.mkdir(exist_ok=True)
    command = [sys.executable, str(SCRIPT), str(folder)]
    running = [
        subprocess.Popen([*command, str(rank), str(count), story], env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        for rank in range(count)
    ]
    return [(process.communicate(timeout=100)[0], process.returncode) for process in running]


def all_values(path):
    """Values by tag, layer and label."""
    return {(tag, layer, series.name): series.values for tag, layer, series in lensboard.open(path).series()}


@pytest.mark.parametrize("count", [2, 4])
def test_numbers_are_those_of_one_process(tmp_path, count):
    for processes in (1, count):
        for rank, (text, status) in enumerate(run_processes(tmp_path, processes)):
            assert status == 0 and f"path {rank == 0} stopped None" in text, text
    assert sorted(path.name for path in tmp_path.glob("*.lbrun")) == ["run-1.lbrun", f"run-{count}.lbrun"]
    one, several = (all_values(tmp_path / f"run-{processes}.lbrun") for processes in (1, count))
    assert one.keys() == several.keys()
    compared = set()
    for key, expected in one.items():
        tag, _, label = key
        if label == "rank mean":
            assert several[key].tolist() == [(count - 1) / 2] * 4
        elif tag.startswith("Output Gradient") or "death" in label:
            assert numpy.isfinite(several[key]).all()  # values for a part of the batch differ
        elif tag != "Output Norm" or label == "mean":
            together = expected[: len(several[key])]  # one process alone also records the losses after its last tick
            assert len(expected) - len(together) <= 1
            numpy.testing.assert_allclose(several[key], together, rtol=1e-5, atol=1e-6, err_msg=str(key))
            compared.add(tag)
    assert compared >= {"Loss", "Output Norm", "Output Activations", "Weight Gradient Norm", "Weight Norm", "Bias Update Norm", "Inputs", "Labels"}, compared


def test_quantiles_are_of_the_samples_of_all(tmp_path):
    for text, status in run_processes(tmp_path, 2):
        assert status == 0, text
    norm = {label: values for (tag, layer, label), values in all_values(tmp_path / "run-2.lbrun").items() if (tag, layer) == ("Output Norm", "1")}
    assert (norm["min"] < norm["median"]).all() and (norm["median"] < norm["max"]).all() and (norm["median"] != norm["mean"]).any()


def test_lines_of_each_process(tmp_path):
    for text, status in run_processes(tmp_path, 2, "each"):
        assert status == 0, text
    of_each = all_values(tmp_path / "run-2.lbrun")
    each = [of_each["Output Norm, by Process", "1", f"mean, process {rank}"] for rank in (0, 1)]
    assert (each[0] != each[1]).all()
    numpy.testing.assert_allclose(of_each["Output Norm", "1", "mean"], (each[0] + each[1]) / 2)  # equally many samples each


def test_orders_of_the_first_reach_all_after_the_tick(tmp_path):
    texts = run_processes(tmp_path, 2, "orders")
    for text, status in texts:
        assert status == 0 and "stopped 9 norm False" in text, texts
    run = lensboard.open(tmp_path / "run-2.lbrun")
    assert run.status == "stopped" and run["Loss"]["train_loss mean"].steps.tolist() == [3, 6, 9]
    assert run["Output Norm"]["1"]["mean"].steps.tolist() == [3, 6]
    assert [event["text"] for event in run.events if "other lenses" in str(event)] == []


def test_each_measures_some_layers(tmp_path):
    stories = ("each measures some", "first measures all")
    for story in stories:
        for text, status in run_processes(tmp_path / story, 2, story):
            assert status == 0, text
    some, whole = (all_values(tmp_path / story / "run-2.lbrun") for story in stories)
    assert list(some) == list(whole)
    of_parameters = {key: values for key, values in whole.items() if key[0].startswith(("Weight", "Bias"))}
    assert len(of_parameters) > 40
    for key, values in of_parameters.items():
        numpy.testing.assert_allclose(some[key], values, rtol=0, atol=1e-12, err_msg=str(key))
    assert len(whole["Weight Update Norm", "2", "mean"]) == 3 and len(whole["Weight Norm", "2", "mean"]) == 4


def test_parameters_that_differ_are_named_once(tmp_path):
    for text, status in run_processes(tmp_path, 2, "no averaging"):
        assert status == 0, text
    warnings = [str(event) for event in lensboard.open(tmp_path / "run-2.lbrun").events if "drift apart" in str(event)]
    assert len(warnings) == 4 and "0.weight (process 1)" in " ".join(warnings), warnings


def test_gradients_are_measured_where_they_are_averaged(tmp_path):
    for story in ("", "two passes"):
        for text, status in run_processes(tmp_path / story, 2, story):
            assert status == 0, text
    once, twice = all_values(tmp_path / "run-2.lbrun"), all_values(tmp_path / "two passes" / "run-2.lbrun")
    for layer in ("0", "2"):
        key = ("Weight Gradient Norm", layer, "mean")
        numpy.testing.assert_allclose(twice[key], once[key], rtol=1e-5)


@pytest.mark.parametrize("story", ["wrapped later", "wrapped later, compiled", "wrapped later, compiled in place"])
def test_a_wrapper_is_found_after_attach(tmp_path, story):
    if "compiled" in story and not _compiled.is_supported():
        pytest.skip("this torch breaks graphs at hooks")
    for each in ("", story):
        for text, status in run_processes(tmp_path / each, 2, each):
            assert status == 0, text
    expected, found = all_values(tmp_path / "run-2.lbrun"), all_values(tmp_path / story / "run-2.lbrun")
    for tag in ("Weight Gradient Norm", "Weight Update Norm"):
        numpy.testing.assert_allclose(found[tag, "0", "mean"], expected[tag, "0", "mean"], rtol=1e-5)


def test_a_process_that_makes_no_inspector_is_named(tmp_path):
    (first, status), (other, other_status) = run_processes(tmp_path, 2, "one watches")
    assert (status, other_status) == (3, 0), (first, other)
    assert "waiting for the Inspector of process 1: each process makes one" in first and "process 1 made no Inspector within 1 s" in first
    assert not list(tmp_path.glob("*.lbrun"))


def test_what_is_no_group_is_refused(run_path):
    with pytest.raises(ValueError, match='group is "default", a process group'):
        lensboard.Inspector([lensboard.LossMetrics()], run_path, group="all")
    assert not run_path.exists()
