"""Data, models and recording for the usual trainings."""

from __future__ import annotations

import csv
import json
import math
import random
from collections.abc import Iterator
from pathlib import Path

import lensboard
import numpy
import sklearn.datasets
import torch
from torch import nn

Tensor = torch.Tensor


class Dice(random.Random):
    """Draws the settings of a training."""

    def log(self, low: float, high: float) -> float:
        """Returns a number that is uniform in its logarithm."""
        return math.exp(self.uniform(math.log(low), math.log(high)))


class Data:
    """Inputs and targets, divided into training and validation."""

    def __init__(self, dice: Dice, x: Tensor, y: Tensor) -> None:
        order = torch.tensor(dice.sample(range(len(x)), len(x)))
        cut = len(x) // 5
        self.x, self.y, self.val_x, self.val_y = x[order[cut:]], y[order[cut:]], x[order[:cut]], y[order[:cut]]

    def batches(self, size: int) -> Iterator[tuple[Tensor, Tensor]]:
        for indices in torch.randperm(len(self.x)).split(size):
            if len(indices) == size:
                yield self.x[indices], self.y[indices]


def digits(dice: Dice, classes: range = range(10)) -> Data:
    x, y = sklearn.datasets.load_digits(return_X_y=True)
    chosen = (y >= classes.start) & (y < classes.stop)
    x = torch.tensor(x[chosen], dtype=torch.float32)
    return Data(dice, (x - x.mean()) / x.std(), torch.tensor(y[chosen] - classes.start))


def images(dice: Dice) -> Data:
    data = digits(dice)
    data.x, data.val_x = data.x.view(-1, 1, 8, 8), data.val_x.view(-1, 1, 8, 8)
    return data


def regression(dice: Dice) -> Data:
    make = dice.choice(["diabetes", "friedman1", "friedman2"])
    if make == "diabetes":
        x, y = sklearn.datasets.load_diabetes(return_X_y=True)
    else:
        x, y = getattr(sklearn.datasets, f"make_{make}")(n_samples=1000, noise=0.5, random_state=dice.randrange(1000))
    x, y = (x - x.mean(0)) / x.std(0), (y - y.mean()) / y.std()
    return Data(dice, torch.tensor(x, dtype=torch.float32), torch.tensor(y, dtype=torch.float32)[:, None])


def text() -> str:
    """Returns about 30 kB of English: the descriptions of scikit-learn's data sets."""
    names = ["breast_cancer", "diabetes", "digits", "iris", "linnerud", "wine"]
    return "\n".join(getattr(sklearn.datasets, f"load_{name}")().DESCR for name in names)


def characters() -> tuple[Tensor, int]:
    """Returns text() as numbers, and the size of its alphabet."""
    alphabet = sorted(set(text()))
    place = {letter: i for i, letter in enumerate(alphabet)}
    return torch.tensor([place[letter] for letter in text()]), len(alphabet)


def windows(tokens: Tensor, length: int, size: int) -> Tensor:
    """Returns a batch of random stretches of \\p tokens, one longer than \\p length."""
    return torch.stack([tokens[i : i + length + 1] for i in torch.randint(len(tokens) - length - 1, (size,)).tolist()])


def mlp(inputs: int, outputs: int, dice: Dice, dropout: float = 0.0) -> nn.Sequential:
    width, depth = dice.choice([32, 64, 128]), dice.choice([1, 2, 3])
    act = dice.choice([nn.ReLU, nn.GELU, nn.SiLU, nn.Tanh])
    layers: list[nn.Module] = []
    for i in range(depth):
        layers += [nn.Linear(inputs if i == 0 else width, width), act()] + ([nn.Dropout(dropout)] if dropout else [])
    return nn.Sequential(*layers, nn.Linear(width, outputs))


def cnn(dice: Dice, outputs: int = 10) -> nn.Sequential:
    width = dice.choice([8, 16])
    return nn.Sequential(
        nn.Conv2d(1, width, 3, padding=1), nn.BatchNorm2d(width), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(width, 2 * width, 3, padding=1), nn.BatchNorm2d(2 * width), nn.ReLU(), nn.AdaptiveAvgPool2d(1),
        nn.Flatten(), nn.Linear(2 * width, outputs),
    )  # fmt: skip


class CharacterGPT(nn.Module):
    def __init__(self, alphabet: int, width: int, depth: int, length: int) -> None:
        super().__init__()
        self.tokens, self.places = nn.Embedding(alphabet, width), nn.Embedding(length, width)
        layer = nn.TransformerEncoderLayer(width, 4, 4 * width, 0.0, "gelu", batch_first=True, norm_first=True)
        self.blocks = nn.TransformerEncoder(layer, depth, nn.LayerNorm(width), enable_nested_tensor=False)
        self.head = nn.Linear(width, alphabet)
        nn.init.normal_(self.tokens.weight, std=0.02)
        nn.init.normal_(self.places.weight, std=0.02)

    def forward(self, tokens: Tensor) -> Tensor:
        length = tokens.shape[1]
        mask = nn.Transformer.generate_square_subsequent_mask(length)
        return self.head(self.blocks(self.tokens(tokens) + self.places(torch.arange(length)), mask=mask, is_causal=True))


def lenses() -> list[lensboard.Lens]:
    """Returns the lenses that the rules read."""
    return [
        lensboard.LossMetrics(), lensboard.OutputActivation(), lensboard.OutputNorm(), lensboard.OutputSaturation(), lensboard.ParameterNorm(),
        lensboard.ParameterGradientGeometry(), lensboard.ParameterUpdateGeometry(), lensboard.BatchNormDrift(), lensboard.Data(),
    ]  # fmt: skip


class Recorded:
    """Records a loop by Lensboard's Inspector."""

    def __init__(self, folder: Path, name: str, tick: int | str = 5, **more: object) -> None:
        self.watch = lensboard.Inspector(lenses(), run=str(folder / f"{name}.lbrun"), tick=tick, control=False, **more)

    def __enter__(self) -> lensboard.Inspector:
        return self.watch

    def __exit__(self, *error: object) -> None:
        self.watch.close()


class Log:
    """Writes a loop's values as many scripts do: CSV, lines of JSON, or TensorBoard's events."""

    def __init__(self, dice: Dice, folder: Path, name: str) -> None:
        self.kind = dice.choice(["csv", "jsonl", "tensorboard"])
        self.path = folder / name if self.kind == "tensorboard" else folder / f"{name}.{self.kind}"
        self.rows: list[dict[str, float]] = []

    def add(self, step: int, **values: float) -> None:
        self.rows.append({"step": step, **values})

    def close(self) -> None:
        if self.kind == "tensorboard":
            from torch.utils.tensorboard import SummaryWriter

            with SummaryWriter(str(self.path)) as writer:
                for row in self.rows:
                    for key, value in row.items():
                        if key != "step":
                            writer.add_scalar(key, value, row["step"])
        elif self.kind == "jsonl":
            self.path.write_text("".join(json.dumps(row) + "\n" for row in self.rows))
        else:
            with self.path.open("w", newline="") as file:
                table = csv.DictWriter(file, list(dict.fromkeys(key for row in self.rows for key in row)))
                table.writeheader()
                table.writerows(self.rows)


def optimizer_of(dice: Dice, model: nn.Module, scale: float = 1.0) -> torch.optim.Optimizer:
    """Returns an optimizer with a rate that is usual for it."""
    kind = dice.choice(["sgd", "adam", "adamw", "rmsprop"])
    if kind == "sgd":
        return torch.optim.SGD(model.parameters(), lr=scale * dice.log(0.02, 0.1), momentum=0.9, weight_decay=dice.choice([0.0, 1e-4]))
    if kind == "rmsprop":
        return torch.optim.RMSprop(model.parameters(), lr=scale * dice.log(3e-4, 1e-3))
    return {"adam": torch.optim.Adam, "adamw": torch.optim.AdamW}[kind](model.parameters(), lr=scale * dice.log(1e-3, 3e-3))


def seed_all(seed: int) -> None:
    random.seed(seed)
    numpy.random.seed(seed % 2**32)
    torch.manual_seed(seed)
