"""One of two processes that train a model with a framework for two epochs; run by test_framework_processes.py with torchrun's variables.

Arguments: a folder and the framework. Lightning and transformers continue after the first epoch, from a checkpoint. Prints the gradient norms of
each step, after the processes averaged them.
"""

import json
import sys
from pathlib import Path

import lensboard
import torch

folder, framework = Path(sys.argv[1]), sys.argv[2]
torch.set_num_threads(1)
OPTIONS = {"run": folder / "run.lbrun", "tick": "2 steps", "budget": 0}
LENSES = [lensboard.LossMetrics(), lensboard.ParameterGradientGeometry(), lensboard.OutputNorm(include=["Linear"])]
data = torch.Generator().manual_seed(6)
samples = torch.utils.data.TensorDataset(torch.randn(64, 4, generator=data), torch.randn(64, 2, generator=data))
norms = []


def net():
    torch.manual_seed(5)
    return torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.ReLU(), torch.nn.Linear(8, 2))


def with_lightning():
    import lightning.pytorch as pl
    from lensboard.lightning import LensboardCallback

    class Module(pl.LightningModule):
        def __init__(self):
            super().__init__()
            self.net = net()

        def training_step(self, batch, index):
            loss = torch.nn.functional.mse_loss(self.net(batch[0]), batch[1])
            self.log("mse", loss)
            return loss

        def on_before_optimizer_step(self, optimizer):
            norms.append(self.net[0].weight.grad.norm().item())

        def configure_optimizers(self):
            return torch.optim.SGD(self.parameters(), lr=0.05)

    loader = torch.utils.data.DataLoader(samples, 8)
    quiet = {"logger": False, "enable_checkpointing": False, "enable_progress_bar": False, "enable_model_summary": False}
    for epochs, checkpoint in ((1, None), (2, folder / "begun.ckpt")):
        watching = LensboardCallback(LENSES, **OPTIONS)
        trainer = pl.Trainer(accelerator="cpu", devices=2, strategy="ddp", max_epochs=epochs, log_every_n_steps=1, callbacks=[watching], **quiet)
        trainer.fit(Module(), loader, ckpt_path=checkpoint)
        trainer.save_checkpoint(folder / "begun.ckpt")


def with_transformers():
    import transformers
    from lensboard.transformers import LensboardCallback

    class Norms(transformers.TrainerCallback):
        def on_pre_optimizer_step(self, args, state, control, model=None, **kwargs):
            norms.append(model.net[0].weight.grad.norm().item())

    class Model(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.net = net()

        def forward(self, x, labels):
            y = self.net(x)
            return {"loss": torch.nn.functional.mse_loss(y, labels), "logits": y}

    rows = [{"x": x, "labels": y} for x, y in samples]
    for epochs in (1, 2):
        arguments = transformers.TrainingArguments(
            str(folder / "out"), num_train_epochs=epochs, per_device_train_batch_size=8, use_cpu=True, ddp_backend="gloo", logging_steps=2,
            save_steps=4, max_grad_norm=0.0, disable_tqdm=True, report_to=[], dataloader_pin_memory=False,
        )  # fmt: skip
        watching = LensboardCallback(LENSES, **OPTIONS)
        trainer = transformers.Trainer(Model(), arguments, train_dataset=rows, callbacks=[Norms(), watching])
        trainer.train(resume_from_checkpoint=epochs == 2)


def with_accelerate(attach_first=False):
    import accelerate

    accelerator = accelerate.Accelerator(cpu=True)
    optimized = net()
    optimizer = torch.optim.SGD(optimized.parameters(), lr=0.05)
    with lensboard.Inspector(LENSES, OPTIONS["run"], tick=OPTIONS["tick"], config={"lr": 0.05}) as watch:
        if attach_first:
            watch.attach(optimized, optimizer)
        model, prepared, loader = accelerator.prepare(optimized, optimizer, torch.utils.data.DataLoader(samples, 8))
        if not attach_first:
            watch.attach(model, optimizer)
        for x, y in [batch for _ in range(2) for batch in loader]:
            loss = torch.nn.functional.mse_loss(model(x), y)
            accelerator.backward(loss)
            norms.append(optimized[0].weight.grad.norm().item())
            prepared.step()
            prepared.zero_grad()
            watch.push_loss(loss)


{
    "lightning": with_lightning,
    "transformers": with_transformers,
    "accelerate": with_accelerate,
    "accelerate, attached first": lambda: with_accelerate(attach_first=True),
}[framework]()
print("norms " + json.dumps(norms), flush=True)
