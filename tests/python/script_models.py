"""The models of tests/data/torchscript as Python modules, with the weights of the scripted files."""

import math

import torch
import torch.nn as nn
from torch import Tensor


class Mlp(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(64, 48)
        self.act1 = nn.ReLU()
        self.fc2 = nn.Linear(48, 32)
        self.act2 = nn.Tanh()
        self.out = nn.Linear(32, 10)

    def forward(self, x: Tensor) -> Tensor:
        return self.out(self.act2(self.fc2(self.act1(self.fc1(x)))))


class Cnn(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(1, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2),
            nn.Conv2d(8, 16, 3, padding=1), nn.BatchNorm2d(16), nn.ReLU(inplace=True), nn.MaxPool2d(2))
        self.head = nn.Sequential(nn.Flatten(), nn.Linear(16 * 7 * 7, 32), nn.ReLU(), nn.Dropout(0.0), nn.Linear(32, 10))

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.features(x))


class Block(nn.Module):
    def __init__(self, cin: int, cout: int, stride: int):
        super().__init__()
        self.conv1 = nn.Conv2d(cin, cout, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(cout)
        self.relu = nn.ReLU()  # called twice in one forward
        self.conv2 = nn.Conv2d(cout, cout, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(cout)
        self.short = nn.Identity() if cin == cout and stride == 1 else nn.Sequential(nn.Conv2d(cin, cout, 1, stride, bias=False), nn.BatchNorm2d(cout))

    def forward(self, x: Tensor) -> Tensor:
        y = self.relu(self.bn1(self.conv1(x)))
        return self.relu(self.bn2(self.conv2(y)) + self.short(x))


class ResNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Conv2d(3, 8, 3, padding=1)
        self.layers = nn.Sequential(Block(8, 8, 1), Block(8, 16, 2), Block(16, 16, 1))
        self.fc = nn.Linear(16, 10)

    def forward(self, x: Tensor) -> Tensor:
        return self.fc(self.layers(self.stem(x)).mean((2, 3)))


class Attention(nn.Module):
    def __init__(self, d: int, heads: int):
        super().__init__()
        self.heads = heads
        self.qkv = nn.Linear(d, 3 * d)
        self.proj = nn.Linear(d, d)

    def forward(self, x: Tensor) -> Tensor:
        b, t, d = x.shape
        qkv = self.qkv(x).view(b, t, 3, self.heads, d // self.heads).permute(2, 0, 3, 1, 4)
        att = (qkv[0] @ qkv[1].transpose(-2, -1)) / math.sqrt(d // self.heads)
        mask = torch.ones(t, t, dtype=torch.bool, device=x.device).tril()
        att = att.masked_fill(torch.logical_not(mask), -1e9).softmax(-1)
        return self.proj((att @ qkv[2]).transpose(1, 2).reshape(b, t, d))


class GptBlock(nn.Module):
    def __init__(self, d: int, heads: int):
        super().__init__()
        self.ln1 = nn.LayerNorm(d)
        self.attn = Attention(d, heads)
        self.ln2 = nn.LayerNorm(d)
        self.mlp = nn.Sequential(nn.Linear(d, 4 * d), nn.GELU(), nn.Linear(4 * d, d))

    def forward(self, x: Tensor) -> Tensor:
        x = x + self.attn(self.ln1(x))
        return x + self.mlp(self.ln2(x))


class Gpt(nn.Module):
    def __init__(self, vocab: int = 64, d: int = 32, t: int = 16):
        super().__init__()
        self.tok = nn.Embedding(vocab, d)
        self.pos = nn.Parameter(torch.zeros(1, t, d))
        self.blocks = nn.Sequential(GptBlock(d, 4), GptBlock(d, 4))
        self.ln = nn.LayerNorm(d)
        self.head = nn.Linear(d, vocab, bias=False)

    def forward(self, ids: Tensor) -> Tensor:
        x = self.tok(ids) + self.pos[:, : ids.size(1)]
        return self.head(self.ln(self.blocks(x))).transpose(1, 2)  # [N, vocab, T]


class Lstm(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.LSTM(8, 24, batch_first=True)  # returns (output, (h, c))
        self.fc = nn.Linear(24, 5)

    def forward(self, x: Tensor) -> Tensor:
        y, _ = self.rnn(x)
        return self.fc(y[:, -1])


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(64, 16)
        self.mu = nn.Linear(16, 4)
        self.scale = nn.Linear(16, 4)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        h = torch.relu(self.fc(x))
        return self.mu(h), self.scale(h)


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 64)

    def forward(self, z: Tensor) -> dict[str, Tensor]:
        y = self.fc(z)
        return {"reconstruction": y, "energy": y.pow(2).mean(1)}


class Autoencoder(nn.Module):
    """One submodule returns a tuple and another a dict; the model returns a tensor."""

    def __init__(self):
        super().__init__()
        self.encoder = Encoder()
        self.decoder = Decoder()

    def forward(self, x: Tensor) -> Tensor:
        mu, scale = self.encoder(x)
        return self.decoder(mu + 0.1 * scale)["reconstruction"]
