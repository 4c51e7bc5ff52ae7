// Each finding keeps the numbers it is based on. Checked for every rule, at each tick of simulated trainings that are first sick, then healthy.

#include "core/health/rules/replica_drift.h"
#include "tests/support/made_classifier.h"
#include "tests/support/made_training.h"

#include <QRegularExpression>
#include <QTest>

#include <limits>
#include <map>
#include <set>

using namespace lensboard;
using namespace lensboard::test;
using health::Finding;

namespace {

constexpr int kSickTicks = 101, kTicks = 280;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

using Numbers = std::vector<double>; ///< of %1, %2 …; NaN for a text

/// Expected form of a finding's values, and the limit its numbers exceed.
struct Form
{
    const char *pattern;
    std::function<bool(const Numbers &v)> isBeyondLimit;
};

bool always(const Numbers &)
{
    return true;
}

bool isAbove(double value, double limit)
{
    return value > limit - 0.006 * std::abs(limit); // tolerance of three digits
}

const std::vector<Form> &forms()
{
    static const std::vector<Form> kForms = {
        {"not finite by step %1: %2", always},
        {"loss up to %1; it began at %2, its best was %3", [](auto &v) { return v[0] > v[2]; }},
        {"the first losses are %1 times that of guessing, %2, and up to %3 times by step %4; more than %5 times is too much",
         [](auto &v) { return isAbove(v[0], v[4]) && isAbove(v[2], v[0]); }},
        {"%1 spike; the highest %2, where %3 was usual", [](auto &v) { return v[0] == 1 && isAbove(v[1], 2 * v[2]); }},
        {"%1 spikes; the highest %2, where %3 was usual", [](auto &v) { return v[0] > 1 && isAbove(v[1], 2 * v[2]); }},
        {"loss %1 in the first fifth, %2 in the last two; at most %3 is expected by then", [](auto &v) { return isAbove(v[1], v[2]); }},
        {"learning rate %1 since step %2, after up to %3; loss %4, before %5", [](auto &v) { return v[0] < 1e-3 * v[2]; }},
        {"loss %1 in the last quarter, %2 in the one before: %3 of where it began", [](auto &v) { return v[0] > 0.97 * v[1] && v[2] > 0.2; }},
        {"cosine of consecutive steps %1, below %2; the loss is at %3 of its start", [](auto &v) { return v[0] < v[1] && v[2] > 0.2; }},
        {"updates are %1 of the weights, about %2 is usual; loss %3, %4 at the start", [](auto &v) { return v[0] < 4e-4 && v[2] > 0.6 * v[3]; }},
        {"loss %1, %2 at the start; it falls slowly in a straight line", [](auto &v) { return v[0] > 0.6 * v[1]; }},
        {"loss %1, %2 at the start; it falls as fast as ever, and consecutive gradients agree: their cosine is %3", [](auto &v) { return v[2] > 0.2; }},
        {"consecutive gradients have agreed for %1 steps, the cosine was still %2; loss %3, %4 at the start",
         [](auto &v) { return v[0] >= 150 && v[1] >= 0.45 && v[2] < v[3]; }},
        {"a step changes weights by up to %1 of themselves; at most %2 is usual", [](auto &v) { return isAbove(v[0], v[1]); }},
        {"a step changes weights by %1 of themselves, others by more than %2", [](auto &v) { return v[0] < 1e-6; }},
        {"updates are %1 of the weights, gradients %2; below %3 gradients say little", [](auto &v) { return v[1] < v[2] && v[0] > 1e-3; }},
        {"weights are %1 of their initial size, in the median of all layers", [](auto &v) { return v[0] < 0.1; }},
        {"gradients of the first third of the layers are %1 of the last third's; at least %2 is expected", [](auto &v) { return v[0] < v[1]; }},
        {"root mean square of gradients %1 in the middle of all layers, below %2", [](auto &v) { return v[0] > 0 && v[0] < v[1]; }},
        {"gradients of the first third of the layers are %1 times the last third's; at most %2 is expected", [](auto &v) { return isAbove(v[0], v[1]); }},
        {"gradients are %1 times their weights in the middle of all layers; at most %2 is usual", [](auto &v) { return isAbove(v[0], v[1]); }},
        {"gradients are %1 times their smallest value, and the loss is above its start", [](auto &v) { return isAbove(v[0], 100); }},
        {"the optimizer has not moved their weights in the last %1 ticks or more", always},
        {"no weight of these layers wants a gradient (requires_grad is false)", always},
        {"gradients were exactly 0 in the last %1 ticks or more", always},
        {"no gradient was measured in these layers, only in others; updates were 0 in the last %1 ticks or more", always},
        {"up to %1 % of the units are zero for a whole batch; above %2 % is too many", [](auto &v) { return isAbove(v[0], v[1]); }},
        {"up to %1 % of the units are zero for a whole batch, and %2 % were at first; above %3 % is too many after such a rise",
         [](auto &v) { return isAbove(v[0], v[2]) && v[0] - v[1] > 29; }},
        {"up to %1 % of the outputs are saturated; above %2 % is too many", [](auto &v) { return isAbove(v[0], v[1]); }},
        {"up to %1 % of the units are saturated for a whole batch; above %2 % is too many", [](auto &v) { return isAbove(v[0], v[1]); }},
        {"the effective rank of outputs fell from %1 to %2; a fall below %3 is too far", [](auto &v) { return v[1] < v[2]; }},
        {"outputs are %1 in \"%2\" and %3 in \"%4\" in the first tick, root mean square; a ratio above %5 is too large",
         [](auto &v) { return std::max(v[0], v[2]) > v[4] * std::min(v[0], v[2]); }},
        {"weights begin with an effective rank of %1; below %2 is too low", [](auto &v) { return v[0] < v[1]; }},
        {"inputs have a mean of %1 and a deviation of %2; usual are 0 and 1", [](auto &v) { return std::abs(v[0]) > 10 * v[1]; }},
        {"targets have a mean of %1 and a deviation of %2; usual are 0 and 1", [](auto &v) { return std::abs(v[0]) > 10 * v[1]; }},
        {"%1 % of the predictions are %2, and %3 % of the labels", [](auto &v) { return isAbove(v[0], v[2]); }},
        {"the accuracy is %1 %, and %2 % of the labels are %3", [](auto &v) { return v[0] < v[1] + 0.101 * (100 - v[1]); }},
        {"gradients are clipped at %1 of %2 ticks, and %3 times as large as the limit of %4", [](auto &v) { return v[0] >= 0.95 * v[1] && v[2] >= 5; }},
        {"mean and variance of a channel are computed from %1 values; fewer than %2 are too few", [](auto &v) { return v[0] < v[1]; }},
        {"batches are up to %1 nats from the running mean and variance; above %2 is too far", [](auto &v) { return isAbove(v[0], v[1]); }},
        {"outputs are probabilities: their cross entropy is never below %1; guessing has %2", always},
        {"validation loss %1, best %2 at step %3; training loss %4, then %5", [](auto &v) { return v[0] > v[1]; }},
        {"validation loss %1; guessing has %2", [](auto &v) { return v[0] > 0.96 * v[1]; }},
        {"validation loss %1; the training began at %2", [](auto &v) { return v[0] > 0.96 * v[1]; }},
        {"accuracy %1 in training, %2 in validation; at most %3 less is usual", [](auto &v) { return isAbove(v[1] - v[0], v[2]); }},
        {"loss %1 in training, %2 in validation", [](auto &v) { return v[1] < 0.5 * v[0]; }},
        {"the training waits for data in %1 % of the time; more than %2 % is too much", [](auto &v) { return isAbove(v[0], v[1]); }},
        {"%1 % of the time passes between steps; more than %2 % is too much", [](auto &v) { return isAbove(v[0], v[1]); }},
        {"the forward takes %1 % of the time; more than %2 % is unusual", [](auto &v) { return isAbove(v[0], v[1]); }},
        {"computing the loss takes %1 % of the time; more than %2 % is unusual", [](auto &v) { return isAbove(v[0], v[1]); }},
        {"the optimizer takes %1 % of the time; more than %2 % is unusual", [](auto &v) { return isAbove(v[0], v[1]); }},
        {"lenses take %1 % of the time; more than %2 % is unusual", [](auto &v) { return isAbove(v[0], v[1]); }},
        {"The processes drift apart: %1", always},
    };
    return kForms;
}

/// Returns the numbers in \p values if \p values has the form of \p pattern.
std::optional<Numbers> numbersOf(const std::string &values, const char *pattern)
{
    static std::map<std::string, std::pair<QRegularExpression, std::vector<std::size_t>>> s_known;
    auto &[expression, places] = s_known[pattern];
    if (expression.pattern().isEmpty()) {
        QString text = QRegularExpression::escape(pattern);
        static const QRegularExpression kArgument("\\\\%([1-9])");
        for (auto all = kArgument.globalMatch(text); all.hasNext();)
            places.push_back(all.next().captured(1).toUInt() - 1);
        expression.setPattern(QRegularExpression::anchoredPattern(text.replace(kArgument, "(.+)")));
    }
    const auto match = expression.match(QString::fromStdString(values));
    if (!match.hasMatch())
        return std::nullopt;
    Numbers numbers(places.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
        bool isNumber = false;
        const double number = match.captured(static_cast<int>(i) + 1).toDouble(&isNumber);
        numbers[places[i]] = isNumber ? number : kNan;
    }
    return numbers;
}

using Curve = MadeTraining::Curve;

/// Returns \p sick for the first ticks, then \p healthy.
Curve healed(Curve sick, Curve healthy)
{
    return [=](int tick) { return tick < kSickTicks ? sick(tick) : healthy(tick); };
}

Curve healed(double sick, double healthy)
{
    return healed([=](int tick) { return sick * (1 + 0.01 * noise(tick)); }, [=](int tick) { return healthy * (1 + 0.01 * noise(tick)); });
}

Curve steady(double value)
{
    return [value](int) { return value; };
}


double high(int tick)
{
    return 2.3 * (1 + 0.01 * noise(tick));
}

double low(int tick)
{
    return goodLoss(tick - kSickTicks);
}

const Curve kGood = [](int tick) { return goodLoss(tick); };

record::RunInfo ofExperiment(const char *json)
{
    record::RunInfo info;
    info.experiment = json;
    return info;
}

record::RunInfo ofLayers(std::vector<record::LayerInfo> layers)
{
    record::RunInfo info;
    info.layers = std::move(layers);
    return info;
}

struct Scenario
{
    const char *name;
    std::function<void(MadeTraining &)> make;
    record::RunInfo info = {};
};

/// Adds one line for each of the layers fc1 …, as a function of its number.
void addLayers(MadeTraining &training, int layers, const std::string &tag, const std::function<Curve(int layer)> &curveOf)
{
    for (int i = 1; i <= layers; ++i)
        training.line(tag, "fc" + std::to_string(i), "mean", curveOf(i));
}

constexpr const char *kGradient = "Weight Gradient Norm", *kCosine = "Weight Gradient Correlation", *kUpdate = "Weight Update Norm", *kWeight = "Weight Norm";

std::vector<Scenario> losses()
{
    return {
        {"not finite", [](auto &t) { t.trainLoss(healed(kNan, 1)); }},
        {"diverges, recovers and gets better than ever",
         [](auto &t) { t.trainLoss([](int tick) { return tick < 40 ? 1 + goodLoss(tick) : tick < kSickTicks ? 9 + noise(tick) : low(tick); }); }},
        {"begins above guessing", [](auto &t) { t.trainLoss([](int tick) { return goodLoss(tick, 60); }); }, classifier(3)},
        {"one spike", [](auto &t) { t.trainLoss([](int tick) { return tick == 60 ? 4 : goodLoss(tick); }); }},
        {"spikes", [](auto &t) { t.trainLoss([](int tick) { return tick % 30 == 29 && tick < kSickTicks ? 8 : goodLoss(tick); }); }},
        {"does not fall", [](auto &t) { t.trainLoss(healed(high, low)); }},
        {"stays at guessing", [](auto &t) { t.trainLoss(healed([](int tick) { return high(tick) + std::exp(-tick / 20.0); }, low)); }, classifier(1)},
        {"the rate is killed",
         [](auto &t) {
             t.trainLoss(healed([](int tick) { return (0.7 + 1.6 * std::exp(-std::min(tick, 40) / 50.0)) * (1 + 0.01 * noise(tick)); }, low));
             t.line("Learning Rate", "", "learning rate", [](int tick) { return tick < 40 || tick >= kSickTicks ? 0.1 : 1e-6; });
         }},
        {"stands still",
         [](auto &t) { t.trainLoss(healed([](int tick) { return (0.8 + 1.5 * std::exp(-tick / 5.0)) * (1 + 0.01 * noise(tick)); }, steady(0.1))); }},
        {"learns by heart",
         [](auto &t) {
             t.trainLoss([](int tick) { return 2.3 * std::exp(-tick / 60.0); });
             t.validationLoss(healed([](int tick) { return 2 * std::exp(-tick / 20.0) + 0.02 * tick; }, steady(0.05)));
         }},
        {"guesses in validation", [](auto &t) { t.trainLoss(kGood).validationLoss(healed(2.31, 0.4)); }, classifier(2)},
        {"is as bad as at the start in validation", [](auto &t) { t.trainLoss(kGood).validationLoss(healed(2.6, 0.4)); }},
        {"accuracies in training are worse",
         [](auto &t) {
             t.trainLoss(kGood).validationLoss(kGood);
             t.line("Metrics", "", "train_accuracy mean", healed(0.6, 0.95)).line("Metrics", "", "val_accuracy mean", healed(0.88, 0.9), 10);
         }},
        {"losses in training are worse", [](auto &t) { t.trainLoss(healed(1, 0.9)).validationLoss(healed(0.3, 0.9)); }},
    };
}

std::vector<Scenario> steps()
{
    return {
        {"goes to and fro",
         [](auto &t) {
             t.trainLoss(healed(high, low));
             addLayers(t, 2, kCosine, [](int) { return healed(-0.7, 0.74); });
         }, classifier(2)},
        {"tiny steps",
         [](auto &t) {
             t.trainLoss(healed(high, low));
             addLayers(t, 3, kWeight, [](int) { return steady(8); });
             addLayers(t, 3, kUpdate, [](int) { return healed(8e-6, 0.03); });
         }, classifier(3)},
        {"falls in a slow line", [](auto &t) { t.trainLoss(healed([](int tick) { return 2.3 - 0.001 * tick + 0.005 * noise(tick); }, low)); }},
        {"gradients agree until the rate rises",
         [](auto &t) {
             t.trainLoss([](int tick) { return 2.3 * std::exp(-tick / 80.0) * (1 + 0.02 * noise(tick)); });
             t.line("Learning Rate", "", "learning rate", healed(steady(0.1), [](int tick) { return 1e-3 * tick; }));
             addLayers(t, 3, kCosine, [](int) { return healed(0.6, 0.1); });
         }, classifier(3)},
        {"falls as fast as ever",
         [](auto &t) {
             t.trainLoss([](int tick) { return 2.3 - 0.015 * std::min(tick, kSickTicks); });
             addLayers(t, 1, kCosine, [](int) { return healed(0.3, 0.05); });
         }, classifier(3)},
        {"long steps",
         [](auto &t) {
             addLayers(t, 3, kWeight, [](int) { return steady(8); });
             addLayers(t, 3, kUpdate, [](int) { return healed(5, 0.01); });
         }, classifier(3)},
        {"a layer hardly moves",
         [](auto &t) {
             addLayers(t, 3, kWeight, [](int) { return steady(8); });
             addLayers(t, 3, kUpdate, [](int i) { return healed(i == 1 ? 1e-7 : 0.01, 0.01); });
         }, classifier(3)},
        {"weights grew too large",
         [](auto &t) {
             t.trainLoss(healed([](int tick) { return (1.6 + 0.7 * std::exp(-tick / 2.0)) * (1 + 0.01 * noise(tick)); }, low));
             addLayers(t, 3, kWeight, [](int) { return steady(800); });
             addLayers(t, 3, kUpdate, [](int) { return healed(3, 0.1); });
             addLayers(t, 3, kGradient, [](int) { return healed(0.02, 80); });
         }, classifier(3)},
        {"weights fade",
         [](auto &t) {
             t.trainLoss(healed(high, low));
             addLayers(t, 3, kWeight, [](int) { return healed([](int tick) { return 8 * std::exp(-0.1 * tick); }, steady(8)); });
             addLayers(t, 3, kUpdate, [](int) { return healed([](int tick) { return 0.04 * std::exp(-0.1 * tick); }, steady(0.04)); });
             addLayers(t, 3, kGradient, [](int) { return steady(1e-6); });
         }, classifier(3)},
    };
}

std::vector<Scenario> gradients()
{
    const auto byDepth = [](double factor) {
        return [factor](int i) { return healed(1e-2 * std::pow(factor, i - 3.5), 1e-2); };
    };
    return {
        {"gradients fade",
         [=](auto &t) {
             t.trainLoss(healed(high, low));
             addLayers(t, 6, kGradient, byDepth(8));
         }, classifier(6)},
        {"gradients explode",
         [=](auto &t) {
             t.trainLoss(healed(high, low));
             addLayers(t, 6, kGradient, byDepth(0.08));
         }, classifier(6)},
        {"gradients are next to nothing",
         [](auto &t) {
             t.trainLoss(healed(high, low));
             addLayers(t, 3, kGradient, [](int) { return healed(1e-7, 1e-2); });
         }, classifier(3)},
        {"gradients are larger than weights",
         [](auto &t) {
             addLayers(t, 3, kGradient, [](int) { return healed(300, 1); });
             addLayers(t, 3, kWeight, [](int) { return steady(5); });
         }, classifier(3)},
        {"gradients grow",
         [](auto &t) {
             t.trainLoss(healed([](int tick) { return 2.3 * std::exp(0.02 * tick); }, low));
             t.line("train", "", "train/grad_norm", healed([](int tick) { return 0.5 * std::exp(0.1 * tick); }, steady(0.01)));
         }},
        {"no gradient", [](auto &t) { addLayers(t, 2, kGradient, [](int i) { return healed(i == 1 ? 0 : 0.1, 0.1); }); }, classifier(2)},
        {"the backward pass does not reach a layer",
         [](auto &t) {
             addLayers(t, 3, kUpdate, [](int i) { return healed(i == 3 ? 0 : 0.1, 0.1); });
             addLayers(t, 2, kGradient, [](int) { return steady(0.1); });
         }, classifier(3)},
        {"a layer is not moved", [](auto &t) { addLayers(t, 2, kUpdate, [](int i) { return healed(i == 1 ? 0 : 0.1, 0.1); }); }, classifier(2)},
        {"a layer wants no gradient", [](auto &t) { t.trainLoss(kGood); }, ofLayers({layer("fc1", "Linear", false), layer("fc2", "Linear")})},
        {"clips always", [](auto &t) { addLayers(t, 2, kGradient, [](int) { return healed(6, 0.1); }); }, ofExperiment(R"({"clip_gradient": {"kind": "norm", "limit": 1.0}})")},
    };
}

std::vector<Scenario> layers()
{
    const auto dead = [](const Curve &sick) { return [=](auto &t) { t.line("Output Activations", "relu1", "death_rate", healed(sick, steady(0.1))); }; };
    const auto drift = [](const char *label) {
        return [=](auto &t) { t.line("Batch Norm Drift", "bn", label, healed(3, 0.1), 3); };
    };
    record::RunInfo sized = classifier(4);
    for (record::LayerInfo &each : sized.layers)
        each.outputShape = {record::kBatchSize, 64};
    record::RunInfo fewSamples = ofExperiment(R"({"batch_size": 2})");
    fewSamples.layers = {{"bn", "BatchNorm1d", true, {}, std::vector<std::int64_t>{record::kBatchSize, 16}}};
    return {
        {"many dead units", dead(steady(0.8)), classifier(1)},
        {"more and more dead units", dead([](int tick) { return std::min(0.6, 0.1 + 0.01 * tick); }), classifier(1)},
        {"only dead units", dead(steady(1)), classifier(1)},
        {"silent units", [](auto &t) { t.line("Output Activations", "relu1", "activation_rate", healed(0, 0.4)); }, classifier(1)},
        {"saturated, and later sure",
         [](auto &t) { t.trainLoss(healed(2.3, 0.1)).line("Output Saturation", "tanh1", "saturation_rate", healed(0.85, 0.99)); }},
        {"saturated units", [](auto &t) { t.trainLoss(healed(2.3, 0.1)).line("Output Saturation", "tanh1", "saturated_units", healed(0.7, 0.9)); }},
        {"ranks collapse, and later those of a good model",
         [](auto &t) {
             t.trainLoss(healed(2.3, 0.1));
             t.line("Output Effective Rank", "fc1", "value", healed([](int tick) { return 20 * std::exp(-tick / 10.0) + 2.5; }, steady(1.2)));
         }},
        {"outputs grow", [](auto &t) { addLayers(t, 4, "Output Norm", [](int i) { return healed(std::pow(5, i), 1); }); }, sized},
        {"units begin alike", [](auto &t) { addLayers(t, 3, "Weight Effective Rank", [](int) { return healed(1.02, 40); }); }, classifier(3)},
        {"batch normalisation of few samples", [](auto &t) { t.trainLoss(kGood); }, fewSamples},
        {"batch normalisation drifts in training", drift("train")},
        {"batch normalisation drifts in evaluation", drift("eval")},
    };
}

/// A training with one part of its steps that is too long.
Scenario slow(const char *part, double seconds)
{
    return {part, [=](auto &t) {
                const std::map<std::string, double> usual = {{"waiting for data", 0.1}, {"between steps", 0.1}, {"forward", 1}, {"loss", 0.1},
                                                             {"backward", 2}, {"optimizer", 0.3}, {"watching", 0.1}};
                for (const auto &[name, healthy] : usual)
                    t.line("Time in a Step", "", name, healed(name == part ? seconds : healthy, healthy));
            }};
}

std::vector<Scenario> data()
{
    const auto normal = [](const char *tag) {
        return [=](auto &t) { t.line(tag, "", "mean", healed(50, 0)).line(tag, "", "std", steady(1)); };
    };
    return {
        {"inputs are not normalised", normal("Inputs")},
        {"targets are not normalised", normal("Labels")},
        {"no better than the most frequent class",
         [](auto &t) {
             t.line("Labels", "", "class 0", steady(0.2)).line("Labels", "", "class 1", steady(0.8));
             t.line("Metrics", "", "train_accuracy mean", healed([](int tick) { return 0.78 + 0.03 * noise(tick); }, steady(0.97)));
         }},
        {"predicts one class",
         [](auto &t) {
             t.line("Labels", "", "class 0", steady(0.5)).line("Predictions", "", "class 0", healed(0.98, 0.5)).line("Predictions", "", "class 1", healed(0.02, 0.5));
         }},
        {"probabilities for logits", [](auto &t) { t.line("Predictions", "", "share that sums to 1", healed(steady(1), steady(0))); }, classifier(1)},
        {"waits for data", [](auto &t) { t.line("Data Wait", "", "waiting for data", healed(0.8, 0.1)); }},
        slow("waiting for data", 6),
        slow("between steps", 6),
        slow("forward", 15),
        slow("loss", 4),
        slow("optimizer", 8),
        slow("watching", 2),
        {"processes drift apart",
         [](auto &t) { t.store().append({record::RunEvent::Kind::Warning, 40, 0, health::driftText("fc1.weight")}); }},
    };
}

class Watcher
{
public:
    void watch(const Scenario &scenario)
    {
        MadeTraining training(scenario.info);
        scenario.make(training);
        health::Checker checker;
        std::map<std::pair<std::string, const Form *>, Finding> before;
        for (int tick = 0; tick < kTicks; ++tick) {
            checker.follow(training.train(1).store());
            std::map<std::pair<std::string, const Form *>, Finding> now;
            for (const Finding &finding : checker.findings()) {
                const auto where = QString("%1, tick %2: %3: %4").arg(scenario.name).arg(tick).arg(finding.rule.c_str(), finding.values.c_str());
                const Form *form = check(finding, where);
                const auto known = before.find({finding.rule, form});
                if (known != before.end() && known->second.lastStep == finding.lastStep && !showsTheSame(known->second, finding))
                    fault(finding, where + " is not of its last step any more; before: " + known->second.values.c_str());
                now.emplace(std::pair(finding.rule, form), finding);
            }
            before = std::move(now);
        }
    }

    const QStringList &faults() const { return m_faults; }
    bool hasSeen(const std::string &rule) const { return m_rules.contains(rule); }
    bool hasSeen(const Form &form) const { return m_forms.contains(&form); }

private:
    const Form *check(const Finding &finding, const QString &where)
    {
        m_rules.insert(finding.rule);
        for (const Form &form : forms())
            if (const auto numbers = numbersOf(finding.values, form.pattern)) {
                m_forms.insert(&form);
                if (!form.isBeyondLimit(*numbers))
                    fault(finding, where + " is within its limit");
                return &form;
            }
        fault(finding, where + " has no known form: add it with its limit");
        return nullptr;
    }

    static bool showsTheSame(const Finding &a, const Finding &b) { return a.values == b.values && a.evidence == b.evidence; }

    /// Reports only the first fault of a rule.
    void fault(const Finding &finding, const QString &text)
    {
        if (m_faulty.insert(finding.rule).second)
            m_faults << text;
    }

    QStringList m_faults;
    std::set<std::string> m_rules, m_faulty;
    std::set<const Form *> m_forms;
};

} // namespace

class FindingEvidenceTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void numbersAreBeyondTheirLimitsAtEachTick()
    {
        Watcher watcher;
        for (const auto &scenarios : {losses(), steps(), gradients(), layers(), data()})
            for (const Scenario &scenario : scenarios)
                watcher.watch(scenario);
        for (const QString &fault : watcher.faults())
            qWarning("%s", qPrintable(fault));
        QCOMPARE(watcher.faults().size(), 0);
        for (const health::RuleKind &kind : health::ruleKinds())
            QVERIFY2(watcher.hasSeen(kind.name) || kind.name == std::string_view("LoopFault"), kind.name); // which has no limits
        for (const Form &form : forms())
            QVERIFY2(watcher.hasSeen(form), form.pattern);
    }
};

QTEST_GUILESS_MAIN(FindingEvidenceTest)
#include "tst_finding_evidence.moc"
