"""Operators that lenses add to a step. Tensors of the processor are measured like tensors of a device."""

import lensboard
import numpy
import pytest
import torch
from lensboard import _lensboard
from torch import nn
from torch.profiler import ProfilerActivity, profile

PARAMETER_LENSES = ["ParameterGradientGeometry", "ParameterGradientActivation", "ParameterUpdateGeometry", "WeightUpdateRatio"]
VIEWS = {
    f"aten::{name}"
    for name in (
        "alias", "as_strided", "detach", "expand", "movedim", "narrow", "permute", "select", "slice", "split_with_sizes", "squeeze", "t",
        "transpose", "unsqueeze", "view", "view_as",
    )
}  # fmt: skip
CONVERSIONS = {"aten::contiguous", "aten::flatten", "aten::reshape", "aten::to"}  # views if they need no copy

pytestmark = pytest.mark.skipif(torch.__version__ < "2", reason="torch 1.13's profiler does not tell which operators call others")


@pytest.fixture(autouse=True)
def as_on_device():
    _lensboard.gather_on_host(True)
    yield
    _lensboard.gather_on_host(False)


class Residual(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(channels, channels, 3, padding=1, bias=False), nn.BatchNorm2d(channels), nn.ReLU(),
            nn.Conv2d(channels, channels, 3, padding=1, bias=False), nn.BatchNorm2d(channels),
        )  # fmt: skip

    def forward(self, x):
        return torch.relu(x + self.body(x))


class Block(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x):
        q, k, v = self.qkv(self.norm1(x)).chunk(3, dim=-1)
        x = x + self.out(torch.softmax(q @ k.transpose(1, 2), dim=-1) @ v)
        return x + self.down(torch.relu(self.up(self.norm2(x))))


def mlp(depth, width=16):
    layers = [layer for _ in range(depth) for layer in (nn.Linear(width, width), nn.ReLU())]
    return nn.Sequential(*layers, nn.Linear(width, 4)), torch.randn(8, width)


def resnet(depth, channels=8):
    body = [Residual(channels) for _ in range(depth)]
    return nn.Sequential(nn.Conv2d(3, channels, 3, padding=1), *body, nn.AvgPool2d(8), nn.Flatten(), nn.Linear(channels, 4)), torch.randn(4, 3, 8, 8)


def gpt(depth, width=16):
    body = [Block(width) for _ in range(depth)]
    return nn.Sequential(nn.Embedding(50, width), *body, nn.LayerNorm(width), nn.Flatten(), nn.Linear(width * 6, 4)), torch.randint(50, (4, 6))


def sgd(parameters):
    return torch.optim.SGD(parameters, lr=0.01, momentum=0.9)


class Training:
    def __init__(self, make, depth, precision=torch.float32, optimizer=sgd, is_scaled=False):
        torch.manual_seed(3)
        self.model, self.inputs = make(depth)
        self.model.to(precision)
        if self.inputs.is_floating_point():
            self.inputs = self.inputs.to(precision)
        self.targets = torch.randint(4, (len(self.inputs),))
        self.optimizer = optimizer(self.model.parameters())
        self.scaler = torch.amp.GradScaler("cpu", init_scale=1024.0) if is_scaled else None

    def step(self):
        self.optimizer.zero_grad()
        loss = nn.functional.cross_entropy(self.model(self.inputs).float(), self.targets)
        if self.scaler is None:
            loss.backward()
            self.optimizer.step()
        else:
            self.scaler.scale(loss).backward()
            self.scaler.step(self.optimizer)
            self.scaler.update()


def counts(events):
    """Returns the numbers of operators that compute or copy, of copies to the host, and of numbers that the host reads."""

    def copies_values(event):
        return any(child.name in ("aten::copy_", "aten::clone") or copies_values(child) for child in event.cpu_children)

    def is_inner(event):
        while event.cpu_parent is not None:
            event = event.cpu_parent
            if event.name.startswith("aten::"):
                return True
        return False

    operators = copies = 0
    for event in events:
        if not event.name.startswith("aten::") or is_inner(event) or event.name in VIEWS:
            continue
        if event.name in CONVERSIONS and not copies_values(event):
            copies += event.name == "aten::to"  # only toHost() calls it in vain
            continue
        operators += event.name != "aten::item"
    return operators, copies, sum(event.name == "aten::_local_scalar_dense" for event in events)


def profiled(work):
    with profile(activities=[ProfilerActivity.CPU]) as profiler:
        work()
    return numpy.array(counts(profiler.events()))


def added(make, depth, kinds, path, *options):
    """Returns the counts that the lenses add to a step, and the counts of a tick."""
    bare = Training(make, depth, *options)
    bare.step()
    expected = profiled(bare.step)
    watched = Training(make, depth, *options)
    with lensboard.Inspector([getattr(lensboard, kind)() for kind in kinds], path, tick="epoch") as watch:
        watch.attach(watched.model, watched.optimizer, scaler=watched.scaler)
        for _ in range(3):
            watched.step()
        step = profiled(watched.step) - expected
        return step, profiled(lambda: watch.tick())


@pytest.mark.parametrize("make", [mlp, resnet, gpt])
def test_lenses_of_parameters_add_few_operators(make, tmp_path):
    few, tick = added(make, 2, PARAMETER_LENSES, tmp_path / "few")
    many, _ = added(make, 12, PARAMETER_LENSES, tmp_path / "many")
    assert few[0] == many[0] <= 40
    assert few[1] == few[2] == many[1] == many[2] == 0  # nothing waits for the device
    assert tick[1] == 1 and tick[2] == 0


@pytest.mark.parametrize("optimizer", [torch.optim.AdamW, torch.optim.Adagrad, sgd])
def test_moments_add_few_operators(optimizer, tmp_path):
    few, tick = added(gpt, 2, ["AdamMoments"], tmp_path / "few", torch.float32, optimizer)
    many, _ = added(gpt, 12, ["AdamMoments"], tmp_path / "many", torch.float32, optimizer)
    assert 0 < few[0] == many[0] <= 24  # the numbers of steps are on the host
    assert few[1] == many[1] == 0
    assert tick[1] == 1 and tick[2] == 0


def test_low_precision_adds_few_operators(tmp_path):
    few, _ = added(mlp, 2, PARAMETER_LENSES, tmp_path / "few", torch.bfloat16)
    many, _ = added(mlp, 12, PARAMETER_LENSES, tmp_path / "many", torch.bfloat16)
    assert few[0] == many[0]


@pytest.mark.skipif(not hasattr(getattr(torch, "amp", None), "GradScaler"), reason="scales on CUDA alone before torch 2.3")
@pytest.mark.parametrize("precision", [torch.float32, torch.bfloat16])
def test_a_scaler_adds_few_operators(precision, tmp_path):
    few, tick = added(mlp, 2, PARAMETER_LENSES, tmp_path / "few", precision, sgd, True)
    many, _ = added(mlp, 12, PARAMETER_LENSES, tmp_path / "many", precision, sgd, True)
    plain, _ = added(mlp, 12, PARAMETER_LENSES, tmp_path / "plain", precision)
    assert many[0] == few[0] <= plain[0] + 1
    assert few[1] == few[2] == many[1] == many[2] == 0
    assert tick[1] == 1 and tick[2] == 0


def recorded(path, as_on_device):
    """Returns the values of a training that changes gradients in place between the backward passes and the optimizer's step."""
    _lensboard.gather_on_host(as_on_device)
    training = Training(gpt, 2)
    kinds = lensboard.kinds()[: lensboard.kinds().index("StateMonitor")]
    with lensboard.Inspector([getattr(lensboard, kind)() for kind in kinds if kind not in ("EffectiveRank", "StepTime", "Machine")], path, tick=3) as watch:
        watch.attach(training.model, training.optimizer)
        for _ in range(9):
            training.optimizer.zero_grad(set_to_none=False)
            for _ in range(2):
                nn.functional.cross_entropy(training.model(training.inputs), training.targets).backward()
            nn.utils.clip_grad_norm_(training.model.parameters(), 0.01)
            training.optimizer.step()
    return {(tag, layer, each.name): each.values for tag, layer, each in lensboard.open(path).series()}


def test_values_are_those_of_the_processor(tmp_path):
    expected, found = recorded(tmp_path / "host.lbrun", False), recorded(tmp_path / "device.lbrun", True)
    assert expected.keys() == found.keys() and len(expected) > 100
    for key, values in expected.items():
        assert numpy.allclose(found[key], values, rtol=1e-5, atol=1e-5, equal_nan=True), (key, found[key], values)


def test_a_failed_backward_pass_delays_no_later_one(tmp_path):
    """After an exception in a backward pass, gradients are measured before they are clipped again."""
    norms = {}
    for fails in (False, True):
        training = Training(mlp, 2)
        path = tmp_path / f"{fails}.lbrun"
        with lensboard.Inspector([lensboard.ParameterGradientGeometry()], path, tick=1) as watch:
            watch.attach(training.model, training.optimizer)
            for step in range(3):
                training.optimizer.zero_grad()
                loss = nn.functional.cross_entropy(training.model(training.inputs), training.targets)
                if fails and step == 1:
                    handle = training.model[0].weight.register_hook(lambda gradient: 1 / 0)
                    with pytest.raises(ZeroDivisionError):
                        loss.backward(retain_graph=True)
                    handle.remove()
                    training.optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(training.model.parameters(), 1e-4)
                training.optimizer.step()
        norms[fails] = [each.values[-1] for tag, _, each in lensboard.open(path).series() if "Norm" in tag]
    assert norms[True] == pytest.approx(norms[False], rel=1e-6) and len(norms[True]) > 6
