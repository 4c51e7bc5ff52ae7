"""Loops of plain PyTorch, watched by an Inspector."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable
from pathlib import Path

import torch
import torch.nn.functional as F
from common import (
    CharacterGPT,
    Data,
    Dice,
    Log,
    Recorded,
    Tensor,
    characters,
    cnn,
    digits,
    images,
    mlp,
    optimizer_of,
    regression,
    windows,
)  # fmt: skip
from torch import nn


def supervised(dice: Dice, folder: Path, name: str, model: nn.Module, data: Data, loss_of: Callable, **more) -> None:
    """Trains for some epochs with validation after each."""
    optimizer = more.pop("optimizer", None) or optimizer_of(dice, model)
    scheduler, prepare = more.pop("scheduler", None), more.pop("prepare", lambda x, y: (x, y))
    validation_loss, epochs, batch = more.pop("validation_loss", loss_of), more.pop("epochs", dice.randint(10, 25)), more.pop("batch", dice.choice([16, 32, 64]))
    clip = more.pop("clip", None)
    with Recorded(folder, name, **more) as watch:
        watch.attach(model, optimizer)
        for epoch in range(epochs):
            model.train()
            for x, y in watch.batches(data.batches(batch)):
                watch.push_targets(y)
                x, y = prepare(x, y)
                loss = loss_of(model(x), y)
                optimizer.zero_grad()
                loss.backward()
                if clip:
                    nn.utils.clip_grad_norm_(model.parameters(), clip)
                optimizer.step()
                watch.push_loss(loss)
                if scheduler:
                    scheduler.step()
            model.eval()
            with torch.no_grad():
                output = model(data.val_x)
                watch.push_loss(validation_loss(output, data.val_y), train=False)
                if data.val_y.dtype == torch.int64:
                    watch.push_metric("val_accuracy", (output.argmax(1) == data.val_y).float().mean())
            watch.tick(epoch) if more.get("tick") == "epoch" else watch.set_epoch(epoch)


def classifier(dice: Dice, folder: Path) -> None:
    supervised(dice, folder, "classifier", mlp(64, 10, dice, dice.choice([0.0, 0.2])), digits(dice), nn.CrossEntropyLoss())


def classifier_by_epochs(dice: Dice, folder: Path) -> None:
    supervised(dice, folder, "classifier", mlp(64, 10, dice), digits(dice), nn.CrossEntropyLoss(), tick="epoch")


def augmented_cnn(dice: Dice, folder: Path) -> None:
    def shifted(x: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
        return torch.roll(x, (dice.randint(-1, 1), dice.randint(-1, 1)), (2, 3)) + 0.1 * torch.randn_like(x), y

    supervised(dice, folder, "cnn", cnn(dice), images(dice), nn.CrossEntropyLoss(), prepare=shifted)


def one_cycle(dice: Dice, folder: Path) -> None:
    model, data = cnn(dice), images(dice)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)
    steps = 15 * (len(data.x) // 32)
    scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=dice.log(0.05, 0.2), total_steps=steps)
    supervised(dice, folder, "one_cycle", model, data, nn.CrossEntropyLoss(), optimizer=optimizer, scheduler=scheduler, epochs=15, batch=32)


def warm_restarts(dice: Dice, folder: Path) -> None:
    model, data = mlp(64, 10, dice), digits(dice)
    optimizer = torch.optim.SGD(model.parameters(), lr=dice.log(0.03, 0.1), momentum=0.9)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingWarmRestarts(optimizer, dice.randint(60, 150), T_mult=dice.choice([1, 2]))
    supervised(dice, folder, "restarts", model, data, nn.CrossEntropyLoss(), optimizer=optimizer, scheduler=scheduler, epochs=20)


def steps_down(dice: Dice, folder: Path) -> None:
    model, data = mlp(64, 10, dice), digits(dice)
    optimizer = torch.optim.SGD(model.parameters(), lr=dice.log(0.03, 0.1), momentum=0.9)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 8 * (len(data.x) // 32), gamma=0.1)
    supervised(dice, folder, "steps_down", model, data, nn.CrossEntropyLoss(), optimizer=optimizer, scheduler=scheduler, epochs=20, batch=32)


def regressor(dice: Dice, folder: Path) -> None:
    data = regression(dice)
    supervised(dice, folder, "regressor", mlp(data.x.shape[1], 1, dice), data, dice.choice([nn.MSELoss, nn.SmoothL1Loss, nn.L1Loss])(), epochs=20)


def exact_regressor(dice: Dice, folder: Path) -> None:
    """Fits a linear function without noise, down to rounding."""
    x = torch.randn(800, 10)
    data = Data(dice, x, x @ torch.randn(10, 1) + 1)
    model = nn.Linear(10, 1)
    supervised(dice, folder, "exact", model, data, nn.MSELoss(), optimizer=torch.optim.SGD(model.parameters(), lr=0.05), epochs=15, batch=32)


def single_samples(dice: Dice, folder: Path) -> None:
    model, data = mlp(64, 10, dice), digits(dice)
    supervised(
        dice, folder, "single", model, data, nn.CrossEntropyLoss(), optimizer=torch.optim.SGD(model.parameters(), lr=dice.log(0.003, 0.01)), epochs=2, batch=1
    )


def timm_recipe(dice: Dice, folder: Path) -> None:
    """Mixup, label smoothing, AdamW and a cosine schedule after a warm-up, as timm's scripts."""
    model, data, strength = cnn(dice), images(dice), torch.distributions.Beta(*[dice.uniform(0.2, 0.8)] * 2)

    def mixed(x: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
        share, target = strength.sample(), 0.9 * F.one_hot(y, 10) + 0.01
        return share * x + (1 - share) * x.flip(0), share * target + (1 - share) * target.flip(0)

    optimizer = torch.optim.AdamW(model.parameters(), lr=dice.log(1e-3, 4e-3), weight_decay=0.05)
    steps = 20 * (len(data.x) // 32)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda i: min((i + 1) / 100, 0.5 + 0.5 * math.cos(math.pi * i / steps)))
    supervised(dice, folder, "timm", model, data, nn.CrossEntropyLoss(), prepare=mixed, optimizer=optimizer, scheduler=schedule, epochs=20, batch=32)


def frozen_body(dice: Dice, folder: Path) -> None:
    """Fine-tunes a network for digits 0 to 4 to digits 5 to 9, with or without its body."""
    model = mlp(64, 5, dice)
    quick_training(model, digits(dice, range(5)), epochs=6)
    body = list(model)[:-1]
    model[-1] = nn.Linear(model[-1].in_features, 5)
    if dice.random() < 0.5:
        for layer in body:
            layer.requires_grad_(False)
    optimizer = torch.optim.AdamW([each for each in model.parameters() if each.requires_grad], lr=dice.log(5e-4, 2e-3))
    supervised(dice, folder, "frozen", model, digits(dice, range(5, 10)), nn.CrossEntropyLoss(), optimizer=optimizer)


def quick_training(model: nn.Module, data: Data, epochs: int) -> None:
    optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
    for _ in range(epochs):
        for x, y in data.batches(32):
            optimizer.zero_grad()
            F.cross_entropy(model(x), y).backward()
            optimizer.step()


def continued_classifier(dice: Dice, folder: Path) -> None:
    """Continues a trained classifier at a low rate."""
    model, data = mlp(64, 10, dice), digits(dice)
    quick_training(model, data, epochs=dice.randint(4, 10))
    supervised(dice, folder, "continued", model, data, nn.CrossEntropyLoss(), optimizer=torch.optim.AdamW(model.parameters(), lr=dice.log(5e-5, 3e-4)))


def accumulated_and_clipped(dice: Dice, folder: Path) -> None:
    model, data = cnn(dice), images(dice)
    supervised(dice, folder, "clipped", model, data, nn.CrossEntropyLoss(label_smoothing=0.1), clip=1.0, optimizer=torch.optim.AdamW(model.parameters(), lr=2e-3))


def distillation(dice: Dice, folder: Path) -> None:
    teacher, data = mlp(64, 10, dice), digits(dice)
    quick_training(teacher, data, epochs=10)
    heat = dice.choice([2.0, 4.0])

    def soft(x: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
        with torch.no_grad():
            return x, F.softmax(teacher(x) / heat, 1)

    def loss_of(output: Tensor, target: Tensor) -> Tensor:
        return heat**2 * F.kl_div(F.log_softmax(output / heat, 1), target, reduction="batchmean")

    supervised(dice, folder, "student", mlp(64, 10, dice), data, loss_of, prepare=soft, validation_loss=nn.CrossEntropyLoss())


def adversarially_robust(dice: Dice, folder: Path) -> None:
    model, data = mlp(64, 10, dice), digits(dice)

    def attacked(x: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
        copied = copy.deepcopy(model)
        x = x.clone().requires_grad_()
        (slope,) = torch.autograd.grad(F.cross_entropy(copied(x), y), x)
        return (x + 0.2 * slope.sign()).detach(), y

    supervised(dice, folder, "robust", model, data, nn.CrossEntropyLoss(), prepare=attacked, epochs=12)


def multi_label(dice: Dice, folder: Path) -> None:
    import sklearn.datasets

    x, y = sklearn.datasets.make_multilabel_classification(n_samples=1200, n_features=30, n_classes=8, random_state=dice.randrange(1000))
    x = torch.tensor((x - x.mean(0)) / x.std(0), dtype=torch.float32)
    supervised(dice, folder, "labels", mlp(30, 8, dice), Data(dice, x, torch.tensor(y, dtype=torch.float32)), nn.BCEWithLogitsLoss())


def two_classes(dice: Dice, folder: Path) -> None:
    import sklearn.datasets

    x, y = sklearn.datasets.load_breast_cancer(return_X_y=True)
    x = torch.tensor((x - x.mean(0)) / x.std(0), dtype=torch.float32)
    supervised(dice, folder, "cancer", mlp(30, 1, dice, 0.2), Data(dice, x, torch.tensor(y, dtype=torch.float32)[:, None]), nn.BCEWithLogitsLoss(), epochs=8)


def denoising_autoencoder(dice: Dice, folder: Path) -> None:
    data = digits(dice)
    data.y, data.val_y = data.x, data.val_x
    width = dice.choice([8, 16])
    model = nn.Sequential(nn.Linear(64, 64), nn.GELU(), nn.Linear(64, width), nn.Linear(width, 64), nn.GELU(), nn.Linear(64, 64))
    supervised(dice, folder, "autoencoder", model, data, nn.MSELoss(), prepare=lambda x, y: (x + 0.3 * torch.randn_like(x), y))


class LastState(nn.Module):
    def __init__(self, kind: type[nn.RNNBase], width: int, outputs: int) -> None:
        super().__init__()
        self.rnn, self.head = kind(8, width, batch_first=True), nn.Linear(width, outputs)

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.rnn(x)[0][:, -1])


def recurrent(dice: Dice, folder: Path) -> None:
    data = digits(dice)
    data.x, data.val_x = data.x.view(-1, 8, 8), data.val_x.view(-1, 8, 8)
    model = LastState(dice.choice([nn.GRU, nn.LSTM]), 48, 10)
    supervised(dice, folder, "recurrent", model, data, nn.CrossEntropyLoss(), optimizer=torch.optim.Adam(model.parameters(), lr=3e-3), clip=1.0)


def gan(dice: Dice, folder: Path) -> None:
    data, width = digits(dice), dice.choice([64, 128])
    generator = nn.Sequential(nn.Linear(16, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU(), nn.Linear(width, 64))
    critic = nn.Sequential(nn.Linear(64, width), nn.LeakyReLU(0.2), nn.Linear(width, width), nn.LeakyReLU(0.2), nn.Linear(width, 1))
    of_generator = torch.optim.Adam(generator.parameters(), 2e-4, betas=(0.5, 0.999))
    of_critic = torch.optim.Adam(critic.parameters(), 2e-4, betas=(0.5, 0.999))
    with Recorded(folder, "gan", tick=10) as watch:
        watch.attach(generator, of_generator, name="generator")
        watch.attach(critic, of_critic, name="discriminator")
        for _ in range(12):
            for x, _ in data.batches(32):
                made = generator(torch.randn(len(x), 16))
                real, fake = critic(x), critic(made.detach())
                loss_d = F.binary_cross_entropy_with_logits(real, torch.ones_like(real)) + F.binary_cross_entropy_with_logits(fake, torch.zeros_like(fake))
                of_critic.zero_grad()
                loss_d.backward()
                of_critic.step()
                answer = critic(made)
                loss_g = F.binary_cross_entropy_with_logits(answer, torch.ones_like(answer))
                of_generator.zero_grad()
                loss_g.backward()
                of_generator.step()
                watch.push_loss(loss_g)
                watch.push_metric("loss_d", loss_d)


class VAE(nn.Module):
    def __init__(self, width: int, code: int) -> None:
        super().__init__()
        self.encoder, self.decoder = (
            nn.Sequential(nn.Linear(64, width), nn.ReLU(), nn.Linear(width, 2 * code)),
            nn.Sequential(nn.Linear(code, width), nn.ReLU(), nn.Linear(width, 64)),
        )

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        mean, log_variance = self.encoder(x).chunk(2, 1)
        return self.decoder(mean + torch.randn_like(mean) * (log_variance / 2).exp()), mean, log_variance


def vae(dice: Dice, folder: Path) -> None:
    data, model = digits(dice), VAE(dice.choice([64, 128]), dice.choice([2, 8]))
    optimizer = torch.optim.Adam(model.parameters(), lr=dice.log(5e-4, 2e-3))
    is_summed = dice.random() < 0.5
    with Recorded(folder, "vae") as watch:
        watch.attach(model, optimizer)
        for _ in range(20):
            for x, _ in data.batches(64):
                made, mean, log_variance = model(x)
                error, kl = F.mse_loss(made, x, reduction="sum"), -0.5 * (1 + log_variance - mean**2 - log_variance.exp()).sum()
                loss = (error + kl) / (1 if is_summed else len(x))
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                watch.push_loss(loss)
                watch.push_metric("kl_loss", kl / len(x))


def contrastive(dice: Dice, folder: Path) -> None:
    data, model = digits(dice), mlp(64, 32, dice)
    optimizer, heat = torch.optim.Adam(model.parameters(), lr=dice.log(5e-4, 2e-3)), dice.choice([0.1, 0.2, 0.5])
    with Recorded(folder, "simclr" if dice.random() < 0.5 else "encoder") as watch:
        watch.attach(model, optimizer)
        for _ in range(20):
            for x, _ in data.batches(64):
                z = F.normalize(model(torch.cat([x, x]) + 0.4 * torch.randn(2 * len(x), 64)), dim=1)
                likeness = (z @ z.T / heat).fill_diagonal_(-1e9)
                loss = F.cross_entropy(likeness, torch.arange(2 * len(x)).roll(len(x)))
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                watch.push_loss(loss)


def triplets(dice: Dice, folder: Path) -> None:
    data, model = digits(dice), mlp(64, 16, dice)
    optimizer, loss_of = optimizer_of(dice, model, 0.3), nn.TripletMarginLoss(margin=1.0)
    with Recorded(folder, "triplets") as watch:
        watch.attach(model, optimizer)
        for _ in range(400):
            anchor = torch.randint(len(data.x), (64,))
            other = torch.tensor([dice.choice(torch.nonzero(data.y == label).flatten().tolist()) for label in data.y[anchor].tolist()])
            loss = loss_of(model(data.x[anchor]), model(data.x[other]), model(data.x[torch.randint(len(data.x), (64,))]))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            watch.push_loss(loss)


def diffusion(dice: Dice, folder: Path) -> None:
    """Predicts the noise in noisy digits."""
    data, width = digits(dice), dice.choice([128, 256])
    model = nn.Sequential(nn.Linear(65, width), nn.SiLU(), nn.Linear(width, width), nn.SiLU(), nn.Linear(width, 64))
    optimizer = torch.optim.AdamW(model.parameters(), lr=dice.log(5e-4, 2e-3))
    with Recorded(folder, "diffusion") as watch:
        watch.attach(model, optimizer)
        for _ in range(20):
            for x, _ in data.batches(64):
                time, noise = torch.rand(len(x), 1), torch.randn_like(x)
                kept = torch.cos(time * math.pi / 2)
                loss = F.mse_loss(model(torch.cat([kept * x + (1 - kept**2).sqrt() * noise, time], 1)), noise)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                watch.push_loss(loss)


def gpt_losses(model: CharacterGPT, tokens: Tensor, length: int, size: int) -> Tensor:
    batch = windows(tokens, length, size)
    return F.cross_entropy(model(batch[:, :-1]).flatten(0, 1), batch[:, 1:].flatten())


def gpt(dice: Dice, folder: Path, before: int = 0, name: str = "gpt") -> None:
    tokens, alphabet = characters()
    model = CharacterGPT(alphabet, 48, 2, 32)
    early = torch.optim.AdamW(model.parameters(), lr=2e-3)
    for _ in range(before):
        early.zero_grad()
        gpt_losses(model, tokens, 32, 16).backward()
        early.step()
    steps, rate = 400, dice.log(1e-3, 3e-3) * (0.1 if before else 1)
    optimizer = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=0.1)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda i: min((i + 1) / 40, 0.5 + 0.5 * math.cos(math.pi * i / steps)))
    with Recorded(folder, name, tick=5) as watch:
        watch.attach(model, optimizer)
        for step in range(steps):
            loss = gpt_losses(model, tokens[: -len(tokens) // 10], 32, 16)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            watch.push_loss(loss)
            watch.push_metric("lr", schedule.get_last_lr()[0])
            if step % 50 == 49:
                with torch.no_grad():
                    watch.push_loss(gpt_losses(model, tokens[-len(tokens) // 10 :], 32, 64), train=False)


def continued_gpt(dice: Dice, folder: Path) -> None:
    gpt(dice, folder, before=dice.randint(300, 500), name="continued_gpt")


def curriculum(dice: Dice, folder: Path) -> None:
    """Adds two classes after each stage."""
    data, model = digits(dice), mlp(64, 10, dice)
    optimizer = optimizer_of(dice, model)
    with Recorded(folder, "curriculum") as watch:
        watch.attach(model, optimizer)
        for classes in [2, 4, 6, 8, 10]:
            for _ in range(8):
                for x, y in data.batches(32):
                    x, y = x[y < classes], y[y < classes]
                    if len(y) < 2:
                        continue
                    loss = F.cross_entropy(model(x), y)
                    optimizer.zero_grad()
                    loss.backward()
                    optimizer.step()
                    watch.push_loss(loss)


def physics(dice: Dice, folder: Path) -> None:
    """A network that solves u'' = -sin(x) with u(0) = u(pi) = 0 from its residuals."""
    model = nn.Sequential(nn.Linear(1, 32), nn.Tanh(), nn.Linear(32, 32), nn.Tanh(), nn.Linear(32, 1))
    optimizer = torch.optim.Adam(model.parameters(), lr=dice.log(1e-3, 4e-3))
    with Recorded(folder, "pinn") as watch:
        watch.attach(model, optimizer)
        for _ in range(500):
            x = (math.pi * torch.rand(64, 1)).requires_grad_()
            u = model(x)
            (slope,) = torch.autograd.grad(u.sum(), x, create_graph=True)
            (curve,) = torch.autograd.grad(slope.sum(), x, create_graph=True)
            loss = ((curve + x.sin()) ** 2).mean() + (model(torch.tensor([[0.0], [math.pi]])) ** 2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            watch.push_loss(loss)


def logged_classifier(dice: Dice, folder: Path) -> None:
    """Logs each epoch as tutorials do, accuracies in per cent."""
    model, data = mlp(64, 10, dice, 0.3), digits(dice)
    optimizer, log = optimizer_of(dice, model), Log(dice, folder, "logged")
    for epoch in range(dice.randint(10, 30)):
        model.train()
        losses, right = [], 0
        for x, y in data.batches(32):
            output = model(x)
            loss = F.cross_entropy(output, y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
            right += (output.argmax(1) == y).sum().item()
        model.eval()
        with torch.no_grad():
            output = model(data.val_x)
        log.add(epoch, train_loss=sum(losses) / len(losses), train_acc=100 * right / (32 * len(losses)), val_loss=F.cross_entropy(output, data.val_y).item(),
                val_acc=100 * (output.argmax(1) == data.val_y).float().mean().item(), lr=optimizer.param_groups[0]["lr"])  # fmt: skip
    log.close()


def logged_gan(dice: Dice, folder: Path) -> None:
    data, log = digits(dice), Log(dice, folder, "gan_log")
    generator = nn.Sequential(nn.Linear(16, 64), nn.ReLU(), nn.Linear(64, 64))
    critic = nn.Sequential(nn.Linear(64, 64), nn.LeakyReLU(0.2), nn.Linear(64, 1))
    optimizers = [torch.optim.Adam(each.parameters(), 3e-4, betas=(0.5, 0.999)) for each in (generator, critic)]
    step = 0
    for _ in range(10):
        for x, _ in data.batches(32):
            loss_d = F.softplus(-critic(x)).mean() + F.softplus(critic(generator(torch.randn(32, 16)).detach())).mean()
            optimizers[1].zero_grad()
            loss_d.backward()
            optimizers[1].step()
            loss_g = F.softplus(-critic(generator(torch.randn(32, 16)))).mean()
            optimizers[0].zero_grad()
            loss_g.backward()
            optimizers[0].step()
            log.add(step := step + 1, Loss_D=loss_d.item(), Loss_G=loss_g.item())
    log.close()


def word_errors(dice: Dice, folder: Path) -> None:
    """Fine-tunes until the validation loss rises while the error rate still falls, as speech models do."""
    model, data = mlp(64, 10, dice), digits(dice)
    data.x, data.y = data.x[:400], data.y[:400]
    quick_training(model, data, epochs=2)
    optimizer, log, step = torch.optim.Adam(model.parameters(), lr=1e-3), Log(dice, folder, "whisper-small"), 0
    for _ in range(25):
        for x, y in data.batches(16):
            loss = F.cross_entropy(model(x), y)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            step += 1
            if step % 25 == 0:
                log.add(step, loss=loss.item(), learning_rate=1e-3)
        with torch.no_grad():
            output = model(data.val_x)
        log.add(step, eval_loss=F.cross_entropy(output, data.val_y).item(), eval_wer=100 * (output.argmax(1) != data.val_y).float().mean().item())
    log.close()


ALL = [
    classifier, classifier_by_epochs, augmented_cnn, one_cycle, warm_restarts, steps_down, regressor, exact_regressor, single_samples, timm_recipe, frozen_body,
    continued_classifier, accumulated_and_clipped, distillation, adversarially_robust, multi_label, two_classes, denoising_autoencoder, recurrent, gan, vae,
    contrastive, triplets, diffusion, gpt, continued_gpt, curriculum, physics, logged_classifier, logged_gan, word_errors,
]  # fmt: skip
