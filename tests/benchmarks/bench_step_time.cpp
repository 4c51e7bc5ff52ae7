// Step time of a plain LibTorch loop, of Lensboard with lenses off, and with each and all lenses on.

#include "core/dataset/dataset.h"
#include "core/store/recorder.h"
#include "core/store/run_store.h"
#include "core/training/eager_trainer.h"
#include "tests/benchmarks/paired.h"

#include <ATen/Parallel.h>
#include <ATen/ops/cross_entropy_loss.h>
#include <ATen/ops/randperm.h>
#include <torch/nn/modules/activation.h>
#include <torch/nn/modules/container/sequential.h>
#include <torch/nn/modules/conv.h>
#include <torch/nn/modules/dropout.h>
#include <torch/nn/modules/linear.h>
#include <torch/nn/modules/pooling.h>
#include <torch/optim/sgd.h>

#include <cstdio>
#include <memory>

using namespace lensboard;
using experiment::Experiment;
using experiment::Json;
namespace nn = torch::nn;

namespace {

const std::vector<const char *> kLenses = {"LossMetrics", "OutputActivation", "ParameterGradientGeometry",
                                           "ParameterUpdateGeometry"};

struct Case
{
    const char *name;
    Json model;
    std::int64_t batchSize;
    nn::Sequential plain;
};

std::vector<Case> cases()
{
    return {{"MLP 784-256-128-10, batch 128",
             {{"kind", "mlp"}, {"hidden", {256, 128}}},
             128,
             nn::Sequential(nn::Flatten(), nn::Linear(784, 256), nn::ReLU(), nn::Linear(256, 128), nn::ReLU(),
                            nn::Linear(128, 10))},
            {"CNN conv32-conv64-fc128-dropout, 28x28, batch 64",
             {{"kind", "cnn"}, {"channels", {32, 64}}, {"hidden", {128}}, {"dropout", 0.25}},
             64,
             nn::Sequential(nn::Conv2d(nn::Conv2dOptions(1, 32, 3).padding(1)), nn::ReLU(), nn::MaxPool2d(2),
                            nn::Conv2d(nn::Conv2dOptions(32, 64, 3).padding(1)), nn::ReLU(), nn::MaxPool2d(2),
                            nn::Flatten(), nn::Linear(3136, 128), nn::ReLU(), nn::Dropout(0.25), nn::Linear(128, 10))}};
}

/// The loop that a user would write without Lensboard.
class PlainLoop
{
public:
    PlainLoop(nn::Sequential net, std::int64_t batchSize)
        : m_net(std::move(net)), m_optimizer(m_net->parameters(), torch::optim::SGDOptions(0.01).momentum(0.9)),
          m_batchSize(batchSize)
    {
        m_data = dataset::makeDataset({"fashion-mnist", {{"path", ""}, {"train_samples", 0}, {"validation_samples", 1}}}, 1);
        m_order = at::randperm(m_data.training.size());
    }

    void steps(int count)
    {
        for (int i = 0; i < count; ++i) {
            if (m_at + m_batchSize > m_data.training.size())
                m_at = 0;
            const auto [inputs, targets] = dataset::takeBatch(m_data, m_data.training, m_order.narrow(0, m_at, m_batchSize));
            m_at += m_batchSize;
            m_net->zero_grad(true);
            const at::Tensor loss = at::cross_entropy_loss(m_net->forward(inputs), targets);
            loss.backward();
            m_optimizer.step();
            m_lastLoss = loss.item<double>();
        }
    }

private:
    nn::Sequential m_net;
    torch::optim::SGD m_optimizer;
    dataset::Dataset m_data;
    at::Tensor m_order;
    std::int64_t m_batchSize;
    std::int64_t m_at = 0;
    double m_lastLoss = 0;
};

class Watched
{
public:
    Watched(const Case &c, const std::vector<const char *> &lenses, int threads)
        : m_run(std::make_shared<store::RunStore>()), m_recorder(m_run)
    {
        Json list = Json::array();
        for (const char *lens : lenses)
            list.push_back({{"kind", lens}});
        m_trainer = std::make_unique<training::EagerTrainer>(Experiment::fromJson(
            {{"format", 1},
             {"dataset", {{"kind", "fashion-mnist"}, {"validation_samples", 1}}},
             {"model", c.model},
             {"optimizer", {{"kind", "sgd"}, {"lr", 0.01}}},
             {"epochs", 100000},
             {"batch_size", c.batchSize},
             {"threads", threads},
             {"tick", {{"unit", "steps"}, {"every", 100}}},
             {"lenses", list}}));
        m_trainer->prepare(m_recorder, [](const std::string &) {});
    }

    void steps(int count)
    {
        while (count > 0)
            count -= m_trainer->advance().validating ? 0 : 1;
    }

private:
    std::shared_ptr<store::RunStore> m_run;
    store::Recorder m_recorder;
    std::unique_ptr<training::EagerTrainer> m_trainer;
};

void measure(Case &c, int threads)
{
    constexpr int kSteps = 60, kRounds = 15;
    PlainLoop plain(c.plain, c.batchSize);
    Watched off(c, {}, threads), all(c, kLenses, threads);
    std::vector<std::unique_ptr<Watched>> single;
    std::vector<std::function<void()>> contenders = {[&] { plain.steps(kSteps); }, [&] { off.steps(kSteps); },
                                                     [&] { all.steps(kSteps); }};
    for (const char *lens : kLenses) {
        single.push_back(std::make_unique<Watched>(c, std::vector<const char *>{lens}, threads));
        contenders.push_back([watched = single.back().get()] { watched->steps(kSteps); });
    }
    // Under 1 % is told from noise by many short turns of just these two.
    const auto pair = bench::inTurns({[&] { plain.steps(kSteps / 4); }, [&] { off.steps(kSteps / 4); }}, 8 * kRounds);
    const auto seconds = bench::inTurns(contenders, kRounds);
    const auto line = [&](const char *name, std::size_t i) {
        std::printf("  %-28s %8.3f ms/step   ratio %.4f\n", name, 1e3 * bench::median(seconds[i]) / kSteps,
                    bench::ratio(seconds[i], seconds[0]));
    };
    std::printf("%s, %d threads, a tick every 100 steps, medians of %d rounds\n", c.name, threads, kRounds);
    line("plain LibTorch", 0);
    line("lenses off", 1);
    std::printf("  %-28s %25s   ratio %.4f\n", "lenses off, 120 short pairs", "", bench::ratio(pair[1], pair[0]));
    for (std::size_t i = 0; i < kLenses.size(); ++i)
        line(kLenses[i], 3 + i);
    line("all four lenses", 2);
    std::fflush(stdout);
}

} // namespace

int main(int argc, char **argv)
{
    bench::keepMemory();
    const int threads = argc > 1 ? std::atoi(argv[1]) : 2;
    at::set_num_threads(threads);
    try {
        for (Case &c : cases())
            measure(c, threads);
    } catch (const std::exception &error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
