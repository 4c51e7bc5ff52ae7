// Cost of watching: step time of five models in a LibTorch loop without lenses, with each lens and with all lenses, next to the bytes that a lens
// must move; the cost of one tick; and the costs reported by the lenses.
// bench_step_time [threads] [budgets] [model…]

#include "core/experiment/experiment_schema.h"
#include "core/inspector/model_inspector.h"
#include "core/lens/lens_factory.h"
#include "core/lens/module_types.h"
#include "core/model/built_in_models.h"
#include "core/store/columns/run_store.h"
#include "core/store/columns/store_visualizer.h"
#include "tests/benchmarks/paired.h"
#include "tests/support/settings.h"

#include <ATen/Parallel.h>
#include <ATen/ops/cross_entropy_loss.h>
#include <ATen/ops/randint.h>
#include <ATen/ops/randn.h>
#include <torch/nn/module.h>
#include <torch/nn/modules/activation.h>
#include <torch/nn/modules/container/sequential.h>
#include <torch/nn/modules/conv.h>
#include <torch/nn/modules/dropout.h>
#include <torch/nn/modules/linear.h>
#include <torch/nn/modules/pooling.h>
#include <torch/optim/sgd.h>

#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <optional>

using namespace lensboard;
using experiment::Json;
namespace nn = torch::nn;

namespace {

constexpr int kRounds = 25;
constexpr int kStepsPerTick = 100;

struct Case
{
    std::string name;
    std::string title;
    std::string kind;
    Json model;
    at::Tensor inputs;
    at::Tensor targets;
    std::int64_t classes;
    std::function<model::Model()> plain; ///< the model built from LibTorch's own modules; if empty, the built-in model, unwatched

    model::Model makeBuiltIn() const
    {
        Json json = model;
        json["kind"] = kind;
        return model::makeModel(settings::OneOf<settings::Model>::parsed(json), inputs.sizes().slice(1).vec(), classes);
    }
};

model::Model runnable(nn::Sequential net)
{
    return {net.ptr(), [net](const at::Tensor &input) mutable { return net->forward(input); }};
}

std::vector<Case> cases()
{
    const auto classesOf = [](std::int64_t n, std::int64_t classes) { return at::randint(classes, {n}, at::kLong); };
    const at::Tensor text = at::randint(512, {8, 129}, at::kLong);
    return {{"mlp", "MLP 784-256-128-10, batch 128", "mlp", {{"hidden", {256, 128}}}, at::randn({128, 784}),
             classesOf(128, 10), 10,
             [] {
                 return runnable(nn::Sequential(nn::Linear(784, 256), nn::ReLU(), nn::Linear(256, 128), nn::ReLU(),
                                                nn::Linear(128, 10)));
             }},
            {"cnn", "CNN conv32-conv64-fc128-dropout, 28x28, batch 64", "cnn",
             {{"channels", {32, 64}}, {"hidden", {128}}, {"dropout", 0.25}}, at::randn({64, 1, 28, 28}),
             classesOf(64, 10), 10,
             [] {
                 return runnable(nn::Sequential(
                     nn::Conv2d(nn::Conv2dOptions(1, 32, 3).padding(1)), nn::ReLU(), nn::MaxPool2d(2),
                     nn::Conv2d(nn::Conv2dOptions(32, 64, 3).padding(1)), nn::ReLU(), nn::MaxPool2d(2), nn::Flatten(),
                     nn::Linear(3136, 128), nn::ReLU(), nn::Dropout(0.25), nn::Linear(128, 10)));
             }},
            {"resnet", "ResNet-18 layout, widths 16,32,64,128, 32x32, batch 32", "resnet", Json::object(),
             at::randn({32, 3, 32, 32}), classesOf(32, 10), 10, {}},
            {"deep", "MLP of 41 layers, width 16, batch 16: what a look at a layer costs, whatever its size", "mlp",
             {{"hidden", std::vector<int>(20, 16)}}, at::randn({16, 16}), classesOf(16, 10), 10, {}},
            {"gpt", "GPT, 4 layers, width 128, 4 heads, T 128, vocabulary 512, batch 8", "transformer", Json::object(),
             text.narrow(1, 0, 128).contiguous(), text.narrow(1, 1, 128).flatten(), 512, {}}};
}

/// Reshapes scores [N, classes, *] to [positions, classes].
at::Tensor rows(const at::Tensor &scores)
{
    return scores.dim() > 2 ? scores.movedim(1, -1).flatten(0, -2) : scores;
}

/// One training, watched or not.
class Loop
{
public:
    Loop(const Case &c, model::Model model)
        : m_inputs(c.inputs), m_targets(c.targets), m_model(std::move(model)),
          m_optimizer(m_model.module->parameters(), torch::optim::SGDOptions(0.001).momentum(0.9))
    {}

    void watch(const std::vector<std::string> &lenses, double budget = 0)
    {
        m_run = std::make_shared<store::RunStore>();
        m_recorder.emplace(m_run);
        m_tap.emplace(m_model.module);
        experiment::InspectorSettings settings;
        settings.budget = budget;
        m_inspector.emplace(settings);
        for (const std::string &lens : lenses)
            m_inspector->add(lens, lens::makeLens(test::lensChoice(lens)));
        m_inspector->attach(*m_tap, *m_recorder);
    }

    void steps(int count)
    {
        for (int i = 0; i < count; ++i) {
            m_model.module->zero_grad(true);
            const at::Tensor loss = at::cross_entropy_loss(rows(m_model.forward(m_inputs)), m_targets);
            loss.backward();
            m_optimizer.step();
            const double value = loss.item<double>();
            if (m_inspector) {
                m_inspector->stepped();
                m_inspector->pushLoss(value, lens::Phase::Train);
            }
        }
        m_stepsInTick += count;
    }

    void tickIfDue(bool anyway = false)
    {
        if (!m_inspector || (m_stepsInTick < kStepsPerTick && !anyway))
            return;
        m_stepsInTick = 0;
        ++m_ticks;
        m_tickSeconds.push_back(bench::secondsOf([&] { m_inspector->tick({m_ticks, 1, m_ticks, m_ticks, 0}); }));
        m_lateSeconds.push_back(bench::secondsOf([&] { m_run->awaitLate(); })); // so that late work does not overlap other steps
    }

    double tickSeconds() const { return bench::median(m_tickSeconds); }
    /// Seconds of computation after a tick, concurrent with training.
    double lateSeconds() const { return bench::median(m_lateSeconds); }
    /// Seconds per step as reported by the lenses.
    double reportedSeconds() const
    {
        double sum = 0;
        for (const auto &[kind, seconds] : m_inspector ? m_inspector->secondsPerStep() : std::map<std::string, double>())
            sum += seconds;
        return sum;
    }

private:
    at::Tensor m_inputs;
    at::Tensor m_targets;
    model::Model m_model;
    torch::optim::SGD m_optimizer;
    std::shared_ptr<store::RunStore> m_run;
    std::optional<store::StoreVisualizer> m_recorder;
    std::optional<hook::ModelTap> m_tap;
    std::optional<inspector::ModelInspector> m_inspector; ///< declared after the tap, because it detaches from it first
    std::int64_t m_ticks = 0;
    int m_stepsInTick = 0;
    std::vector<double> m_tickSeconds, m_lateSeconds;
};

/// Bytes of float32 that each lens must read and write per step if a gradient is kept by reference. The entry "" is for all lenses together, with
/// shared reads counted once.
std::map<std::string, double> bytesOf(const Case &c)
{
    double activations = 0, dropout = 0, others = 0, parameters = 0;
    const model::Model model = c.makeBuiltIn();
    hook::ModelTap tap(model.module);
    std::vector<hook::Hook> hooks;
    for (const hook::ModuleId id : tap.layers(-1)) {
        const std::string type = tap.modules()[id].type;
        hooks.push_back(tap.afterForward(id, [&, type](auto, const at::Tensor &output) {
            (lens::isActivation(type) ? activations : others) += 4.0 * static_cast<double>(output.numel());
            dropout += lens::isDropout(type) ? 4.0 * static_cast<double>(output.numel()) : 0;
        }));
        for (const record::ParameterInfo &parameter : tap.modules()[id].parameters)
            if (parameter.name == "weight" || parameter.name == "bias")
                parameters += 4.0 * static_cast<double>(tap.parameter(id, parameter.name).numel());
    }
    model.forward(c.inputs);
    return {{"OutputActivation", activations + dropout},
            {"OutputNorm", activations},
            {"OutputGradientGeometry", 2 * others},
            {"ParameterGradientGeometry", 2 * parameters},
            {"ParameterGradientActivation", parameters},
            {"ParameterUpdateGeometry", 4 * parameters},
            {"", activations + dropout + 2 * others + 6 * parameters}};
}

void measure(const Case &c, int threads)
{
    std::vector<std::string> names = {c.plain ? "plain LibTorch" : "unwatched", "lenses off"};
    std::vector<std::vector<std::string>> lenses = {{}, {}};
    std::vector<std::string> all;
    for (const experiment::Section &section : experiment::lensSchemas()) {
        names.push_back(section.kind);
        lenses.push_back({section.kind});
        all.push_back(section.kind);
    }
    names.push_back("all lenses");
    lenses.push_back(all);

    std::vector<std::unique_ptr<Loop>> loops;
    for (std::size_t i = 0; i < names.size(); ++i) {
        at::manual_seed(1);
        loops.push_back(std::make_unique<Loop>(c, i == 0 && c.plain ? c.plain() : c.makeBuiltIn()));
        if (i > 0)
            loops.back()->watch(lenses[i]);
        loops.back()->steps(3); // warm up
    }
    const double once = bench::secondsOf([&] { loops[0]->steps(3); }) / 3;
    const int steps = std::clamp(static_cast<int>(0.06 / once), 2, 40);
    std::vector<std::vector<double>> seconds(loops.size());
    for (int round = 0; round < kRounds; ++round)
        for (std::size_t i = 0; i < loops.size(); ++i) {
            if (i > 0)
                seconds[i].push_back(bench::secondsOf([&] { loops[0]->steps(steps); })); // the partner of this turn
            const double watched = bench::secondsOf([&] { loops[i]->steps(steps); });
            seconds[i].push_back(watched);
            loops[i]->tickIfDue(round + 1 == kRounds);
        }

    const auto bytes = bytesOf(c);
    const double plain = bench::median(seconds[0]) / steps;
    std::printf("\n%s, %d threads, a tick every %d steps, medians of %d pairs of %d steps\n", c.title.c_str(), threads,
                kStepsPerTick, kRounds, steps);
    std::printf("%-29s %8s %8s %9s %9s %10s %8s %8s %9s %9s\n", "", "ms/step", "ratio", "tick ms", "late ms", "with tick", "more ms", "told ms", "MB/step", "GB/s");
    for (std::size_t i = 0; i < loops.size(); ++i) {
        std::vector<double> ratios, own;
        for (std::size_t turn = 0; i > 0 && turn < seconds[i].size(); turn += 2) {
            ratios.push_back(seconds[i][turn + 1] / seconds[i][turn]);
            own.push_back(seconds[i][turn + 1]);
        }
        const double ratio = i == 0 ? 1 : bench::median(ratios), tick = loops[i]->tickSeconds(), late = loops[i]->lateSeconds();
        std::printf("%-29s %8.3f %8.4f %9.3f %9.3f %10.4f", names[i].c_str(), 1e3 * (i == 0 ? plain : bench::median(own) / steps),
                    ratio, 1e3 * tick, 1e3 * late, ratio + (tick + late) / kStepsPerTick / plain);
        std::printf(" %8.3f %8.3f", 1e3 * ((ratio - 1) * plain + (tick + late) / kStepsPerTick), 1e3 * loops[i]->reportedSeconds());
        if (const auto moved = bytes.find(names[i] == "all lenses" ? "" : names[i]); moved != bytes.end())
            std::printf(" %9.2f %9.1f", moved->second / 1e6, moved->second / std::max(1e-9, (ratio - 1) * plain) / 1e9);
        std::printf("\n");
    }
    std::fflush(stdout);
}

/// Returns the case with a batch \p times as large.
Case withBatch(Case c, double times)
{
    const auto scaled = [times](const at::Tensor &all) {
        const auto rows = std::max<std::int64_t>(1, std::llround(times * static_cast<double>(all.size(0))));
        return times > 1 ? all.repeat_interleave(std::llround(times), 0) : all.narrow(0, 0, rows).contiguous();
    };
    c.inputs = scaled(c.inputs);
    c.targets = scaled(c.targets);
    return c;
}

/// Measures all lenses within budgets. Goal: the slowdown exceeds the budget by at most half a percentage point.
void measureBudgets(const Case &base)
{
    std::vector<std::string> all;
    for (const experiment::Section &section : experiment::lensSchemas())
        all.push_back(section.kind);
    std::printf("\n%s, all lenses within a budget, pairs of at least 0.2 s: median (mean) of ratios\n%14s", base.title.c_str(), "batch");
    for (const double budget : {0.01, 0.02, 0.05, 0.0})
        budget > 0 ? std::printf("  budget %4.2f          ", budget) : std::printf("  every step\n");
    for (const double times : {0.25, 1.0, 4.0}) {
        const Case c = withBatch(base, times);
        std::printf("%14lld", static_cast<long long>(c.inputs.size(0)));
        for (const double budget : {0.01, 0.02, 0.05, 0.0}) {
            at::manual_seed(1);
            Loop plain(c, c.makeBuiltIn()), watched(c, c.makeBuiltIn());
            watched.watch(all, budget);
            plain.steps(5);
            const double once = bench::secondsOf([&] { plain.steps(5); }) / 5;
            const int steps = std::clamp(static_cast<int>(0.2 / once), 5, 1000);
            watched.steps(std::max(100, steps)); // warm-up: the sampler learns the costs
            watched.tickIfDue();
            std::vector<double> ratios;
            for (int round = 0; round < kRounds; ++round) {
                const double without = bench::secondsOf([&] { plain.steps(steps); });
                ratios.push_back(bench::secondsOf([&] {
                                     watched.steps(steps);
                                     watched.tickIfDue();
                                 })
                                 / without);
            }
            std::printf("  %6.4f (%6.4f) %6.4f", bench::median(ratios), std::accumulate(ratios.begin(), ratios.end(), 0.0) / kRounds,
                        1 + watched.reportedSeconds() / once);
            std::fflush(stdout);
        }
        std::printf("\n");
    }
}

} // namespace

int main(int argc, char **argv)
{
    bench::keepMemory();
    const int threads = argc > 1 ? std::atoi(argv[1]) : 2;
    at::set_num_threads(threads);
    try {
        std::vector<std::string> wanted(argv + std::min(argc, 2), argv + argc);
        const bool ofBudgets = std::erase(wanted, "budgets") > 0;
        for (const Case &c : cases())
            if (wanted.empty() || std::ranges::find(wanted, c.name) != wanted.end())
                ofBudgets ? measureBudgets(c) : measure(c, threads);
    } catch (const std::exception &error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
