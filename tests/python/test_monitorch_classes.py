"""The classes that lensboard.monitorch offers to lenses and scripts of users behave like monitorch's."""

import importlib
import math
import os
import subprocess
import sys

import lensboard
import numpy
import pytest
import torch
from conftest import mlp
from lensboard.monitorch import PyTorchInspector, gatherer, lens, numerical, preprocessor, visualizer
from lensboard.monitorch.inspector import InspectorState

needs_gloo = pytest.mark.skipif(
    not torch.distributed.is_available() or not torch.distributed.is_gloo_available(), reason="this torch has no Gloo"
)


@pytest.mark.parametrize(
    "path, name",
    [
        ("inspector.inspector_state", "InspectorState"),
        ("inspector.PyTorchInspector", "PyTorchInspector"),
        ("lens.module_distinction", "isactivation"),
        ("numerical.running_value", "extract_point"),
        ("preprocessor.abstract.abstract_preprocessor", "AbstractPreprocessor"),
        ("preprocessor.gradient", "GradientGeometry"),
        ("visualizer.AbstractVisualizer", "AbstractVisualizer"),
    ],
)
def test_deeper_modules_can_be_imported(path, name):
    importlib.import_module(f"lensboard.monitorch.{path}")  # in this process it is registered already
    command = f"from lensboard.monitorch.{path} import {name}; import lensboard.monitorch.{path}; assert isinstance({name}, object)"
    subprocess.run([sys.executable, "-c", command], check=True, env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)})
    assert callable(getattr(importlib.import_module(f"lensboard.monitorch.{path.split('.')[0]}"), name))


def test_geometry_has_one_cosine_per_step():
    """The first is 0, and eps is added to the norms' product."""
    geometry = preprocessor.GradientGeometry(correlation=True, normalize=True, inplace=False, eps=1.0)
    running = preprocessor.GradientGeometry(correlation=True, normalize=True, inplace=True)
    for gradient in ([3.0, 4.0], [6.0, 8.0], [4.0, -3.0]):
        geometry.process_tensor("fc", torch.tensor(gradient))
        running.process_tensor("fc", torch.tensor(gradient))
    norms, cosines = geometry.value["fc"]
    numpy.testing.assert_allclose(norms, [5 / math.sqrt(2), 10 / math.sqrt(2), 5 / math.sqrt(2)])
    numpy.testing.assert_allclose(cosines, [0, 50 / 51, 0], atol=1e-12)
    assert running.value["fc"][1].count == 3
    computation = numerical.GeometryComputation(False, False, True, 1e-8)  # in monitorch's order: inplace, normalize, correlation, eps
    computation.update(torch.tensor([3.0, 4.0]))
    assert computation.value == ([5.0], [0.0]) and computation.norm == [5.0] and computation.product == [0.0]


def test_rates_are_float32_like_masks_that_were_converted():
    mask = torch.tensor([[[True, False]], [[False, False]]])
    assert torch.equal(numerical.reduce_activation_to_activation_rates(mask, batch=True), torch.tensor([0.25]))
    assert torch.equal(numerical.reduce_activation_to_activation_rates(mask, batch=False), torch.tensor([0.5, 0.0]))
    channels = torch.tensor([True, False])
    assert numerical.reduce_activation_to_activation_rates(channels, batch=False) is channels
    activation = preprocessor.GradientActivation(death=True, inplace=False)
    activation.process_tensor("bias", torch.tensor([0.0, 2.0]))
    assert activation.value["bias"] == ([0.5], [0.5])


def test_running_statistics_serve_as_a_list():
    running = numerical.RunningMeanVar(2, 1.5, 0.25, 1.0, 2.0)
    running.append(torch.tensor(3.0, requires_grad=True))
    assert len(running) == 3 and tuple(running) == (3, 2.0, pytest.approx(2 / 3))
    assert running == numerical.RunningMeanVar(3, 2.0, running.var, 1.0, 3.0)
    for call in (
        lambda: numerical.extract_point(running, "median"),
        lambda: numerical.extract_range([1.0], "quartiles"),
        lambda: numerical.parse_range_name("quartiles"),
    ):
        with pytest.raises(AttributeError):
            call()


def test_gatherers_can_be_called_and_get_their_state_later():
    """Lenses of loss functions make their gatherer before there is an inspector."""
    module = torch.nn.Linear(3, 1)
    norms = preprocessor.GradientGeometry(correlation=False, normalize=False, inplace=False)
    optimizer = torch.optim.SGD(module.parameters(), lr=0.1)
    stepped = gatherer.OptimizerStepParameterGatherer(module, optimizer, "weight", [norms], "fc", None)
    stepped.inspector_state = InspectorState()
    stepped()
    optimizer.step()
    assert len(norms.value["fc"]) == 2
    stepped.detach()


def test_inspector_has_monitorchs_methods(run_path):
    model, losses = mlp(), lens.LossMetrics(loss_range=None)
    inspector = PyTorchInspector([losses], visualizer="dummy", run=run_path, module_name_prefix="/")
    assert not inspector.state.attached and inspector.module_name_prefix == "/" and inspector.depth == -1
    assert inspector.attach(model).attach(model) is inspector  # the second call detaches first
    with pytest.raises(AttributeError, match="train_loss mean"):
        losses.loss(train=True)
    inspector.push_loss(0.5, train=True)
    inspector.push_loss(0.7, train=False)
    inspector.tick()
    assert inspector.state.attached and inspector.state.counter == 2
    assert losses.loss(train=True) == 0.5 and losses.loss(train=False, method="mean") == 0.7
    with pytest.raises(AttributeError, match="val_loss median"):
        losses.loss(train=False, method="median")
    assert inspector.detach() is inspector and not inspector.state.attached


class Calls(visualizer.DummyVisualizer):
    def __init__(self):
        self.found = []

    def plot_numerical_values(self, epoch, main_tag, values_dict, ranges_dict=None):
        self.found.append((epoch, main_tag, values_dict))

    def plot_probabilities(self, epoch, main_tag, values_dict):
        self.found.append((epoch, main_tag, values_dict))


def test_each_tag_is_plotted_in_each_tick_even_without_values(run_path):
    calls = Calls()
    inspector = PyTorchInspector([lens.LossMetrics(), lens.OutputActivation()], visualizer=calls, module=mlp(), run=run_path)
    inspector.tick()
    inspector.tick()
    inspector.detach()
    empty = [("Loss", {"Loss": {}}), ("Output Activations", {}), ("Warning Output Activations", {"Warning Output Activations": {}})]
    assert [(tag, values) for epoch, tag, values in calls.found if epoch == 2] == empty


def test_tensorboard_files_need_no_tensorboard(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "torch.utils.tensorboard", None)  # as if it were not installed
    monkeypatch.chdir(tmp_path)
    writer = visualizer.TensorBoardVisualizer()
    for epoch in (1, 2):
        writer.plot_numerical_values(epoch, "Weight Norm", {"fc": {"mean": 0.5 * epoch}}, {"fc": {("-σ", "+σ"): (0.25, 0.75)}})
        writer.plot_relations(epoch, "Norm Comparison", {"Norm Comparison": {"fc1": 0.25, "fc2": 0.75}})
    writer.close()
    (folder,) = (tmp_path / "runs").iterdir()
    found = {str(path.parent.relative_to(folder)) for path in folder.rglob("events.out.tfevents.*")}
    assert found == {".", "norm_comparison_norm_comparison_fc1", "norm_comparison_norm_comparison_fc2"}
    values = {f"{tag}/{layer}/{series.name}".strip("/"): series.values.tolist() for tag, layer, series in lensboard.open(folder).series()}
    assert [0.5, 1.0] in values.values() and [0.25, 0.25] in values.values() and [0.75, 0.75] in values.values(), values
    assert all("σ" not in name and name == name.lower() for name in values), values


def test_figures_show_calls(tmp_path, run_path, monkeypatch):
    pytest.importorskip("matplotlib").use("agg")
    from matplotlib import pyplot

    monkeypatch.setenv("LENSBOARD_PROGRAM", str(tmp_path / "none"))  # figures do not need the program
    model = mlp()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    with visualizer.RecorderVisualizer(tmp_path / "calls.pkl") as recorder:
        lenses = [lens.LossMetrics(), lens.OutputNorm(), lens.OutputActivation(), lens.ParameterUpdateGeometry(optimizer, log_scale=True)]
        inspector = PyTorchInspector(lenses, visualizer=recorder, module=model, run=run_path)
        for _ in inspector.range(3):
            for _ in range(3):
                loss = model(torch.randn(8, 4)).square().mean()
                loss.backward()
                optimizer.step()
                inspector.push_loss(loss, train=True)
        inspector.detach()
    shown = visualizer.MatplotlibVisualizer(figsize=(10, 10))
    visualizer.PlayerVisualizer(tmp_path / "calls.pkl", shown).playback()
    figure = shown.show_fig()
    axes = {each.get_title(): each for each in figure.axes}
    assert {"Loss", "Output Norm: 1", "Mean Output Norm Comparison", "Weight Update Norm: 2"} <= axes.keys()
    assert list(axes["Output Norm: 1"].lines[0].get_xdata()) == [1, 2, 3] and axes["Weight Update Norm: 2"].get_yscale() == "log"
    assert axes["Output Activations: 1"].get_ylim() == (0, 1) and tuple(figure.get_size_inches()) == (10, 10)
    figure.canvas.draw()
    assert shown.show_fig() is figure and shown.reset_fig() is shown
    with pytest.warns(UserWarning, match="Empty plot"):
        empty = shown.show_fig()
    empty.canvas.draw()
    pyplot.close("all")


class MeanInput(lens.AbstractLens):
    """A user's lens that merges the processes' values."""

    def __init__(self):
        self.norms = preprocessor.OutputNorm(normalize=False, inplace=True, record_eval=True, evaluation_from_grad=False)

    def register_leaf_module(self, module, module_name, inspector_state):
        if isinstance(module, torch.nn.Identity):
            self.gatherer = gatherer.FeedForwardGatherer(module, [self.norms], "norm", inspector_state)

    def detach_from_module(self):
        self.gatherer.detach()

    def introduce_tags(self, visualizer):
        pass

    def start_sync(self, dst_rank):
        self.norms.start_sync(dst_rank)

    def finish_sync(self):
        self.norms.finish_sync()

    def finalize_epoch(self):
        pass

    def vizualize(self, visualizer, epoch):
        visualizer.plot_numerical_values(epoch, "Norms", {"norm": dict(zip(("count", "mean", "var"), self.norms.value["norm"]))}, None)

    def reset_epoch(self):
        self.norms.reset()


def train_in_processes(rank, folder):
    torch.distributed.init_process_group("gloo", f"file://{folder}/meeting", rank=rank, world_size=2)
    calls = Calls()
    model = torch.nn.Sequential(torch.nn.Identity(), torch.nn.Linear(1, 1))
    lenses = [MeanInput(), lens.OutputGradientGeometry()]
    inspector = PyTorchInspector(lenses, visualizer=calls, module=model, run=f"{folder}/run.lbrun")
    model(torch.tensor([[1.0 + rank]]))  # without a backward pass, so that the second lens has no values
    inspector.tick()
    assert inspector.is_main_process == (rank == 0)
    if rank == 0:
        assert calls.found[0][2] == {} and calls.found[-1] == (1, "Norms", {"norm": {"count": 2, "mean": 1.5, "var": 0.25}}), calls.found
    else:
        assert not calls.found and isinstance(inspector.visualizer, visualizer.DummyVisualizer)
    inspector.detach()
    torch.distributed.barrier()
    torch.distributed.destroy_process_group()


@needs_gloo
def test_processes_merge_values_of_own_lenses(tmp_path):
    torch.multiprocessing.spawn(train_in_processes, args=(str(tmp_path),), nprocs=2)
