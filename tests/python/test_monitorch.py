"""lensboard.monitorch provides monitorch's names, so that a script only needs to change its import."""

import math
import os
import subprocess
import sys
from pathlib import Path

import numpy
import pytest
import torch
from conftest import mlp
from lensboard.monitorch import PyTorchInspector, gatherer, lens, numerical, preprocessor, visualizer
from lensboard.monitorch.inspector import InspectorState

HERE = Path(__file__).parent


class Collected(visualizer.AbstractVisualizer):
    def __init__(self):
        self.tags = {}
        self.calls = []

    def register_tags(self, main_tag, tag_attr):
        self.tags[main_tag] = tag_attr

    def plot_numerical_values(self, epoch, main_tag, values_dict, ranges_dict=None):
        self.calls.append(("numerical", epoch, main_tag, values_dict, ranges_dict))

    def plot_probabilities(self, epoch, main_tag, values_dict):
        self.calls.append(("probability", epoch, main_tag, values_dict, {}))

    def plot_relations(self, epoch, main_tag, values_dict):
        self.calls.append(("relations", epoch, main_tag, values_dict, {}))


def script(inspector, model, optimizer, epochs=2):
    """The loop of monitorch's documentation."""
    for _ in inspector.range(epochs):
        for _ in range(3):
            optimizer.zero_grad()
            loss = model(torch.randn(8, 4)).square().mean()
            loss.backward()
            optimizer.step()
            inspector.push_loss(loss.item(), train=True)
            inspector.push_metric("accuracy", 0.5)


def test_a_script_that_changes_its_import(run_path, capsys):
    model = mlp()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    collected = Collected()
    inspector = PyTorchInspector(
        [
            lens.LossMetrics(metrics=["accuracy"]),
            lens.OutputActivation(),
            lens.OutputNorm(include=(torch.nn.Linear,), range_aggregation="std"),
            lens.ParameterGradientGeometry(parameters="weight", line_aggregation=["mean", "max"]),
            lens.ParameterUpdateGeometry(optimizer),
            lens.ParameterCond(),
        ],
        visualizer=collected,
        module=model,
        train_loss_str="loss",
        run=run_path,
    )
    script(inspector, model, optimizer)
    inspector.detach()
    assert collected.tags["Loss"].big_plot and collected.tags["Output Activations"].type is visualizer.TagType.PROBABILITY
    by_tag = {(epoch, tag): (kind, values, ranges) for kind, epoch, tag, values, ranges in collected.calls}
    kind, values, ranges = by_tag[1, "Loss"]
    assert kind == "numerical" and list(values["Loss"]) == ["loss mean"] and ("loss -σ", "loss +σ") in ranges["Loss"]
    assert by_tag[2, "Metrics"][1] == {"Metrics": {"accuracy mean": 0.5}}
    assert set(by_tag[2, "Weight Gradient Norm"][1]["0"]) == {"mean", "max"}
    assert "Bias Gradient Norm" not in collected.tags
    assert by_tag[1, "Output Activations"][0] == "probability"
    assert set(by_tag[1, "Output Norm"][2]["0"]) == {("-σ", "+σ")}
    assert "Weight Cond" in collected.tags
    with pytest.raises(RuntimeError, match="attach"):
        inspector.tick_epoch()
    script(PyTorchInspector([lens.LossMetrics()], module=mlp(), run=run_path), mlp(), torch.optim.SGD(model.parameters(), lr=0.1), 1)
    assert "Epoch 1: Loss" in capsys.readouterr().out


def test_golden_calls(tmp_path):
    kernels = {"ATEN_CPU_CAPABILITY": "avx2", "OPENBLAS_CORETYPE": "Haswell", "DNNL_MAX_CPU_ISA": "AVX2"}
    golden = os.environ.get("LENSBOARD_GOLDEN", HERE.parent / "data" / "golden")
    done = subprocess.run(
        [sys.executable, HERE / "golden_replay.py", golden, tmp_path, "monitorch"], env={**os.environ, **kernels}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


class ZeroShare(lens.AbstractLens):
    """A user's lens: the share of zeros in leaf gradients, and the pushed values."""

    def __init__(self):
        self.gatherers = []
        self.leaves, self.others = [], []
        self.forwards = preprocessor.OutputNorm(normalize=False, inplace=True, record_eval=False, evaluation_from_grad=False)
        self.backwards = preprocessor.OutputGradientGeometry(correlation=False, normalize=False, inplace=False)
        self.gradients = preprocessor.GradientActivation(death=True, inplace=False)

    def register_leaf_module(self, module, module_name, inspector_state):
        self.leaves.append(module_name)
        self.gatherers.append(gatherer.FeedForwardGatherer(module, [self.forwards], module_name, inspector_state))
        self.gatherers.append(gatherer.BackwardGatherer(module, [self.backwards], module_name, inspector_state))
        if hasattr(module, "weight"):
            self.gatherers.append(gatherer.ParameterGradientGatherer("weight", module, [self.gradients], module_name, inspector_state))

    def register_non_leaf_module(self, module, module_name, inspector_state):
        self.others.append(module_name)

    def register_foreign_preprocessor(self, ppr, inspector_state):
        self.pushed = ppr

    def detach_from_module(self):
        for each in self.gatherers:
            each.detach()

    def introduce_tags(self, visualizer):
        visualizer.register_tags("Zeros", object())

    def finalize_epoch(self):
        self.values = {name: {"mean": numpy.mean(death)} for name, (_, death) in self.gradients.value.items()}

    def vizualize(self, visualizer, epoch):
        visualizer.plot_numerical_values(epoch, "Zeros", self.values)
        self.seen = dict(self.forwards.value), dict(self.backwards.value), dict(self.pushed.value)

    def reset_epoch(self):
        for each in (self.forwards, self.backwards, self.gradients):
            each.reset()


@pytest.mark.filterwarnings("ignore:Full backward hook is firing")  # at the first layer, because its inputs need no gradient
def test_a_lens_of_the_users(run_path):
    model = mlp()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    own, collected = ZeroShare(), Collected()
    inspector = PyTorchInspector([own], visualizer=collected, module=model, run=run_path)
    script(inspector, model, optimizer)
    inspector.detach()
    assert own.leaves == ["0", "1", "2"] and own.others == [""]
    forwards, backwards, pushed = own.seen
    assert forwards["0"].count == 3 and len(backwards["2"]) == 3
    assert pushed["train_loss"].count == 3
    assert [call[2] for call in collected.calls] == ["Zeros", "Zeros"]
    assert not any(module._forward_hooks or module._backward_hooks for module in model.modules())


def test_inactive_ticks_gather_nothing(run_path):
    state = InspectorState(2)
    module = torch.nn.Linear(3, 1)
    norms = preprocessor.ParameterNorm(["weight"], normalize=False, inplace=False)
    call = gatherer.EpochModuleGatherer(module, [norms], "fc", state)
    for _ in range(4):
        call()  # in ticks 2 and 4
        state.tick()
    numpy.testing.assert_allclose(norms.value["fc"]["weight"], [module.weight.norm().item()] * 2)


def test_numbers():
    values = torch.randn(50, dtype=torch.float64).tolist()
    whole, first, second = numerical.RunningMeanVar(), numerical.RunningMeanVar(), numerical.RunningMeanVar()
    for i, value in enumerate(values):
        whole.update(value)
        (first if i < 20 else second).update(value)
    first.merge(second)
    for running in (whole, first):
        assert running.count == 50
        numpy.testing.assert_allclose([running.mean, running.var, running.min_, running.max_], [numpy.mean(values), numpy.var(values), min(values), max(values)])
    assert numerical.extract_range(values, "Q1-Q3") == pytest.approx((numpy.quantile(values, 0.25), numpy.quantile(values, 0.75)))
    geometry = numerical.GeometryComputation(correlation=True, inplace=False, normalize=True)
    for x in ([3.0, 4.0], [4.0, -3.0], [8.0, -6.0]):
        geometry.update(torch.tensor(x))
    norms, cosines = geometry.value
    numpy.testing.assert_allclose(norms, [5 / math.sqrt(2), 5 / math.sqrt(2), 10 / math.sqrt(2)])
    numpy.testing.assert_allclose(cosines, [0, 0, 1], atol=1e-9)


def test_recordings_are_read_as_before(tmp_path, run_path):
    for name in ("two-epochs.pkl", "python-3.11.pkl"):
        played = Collected()
        visualizer.PlayerVisualizer(HERE.parent / "data" / "monitorch" / name, played).playback()
        assert played.tags["Loss"].big_plot and played.calls
    again = tmp_path / "again.pkl"
    recorder = visualizer.RecorderVisualizer(again)
    model = mlp()
    inspector = PyTorchInspector([lens.LossMetrics()], visualizer=recorder, module=model, run=run_path)
    script(inspector, model, torch.optim.SGD(model.parameters(), lr=0.1))
    inspector.detach()
    recorder.close()
    replayed = Collected()
    visualizer.PlayerVisualizer(again, replayed).playback()
    assert [call[:3] for call in replayed.calls][:2] == [("numerical", 1, "Loss"), ("numerical", 1, "Metrics")]
    import lensboard

    assert lensboard.open(again)["Loss"]["train_loss mean"].values.tolist() == [
        call[3]["Loss"]["train_loss mean"] for call in replayed.calls if call[2] == "Loss"
    ]
    (tmp_path / "evil.pkl").write_bytes(b"cos\nsystem\n(S'touch /tmp/lensboard-was-executed'\ntR.")
    with pytest.raises(Exception, match="nothing was executed"):
        visualizer.PlayerVisualizer(tmp_path / "evil.pkl", replayed).playback()


def test_mistakes(run_path):
    with pytest.raises(TypeError, match="expected a lens"):
        PyTorchInspector(["LossMetrics"])
    with pytest.raises(ValueError, match="print, matplotlib"):
        PyTorchInspector([], visualizer="screen")
