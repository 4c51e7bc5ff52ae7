"""Each parameter of a model has a layer, and can be watched."""

import lensboard
import pytest
import torch
from torch.nn.utils import parametrizations, parametrize

HAS_PARAMETRIZED_WEIGHT_NORM = hasattr(parametrizations, "weight_norm")


class Vit(torch.nn.Module):
    """Parameters of the model itself, of a list, of attention, and parametrized ones."""

    def __init__(self):
        super().__init__()
        self.class_token = torch.nn.Parameter(torch.randn(1, 1, 8))
        self.scales = torch.nn.ParameterList([torch.nn.Parameter(torch.ones(8)), torch.nn.Parameter(torch.ones(8))])
        self.attention = torch.nn.MultiheadAttention(8, 2, batch_first=True)
        self.spectral = parametrizations.spectral_norm(torch.nn.Linear(8, 8))
        self.activation = torch.nn.ReLU()
        self.old = torch.nn.utils.weight_norm(torch.nn.Linear(8, 3))

    def forward(self, x):
        x = torch.cat([self.class_token.expand(len(x), 1, 8), x], 1) * self.scales[0] * self.scales[1]
        return self.old(self.activation(self.spectral(self.attention(x, x, x)[0])))


def trained(run_path, lenses, model=None, steps=2, **options):
    torch.manual_seed(2)
    model = model or Vit()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    norms = {}
    with lensboard.Inspector(lenses, run_path, tick=1, **options) as watch:
        watch.attach(model, optimizer)
        for _ in range(steps):
            optimizer.zero_grad()
            model(torch.randn(3, 4, 8)).square().mean().backward()
            for name, parameter in model.named_parameters():
                norms.setdefault(name, []).append(parameter.grad.norm().item())
            optimizer.step()
    return lensboard.open(run_path), norms


pytestmark = pytest.mark.filterwarnings("ignore:.*weight_norm")


def test_every_parameter_can_be_watched(run_path):
    run, norms = trained(run_path, lensboard.ParameterGradientGeometry(parameters="*"))
    shown = run["Parameter Gradient Norm"]
    assert set(shown) == set(norms) and len(norms) >= 11
    for name, values in norms.items():
        assert shown[name]["mean"].values.tolist() == pytest.approx(values, rel=1e-5), name


def test_what_every_lens_of_parameters_shows(run_path):
    kinds = [
        lensboard.ParameterGradientGeometry(), lensboard.ParameterGradientActivation(), lensboard.ParameterNorm(), lensboard.ParameterUpdateGeometry(),
        lensboard.ParameterCondition(), lensboard.WeightUpdateRatio(), lensboard.Histogram(), lensboard.EffectiveRank(),
    ]  # fmt: skip
    run, _ = trained(run_path, kinds, steps=4)
    for tag in ["Weight Gradient Norm", "Weight Gradient Activation", "Weight Norm", "Weight Update Norm", "Weight Cond", "Weight Update Ratio"]:
        for layer in ["attention.in_proj_weight", "attention.out_proj", "spectral.parametrizations.weight.original"]:
            assert layer in run[tag].layers, tag
    assert "attention.in_proj_bias" in run["Bias Norm"].layers


def test_parameters_that_are_neither_weight_nor_bias_are_named(run_path):
    run, _ = trained(run_path, [lensboard.ParameterNorm(), lensboard.ParameterGradientGeometry()])
    notices = [event["text"] for event in run.events if "Lenses of parameters" in event["text"]]
    assert len(notices) == 1 and "class_token, scales.0, scales.1." in notices[0]
    other = run_path.with_name("other.lbrun")
    run, _ = trained(other, [lensboard.ParameterNorm(parameters=["weight"])])
    assert run.events == []


def test_outputs_of_a_parametrized_layer(run_path):
    run, _ = trained(run_path, [lensboard.OutputNorm(include=["Linear"]), lensboard.OutputGradientGeometry()])
    assert "spectral" in run["Output Norm"].layers and "spectral" in run["Output Gradient Norm"].layers
    assert not [layer for layer in run["Output Gradient Norm"].layers if "parametrizations" in layer or layer in ("", "attention", "scales")]
    types = {layer["name"]: layer["type"] for layer in run.layers}
    assert types["spectral"] == "Linear"


def test_a_parametrization_with_parameters(run_path):
    class LoRA(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.a, self.b = torch.nn.Parameter(torch.randn(1, 8)), torch.nn.Parameter(torch.zeros(8, 1))

        def forward(self, weight):
            return weight + self.b @ self.a

    model = torch.nn.Sequential(torch.nn.Linear(8, 8))
    parametrize.register_parametrization(model[0], "weight", LoRA())
    run, norms = trained(run_path, lensboard.ParameterGradientGeometry(parameters="*"), model)
    assert set(run["Parameter Gradient Norm"]) == set(norms)


def test_a_monitor_of_an_original(run_path):
    monitor = lensboard.StateMonitor(module="spectral", attribute="parametrizations.weight.original")
    run, _ = trained(run_path, [monitor])
    assert not [event for event in run.events if "watches nothing" in event["text"]]


def test_depth(run_path):
    run, _ = trained(run_path, lensboard.ParameterNorm(parameters="*"), depth=1)
    assert {"class_token", "attention.in_proj_weight"} <= set(run["Parameter Norm"])
