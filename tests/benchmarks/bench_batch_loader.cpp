// Time of training with batches prepared on another thread, relative to preparing them between steps; and time of preparing alone, relative to
// LibTorch's index_select, sub and div. Medians of alternating runs.

#include "core/dataset/batch_loader.h"
#include "core/dataset/dataset.h"
#include "core/dataset/normalisation.h"
#include "core/experiment/experiment.h"
#include "core/model/built_in_models.h"

#include <ATen/core/Tensor.h>
#include <ATen/ops/arange.h>
#include <ATen/ops/cross_entropy_loss.h>
#include <ATen/ops/randint.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

using namespace lensboard;
using experiment::Json;

namespace {

using Clock = std::chrono::steady_clock;

dataset::Dataset pictures(std::int64_t count, std::int64_t channels, std::int64_t side)
{
    dataset::Dataset data;
    data.classes = 10;
    data.training = {at::randint(256, {count, channels, side, side}, at::kByte), at::randint(10, {count}, at::kLong)};
    dataset::normaliseInputs(data, settings::Normalise::Standard);
    return data;
}

double median(std::vector<double> values)
{
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
    return values[values.size() / 2];
}

template <typename Work>
double secondsOf(const Work &work)
{
    const auto start = Clock::now();
    work();
    return std::chrono::duration<double>(Clock::now() - start).count();
}

struct Case
{
    const char *name;
    Json model;
    std::int64_t channels, side, samples, batch, batches;
};

void compare(const Case &what)
{
    const dataset::Dataset data = pictures(what.samples, what.channels, what.side);
    const model::Model net = model::makeModel(settings::OneOf<settings::Model>::parsed(what.model), data.inputShape(), 10);
    const at::Tensor order = at::randint(what.samples, {what.batch * what.batches}, at::kLong);
    const dataset::BatchCuts cuts{what.batch * what.batches, what.batch, what.batches, false};
    const auto batchOf = [&](std::int64_t number) { return order.narrow(0, cuts.begin(number), what.batch); };
    const auto step = [&](const std::pair<at::Tensor, at::Tensor> &batch) {
        at::cross_entropy_loss(net.forward(batch.first), batch.second).backward();
    };
    const auto between = [&] {
        for (std::int64_t i = 0; i < what.batches; ++i)
            step(dataset::takeBatch(data, data.training, batchOf(i)));
    };
    const auto ahead = [&] {
        dataset::BatchLoader loader(data, data.training, order, cuts, true);
        for (std::int64_t i = 0; i < what.batches; ++i)
            step(loader.take(i));
    };
    const auto taking = [&] {
        for (std::int64_t i = 0; i < what.batches; ++i)
            dataset::takeBatch(data, data.training, batchOf(i));
    };
    const auto takingByTorch = [&] {
        for (std::int64_t i = 0; i < what.batches; ++i)
            data.training.inputs.index_select(0, batchOf(i)).to(at::kFloat).sub_(data.mean).div_(data.deviation);
    };
    between();
    std::vector<double> ratios, steps, takes, torch;
    for (int round = 0; round < 15; ++round) {
        const double a = secondsOf(between), b = secondsOf(ahead);
        ratios.push_back(b / a);
        steps.push_back(a / static_cast<double>(what.batches));
        takes.push_back(secondsOf(taking) / static_cast<double>(what.batches));
        torch.push_back(secondsOf(takingByTorch) / static_cast<double>(what.batches));
    }
    std::printf("%-34s step %8.3f ms, of which the batch %7.4f ms (LibTorch %7.4f); prepared ahead %.3f\n", what.name,
                1e3 * median(steps), 1e3 * median(takes), 1e3 * median(torch), median(ratios));
}

} // namespace

int main()
{
    const Json mlp = {{"kind", "mlp"}, {"hidden", {64}}, {"activation", "relu"}, {"norm", "none"}, {"dropout", 0}};
    Json cnn = mlp;
    cnn.update({{"kind", "cnn"}, {"channels", {16, 32}}, {"kernel", 3}});
    Json small = cnn;
    small["channels"] = {4};
    for (const Case &what : {Case{"MLP, 32 of 8x8", mlp, 1, 8, 2000, 32, 200}, Case{"MLP, 128 of 28x28", mlp, 1, 28, 60000, 128, 100},
                             Case{"CNN, 64 of 28x28", cnn, 1, 28, 60000, 64, 30}, Case{"CNN, 128 of 3x32x32", cnn, 3, 32, 50000, 128, 10},
                             Case{"small CNN, 64 of 3x128x128", small, 3, 128, 4000, 64, 6},
                             Case{"MLP, 64 of 3x128x128", mlp, 3, 128, 4000, 64, 10},
                             Case{"MLP, 256 of 3x128x128", mlp, 3, 128, 4000, 256, 4}})
        compare(what);
}
