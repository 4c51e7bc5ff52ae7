#include "core/training/eager_trainer.h"

#include "core/dataset/dataset.h"
#include "core/hook/model_tap.h"
#include "core/hook/output_shapes.h"
#include "core/inspector/inspector.h"
#include "core/lens/lens_factory.h"
#include "core/model/built_in_models.h"
#include "core/model/eager_model.h"
#include "core/record/clock.h"
#include "core/training/optimizers.h"
#include "core/training/random_stream.h"
#include "core/training/thread_count.h"

#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/arange.h>
#include <ATen/ops/argmax.h>
#include <ATen/ops/cross_entropy_loss.h>
#include <torch/optim/optimizer.h>
#include <torch/version.h>

#include <c10/util/Exception.h>

#include <chrono>
#include <random>
#include <stdexcept>

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

/// LibTorch's errors carry the stack of the program, which tells a user nothing.
template <typename Work>
auto withoutBacktrace(const Work &work)
{
    try {
        return work();
    } catch (const c10::Error &error) {
        throw std::runtime_error(error.what_without_backtrace());
    }
}

/// Scores [N, classes] and targets [N]; of a text [N, T, classes] and [N, T], where every position counts alike.
at::Tensor lossOf(const at::Tensor &scores, const at::Tensor &targets)
{
    return at::cross_entropy_loss(scores.flatten(0, -2), targets.flatten());
}

double accuracyOf(const at::Tensor &scores, const at::Tensor &targets)
{
    const at::Tensor right = at::argmax(scores.detach(), -1).eq(targets).sum();
    return static_cast<double>(right.item<std::int64_t>()) / static_cast<double>(targets.numel());
}

} // namespace

struct EagerTrainer::Private
{
    explicit Private(const experiment::Experiment &e) : experiment(e), inspector(e.inspector) {}

    experiment::Experiment experiment;
    dataset::Dataset data;
    std::unique_ptr<model::TrainableModel> model;
    std::vector<at::Tensor> parameters;
    std::unique_ptr<torch::optim::Optimizer> optimizer;
    std::unique_ptr<hook::ModelTap> tap;
    inspector::Inspector inspector; ///< after the tap: it detaches from it first
    std::vector<std::string> notices;
    std::vector<std::optional<hook::OutputShapes::Shape>> outputShapes;

    at::Tensor order; ///< of this epoch's training samples
    RandomStream random;
    session::Position position;
    std::int64_t trainingBatches = 0;
    std::int64_t validationBatches = 0;
    std::int64_t samples = 0;
    std::int64_t tick = 0;
    std::int64_t unitsInTick = 0; ///< steps or epochs since the last tick
    bool tickHasSteps = false;
    double stepSeconds = 0; ///< of late
    std::int64_t stepsTimed = 0;

    void makeModel()
    {
        experiment::Choice choice = experiment.model;
        const bool forPictures = choice.kind == "cnn" || choice.kind == "resnet";
        if (forPictures && data.inputShape().size() != 3) { // the data set fell back to points
            notices.push_back("A " + choice.kind + " needs pictures: training an mlp on the points instead.");
            choice.kind = "mlp";
            choice.settings["hidden"] = {64, 64};
        }
        const auto turn = random.use();
        random.seed(static_cast<std::uint64_t>(experiment.seed));
        model = std::make_unique<model::EagerModel>(model::makeModel(choice, data.inputShape(), data.classes));
        for (const auto &[name, parameter] : model->parameters())
            parameters.push_back(parameter);
    }

    void beginEpoch(std::int64_t epoch)
    {
        position.epoch = epoch;
        position.batch = 0;
        position.validating = false;
        model->train(true);
        order = shuffled(data.training.size(), experiment.seed, epoch);
    }

    /// As many batches as it takes; a training batch of one is left out where batch normalisation cannot have it.
    void countBatches()
    {
        trainingBatches = batchCount(data.training.size(), experiment.batchSize);
        validationBatches = batchCount(data.validation.size(), experiment.batchSize);
        const bool lastOfOne = data.training.size() % experiment.batchSize == 1 || experiment.batchSize == 1;
        if (!lastOfOne || experiment.model.settings.value("norm", "") != "batch")
            return;
        if (experiment.batchSize == 1 || trainingBatches == 1)
            throw std::invalid_argument("model.norm: batch normalisation needs batches of at least two samples; use "
                                        "\"layer\", or a larger batch_size");
        --trainingBatches;
        notices.push_back("The last batch of each epoch would have one sample, which batch normalisation cannot take: "
                          "it is left out.");
    }

    void noticeIfNothingIsMeasured()
    {
        const std::int64_t every = experiment.tick.every;
        const std::int64_t ticks = experiment.tick.everyEpoch ? (experiment.epochs + every - 1) / every
                                                              : experiment.epochs * ((trainingBatches + every - 1) / every);
        if (experiment.inspector.activeEvery > ticks && !experiment.lenses.empty())
            notices.push_back("Nothing will be measured: the training has " + std::to_string(ticks)
                              + " ticks, and inspector.active_every is "
                              + std::to_string(experiment.inspector.activeEvery) + '.');
    }

    std::pair<at::Tensor, at::Tensor> trainingBatch(std::int64_t number) const
    {
        const std::int64_t start = number * experiment.batchSize;
        const std::int64_t size = std::min(experiment.batchSize, data.training.size() - start);
        return dataset::takeBatch(data, data.training, order.narrow(0, start, size));
    }

    /// Validation batches differ in size by at most one, so that their mean is that of the samples.
    std::pair<at::Tensor, at::Tensor> validationBatch(std::int64_t number) const
    {
        const std::int64_t start = number * data.validation.size() / validationBatches;
        const std::int64_t end = (number + 1) * data.validation.size() / validationBatches;
        return dataset::takeBatch(data, data.validation, at::arange(start, end, at::kLong));
    }

    void push(const at::Tensor &scores, const at::Tensor &targets, Phase phase)
    {
        inspector.takePushes(phase, [&] {
            inspector.pushLoss(position.loss, phase);
            inspector.pushMetric(phase == Phase::Train ? "train_accuracy" : "val_accuracy", accuracyOf(scores, targets));
        });
    }

    at::Tensor forwardFirst(const at::Tensor &inputs)
    {
        const hook::OutputShapes shapes(*tap, inputs.size(0));
        const at::Tensor scores = model->forward(inputs);
        outputShapes = shapes.seen();
        return scores;
    }

    void trainBatch()
    {
        const auto [inputs, targets] = trainingBatch(position.batch);
        for (const at::Tensor &parameter : parameters)
            parameter.mutable_grad().reset(); // not zeroed: the next backward pass gives a new one
        const at::Tensor scores = position.step == 0 ? forwardFirst(inputs) : model->forward(inputs);
        const at::Tensor loss = lossOf(scores, targets);
        loss.backward();
        optimizer->step();
        position.loss = loss.item<double>();
        ++position.step;
        samples += targets.size(0);
        tickHasSteps = true;
        inspector.stepped();
        push(scores, targets, Phase::Train);
        if (!experiment.tick.everyEpoch)
            ++unitsInTick;
    }

    void validateBatch()
    {
        const at::NoGradGuard noGradients;
        if (!position.validating) {
            position.validating = true;
            model->train(false);
        }
        const auto [inputs, targets] = validationBatch(position.batch - trainingBatches);
        const at::Tensor scores = model->forward(inputs);
        position.loss = lossOf(scores, targets).item<double>();
        push(scores, targets, Phase::Evaluation);
    }

    void stepTook(double seconds)
    {
        constexpr std::int64_t kHorizon = 100;
        stepsTimed = std::min(stepsTimed + 1, kHorizon);
        stepSeconds += (seconds - stepSeconds) / static_cast<double>(stepsTimed);
    }

    void endTick()
    {
        if (!tickHasSteps)
            return;
        inspector.tick({++tick, position.epoch, position.step, samples, record::wallSeconds()});
        tickHasSteps = false;
        unitsInTick = 0;
    }

    void endEpoch()
    {
        inspector.call();
        if (experiment.tick.everyEpoch)
            ++unitsInTick;
        position.finished = position.epoch == experiment.epochs;
        if (!experiment.tick.everyEpoch || unitsInTick >= experiment.tick.every || position.finished)
            endTick();
        if (!position.finished)
            beginEpoch(position.epoch + 1);
    }
};

EagerTrainer::EagerTrainer(const experiment::Experiment &experiment) : d(std::make_unique<Private>(experiment)) {}

EagerTrainer::~EagerTrainer() = default;

session::Preparation EagerTrainer::prepare(visualizer::Visualizer &out, const session::ProgressReport &report)
{
    return withoutBacktrace([&] { return prepareAll(out, report); });
}

session::Preparation EagerTrainer::prepareAll(visualizer::Visualizer &out, const session::ProgressReport &report)
{
    const experiment::Experiment &experiment = d->experiment;
    const auto threads = experiment.threads ? static_cast<int>(experiment.threads) : defaultThreadCount();
    at::set_num_threads(threads);
    if (threads > defaultThreadCount())
        d->notices.push_back(std::to_string(threads) + " threads on " + std::to_string(defaultThreadCount())
                             + " cores slow each other down; threads: 0 chooses for this machine.");
    report("reading the data set " + experiment.dataset.kind);
    d->data = dataset::makeDataset(experiment.dataset, experiment.seed,
                                   [&] { report("reading the data set " + experiment.dataset.kind); });
    d->notices.insert(d->notices.end(), d->data.notices.begin(), d->data.notices.end());
    d->countBatches();
    d->noticeIfNothingIsMeasured();
    report("building the model");
    d->makeModel();
    d->tap = d->model->tap();
    d->optimizer = makeOptimizer(experiment.optimizer, d->parameters);
    for (const experiment::Choice &choice : experiment.lenses)
        d->inspector.add(choice.kind, lens::makeLens(choice), choice.get<bool>("enabled"));
    d->inspector.attach(*d->tap, out);
    d->beginEpoch(1);
    return {d->tap->modules(),
            {{"libtorch", TORCH_VERSION},
             {"blas", at::Context::hasMKL() ? "MKL" : "OpenBLAS or another"},
             {"threads", std::to_string(threads)},
             {"seed", std::to_string(experiment.seed)}},
            d->notices,
            experiment.epochs,
            d->trainingBatches,
            d->validationBatches,
            experiment.optimizer.get<double>("lr")};
}

session::Position EagerTrainer::advance()
{
    return withoutBacktrace([&] { return advanceOne(); });
}

session::Position EagerTrainer::advanceOne()
{
    const auto turn = d->random.use();
    const auto start = std::chrono::steady_clock::now();
    const bool training = d->position.batch < d->trainingBatches;
    if (training)
        d->trainBatch();
    else
        d->validateBatch();
    ++d->position.batch;
    session::Position reached = d->position;
    if (d->position.batch == d->trainingBatches + d->validationBatches)
        d->endEpoch();
    else if (training && !d->experiment.tick.everyEpoch && d->unitsInTick >= d->experiment.tick.every
             && d->position.batch < d->trainingBatches)
        d->endTick(); // the last step's tick waits for the validation that follows it
    if (training)
        d->stepTook(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    reached.finished = d->position.finished;
    return reached;
}

std::vector<std::optional<std::vector<std::int64_t>>> EagerTrainer::outputShapes() const
{
    return d->outputShapes;
}

void EagerTrainer::finishTick()
{
    d->endTick();
}

void EagerTrainer::setLearningRate(double rate)
{
    training::setLearningRate(*d->optimizer, rate);
}

void EagerTrainer::setLensEnabled(const std::string &lens, bool enabled)
{
    d->inspector.setEnabled(lens, enabled);
    d->stepsTimed = 0;
}

void EagerTrainer::changeLens(const experiment::Choice &lens)
{
    withoutBacktrace([&] { d->inspector.replace(lens.kind, lens::makeLens(lens)); });
    d->stepsTimed = 0;
}

session::LensCosts EagerTrainer::lensCosts() const
{
    return {d->stepSeconds, d->inspector.secondsPerStep(), !d->parameters.empty() && !d->parameters.front().is_cpu()};
}

std::size_t EagerTrainer::hookCount() const
{
    return d->tap ? d->tap->hookCount() : 0;
}

} // namespace lensboard::training
