#include "core/training/experiment_trainer.h"

#include "core/dataset/batch_loader.h"
#include "core/dataset/dataset.h"
#include "core/hook/interruptible.h"
#include "core/hook/model_tap.h"
#include "core/hook/output_shapes.h"
#include "core/inspector/inspector.h"
#include "core/lens/learning_rate_lens.h"
#include "core/model/built_in_models.h"
#include "core/model/eager_model.h"
#include "core/model/script_model.h"
#include "core/record/clock.h"
#include "core/record/message.h"
#include "core/training/checkpoint.h"
#include "core/training/device.h"
#include "core/training/gradient_clipping.h"
#include "core/training/learning_rate_schedule.h"
#include "core/training/objective.h"
#include "core/training/optimizers.h"
#include "core/training/plugin_lenses.h"
#include "core/training/random_stream.h"
#include "core/training/thread_count.h"
#include "core/training/without_backtrace.h"

#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/arange.h>
#include <torch/optim/optimizer.h>
#include <torch/version.h>

#include <c10/core/Device.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <iterator>
#include <random>
#include <stdexcept>
#include <variant>

namespace lensboard::training {

using dataset::Samples;
using lens::Phase;

namespace {

/// 0 … size-1 in an order that depends on the seed and the epoch alone (Fisher and Yates).
at::Tensor shuffled(std::int64_t size, std::int64_t seed, std::int64_t epoch)
{
    std::seed_seq sequence{seed & 0xffffffff, seed >> 32, epoch};
    std::mt19937_64 random(sequence);
    at::Tensor order = at::arange(size, at::kLong);
    auto *values = order.data_ptr<std::int64_t>();
    for (std::int64_t i = size - 1; i > 0; --i)
        std::swap(values[i], values[random() % static_cast<std::uint64_t>(i + 1)]);
    return order;
}

std::int64_t batchCount(std::int64_t samples, std::int64_t batchSize)
{
    return (samples + batchSize - 1) / batchSize;
}

/// What a key of an experiment's JSON stood for when the checkpoint was written.
bool sameAsBefore(const experiment::Json &before, const experiment::Json &now, std::initializer_list<const char *> keys)
{
    return std::all_of(keys.begin(), keys.end(), [&](const char *key) { return before.value(key, experiment::Json()) == now.value(key, experiment::Json()); });
}

/// What a model's forward may change.
struct ModelState
{
    model::NamedTensors buffers; ///< copies
    std::string attributes;
};

ModelState stateOf(const model::TrainableModel &model)
{
    ModelState state{model.buffers(), model.attributes()};
    for (auto &[name, buffer] : state.buffers)
        buffer = buffer.detach().clone();
    return state;
}

void restoreState(model::TrainableModel &model, const ModelState &state)
{
    const at::NoGradGuard noGradients;
    const model::NamedTensors buffers = model.buffers();
    for (std::size_t i = 0; i < buffers.size(); ++i)
        buffers[i].second.copy_(state.buffers.at(i).second);
    model.restoreAttributes(state.attributes);
}

} // namespace

struct ExperimentTrainer::Private
{
    Private(const experiment::Experiment &e, const session::TrainingStart &s) : experiment(e), start(s), device(deviceOf(e.device)), inspector(e.inspector, pluginLenses(e, s)), random(device)
    {}

    experiment::Experiment experiment;
    const settings::Clipping clipping = experiment.clipGradient.as<settings::Clipping>();
    session::TrainingStart start;
    c10::Device device;
    dataset::Dataset data;
    std::unique_ptr<model::TrainableModel> model;
    std::vector<at::Tensor> parameters;
    std::optional<Objective> objective;
    std::unique_ptr<torch::optim::Optimizer> optimizer;
    std::optional<LearningRateSchedule> schedule;
    std::unique_ptr<hook::ModelTap> tap;
    inspector::Inspector inspector; ///< after the tap: it detaches from it first
    std::vector<std::string> notices;
    std::string modelSha256; ///< of its file, if it has one
    std::string fingerprint; ///< of the data
    std::vector<std::optional<hook::OutputShapes::Shape>> outputShapes;

    std::optional<dataset::BatchLoader> trainingLoader; ///< of this epoch
    std::optional<dataset::BatchLoader> validationLoader; ///< of batches whose mean is that of the samples
    RandomStream random;
    Place place;
    TickClock ticks{experiment.tick};
    std::int64_t trainingBatches = 0;
    std::int64_t validationBatches = 0;
    std::int64_t validated = 0; ///< batches of this epoch
    bool finished = false;
    double loss = 0; ///< of the last batch
    double stepRate = 0; ///< the learning rate of the last step
    double trainingLoss = 0;   ///< sum over this epoch's batches
    double validationLoss = 0; ///< likewise
    std::vector<Push> pushes; ///< of this tick
    /// As the validation that runs found it: a checkpoint goes on from there.
    struct
    {
        std::vector<at::Tensor> random;
        ModelState model;
        std::size_t pushes = 0;
        std::vector<lens::SavedLens> watchers;
    } beforeValidation;
    std::atomic<bool> interrupted = false;
    double stepSeconds = 0; ///< of late
    std::int64_t stepsTimed = 0;

    /// Errors: session::Cancelled if it was interrupted.
    template <typename Work>
    auto interruptibly(const Work &work)
    {
        const hook::Interruptible loops(interrupted);
        try {
            return withoutBacktrace(work);
        } catch (const std::exception &) {
            if (interrupted)
                throw session::Cancelled();
            throw;
        }
    }

    void makeModel()
    {
        settings::Model wanted = experiment.model.as<settings::Model>();
        const bool fellBackToPoints = experiment.dataset.kind == "fashion-mnist" && data.inputShape().size() != 3;
        if (const auto style = settings::styleForPictures(wanted); style && fellBackToPoints) {
            notices.push_back(record::message("A %1 needs pictures: training an mlp on the points instead.", experiment.model.kind));
            wanted = settings::Mlp{{64, 64}, *style};
        }
        dataset::checkModelTakes(data, std::visit([](const auto &kind) { return kind.kKind; }, wanted));
        const auto turn = random.use();
        const auto seed = [this] { random.seed(static_cast<std::uint64_t>(experiment.seed)); };
        seed();
        if (const auto *script = std::get_if<settings::TorchScript>(&wanted)) {
            openModel(script->path);
            seed(); // whatever trying it drew
        } else {
            model = std::make_unique<model::EagerModel>(model::makeModel(wanted, data.inputShape(), objective->outputs()));
            model->to(device);
        }
        for (const auto &[name, parameter] : model->parameters())
            parameters.push_back(parameter);
    }

    /// A model that is not ours: whether it fits the data is tried on two samples.
    void openModel(const std::string &path)
    {
        auto script = model::loadScriptModel(path, start.sha256Of(path));
        notices.insert(notices.end(), script->notices().begin(), script->notices().end());
        modelSha256 = script->sha256();
        model = std::move(script);
        model->to(device);
        const model::NamedTensors all = model->parameters();
        if (std::none_of(all.begin(), all.end(), [](const auto &named) { return named.second.requires_grad(); }))
            throw std::invalid_argument(record::message("%1: has no parameter that can be trained, as a model that "
                                                        "torch.jit.freeze made; save it without freezing",
                                                        path));
        const at::NoGradGuard noGradients;
        const at::Tensor few = at::arange(std::min<std::int64_t>(data.training.size(), 2), at::kLong);
        const auto [inputs, targets] = onDevice(dataset::takeBatch(data, data.training, few));
        const ModelState asInFile = stateOf(*model);
        model->train(false);
        objective->check(model->forward(inputs), inputs, targets);
        model->train(true);
        restoreState(*model, asInFile);
    }

    bool validating() const { return place.batch == trainingBatches && validated > 0; }

    /// As they are listed; with a schedule, the learning rate after the losses.
    void addLenses()
    {
        bool showsRate = experiment.scheduler.kind == "none";
        const auto showRate = [&] {
            inspector.add(record::term("Learning Rate"),
                          std::make_unique<lens::LearningRateLens>([this] { return stepRate; }, schedule->spansDecades()));
            showsRate = true;
        };
        for (const experiment::Choice &watcher : experiment.watchers.all()) {
            inspector.watch(watcher);
            if (!showsRate && watcher.kind == "LossMetrics")
                showRate();
        }
        if (!showsRate)
            showRate();
    }

    /// From the batch at which place stands.
    void beginEpoch()
    {
        validated = 0;
        validationLoss = 0;
        model->train(true);
        const std::int64_t samples = data.training.size(), others = data.validation.size();
        const bool ahead = dataset::prefetchPays(experiment.batchSize * data.training.inputs.numel() / samples, at::get_num_threads());
        trainingLoader.emplace(data, data.training, shuffled(samples, experiment.seed, place.epoch),
                         dataset::BatchCuts{samples, experiment.batchSize, trainingBatches, false}, ahead);
        if (!validationLoader)
            validationLoader.emplace(data, data.validation, at::arange(others, at::kLong),
                               dataset::BatchCuts{others, experiment.batchSize, validationBatches, true}, ahead);
    }

    /// As many batches as it takes; a training batch of one is left out where batch normalisation cannot have it.
    void countBatches()
    {
        trainingBatches = batchCount(data.training.size(), experiment.batchSize);
        validationBatches = batchCount(data.validation.size(), experiment.batchSize);
        const bool lastOfOne = data.training.size() % experiment.batchSize == 1 || experiment.batchSize == 1;
        const bool normalises = std::any_of(tap->modules().begin(), tap->modules().end(),
                                            [](const auto &layer) { return layer.type.starts_with("BatchNorm"); });
        if (!lastOfOne || !normalises)
            return;
        if (experiment.batchSize == 1 || trainingBatches == 1)
            throw std::invalid_argument(record::message("batch_size: batch normalisation needs batches of at least two "
                                                        "samples; use a larger one, or the model.norm \"layer\""));
        --trainingBatches;
        notices.push_back(record::message("The last batch of each epoch would have one sample, which batch normalisation "
                                          "cannot take: it is left out."));
    }

    void noticeIfNothingIsMeasured()
    {
        const std::int64_t every = experiment.tick.every;
        const std::int64_t count = experiment.tick.everyEpoch() ? (experiment.epochs + every - 1) / every
                                                              : experiment.epochs * ((trainingBatches + every - 1) / every);
        if (experiment.inspector.activeEvery > count && !experiment.watchers.isEmpty())
            notices.push_back(record::message("Nothing will be measured: the training has %1 ticks, and inspector.active_every "
                                              "is %2.",
                                              count, experiment.inspector.activeEvery));
    }

    std::pair<at::Tensor, at::Tensor> onDevice(const std::pair<at::Tensor, at::Tensor> &batch) const
    {
        return {batch.first.to(device), batch.second.to(device)};
    }

    void tell(const Push &push)
    {
        const Phase phase = push.training ? Phase::Train : Phase::Evaluation;
        inspector.pushLoss(push.loss, phase);
        for (const auto &[name, value] : push.metrics)
            inspector.pushMetric(name, value);
    }

    void push(const at::Tensor &outputs, const at::Tensor &inputs, const at::Tensor &targets, bool training)
    {
        inspector.takePushes(training ? Phase::Train : Phase::Evaluation, [&] {
            pushes.push_back({training, loss, objective->metrics(outputs, inputs, targets, training)});
            tell(pushes.back());
        });
    }

    at::Tensor forwardFirst(const at::Tensor &inputs, const at::Tensor &targets)
    {
        const hook::OutputShapes shapes(*tap, inputs.size(0));
        const at::Tensor outputs = model->forward(inputs);
        outputShapes = shapes.seen();
        objective->check(outputs, inputs, targets);
        return outputs;
    }

    session::Position reached() const
    {
        return {place.epoch, place.batch + validated, place.step, validated > 0, finished, loss, rate()};
    }

    double rate() const { return schedule->rate(place.step, place.epoch); }

    void trainBatch()
    {
        const auto [inputs, targets] = onDevice(trainingLoader->take(place.batch));
        inspector.setTargets(&targets);
        for (const at::Tensor &parameter : parameters)
            parameter.mutable_grad().reset(); // not zeroed: the next backward pass gives a new one
        const at::Tensor outputs = outputShapes.empty() ? forwardFirst(inputs, targets) : model->forward(inputs);
        const at::Tensor lossNow = objective->loss(outputs, inputs, targets);
        lossNow.backward();
        clipGradients(clipping, parameters);
        stepRate = rate();
        training::setLearningRate(*optimizer, stepRate);
        optimizer->step();
        loss = lossNow.item<double>();
        trainingLoss += loss;
        ++place.batch;
        ++place.step;
        place.samples += inputs.size(0);
        inspector.stepped();
        push(outputs, inputs, targets, true);
        inspector.setTargets(nullptr);
        ticks.stepped();
    }

    void validateBatch()
    {
        const at::NoGradGuard noGradients;
        if (validated == 0) {
            beforeValidation = {random.states(), stateOf(*model), pushes.size(), inspector.save()};
            model->train(false);
        }
        const auto [inputs, targets] = onDevice(validationLoader->take(validated));
        inspector.setTargets(&targets);
        const at::Tensor outputs = model->forward(inputs);
        loss = objective->loss(outputs, inputs, targets).item<double>();
        validationLoss += loss;
        ++validated;
        push(outputs, inputs, targets, false);
        inspector.setTargets(nullptr);
    }

    void stepTook(double seconds)
    {
        constexpr std::int64_t kHorizon = 100;
        stepsTimed = std::min(stepsTimed + 1, kHorizon);
        stepSeconds += (seconds - stepSeconds) / static_cast<double>(stepsTimed);
    }

    void endTick()
    {
        const auto tick = ticks.end(place.step);
        if (!tick)
            return;
        inspector.tick({*tick, place.epoch, place.step, place.samples, record::wallSeconds()});
        pushes.clear();
    }

    void endEpoch()
    {
        inspector.call();
        beforeValidation = {};
        schedule->endEpoch(validationBatches > 0 ? validationLoss / static_cast<double>(validationBatches)
                                                 : trainingLoss / static_cast<double>(trainingBatches));
        finished = place.epoch == experiment.epochs;
        if (ticks.endsWithEpoch(finished))
            endTick();
        ++place.epoch;
        place.batch = 0;
        trainingLoss = 0;
        if (!finished)
            beginEpoch();
    }

    /// What a validation leaves behind, in the model and in random numbers, is not the training's: one that runs is left out.
    Checkpoint checkpointNow() const
    {
        const bool inValidation = validating();
        ModelState state = inValidation ? beforeValidation.model : stateOf(*model);
        Checkpoint now{experiment.toJson().dump(), model->parameters(), state.attributes, modelSha256, fingerprint,
                       serialised(*optimizer), experiment.optimizer.kind, schedule->state(),
                       inValidation ? beforeValidation.random : random.states(), place, ticks.state(), trainingLoss, pushes,
                       inValidation ? beforeValidation.watchers : inspector.save()};
        std::move(state.buffers.begin(), state.buffers.end(), std::back_inserter(now.model));
        if (inValidation)
            now.pushes.resize(std::min(now.pushes.size(), beforeValidation.pushes));
        return now;
    }

    /// Copies what \p saved holds into the model.
    void takeWeights(const model::NamedTensors &saved)
    {
        const at::NoGradGuard noGradients;
        model::NamedTensors own = model->parameters();
        for (auto &buffer : model->buffers())
            own.push_back(std::move(buffer));
        for (auto &[name, tensor] : own) {
            const auto found = std::find_if(saved.begin(), saved.end(), [&name = name](const auto &other) { return other.first == name; });
            if (found == saved.end())
                throw std::invalid_argument(record::message("the checkpoint is of another model: it has no \"%1\"", name));
            if (found->second.sizes() != tensor.sizes())
                throw std::invalid_argument(record::message("the checkpoint is of another model: its \"%1\" has another shape",
                                                            name));
            tensor.copy_(found->second);
        }
    }

    void goOnFrom(const Checkpoint &saved)
    {
        const bool isSameData = saved.data.empty() || saved.data == fingerprint;
        if (!isSameData && start.mustBeSameData)
            throw std::invalid_argument(record::message("%1: the samples of the data set are not those that the run was trained on; put "
                                                        "its files back, or Continue with Changes (train --from), which begins a new "
                                                        "run with the data as they are now",
                                                        start.checkpoint.string()));
        takeWeights(saved.model);
        if (saved.modelSha256.empty() || saved.modelSha256 == modelSha256) // older checkpoints tell none
            model->restoreAttributes(saved.attributes);
        else
            notices.push_back(record::message("The model's file is not the one that the checkpoint was written from: "
                                              "parameters and buffers are the checkpoint's, all else is as in the file."));
        const experiment::Json before = experiment::parseJson(saved.experiment), now = experiment.toJson();
        if (saved.optimizerKind == experiment.optimizer.kind)
            restoreOptimizer(*optimizer, saved.optimizer);
        else
            notices.push_back(record::message("The optimizer starts afresh: it was %1 and is %2.",
                                              saved.optimizerKind, experiment.optimizer.kind));
        if (sameAsBefore(before, now, {"optimizer", "scheduler"}))
            schedule->restore(saved.schedule);
        place = saved.place;
        ticks.restore(saved.ticks);
        if (place.epoch > experiment.epochs)
            throw std::invalid_argument(record::message("epochs: the training has had its %1 epochs; set epochs higher to "
                                                        "train on",
                                                        experiment.epochs));
        inspector.resumeAfter(saved.ticks.tick);
        stepRate = schedule->rate(std::max<std::int64_t>(0, place.step - 1), place.epoch);
        const bool epochGoesOn = isSameData && sameAsBefore(before, now, {"dataset", "batch_size", "seed", "tick"})
            && place.batch <= trainingBatches;
        inspector.restore(saved.watchers, {start.mustBeSameData, epochGoesOn && place.step != saved.ticks.step});
        if (epochGoesOn) {
            random.restore(saved.random);
            trainingLoss = saved.epochLoss;
            pushes = saved.pushes;
        } else {
            if (place.batch > 0)
                notices.push_back(record::message("Epoch %1 begins anew: its samples, their order or its ticks are others.",
                                                  place.epoch));
            place.batch = 0;
            ticks.beginAt(place.step);
        }
        for (const Push &push : pushes)
            inspector.takePushes(push.training ? Phase::Train : Phase::Evaluation, [&] { tell(push); });
        if (place.step > ticks.state().step && !experiment.watchers.isEmpty())
            notices.push_back(record::message("The tick that was begun when the training stopped shows its whole loss, all that "
                                              "monitors and recorders had, and of all else the rest."));
        beginEpoch();
    }
};

ExperimentTrainer::ExperimentTrainer(const experiment::Experiment &experiment, const session::TrainingStart &start)
    : d(std::make_unique<Private>(experiment, start))
{}

ExperimentTrainer::~ExperimentTrainer() = default;

session::Preparation ExperimentTrainer::prepare(visualizer::Visualizer &out, const session::ProgressReport &report)
{
    return d->interruptibly([&] { return prepareAll(out, report); });
}

session::Preparation ExperimentTrainer::prepareAll(visualizer::Visualizer &out, const session::ProgressReport &report)
{
    const experiment::Experiment &experiment = d->experiment;
    const auto threads = experiment.threads ? static_cast<int>(experiment.threads) : defaultThreadCount();
    at::set_num_threads(threads);
    if (threads > defaultThreadCount())
        d->notices.push_back(record::message("%1 threads on %2 cores slow each other down; threads: 0 chooses for this machine.",
                                             threads, defaultThreadCount()));
    report(record::message("reading the data set %1", experiment.dataset.kind));
    d->data = dataset::makeDataset(experiment.dataset.as<settings::Dataset>(), experiment.seed, report);
    d->fingerprint = dataset::fingerprint(d->data);
    d->notices.insert(d->notices.end(), d->data.notices.begin(), d->data.notices.end());
    d->objective.emplace(experiment, d->data);
    report(record::message("building the model"));
    d->makeModel();
    d->tap = d->model->tap();
    d->countBatches();
    d->noticeIfNothingIsMeasured();
    const auto optimizer = experiment.optimizer.as<settings::Optimizer>();
    d->optimizer = makeOptimizer(optimizer, d->parameters);
    d->schedule.emplace(experiment.scheduler.as<settings::Schedule>(), settings::learningRate(optimizer), experiment.epochs, d->trainingBatches);
    d->addLenses();
    d->inspector.attach(*d->tap, out);
    if (d->start.checkpoint.empty()) {
        d->beginEpoch();
    } else {
        report(record::message("going on from %1", d->start.checkpoint.string()));
        const auto turn = d->random.use();
        d->goOnFrom(readCheckpoint(d->start.checkpoint));
    }
    std::vector<std::pair<std::string, std::string>> environment = {
        {"libtorch", TORCH_VERSION},
        {"blas", at::Context::hasMKL() ? "MKL" : "OpenBLAS or another"},
        {"device", d->device.str()},
        {"threads", std::to_string(threads)},
        {"seed", std::to_string(experiment.seed)}};
    if (!d->modelSha256.empty()) {
        environment.emplace_back("model_file", experiment.model.as<settings::TorchScript>().path);
        environment.emplace_back("model_sha256", d->modelSha256);
    }
    return {d->tap->modules(),
            std::move(environment),
            d->notices,
            experiment.epochs,
            d->trainingBatches,
            d->validationBatches,
            d->reached()};
}

session::Position ExperimentTrainer::advance()
{
    return d->interruptibly([&] { return advanceOne(); });
}

session::Position ExperimentTrainer::advanceOne()
{
    const auto turn = d->random.use();
    const auto start = std::chrono::steady_clock::now();
    const bool training = d->place.batch < d->trainingBatches;
    if (training)
        d->trainBatch();
    else
        d->validateBatch();
    session::Position reached = d->reached();
    if (reached.batch == d->trainingBatches + d->validationBatches)
        d->endEpoch();
    else if (training && d->place.batch < d->trainingBatches && d->ticks.endsWithBatch())
        d->endTick(); // the last step's tick waits for the validation that follows it
    if (training)
        d->stepTook(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    reached.finished = d->finished;
    return reached;
}

std::vector<std::optional<std::vector<std::int64_t>>> ExperimentTrainer::outputShapes() const
{
    return d->outputShapes;
}

void ExperimentTrainer::finishTick()
{
    d->endTick();
}

void ExperimentTrainer::setLearningRate(double rate)
{
    d->schedule->choose(rate, d->place.step, d->place.epoch);
}

void ExperimentTrainer::watch(const experiment::Choice &watcher)
{
    d->stepsTimed = 0;
    withoutBacktrace([&] { d->inspector.watch(watcher); });
}

session::LensCosts ExperimentTrainer::lensCosts() const
{
    return {d->stepSeconds, d->inspector.secondsPerStep(), !d->device.is_cpu()};
}

void ExperimentTrainer::interrupt()
{
    d->interrupted = true;
}

bool ExperimentTrainer::isInterruptible() const
{
    return d->experiment.model.kind == "torchscript"; // a batch of built-in models ends
}

void ExperimentTrainer::saveCheckpoint(const std::filesystem::path &path)
{
    const auto turn = d->random.use();
    withoutBacktrace([&] { writeCheckpoint(path, d->checkpointNow()); });
}

void ExperimentTrainer::saveModel(const std::filesystem::path &path)
{
    withoutBacktrace([&] { d->model->save(path); });
}

std::size_t ExperimentTrainer::hookCount() const
{
    return d->tap ? d->tap->hookCount() : 0;
}

} // namespace lensboard::training
