// Cost of training one model in 2 to 64 processes on this machine: the message sent with each step, and merging a tick.
// bench_processes [processes…]

#include "core/distributed/process_group.h"
#include "core/model/built_in_models.h"
#include "core/model/eager_model.h"
#include "core/model/sequential.h"
#include "tests/benchmarks/paired.h"

#include <ATen/Parallel.h>
#include <ATen/ops/cross_entropy_loss.h>
#include <ATen/ops/randint.h>
#include <ATen/ops/randn.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

using namespace lensboard;

namespace {

constexpr int kLayers = 100, kQuantities = 3, kStepsPerTick = 50, kTicks = 40;

struct Seconds
{
    std::vector<double> step, word, tick;
};

std::unique_ptr<model::TrainableModel> madeModel()
{
    const experiment::Json settings = {{"kind", "mlp"}, {"hidden", std::vector<int>(kLayers - 1, 64)}};
    return std::make_unique<model::EagerModel>(model::makeModel(settings::OneOf<settings::Model>::parsed(settings), {64}, 10));
}

/// Trains an MLP of 100 layers under two output lenses.
Seconds train(const session::ProcessRank &place)
{
    at::set_num_threads(1);
    at::manual_seed(1);
    const auto group = distributed::join(place, [](const std::string &) {});
    const auto model = madeModel();
    std::vector<at::Tensor> parameters;
    for (const auto &[name, parameter] : model->parameters())
        parameters.push_back(parameter);
    const auto reducer = group->reducer(parameters, false);
    const at::Tensor inputs = at::randn({64, 64}), targets = at::randint(10, {64}, at::kLong);
    const std::vector<double> found(kLayers * kQuantities * 6 + 2 * kStepsPerTick, 1.0); // and losses and a metric
    const auto step = [&] {
        for (at::Tensor &parameter : parameters)
            parameter.mutable_grad().reset();
        const at::Tensor outputs = model->forward(inputs);
        const at::Tensor loss = at::cross_entropy_loss(outputs, targets);
        reducer->prepare(outputs);
        loss.backward();
    };
    Seconds seconds;
    for (int i = 0; i < kTicks; ++i) {
        seconds.step.push_back(bench::secondsOf(step));
        seconds.word.push_back(bench::secondsOf([&] {
            group->announce(false);
            group->announced();
        }));
        seconds.tick.push_back(bench::secondsOf([&] {
            group->gather(found, true);
        }));
    }
    group->collect({});
    return seconds;
}

/// Time of a step in a process alone on its core.
double aloneSeconds()
{
    at::set_num_threads(1);
    const auto model = madeModel();
    const at::Tensor inputs = at::randn({64, 64}), targets = at::randint(10, {64}, at::kLong);
    std::vector<double> seconds;
    for (int i = 0; i < 50; ++i)
        seconds.push_back(bench::secondsOf([&] { at::cross_entropy_loss(model->forward(inputs), targets).backward(); }));
    return bench::median(seconds);
}

void measure(int processes)
{
    session::ProcessRank place{.size = processes, .host = "127.0.0.1", .port = 21000 + processes};
    std::vector<pid_t> others;
    for (int rank = 1; rank < processes; ++rank) {
        others.push_back(fork());
        if (others.back() == 0) {
            place.rank = rank;
            try {
                train(place);
            } catch (const std::exception &error) {
                std::fprintf(stderr, "%s\n", error.what());
                _exit(1);
            }
            _exit(0);
        }
    }
    const pid_t first = fork(); // forked before LibTorch starts threads
    if (first == 0) {
        const Seconds seconds = train(place);
        const double word = bench::median(seconds.word), tick = bench::median(seconds.tick);
        const double step = bench::median(seconds.step), alone = aloneSeconds();
        std::printf("%9d %10.2f %10.2f %10.0f %10.0f %9.2f %%\n", processes, 1e3 * alone, 1e3 * step, 1e6 * word, 1e6 * tick, 100 * tick / kStepsPerTick / step);
        std::fflush(stdout);
        _exit(0);
    }
    waitpid(first, nullptr, 0);
    for (const pid_t other : others)
        waitpid(other, nullptr, 0);
}

} // namespace

int main(int argc, char **argv)
{
    std::printf("MLP of %d layers of 64, batch 64 a process, one thread each; a tick of %d statistics every %d steps\n"
                "%9s %10s %10s %10s %10s %11s\n",
                kLayers, kLayers * kQuantities, kStepsPerTick, "processes", "alone ms", "step ms", "word µs", "tick µs", "tick/steps");
    std::fflush(stdout);
    std::vector<int> counts;
    for (int i = 1; i < argc; ++i)
        counts.push_back(std::atoi(argv[i]));
    for (const int processes : counts.empty() ? std::vector<int>{2, 4, 8, 16, 32, 64} : counts)
        measure(processes);
    return 0;
}
