#include "core/lens/recorder_lens.h"

#include "core/experiment/name_pattern.h"
#include "core/experiment/watcher_tags.h"
#include "core/record/error.h"
#include "core/record/message.h"
#include "core/reducer/reducer.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <utility>
#include <variant>

namespace lensboard::lens {

using Reduction = settings::AnyRecorder::Reduction;
using recorder::RecordedTensor;
using recorder::RecorderSettings;

namespace {

RecordedTensor recordedOf(const settings::ForwardPre &) { return RecordedTensor::ForwardPre; }
RecordedTensor recordedOf(const settings::ForwardInput &) { return RecordedTensor::ForwardInput; }
RecordedTensor recordedOf(const settings::ForwardOutput &) { return RecordedTensor::ForwardOutput; }
RecordedTensor recordedOf(const settings::BackwardInput &) { return RecordedTensor::BackwardInput; }
RecordedTensor recordedOf(const settings::BackwardOutput &) { return RecordedTensor::BackwardOutput; }

/// Shape: \p batch [N, *].
Shape sampleShape(const Tensor &batch)
{
    return {batch.sizes().begin() + 1, batch.sizes().end()};
}

std::size_t whichOf(const settings::Recorder &recorder)
{
    return std::visit([](const auto &settings) -> std::size_t {
        if constexpr (requires { settings.input; })
            return static_cast<std::size_t>(settings.input);
        if constexpr (requires { settings.output; })
            return static_cast<std::size_t>(settings.output);
        return 0;
    }, recorder);
}

} // namespace

struct RecorderLens::Layer
{
    std::string name;
    std::int64_t samples = 0;      ///< in the sums of this tick, or of the training
    std::int64_t samplesShown = 0; ///< at the last plot
    std::unique_ptr<recorder::TensorRecorder> recorder;
};

/// Data of a layer in a checkpoint.
struct RecorderLens::Saved
{
    std::string layer;
    Tensor kept; ///< undefined if nothing is
    std::int64_t samples = 0;
    std::int64_t samplesShown = 0;
};

RecorderLens::RecorderLens(const settings::Recorder &recorder)
    : m_settings(std::visit([](const auto &settings) -> settings::AnyRecorder { return settings; }, recorder)),
      m_recorded(std::visit([](const auto &settings) { return recordedOf(settings); }, recorder)), m_which(whichOf(recorder)),
      m_tags(experiment::tagsOf(recorder))
{
    m_shelf = std::make_unique<TensorShelf>(m_tags.front(), m_settings.limitBytes());
    if (const auto *whileTag = std::get_if<settings::WhileTag>(&m_settings.condition))
        m_criterion = experiment::Comparison::fromText(whileTag->criterion);
}

RecorderLens::~RecorderLens() = default;

/// Evaluates the condition. A tick without the value keeps the last result.
void RecorderLens::allPlotted(const Plotter &plots)
{
    const auto *whileTag = std::get_if<settings::WhileTag>(&m_settings.condition);
    const auto value = whileTag ? plots.find(whileTag->tag, whileTag->layer, whileTag->label) : std::nullopt;
    if (value)
        m_holds = m_criterion->holds(*value);
}

bool RecorderLens::keepsEach() const
{
    return m_settings.reduction == Reduction::None;
}

bool RecorderLens::isOfTraining() const
{
    return m_settings.over == settings::AnyRecorder::Over::Training;
}

bool RecorderLens::isWanted() const
{
    if (!m_gatherers->state().active || m_shelf->isFull()
        || !(m_gatherers->tap().isTraining(0) ? m_settings.training : m_settings.evaluation))
        return false;
    if (const auto *steps = std::get_if<settings::EverySteps>(&m_settings.condition))
        return m_step % steps->every == 0;
    return !m_criterion || m_holds;
}

/// Returns the samples of a batch to record; undefined if there are none.
Tensor RecorderLens::chosen(const Tensor &tensor) const
{
    Tensor samples = tensor.dim() == 0 ? tensor.unsqueeze(0) : tensor;
    if (const auto *ofClass = std::get_if<settings::OfClass>(&m_settings.condition)) {
        const Tensor &targets = m_gatherers->state().targets;
        if (!targets.defined() || targets.dim() != 1 || isFloatingPoint(targets.type()) || targets.size(0) != samples.size(0)) {
            m_gatherers->notice(record::message("\"%1\" records nothing of %2: the condition needs one class per sample.",
                                                m_settings.name, m_tags.front().quantity));
            return {};
        }
        const Tensor wanted = (targets == static_cast<double>(ofClass->number)).nonzero().flatten();
        samples = samples.index_select(0, wanted.to(samples.device()));
    }
    if (samples.size(0) == 0)
        return {};
    return m_settings.data == settings::AnyRecorder::Data::Sample ? samples.narrow(0, 0, 1) : samples;
}

/// Returns true if \p tensor fits into the memory, shared by all layers of a tick. A reduction replaces its previous tensor.
bool RecorderLens::hasRoomFor(const Layer &layer, const Tensor &tensor) const
{
    std::size_t bytes = tensor.nbytes();
    for (const auto &other : m_layers)
        if (other.get() != &layer || keepsEach())
            bytes += other->recorder->bytes();
    if (bytes > m_shelf->bytesLeft())
        m_shelf->setFull();
    return !m_shelf->isFull();
}

void RecorderLens::watch(hook::ModuleId module, const RecorderSettings &shared)
{
    auto layer = std::make_unique<Layer>();
    layer->name = shownName(m_gatherers->tap().modules()[module]);
    RecorderSettings settings = shared;
    const Reduction reduction = m_settings.reduction;
    const bool folds = reduction == Reduction::Sum || reduction == Reduction::Mean || reduction == Reduction::Max;
    settings.map = [this, reduction, folds, layer = layer.get()](const Tensor &tensor) {
        if (!tensor.hasMemory()) {
            m_gatherers->notice(withoutMemoryMessage(m_settings.name));
            return Tensor();
        }
        const Tensor samples = chosen(tensor);
        if (!samples.defined() || !hasRoomFor(*layer, folds ? samples[0] : samples))
            return Tensor();
        if (!folds)
            return samples;
        const Tensor numbers = reducer::inStatePrecision(samples);
        if (const auto &kept = layer->recorder->data(0); !kept.empty() && kept.front().sizes() != sampleShape(numbers))
            return Tensor();
        layer->samples += numbers.size(0);
        return reduction == Reduction::Max ? numbers.amax(0) : numbers.sum(std::int64_t{0});
    };
    if (reduction == Reduction::Max)
        settings.reduction = [](const Tensor &kept, const Tensor &next) { return maximum(kept.to(next.device()), next); };
    else if (folds)
        settings.reduction = [](const Tensor &kept, const Tensor &next) { return kept.to(next.device()) + next; };
    else if (reduction == Reduction::Last)
        settings.reduction = [](const Tensor &, const Tensor &next) { return next; };
    layer->recorder = std::make_unique<recorder::TensorRecorder>(m_recorded, settings);
    layer->recorder->record(m_gatherers->tap(), {module});
    restore(*layer, m_awaited);
    m_layers.push_back(std::move(layer));
}

RecorderSettings RecorderLens::sharedSettings() const
{
    RecorderSettings settings;
    settings.which = m_which;
    settings.limitBytes = std::numeric_limits<std::size_t>::max(); // hasRoomFor() limits all layers together
    settings.condition = [this] { return isWanted(); };
    settings.through = [&gatherers = *m_gatherers, account = m_gatherers->account()](const std::function<void()> &work) {
        gatherer::Lap lap(gatherers.costs(), gatherers.tap().isTraining(0));
        work();
        lap.charge(account);
    };
    return settings;
}

/// Watches modules of the chosen types. Reports modules that cannot be watched.
void RecorderLens::watchAll(const std::vector<hook::ModuleId> &modules)
{
    const RecorderSettings settings = sharedSettings();
    const bool hadLayers = !m_layers.empty();
    for (const hook::ModuleId id : modules)
        if (m_settings.types.empty() || experiment::matchesAny(m_settings.types, m_gatherers->tap().modules()[id].type))
            tryTo([&] { watch(id, settings); });
    if (!hadLayers && !m_layers.empty())
        m_stepped = m_gatherers->tap().afterStep([this] { ++m_step; });
}

/// Reports errors of \p work as a notice.
void RecorderLens::tryTo(const std::function<void()> &work)
{
    try {
        work();
    } catch (const std::invalid_argument &error) {
        m_gatherers->notice(record::message("\"%1\" records less than it was asked for: %2.", m_settings.name, record::messageOf(error)));
    }
}

/// Errors: std::invalid_argument if \p name is neither a pattern nor a module.
std::set<hook::ModuleId> RecorderLens::modulesOf(const std::string &name) const
{
    const hook::ModelTap &tap = m_gatherers->tap();
    if (!experiment::isPattern(name))
        return {tap.submodule(0, name)};
    std::set<hook::ModuleId> found;
    for (hook::ModuleId id = 0; id < tap.modules().size(); ++id)
        if (!tap.modules()[id].name.empty() && experiment::matches(name, tap.modules()[id].name))
            found.insert(id);
    return found;
}

void RecorderLens::attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers)
{
    m_gatherers = &gatherers;
    const std::vector<std::string> &names = m_settings.layers;
    std::set<hook::ModuleId> named;
    for (const std::string &name : names)
        tryTo([&] { named.merge(modulesOf(name)); });
    m_step = 0;
    watchAll(names.empty() ? layers : std::vector(named.begin(), named.end()));
}

void RecorderLens::attachMore(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers)
{
    const std::vector<std::string> &names = m_settings.layers;
    std::vector<hook::ModuleId> wanted;
    std::ranges::copy_if(layers, std::back_inserter(wanted), [&](hook::ModuleId id) {
        return names.empty() || experiment::matchesAny(names, gatherers.tap().modules()[id].name);
    });
    watchAll(wanted);
}

void RecorderLens::detach()
{
    m_stepped.reset();
    m_layers.clear();
    m_awaited.clear();
}

/// Combines the tensors of a tick into one.
Tensor RecorderLens::reduced(const Layer &layer) const
{
    const recorder::Tensors &kept = layer.recorder->data(0);
    if (m_settings.reduction == Reduction::Mean)
        return kept.front() / static_cast<double>(layer.samples);
    if (kept.size() == 1)
        return kept.front();
    recorder::Tensors alike;
    for (const Tensor &tensor : kept)
        if (sampleShape(tensor) == sampleShape(kept.front()))
            alike.push_back(tensor.to(kept.back().device())); // tensors from before a resumption are on the host
    return cat(alike);
}

void RecorderLens::plot(Plotter &out) const
{
    for (const auto &layer : m_layers)
        if (!layer->recorder->data(0).empty() && (!isOfTraining() || layer->samples > layer->samplesShown)) {
            m_shelf->add(layer->name, m_tags.front().quantity, reduced(*layer));
            layer->samplesShown = layer->samples;
        }
    m_shelf->plot(out);
    if (const record::Message complaint = m_shelf->complaint(); !complaint.empty())
        m_gatherers->notice(complaint);
}

void RecorderLens::endTick()
{
    for (const auto &layer : m_layers)
        if (!isOfTraining()) {
            layer->recorder->clear();
            layer->samples = layer->samplesShown = 0;
        }
}

/// Saves the number of samples of each layer, and its data of the tick or training so far.
void RecorderLens::save(State &state) const
{
    m_shelf->save(state);
    state.counts["steps"] = m_step;
    state.counts["condition holds"] = m_holds;
    std::vector<Saved> all = m_awaited;
    for (const auto &layer : m_layers) {
        const recorder::Tensors &kept = layer->recorder->data(0);
        all.push_back({layer->name, kept.empty() ? Tensor() : keepsEach() ? reduced(*layer) : kept.front(), layer->samples, layer->samplesShown});
    }
    for (const Saved &saved : all) {
        state.counts["samples of " + saved.layer] = saved.samples;
        if (isOfTraining())
            state.counts["shown samples of " + saved.layer] = saved.samplesShown;
        if (saved.kept.defined())
            state.tensors.emplace_back(saved.layer, saved.kept);
    }
}

bool RecorderLens::restore(const State &state, const Resumption &resumption)
{
    std::vector<Saved> all;
    for (const auto &[layer, tensor] : state.tensors) {
        const auto samples = state.count("samples of " + layer);
        const std::int64_t shown = resumption.isSameRun ? state.count("shown samples of " + layer).value_or(0) : 0;
        if (!samples || !isDense(tensor) || (keepsEach() && tensor.dim() == 0) || std::ranges::find(all, layer, &Saved::layer) != all.end())
            return false;
        all.push_back({layer, tensor, std::max<std::int64_t>(1, *samples), shown});
    }
    const auto steps = state.count("steps"), holds = state.count("condition holds");
    if (!steps || !holds || !m_shelf->restore(state, resumption))
        return false;
    m_step = *steps;
    m_holds = *holds > 0;
    if (resumption.tickGoesOn || isOfTraining())
        for (const auto &layer : m_layers)
            restore(*layer, all);
    if (isOfTraining())
        m_awaited = std::move(all);
    return true;
}

/// Restores \p layer from its entry in \p from, and removes the entry.
void RecorderLens::restore(Layer &layer, std::vector<Saved> &from)
{
    const auto saved = std::ranges::find(from, layer.name, &Saved::layer);
    if (saved == from.end())
        return;
    layer.samples = saved->samples;
    layer.samplesShown = saved->samplesShown;
    layer.recorder->apply([&](const recorder::Tensors &) { return recorder::Tensors{saved->kept}; });
    from.erase(saved);
}

} // namespace lensboard::lens
