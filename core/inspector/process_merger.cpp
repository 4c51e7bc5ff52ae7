#include "core/inspector/process_merger.h"

#include "core/record/error.h"
#include "core/record/message.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace lensboard::inspector {

namespace {

constexpr double kMinDivided = 1e6; ///< bytes of parameters; below that, measuring takes less time than the waiting between processes

} // namespace

void ProcessMerger::attach(gatherer::Gatherers &gatherers, gatherer::StepSampler *sampler, visualizer::Visualizer &out, const std::vector<hook::ModuleId> &layers)
{
    m_gatherers = &gatherers;
    m_sampler = sampler;
    m_out = &out;
    divide(layers);
}

void ProcessMerger::detach()
{
    m_plots.clear();
    m_out = nullptr;
    m_sampler = nullptr;
    m_gatherers = nullptr;
}

/// Does not divide whole parameters with a budget or a memory limit: sampled steps and turns would differ between processes, and so would
/// comparisons. If the training divides parameters, each process measures its parts, and the first process measures whole parameters.
void ProcessMerger::divide(const std::vector<hook::ModuleId> &layers)
{
    m_share.reset();
    m_isDivided = m_gatherers->tap().hasDivisions() && (!m_processes || m_processes->haveSameLenses);
    if (m_isDivided)
        m_share.emplace(m_processes ? m_processes->rank : 0, 1);
    else if (m_processes && m_processes->areReplicas && m_settings.budget <= 0 && m_settings.memory.empty())
        m_share.emplace(m_processes->rank, m_processes->count);
    addLayers(layers);
    if (!m_isDivided && m_share && m_share->bytes() < kMinDivided)
        m_share.reset();
}

void ProcessMerger::addLayers(const std::vector<hook::ModuleId> &layers)
{
    if (!m_share)
        return;
    m_share->add(m_gatherers->tap(), layers);
    m_share->add(m_gatherers->tap(), m_gatherers->parameterOwners());
}

void ProcessMerger::ProcessPlots::registerTags(const lens::Lens &lens)
{
    for (const record::TagSpec &tag : lens.tags())
        plotter.registerTag(tag);
}

void ProcessMerger::registerTags(const LensEntry &entry)
{
    for (ProcessPlots &plots : m_plots)
        if (entry.isOfSamples())
            plots.registerTags(*entry.lens);
}

void ProcessMerger::follow(const LensEntry &entry)
{
    if (m_isDivided && m_processes && m_sampler && entry.mayBeSampled() && shareOf(entry))
        m_sampler->follow(accountOf(entry, m_lenses));
}

/// Returns true if all processes contribute to the lens's results.
bool ProcessMerger::isMerged(const LensEntry &entry) const
{
    return entry.isOfSamples() || shareOf(entry);
}

const gatherer::LayerShare *ProcessMerger::shareOf(const LensEntry &entry) const
{
    return m_share && (m_isDivided ? entry.isOfParameterSums() : entry.isOfParameters()) ? &*m_share : nullptr;
}

/// Calls \p use with the aggregates of all lenses that are merged over processes.
void ProcessMerger::forEachAggregate(const std::function<void(stats::Aggregate &)> &use) const
{
    for (const LensEntry &entry : m_lenses)
        if (entry.enabled && isMerged(entry))
            entry.lens->forEachAggregate(use);
}

/// Calls \p use with the account of each lens that all processes measure in the same steps.
template <typename Use>
void ProcessMerger::forEachPlanned(const Use &use)
{
    for (const LensEntry &entry : m_lenses)
        if (m_sampler && entry.enabled && entry.mayBeSampled() && shareOf(entry))
            use(accountOf(entry, m_lenses));
}

/// Appends the plan for the next tick, in process 0, and the sums of this process's parts.
void ProcessMerger::appendDivided(std::vector<double> &numbers)
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
std::size_t ProcessMerger::readPlans(std::span<const double> numbers, bool follows)
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
std::vector<std::vector<double>> ProcessMerger::takeDivided(std::vector<std::vector<double>> &others)
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

void ProcessMerger::mergeTick()
{
    if (!m_processes)
        return m_gatherers->takeParts({});
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

void ProcessMerger::merge(std::span<const double> numbers)
{
    forEachAggregate([&](stats::Aggregate &aggregate) { aggregate.merge(numbers); });
    if (!numbers.empty())
        throw record::Error(record::message("the processes measure different layers"));
}

/// Plots the results of each process separately.
void ProcessMerger::plotEach(const std::vector<double> &own, const std::vector<std::vector<double>> &others)
{
    for (std::size_t rank = 0; rank <= others.size(); ++rank) {
        if (rank > 0 && !others[rank - 1].empty())
            holdOnly(others[rank - 1]);
        if (rank == m_plots.size()) {
            m_plots.emplace_back(*m_out, rank);
            for (const LensEntry &entry : m_lenses)
                if (entry.isOfSamples())
                    m_plots.back().registerTags(*entry.lens);
        }
        for (const LensEntry &entry : m_lenses)
            if (entry.enabled && entry.isOfSamples() && (rank == 0 || !others[rank - 1].empty()))
                entry.lens->plot(m_plots[rank].plotter);
    }
    holdOnly(own);
}

void ProcessMerger::holdOnly(const std::vector<double> &numbers)
{
    forEachAggregate([](stats::Aggregate &aggregate) { aggregate.clear(); });
    merge(numbers);
}

void ProcessMerger::endTick(const record::TickStamp &stamp)
{
    for (ProcessPlots &plots : m_plots)
        plots.plotter.endTick(stamp);
}

} // namespace lensboard::inspector
