#include "core/loop/loop_inspector.h"

#include "core/lens/lens.h"
#include "core/loop/run_recorder_private.h"
#include "core/loop/watched_models.h"
#include "core/record/clock.h"
#include "core/record/message.h"
#include "core/store/recorder.h"

#include <ATen/core/Tensor.h>
#include <torch/version.h>

#include <exception>
#include <stdexcept>

namespace lensboard {

namespace {

experiment::Choice lensOf(const LensChoice &choice)
{
    experiment::Json json;
    try {
        json = experiment::parseJson(choice.settings);
        json["kind"] = choice.kind;
        return experiment::lensChoice(json);
    } catch (const std::exception &error) {
        throw std::invalid_argument(record::message("%1: %2", choice.kind, error.what()));
    }
}

std::vector<experiment::Choice> lensesOf(const std::vector<LensChoice> &choices)
{
    std::vector<experiment::Choice> lenses;
    for (const LensChoice &choice : choices)
        lenses.push_back(lensOf(choice));
    return lenses;
}

} // namespace

struct Inspector::Private
{
    Private(const std::vector<LensChoice> &choices, RunRecorder recorder_, const Options &options)
        : recorder(std::move(recorder_)), out(recorder.d->run),
          models(lensesOf(choices), {options.depth, options.activeEvery, options.evaluationFromGrad}, out,
                 [run = recorder.d->run](std::vector<record::LayerInfo> layers) {
                     run->update([&](record::RunInfo &info) { info.layers = std::move(layers); });
                 })
    {
        recorder.d->run->update([](record::RunInfo &info) { info.environment.emplace_back("libtorch", TORCH_VERSION); });
    }

    RunRecorder recorder;
    store::Recorder out;
    WatchedModels models;
    std::int64_t ticks = 0, steps = 0, samples = 0, epoch = 0, trainingLosses = 0;
    int exceptionsAtStart = std::uncaught_exceptions();
};

Inspector::Inspector(std::vector<LensChoice> lenses, RunRecorder recorder) : Inspector(std::move(lenses), std::move(recorder), Options()) {}

Inspector::Inspector(std::vector<LensChoice> lenses, RunRecorder recorder, const Options &options)
    : d(std::make_unique<Private>(lenses, std::move(recorder), options))
{}

Inspector::~Inspector()
{
    d->models.detachAll();
    const bool failed = std::uncaught_exceptions() > d->exceptionsAtStart;
    d->recorder.d->run->update([failed](record::RunInfo &info) {
        info.status = failed ? record::RunStatus::Failed : record::RunStatus::Finished;
        if (failed)
            info.message = record::message("the training loop was left by an exception");
    });
    d->recorder.d->file->finish();
}

void Inspector::attach(torch::nn::Module &model, const std::string &name)
{
    d->models.attach(model, name);
}

void Inspector::detach(torch::nn::Module &model)
{
    d->models.detach(model);
}

void Inspector::pushLoss(const at::Tensor &loss, Phase phase)
{
    pushLoss(loss.item<double>(), phase);
}

void Inspector::pushLoss(double loss, Phase phase)
{
    d->trainingLosses += phase == Phase::Train;
    d->models.pushLoss(loss, phase == Phase::Train ? lens::Phase::Train : lens::Phase::Evaluation);
}

void Inspector::pushMetric(const std::string &name, double value)
{
    d->models.pushMetric(name, value);
}

void Inspector::stepped()
{
    d->steps += d->models.stepped(nullptr);
}

void Inspector::stepped(torch::nn::Module &model)
{
    d->steps += d->models.stepped(&model);
}

void Inspector::call()
{
    d->models.call();
}

void Inspector::setEpoch(std::int64_t epoch)
{
    d->epoch = epoch;
}

void Inspector::addSamples(std::int64_t count)
{
    d->samples += count;
}

void Inspector::tick()
{
    const std::int64_t steps = d->steps > 0 ? d->steps : d->trainingLosses; // who tells no steps
    d->models.tick({++d->ticks, d->epoch, steps, d->samples, record::wallSeconds()});
}

void Inspector::setEnabled(const std::string &lens, bool enabled)
{
    d->models.setEnabled(lens, enabled);
    d->out.note({enabled ? record::RunEvent::Kind::LensOn : record::RunEvent::Kind::LensOff, d->steps, record::wallSeconds(), lens});
}

const std::filesystem::path &Inspector::path() const
{
    return d->recorder.path();
}

std::size_t Inspector::hookCount() const
{
    return d->models.hookCount();
}

} // namespace lensboard
