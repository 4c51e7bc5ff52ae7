"""Faults in the code of a training loop are found, and not in twins without the fault."""

from __future__ import annotations

import copy
import os
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import lensboard
import pytest
import torch
from torch import nn

Loop = Callable[[lensboard.Inspector, bool], None]
functional = nn.functional


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    """Threads that wait for one another are slow beside other programs."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def small_model(seed: int = 3) -> nn.Sequential:
    torch.manual_seed(seed)
    return nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Dropout(0.2), nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 3))


def loss_of(model: nn.Module) -> torch.Tensor:
    return functional.cross_entropy(model(torch.randn(16, 6)), torch.randint(3, (16,)))


def step(model: nn.Module, optimizer: torch.optim.Optimizer, watch: lensboard.Inspector) -> None:
    loss = loss_of(model)
    loss.backward()
    optimizer.step()
    watch.push_loss(loss)


def sgd(model: nn.Module) -> torch.optim.Optimizer:
    return torch.optim.SGD(model.parameters(), lr=0.01)


def cleared_gradients(watch: lensboard.Inspector, is_sick: bool, **how: bool) -> None:
    model = small_model()
    optimizer = sgd(model)
    watch.attach(model, optimizer)
    for _ in range(40):
        if not is_sick:
            optimizer.zero_grad(**how)
        step(model, optimizer, watch)


def zeroed_gradients(watch: lensboard.Inspector, is_sick: bool) -> None:
    cleared_gradients(watch, is_sick, set_to_none=False)


def soft_targets(watch: lensboard.Inspector, is_sick: bool) -> None:
    """Cross entropy of probabilities is divided by a number that is no tensor."""
    model = small_model()
    optimizer = sgd(model)
    watch.attach(model, optimizer)
    for _ in range(40):
        if not is_sick:
            optimizer.zero_grad()
        loss = functional.cross_entropy(model(torch.randn(16, 6)), torch.rand(16, 3).softmax(1))
        loss.backward()
        optimizer.step()
        watch.push_loss(loss)


def accumulated_gradients(watch: lensboard.Inspector, is_sick: bool) -> None:
    """Four batches make a step, and the gradient is clipped."""
    model = small_model()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    watch.attach(model, optimizer)
    for _ in range(40):
        for _ in range(3):
            loss_of(model).backward()
        loss = loss_of(model)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 0.5)
        optimizer.step()
        watch.push_loss(loss)
        if not is_sick:
            optimizer.zero_grad()


def adversaries(watch: lensboard.Inspector, is_sick: bool) -> None:
    """The generator's backward passes through the discriminator. Its gradients are cleared later."""
    generator, discriminator = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 6)), small_model()
    of_generator, of_discriminator = sgd(generator), sgd(discriminator)
    watch.attach(generator, of_generator, name="generator").attach(discriminator, of_discriminator, name="discriminator")
    for _ in range(40):
        if not is_sick:
            of_discriminator.zero_grad()
        loss_of(discriminator).backward()
        functional.cross_entropy(discriminator(generator(torch.randn(16, 6)).detach()), torch.zeros(16).long()).backward()
        of_discriminator.step()
        of_generator.zero_grad()
        loss = functional.cross_entropy(discriminator(generator(torch.randn(16, 6))), torch.ones(16).long())
        loss.backward()
        of_generator.step()
        watch.push_loss(loss)


def written_gradients(watch: lensboard.Inspector, is_sick: bool) -> None:
    """A loop that copies its gradients into buffers does not clear them."""
    model = small_model()
    optimizer = sgd(model)
    for each in model.parameters():
        each.grad = torch.zeros_like(each)
    watch.attach(model, optimizer)
    for _ in range(40):
        loss = loss_of(model)
        if is_sick:
            loss.backward()
        else:
            for each, gradient in zip(model.parameters(), torch.autograd.grad(loss, list(model.parameters()))):
                assert each.grad is not None
                each.grad.copy_(gradient)
        optimizer.step()
        watch.push_loss(loss)


def early_optimizer(watch: lensboard.Inspector, is_sick: bool) -> None:
    """The last layer is replaced after or before the optimizer is made."""
    model = small_model()
    early = sgd(model)
    model[5] = nn.Linear(8, 3)
    optimizer = early if is_sick else sgd(model)
    watch.attach(model, optimizer)
    for _ in range(40):
        model.zero_grad()
        step(model, optimizer, watch)


def new_parameters(watch: lensboard.Inspector, is_sick: bool) -> None:
    """A layer's weight gets two factors, before or after the optimizer is made."""
    model = small_model()
    early = sgd(model)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # newer versions prefer another way
        nn.utils.weight_norm(model[3])
    optimizer = early if is_sick else sgd(model)
    watch.attach(model, optimizer)
    for _ in range(40):
        model.zero_grad()
        step(model, optimizer, watch)


def replaced_later(watch: lensboard.Inspector, is_sick: bool) -> None:
    """All parameters are replaced during the training, as a conversion does."""
    model = small_model()
    optimizer = sgd(model)
    watch.attach(model, optimizer)
    for i in range(80):
        if i == 6 and is_sick:
            for layer in (model[0], model[3], model[5]):
                layer.weight, layer.bias = (nn.Parameter(each.detach().clone()) for each in (layer.weight, layer.bias))
        model.zero_grad()
        optimizer.zero_grad()
        step(model, optimizer, watch)


def forgotten_layer(watch: lensboard.Inspector, is_sick: bool) -> None:
    model = small_model()
    layers = [model[0], model[5]] if is_sick else [model]
    optimizer = torch.optim.SGD([each for layer in layers for each in layer.parameters()], lr=0.01)
    watch.attach(model, optimizer)
    for _ in range(40):
        model.zero_grad()
        step(model, optimizer, watch)


def trained_head(watch: lensboard.Inspector, is_sick: bool) -> None:
    model = small_model()
    if not is_sick:
        model[:5].requires_grad_(False)
    optimizer = sgd(model[5])
    watch.attach(model, optimizer)
    for _ in range(40):
        model.zero_grad()
        step(model, optimizer, watch)


def second_optimizer(watch: lensboard.Inspector, is_sick: bool) -> None:
    """An optimizer that the Inspector does not know trains the last layer, or none does."""
    model = small_model()
    optimizer, other = sgd(model[:5]), sgd(model[5])
    watch.attach(model, optimizer)
    for _ in range(40):
        model.zero_grad()
        step(model, optimizer, watch)
        if not is_sick:
            other.step()


def validate(model: nn.Module, watch: lensboard.Inspector) -> None:
    with torch.no_grad():
        losses = [loss_of(model) for _ in range(3)]
    watch.push_loss(sum(losses) / 3, train=False)


def after_validation(watch: lensboard.Inspector, is_sick: bool) -> None:
    model = small_model()
    optimizer = sgd(model)
    watch.attach(model, optimizer)
    for epoch in range(4):
        if epoch == 0 or not is_sick:
            model.train()
        for _ in range(15):
            optimizer.zero_grad()
            step(model, optimizer, watch)
        model.eval()
        validate(model, watch)


def from_the_start(watch: lensboard.Inspector, is_sick: bool) -> None:
    model = small_model().train(not is_sick)
    optimizer = sgd(model)
    watch.attach(model, optimizer)
    for _ in range(40):
        optimizer.zero_grad()
        step(model, optimizer, watch)


def in_validation(watch: lensboard.Inspector, is_sick: bool) -> None:
    """The loop pushes the mean loss of a validation after the model is in training mode again."""
    model = small_model()
    optimizer = sgd(model)
    watch.attach(model, optimizer)
    for _ in range(4):
        for _ in range(15):
            optimizer.zero_grad()
            step(model, optimizer, watch)
        model.train(is_sick)
        with torch.no_grad():
            losses = [float(loss_of(model)) for _ in range(3)]
        model.train()
        watch.push_loss(sum(losses) / 3, train=False)


def tied(watch: lensboard.Inspector, is_sick: bool) -> None:
    model = nn.Sequential(nn.Linear(6, 6), nn.ReLU(), nn.Linear(6, 6))
    model[2].weight = model[0].weight
    optimizer = sgd(model)
    watch.attach(model, optimizer)
    for i in range(40):
        if i == 5 and is_sick:
            model[2].weight = nn.Parameter(model[2].weight.detach().clone())
            optimizer.add_param_group({"params": [model[2].weight]})
        optimizer.zero_grad()
        step(model, optimizer, watch)


class Scaler:
    """Scales a loss as torch.amp.GradScaler does, without a GPU."""

    scale = 65536.0

    def get_scale(self) -> float:
        return self.scale

    def unscale(self, model: nn.Module) -> None:
        for each in model.parameters():
            if each.grad is not None:
                each.grad /= self.scale


def clipped(watch: lensboard.Inspector, is_sick: bool) -> None:
    model, scaler = small_model(), Scaler()
    optimizer = sgd(model)
    watch.attach(model, optimizer, scaler=scaler)
    for i in range(40):
        scaler.scale = 65536.0 if i < 10 else 32768.0
        optimizer.zero_grad()
        loss = loss_of(model)
        (loss * scaler.scale).backward()
        if not is_sick:
            scaler.unscale(model)
        nn.utils.clip_grad_norm_(model.parameters(), 0.05)
        if is_sick:
            scaler.unscale(model)
        optimizer.step()
        watch.push_loss(loss)


def decayed(watch: lensboard.Inspector, is_sick: bool) -> None:
    """A rate that falls tenfold every 10 epochs, in 20 epochs of 20 steps."""
    scheduled(watch, is_sick, lambda optimizer: torch.optim.lr_scheduler.StepLR(optimizer, 10, 0.1))


def cosine(watch: lensboard.Inspector, is_sick: bool) -> None:
    scheduled(watch, is_sick, lambda optimizer: torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, 20))


def scheduled(watch: lensboard.Inspector, is_sick: bool, make: Callable[[Any], Any]) -> None:
    model = small_model()
    optimizer = sgd(model)
    scheduler = make(optimizer)
    watch.attach(model, optimizer)
    for _ in range(20):
        for _ in range(20):
            optimizer.zero_grad()
            step(model, optimizer, watch)
            if is_sick:
                scheduler.step()
        if not is_sick:
            scheduler.step()


def averaged_batches(watch: lensboard.Inspector, is_sick: bool) -> None:
    """The losses of four batches are divided by four, once or twice."""
    model = small_model()
    optimizer = sgd(model)
    watch.attach(model, optimizer)
    for _ in range(40):
        optimizer.zero_grad()
        for _ in range(4):
            loss = loss_of(model) / 4
            watch.push_loss(loss)
            (loss / 4 if is_sick else loss).backward()
        optimizer.step()


def averaged_rows(watch: lensboard.Inspector, is_sick: bool) -> None:
    model = small_model()
    optimizer = sgd(model)
    watch.attach(model, optimizer)
    for _ in range(40):
        optimizer.zero_grad()
        losses = functional.mse_loss(model(torch.randn(16, 6)), torch.randn(16, 3), reduction="mean" if is_sick else "sum")
        loss = losses / 16
        watch.push_loss(loss)
        loss.backward()
        optimizer.step()


def softmax(watch: lensboard.Inspector, is_sick: bool) -> None:
    activated(watch, nn.Softmax(1) if is_sick else nn.LogSoftmax(1), lambda outputs: functional.cross_entropy(outputs, torch.randint(3, (16,))))


def sigmoid(watch: lensboard.Inspector, is_sick: bool) -> None:
    activated(watch, nn.Sigmoid() if is_sick else nn.Identity(), lambda outputs: functional.binary_cross_entropy_with_logits(outputs, torch.rand(16, 3)))


def activated(watch: lensboard.Inspector, last: nn.Module, loss_of_outputs: Callable[[torch.Tensor], torch.Tensor]) -> None:
    """Pushes a loss after its backward."""
    model = nn.Sequential(*small_model(), last)
    optimizer = sgd(model)
    watch.attach(model, optimizer)
    for _ in range(40):
        optimizer.zero_grad()
        loss = loss_of_outputs(model(torch.randn(16, 6)).view(16, 3))
        loss.backward()
        optimizer.step()
        watch.push_loss(loss)


class Language(nn.Module):
    """Attends to earlier tokens, or to all."""

    def __init__(self, is_causal: bool = True) -> None:
        super().__init__()
        self.is_causal = is_causal
        self.embedding, self.place = nn.Embedding(30, 12), nn.Embedding(16, 12)
        self.query, self.head = nn.Linear(12, 12), nn.Linear(12, 30)

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        length = tokens.shape[1]
        x = self.embedding(tokens) + self.place(torch.arange(length))
        scores = self.query(x) @ x.transpose(1, 2)
        if self.is_causal:
            scores = scores.masked_fill(torch.ones(length, length, dtype=torch.bool).triu(1), float("-inf"))
        return self.head(scores.softmax(-1) @ x)


def language(watch: lensboard.Inspector, shift: int, is_causal: bool = True) -> None:
    model = Language(is_causal)
    optimizer = sgd(model)
    watch.attach(model, optimizer)
    for _ in range(40):
        text = torch.randint(30, (8, 18))
        optimizer.zero_grad()
        loss = functional.cross_entropy(model(text[:, :16]).transpose(1, 2), text[:, shift : 16 + shift])
        watch.push_loss(loss)
        loss.backward()
        optimizer.step()


def unshifted_labels(watch: lensboard.Inspector, is_sick: bool) -> None:
    language(watch, 0 if is_sick else 1)


def copied_tokens(watch: lensboard.Inspector, is_sick: bool) -> None:
    """A model that sees all tokens may have the tokens for targets."""
    language(watch, 0, is_causal=is_sick)


def labels_shifted_twice(watch: lensboard.Inspector, is_sick: bool) -> None:
    language(watch, 2 if is_sick else 1)


class Numbers(torch.utils.data.IterableDataset):
    """128 samples. Two workers share them, or each reads all."""

    def __init__(self, is_shared: bool) -> None:
        self.is_shared = is_shared

    def __iter__(self) -> Iterator[torch.Tensor]:
        worker = torch.utils.data.get_worker_info()
        samples = torch.randn(128, 6, generator=torch.Generator().manual_seed(1))
        yield from samples[worker.id :: 2] if self.is_shared and worker else samples


class Crops(torch.utils.data.Dataset):
    """Crops at random places. The generator is a copy in each worker, or torch's, with a seed for each worker."""

    def __init__(self, is_copied: bool) -> None:
        self.numbers = torch.randn(1000)
        self.generator = torch.Generator().manual_seed(1) if is_copied else None

    def __len__(self) -> int:
        return 128

    def __getitem__(self, index: int) -> torch.Tensor:
        start = int(torch.randint(990, (), generator=self.generator))
        return self.numbers[start : start + 6]


def iterated_by_workers(watch: lensboard.Inspector, is_sick: bool) -> None:
    load(watch, torch.utils.data.DataLoader(Numbers(not is_sick), 8, num_workers=2))


def cropped_by_workers(watch: lensboard.Inspector, is_sick: bool) -> None:
    load(watch, torch.utils.data.DataLoader(Crops(is_sick), 8, num_workers=2))


def load(watch: lensboard.Inspector, loader: Any) -> None:
    model = small_model()
    optimizer = sgd(model)
    watch.attach(model, optimizer)
    for _ in range(2):
        for x in watch.batches(loader):
            optimizer.zero_grad()
            loss = functional.cross_entropy(model(x), torch.randint(3, (len(x),)))
            loss.backward()
            optimizer.step()
            watch.push_loss(loss)


CASES = [
    (cleared_gradients, "problem", [], "never cleared"),
    (zeroed_gradients, "problem", [], "never cleared"),
    (soft_targets, "problem", [], "never cleared"),
    (accumulated_gradients, "problem", [], "never cleared"),
    (adversaries, "problem", [], "never cleared"),
    (written_gradients, "problem", [], "never cleared"),
    (early_optimizer, "problem", ["5.weight", "5.bias"], "no longer the model's"),
    (new_parameters, "problem", ["3.weight_g", "3.weight_v"], "no longer the model's"),
    (replaced_later, "problem", ["0.weight", "0.bias", "3.weight", "3.bias", "5.weight", "5.bias"], "no longer the model's"),
    (forgotten_layer, "warning", ["3.weight", "3.bias"], "never trained"),
    (trained_head, "note", ["0.weight", "0.bias", "3.weight", "3.bias"], "Only a part"),
    (second_optimizer, "warning", ["5.weight", "5.bias"], "never trained"),
    (after_validation, "warning", [], "stayed in evaluation mode"),
    (from_the_start, "note", [], "trains in evaluation mode"),
    (in_validation, "warning", [], "validates in training mode"),
    (tied, "problem", ["0.weight", "2.weight"], "came apart"),
    (clipped, "warning", [], "while they are scaled"),
    (decayed, "warning", [], "StepLR"),
    (cosine, "warning", [], "CosineAnnealingLR"),
    (averaged_batches, "warning", [], "twice"),
    (averaged_rows, "warning", [], "again"),
    (softmax, "warning", [], "softmax or sigmoid"),
    (sigmoid, "warning", [], "softmax or sigmoid"),
    (unshifted_labels, "problem", [], "its own inputs"),
    (copied_tokens, "problem", [], "its own inputs"),
    (labels_shifted_twice, "problem", [], "next token but one"),
    (iterated_by_workers, "warning", [], "same batches"),
    (cropped_by_workers, "warning", [], "same batches"),
]


@pytest.mark.parametrize(("loop", "severity", "layers", "text"), CASES, ids=[each[0].__name__ for each in CASES])
def test_a_fault_is_found(loop: Loop, severity: str, layers: list[str], text: str, run_path: Path) -> None:
    with lensboard.Inspector(lensboard.LossMetrics(), run_path, tick=4) as watch:
        loop(watch, True)
    (finding,) = lensboard.open(run_path).findings("LoopFault")
    assert (finding.severity, finding.layers) == (severity, layers)
    assert text in f"{finding.values} {finding.meaning}"
    assert "%" not in finding.values


@pytest.mark.parametrize("loop", [each[0] for each in CASES])
def test_its_twin_has_none(loop: Loop, run_path: Path) -> None:
    with lensboard.Inspector(lensboard.LossMetrics(), run_path, tick=4) as watch:
        loop(watch, False)
    assert lensboard.open(run_path).findings("LoopFault") == []


def test_a_raised_rate_is_named(run_path: Path) -> None:
    model = small_model()
    optimizer = sgd(model)
    with lensboard.Inspector(lensboard.LossMetrics(), run_path, tick=1) as watch:
        watch.attach(model, optimizer)
        for i in range(120):
            optimizer.param_groups[0]["lr"] = 0.01 if i < 60 else 200.0
            optimizer.zero_grad()
            step(model, optimizer, watch)
    run = lensboard.open(run_path)
    assert [(event["step"], event["text"]) for event in run.events if event["kind"] == "learning_rate"] == [(61, "200")]
    (first,) = {finding.before for finding in run.findings("LossDiverging", "NotFinite") if "learning rate" in finding.before} or {""}
    assert first.endswith("steps after the learning rate was set to 200")


def test_a_checked_model_can_be_saved_and_has_no_hooks_afterwards(run_path: Path, tmp_path: Path) -> None:
    model = small_model()
    optimizer = sgd(model)
    with lensboard.Inspector(lensboard.LossMetrics(), run_path, tick=1) as watch:
        watch.attach(model, optimizer)
        step(model, optimizer, watch)
        torch.save(copy.deepcopy(model), tmp_path / "model.pt")
        torch.save(model, tmp_path / "model.pt")
    assert not any(each._backward_hooks for each in model.parameters())


@pytest.mark.parametrize("is_sick", [True, False])
def test_lightning_divides_accumulated_losses_itself(is_sick: bool, run_path: Path, tmp_path: Path) -> None:
    lightning = pytest.importorskip("lightning.pytorch", reason="lightning is not installed")
    from lensboard.lightning import LensboardCallback

    class Module(lightning.LightningModule):  # type: ignore[misc,name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.model = small_model()

        def training_step(self, batch: list[torch.Tensor], _: int) -> torch.Tensor:
            x, y = batch
            return functional.cross_entropy(self.model(x), y) / (4 if is_sick else 1)

        def configure_optimizers(self) -> torch.optim.Optimizer:
            return sgd(self.model)

    data = torch.utils.data.TensorDataset(torch.randn(320, 6), torch.randint(3, (320,)))
    trainer = lightning.Trainer(
        accelerator="cpu", max_epochs=2, accumulate_grad_batches=4, logger=False, enable_checkpointing=False, enable_progress_bar=False,
        enable_model_summary=False, default_root_dir=tmp_path, callbacks=[LensboardCallback(lensboard.LossMetrics(), run=run_path, tick=2)],
    )  # fmt: skip
    trainer.fit(Module(), torch.utils.data.DataLoader(data, 8))
    found = lensboard.open(run_path).findings("LoopFault")
    assert ["divided by 4 twice" in each.values for each in found] == [True] * is_sick


@pytest.mark.parametrize("is_sick", [True, False])
def test_models_of_transformers_shift_labels_themselves(is_sick: bool, run_path: Path, tmp_path: Path) -> None:
    transformers = pytest.importorskip("transformers", reason="transformers is not installed")
    pytest.importorskip("accelerate", reason="accelerate is not installed")
    from lensboard.transformers import LensboardCallback

    torch.manual_seed(3)
    texts = torch.randint(30, (160, 17))
    samples = [{"input_ids": each[:16], "labels": each[1:] if is_sick else each[:16]} for each in texts]
    model = transformers.GPT2LMHeadModel(transformers.GPT2Config(vocab_size=30, n_positions=16, n_embd=12, n_layer=1, n_head=2, bos_token_id=1, eos_token_id=1))
    settings = {"per_device_train_batch_size": 8, "report_to": [], "disable_tqdm": True, "save_strategy": "no", "use_cpu": True, "logging_steps": 5}
    arguments = transformers.TrainingArguments(str(tmp_path / "out"), num_train_epochs=2, gradient_accumulation_steps=2, **settings)
    callback = LensboardCallback(lensboard.LossMetrics(), run=run_path, tick=2)
    transformers.Trainer(model, arguments, train_dataset=samples, callbacks=[callback]).train()
    found = lensboard.open(run_path).findings("LoopFault")
    assert ["next token but one" in each.meaning for each in found] == [True] * is_sick
    assert not model._forward_pre_hooks


@pytest.mark.parametrize("is_sick", [True, False])
def test_processes_need_samples_of_their_own(is_sick: bool, tmp_path: Path) -> None:
    if not torch.distributed.is_available() or not torch.distributed.is_gloo_available():
        pytest.skip("this torch has no Gloo")
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    script = Path(__file__).with_name("process_training.py")
    command = [sys.executable, str(script), str(tmp_path)]
    story = "same samples" if is_sick else ""
    running = [subprocess.Popen([*command, str(rank), "2", story], env=environment, stdout=subprocess.DEVNULL) for rank in range(2)]
    assert [each.wait(100) for each in running] == [0, 0]
    found = lensboard.open(tmp_path / "run-2.lbrun").findings("LoopFault")
    assert [(each.severity, each.values) for each in found] == [("problem", "the first batches of all 2 processes were the same")] * is_sick
