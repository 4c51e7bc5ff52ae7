"""Trainings by transformers, peft, Lightning and stable-baselines3, as these write them or as Lensboard's callbacks record them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import torch
import torch.nn.functional as F
from common import Dice, Tensor, characters, cnn, digits, images, lenses, mlp, text, windows
from torch import nn


class Rows(torch.utils.data.Dataset):
    def __init__(self, rows: list[dict[str, Any]]) -> None:
        self.rows = rows

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, index: int) -> dict[str, Any]:
        return self.rows[index]


def stretches(count: int, masked: bool) -> Rows:
    """Returns stretches of text for a causal or a masked language model; the last token is the mask."""
    tokens, alphabet = characters()
    rows = []
    for row in windows(tokens, 31, count):
        labels, given = row.clone(), row.clone()
        if masked:
            chosen = torch.rand(len(row)) < 0.15
            labels[~chosen], given[chosen] = -100, alphabet
        rows.append({"input_ids": given, "labels": labels})
    return Rows(rows)


def sentences(dice: Dice) -> tuple[Rows, Rows]:
    """Returns stretches labelled by the text they come from: the first half of the descriptions, or the second."""
    tokens, _ = characters()
    half, rows = len(tokens) // 2, []
    for _ in range(700):
        label = dice.randrange(2)
        at = dice.randrange(half - 40) + label * half
        rows.append({"input_ids": tokens[at : at + 32], "labels": label})
    return Rows(rows[:560]), Rows(rows[560:])


def bert_settings() -> dict[str, Any]:
    return {
        "vocab_size": len(set(text())) + 1,
        "hidden_size": 48,
        "num_hidden_layers": 2,
        "num_attention_heads": 4,
        "intermediate_size": 96,
        "max_position_embeddings": 64,
    }


def arguments(folder: Path, **more: Any) -> Any:
    import transformers

    usual: dict[str, Any] = {"per_device_train_batch_size": 16, "logging_steps": 10, "report_to": [], "save_strategy": "no", "use_cpu": True, "disable_tqdm": True,
                             "lr_scheduler_type": "linear", "warmup_steps": 10}  # fmt: skip
    return transformers.TrainingArguments(output_dir=str(folder), **{**usual, **more})


def train(dice: Dice, folder: Path, name: str, model: nn.Module, rows: Rows, validation: Rows | None = None, recorded: bool | None = None, **more: Any) -> None:
    """Trains by transformers and keeps trainer_state.json, or a run by Lensboard's callback."""
    import transformers
    from lensboard.transformers import LensboardCallback

    def measured(said: Any) -> dict[str, float]:
        return {"accuracy": float((said.predictions.argmax(-1) == said.label_ids).mean())}

    is_recorded = dice.random() < 0.5 if recorded is None else recorded
    callbacks = [LensboardCallback(lenses(), run=str(folder / f"{name}.lbrun"))] if is_recorded else []
    if validation:
        more |= {"eval_strategy": "steps", "eval_steps": 20}
    trainer = transformers.Trainer(model, arguments(folder / "made", **more), train_dataset=rows, eval_dataset=validation, callbacks=callbacks,
                                   compute_metrics=measured if validation and not isinstance(validation.rows[0]["labels"], Tensor) else None)  # fmt: skip
    trainer.remove_callback(transformers.PrinterCallback)
    trainer.train()
    if not is_recorded:
        (folder / name).mkdir()
        trainer.state.save_to_json(str(folder / name / "trainer_state.json"))
    shutil.rmtree(folder / "made", ignore_errors=True)


def pretrained_bert(folder: Path) -> Path:
    """Trains a small masked language model and returns its checkpoint."""
    import transformers

    model = transformers.BertForMaskedLM(transformers.BertConfig(**bert_settings()))
    trainer = transformers.Trainer(model, arguments(folder / "first", max_steps=150, learning_rate=2e-3), train_dataset=stretches(2000, masked=True))
    trainer.remove_callback(transformers.PrinterCallback)
    trainer.train()
    model.save_pretrained(folder / "checkpoint")
    return folder / "checkpoint"


def masked_language_model(dice: Dice, folder: Path) -> None:
    import transformers

    model = transformers.BertForMaskedLM(transformers.BertConfig(**bert_settings()))
    train(dice, folder, "mlm", model, stretches(2000, masked=True), learning_rate=dice.log(1e-3, 3e-3), max_steps=300)


def fine_tuned_bert(dice: Dice, folder: Path) -> None:
    import transformers

    model = transformers.BertForSequenceClassification.from_pretrained(pretrained_bert(folder), num_labels=2)
    train(dice, folder, "classified", model, *sentences(dice), learning_rate=dice.log(3e-4, 1e-3), num_train_epochs=dice.randint(3, 6))


def lora_bert(dice: Dice, folder: Path) -> None:
    import peft
    import transformers

    model = transformers.BertForSequenceClassification.from_pretrained(pretrained_bert(folder), num_labels=2)
    model = peft.get_peft_model(model, peft.LoraConfig(task_type="SEQ_CLS", r=dice.choice([4, 8]), lora_alpha=16, target_modules=["query", "value"]))
    train(dice, folder, "lora", model, *sentences(dice), learning_rate=dice.log(2e-3, 5e-3), num_train_epochs=5)


def small_gpt() -> nn.Module:
    import transformers

    return transformers.GPT2LMHeadModel(
        transformers.GPT2Config(vocab_size=len(set(text())), n_embd=48, n_layer=2, n_head=4, n_positions=64, bos_token_id=0, eos_token_id=0)
    )


def gpt2_from_scratch(dice: Dice, folder: Path) -> None:
    train(dice, folder, "gpt2", small_gpt(), stretches(2000, masked=False), stretches(64, masked=False), learning_rate=dice.log(1e-3, 3e-3), max_steps=300,
          lr_scheduler_type="cosine")  # fmt: skip


def gpt2_continued(dice: Dice, folder: Path) -> None:
    import transformers

    model = small_gpt()
    trainer = transformers.Trainer(
        model, arguments(folder / "first", max_steps=dice.randint(200, 350), learning_rate=2e-3), train_dataset=stretches(2000, masked=False)
    )
    trainer.remove_callback(transformers.PrinterCallback)
    trainer.train()
    model.save_pretrained(folder / "checkpoint")
    model = transformers.GPT2LMHeadModel.from_pretrained(folder / "checkpoint")
    train(dice, folder, "gpt2-continued", model, stretches(2000, masked=False), learning_rate=dice.log(5e-5, 3e-4), max_steps=200)


def lora_gpt2(dice: Dice, folder: Path) -> None:
    """Fine-tunes by adapters on text in capital letters."""
    import peft
    import transformers

    model = small_gpt()
    trainer = transformers.Trainer(model, arguments(folder / "first", max_steps=250, learning_rate=2e-3), train_dataset=stretches(2000, masked=False))
    trainer.remove_callback(transformers.PrinterCallback)
    trainer.train()
    model = peft.get_peft_model(model, peft.LoraConfig(task_type="CAUSAL_LM", r=8, lora_alpha=16, target_modules=["c_attn"], fan_in_fan_out=True))
    rows = stretches(1000, masked=False)
    for row in rows.rows:
        row["input_ids"] = row["labels"] = row["input_ids"].flip(0)
    train(dice, folder, "sft-lora", model, rows, learning_rate=dice.log(1e-3, 3e-3), max_steps=200)


def lightning_fit(dice: Dice, folder: Path, recorded: bool) -> None:
    import lightning
    from lensboard.lightning import LensboardCallback
    from lightning.pytorch.loggers import CSVLogger, TensorBoardLogger

    data = images(dice)
    loader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(data.x, data.y), 32, shuffle=True)
    validation = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(data.val_x, data.val_y), 128)
    logger: Any = False if recorded else dice.choice([CSVLogger, TensorBoardLogger])(str(folder), name="log")
    callbacks = [LensboardCallback(lenses(), run=str(folder / "fit.lbrun"))] if recorded else []
    trainer = lightning.Trainer(max_epochs=dice.randint(6, 12), logger=logger, callbacks=callbacks, log_every_n_steps=10, **quiet())
    trainer.fit(digit_module(cnn(dice), dice.log(1e-3, 4e-3)), loader, validation)


def quiet() -> dict[str, Any]:
    return {"enable_progress_bar": False, "enable_model_summary": False, "enable_checkpointing": False, "accelerator": "cpu"}


def digit_module(model: nn.Module, lr: float) -> Any:
    import lightning

    class Digits(lightning.LightningModule):
        def __init__(self) -> None:
            super().__init__()
            self.model, self.lr = model, lr

        def training_step(self, batch: Any, _: int) -> Tensor:
            loss = F.cross_entropy(self.model(batch[0]), batch[1])
            self.log("train_loss", loss)
            return loss

        def validation_step(self, batch: Any, _: int) -> Tensor:
            output = self.model(batch[0])
            loss = F.cross_entropy(output, batch[1])
            self.log_dict({"val_loss": loss, "val_acc": (output.argmax(1) == batch[1]).float().mean()})
            return loss

        def configure_optimizers(self) -> torch.optim.Optimizer:
            return torch.optim.Adam(self.parameters(), lr=self.lr)

    return Digits()


def lightning_log(dice: Dice, folder: Path) -> None:
    lightning_fit(dice, folder, recorded=False)


def lightning_recorded(dice: Dice, folder: Path) -> None:
    lightning_fit(dice, folder, recorded=True)


def rate_finder(dice: Dice, folder: Path) -> None:
    """Keeps the measurements of Lightning's LR finder."""
    import lightning
    from lightning.pytorch.tuner import Tuner

    data = digits(dice)
    loader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(data.x, data.y), 32, shuffle=True)
    trainer = lightning.Trainer(logger=False, default_root_dir=str(folder / "made"), max_epochs=3, **quiet())
    finder = Tuner(trainer).lr_find(digit_module(mlp(64, 10, dice), 1e-3), loader, num_training=dice.randint(80, 200))
    rows = zip(finder.results["lr"], finder.results["loss"], strict=True)
    (folder / "finder.jsonl").write_text("".join(json.dumps({"step": step, "lr": rate, "loss": loss}) + "\n" for step, (rate, loss) in enumerate(rows)))
    shutil.rmtree(folder / "made", ignore_errors=True)


def cart_pole(dice: Dice, folder: Path, algorithm: str, steps: int, log_interval: int = 1, **more: Any) -> None:
    import stable_baselines3
    from stable_baselines3.common.logger import configure

    model = getattr(stable_baselines3, algorithm)("MlpPolicy", "CartPole-v1", seed=dice.randrange(10000), device="cpu", **more)
    model.set_logger(configure(str(folder / algorithm.lower()), [dice.choice(["csv", "tensorboard", "json"])]))
    model.learn(steps, log_interval=log_interval)


def ppo(dice: Dice, folder: Path) -> None:
    cart_pole(dice, folder, "PPO", 12000, n_steps=dice.choice([256, 512]), learning_rate=dice.log(3e-4, 1e-3), n_epochs=5)


def dqn(dice: Dice, folder: Path) -> None:
    cart_pole(dice, folder, "DQN", 10000, learning_rate=dice.log(5e-4, 2.3e-3), learning_starts=500, train_freq=8, gradient_steps=8, batch_size=64,
              target_update_interval=100, exploration_fraction=0.2)  # fmt: skip


def a2c(dice: Dice, folder: Path) -> None:
    cart_pole(dice, folder, "A2C", 10000, log_interval=50)


ALL = [
    masked_language_model, fine_tuned_bert, lora_bert, gpt2_from_scratch, gpt2_continued, lora_gpt2, lightning_log, lightning_recorded, rate_finder, ppo, dqn, a2c,
]  # fmt: skip
