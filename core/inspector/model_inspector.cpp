#include "core/inspector/model_inspector.h"

#include "core/experiment/memory_limit.h"
#include "core/experiment/name_pattern.h"
#include "core/experiment/settings/lens_settings.h"
#include "core/experiment/watcher.h"
#include "core/hook/optimizer_steps.h"
#include "core/lens/parameter_sums.h"
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
constexpr double kMinDivided = 1e6;       ///< bytes of parameters; below that, measuring takes less time than the waiting between processes

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

} // namespace

/// A lens with "parity" must see every step, to be comparable with monitorch.
bool ModelInspector::Entry::mayBeSampled() const
{
    return lens->mayBeSampled() && !(settings.is_object() && settings.value("parity", false));
}

bool ModelInspector::Entry::isOfSamples() const
{
    return settings.is_object() && experiment::isOfSamples(settings.value("kind", std::string()));
}

bool ModelInspector::Entry::isOfParameters() const
{
    return settings.is_object() && experiment::isOfParameters(settings.value("kind", std::string()));
}

bool ModelInspector::Entry::isOfParameterSums() const
{
    return settings.is_object() && lens::isOfParameterSums(settings.value("kind", std::string()));
}

ModelInspector::~ModelInspector()
{
    detach();
}

void ModelInspector::add(const std::string &name, std::unique_ptr<lens::Lens> lens, bool enabled)
{
    checkPlots(name, *lens);
    m_lenses.push_back({name, std::move(lens), enabled});
    if (m_gatherers)
        registerAndAttach(m_lenses.back());
}

void ModelInspector::watch(const experiment::KindSettings &watcher)
{
    const bool enabled = experiment::isOn(watcher);
    experiment::Json settings = settingsOf(watcher);
    Entry *entry = find(watcher.name());
    if (entry && entry->settings == settings)
        return setEnabled(*entry, enabled);
    std::unique_ptr<lens::Lens> lens;
    try {
        lens = lens::makeLens(watcher, m_makeCustomLens);
        checkPlots(watcher.name(), *lens);
    } catch (...) {
        disable(watcher.name()); // its old settings are not wanted either
        throw;
    }
    if (!entry)
        entry = &m_lenses.emplace_back(Entry{watcher.name(), nullptr});
    else if (m_gatherers)
        forgetLens(*entry);
    entry->lens = std::move(lens);
    entry->settings = std::move(settings);
    entry->enabled = enabled;
    if (m_gatherers)
        registerAndAttach(*entry);
}

/// Settings of an experiment were checked before, but a custom lens names its plots only now.
void ModelInspector::checkPlots(const std::string &name, const lens::Lens &lens) const
{
    for (const Entry &other : m_lenses)
        for (const record::TagSpec &tag : other.lens->tags())
            if (other.name != name && std::ranges::find(lens.tags(), tag.name, &record::TagSpec::name) != lens.tags().end())
                throw record::InvalidArgument(record::message("\"%1\" and \"%2\" would share the plot \"%3\"", other.name, name, tag.name));
}

void ModelInspector::disable(const std::string &name)
{
    if (Entry *entry = find(name))
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
    divideLayers();
    m_state.evaluationFromGrad = m_settings.evaluationFromGrad;
    beginTick(1);
    try {
        for (Entry &entry : m_lenses)
            registerAndAttach(entry);
    } catch (...) {
        detach(); // lenses that are not attached cannot plot
        throw;
    }
    if (m_sampler)
        m_plots->registerTag(coverageTag());
    reportUnmatched();
    reportNotices();
}

/// Reports parameters that are trained but match none of the default patterns, if a lens has these.
void ModelInspector::reportUnmatched()
{
    const std::vector<std::string> patterns = settings::ParameterPatterns().patterns;
    const bool isByDefault = std::ranges::any_of(m_lenses, [&](const Entry &entry) {
        return entry.enabled && entry.settings.is_object() && entry.settings.value("parameters", experiment::Json()) == experiment::Json(patterns);
    });
    constexpr std::size_t kMaxNames = 5;
    record::Message names;
    std::size_t count = 0;
    for (const record::LayerInfo &layer : m_gatherers->tap().modules())
        for (const record::ParameterInfo &parameter : layer.parameters)
            if (isByDefault && parameter.requiresGrad && !experiment::matchesAny(patterns, parameter.name) && ++count <= kMaxNames)
                names += (count > 1 ? ", " : "") + record::nameUnder(layer.name, parameter.name);
    if (count > kMaxNames)
        names = record::message("%1 and %2", names, record::counted(count - kMaxNames, "%n more", "%n more"));
    if (count > 0)
        m_gatherers->notice(record::message("Lenses of parameters show weights and biases, and not %1. To show these, name them in the lens's setting "
                                            "\"parameters\", or set it to \"*\".", names));
}

ModelInspector::Entry *ModelInspector::find(const std::string &name)
{
    const auto entry = std::ranges::find(m_lenses, name, &Entry::name);
    return entry == m_lenses.end() ? nullptr : &*entry;
}

gatherer::StepCosts::Account ModelInspector::accountOf(const Entry &entry) const
{
    return static_cast<gatherer::StepCosts::Account>(&entry - m_lenses.data());
}

void ModelInspector::registerAndAttach(Entry &entry)
{
    registerTags(entry);
    if (entry.enabled)
        attachLens(entry);
}

void ModelInspector::registerTags(const Entry &entry)
{
    for (const record::TagSpec &tag : entry.lens->tags())
        m_plots->registerTag(tag);
    for (ProcessPlots &plots : m_plotsByProcess)
        if (entry.isOfSamples())
            plots.registerTags(*entry.lens);
}

void ModelInspector::attachLens(Entry &entry)
{
    if (m_processes && m_processes->rank > 0 && !isMerged(entry))
        return;
    const std::size_t before = watcherCount(), refused = m_gatherers->refusedCount();
    m_gatherers->setAccount(accountOf(entry), entry.mayBeSampled(), shareOf(entry));
    m_gatherers->costs().restart();
    try {
        entry.lens->attach(*m_gatherers, m_layers);
    } catch (...) {
        entry.enabled = false;
        forgetLens(entry); // removes its hooks so far
        throw;
    }
    if (m_isDivided && m_processes && m_sampler && entry.mayBeSampled() && shareOf(entry))
        m_sampler->follow(accountOf(entry));
    reportRefused(entry, m_gatherers->refusedCount() - refused);
    entry.watchers = watcherCount() - before;
    entry.stepsBefore = m_steps;
    entry.forwardsBefore = m_forwards;
    if (!m_moreFollow)
        reportIfUnwatched(entry);
    reportNotices();
}

/// Reports that a lens does not measure \p count divided parameters.
void ModelInspector::reportRefused(Entry &entry, std::size_t count)
{
    if (count == 0)
        return;
    entry.isReportedEmpty = true;
    m_gatherers->notice(m_isDivided ? record::message("%1 does not measure parameters that several processes divide among them: it needs whole parameters.", record::schemaWord(entry.name))
                                    : record::message("%1 does not measure parameters that several processes divide among them: the processes have different "
                                                      "lenses of parameters.", entry.name));
}

/// Turns exceptions into notices, since destructors detach too.
void ModelInspector::detachLens(const Entry &entry)
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

void ModelInspector::forgetLens(Entry &entry)
{
    detachLens(entry);
    if (m_sampler)
        m_sampler->seeAll(accountOf(entry));
}

void ModelInspector::reportIfUnwatched(const Entry &entry)
{
    if (!entry.enabled || entry.watchers > 0 || entry.lens->takesPushes())
        return;
    m_gatherers->notice(record::message("%1 finds no layer to watch in this model; see its settings, and inspector.depth.", record::schemaWord(entry.name)));
}

/// Reports a lens once if the model was trained, but the lens had no data.
void ModelInspector::reportIfEmpty(Entry &entry)
{
    const bool isSampledOut = m_sampler && entry.mayBeSampled() && m_sampler->coverage(accountOf(entry)).measured == 0;
    if (!entry.enabled || entry.isReportedEmpty || isSampledOut)
        return;
    const auto absence = m_gatherers->absence(accountOf(entry));
    if (!absence && !entry.lens->isEmpty()) {
        entry.stepsBefore = m_steps;
        entry.forwardsBefore = m_forwards;
        return;
    }
    const std::size_t enoughForwards = absence && absence->isWithoutStep ? kManyForwards : kEnoughPasses;
    if (m_steps - entry.stepsBefore < kEnoughPasses && m_forwards - entry.forwardsBefore < enoughForwards)
        return;
    entry.isReportedEmpty = true;
    m_gatherers->notice(absence ? record::message("%1 has no values of a tick in which the model was trained: %2.", record::schemaWord(entry.name), absence->text)
                                : record::message("%1 has no values of a tick in which the model was trained.", record::schemaWord(entry.name)));
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
    if (m_share) {
        m_share->add(m_gatherers->tap(), added);
        m_share->add(m_gatherers->tap(), m_gatherers->parameterOwners());
    }
    for (Entry &entry : m_lenses)
        if (entry.enabled) {
            const std::size_t known = watcherCount(), refused = m_gatherers->refusedCount();
            m_gatherers->setAccount(accountOf(entry), entry.mayBeSampled(), shareOf(entry));
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
    for (const Entry &entry : m_lenses)
        detachLens(entry);
    reportNotices();
    m_gatherers.reset();
    m_state.sampler = nullptr;
    m_sampler.reset();
    m_plotsByProcess.clear();
    m_plots.reset();
    m_out = nullptr;
}

void ModelInspector::setEnabled(const std::string &name, bool enabled)
{
    Entry *entry = find(name);
    if (!entry)
        throw record::InvalidArgument(record::message("this training has no lens \"%1\"", name));
    setEnabled(*entry, enabled);
}

void ModelInspector::setEnabled(Entry &entry, bool enabled)
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
    for (Entry &entry : m_lenses)
        entry.lens->resumed(*m_gatherers);
}

std::vector<lens::SavedLens> ModelInspector::save() const
{
    std::vector<lens::SavedLens> all;
    for (const Entry &entry : m_lenses) {
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
        const Entry *entry = find(name);
        if (!entry || !entry->enabled)
            continue;
        if (settingsIn(settings) != entry->settings || !entry->lens->restore(state, resumption))
            m_notices.push_back(record::message("\"%1\" begins anew: the checkpoint has it with other settings.", name));
    }
}

bool ModelInspector::wantsPushes() const
{
    return m_gatherers && std::any_of(m_lenses.begin(), m_lenses.end(), [](const Entry &entry) {
        return entry.enabled && entry.lens->wantsPushes();
    });
}

void ModelInspector::pushLoss(double value, lens::Phase phase)
{
    if (m_sampler && phase == lens::Phase::Train && !std::isfinite(value))
        m_sampler->measureAll(kStepsAfterNotFinite);
    for (Entry &entry : m_lenses)
        if (entry.enabled)
            entry.lens->pushLoss(value, phase);
}

void ModelInspector::pushMetric(const std::string &name, double value)
{
    for (Entry &entry : m_lenses)
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
    for (const Entry &entry : m_lenses)
        if (m_gatherers && entry.enabled && entry.lens->wantsPushes())
            charged.push_back({accountOf(entry)});
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
    m_processes = std::move(processes);
    m_state.gradientsComeLater = m_processes->gradientsComeLater;
}

void ModelInspector::gradientsCame()
{
    if (m_gatherers)
        m_gatherers->gradientsCame();
}

/// Does not divide whole parameters with a budget or a memory limit: sampled steps and turns would differ between processes, and so would
/// comparisons. If the training divides parameters, each process measures its parts, and the first process measures whole parameters.
void ModelInspector::divideLayers()
{
    m_share.reset();
    m_isDivided = m_gatherers->tap().hasDivisions() && (!m_processes || m_processes->haveSameLenses);
    if (m_isDivided) {
        m_share.emplace(m_processes ? m_processes->rank : 0, 1);
        m_share->add(m_gatherers->tap(), m_layers);
        m_share->add(m_gatherers->tap(), m_parameterOwners);
        return;
    }
    if (!m_processes || !m_processes->areReplicas || m_settings.budget > 0 || !m_settings.memory.empty())
        return;
    gatherer::LayerShare share(m_processes->rank, m_processes->count);
    share.add(m_gatherers->tap(), m_layers);
    share.add(m_gatherers->tap(), m_parameterOwners);
    if (share.bytes() >= kMinDivided)
        m_share = std::move(share);
}

/// Returns true if all processes contribute to the lens's results.
bool ModelInspector::isMerged(const Entry &entry) const
{
    return entry.isOfSamples() || shareOf(entry);
}

const gatherer::LayerShare *ModelInspector::shareOf(const Entry &entry) const
{
    return m_share && (m_isDivided ? entry.isOfParameterSums() : entry.isOfParameters()) ? &*m_share : nullptr;
}

/// Calls \p use with the aggregates of all lenses that are merged over processes.
void ModelInspector::forEachAggregate(const std::function<void(stats::Aggregate &)> &use) const
{
    for (const Entry &entry : m_lenses)
        if (entry.enabled && isMerged(entry))
            entry.lens->forEachAggregate(use);
}

void ModelInspector::setTargets(const Tensor &targets)
{
    m_state.targets = targets;
    for (Entry &entry : m_lenses)
        if (targets.defined() && entry.enabled && !m_state.isWithoutSamples)
            entry.lens->pushTargets(targets);
}

void ModelInspector::pushDataWait(double seconds)
{
    for (Entry &entry : m_lenses)
        if (entry.enabled)
            entry.lens->pushDataWait(seconds);
}

/// Calls \p use with the account of each lens that all processes measure in the same steps.
template <typename Use>
void ModelInspector::forEachPlanned(const Use &use)
{
    for (const Entry &entry : m_lenses)
        if (m_sampler && entry.enabled && entry.mayBeSampled() && shareOf(entry))
            use(accountOf(entry));
}

/// Appends the plan for the next tick, in process 0, and the sums of this process's parts.
void ModelInspector::appendDivided(std::vector<double> &numbers)
{
    forEachPlanned([&](gatherer::StepCosts::Account account) {
        const auto plan = m_processes->rank == 0 ? m_sampler->plan(account) : gatherer::StepSampler::Plan();
        numbers.push_back(plan.end ? 1 : 0);
        numbers.push_back(static_cast<double>(plan.steps.size()));
        numbers.insert(numbers.end(), plan.steps.begin(), plan.steps.end());
    });
    std::vector<double> parts;
    m_gatherers->appendParts(parts);
    numbers.push_back(static_cast<double>(parts.size()));
    numbers.insert(numbers.end(), parts.begin(), parts.end());
}

/// Reads the plans from appendDivided(), and follows them if \p follows. Returns the number of read numbers.
std::size_t ModelInspector::readPlans(std::span<const double> numbers, bool follows)
{
    std::size_t at = 0;
    const auto next = [&] {
        if (at == numbers.size())
            throw record::Error(record::message("the processes measure different layers"));
        return numbers[at++];
    };
    forEachPlanned([&](gatherer::StepCosts::Account account) {
        gatherer::StepSampler::Plan plan{{}, next() != 0};
        for (double count = next(); count > 0; --count)
            plan.steps.push_back(static_cast<std::size_t>(next()));
        if (follows)
            m_sampler->follow(account, std::move(plan));
    });
    return at;
}

/// Removes the numbers of appendDivided() from the numbers of each process. Returns the sums of parts.
std::vector<std::vector<double>> ModelInspector::takeDivided(std::vector<std::vector<double>> &others)
{
    std::vector<std::vector<double>> parts;
    for (std::vector<double> &numbers : others) {
        if (numbers.empty())
            continue;
        const auto begin = numbers.begin() + static_cast<std::ptrdiff_t>(readPlans(numbers, false));
        if (begin == numbers.end() || !(*begin >= 0 && *begin < static_cast<double>(numbers.end() - begin)))
            throw record::Error(record::message("the processes measure different layers"));
        const auto end = begin + 1 + static_cast<std::ptrdiff_t>(*begin);
        parts.emplace_back(begin + 1, end);
        numbers.erase(numbers.begin(), end);
    }
    return parts;
}

/// Merges the aggregates of all processes in process 0.
void ModelInspector::mergeProcesses()
{
    std::vector<double> divided, own;
    if (m_isDivided)
        appendDivided(divided);
    bool isSameSize = true;
    forEachAggregate([&](const stats::Aggregate &aggregate) {
        aggregate.appendTo(own);
        isSameSize = isSameSize && aggregate.hasFixedSize();
    });
    std::vector<double> all = divided;
    all.insert(all.end(), own.begin(), own.end());
    auto others = m_processes->gather(all, isSameSize);
    if (const std::vector<double> first = m_processes->rank == 0 ? divided : others.empty() ? std::vector<double>() : others.front();
        m_isDivided && !first.empty())
        readPlans(first, true);
    if (m_processes->rank > 0)
        return m_gatherers->forgetParts();
    std::vector<std::vector<double>> parts;
    if (m_isDivided)
        parts = takeDivided(others);
    if (m_settings.byProcess && !others.empty())
        plotEach(own, others);
    for (const std::vector<double> &theirs : others)
        if (!theirs.empty())
            merge(theirs);
    m_gatherers->takeParts({parts.begin(), parts.end()});
}

void ModelInspector::merge(std::span<const double> numbers)
{
    forEachAggregate([&](stats::Aggregate &aggregate) { aggregate.merge(numbers); });
    if (!numbers.empty())
        throw record::Error(record::message("the processes measure different layers"));
}

/// Plots the results of each process separately.
void ModelInspector::plotEach(const std::vector<double> &own, const std::vector<std::vector<double>> &others)
{
    for (std::size_t rank = 0; rank <= others.size(); ++rank) {
        if (rank > 0 && !others[rank - 1].empty())
            holdOnly(others[rank - 1]);
        if (rank == m_plotsByProcess.size()) {
            m_plotsByProcess.emplace_back(*m_out, rank);
            for (const Entry &entry : m_lenses)
                if (entry.isOfSamples())
                    m_plotsByProcess.back().registerTags(*entry.lens);
        }
        for (const Entry &entry : m_lenses)
            if (entry.enabled && entry.isOfSamples() && (rank == 0 || !others[rank - 1].empty()))
                entry.lens->plot(m_plotsByProcess[rank].plotter);
    }
    holdOnly(own);
}

void ModelInspector::holdOnly(const std::vector<double> &numbers)
{
    forEachAggregate([](stats::Aggregate &aggregate) { aggregate.clear(); });
    merge(numbers);
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
        std::ranges::for_each(m_lenses, [this](const Entry &entry) { reportIfUnwatched(entry); });
    }
    m_lastTick = stamp;
    m_state.active ? m_gatherers->endTick() : m_gatherers->skipTick();
    if (m_processes && m_state.active)
        mergeProcesses();
    else if (m_state.active)
        m_gatherers->takeParts({});
    if (m_state.active)
        std::ranges::for_each(m_lenses, [this](Entry &entry) { reportIfEmpty(entry); });
    if (m_state.active)
        m_gatherers->callTickCallbacks();
    const auto forEachOn = [this](const auto &function) {
        for (const Entry &entry : m_lenses)
            if (entry.enabled) {
                gatherer::Lap lap(m_gatherers->costs());
                function(*entry.lens);
                lap.charge(accountOf(entry));
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
        for (ProcessPlots &plots : m_plotsByProcess)
            plots.plotter.endTick(stamp);
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
    for (const Entry &entry : m_lenses)
        if (entry.enabled && entry.mayBeSampled()) {
            const auto [measured, all] = m_sampler->coverage(accountOf(entry));
            if (all > 0)
                plot.line(plot.rowOf(entry.name), 0, static_cast<double>(measured) / static_cast<double>(all),
                          [&] { return lens::Plotter::Name{coverageTag().name, entry.name}; });
        }
}

std::map<std::string, double> ModelInspector::secondsPerStep() const
{
    std::map<std::string, double> seconds;
    for (const Entry &entry : m_lenses)
        if (m_gatherers && entry.enabled)
            seconds[entry.name] = m_gatherers->costs().secondsPerStep(accountOf(entry)) / static_cast<double>(m_settings.activeEvery);
    return seconds;
}

std::map<std::string, double> ModelInspector::keptBytes() const
{
    std::map<std::string, double> bytes;
    for (const Entry &entry : m_lenses)
        if (m_gatherers && entry.enabled)
            bytes[entry.name] = m_gatherers->keptBytes(accountOf(entry));
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
