#include "core/training/experiment_trainer.h"

#include "core/dataset/dataset.h"
#include "core/experiment/settings/model_settings.h"
#include "core/health/rules/replica_drift.h"
#include "core/hook/interruptible.h"
#include "core/hook/model_tap.h"
#include "core/hook/output_shapes.h"
#include "core/inspector/model_inspector.h"
#include "core/lens/process_figures_lens.h"
#include "core/loop/torch_optimizer.h"
#include "core/record/clock.h"
#include "core/record/message.h"
#include "core/record/routine_notice.h"
#include "core/record/version.h"
#include "core/session/trusted_models.h"
#include "core/training/device.h"
#include "core/training/epoch_batches.h"
#include "core/training/lens_setup.h"
#include "core/training/objective.h"
#include "core/training/plugin_lenses.h"
#include "core/training/random_stream.h"
#include "core/training/replicas.h"
#include "core/training/scheduled_optimizer.h"
#include "core/training/step_time.h"
#include "core/training/thread_count.h"
#include "core/training/training_state.h"
#include "core/training/without_backtrace.h"

#include <ATen/Context.h>
#include <ATen/core/grad_mode.h>
#include <torch/version.h>

#include <c10/core/Device.h>

#include <algorithm>
#include <atomic>
#include <chrono>

namespace lensboard::training {

using session::Command;

namespace {

bool normalisesBatches(const hook::ModelTap &tap)
{
    return std::any_of(tap.modules().begin(), tap.modules().end(), [](const auto &layer) { return layer.type.starts_with("BatchNorm"); });
}

} // namespace

struct ExperimentTrainer::Private
{
    Private(const experiment::Experiment &e, const session::TrainingStart &s)
        : experiment(e), start(s), device(deviceOf(e.device, s.place ? s.place->localRank : 0)), random(device), inspector(e.inspector, pluginLenses(e, s))
    {}

    /// The validation in progress, if it has had at least one batch.
    struct Validation
    {
        std::int64_t batches = 0;
        double loss = 0; ///< sum over the validation's batches
        Snapshot before; ///< state before the validation; a checkpoint resumes from it
    };

    experiment::Experiment experiment;
    session::TrainingStart start;
    c10::Device device;
    RandomStream random;
    dataset::Dataset data;
    std::string fingerprint; ///< of the data set
    std::optional<Objective> objective;
    std::optional<Replicas> replicas; ///< set if several processes train the model
    std::unique_ptr<model::TrainableModel> model;
    std::unique_ptr<hook::ModelTap> tap;
    std::optional<ScheduledOptimizer> optimizer;
    inspector::ModelInspector inspector; ///< declared after the model and tap, to be detached from the tap before their destruction
    std::optional<EpochBatches> batches;
    TickClock ticks{experiment.tick};
    Progress progress;
    Validation validation;
    visualizer::Visualizer *out = nullptr; ///< displays or records the run
    std::vector<record::Message> notices;
    std::vector<std::optional<hook::OutputShapes::Shape>> outputShapes;
    std::atomic<bool> interrupted = false;
    StepTime stepTime;
    std::optional<ComputingThreads> threads;

    /// Errors: session::Cancelled if a user's command interrupted the work, session::Interrupted if another process did.
    template <typename Work>
    auto interruptibly(const Work &work)
    {
        const hook::Interruptible loops(interrupted);
        try {
            return withoutBacktrace(work);
        } catch (const session::Cancelled &) {
            if (replicas)
                replicas->fail(record::message("it was stopped"));
            throw;
        } catch (const std::exception &error) {
            if (interrupted)
                throw session::Cancelled();
            if (replicas)
                if (const auto reason = replicas->faultOfOthers(record::messageOf(error)))
                    throw session::Interrupted(*reason);
            throw;
        }
    }

    void note(const std::vector<record::Message> &more) { notices.insert(notices.end(), more.begin(), more.end()); }

    /// Creates the model, and the batches and optimizer that depend on it.
    void makeModel()
    {
        PreparedModel prepared = prepareModel(experiment, data, *objective, device, random, start.sha256Of(session::modelProgram(experiment)));
        note(prepared.notices);
        model = std::move(prepared.model);
        tap = model->tap();
        batches.emplace(data, experiment, normalisesBatches(*tap), replicas ? EpochBatches::Part{replicas->rank(), replicas->size()} : EpochBatches::Part());
        note(batches->notices());
        if (const auto notice = nothingMeasured(experiment, batches->trainingCount()))
            notices.push_back(*notice);
        std::vector<at::Tensor> parameters;
        for (const auto &[name, parameter] : model->parameters())
            parameters.push_back(parameter);
        optimizer.emplace(experiment, std::move(parameters), batches->trainingCount());
    }

    /// Verifies that all processes run the same training. Gives them equal weights and different random streams.
    void joinOthers()
    {
        experiment::Experiment same = experiment;
        same.watchers = {};
        for (const experiment::KindSettings &watcher : experiment.watchers.all())
            if (experiment::isOfEachProcess(watcher.kind))
                same.watchers.add(watcher);
        same.threads = 0;
        experiment::Json json = same.toJson();
        json["lensboard"] = record::version();
        json["libtorch"] = TORCH_VERSION;
        json["samples"] = fingerprint;
        json["goes_on_after_step"] = progress.step;
        replicas->agree(json);
        replicas->begin(*model, optimizer->parameters(), experiment.model.kind == "torchscript");
        if (replicas->rank() > 0) {
            constexpr std::uint64_t kGoldenRatio = 0x9e3779b9; // LibTorch's generator uses 32 bits of a seed
            const auto turn = random.use();
            random.seed(static_cast<std::uint64_t>(experiment.seed + progress.step) + kGoldenRatio * static_cast<std::uint64_t>(replicas->rank()));
        }
    }

    /// Follows a command of the first process.
    void follow(const Command &command)
    {
        if (command.kind == Command::Kind::LearningRate)
            optimizer->schedule().choose(command.learningRate, progress.step, progress.epoch);
        else if (command.kind == Command::Kind::Checkpoint)
            takeMerged();
        else if (command.kind == Command::Kind::Watcher)
            inspector.watch(experiment::lensChoice(command.change.settings));
        else
            endTick();
    }

    /// Creates a lens of the first process in the other processes, too.
    void sendLens(const experiment::KindSettings &watcher)
    {
        if (experiment::isOfEachProcess(watcher.kind))
            send({Command::Kind::Watcher, 0, {watcher.name(), watcher.settings}});
    }

    /// Sends a command to the other processes. First process only; does nothing without others.
    void send(const Command &command)
    {
        if (replicas)
            replicas->send(command);
    }

    TrainingState state() { return {experiment, fingerprint, *model, *optimizer, random, inspector, ticks, progress}; }

    void goOnFromCheckpoint()
    {
        const auto turn = random.use();
        note(resume(state(), readCheckpoint(start.checkpoint), start, batches->trainingCount()));
    }

    /// Calls \p take and returns its inputs and targets on the device. Measures the waiting time.
    template <typename Take>
    std::pair<at::Tensor, at::Tensor> wait(const Take &take)
    {
        const auto began = std::chrono::steady_clock::now();
        const auto [inputs, targets] = take();
        std::pair<at::Tensor, at::Tensor> batch{inputs.to(device), targets.to(device)};
        inspector.pushDataWait(std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
        return batch;
    }

    at::Tensor forwardFirst(const at::Tensor &inputs, const at::Tensor &targets)
    {
        const hook::OutputShapes shapes(*tap, inputs.size(0));
        const at::Tensor outputs = model->forward(inputs);
        outputShapes = shapes.seen();
        objective->check(outputs, inputs, targets);
        return outputs;
    }

    /// Begins or resumes the epoch at the current batch.
    void beginEpoch()
    {
        model->train(true);
        batches->beginEpoch(progress.epoch);
    }

    bool finished() const { return progress.epoch > experiment.epochs; }

    /// Returns the current position. \p loss is the last batch's loss.
    session::Position reached(double loss) const
    {
        return {progress.epoch, progress.batch + validation.batches, progress.step, validation.batches > 0, finished(), loss,
                optimizer->schedule().rate(progress.step, progress.epoch)};
    }

    void pushBatch(Push push, const at::Tensor &outputs, const at::Tensor &inputs, const at::Tensor &targets, const EpochBatches::Share &share)
    {
        if (replicas) {
            push.metrics = objective->metrics(outputs, inputs, targets, push.training);
            return replicas->keep(std::move(push), share);
        }
        count(push);
        inspector.takePushes(phaseOf(push), [&] {
            push.metrics = objective->metrics(outputs, inputs, targets, push.training);
            progress.pushes.push_back(std::move(push));
            show(progress.pushes.back(), inspector);
        });
    }

    void count(const Push &push) { (push.training ? progress.epochLoss : validation.loss) += push.loss; }

    void addStepTime(double seconds)
    {
        stepTime.add(seconds);
        if (const record::Message change = threads->endStep(seconds); !change.empty())
            out->note(record::routineNotice(progress.step, change));
    }

    /// Warns of parameters that differ between processes. A difference is always a fault.
    void reportDrift()
    {
        record::Message names;
        for (const record::Message &name : replicas->takeDrifted())
            names += (names.empty() ? "" : ", ") + name;
        if (!names.empty())
            out->note({record::RunEvent::Kind::Warning, progress.step, record::wallSeconds(),
                       health::driftText(names)});
    }

    /// Merges the figures of all processes since the last call into the first process. Returns the arguments of the others.
    std::vector<std::vector<double>> takeMerged(const std::vector<double> &own = {}, bool isSameSize = true)
    {
        if (!replicas)
            return {};
        Replicas::Merged merged = replicas->merge(own, isSameSize);
        for (Push &push : merged.pushes) {
            count(push);
            inspector.takePushes(phaseOf(push), [&] { show(push, inspector); });
            progress.pushes.push_back(std::move(push));
        }
        reportDrift();
        return std::move(merged.others);
    }

    /// Returns the loss, like validateBatch().
    double trainBatch()
    {
        const auto [inputs, targets] = wait([this] { return batches->training(progress.batch); });
        const EpochBatches::Share share = batches->trainingShare(progress.batch);
        inspector.leaveSamplesOut(share.own == 0);
        inspector.setTargets(targets);
        optimizer->dropGradients();
        if (replicas)
            replicas->shareBuffers();
        const at::Tensor outputs = outputShapes.empty() ? forwardFirst(inputs, targets) : model->forward(inputs);
        const at::Tensor lossNow = objective->loss(outputs, inputs, targets);
        if (replicas) {
            replicas->backward(lossNow, outputs, share);
            inspector.gradientsCame();
        } else
            lossNow.backward();
        optimizer->step(progress);
        const double loss = lossNow.item<double>();
        ++progress.batch;
        ++progress.step;
        progress.samples += share.all;
        const TorchOptimizer stepped(optimizer->wrapped());
        inspector.stepped(nullptr, &stepped);
        pushBatch({true, loss, {}}, outputs, inputs, targets, share);
        inspector.leaveSamplesOut(false);
        inspector.setTargets({});
        ticks.stepped();
        return loss;
    }

    double validateBatch()
    {
        const at::NoGradGuard noGradients;
        if (validation.batches == 0) {
            if (replicas)
                replicas->shareBuffers();
            takeMerged();
            validation.before = snapshotOf(state());
            model->train(false);
        }
        const auto [inputs, targets] = wait([this] { return batches->validation(validation.batches); });
        const EpochBatches::Share share = batches->validationShare(validation.batches);
        inspector.leaveSamplesOut(share.own == 0);
        inspector.setTargets(targets);
        const at::Tensor outputs = model->forward(inputs);
        const double loss = objective->loss(outputs, inputs, targets).item<double>();
        ++validation.batches;
        pushBatch({false, loss, {}}, outputs, inputs, targets, share);
        inspector.leaveSamplesOut(false);
        inspector.setTargets({});
        return loss;
    }

    void endTick()
    {
        const auto tick = ticks.end(progress.step);
        if (!tick)
            return;
        if (!inspector.active())
            takeMerged(); // otherwise merged together with the lenses' results
        inspector.tick({*tick, progress.epoch, progress.step, progress.samples, record::wallSeconds()});
        progress.pushes.clear();
    }

    void endEpoch()
    {
        inspector.call();
        if (replicas) {
            takeMerged();
            replicas->share({&progress.epochLoss, &validation.loss});
        }
        optimizer->schedule().endEpoch(validation.batches > 0 ? validation.loss / static_cast<double>(validation.batches)
                                                              : progress.epochLoss / static_cast<double>(progress.batch));
        validation = {};
        const bool isLast = progress.epoch == experiment.epochs;
        if (ticks.endsWithEpoch(isLast))
            endTick();
        ++progress.epoch;
        progress.batch = 0;
        progress.epochLoss = 0;
        if (!isLast)
            beginEpoch();
    }

    /// Returns a checkpoint of the current state. During a validation, its model state is that before the validation.
    Checkpoint checkpoint() { return checkpointOf(state(), validation.batches > 0 ? validation.before : snapshotOf(state())); }
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
    d->out = &out;
    if (d->start.place) {
        d->replicas.emplace(*d->start.place, report);
        d->progress.processes = d->replicas->size();
    }
    d->threads.emplace(experiment.threads, d->start.place ? d->start.place->localSize : 1, d->device.is_cpu());
    if (d->threads->count() > defaultThreadCount())
        d->notices.push_back(record::message("%1 threads on %2 cores slow each other down; threads: 0 chooses for this machine.",
                                             d->threads->count(), defaultThreadCount()));
    report(record::message("reading the data set %1", experiment.dataset.kind));
    d->data = dataset::makeDataset(experiment.dataset.as<settings::Dataset>(), experiment.seed, report);
    d->fingerprint = dataset::fingerprint(d->data);
    d->note(d->data.notices);
    d->objective.emplace(experiment, d->data);
    report(record::message("building the model"));
    d->makeModel();
    addLenses(d->inspector, experiment, *d->optimizer);
    if (d->replicas) {
        d->inspector.add("Processes", std::make_unique<lens::ProcessFiguresLens>([this] { return d->replicas->takeFigures(); }, experiment.inspector.byProcess));
        d->inspector.trainWith({d->replicas->rank(), d->replicas->size(), true, true, [this](const auto &own, bool isSameSize) { return d->takeMerged(own, isSameSize); }});
    }
    const std::int64_t inAll = experiment.batchSize * (d->replicas ? d->replicas->size() : 1);
    d->inspector.setBatchSize(static_cast<double>(std::min(inAll, d->data.training.size())));
    d->inspector.attach(*d->tap, out);
    if (!d->start.checkpoint.empty()) {
        report(record::message("going on from %1", d->start.checkpoint.string()));
        d->goOnFromCheckpoint();
    }
    if (d->replicas)
        d->joinOthers();
    d->beginEpoch();
    record::Environment environment = {
        {"libtorch", TORCH_VERSION},
        {"blas", at::Context::hasMKL() ? "MKL" : "OpenBLAS or another"},
        {"device", d->device.str()},
        {"threads", d->threads->description()},
        {"seed", std::to_string(experiment.seed)}};
    if (const std::string sha256 = d->model->sha256(); !sha256.empty()) {
        environment.emplace_back("model_file", experiment.model.as<settings::TorchScript>().path);
        environment.emplace_back("model_sha256", sha256);
    }
    if (d->replicas) {
        environment.emplace_back("processes", std::to_string(d->replicas->size()));
        d->notices.push_back(record::message("%1 processes train together, in batches of %2 samples: losses, metrics and lenses of outputs "
                                             "cover all processes, other watchers the first process.",
                                             d->replicas->size(), experiment.batchSize * d->replicas->size()));
    }
    return {d->tap->modules(), std::move(environment), d->notices, experiment.epochs, d->batches->trainingCount(),
            d->batches->validationCount(), d->reached(0)};
}

session::Position ExperimentTrainer::advance()
{
    return d->interruptibly([&] { return advanceOne(); });
}

bool ExperimentTrainer::mayTakeCommands(bool someWait)
{
    return !d->replicas || d->replicas->mayTakeCommands(someWait);
}

session::Position ExperimentTrainer::advanceOne()
{
    const auto turn = d->random.use();
    if (d->replicas && !d->replicas->beginBatch([this](const Command &command) { d->follow(command); })) {
        session::Position stopped = d->reached(0);
        stopped.finished = true;
        return stopped;
    }
    d->threads->apply();
    const auto start = std::chrono::steady_clock::now();
    const std::int64_t trainingBatches = d->batches->trainingCount();
    const bool training = d->progress.batch < trainingBatches;
    const double loss = training ? d->trainBatch() : d->validateBatch();
    session::Position reached = d->reached(loss);
    if (d->replicas)
        d->replicas->endBatch();
    if (reached.batch == trainingBatches + d->batches->validationCount()) {
        d->endEpoch();
        if (d->replicas)
            d->replicas->meet(); // the others wait while the first process writes a checkpoint
    } else if (training && d->progress.batch < trainingBatches && d->ticks.endsWithBatch())
        d->endTick(); // the epoch's last tick ends after the validation
    if (training)
        d->addStepTime(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    reached.finished = d->finished();
    if (reached.finished && d->replicas)
        d->replicas->finish();
    return reached;
}

std::vector<std::optional<std::vector<std::int64_t>>> ExperimentTrainer::outputShapes() const
{
    return d->outputShapes;
}

void ExperimentTrainer::finishTick()
{
    d->interruptibly([this] {
        d->send({Command::Kind::Stop}); // the others end their tick, too
        d->endTick();
    });
}

void ExperimentTrainer::setLearningRate(double rate)
{
    d->send({Command::Kind::LearningRate, rate});
    d->optimizer->schedule().choose(rate, d->progress.step, d->progress.epoch);
}

void ExperimentTrainer::watch(const experiment::KindSettings &watcher)
{
    d->stepTime.beginAnew();
    try {
        withoutBacktrace([&] { d->inspector.watch(watcher); });
    } catch (...) {
        experiment::KindSettings off = watcher;
        off.settings["enabled"] = false;
        d->sendLens(off);
        throw;
    }
    d->sendLens(watcher);
}

session::LensCosts ExperimentTrainer::lensCosts() const
{
    const inspector::Spending spending = d->inspector.spending();
    return {d->stepTime.seconds(), d->inspector.secondsPerStep(), !d->device.is_cpu(), spending.budget, spending.share, d->inspector.keptBytes()};
}

void ExperimentTrainer::interrupt()
{
    d->interrupted = true;
}

bool ExperimentTrainer::isInterruptible() const
{
    return d->experiment.model.kind == "torchscript"; // only a TorchScript program may run forever; batches of built-in models always end
}

void ExperimentTrainer::saveCheckpoint(const std::filesystem::path &path)
{
    const auto turn = d->random.use();
    withoutBacktrace([&] {
        if (d->replicas && d->replicas->hasKept()) { // inside a tick, at a point where the other processes accept commands
            d->send({Command::Kind::Checkpoint}); // the others send their part of the tick
            d->takeMerged();
        }
        Checkpoint checkpoint = d->checkpoint();
        checkpoint.runCreated = d->start.runCreated;
        writeCheckpoint(path, checkpoint);
    });
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
