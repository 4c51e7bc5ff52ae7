"""lensboard.diff() names the step, part and layer of differences that are planted in trainings."""

import math
import subprocess

import lensboard
import pytest
import torch
from torch import nn

LAYERS = ["fc1", "act1", "drop", "fc2", "act2", "head"]


def trained(path, plant="", seed=5, steps=24, tick=1):
    """Trains a small network and records everything; returns the path of its run."""
    torch.manual_seed(seed)
    parts = [nn.Linear(8, 16), nn.ReLU(), nn.Dropout(0.3), nn.Linear(16, 16), nn.Tanh(), nn.Linear(16, 3)]
    model = nn.Sequential()
    for name, part in zip(LAYERS, parts, strict=True):
        model.add_module(name, part)
    inputs, labels = torch.randn(64, 8), torch.randint(3, (64,))
    if plant == "initialisation":
        nn.init.xavier_normal_(model.fc2.weight)
    biases = [each for name, each in model.named_parameters() if name.endswith("bias")]
    weights = [each for name, each in model.named_parameters() if name.endswith("weight")]
    decay = 0.1 if plant == "decay of biases" else 0.0
    optimizer = torch.optim.AdamW([{"params": weights}, {"params": biases, "weight_decay": decay}], lr=1e-2)
    lenses = [
        lensboard.LossMetrics(), lensboard.Data(), lensboard.OutputNorm(include=["*"]), lensboard.OutputGradientGeometry(),
        lensboard.ParameterGradientGeometry(), lensboard.ParameterUpdateGeometry(), lensboard.ParameterNorm(),
    ]  # fmt: skip
    with lensboard.Inspector(lenses, path, tick=tick, control=False, config={"seed": seed, "plant": "" if plant == "repeat" else plant}) as watch:
        watch.attach(model, optimizer)
        torch.manual_seed(seed + (100 if plant == "dropout" else 50))
        order = torch.randperm(64, generator=torch.Generator().manual_seed(1 if plant == "order" else 0))
        for step in range(steps):
            if plant == "rate" and step == 16:
                optimizer.param_groups[0]["lr"] = 2e-2
            batch = order[step % 8 * 8 : step % 8 * 8 + 8]
            with torch.autocast("cpu", torch.bfloat16, enabled=plant == "bfloat16"):
                outputs = model(inputs[batch])
            loss = nn.functional.cross_entropy(outputs.float(), labels[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            watch.push_loss(loss)
    return path


@pytest.mark.parametrize(
    ("plant", "step", "part", "layer"),
    [
        ("initialisation", 1, "output", "fc2"),
        ("order", 1, "data", ""),
        ("dropout", 1, "output", "drop"),
        ("bfloat16", 1, "output", "fc1"),
        ("rate", 17, "update", None),
        ("decay of biases", 1, "parameter", None),
    ],
)
def test_a_planted_difference_is_named(tmp_path, plant, step, part, layer):
    found = lensboard.diff(trained(tmp_path / "a.lbrun"), trained(tmp_path / "b.lbrun", plant))
    first = found.first
    assert first is not None and (first.step, first.part) == (step, part), found
    assert layer is None or first.layer == layer, found
    assert plant != "decay of biases" or first.tag.startswith("Bias"), found
    assert found.settings["hparams.plant"] == ("", plant)
    assert first.last_equal == (None if step == 1 else step - 1)
    assert found.common_steps == 24 and found.equal_ticks and not found.covers_steps and not found.unmatched


def test_equal_trainings_do_not_differ(tmp_path, program_path):
    runs = [trained(tmp_path / "a.lbrun"), trained(tmp_path / "b.lbrun")]
    found = lensboard.diff(lensboard.open(runs[0]), runs[1])
    assert not found and found.first is None and found.compared["output"] > 6 and found.settings == {}
    said = subprocess.run([program_path, "diff", *map(str, runs)], capture_output=True, text=True)
    assert said.returncode == 0 and said.stdout.startswith("no difference in "), said


def test_the_command_says_the_same(tmp_path, program_path):
    runs = [trained(tmp_path / "a.lbrun"), trained(tmp_path / "b.lbrun", "dropout")]
    said = subprocess.run([program_path, "diff", *map(str, runs)], capture_output=True, text=True)
    assert said.returncode == 1, said
    assert "first difference: step 1, output of drop" in said.stdout and "equal before that, in the same step: data" in said.stdout


def test_values_that_are_not_finite(tmp_path):
    run, values = tmp_path / "a.csv", tmp_path / "b.csv"
    run.write_text("step,loss\n1,1\n2,nan\n3,2\n")
    values.write_text("step,loss\n1,1\n2,nan\n3,inf\n")
    first = lensboard.diff(run, values).first
    assert first is not None and first.step == 3 and first.values == (2, math.inf) and math.isinf(first.relative)


def test_repeats_with_other_seeds(tmp_path):
    repeats = [trained(tmp_path / f"{seed}.lbrun", "repeat", seed, 60) for seed in range(6)]
    assert lensboard.diff(repeats[0], repeats[1])
    assert not lensboard.diff(repeats[0], repeats[1], repeats=repeats[2:])
    with pytest.raises(ValueError, match="is no repeat"):
        lensboard.diff(repeats[0], repeats[1], repeats=[trained(tmp_path / "other.lbrun", "order")])


def test_bad_input(tmp_path):
    with pytest.raises(OSError):
        lensboard.diff(tmp_path / "none.lbrun", tmp_path / "none.lbrun")
