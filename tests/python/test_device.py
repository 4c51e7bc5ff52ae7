"""Trainings on the device named by LENSBOARD_TEST_DEVICE: lenses give the results of the processor, and no step waits for the device."""

import contextlib
import gc

import lensboard
import numpy
import pytest
import torch
from torch import nn

PROCESSOR = torch.device("cpu")
LENSES = [kind for kind in lensboard.kinds()[: lensboard.kinds().index("StateMonitor")] if kind not in ("StepTime", "Machine")]
SETTINGS = {"OutputNorm": {"include": ["*"]}, "OutputGradientGeometry": {"skip_activation": False}}
STEPS = 6


class Training:
    """A classifier of random pictures. Weights and pictures are equal on all devices."""

    def __init__(self, device, precision=torch.float32, is_channels_last=False):
        torch.manual_seed(5)
        self.device, self.precision, self.scaler = device, precision, None
        self.model = nn.Sequential(
            nn.LayerNorm(8), nn.Conv2d(3, 8, 3, padding=1, bias=False), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(),
            nn.Linear(128, 24), nn.Tanh(), nn.Linear(24, 5),
        ).to(device)  # fmt: skip
        self.inputs, self.targets = torch.randn(16, 3, 8, 8).to(device), torch.randint(5, (16,)).to(device)
        if is_channels_last:
            self.model.to(memory_format=torch.channels_last)
            self.inputs = self.inputs.contiguous(memory_format=torch.channels_last)
        fused = {}
        if precision == torch.float16:
            self.scaler = torch.amp.GradScaler(device.type, init_scale=1024.0)
            fused = {"fused": True}  # with other optimizers the scaler itself waits for the device
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.05, momentum=0.9, **fused)
        self.forward = self.model

    def step(self, watch=None):
        if watch:
            watch.push_targets(self.targets)
        self.optimizer.zero_grad(set_to_none=True)
        with contextlib.nullcontext() if self.precision == torch.float32 else torch.autocast(self.device.type, self.precision):
            loss = nn.functional.cross_entropy(self.forward(self.inputs), self.targets)
        if self.scaler:
            self.scaler.scale(loss).backward()
            self.scaler.step(self.optimizer)
            self.scaler.update()
        else:
            loss.backward()
            self.optimizer.step()
        if watch:
            watch.push_loss(loss)
        return loss

    def validate(self, watch=None):
        self.model.eval()
        with torch.no_grad():
            loss = nn.functional.cross_entropy(self.forward(self.inputs), self.targets)
            if watch:
                watch.push_loss(loss)
        self.model.train()


@pytest.fixture(autouse=True)
def exact():
    """Selects full float32 and deterministic kernels, and one thread, because these models are small."""
    cudnn, matrices, threads = torch.backends.cudnn, torch.backends.cuda.matmul, torch.get_num_threads()
    before = cudnn.allow_tf32, matrices.allow_tf32, cudnn.deterministic
    cudnn.allow_tf32, matrices.allow_tf32, cudnn.deterministic = False, False, True
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)
    cudnn.allow_tf32, matrices.allow_tf32, cudnn.deterministic = before


@pytest.fixture
def cuda(device):
    if device.type != "cuda":
        pytest.skip(f"there is nothing to wait for on {device.type}; LENSBOARD_TEST_DEVICE=cuda chooses a GPU")
    return device


def lenses(kinds=LENSES):
    return [getattr(lensboard, kind)(**SETTINGS.get(kind, {})) for kind in kinds]


def train(training, watch, steps=STEPS):
    watch.attach(training.model, training.optimizer, scaler=training.scaler)
    for _ in range(steps):
        training.step(watch)


def run_of(path, training, watchers=None, **options):
    with lensboard.Inspector(lenses() if watchers is None else watchers, path, tick=1, **options) as watch:
        train(training, watch)
    return lensboard.open(path)


def values_of(run):
    return {(tag, layer, each.name): each.values for tag, layer, each in run.series()}


def assert_same(found, expected, tolerance):
    """Compares each series; values may differ by a share of the largest value of their tag."""
    found, expected = values_of(found), values_of(expected)
    assert expected
    wrong = [f"{key}: in one of the runs alone" for key in found.keys() ^ expected.keys()]
    for key in found.keys() & expected.keys():
        of_tag = numpy.concatenate([values for other, values in expected.items() if other[0] == key[0]])
        largest = numpy.abs(of_tag[numpy.isfinite(of_tag)]).max(initial=0)
        a, b = found[key], expected[key]
        if a.shape != b.shape or not numpy.allclose(a, b, rtol=tolerance, atol=tolerance * largest, equal_nan=True):
            wrong.append(f"{key}: found {a}, expected {b}")
    assert not wrong, f"{len(wrong)} of {len(expected)} series differ:\n" + "\n".join(sorted(wrong)[:40])


def assert_norms_are_near(found, expected, tolerance):
    """Checks that both runs have the same series, with similar losses and layer norms."""
    found, expected = values_of(found), values_of(expected)
    assert found.keys() == expected.keys()
    tags = {"Loss", "Output Norm", "Output Gradient Norm", "Weight Gradient Norm", "Weight Norm"}
    keys = [key for key in expected if key[0] in tags and key[1] in ("", "6") and key[2] in ("train_loss mean", "mean", "norm")]
    assert {tag for tag, _, _ in keys} == tags
    for key in keys:
        numpy.testing.assert_allclose(found[key], expected[key], rtol=tolerance, err_msg=str(key))


@pytest.mark.parametrize("kind", LENSES)
def test_a_lens_finds_what_it_finds_on_the_processor(device, tmp_path, kind):
    found = run_of(tmp_path / "found.lbrun", Training(device), lenses([kind]))
    expected = run_of(tmp_path / "expected.lbrun", Training(PROCESSOR), lenses([kind]))
    assert list(found) == list(expected)
    if kind == "Histogram":
        for tag in expected:
            for layer, lines in expected[tag].items():
                for label, histograms in lines.items():
                    seen = found[tag][layer][label]
                    assert [counts.sum() for counts in seen.counts] == [counts.sum() for counts in histograms.counts]
                    assert seen.edges[-1][-1] == pytest.approx(histograms.edges[-1][-1], rel=1e-2, abs=1e-2)
    else:
        assert_same(found, expected, 1e-3)


@pytest.mark.parametrize("layout", ["contiguous", "channels last"])
def test_all_lenses_find_what_they_find_on_the_processor(device, tmp_path, layout):
    found = run_of(tmp_path / "found.lbrun", Training(device, is_channels_last=layout == "channels last"))
    assert_same(found, run_of(tmp_path / "expected.lbrun", Training(PROCESSOR)), 1e-3)


def test_a_training_on_a_stream_of_its_own(cuda, tmp_path):
    stream = torch.cuda.Stream()
    training = Training(cuda)
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        found = run_of(tmp_path / "found.lbrun", training)
    assert_same(found, run_of(tmp_path / "expected.lbrun", Training(PROCESSOR)), 1e-3)


@pytest.mark.parametrize("precision", ["bfloat16", "float16"])
def test_mixed_precision_is_near_full_precision(device, tmp_path, precision):
    if precision == "float16" and device.type != "cuda":
        pytest.skip("processors train in bfloat16; float16 is for GPUs")
    found = run_of(tmp_path / "found.lbrun", Training(device, getattr(torch, precision)))
    expected = run_of(tmp_path / "expected.lbrun", Training(PROCESSOR))
    assert_norms_are_near(found, expected, 0.1)


@pytest.mark.parametrize("precision", ["float32", "bfloat16"])
def test_norms_are_those_of_a_plain_computation(device, run_path, precision):
    training = Training(device, getattr(torch, precision))
    seen = {"Output Norm": [], "Output Gradient Norm": [], "Weight Gradient Norm": [], "Weight Norm": []}

    def after_forward(module, inputs, output):
        seen["Output Norm"].append(output.detach().double().norm(dim=1).mean().item())
        output.register_hook(lambda gradient: seen["Output Gradient Norm"].append(gradient.double().norm().item()))

    linear = training.model[6]
    linear.register_forward_hook(after_forward)
    with lensboard.Inspector(lenses(), run_path, tick=1) as watch:
        watch.attach(training.model, training.optimizer)
        for _ in range(STEPS):
            loss = training.step(watch)
            seen["Weight Gradient Norm"].append(linear.weight.grad.double().norm().item())
            seen["Weight Norm"].append(linear.weight.detach().double().norm().item())
    assert loss.isfinite()
    run = lensboard.open(run_path)
    for tag, values in seen.items():
        series = run[tag]["6"]
        numpy.testing.assert_allclose(series["norm" if "norm" in series else "mean"].values, values, rtol=1e-5, err_msg=tag)


def compilers():
    yield "aot_eager", {"backend": "aot_eager"}, "cpu"
    yield "inductor", {}, "cuda"
    yield "CUDA graphs", {"mode": "reduce-overhead"}, "cuda"


@pytest.mark.skipif(not hasattr(torch, "compile"), reason="torch.compile came with torch 2.0")
@pytest.mark.parametrize("precision", ["float32", "bfloat16"])
@pytest.mark.parametrize(("how", "needed"), [pytest.param(how, needed, id=name) for name, how, needed in compilers()])
def test_a_compiled_training_finds_what_an_eager_one_finds(device, tmp_path, how, needed, precision):
    if needed not in ("cpu", device.type):
        pytest.skip(f"this compiler is for {needed}")

    def run(name, training, is_compiled):
        with lensboard.Inspector(lenses(), tmp_path / f"{name}.lbrun", tick=1) as watch:
            watch.attach(training.model, training.optimizer)
            if is_compiled:
                torch._dynamo.reset()
                training.forward = torch.compile(training.model, dynamic=False, **how)
            for _ in range(STEPS):
                training.step(watch)
        return lensboard.open(watch.path)

    found = run("found", Training(device, getattr(torch, precision)), True)
    expected = run("expected", Training(device, getattr(torch, precision)), False)
    if precision == "float32":
        assert_same(found, expected, 1e-3)
    else:
        assert_norms_are_near(found, expected, 0.1)


def test_watching_changes_no_bit(device, run_path):
    alone, watched = Training(device), Training(device)
    expected = [alone.step().item() for _ in range(STEPS)]
    with lensboard.Inspector(lenses(), run_path, tick=2) as watch:
        watch.attach(watched.model, watched.optimizer)
        assert [watched.step(watch).item() for _ in range(STEPS)] == expected


def test_a_state_goes_on_on_the_device(device, tmp_path):
    training, half = Training(device), STEPS // 2
    with lensboard.Inspector(lenses(), tmp_path / "found.lbrun", tick=1) as watch:
        train(training, watch, half)
        watch.save_state(tmp_path / "state.pt")
    with lensboard.Inspector(lenses(), tmp_path / "found.lbrun", tick=1, state=tmp_path / "state.pt") as watch:
        train(training, watch, STEPS - half)
    assert_norms_are_near(lensboard.open(tmp_path / "found.lbrun"), run_of(tmp_path / "expected.lbrun", Training(device)), 1e-6)


def test_monitors_and_recorders_keep_tensors_of_the_device(device, tmp_path):
    watchers = [
        lensboard.OutputMonitor(name="seen", module="6"), lensboard.ForwardOutput(name="kept", layers=["6"]),
        lensboard.BackwardOutput(name="gradient", layers=["8"]),
    ]  # fmt: skip
    found = run_of(tmp_path / "found.lbrun", Training(device), watchers)
    expected = run_of(tmp_path / "expected.lbrun", Training(PROCESSOR), watchers)
    for tag, layer, label in [("seen tensor", "6", "Passthrough"), ("kept", "6", "output"), ("gradient", "8", "gradient of its output")]:
        tensors = expected[tag][layer][label]
        assert len(tensors) == len(found[tag][layer][label]) == STEPS
        for i in range(STEPS):
            numpy.testing.assert_allclose(found[tag][layer][label][i], tensors[i], rtol=1e-3, atol=1e-4, err_msg=tag)


WATCHES = {"nothing": None, "every step": {}, "a budget": {"budget": 0.02}, "a memory limit": {"memory": "1 MB"}}


@contextlib.contextmanager
def waiting_raises():
    """Makes each operation that waits for the device raise an error."""
    torch.cuda.synchronize()
    torch.cuda.set_sync_debug_mode("error")
    try:
        yield
    finally:
        torch.cuda.set_sync_debug_mode("default")


def test_a_wait_is_noticed(cuda):
    with pytest.raises(RuntimeError, match="synchronizing"), waiting_raises():
        torch.ones(1, device=cuda).item()


@pytest.mark.parametrize("precision", ["float32", "bfloat16", "float16"])
@pytest.mark.parametrize("watched", WATCHES)
def test_a_step_waits_for_nothing(cuda, run_path, watched, precision):
    training = Training(cuda, getattr(torch, precision))
    options = WATCHES[watched]
    with contextlib.nullcontext() if options is None else lensboard.Inspector(lenses(), run_path, tick=30, **options) as watch:
        if watch:
            watch.attach(training.model, training.optimizer, scaler=training.scaler)
        for _ in range(35):
            training.step(watch)
        training.validate(watch)
        with waiting_raises():
            for _ in range(20):
                training.step(watch)
            training.validate(watch)
        done = torch.cuda.Event()
        torch.cuda._sleep(2_000_000_000)  # cycles, about a second
        done.record()
        training.step(watch)
        assert not done.query(), "the step returned after the device had computed what was before it: something waited unseen by torch"


def test_closing_frees_the_memory_of_the_device(cuda, run_path):
    training = Training(cuda)
    training.step()
    gc.collect()
    before = torch.cuda.memory_allocated()
    with lensboard.Inspector(lenses(), run_path, tick=2) as watch:
        train(training, watch)
    gc.collect()
    assert torch.cuda.memory_allocated() <= before
