"""Hyperparameters of a training loop."""

import argparse
import dataclasses
import enum
import json
import subprocess
from pathlib import Path

import lensboard
import numpy
import pytest
import torch
from conftest import mlp, train


class Size(enum.Enum):
    SMALL = "small"


@dataclasses.dataclass
class Settings:
    lr: float = 0.05
    sizes: tuple[int, ...] = (8, 2)
    path: Path = Path("data")


def test_a_dict(run_path):
    given = {"lr": 0.05, "model": {"width": 8, "norm": None, "gated": True}, "name": "a"}
    with lensboard.Inspector(lensboard.LossMetrics(), run_path, config=given) as watch:
        assert watch.hparams == given and list(watch.hparams) == ["lr", "model", "name"]
        train(mlp(), 3, watch.push_loss)
        watch.tick()
        watch.hparams = {**watch.hparams, "lr": 0.1}
    with pytest.raises(RuntimeError, match="this Inspector is closed"):
        watch.hparams = {}
    run = lensboard.open(run_path)
    assert run.hparams == {**given, "lr": 0.1} and run.experiment == {"hparams": run.hparams}


def test_a_namespace_and_a_dataclass(run_path):
    watch = lensboard.Inspector((), run_path, config=Settings())
    assert watch.hparams == {"lr": 0.05, "sizes": [8, 2], "path": "data"}
    watch.hparams = argparse.Namespace(lr=0.1, inner=Settings(lr=1))
    assert watch.hparams == {"lr": 0.1, "inner": {"lr": 1, "sizes": [8, 2], "path": "data"}}
    watch.close()


@pytest.mark.parametrize(
    ("value", "recorded"),
    [
        (numpy.float32(0.5), 0.5),
        (numpy.int64(3), 3),
        (torch.tensor(2.0), 2.0),
        (torch.float16, "torch.float16"),
        (torch.nn.ReLU, "ReLU"),
        (torch.nn.functional.mse_loss, "mse_loss"),
        (torch.nn.Linear(2, 2), "Linear"),
        (Size.SMALL, "small"),
        (float("inf"), "inf"),
        (range(3), [0, 1, 2]),
        (list(range(1000)), "1000 items"),
        (object(), "object"),
        ("\ud800", "?"),
        (1 << 70, 1 << 70),
        ({1: "one"}, {"1": "one"}),
    ],
)
def test_values_that_json_lacks(run_path, value, recorded):
    with lensboard.Inspector((), run_path, config={"value": value}) as watch:
        assert watch.hparams == {"value": recorded}


def test_a_structure_that_contains_itself(run_path):
    given = {"lr": 0.1}
    given["self"] = given
    with lensboard.Inspector((), run_path, config=given) as watch:
        assert watch.hparams["self"]["self"]["lr"] == 0.1


def test_what_is_no_mapping_is_refused_before_there_is_a_file(run_path):
    with pytest.raises(TypeError, match="hyperparameters are a dict, an argparse.Namespace or a dataclass, found 0.1"):
        lensboard.Inspector((), run_path, config=0.1)
    assert not run_path.exists()


def test_a_resumed_run_keeps_them(run_path, tmp_path):
    for lr in (0.1, None):
        state = {} if lr else {"state": tmp_path / "state"}
        watch = lensboard.Inspector(lensboard.LossMetrics(), run_path, **state)
        if lr:
            watch.hparams = {"lr": lr}
        model = mlp()
        watch.attach(model)
        train(model, 3, watch.push_loss)
        watch.tick()
        watch.save_state(tmp_path / "state")
        watch.close()
    assert lensboard.open(run_path).hparams == {"lr": 0.1}


def test_the_program_describes_them(run_path, program_path):
    with lensboard.Inspector(lensboard.LossMetrics(), run_path, config={"lr": 0.05}) as watch:
        watch.push_loss(1.0, train=True)
        watch.tick()
    told = subprocess.run([program_path, "info", str(run_path), "--json"], capture_output=True, text=True, check=True).stdout
    assert json.loads(told)["experiment"] == {"hparams": {"lr": 0.05}}
