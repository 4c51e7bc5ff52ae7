// Effect of a budget on the results. Trainings with 20 seeds are watched twice: at every step, and within a budget of 5 %. Compares each tick's mean
// over the sampled steps with the mean over all steps, in standard errors of a random choice of equally many blocks of consecutive steps.
// bench_budget_values [budget]

#include "core/experiment/experiment_schema.h"
#include "core/inspector/model_inspector.h"
#include "core/lens/lens_factory.h"
#include "core/model/sequential.h"
#include "core/store/columns/run_store.h"
#include "core/store/columns/store_visualizer.h"

#include <ATen/Parallel.h>
#include <ATen/ops/cross_entropy_loss.h>
#include <ATen/ops/randn.h>
#include <torch/nn/modules/activation.h>
#include <torch/nn/modules/linear.h>
#include <torch/optim/sgd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <map>
#include <numeric>
#include <span>
#include <string>
#include <vector>

using namespace lensboard;
namespace nn = torch::nn;

namespace {

constexpr int kSeeds = 20, kTicks = 12, kSteps = 100; ///< of a tick
constexpr std::array kKinds = {"OutputNorm", "OutputGradientGeometry", "ParameterGradientGeometry", "ParameterUpdateGeometry"};

/// Mean of each tick of a training, by tag and layer; NaN without a value.
using Means = std::map<std::pair<std::string, std::string>, std::vector<double>>;

struct Watched
{
    Means means;
    std::map<std::string, std::vector<double>> measured; ///< shares of steps, by lens
    std::map<std::string, std::string> lensOf;           ///< of a tag
};

Watched watched(const store::RunStore &run)
{
    Watched all;
    store::RunCursor cursor;
    const store::RunChanges known = run.since(cursor);
    for (std::uint32_t i = 0; i < known.series.size(); ++i) {
        const record::SeriesSpec &series = known.series[i];
        const record::TagSpec &tag = known.tags[series.tag].second;
        const bool isShare = tag.name == "Steps Measured";
        if (!isShare && (series.role != record::SeriesRole::Line || series.label != "mean"))
            continue;
        all.lensOf[tag.name] = tag.lens;
        auto &values = isShare ? all.measured[series.label] : all.means[{tag.name, series.layer}];
        values.resize(run.frameCount(), std::numeric_limits<double>::quiet_NaN());
        for (const store::PlacedValue &placed : run.values(i, 0, run.frameCount()))
            values[placed.frame] = placed.value;
    }
    return all;
}

/// Trains a small classifier on noisy data: its gradients vary from batch to batch. Without a budget each step is a tick.
Watched train(int seed, double budget)
{
    at::manual_seed(static_cast<std::uint64_t>(seed));
    const auto net = std::make_shared<model::Sequential>();
    net->add<nn::LinearImpl>("fc1", 256, 128);
    net->add<nn::ReLUImpl>("relu");
    net->add<nn::LinearImpl>("fc2", 128, 64);
    net->add<nn::TanhImpl>("tanh");
    net->add<nn::LinearImpl>("fc3", 64, 10);
    const at::Tensor truth = at::randn({256, 10});
    torch::optim::SGD optimizer(net->parameters(), torch::optim::SGDOptions(0.02).momentum(0.9));
    const auto run = std::make_shared<store::RunStore>();
    store::StoreVisualizer recorder(run);
    hook::ModelTap tap(net);
    experiment::InspectorSettings settings;
    settings.budget = budget;
    inspector::ModelInspector inspector(settings);
    for (const char *kind : kKinds)
        inspector.add(kind, lens::makeLens({kind, {{"kind", kind}}}));
    inspector.attach(tap, recorder);
    for (std::int64_t tick = 1, step = 1; step <= kTicks * kSteps; ++step) {
        {
            const at::Tensor inputs = at::randn({32, 256});
            const at::Tensor targets = (inputs.matmul(truth) + 8 * at::randn({32, 10})).argmax(1);
            optimizer.zero_grad();
            at::cross_entropy_loss(net->forward(inputs), targets).backward();
            optimizer.step();
            inspector.stepped();
        }
        if (budget == 0 || step % kSteps == 0) {
            inspector.tick({tick, 1, step, step, 0});
            ++tick;
        }
    }
    return watched(*run);
}

struct Found
{
    int points = 0, within = 0;
    double errors = 0; ///< their sum, signed
    double share = 0;
};

/// Steps measured together, and their values.
struct Block
{
    std::size_t steps = 1, values = 1;
};

Block blockOf(const std::string &lens, const std::string &tag)
{
    const bool isPair = tag.ends_with("Correlation");
    if (lens == "OutputNorm")
        return {1, 1};
    if (lens == "ParameterUpdateGeometry") // its first step gives no value
        return {3, isPair ? std::size_t{1} : std::size_t{2}};
    return {2, isPair ? std::size_t{1} : std::size_t{2}};
}

double meanOf(std::span<const double> values)
{
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// Standard deviation of the means of all blocks of \p length consecutive \p values.
double deviationOfBlocks(std::span<const double> values, std::size_t length)
{
    const double mean = meanOf(values);
    double squares = 0;
    for (std::size_t first = 0; first + length <= values.size(); ++first)
        squares += std::pow(meanOf(values.subspan(first, length)) - mean, 2);
    return std::sqrt(squares / static_cast<double>(values.size() - length + 1));
}

void compare(const Watched &all, const Watched &some, std::map<std::string, Found> &found)
{
    for (const auto &[place, means] : some.means) {
        const std::string &lens = some.lensOf.at(place.first);
        const auto shares = some.measured.find(lens);
        const Block block = blockOf(lens, place.first);
        for (std::size_t tick = 1; shares != some.measured.end() && tick < kTicks; ++tick) { // the first tick learns the costs
            const auto steps = std::span(all.means.at(place)).subspan(tick * kSteps, kSteps);
            if (std::isnan(means[tick]) || std::ranges::any_of(steps, [](double value) { return std::isnan(value); }))
                continue;
            const double share = shares->second[tick], blocks = share * kSteps / static_cast<double>(block.steps);
            const double error = deviationOfBlocks(steps, block.values) * std::sqrt(std::max(0.0, 1 - share) / blocks);
            const double difference = means[tick] - meanOf(steps);
            Found &here = found[place.first];
            ++here.points;
            here.within += std::abs(difference) <= 3 * error + 1e-9 * std::abs(meanOf(steps)) ? 1 : 0;
            here.errors += error > 0 ? difference / error : 0;
            here.share += share;
        }
    }
}

} // namespace

int main(int argc, char **argv)
{
    const double budget = argc > 1 ? std::atof(argv[1]) : 0.05;
    at::set_num_threads(2);
    std::map<std::string, Found> found;
    for (int seed = 1; seed <= kSeeds; ++seed)
        compare(train(seed, 0), train(seed, budget), found);
    std::printf("%d seeds, %d ticks of %d steps, budget %g\n%-34s %8s %10s %12s %12s\n", kSeeds, kTicks, kSteps, budget, "", "points", "steps", "within 3",
                "mean error");
    Found sum;
    for (const auto &[tag, each] : found) {
        std::printf("%-34s %8d %9.1f%% %11.2f%% %12.3f\n", tag.c_str(), each.points, 100 * each.share / each.points, 100.0 * each.within / each.points,
                    each.errors / each.points);
        sum.points += each.points;
        sum.within += each.within;
        sum.errors += each.errors;
        sum.share += each.share;
    }
    std::printf("%-34s %8d %9.1f%% %11.2f%% %12.3f\n", "all", sum.points, 100 * sum.share / sum.points, 100.0 * sum.within / sum.points, sum.errors / sum.points);
}
