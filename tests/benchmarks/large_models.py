"""ResNet-50 and GPT-2 small in plain PyTorch, each with data to train on. Both have a tiny variant for rehearsals."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import torch
import torch.nn.functional as F
from torch import nn


class Bottleneck(nn.Module):
    def __init__(self, before: int, width: int, stride: int) -> None:
        super().__init__()
        after = 4 * width
        self.conv1, self.bn1, self.relu1 = nn.Conv2d(before, width, 1, bias=False), nn.BatchNorm2d(width), nn.ReLU()
        self.conv2, self.bn2, self.relu2 = nn.Conv2d(width, width, 3, stride, 1, bias=False), nn.BatchNorm2d(width), nn.ReLU()
        self.conv3, self.bn3, self.relu3 = nn.Conv2d(width, after, 1, bias=False), nn.BatchNorm2d(after), nn.ReLU()
        is_same = before == after and stride == 1
        self.short = nn.Identity() if is_same else nn.Sequential(nn.Conv2d(before, after, 1, stride, bias=False), nn.BatchNorm2d(after))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.relu1(self.bn1(self.conv1(x)))
        y = self.bn3(self.conv3(self.relu2(self.bn2(self.conv2(y)))))
        return self.relu3(y + self.short(x))


class ResNet(nn.Module):
    def __init__(self, blocks: tuple[int, ...] = (3, 4, 6, 3), width: int = 64, classes: int = 1000) -> None:
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(3, width, 7, 2, 3, bias=False), nn.BatchNorm2d(width), nn.ReLU(), nn.MaxPool2d(3, 2, 1))
        stages, before = [], width
        for stage, count in enumerate(blocks):
            layers = []
            for block in range(count):
                layers.append(Bottleneck(before, width << stage, 2 if stage and not block else 1))
                before = 4 * width << stage
            stages.append(nn.Sequential(*layers))
        self.stages = nn.Sequential(*stages)
        self.head = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(before, classes))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(self.stages(self.stem(x)))


def attend(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
    if hasattr(F, "scaled_dot_product_attention"):  # torch 2.0
        return F.scaled_dot_product_attention(q, k, v, is_causal=True)
    length = q.shape[-2]
    scores = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5
    later = torch.ones(length, length, dtype=torch.bool, device=q.device).triu(1)
    return scores.masked_fill(later, float("-inf")).softmax(-1) @ v


class Attention(nn.Module):
    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.qkv, self.proj = nn.Linear(width, 3 * width), nn.Linear(width, width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        n, length, width = x.shape
        q, k, v = self.qkv(x).view(n, length, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        return self.proj(attend(q, k, v).transpose(1, 2).reshape(n, length, width))


class GptBlock(nn.Module):
    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.ln1, self.attention, self.ln2 = nn.LayerNorm(width), Attention(width, heads), nn.LayerNorm(width)
        self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(approximate="tanh"), nn.Linear(4 * width, width))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = x + self.attention(self.ln1(x))
        return x + self.mlp(self.ln2(x))


class Gpt2(nn.Module):
    def __init__(self, vocabulary: int = 50257, length: int = 1024, width: int = 768, heads: int = 12, blocks: int = 12) -> None:
        super().__init__()
        self.tokens, self.places = nn.Embedding(vocabulary, width), nn.Embedding(length, width)
        self.blocks = nn.Sequential(*[GptBlock(width, heads) for _ in range(blocks)])
        self.norm = nn.LayerNorm(width)
        self.head = nn.Linear(width, vocabulary, bias=False)
        self.head.weight = self.tokens.weight
        nn.init.normal_(self.tokens.weight, std=0.02)

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        x = self.tokens(ids) + self.places(torch.arange(ids.shape[1], device=ids.device))
        return self.head(self.norm(self.blocks(x))).flatten(0, 1)


class Task(NamedTuple):
    """A model and a batch, on a device."""

    model: nn.Module
    inputs: torch.Tensor
    targets: torch.Tensor
    optimizer: torch.optim.Optimizer


class LargeModel(NamedTuple):
    name: str
    parameters: int
    goal: float  #: step time with lenses over step time without, on an H100
    make: Callable[[torch.device, bool], Task]  #: of a device, and whether the model is the tiny one


def resnet50(device: torch.device, is_tiny: bool) -> Task:
    classes, batch, size = (10, 4, 32) if is_tiny else (1000, 128, 224)
    model = ResNet((1, 1, 1, 1), 4, classes) if is_tiny else ResNet()
    model.to(device, memory_format=torch.channels_last)  # type: ignore[call-overload]
    inputs = torch.randn(batch, 3, size, size, device=device).contiguous(memory_format=torch.channels_last)
    targets = torch.randint(classes, (batch,), device=device)
    return Task(model, inputs, targets, torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9, weight_decay=1e-4))


def gpt2(device: torch.device, is_tiny: bool) -> Task:
    model, batch = (Gpt2(64, 16, 32, 2, 2), 4) if is_tiny else (Gpt2(), 16)
    model.to(device)
    text = torch.randint(model.tokens.num_embeddings, (batch, model.places.num_embeddings + 1), device=device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4, fused=True) if device.type == "cuda" else torch.optim.AdamW(model.parameters(), lr=1e-4)
    return Task(model, text[:, :-1].contiguous(), text[:, 1:].flatten(), optimizer)


MODELS = {
    "resnet50": LargeModel("ResNet-50", 25_557_032, 1.05, resnet50),
    "gpt2": LargeModel("GPT-2 small", 124_439_808, 1.03, gpt2),
}
