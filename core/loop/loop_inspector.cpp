#include "core/loop/loop_inspector.h"

#include "core/hook/model_tap.h"
#include "core/hook/operator_taps.h"
#include "core/inspector/inspector.h"
#include "core/lens/lens_factory.h"
#include "core/loop/run_recorder_private.h"
#include "core/record/clock.h"
#include "core/store/recorder.h"

#include <ATen/core/Tensor.h>
#include <torch/nn/module.h>
#include <torch/version.h>

#include <algorithm>
#include <exception>
#include <stdexcept>

namespace lensboard {

namespace {

/// Puts a model's name before those of its layers, and leaves the end of a tick to who plots several models.
class NamedModel final : public visualizer::Visualizer
{
public:
    NamedModel(visualizer::Visualizer &out, std::string name) : m_out(out), m_name(std::move(name)) {}

    void registerTag(const record::TagSpec &tag) override { m_out.registerTag(tag); }
    void plotNumerical(const record::TickStamp &stamp, const std::string &tag, const visualizer::Readings &readings) override
    {
        m_out.plotNumerical(stamp, tag, named(tag, readings));
    }
    void plotProbabilities(const record::TickStamp &stamp, const std::string &tag, const visualizer::Readings &readings) override
    {
        m_out.plotProbabilities(stamp, tag, named(tag, readings));
    }
    void plotRelations(const record::TickStamp &stamp, const std::string &tag, const visualizer::Readings &readings) override
    {
        visualizer::Readings all = named(tag, readings);
        for (auto &reading : all) // whose labels are layers
            for (auto &value : reading.values)
                value.label = under(value.label);
        m_out.plotRelations(stamp, tag, all);
    }
    void endTick(const record::TickStamp &) override {}
    void note(const record::RunEvent &event) override { m_out.note(event); }

private:
    std::string under(const std::string &layer) const { return m_name.empty() ? layer : m_name + '.' + layer; }

    visualizer::Readings named(const std::string &tag, const visualizer::Readings &readings) const
    {
        visualizer::Readings all = readings;
        for (auto &reading : all)
            if (reading.layer != tag) // a tag that is of no layer bears its own name
                reading.layer = under(reading.layer);
        return all;
    }

    visualizer::Visualizer &m_out;
    std::string m_name;
};

experiment::Choice lensOf(const LensChoice &choice)
{
    experiment::Json json;
    try {
        json = experiment::parseJson(choice.settings);
        json["kind"] = choice.kind;
        return experiment::lensChoice(json);
    } catch (const std::exception &error) {
        throw std::invalid_argument(choice.kind + ": " + error.what());
    }
}

} // namespace

struct Inspector::Private
{
    /// One that is looked at, with an inspector of its own: optimizers step models one by one.
    struct Model
    {
        torch::nn::Module *module;
        std::string name;
        std::unique_ptr<NamedModel> out;
        std::unique_ptr<hook::OperatorTaps> taps;
        std::unique_ptr<hook::ModelTap> tap;
        std::unique_ptr<inspector::Inspector> inspector; ///< goes first: it detaches from the tap
        std::size_t found = 0;
    };

    Private(std::vector<LensChoice> choices, RunRecorder recorder_, const Options &options_)
        : recorder(std::move(recorder_)), options(options_), out(recorder.d->run)
    {
        for (const LensChoice &choice : choices)
            lenses.push_back(lensOf(choice));
        recorder.d->run->update([](record::RunInfo &info) { info.environment.emplace_back("libtorch", TORCH_VERSION); });
    }

    RunRecorder recorder;
    Options options;
    store::Recorder out;
    std::vector<experiment::Choice> lenses;
    std::vector<std::unique_ptr<Model>> models;
    std::int64_t ticks = 0, steps = 0, samples = 0, epoch = 0, trainingLosses = 0;
    int exceptionsAtStart = std::uncaught_exceptions();

    /// Losses are of no model: the first one's lenses show them.
    inspector::Inspector *first() const { return models.empty() ? nullptr : models.front()->inspector.get(); }

    Model &find(const torch::nn::Module &module)
    {
        const auto found = std::find_if(models.begin(), models.end(), [&](const auto &model) { return model->module == &module; });
        if (found == models.end())
            throw std::invalid_argument("this model is not attached");
        return **found;
    }

    /// Hangs the lenses on all that is known of the model by now.
    void watch(Model &model)
    {
        model.inspector.reset();
        model.found = model.taps->foundCount();
        model.tap = std::make_unique<hook::ModelTap>(model.taps->modules());
        model.inspector = std::make_unique<inspector::Inspector>(
            experiment::InspectorSettings{options.depth, options.activeEvery, options.evaluationFromGrad});
        for (const experiment::Choice &lens : lenses)
            if (lens.kind != "LossMetrics" || &model == models.front().get() || !lens.get<std::string>("loss_module").empty())
                model.inspector->add(lens.kind, lens::makeLens(lens), lens.get<bool>("enabled"));
        model.inspector->attach(*model.tap, *model.out);
        model.inspector->goOnAfter(ticks);
        tellLayers();
    }

    void tellLayers()
    {
        std::vector<record::LayerInfo> layers;
        for (const auto &model : models)
            if (model->tap)
                for (record::LayerInfo layer : model->tap->modules()) {
                    if (!model->name.empty())
                        layer.name = layer.name.empty() ? model->name : model->name + '.' + layer.name;
                    layers.push_back(std::move(layer));
                }
        recorder.d->run->update([&](record::RunInfo &info) { info.layers = std::move(layers); });
    }

    /// After a step it may be known what follows the layers.
    void watchWhatWasFound()
    {
        for (const auto &model : models)
            if (model->taps->foundCount() != model->found)
                watch(*model);
    }
};

Inspector::Inspector(std::vector<LensChoice> lenses, RunRecorder recorder) : Inspector(std::move(lenses), std::move(recorder), Options()) {}

Inspector::Inspector(std::vector<LensChoice> lenses, RunRecorder recorder, const Options &options)
    : d(std::make_unique<Private>(std::move(lenses), std::move(recorder), options))
{}

Inspector::~Inspector()
{
    d->models.clear();
    const bool failed = std::uncaught_exceptions() > d->exceptionsAtStart;
    d->recorder.d->run->update([failed](record::RunInfo &info) {
        info.status = failed ? record::RunStatus::Failed : record::RunStatus::Finished;
        if (failed)
            info.message = "the training loop was left by an exception";
    });
    d->recorder.d->file->finish();
}

void Inspector::attach(torch::nn::Module &model, const std::string &name)
{
    for (const auto &other : d->models)
        if (other->module == &model || other->name == name)
            throw std::invalid_argument(other->module == &model ? "this model is attached already"
                                                                : "two models cannot both be called \"" + name + '"');
    auto added = std::make_unique<Private::Model>();
    added->module = &model;
    added->name = name;
    added->out = std::make_unique<NamedModel>(d->out, name);
    added->taps = std::make_unique<hook::OperatorTaps>(std::shared_ptr<torch::nn::Module>(std::shared_ptr<void>(), &model)); // not ours
    d->models.push_back(std::move(added));
    d->watch(*d->models.back());
}

void Inspector::detach(torch::nn::Module &model)
{
    const Private::Model *found = &d->find(model);
    std::erase_if(d->models, [found](const auto &other) { return other.get() == found; });
}

void Inspector::pushLoss(const at::Tensor &loss, Phase phase)
{
    pushLoss(loss.item<double>(), phase);
}

void Inspector::pushLoss(double loss, Phase phase)
{
    d->trainingLosses += phase == Phase::Train;
    if (d->first())
        d->first()->pushLoss(loss, phase == Phase::Train ? lens::Phase::Train : lens::Phase::Evaluation);
}

void Inspector::pushMetric(const std::string &name, double value)
{
    if (d->first())
        d->first()->pushMetric(name, value);
}

void Inspector::stepped()
{
    ++d->steps;
    for (const auto &model : d->models)
        model->inspector->stepped();
}

void Inspector::stepped(torch::nn::Module &model)
{
    Private::Model &found = d->find(model);
    d->steps += &found == d->models.front().get(); // where optimizers take turns, a step of the first is a step
    found.inspector->stepped();
}

void Inspector::call()
{
    for (const auto &model : d->models)
        model->inspector->call();
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
    const record::TickStamp stamp{++d->ticks, d->epoch, steps, d->samples, record::wallSeconds()};
    const bool active = !d->models.empty() && d->first()->active();
    for (const auto &model : d->models)
        model->inspector->tick(stamp);
    if (active)
        d->out.endTick(stamp);
    d->watchWhatWasFound();
}

void Inspector::setEnabled(const std::string &lens, bool enabled)
{
    for (experiment::Choice &known : d->lenses)
        if (known.kind == lens) {
            known.settings["enabled"] = enabled;
            for (const auto &model : d->models)
                if (lens != "LossMetrics" || model == d->models.front())
                    model->inspector->setEnabled(lens, enabled);
            d->out.note({enabled ? record::RunEvent::Kind::LensOn : record::RunEvent::Kind::LensOff, d->steps, record::wallSeconds(), lens});
            return;
        }
    throw std::invalid_argument("this inspector has no lens \"" + lens + '"');
}

const std::filesystem::path &Inspector::path() const
{
    return d->recorder.path();
}

std::size_t Inspector::hookCount() const
{
    std::size_t count = 0;
    for (const auto &model : d->models)
        count += model->tap->hookCount();
    return count;
}

} // namespace lensboard
