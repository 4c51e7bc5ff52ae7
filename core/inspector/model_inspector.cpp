#include "core/inspector/model_inspector.h"

#include "core/experiment/memory_limit.h"
#include "core/experiment/name_pattern.h"
#include "core/experiment/settings/lens_settings.h"
#include "core/hook/optimizer_steps.h"
#include "core/record/clock.h"
#include "core/record/error.h"
#include "core/record/message.h"
#include "core/record/name_under.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace lensboard::inspector {

namespace {

constexpr std::size_t kStepsAfterNotFinite = 8;
constexpr std::size_t kEnoughPasses = 2; ///< steps or forwards; the first may have been under way when a lens was attached
constexpr std::size_t kManyForwards = 64; ///< more than most optimizers accumulate gradients over

/// Plot of the share of steps in each lens's statistics, for lenses that do not measure all steps.
const record::TagSpec &coverageTag()
{
    static const record::TagSpec tag = [] {
        record::TagSpec made{record::term("Steps Measured"), record::kCoverageLens, record::TagKind::Probability, record::term("share")};
        made.big = true;
        return made;
    }();
    return tag;
}

/// Returns the settings of a watcher without "enabled".
experiment::Json settingsOf(const experiment::KindSettings &watcher)
{
    experiment::Json settings = watcher.settings;
    settings.erase("enabled");
    return settings;
}

/// Reads settings from a checkpoint's \p text, with defaults for settings that its version did not have; null if there are none.
experiment::Json settingsIn(const std::string &text)
{
    try {
        return settingsOf(experiment::lensChoice(experiment::parseJson(text)));
    } catch (const std::exception &) {
        return nullptr;
    }
}

/// Settings of an experiment were checked before, but a custom lens names its plots only now.
void checkPlots(const LensEntries &others, const std::string &name, const lens::Lens &lens)
{
    for (const LensEntry &other : others)
        for (const record::TagSpec &tag : other.lens->tags())
            if (other.name != name && std::ranges::find(lens.tags(), tag.name, &record::TagSpec::name) != lens.tags().end())
                throw record::InvalidArgument(record::message("\"%1\" and \"%2\" would share the plot \"%3\"", other.name, name, tag.name));
}

/// Returns the parameters that are trained but match none of the default patterns, if a lens has these.
record::Message unmatchedParameters(const LensEntries &lenses, const std::vector<record::LayerInfo> &layers)
{
    const std::vector<std::string> patterns = settings::ParameterPatterns().patterns;
    if (std::ranges::none_of(lenses, [&](const LensEntry &entry) {
            return entry.enabled && entry.settings.is_object() && entry.settings.value("parameters", experiment::Json()) == experiment::Json(patterns);
        }))
        return {};
    constexpr std::size_t kMaxNames = 5;
    record::Message names;
    std::size_t count = 0;
    for (const record::LayerInfo &layer : layers)
        for (const record::ParameterInfo &parameter : layer.parameters)
            if (parameter.requiresGrad && !experiment::matchesAny(patterns, parameter.name) && ++count <= kMaxNames)
                names += (count > 1 ? ", " : "") + record::nameUnder(layer.name, parameter.name);
    return count > kMaxNames ? record::message("%1 and %2", names, record::counted(count - kMaxNames, "%n more", "%n more")) : names;
}

} // namespace

ModelInspector::~ModelInspector()
{
    detach();
}

void ModelInspector::add(const std::string &name, std::unique_ptr<lens::Lens> lens, bool enabled)
{
    checkPlots(m_lenses, name, *lens);
    m_lenses.push_back({name, std::move(lens), enabled});
    if (m_gatherers)
        registerAndAttach(m_lenses.back());
}

void ModelInspector::watch(const experiment::KindSettings &watcher)
{
    const bool enabled = experiment::isOn(watcher);
    experiment::Json settings = settingsOf(watcher);
    LensEntry *entry = find(watcher.name());
    if (entry && entry->settings == settings)
        return setEnabled(*entry, enabled);
    std::unique_ptr<lens::Lens> lens;
    try {
        lens = lens::makeLens(watcher, m_makeCustomLens);
        checkPlots(m_lenses, watcher.name(), *lens);
    } catch (...) {
        disable(watcher.name()); // its old settings are not wanted either
        throw;
    }
    if (!entry)
        entry = &m_lenses.emplace_back(LensEntry{watcher.name(), nullptr});
    else if (m_gatherers)
        forgetLens(*entry);
    entry->lens = std::move(lens);
    entry->settings = std::move(settings);
    entry->enabled = enabled;
    if (m_gatherers)
        registerAndAttach(*entry);
}

void ModelInspector::disable(const std::string &name)
{
    if (LensEntry *entry = find(name))
        setEnabled(*entry, false);
}

void ModelInspector::remove(const std::string &name)
{
    disable(name);
    if (!m_lenses.empty() && m_lenses.back().name == name) // accounts of others depend on their positions
        m_lenses.pop_back();
}

void ModelInspector::attach(hook::ModelTap &tap, visualizer::Visualizer &out, Layers layers)
{
    detach();
    m_moreFollow = layers == Layers::MoreFollow;
    m_gatherers = std::make_unique<gatherer::Gatherers>(tap, m_state,
                                                        [this](const record::Message &text) { m_notices.push_back(text); });
    m_out = &out;
    m_plots.emplace(out);
    m_gatherers->limitMemory(experiment::memoryLimit(m_settings.memory).value_or(0));
    if (m_settings.budget > 0) {
        m_state.sampler = &m_sampler.emplace(m_settings.budget);
        m_gatherers->costs().timeEveryStep();
    }
    m_layers = tap.layers(m_settings.depth);
    m_parameterOwners = tap.parameterOwners(m_settings.depth);
    m_gatherers->setParameterOwners(m_parameterOwners);
    m_merger.attach(*m_gatherers, m_state.sampler, out, m_layers);
    m_state.evaluationFromGrad = m_settings.evaluationFromGrad;
    beginTick(1);
    try {
        for (LensEntry &entry : m_lenses)
            registerAndAttach(entry);
    } catch (...) {
        detach(); // lenses that are not attached cannot plot
        throw;
    }
    if (m_sampler)
        m_plots->registerTag(coverageTag());
    if (const record::Message names = unmatchedParameters(m_lenses, m_gatherers->tap().modules()); !names.empty())
        m_gatherers->notice(record::message("Lenses of parameters show weights and biases, and not %1. To show these, name them in the lens's setting "
                                            "\"parameters\", or set it to \"*\".", names));
    reportNotices();
}

LensEntry *ModelInspector::find(const std::string &name)
{
    const auto entry = std::ranges::find(m_lenses, name, &LensEntry::name);
    return entry == m_lenses.end() ? nullptr : &*entry;
}

void ModelInspector::registerAndAttach(LensEntry &entry)
{
    registerTags(entry);
    if (entry.enabled)
        attachLens(entry);
}

void ModelInspector::registerTags(const LensEntry &entry)
{
    for (const record::TagSpec &tag : entry.lens->tags())
        m_plots->registerTag(tag);
    m_merger.registerTags(entry);
}

void ModelInspector::attachLens(LensEntry &entry)
{
    if (!m_merger.isMeasured(entry))
        return;
    const std::size_t before = watcherCount(), refused = m_gatherers->refusedCount();
    m_gatherers->setAccount(accountOf(entry, m_lenses), entry.mayBeSampled(), m_merger.shareOf(entry));
    m_gatherers->costs().restart();
    try {
        entry.lens->attach(*m_gatherers, m_layers);
    } catch (...) {
        entry.enabled = false;
        forgetLens(entry); // removes its hooks so far
        throw;
    }
    m_merger.follow(entry);
    reportRefused(entry, m_gatherers->refusedCount() - refused);
    entry.watchers = watcherCount() - before;
    entry.stepsBefore = m_steps;
    entry.forwardsBefore = m_forwards;
    if (!m_moreFollow)
        reportIfUnwatched(entry);
    reportNotices();
}

/// Reports that a lens does not measure \p count divided parameters.
void ModelInspector::reportRefused(LensEntry &entry, std::size_t count)
{
    if (count == 0)
        return;
    entry.isReportedEmpty = true;
    m_gatherers->notice(m_merger.isDivided() ? record::message("%1 does not measure parameters that several processes divide among them: it needs whole parameters.",
                                                               record::schemaWord(entry.name))
                                    : record::message("%1 does not measure parameters that several processes divide among them: the processes have different "
                                                      "lenses of parameters.", record::schemaWord(entry.name)));
}

/// Turns exceptions into notices, since destructors detach too.
void ModelInspector::detachLens(const LensEntry &entry)
{
    const auto report = [&](const record::Message &problem) {
        m_notices.push_back(record::message("%1 could not be detached properly: %2", record::schemaWord(entry.name), problem));
    };
    try {
        entry.lens->detach();
    } catch (const std::exception &error) {
        report(record::messageOf(error));
    } catch (...) {
        report(record::message("an exception that is no std::exception"));
    }
}

void ModelInspector::forgetLens(LensEntry &entry)
{
    detachLens(entry);
    if (m_sampler)
        m_sampler->seeAll(accountOf(entry, m_lenses));
}

void ModelInspector::reportIfUnwatched(const LensEntry &entry)
{
    if (!entry.enabled || entry.watchers > 0 || entry.lens->takesPushes())
        return;
    m_gatherers->notice(record::message("%1 finds no layer to watch in this model; see its settings, and inspector.depth.", record::schemaWord(entry.name)));
}

/// Reports a lens once if the model was trained, but the lens had no data.
void ModelInspector::reportIfEmpty(LensEntry &entry)
{
    const bool isSampledOut = m_sampler && entry.mayBeSampled() && m_sampler->coverage(accountOf(entry, m_lenses)).measured == 0;
    if (!entry.enabled || entry.isReportedEmpty || isSampledOut)
        return;
    const auto absence = m_gatherers->absence(accountOf(entry, m_lenses));
    if (!absence && !entry.lens->isEmpty()) {
        entry.stepsBefore = m_steps;
        entry.forwardsBefore = m_forwards;
        return;
    }
    const std::size_t enoughForwards = absence && absence->isWithoutStep ? kManyForwards : kEnoughPasses;
    if (m_steps - entry.stepsBefore < kEnoughPasses && m_forwards - entry.forwardsBefore < enoughForwards)
        return;
    entry.isReportedEmpty = true;
    m_gatherers->notice(absence ? record::message("%1 has no values of a tick with training: %2.", record::schemaWord(entry.name), absence->text)
                                : record::message("%1 has no values of a tick with training.", record::schemaWord(entry.name)));
}

std::size_t ModelInspector::watcherCount() const
{
    return m_gatherers->listenerCount() + m_gatherers->tap().hookCount();
}

void ModelInspector::watchNewLayers()
{
    if (!m_gatherers)
        return;
    const auto addedTo = [](std::vector<hook::ModuleId> &known, const std::vector<hook::ModuleId> &now) {
        std::vector<hook::ModuleId> added;
        std::ranges::set_difference(now, known, std::back_inserter(added));
        known = now;
        return added;
    };
    const auto added = addedTo(m_layers, m_gatherers->tap().layers(m_settings.depth));
    m_gatherers->setParameterOwners(addedTo(m_parameterOwners, m_gatherers->tap().parameterOwners(m_settings.depth)));
    m_merger.addLayers(added);
    for (LensEntry &entry : m_lenses)
        if (entry.enabled) {
            const std::size_t known = watcherCount(), refused = m_gatherers->refusedCount();
            m_gatherers->setAccount(accountOf(entry, m_lenses), entry.mayBeSampled(), m_merger.shareOf(entry));
            entry.lens->attachMore(*m_gatherers, added);
            entry.watchers += watcherCount() - known;
            reportRefused(entry, m_gatherers->refusedCount() - refused);
        }
    m_gatherers->setParameterOwners(m_parameterOwners);
    m_gatherers->costs().restart();
    reportNotices();
}

void ModelInspector::gradientsMissed()
{
    if (m_gatherers)
        m_gatherers->gradientsMissed();
}

void ModelInspector::detach()
{
    if (!m_gatherers)
        return;
    m_notices.clear(); // discards notices of an unfinished tick
    for (const LensEntry &entry : m_lenses)
        detachLens(entry);
    reportNotices();
    m_merger.detach();
    m_gatherers.reset();
    m_state.sampler = nullptr;
    m_sampler.reset();
    m_plots.reset();
    m_out = nullptr;
}

void ModelInspector::setEnabled(const std::string &name, bool enabled)
{
    LensEntry *entry = find(name);
    if (!entry)
        throw record::InvalidArgument(record::message("this training has no lens \"%1\"", name));
    setEnabled(*entry, enabled);
}

void ModelInspector::setEnabled(LensEntry &entry, bool enabled)
{
    if (std::exchange(entry.enabled, enabled) == enabled || !m_gatherers)
        return;
    if (enabled) {
        registerTags(entry); // its layers may have changed
        attachLens(entry);
    } else {
        forgetLens(entry);
        m_gatherers->costs().restart();
        reportNotices();
    }
}

void ModelInspector::resumeAfter(std::int64_t tick)
{
    beginTick(tick + 1);
    m_gatherers->resumed();
    for (LensEntry &entry : m_lenses)
        entry.lens->resumed(*m_gatherers);
}

std::vector<lens::SavedLens> ModelInspector::save() const
{
    std::vector<lens::SavedLens> all;
    for (const LensEntry &entry : m_lenses) {
        lens::State state;
        if (entry.enabled && m_gatherers)
            entry.lens->save(state);
        if (!state.empty())
            all.push_back({entry.name, entry.settings.dump(), std::move(state)});
    }
    return all;
}

void ModelInspector::restore(const std::vector<lens::SavedLens> &saved, const lens::Resumption &resumption)
{
    for (const auto &[name, settings, state] : saved) {
        const LensEntry *entry = find(name);
        if (!entry || !entry->enabled)
            continue;
        if (settingsIn(settings) != entry->settings || !entry->lens->restore(state, resumption))
            m_notices.push_back(record::message("\"%1\" begins anew: the checkpoint has it with other settings.", name));
    }
}

bool ModelInspector::wantsPushes() const
{
    return m_gatherers && std::any_of(m_lenses.begin(), m_lenses.end(), [](const LensEntry &entry) {
        return entry.enabled && entry.lens->wantsPushes();
    });
}

void ModelInspector::pushLoss(double value, lens::Phase phase)
{
    if (m_sampler && phase == lens::Phase::Train && !std::isfinite(value))
        m_sampler->measureAll(kStepsAfterNotFinite);
    for (LensEntry &entry : m_lenses)
        if (entry.enabled)
            entry.lens->pushLoss(value, phase);
}

void ModelInspector::pushMetric(const std::string &name, double value)
{
    for (LensEntry &entry : m_lenses)
        if (entry.enabled)
            entry.lens->pushMetric(name, value);
}

void ModelInspector::takePushes(lens::Phase phase, const std::function<void()> &push)
{
    struct Charged
    {
        gatherer::StepCosts::Account account;
    };
    std::vector<Charged> charged;
    for (const LensEntry &entry : m_lenses)
        if (m_gatherers && entry.enabled && entry.lens->wantsPushes())
            charged.push_back({accountOf(entry, m_lenses)});
    if (charged.empty())
        return;
    gatherer::Lap lap(m_gatherers->costs(), phase == lens::Phase::Train);
    push();
    lap.share(charged);
}

void ModelInspector::stepped(const hook::OptimizerSteps *steps, const hook::SteppedOptimizer *optimizer)
{
    if (!m_gatherers)
        return;
    m_gatherers->stepped(steps, optimizer);
    if (!m_state.active || (steps && !steps->hasBegun()))
        return;
    ++m_steps;
    m_gatherers->endStep();
}

std::pair<bool, bool> ModelInspector::measuresForward(std::size_t watchers) const
{
    return m_gatherers ? m_gatherers->measuresForward(watchers) : std::pair(false, false);
}

void ModelInspector::trainWith(Processes processes)
{
    m_state.gradientsComeLater = processes.gradientsComeLater;
    m_merger.setProcesses(std::move(processes));
}

void ModelInspector::gradientsCame()
{
    if (m_gatherers)
        m_gatherers->gradientsCame();
}

void ModelInspector::setTargets(const Tensor &targets)
{
    m_state.targets = targets;
    for (LensEntry &entry : m_lenses)
        if (targets.defined() && entry.enabled && !m_state.isWithoutSamples)
            entry.lens->pushTargets(targets);
}

void ModelInspector::pushDataWait(double seconds)
{
    for (LensEntry &entry : m_lenses)
        if (entry.enabled)
            entry.lens->pushDataWait(seconds);
}

void ModelInspector::call()
{
    if (m_gatherers)
        m_gatherers->call();
}

void ModelInspector::tick(const record::TickStamp &stamp)
{
    if (!m_gatherers)
        return;
    const auto begun = std::chrono::steady_clock::now();
    const gatherer::StepCosts::TickWork work(m_gatherers->costs());
    if (m_moreFollow && m_lastTick.tick > 0) { // layers that follow others are watched after the first tick
        m_moreFollow = false;
        std::ranges::for_each(m_lenses, [this](const LensEntry &entry) { reportIfUnwatched(entry); });
    }
    m_lastTick = stamp;
    m_state.active ? m_gatherers->endTick() : m_gatherers->skipTick();
    if (m_state.active) {
        m_merger.mergeTick();
        std::ranges::for_each(m_lenses, [this](LensEntry &entry) { reportIfEmpty(entry); });
        m_gatherers->callTickCallbacks();
    }
    const auto forEachOn = [this](const auto &function) {
        for (const LensEntry &entry : m_lenses)
            if (entry.enabled) {
                gatherer::Lap lap(m_gatherers->costs());
                function(*entry.lens);
                lap.charge(accountOf(entry, m_lenses));
            }
    };
    if (m_state.active) {
        forEachOn([this](lens::Lens &lens) { lens.plot(*m_plots); });
        plotCoverage();
        forEachOn([this](lens::Lens &lens) { lens.allPlotted(*m_plots); });
        forEachOn([](lens::Lens &lens) { lens.endTick(); });
    } else {
        forEachOn([](lens::Lens &lens) { lens.skipTick(); });
    }
    reportNotices();
    if (m_state.active) {
        m_merger.endTick(stamp);
        m_plots->endTick(stamp);
        m_gatherers->recordTickCost(std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count());
    }
    beginTick(stamp.tick + 1);
}

/// Plots the measured share of steps of each sampled lens.
void ModelInspector::plotCoverage()
{
    if (!m_sampler)
        return;
    lens::Plotter::Plot plot = m_plots->plot(coverageTag());
    for (const LensEntry &entry : m_lenses)
        if (entry.enabled && entry.mayBeSampled()) {
            const auto [measured, all] = m_sampler->coverage(accountOf(entry, m_lenses));
            if (all > 0)
                plot.line(plot.rowOf(entry.name), 0, static_cast<double>(measured) / static_cast<double>(all),
                          [&] { return lens::Plotter::Name{coverageTag().name, entry.name}; });
        }
}

std::map<std::string, double> ModelInspector::secondsPerStep() const
{
    std::map<std::string, double> seconds;
    for (const LensEntry &entry : m_lenses)
        if (m_gatherers && entry.enabled)
            seconds[entry.name] = m_gatherers->costs().secondsPerStep(accountOf(entry, m_lenses)) / static_cast<double>(m_settings.activeEvery);
    return seconds;
}

std::map<std::string, double> ModelInspector::keptBytes() const
{
    std::map<std::string, double> bytes;
    for (const LensEntry &entry : m_lenses)
        if (m_gatherers && entry.enabled)
            bytes[entry.name] = m_gatherers->keptBytes(accountOf(entry, m_lenses));
    return bytes;
}

void ModelInspector::setBudget(double budget)
{
    if (m_settings.budget == 0)
        return;
    m_settings.budget = budget;
    if (m_sampler)
        m_sampler->setBudget(budget);
}

Spending ModelInspector::spending() const
{
    return m_sampler && m_sampler->stepSeconds() > 0 ? Spending{m_sampler->budget(), m_sampler->spent()} : Spending();
}

/// Reports notices at a tick, since gatherers may add them in a backward pass on any thread.
void ModelInspector::reportNotices()
{
    for (const record::Message &text : m_notices)
        m_out->note({record::RunEvent::Kind::Notice, m_lastTick.step, record::wallSeconds(), text});
    m_notices.clear();
}

void ModelInspector::beginTick(std::int64_t number)
{
    m_state.active = m_isActive ? m_isActive(number) : number % m_settings.activeEvery == 0;
}

} // namespace lensboard::inspector
