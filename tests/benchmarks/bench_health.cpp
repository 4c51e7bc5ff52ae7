// Cost of health rules: a run of 10 million points judged at once, and a run of 400 layers judged while it grows.

#include "core/health/run_judge.h"
#include "core/record/clock.h"
#include "tests/support/made_training.h"

#include <cmath>
#include <cstdio>

using namespace lensboard;
using test::MadeTraining;

namespace {

constexpr int kLayers = 400, kTicksASecond = 10;

/// Adds six quantities per layer, and the losses.
void addLayers(MadeTraining &training)
{
    training.trainLoss([](int tick) { return test::goodLoss(tick); });
    for (int i = 0; i < kLayers; ++i) {
        const std::string layer = "layer" + std::to_string(i);
        const auto wave = [i](double level) { return [=](int tick) { return level * (1 + 0.1 * std::sin(0.37 * tick + i)); }; };
        training.line("Weight Gradient Norm", layer, "mean", wave(0.3)).line("Weight Gradient Correlation", layer, "mean", wave(0.1));
        training.line("Weight Update Norm", layer, "mean", wave(0.01)).line("Weight Norm", layer, "mean", wave(5));
        training.line("Output Norm", layer, "mean", wave(3)).line("Output Effective Rank", layer, "value", wave(30));
    }
}

} // namespace

int main()
{
    MadeTraining training;
    addLayers(training);
    training.train(10'000'000 / (6 * kLayers));
    double start = record::threadSeconds();
    health::Checker().follow(training.store());
    std::printf("10 million points at once: %.2f s\n", record::threadSeconds() - start);

    health::Checker live;
    live.follow(training.store());
    constexpr double kSeconds = 200; // of the training
    double second = 0, judged = 0, look = 0;
    int looks = 0;
    for (; second < kSeconds; ++looks) {
        const double pause = health::RunJudge::pauseAfter(look).count();
        training.train(static_cast<int>(std::lround(kTicksASecond * pause)));
        second += pause;
        start = record::threadSeconds();
        live.follow(training.store());
        (void)live.findings();
        look = record::threadSeconds() - start;
        judged += look;
    }
    std::printf("%d layers at %d ticks a second: %.2f %% of a core, a look every %.1f s\n", kLayers, kTicksASecond, 100 * judged / second, second / looks);
    return 0;
}
