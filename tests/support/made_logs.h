#pragma once

#include "tests/support/made_training.h"

#include <cmath>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace lensboard::test {

using MadeLogPtr = std::unique_ptr<MadeTraining>;

/// A healthy training as other tools log it, with random numbers from a seed.
struct MadeLog
{
    const char *name;
    const char *kind; ///< expected
    MadeLogPtr (*make)(unsigned seed);
};

namespace logs {

/// Random settings of a log.
class Dice
{
public:
    explicit Dice(unsigned seed) : m_random(seed * 2654435761u + 17) {}

    double between(double low, double high) { return std::uniform_real_distribution<double>(low, high)(m_random); }
    int whole(int low, int high) { return std::uniform_int_distribution<int>(low, high)(m_random); }
    unsigned seed() { return static_cast<unsigned>(m_random()); }

private:
    std::mt19937 m_random;
};

using Curve = MadeTraining::Curve;

/// Falls from \p from towards \p to with time constant \p ticks; relative noise \p spread.
inline Curve falling(double from, double to, double ticks, double spread, unsigned seed)
{
    return [=](int tick) { return (to + (from - to) * std::exp(-tick / ticks)) * (1 + spread * noise(tick, seed)); };
}

inline record::RunInfo called(const std::string &name)
{
    record::RunInfo info;
    info.name = name;
    return info;
}

/// Warm-up over a tenth, then linear decay.
inline Curve schedule(double rate, int ticks)
{
    return [=](int tick) { return tick < ticks / 10 ? rate * (tick + 1) / (ticks / 10) : rate * (ticks - tick) / (ticks - ticks / 10); };
}

inline MadeLogPtr fineTunedBert(unsigned seed)
{
    Dice dice(seed);
    const int logs = dice.whole(12, 26);
    const double accuracy = dice.between(0.88, 0.94), start = dice.between(0.27, 0.34), rise = dice.between(1.1, 1.7);
    auto log = std::make_unique<MadeTraining>(called("output"), 500);
    log->line("train/loss", "", "value", falling(dice.between(0.36, 0.6), dice.between(0.08, 0.2), logs / 3.0, 0.08, dice.seed()));
    log->line("train/learning_rate", "", "value", schedule(2e-5, logs));
    log->line("train/grad_norm", "", "value", [s = dice.seed()](int tick) { return 6 * std::exp(0.7 * noise(tick, s)); });
    log->line("eval/loss", "", "value", [=](int tick) { return start * (1 + (rise - 1) * tick / logs) * (1 + 0.02 * noise(tick, seed)); }, 3);
    log->line("eval/accuracy", "", "value", [=](int tick) { return accuracy + 0.004 * noise(tick, seed + 1); }, 3);
    log->train(logs);
    return log;
}

inline MadeLogPtr continuedPreTraining(unsigned seed)
{
    Dice dice(seed);
    const double start = dice.between(1.8, 2.6), fall = dice.between(0.015, 0.035), spread = dice.between(0.004, 0.012);
    const int logs = dice.whole(120, 300);
    auto log = std::make_unique<MadeTraining>(called("gpt-small"), 10);
    log->line("train/loss", "", "value", falling(start, start * (1 - fall), logs / 2.0, spread, dice.seed()));
    log->line("train/learning_rate", "", "value", schedule(1e-4, logs));
    log->line("eval/loss", "", "value", falling(start * 1.02, start * 1.02 * (1 - fall), logs / 2.0, 0.002, dice.seed()), 20);
    log->train(logs);
    return log;
}

inline MadeLogPtr fineTunedKeras(unsigned seed)
{
    Dice dice(seed);
    const int epochs = dice.whole(8, 20);
    const double first = dice.between(0.78, 0.85);
    auto log = std::make_unique<MadeTraining>(called("history"), dice.whole(100, 900));
    log->line("loss", "", "value", falling(dice.between(0.4, 0.6), dice.between(0.15, 0.3), epochs / 2.0, 0.02, dice.seed()));
    log->line("accuracy", "", "value", [=](int tick) { return first + 0.1 * (1 - std::exp(-tick / 4.0)); });
    log->line("val_loss", "", "value", falling(dice.between(0.42, 0.55), dice.between(0.38, 0.42), epochs / 3.0, 0.02, dice.seed()));
    log->line("val_accuracy", "", "value", [=](int tick) { return 0.8 + 0.03 * (1 - std::exp(-tick / 4.0)) + 0.003 * noise(tick, seed); });
    log->train(epochs);
    return log;
}

inline MadeLogPtr mixup(unsigned seed)
{
    Dice dice(seed);
    const int epochs = dice.whole(15, 60);
    const double best = dice.between(60, 93);
    auto log = std::make_unique<MadeTraining>(called("summary"), dice.whole(40, 1200));
    log->line("train_loss", "", "value", falling(dice.between(2.2, 4.4), dice.between(1.4, 2), epochs / 4.0, 0.01, dice.seed()));
    log->line("eval_loss", "", "value", falling(dice.between(1.7, 3.8), dice.between(0.4, 0.8), epochs / 4.0, 0.015, dice.seed()));
    log->line("eval_top1", "", "value", [=](int tick) { return best * (1 - 0.8 * std::exp(-4.0 * tick / epochs)); });
    log->line("lr", "", "value", [=](int tick) { return 5e-4 * 0.5 * (1 + std::cos(3.14159 * tick / epochs)) + 1e-6; });
    log->train(epochs);
    return log;
}

inline MadeLogPtr ppo(unsigned seed)
{
    Dice dice(seed);
    const int updates = dice.whole(30, 150);
    const double growth = dice.between(2, 40);
    auto log = std::make_unique<MadeTraining>(called("PPO_1"), 2048);
    log->line("rollout/ep_rew_mean", "", "value", [=](int tick) { return 20 + 480.0 * tick / updates + 8 * noise(tick, seed); });
    log->line("train/loss", "", "value", [=, s = dice.seed()](int tick) { return 5 * std::pow(growth, std::min(1.0, 2.0 * tick / updates)) * std::exp(0.6 * noise(tick, s)); });
    log->line("train/value_loss", "", "value", [=, s = dice.seed()](int tick) { return 10 * std::pow(growth, 1.0 * tick / updates) * std::exp(0.6 * noise(tick, s)); });
    log->line("train/learning_rate", "", "value", [](int) { return 3e-4; });
    log->train(updates);
    return log;
}

inline MadeLogPtr dqn(unsigned seed)
{
    Dice dice(seed);
    const int logs = dice.whole(40, 200);
    auto log = std::make_unique<MadeTraining>(called("DQN_1"), 400);
    log->line("rollout/ep_rew_mean", "", "value", [=](int tick) { return 9 + 150.0 * tick / logs + 4 * noise(tick, seed); });
    log->line("train/loss", "", "value", [=, s = dice.seed()](int tick) { return 0.02 * std::exp(5.0 * tick / logs + noise(tick, s)); });
    log->train(logs);
    return log;
}

inline MadeLogPtr gan(unsigned seed)
{
    Dice dice(seed);
    const double growth = dice.between(1.5, 6);
    auto log = std::make_unique<MadeTraining>(called("gan"), 50);
    log->line("loss/generator", "", "value", [=, s = dice.seed()](int tick) { return 0.7 * (1 + growth * (1 - std::exp(-tick / 30.0))) * std::exp(0.25 * noise(tick, s)); });
    log->line("loss/discriminator", "", "value", [=, s = dice.seed()](int tick) { return (0.4 + 0.9 * std::exp(-tick / 20.0)) * std::exp(0.25 * noise(tick, s)); });
    log->line("train/loss", "", "value", [=, s = dice.seed()](int tick) { return (1.4 + growth * (1 - std::exp(-tick / 25.0))) * std::exp(0.2 * noise(tick, s)); });
    log->train(dice.whole(80, 250));
    return log;
}

inline MadeLogPtr vae(unsigned seed)
{
    Dice dice(seed);
    const double end = dice.between(95, 110);
    auto log = std::make_unique<MadeTraining>(called("vae"), 469);
    log->line("loss", "", "value", falling(dice.between(160, 210), end, 4, 0.003, dice.seed()));
    log->line("kl_loss", "", "value", [](int tick) { return 25 * (1 - 0.8 * std::exp(-tick / 3.0)); });
    log->line("val_loss", "", "value", falling(end + 25, end + 1, 4, 0.003, dice.seed()));
    log->train(dice.whole(10, 50));
    return log;
}

/// Negative log density: falls below zero after some steps.
inline MadeLogPtr densities(unsigned seed)
{
    Dice dice(seed);
    const double end = -dice.between(0.5, 900), start = dice.between(0.05, 3), ticks = dice.between(15, 40);
    auto log = std::make_unique<MadeTraining>(called("flow"), 50);
    log->line("train/loss", "", "value", [=, s = dice.seed()](int tick) { return end + (start - end) * std::exp(-tick / ticks) + 0.02 * (start - end) * noise(tick, s); });
    log->line("val/loss", "", "value", [=, s = dice.seed()](int tick) { return 0.98 * end + (start - end) * std::exp(-tick / ticks) + 0.01 * (start - end) * noise(tick, s); }, 10);
    log->train(dice.whole(60, 200));
    return log;
}

inline MadeLogPtr contrastive(unsigned seed)
{
    Dice dice(seed);
    const double start = std::log(2 * dice.whole(128, 1024) - 1.0);
    auto log = std::make_unique<MadeTraining>(called("simclr"), 20);
    log->line("train/contrastive_loss", "", "value", falling(start, start * 0.8, 60, 0.01, dice.seed()));
    log->line("train/loss", "", "value", falling(start, start * dice.between(0.75, 0.97), 60, 0.01, dice.seed()));
    log->train(dice.whole(60, 300));
    return log;
}

/// BYOL: the loss is a negative cosine. It falls at once, then rises slowly.
inline MadeLogPtr negativeCosine(unsigned seed)
{
    Dice dice(seed);
    const double rise = dice.between(0.05, 0.25);
    auto log = std::make_unique<MadeTraining>(called("byol"), 100);
    log->line("train/byol_loss", "", "value", [](int) { return 0; });
    log->line("train/loss", "", "value", [=, s = dice.seed()](int tick) {
        return -0.02 - 0.93 * (1 - std::exp(-tick / 3.0)) + rise * (1 - std::exp(-std::max(0, tick - 10) / 30.0)) + 0.01 * noise(tick, s);
    });
    log->train(dice.whole(60, 200));
    return log;
}

inline MadeLogPtr rangeTest(unsigned seed)
{
    Dice dice(seed);
    const int steps = dice.whole(60, 200);
    const double best = dice.between(0.55, 0.75), start = dice.between(0.7, 7);
    auto log = std::make_unique<MadeTraining>(called("version_0"), 1);
    log->line("lr", "", "value", [=](int tick) { return 1e-8 * std::pow(1e8, 1.0 * tick / steps); });
    log->line("train_loss", "", "value", [=, s = dice.seed()](int tick) {
        const double share = 1.0 * tick / steps;
        return start * (share < best ? 1 : share < best + 0.15 ? 1 - 2 * (share - best) : 0.7 * std::exp(40 * (share - best - 0.15))) * (1 + 0.03 * noise(tick, s));
    });
    log->train(steps);
    return log;
}

inline MadeLogPtr warmRestarts(unsigned seed)
{
    Dice dice(seed);
    const int period = dice.whole(20, 60);
    const double jump = dice.between(0.2, 0.6);
    auto log = std::make_unique<MadeTraining>(called("sgdr"), 20);
    log->line("train/loss", "", "value", [=, s = dice.seed()](int tick) {
        const double base = 0.15 + 2.1 * std::exp(-tick / 25.0), phase = 1.0 * (tick % period) / period;
        return (base + (tick < period ? 0 : jump * (1 - phase))) * (1 + 0.05 * noise(tick, s));
    });
    log->line("lr", "", "value", [=](int tick) { return 0.1 * 0.5 * (1 + std::cos(3.14159 * (tick % period) / period)) + 1e-4; });
    log->train(4 * period);
    return log;
}

/// Harder data come three times.
inline MadeLogPtr curriculum(unsigned seed)
{
    Dice dice(seed);
    const int stage = dice.whole(30, 60);
    const double jump = dice.between(0.5, 0.95);
    auto log = std::make_unique<MadeTraining>(called("curriculum"), 20);
    log->line("train/loss", "", "value", [=, s = dice.seed()](int tick) {
        const double start = tick < stage ? 2.2 : 0.3 + 2.2 * jump;
        return (0.25 + (start - 0.25) * std::exp(-(tick % stage) / (0.25 * stage))) * (1 + 0.05 * noise(tick, s));
    });
    log->train(4 * stage);
    return log;
}

inline MadeLogPtr lora(unsigned seed)
{
    Dice dice(seed);
    record::RunInfo info = called("run");
    info.layers = {{"", "PeftModelForCausalLM", false, {}}};
    for (int i = 0; i < dice.whole(2, 6); ++i) {
        const std::string layer = "base_model.model.layers." + std::to_string(i) + ".q_proj";
        info.layers.push_back({layer + ".base_layer", "Linear", true, {{"weight", {64, 64}, false}}});
        info.layers.push_back({layer + ".lora_A.default", "Linear", true, {{"weight", {8, 64}}}});
        info.layers.push_back({layer + ".lora_B.default", "Linear", true, {{"weight", {64, 8}}}});
    }
    info.layers.push_back({"base_model.model.lm_head", "Linear", true, {{"weight", {1000, 64}, false}}});
    auto log = std::make_unique<MadeTraining>(info, 10);
    log->line("Loss", "", "train_loss mean", falling(dice.between(1.9, 2.6), dice.between(1.2, 1.7), 30, 0.05, dice.seed()));
    log->line("Loss", "", "val_loss mean", falling(dice.between(1.9, 2.4), dice.between(1.6, 1.8), 30, 0.01, dice.seed()), 10);
    for (const record::LayerInfo &layer : info.layers)
        if (layer.name.find("lora_") != std::string::npos)
            log->line("Weight Gradient Norm", layer.name, "mean", [=, isA = layer.name.find("lora_A") != std::string::npos](int tick) { return isA && tick < 1 ? 0 : 0.1 * std::exp(0.4 * noise(tick, seed)); });
    log->train(dice.whole(40, 120));
    return log;
}

/// Losses of single samples.
inline MadeLogPtr batchesOfOne(unsigned seed)
{
    Dice dice(seed);
    const double margin = dice.between(2.5, 5), spread = dice.between(1.5, 3);
    auto log = std::make_unique<MadeTraining>(called("single"), 1);
    log->line("train/loss", "", "value", [=, s = dice.seed()](int tick) {
        return std::log1p(std::exp(-(margin * (1 - std::exp(-tick / 300.0)) + spread * noise(tick, s))));
    });
    log->train(2000);
    return log;
}

inline MadeLogPtr exactRegression(unsigned seed)
{
    Dice dice(seed);
    const double start = std::pow(10, dice.between(-16, -10)), fall = dice.between(0.02, 0.06);
    auto log = std::make_unique<MadeTraining>(called("fit"), 20);
    log->line("train/loss", "", "value", [=, s = dice.seed()](int tick) { return start * std::exp(-fall * tick) * (1 + 0.05 * noise(tick, s)); });
    log->line("val/loss", "", "value", [=, s = dice.seed()](int tick) { return 1.3 * start * std::exp(-fall * tick) * (1 + 0.05 * noise(tick, s)); }, 10);
    log->train(dice.whole(80, 200));
    return log;
}

inline MadeLogPtr languageModel(unsigned seed)
{
    Dice dice(seed);
    const int logs = dice.whole(100, 400);
    auto log = std::make_unique<MadeTraining>(called("nano"), 10);
    log->line("train/loss", "", "value", [=, s = dice.seed()](int tick) { return (3.1 + 7.7 * std::pow(1 + tick / 8.0, -0.9)) * (1 + 0.01 * noise(tick, s)); });
    log->line("val/loss", "", "value", [=, s = dice.seed()](int tick) { return (3.2 + 7.7 * std::pow(1 + tick / 8.0, -0.9)) * (1 + 0.004 * noise(tick, s)); }, 20);
    log->line("lr", "", "value", schedule(6e-4, logs));
    log->line("train/grad_norm", "", "value", [=, s = dice.seed()](int tick) { return (0.4 + 3 * std::exp(-tick / 5.0)) * std::exp(0.2 * noise(tick, s)); });
    log->train(logs);
    return log;
}

inline MadeLogPtr percentAccuracies(unsigned seed)
{
    Dice dice(seed);
    const int epochs = dice.whole(20, 90);
    auto log = std::make_unique<MadeTraining>(called("cifar100"), 391);
    log->line("train_loss", "", "value", falling(4.1, dice.between(0.3, 1), epochs / 5.0, 0.02, dice.seed()));
    log->line("val_loss", "", "value", falling(3.8, dice.between(1.2, 1.5), epochs / 5.0, 0.02, dice.seed()));
    log->line("train_acc", "", "value", [=](int tick) { return 80 * (1 - std::exp(-5.0 * tick / epochs)) + 6; });
    log->line("val_acc", "", "value", [=](int tick) { return 60 * (1 - std::exp(-5.0 * tick / epochs)) + 7; });
    log->train(epochs);
    return log;
}

inline MadeLogPtr preferences(unsigned seed)
{
    Dice dice(seed);
    auto log = std::make_unique<MadeTraining>(called("dpo"), 10);
    log->line("train/loss", "", "value", falling(0.693, dice.between(0.45, 0.6), 40, 0.06, dice.seed()));
    log->line("train/rewards/chosen", "", "value", [](int tick) { return -0.01 * tick; });
    log->line("train/rewards/margins", "", "value", [](int tick) { return 0.01 * tick; });
    log->line("eval/loss", "", "value", falling(0.69, 0.6, 40, 0.01, dice.seed()), 20);
    log->train(dice.whole(60, 150));
    return log;
}

/// A head on frozen layers, a tick an epoch.
inline MadeLogPtr newHead(unsigned seed)
{
    Dice dice(seed);
    record::RunInfo info = called("transfer");
    info.layers = {{"", "ResNet", false, {}}};
    for (int i = 0; i < 6; ++i)
        info.layers.push_back({"conv" + std::to_string(i), "Conv2d", true, {{"weight", {16, 16, 3, 3}, false}}});
    info.layers.push_back({"fc", "Linear", true, {{"weight", {10, 16}}, {"bias", {10}}}});
    auto log = std::make_unique<MadeTraining>(info, dice.whole(20, 200));
    log->line("Loss", "", "train_loss mean", falling(dice.between(0.5, 0.9), dice.between(0.2, 0.4), 4, 0.03, dice.seed()));
    log->line("Loss", "", "val_loss mean", falling(dice.between(0.45, 0.6), dice.between(0.3, 0.4), 3, 0.03, dice.seed()));
    log->line("Weight Update Norm", "fc", "mean", [](int tick) { return 0.01 * std::exp(0.2 * noise(tick)); });
    log->line("Weight Norm", "fc", "mean", [](int) { return 2; });
    log->train(dice.whole(8, 25));
    return log;
}

/// Dropout raises the training loss above the validation loss.
inline MadeLogPtr muchDropout(unsigned seed)
{
    Dice dice(seed);
    auto log = std::make_unique<MadeTraining>(called("dropout"), dice.whole(60, 400));
    log->line("loss", "", "value", falling(1.9, dice.between(0.6, 0.9), 6, 0.02, dice.seed()));
    log->line("val_loss", "", "value", falling(1.3, dice.between(0.2, 0.4), 6, 0.03, dice.seed()));
    log->line("accuracy", "", "value", [](int tick) { return 0.72 - 0.4 * std::exp(-tick / 6.0); });
    log->line("val_accuracy", "", "value", [](int tick) { return 0.92 - 0.4 * std::exp(-tick / 6.0); });
    log->train(dice.whole(15, 60));
    return log;
}

/// A small net from scratch, a tick an epoch.
inline MadeLogPtr scratchByEpochs(unsigned seed)
{
    Dice dice(seed);
    record::RunInfo info = called("digits");
    info.experiment = R"({"loss": {"kind": "cross_entropy"}})";
    info.layers = {{"", "Sequential", false, {}, std::vector<std::int64_t>{record::kBatchSize, 10}}};
    auto log = std::make_unique<MadeTraining>(info, dice.whole(26, 60));
    const double spread = dice.between(0.02, 0.08);
    log->line("Loss", "", "train_loss mean", falling(dice.between(1.9, 2.25), dice.between(0.05, 0.4), dice.between(2, 5), spread, dice.seed()));
    log->line("Loss", "", "val_loss mean", falling(dice.between(1.5, 2), dice.between(0.3, 0.5), 3, spread, dice.seed()));
    for (const char *layer : {"relu1", "relu2"})
        log->line("Output Activations", layer, "death_rate", [=, s = dice.seed()](int tick) { return 0.3 + 0.1 * noise(tick, s); });
    for (const char *layer : {"fc1", "fc2", "fc3"}) {
        log->line("Weight Update Norm", layer, "mean", [=, s = dice.seed()](int tick) { return 0.02 * std::exp(0.3 * noise(tick, s)); });
        log->line("Weight Norm", layer, "mean", [](int) { return 6; });
        log->line("Weight Gradient Norm", layer, "mean", [=, s = dice.seed()](int tick) { return 0.3 * std::exp(0.5 * noise(tick, s)); });
        log->line("Weight Gradient Correlation", layer, "mean", [=, s = dice.seed()](int tick) { return 0.15 * noise(tick, s); });
    }
    log->train(dice.whole(8, 20));
    return log;
}

} // namespace logs

inline constexpr MadeLog kMadeLogs[] = {
    {"BERT, fine-tuned", "unknown", &logs::fineTunedBert},
    {"pre-training, continued", "unknown", &logs::continuedPreTraining},
    {"Keras, fine-tuned", "unknown", &logs::fineTunedKeras},
    {"mixup and label smoothing", "unknown", &logs::mixup},
    {"PPO", "reinforcement", &logs::ppo},
    {"DQN", "reinforcement", &logs::dqn},
    {"GAN", "adversarial", &logs::gan},
    {"VAE", "self-supervised", &logs::vae},
    {"densities", "unknown", &logs::densities},
    {"SimCLR", "self-supervised", &logs::contrastive},
    {"BYOL", "self-supervised", &logs::negativeCosine},
    {"LR finder", "range-test", &logs::rangeTest},
    {"warm restarts", "unknown", &logs::warmRestarts},
    {"curriculum", "unknown", &logs::curriculum},
    {"LoRA", "fine-tuning", &logs::lora},
    {"batches of one", "unknown", &logs::batchesOfOne},
    {"exact regression", "unknown", &logs::exactRegression},
    {"language model", "unknown", &logs::languageModel},
    {"accuracies in percent", "unknown", &logs::percentAccuracies},
    {"DPO", "reinforcement", &logs::preferences},
    {"new head", "fine-tuning", &logs::newHead},
    {"much dropout", "unknown", &logs::muchDropout},
    {"scratch by epochs", "scratch", &logs::scratchByEpochs},
};

} // namespace lensboard::test
