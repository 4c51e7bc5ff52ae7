#include "core/training/plugin_trainer.h"

#include "core/experiment/settings/model_settings.h"
#include "core/experiment/settings/optimizer_settings.h"
#include "core/hook/operator_taps.h"
#include "core/inspector/model_inspector.h"
#include "core/loop/plugin.h"
#include "core/loop/watched_models.h"
#include "core/model/state_dict.h"
#include "core/record/clock.h"
#include "core/record/error.h"
#include "core/record/message.h"
#include "core/record/name_under.h"
#include "core/record/routine_notice.h"
#include "core/training/plugin_lenses.h"
#include "core/training/plugin_library.h"
#include "core/training/random_stream.h"
#include "core/training/thread_count.h"
#include "core/training/tick_clock.h"
#include "core/training/without_backtrace.h"

#include <ATen/core/Tensor.h>
#include <c10/core/Device.h>
#include <torch/nn/module.h>

#include <chrono>
#include <optional>
#include <stdexcept>
#include <utility>

namespace lensboard::training {

struct PluginTrainer::Private final : plugin::Report
{
    Private(const experiment::Experiment &e, const session::TrainingStart &s)
        : experiment(e), start(s), random(c10::Device(c10::kCPU))
    {}

    experiment::Experiment experiment;
    session::TrainingStart start;
    RandomStream random;
    std::unique_ptr<plugin::Training> training;
    std::vector<std::pair<std::string, torch::nn::Module *>> modules;
    std::vector<record::LayerInfo> layers; ///< not reported yet
    std::optional<WatchedModels> models;
    session::Position position{1, 0, 0, false, false, 0, 0};
    std::int64_t trainingBatches = 0, validationBatches = 0;
    std::int64_t samples = 0;
    TickClock ticks{experiment.tick};
    double stepSeconds = 0;
    std::optional<ComputingThreads> threads;
    visualizer::Visualizer *out = nullptr;

    void stepped(torch::nn::Module &model) override
    {
        if (!models->stepped(&model))
            return;
        ++position.step;
        ticks.stepped();
    }
    void pushMetric(const char *name, double value) override { models->pushMetric(name, value); }
    void addSamples(std::int64_t count) override { samples += count; }

    void train()
    {
        constexpr double kShare = 0.05; // weight of the newest step in the average
        const auto began = std::chrono::steady_clock::now();
        const std::int64_t before = position.step;
        position.loss = training->trainBatch(position.batch, *this);
        if (position.step == before)
            throw record::Error(record::message("the plug-in trained a batch and reported no step of the first model: "
                                                     "Report::stepped()"));
        models->pushLoss(position.loss, record::Phase::Train);
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
        stepSeconds += (seconds - stepSeconds) * (stepSeconds > 0 ? kShare : 1);
        if (const record::Message change = threads->endStep(seconds); !change.empty())
            out->note(record::routineNotice(position.step, change));
    }

    void endTick()
    {
        if (const auto tick = ticks.end(position.step))
            models->tick({*tick, position.epoch, position.step, samples, record::wallSeconds()});
    }

    void endEpoch()
    {
        models->call();
        position.finished = position.epoch == experiment.epochs;
        if (ticks.endsWithEpoch(position.finished))
            endTick();
        if (position.finished)
            return;
        position.batch = 0;
        training->beginEpoch(++position.epoch);
    }
};

PluginTrainer::PluginTrainer(const experiment::Experiment &experiment, const session::TrainingStart &start)
    : d(std::make_unique<Private>(experiment, start))
{}

PluginTrainer::~PluginTrainer() = default;

session::Preparation PluginTrainer::prepare(visualizer::Visualizer &out, const session::ProgressReport &report)
{
    return withoutBacktrace([&] { return prepareAll(out, report); });
}

session::Preparation PluginTrainer::prepareAll(visualizer::Visualizer &out, const session::ProgressReport &report)
{
    const experiment::Experiment &experiment = d->experiment;
    d->out = &out;
    d->threads.emplace(experiment.threads, 1, true);
    report(record::message("loading the plug-in"));
    const auto turn = d->random.use();
    d->random.seed(static_cast<std::uint64_t>(experiment.seed));
    const auto path = experiment.model.as<settings::Plugin>().path;
    const PluginLibrary library = loadPluginLibrary(path, d->start.sha256Of(path));
    library.checkInterface("lensboardPluginInterface");
    d->training.reset(library.function<plugin::Training *(const char *)>("lensboardMakeTraining")(experiment.toJson().dump().c_str()));
    d->models.emplace(experiment.watchers.all(), experiment.inspector, out,
                      [this](std::vector<record::LayerInfo> layers) { d->layers = std::move(layers); },
                      pluginLenses(experiment, d->start));
    d->modules = d->training->models();
    for (const auto &[name, module] : d->modules) {
        if (!module)
            throw record::Error(record::message("the plug-in's model \"%1\" is null", name));
        d->models->attach(std::make_unique<hook::OperatorTaps>(*module), name);
    }
    d->trainingBatches = d->training->trainingBatches();
    d->validationBatches = d->training->validationBatches();
    if (d->modules.empty() || d->trainingBatches < 1 || d->validationBatches < 0)
        throw record::Error(record::message("the plug-in has no model, or an epoch without a batch"));
    d->position.learningRate = settings::learningRate(experiment.optimizer.as<settings::Optimizer>());
    d->training->beginEpoch(1);
    d->training->setLearningRate(d->position.learningRate);
    return {std::exchange(d->layers, {}),
            {{"libtorch", TORCH_VERSION},
             {"threads", d->threads->description()},
             {"seed", std::to_string(experiment.seed)},
             {"model_file", path},
             {"model_sha256", library.sha256}},
            {},
            experiment.epochs,
            d->trainingBatches,
            d->validationBatches,
            d->position};
}

session::Position PluginTrainer::advance()
{
    return withoutBacktrace([this] { return advanceOne(); });
}

session::Position PluginTrainer::advanceOne()
{
    const auto turn = d->random.use();
    d->threads->apply();
    const bool training = d->position.batch < d->trainingBatches;
    d->position.validating = !training;
    if (training) {
        d->train();
    } else {
        d->position.loss = d->training->validateBatch(d->position.batch - d->trainingBatches, *d);
        d->models->pushLoss(d->position.loss, record::Phase::Evaluation);
    }
    ++d->position.batch;
    session::Position reached = d->position;
    if (d->position.batch == d->trainingBatches + d->validationBatches)
        d->endEpoch();
    else if (training && d->position.batch < d->trainingBatches && d->ticks.endsWithBatch())
        d->endTick();
    reached.finished = d->position.finished;
    return reached;
}

std::vector<record::LayerInfo> PluginTrainer::newLayers()
{
    return std::exchange(d->layers, {});
}

void PluginTrainer::finishTick()
{
    d->endTick();
}

void PluginTrainer::setLearningRate(double rate)
{
    d->position.learningRate = rate;
    d->training->setLearningRate(rate);
}

void PluginTrainer::watch(const experiment::KindSettings &watcher)
{
    d->models->watch(watcher);
}

std::size_t PluginTrainer::hookCount() const
{
    return d->models ? d->models->hookCount() : 0;
}

session::LensCosts PluginTrainer::lensCosts() const
{
    const inspector::Spending spending = d->models->spending();
    return {d->stepSeconds, d->models->secondsPerStep(), false, spending.budget, spending.share, d->models->keptBytes()};
}

void PluginTrainer::saveCheckpoint(const std::filesystem::path &)
{
    throw record::Error(record::message("a plug-in's training has no checkpoints"));
}

void PluginTrainer::saveModel(const std::filesystem::path &path)
{
    model::NamedTensors state;
    for (const auto &[name, module] : d->modules)
        for (const auto &tensors : {module->named_parameters(), module->named_buffers()})
            for (const auto &tensor : tensors)
                state.emplace_back(record::nameUnder(name, tensor.key()), tensor.value());
    model::saveStateDict(path, state);
}

} // namespace lensboard::training
