#include "core/loop/watched_models.h"

#include "core/bytes/crc32c.h"
#include "core/experiment/name_pattern.h"
#include "core/experiment/settings/lens_settings.h"
#include "core/experiment/settings/watcher_settings.h"
#include "core/hook/division.h"
#include "core/hook/model_source.h"
#include "core/hook/model_tap.h"
#include "core/hook/optimizer_steps.h"
#include "core/inspector/model_inspector.h"
#include "core/record/clock.h"
#include "core/record/error.h"
#include "core/record/message.h"
#include "core/record/name_under.h"
#include "core/tensor/library.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>
#include <variant>

namespace lensboard {

namespace {

/// Losses and monitors belong to one model, all other watchers to each.
bool isOfOneModel(const experiment::KindSettings &lens)
{
    return lens.kind == settings::LossMetrics::kKind || experiment::watcherType(lens.kind) == experiment::WatcherType::Monitor;
}

/// Returns "a, b, c and 4 more". Omits modules inside a listed one.
record::Message listed(const std::vector<std::string> &names)
{
    constexpr std::size_t kMax = 5;
    std::vector<std::string> outermost;
    for (const std::string &name : names)
        if (std::ranges::none_of(outermost, [&](const std::string &outer) { return name.starts_with(outer + '.'); }))
            outermost.push_back(name);
    std::string some;
    for (std::size_t i = 0; i < std::min(outermost.size(), kMax); ++i)
        some += (i > 0 ? ", " : "") + outermost[i];
    return outermost.size() <= kMax ? some : record::message("%1 and %2", some, record::counted(outermost.size() - kMax, "%n more", "%n more"));
}

/// Returns names of modules of \p tap after the first \p known, without activations that are no modules.
std::vector<std::string> modulesAfter(std::size_t known, const hook::ModelTap &tap)
{
    std::vector<std::string> names;
    for (hook::ModuleId id = known; id < tap.modules().size(); ++id)
        if (tap.eagerModule(id) || tap.foreignModule(id))
            names.push_back(tap.modules()[id].name);
    return names;
}

/// Prefixes names of layers with the model's name, and leaves the end of a tick to the caller, since several models plot.
class NamedModel final : public visualizer::Visualizer
{
public:
    /// \p lenses, the names that identify tags, outlive it.
    NamedModel(visualizer::Visualizer &out, std::string name, const std::vector<experiment::KindSettings> &lenses)
        : m_out(out), m_name(std::move(name)), m_lenses(lenses)
    {}

    std::uint32_t registerTag(const record::TagSpec &tag) override
    {
        const std::uint32_t number = m_out.registerTag(tag);
        m_tags[number] = tag;
        return number;
    }
    std::uint32_t registerSeries(const record::SeriesSpec &series) override
    {
        const record::TagSpec &tag = m_tags.at(series.tag);
        record::SeriesSpec named = series;
        if (series.layer != tag.name || tag.kind == record::TagKind::Tensors) // a series without a layer has the name of its tag
            named.layer = under(series.layer);
        if (tag.kind == record::TagKind::Relations) // labels of relations are layers
            named.label = under(series.label);
        else if (tag.big && isOfEachModel(tag.lens))
            named.label = m_name + (m_name.empty() || series.label.empty() ? "" : " ") + series.label;
        return m_out.registerSeries(named);
    }
    void plot(const record::TickStamp &stamp, std::span<const record::SeriesValue> values) override { m_out.plot(stamp, values); }
    void plotLate(const record::TickStamp &stamp, std::span<const record::LateValue> late) override { m_out.plotLate(stamp, late); }
    void plotTensors(const record::TickStamp &stamp, std::span<const record::SeriesTensor> tensors) override
    {
        m_out.plotTensors(stamp, tensors);
    }
    void plotHistograms(const record::TickStamp &stamp, std::span<const record::SeriesHistogram> histograms) override
    {
        m_out.plotHistograms(stamp, histograms);
    }
    void endTick(const record::TickStamp &) override {}
    void note(const record::RunEvent &event) override
    {
        record::RunEvent named = event;
        if (!m_name.empty())
            named.text = record::message("%1: %2", m_name, event.text);
        m_out.note(named);
    }

    std::string under(const std::string &layer) const
    {
        return record::nameUnder(m_name, layer);
    }

private:
    bool isOfEachModel(const std::string &lens) const
    {
        const auto known = std::ranges::find(m_lenses, lens, &experiment::KindSettings::name);
        return known == m_lenses.end() || !isOfOneModel(*known);
    }

    visualizer::Visualizer &m_out;
    std::string m_name;
    const std::vector<experiment::KindSettings> &m_lenses;
    std::map<std::uint32_t, record::TagSpec> m_tags;
};

/// Marks parameters of \p layer that \p tap has seen trainable: optimizers that alternate may freeze them.
void markTrainable(record::LayerInfo &layer, const hook::ModelTap &tap)
{
    const auto known = std::ranges::find(tap.modules(), layer.name, &record::LayerInfo::name);
    if (known == tap.modules().end())
        return;
    for (record::ParameterInfo &parameter : layer.parameters) {
        const auto seen = std::ranges::find(known->parameters, parameter.name, &record::ParameterInfo::name);
        parameter.requiresGrad = parameter.requiresGrad || (seen != known->parameters.end() && seen->requiresGrad);
    }
}

ParameterShapes shapesOf(const hook::ModelSource &model)
{
    ParameterShapes shapes;
    for (const hook::TappedModule &module : model.modules())
        for (const auto &[name, tensor] : module.parameters)
            shapes[record::nameUnder(module.name, name)] = module.divisions.contains(name) ? module.divisions.at(name)->sizes() : tensor.sizes();
    return shapes;
}

/// Returns "8×4", "scalar", or a text that there is no parameter \p name.
record::Message sizesOf(const std::string &name, const ParameterShapes &shapes)
{
    const auto found = shapes.find(name);
    if (found == shapes.end())
        return record::message("missing");
    record::LayerInfo layer;
    layer.outputShape = found->second;
    return record::outputShapeText(layer);
}

} // namespace

struct WatchedModels::Model
{
    std::unique_ptr<hook::ModelSource> source;
    std::string name;
    NamedModel out;
    std::unique_ptr<hook::ModelTap> tap;
    std::unique_ptr<inspector::ModelInspector> inspector; ///< destroyed first: it detaches from the tap
    hook::Hook forwardHook;
    bool isForwardWatched = false;
    std::optional<LastForward> lastForward; ///< nullopt if it has not run, or its forward cannot be watched
    std::size_t found = 0; ///< number of activations found behind layers
    hook::OptimizerSteps steps;
    bool isNew = true; ///< until its first tick ends

    Model(std::unique_ptr<hook::ModelSource> model, const std::string &modelName, visualizer::Visualizer &visualizer,
          const std::vector<experiment::KindSettings> &lenses)
        : source(std::move(model)), name(modelName), out(visualizer, modelName, lenses)
    {}
    ~Model()
    {
        forwardHook.reset();
        inspector.reset();
        source->callbacksChanged();
    }
};

WatchedModels::WatchedModels(std::vector<experiment::KindSettings> lenses, const experiment::InspectorSettings &settings, visualizer::Visualizer &out,
                             LayersKnown layersKnown, lens::CustomLensMaker makeCustomLens, std::function<bool(std::int64_t tick)> isActive)
    : m_lenses(std::move(lenses)), m_settings(settings), m_out(out), m_layersKnown(std::move(layersKnown)),
      m_makeCustomLens(std::move(makeCustomLens))
{
    if (isActive) // called once per tick, however many models there are
        m_isActive = [isActive = std::move(isActive), asked = std::optional<std::int64_t>(), answer = true](std::int64_t tick) mutable {
            if (asked != tick)
                answer = isActive(tick);
            asked = tick;
            return answer;
        };
}

WatchedModels::~WatchedModels() = default;

WatchedModels::Parameters WatchedModels::parameters() const
{
    Parameters all;
    std::string text;
    for (const auto &model : m_models)
        for (const hook::TappedModule &module : model->source->modules())
            for (const auto &[name, tensor] : module.parameters) {
                const std::string shown = model->out.under(record::nameUnder(module.name, name));
                const auto division = module.divisions.find(name);
                const bool isWhole = division == module.divisions.end();
                text += shown + (isWhole ? '\n' : '\t');
                for (const std::int64_t size : isWhole ? tensor.sizes() : division->second->sizes())
                    text += std::to_string(size) + ' ';
                if (isWhole)
                    all.whole.emplace_back(shown, tensor);
            }
    all.checksum = bytes::crc32c(text);
    return all;
}

/// Returns null if the model is not attached.
WatchedModels::Model *WatchedModels::known(const void *model) const
{
    const auto found = std::ranges::find_if(m_models, [&](const auto &other) { return other->source->model() == model; });
    return found == m_models.end() ? nullptr : found->get();
}

WatchedModels::Model &WatchedModels::find(const void *model) const
{
    if (Model *const found = known(model))
        return *found;
    throw record::InvalidArgument(record::message("this model is not attached"));
}

/// Returns the name in \p model of the module that is shown as \p shown, or nullopt if it belongs to another model. Names without a
/// known prefix belong to the unnamed model. If all models are named, an empty \p shown means the first model.
std::optional<std::string> WatchedModels::within(const Model &model, const std::string &shown) const
{
    if (shown.empty() && std::ranges::none_of(m_models, [](const auto &other) { return other->name.empty(); }))
        return &model == m_models.front().get() ? std::optional(shown) : std::nullopt;
    const auto has = [&shown](const std::string &name) { return !name.empty() && (shown == name || shown.starts_with(name + '.')); };
    if (model.name.empty() && std::ranges::none_of(m_models, [&](const auto &other) { return has(other->name); }))
        return shown;
    if (has(model.name))
        return shown.substr(std::min(shown.size(), model.name.size() + 1));
    return std::nullopt;
}

std::optional<std::string> WatchedModels::within(const Model &model, const OwnLens &own) const
{
    return own.module ? within(model, *own.module) : std::string();
}

/// Returns the settings of \p lens for \p model, or nullopt if it does not apply. Pushed losses belong to no model: the first model's
/// lenses show them. Monitors and losses name their module, and recorders their layers, by shown names with the model's prefix.
std::optional<experiment::KindSettings> WatchedModels::lensFor(const experiment::KindSettings &lens, const Model &model) const
{
    using experiment::KindSettings;
    if (lens.kind == settings::LossMetrics::kKind) {
        auto losses = lens.as<settings::LossMetrics>();
        if (losses.lossModule.empty())
            return &model == m_models.front().get() ? std::optional(lens) : std::nullopt;
        losses.lossModule = within(model, losses.lossModule).value_or("");
        return losses.lossModule.empty() ? std::nullopt : std::optional(KindSettings::of(settings::LensSettings(losses)));
    }
    if (experiment::watcherType(lens.kind) == experiment::WatcherType::Monitor) {
        auto monitor = lens.as<settings::Monitor>();
        std::string &name = std::visit([](settings::AnyMonitor &any) -> std::string & { return any.module; }, monitor);
        const auto module = within(model, name);
        name = module.value_or("");
        return module ? std::optional(KindSettings::of(monitor)) : std::nullopt;
    }
    if (experiment::watcherType(lens.kind) == experiment::WatcherType::Recorder && !model.name.empty()) {
        auto recorder = lens.as<settings::Recorder>();
        std::vector<std::string> &layers = std::visit([](settings::AnyRecorder &any) -> std::vector<std::string> & { return any.layers; }, recorder);
        if (layers.empty())
            return lens;
        for (const std::string &layer : std::exchange(layers, {})) {
            if (layer == model.name)
                layers.push_back("");
            for (std::string &rest : experiment::restsAfter(model.name + '.', layer))
                layers.push_back(std::move(rest));
        }
        return layers.empty() ? std::nullopt : std::optional(KindSettings::of(recorder));
    }
    return lens;
}

void WatchedModels::attach(std::unique_ptr<hook::ModelSource> model, const std::string &name)
{
    for (const auto &other : m_models)
        if (other->source->model() == model->model() || other->name == name)
            throw record::InvalidArgument(other->source->model() == model->model() ? record::message("this model is attached already")
                                                                : record::message("two models cannot both be called \"%1\"", name));
    m_models.push_back(std::make_unique<Model>(std::move(model), name, m_out, m_lenses));
    try {
        watch(*m_models.back());
        shareAnew();
    } catch (...) {
        m_models.pop_back();
        throw;
    }
    if (const auto saved = m_saved.extract(name)) {
        m_models.back()->inspector->resumeAfter(m_lastTick.tick);
        m_models.back()->inspector->restore(saved.mapped().watchers, {.isSameRun = true, .tickGoesOn = true});
    }
    m_mayBeUnwatched = true;
}

/// Attaches new lenses to the model's current modules. Attaches none if a lens cannot be made or attached.
void WatchedModels::watch(Model &model)
{
    const std::size_t found = model.source->foundCount();
    const hook::GradientAveraging averaging = model.source->gradientAveraging();
    auto tap = std::make_unique<hook::ModelTap>(model.source->modules(), model.source->gradientScale(), averaging); // may throw
    const auto isActive = m_isActive ? [this](std::int64_t tick) { return m_isActive(tick); } : inspector::ModelInspector::IsActive();
    model.inspector = std::make_unique<inspector::ModelInspector>(m_settings, m_makeCustomLens, isActive); // the old one detaches
    if (s_gathersOnHost)
        model.inspector->gatherOnHost();
    model.inspector->setCanSkipForwards(model.source->canSkipForwards());
    if (m_processes.count > 1)
        model.inspector->trainWith({m_processes.rank, m_processes.count, m_processes.haveSameLenses && averaging, false,
                                    [this](const std::vector<double> &own, bool) { return m_processes.gather(own); }, m_processes.haveSameLenses});
    model.forwardHook.reset();
    model.isForwardWatched = false;
    model.tap = std::move(tap);
    model.found = found;
    for (const experiment::KindSettings &lens : m_lenses)
        if (const auto own = lensFor(lens, model))
            model.inspector->watch(*own);
    for (const OwnLens &own : m_ownLenses)
        add(own, model);
    model.inspector->attach(*model.tap, model.out, inspector::ModelInspector::Layers::MoreFollow);
    model.inspector->goOnAfter(m_lastTick.tick);
    if (model.source->remembersCallbacks())
        showLensesThatAreOff(model);
    hooksChanged(model);
    reportLayers();
}

/// Updates the hooks of the model after watchers changed. While a lens takes losses, also notes if forwards are for training.
void WatchedModels::hooksChanged(Model &model)
{
    const bool isNeeded = model.inspector->wantsPushes() && model.tap->canWatchForward(0) && !model.source->isInGraph();
    if (!isNeeded) {
        model.forwardHook.reset();
        model.lastForward.reset();
    }
    if (isNeeded != std::exchange(model.isForwardWatched, isNeeded) && isNeeded)
        model.forwardHook = model.tap->beforeForward(0, [&model](auto) {
            model.lastForward = {model.tap->isTraining(0), Library::current().isRecordingGradients()};
            if (model.lastForward->isForTraining())
                model.inspector->ran();
        });
    model.source->callbacksChanged();
}

std::optional<WatchedModels::LastForward> WatchedModels::lastForward() const
{
    return m_models.empty() ? std::nullopt : m_models.front()->lastForward;
}

/// Attaches the lenses that are off once, so that the source knows their places.
void WatchedModels::showLensesThatAreOff(Model &model)
{
    std::vector<experiment::KindSettings> lenses;
    for (const experiment::KindSettings &lens : m_lenses)
        if (const auto own = lensFor(lens, model); own && !experiment::isOn(lens) && experiment::watcherType(lens.kind) == experiment::WatcherType::Lens)
            lenses.push_back(*own);
    if (lenses.empty())
        return;
    visualizer::Visualizer nowhere;
    inspector::ModelInspector once(m_settings, m_makeCustomLens);
    for (experiment::KindSettings &lens : lenses) {
        lens.settings["enabled"] = true;
        once.watch(lens);
    }
    once.attach(*model.tap, nowhere, inspector::ModelInspector::Layers::MoreFollow);
    model.source->callbacksChanged();
}

record::Message WatchedModels::shownName(const std::string &model)
{
    return model.empty() ? record::message("the model") : record::Message('"' + model + '"');
}

/// Watches the model's current modules and parameters.
void WatchedModels::follow(Model &model)
{
    if (model.source->refresh())
        extend(model);
}

/// Also watches added modules, and registers again at moved or cast parameters. Starts again if a module or parameter was
/// replaced or removed.
void WatchedModels::extend(Model &model)
{
    model.found = model.source->foundCount();
    const std::vector<hook::TappedModule> modules = model.source->modules();
    if (const std::vector<std::string> replaced = model.tap->replacedIn(modules); !replaced.empty()) {
        note(record::message("Layers or parameters of %1 were replaced or removed (%2). Its measurements begin anew, averages and histories too.",
                             shownName(model.name), listed(replaced)));
        return watch(model);
    }
    const std::size_t before = model.tap->modules().size();
    if (model.tap->extend(modules))
        model.inspector->gradientsMissed();
    if (model.tap->modules().size() == before)
        return;
    if (const std::vector<std::string> added = modulesAfter(before, *model.tap); !model.isNew && !added.empty())
        note(record::message("Added to %1 and watched from here on: %2.", shownName(model.name), listed(added)));
    model.inspector->watchNewLayers();
    hooksChanged(model);
    reportLayers();
}

/// Reports layers in the order of the models' modules.
void WatchedModels::reportLayers() const
{
    std::vector<record::LayerInfo> layers;
    for (const auto &known : m_models) {
        const hook::ModelTap inOrder(known->source->modules()); // the watched tap has later modules at its end
        for (record::LayerInfo layer : inOrder.modules()) {
            markTrainable(layer, *known->tap);
            layer.name = known->out.under(layer.name);
            layers.push_back(std::move(layer));
        }
    }
    m_layersKnown(std::move(layers));
}

void WatchedModels::note(const record::Message &text)
{
    m_out.note({record::RunEvent::Kind::Notice, m_lastTick.step, record::wallSeconds(), text});
}

/// Reports each lens once if its modules exist in no attached model.
void WatchedModels::reportUnwatched()
{
    if (!std::exchange(m_mayBeUnwatched, false) || m_models.empty())
        return;
    const auto report = [this](const std::string &name, const auto &isWatchedIn) {
        const bool isWatched = std::ranges::any_of(m_models, [&](const auto &model) { return isWatchedIn(*model).has_value(); });
        if (!isWatched && m_unwatched.insert(name).second)
            note(record::message("\"%1\" watches nothing: %2.", name, record::message("no model here has the layers or attributes in its settings")));
    };
    for (const experiment::KindSettings &lens : m_lenses)
        report(lens.name(), [&](const Model &model) { return lensFor(lens, model); });
    for (const OwnLens &own : m_ownLenses)
        report(own.name, [&](const Model &model) { return within(model, own); });
}

void WatchedModels::detach(const void *model)
{
    const Model *found = &find(model);
    std::erase_if(m_models, [found](const auto &other) { return other.get() == found; });
    shareAnew();
}

/// Updates the budget and the lenses of a single model after a model was added or removed.
void WatchedModels::shareAnew()
{
    for (const auto &model : m_models) {
        model->inspector->setBudget(m_settings.budget / static_cast<double>(m_models.size()));
        for (const experiment::KindSettings &lens : m_lenses)
            if (isOfOneModel(lens))
                watchOwn(lens, *model);
        hooksChanged(*model);
    }
}

/// Watches \p model with \p lens if it applies; otherwise switches it off, since the model may have had it before.
void WatchedModels::watchOwn(const experiment::KindSettings &lens, Model &model)
{
    if (const auto own = lensFor(lens, model))
        model.inspector->watch(*own);
    else
        model.inspector->disable(lens.name());
}

void WatchedModels::detachAll()
{
    m_models.clear();
}

void WatchedModels::rethrow()
{
    for (const auto &model : m_models)
        model->source->rethrow();
}

/// Passes the loss to the lenses of one model: the first, or the model with the loss module.
void WatchedModels::pushLoss(double loss, record::Phase phase)
{
    for (const auto &model : m_models)
        model->inspector->pushLoss(loss, phase);
}

void WatchedModels::pushMetric(const std::string &name, double value)
{
    for (const auto &model : m_models)
        model->inspector->pushMetric(name, value);
}

/// Passes the targets to the first model's lenses, since they belong to the training.
void WatchedModels::pushTargets(const Tensor &targets)
{
    if (m_models.empty())
        return;
    m_models.front()->inspector->setTargets(targets);
    m_models.front()->inspector->setTargets({});
}

void WatchedModels::pushDataWait(double seconds)
{
    if (!m_models.empty())
        m_models.front()->inspector->pushDataWait(seconds);
}

void WatchedModels::add(const hook::SteppedOptimizer &optimizer, const void *model)
{
    add(optimizer, find(model));
}

void WatchedModels::add(const hook::SteppedOptimizer &optimizer, Model &model)
{
    model.steps.add(optimizer);
    const std::vector<hook::TappedModule> modules = model.source->modules();
    const auto updates = [owned = optimizer.parameters()](const auto &parameter) {
        return std::ranges::find(owned, parameter.second.body().identity()) != owned.end();
    };
    if (std::ranges::none_of(modules, [&](const hook::TappedModule &module) { return std::ranges::any_of(module.parameters, updates); }))
        note(record::message("The optimizer %1 has no parameter of %2; it may keep copies of them. Updates of parameters without an optimizer are "
                             "measured once per step of the training.",
                             optimizer.name(), shownName(model.name)));
}

bool WatchedModels::beginsStep(const void *model, const void *optimizer) const
{
    return !model || find(model).steps.begins(optimizer);
}

bool WatchedModels::stepped(const void *model, const hook::SteppedOptimizer *optimizer)
{
    if (model) {
        Model &found = find(model);
        return stepped(found, optimizer) && &found == m_models.front().get();
    }
    for (const auto &each : m_models)
        stepped(*each, nullptr);
    return true;
}

/// Returns true if it begins a step of the model's training.
bool WatchedModels::stepped(Model &model, const hook::SteppedOptimizer *optimizer)
{
    model.source->rethrow();
    if (optimizer && !model.steps.isKnown(optimizer->identity()))
        add(*optimizer, model);
    model.steps.step(optimizer);
    model.inspector->stepped(&model.steps, optimizer);
    follow(model);
    if (model.tap->followUnfrozen())
        reportLayers();
    chooseNext(model);
    return model.steps.hasBegun();
}

/// Tells the source if lenses measure the next forwards, so that it can skip work.
void WatchedModels::chooseNext(Model &model)
{
    if (!model.source->canSkipForwards())
        return;
    if (model.isForwardWatched && model.source->isInGraph())
        hooksChanged(model);
    const std::size_t watchers = model.source->forwardCallbackCount() - (model.isForwardWatched ? 1 : 0);
    const auto [inTraining, inEvaluation] = model.inspector->measuresForward(watchers);
    model.source->measuresNext(inTraining, inEvaluation);
}

void WatchedModels::call()
{
    for (const auto &model : m_models)
        model->inspector->call();
}

void WatchedModels::tick(const record::TickStamp &stamp)
{
    rethrow();
    for (const auto &model : m_models)
        follow(*model); // modules that were replaced since the last step have no values in this tick
    m_lastTick = stamp;
    reportUnwatched();
    const bool isMeasured = m_isActive ? m_isActive(stamp.tick) : stamp.tick % m_settings.activeEvery == 0;
    const bool active = !m_models.empty() && isMeasured;
    for (const auto &model : m_models)
        model->inspector->tick(stamp);
    if (active)
        m_out.endTick(stamp);
    for (const auto &model : m_models) {
        if (model->source->foundCount() != model->found)
            extend(*model);
        model->isNew = false;
        chooseNext(*model);
        for (const record::Message &notice : model->source->takeNotices())
            note(notice);
    }
}

void WatchedModels::watch(const experiment::KindSettings &watcher)
{
    const auto known = std::ranges::find(m_lenses, watcher.name(), &experiment::KindSettings::name);
    const bool isNew = known == m_lenses.end();
    try {
        for (const auto &model : m_models)
            watchOwn(watcher, *model);
        for (const auto &model : m_models) {
            hooksChanged(*model);
            chooseNext(*model);
        }
    } catch (...) {
        if (!isNew)
            known->settings["enabled"] = false; // also for models that are attached or watched again later
        for (const auto &model : m_models) {
            isNew ? model->inspector->remove(watcher.name()) : model->inspector->disable(watcher.name());
            hooksChanged(*model);
        }
        throw;
    }
    *(isNew ? m_lenses.emplace(known) : known) = watcher;
    m_mayBeUnwatched = true;
}

void WatchedModels::add(const std::string &name, const std::optional<std::string> &module, LensMaker make)
{
    m_ownLenses.push_back({name, module, std::move(make)});
    for (const auto &model : m_models)
        add(m_ownLenses.back(), *model);
    m_mayBeUnwatched = true;
}

void WatchedModels::add(const OwnLens &own, Model &model)
{
    if (const auto module = within(model, own))
        model.inspector->add(own.name, own.make(model.name, *module));
    hooksChanged(model);
}

std::map<std::string, SavedModel> WatchedModels::save() const
{
    auto states = m_saved; // includes models that may still be attached
    for (const auto &model : m_models)
        states[model->name] = {model->inspector->save(), shapesOf(*model->source)};
    return states;
}

void WatchedModels::requireSaved(const hook::ModelSource &model, const std::string &name) const
{
    const auto saved = m_saved.find(name);
    if (saved == m_saved.end() || !saved->second.shapes)
        return;
    const ParameterShapes &then = *saved->second.shapes, now = shapesOf(model);
    for (const ParameterShapes &shapes : {then, now})
        for (const auto &[parameter, sizes] : shapes)
            if (const std::string here = sizesOf(parameter, now), before = sizesOf(parameter, then); here != before)
                throw record::InvalidArgument(record::message("%1 is not as it was when the state was saved: %2 is %3 here and was %4. Attach the model "
                                                            "of that time, or record a new run",
                                                            shownName(name), parameter, here, before));
}

void WatchedModels::resumeAfter(const record::TickStamp &stamp, std::map<std::string, SavedModel> saved)
{
    m_lastTick = stamp;
    m_saved = std::move(saved);
}

std::size_t WatchedModels::hookCount() const
{
    std::size_t count = 0;
    for (const auto &model : m_models)
        count += model->tap->hookCount();
    return count;
}

std::map<std::string, double> WatchedModels::sums(LensFigures figures) const
{
    std::map<std::string, double> sums;
    for (const auto &model : m_models)
        for (const auto &[lens, figure] : (*model->inspector.*figures)())
            sums[lens] += figure;
    return sums;
}

std::map<std::string, double> WatchedModels::secondsPerStep() const
{
    return sums(&inspector::ModelInspector::secondsPerStep);
}

std::map<std::string, double> WatchedModels::keptBytes() const
{
    return sums(&inspector::ModelInspector::keptBytes);
}

inspector::Spending WatchedModels::spending() const
{
    inspector::Spending all;
    for (const auto &model : m_models) {
        const inspector::Spending one = model->inspector->spending();
        all = {one.budget > 0 ? m_settings.budget : all.budget, all.share + one.share};
    }
    return all;
}

} // namespace lensboard
