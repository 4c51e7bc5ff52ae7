#include "core/store/derived/ensemble_run.h"

#include "core/experiment/experiment_differences.h"
#include "core/record/message.h"
#include "core/stats/aggregate.h"
#include "core/store/catalogue.h"
#include "core/store/derived/ensemble_series.h"
#include "core/visualizer/visualizer.h"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>

namespace lensboard::store {

using record::RunInfo;
using record::RunStatus;
using record::SeriesRole;
using record::TickStamp;

namespace {

bool isLine(const record::SeriesSpec &series)
{
    return series.role == SeriesRole::Line && !series.label.ends_with(visualizer::kNonFiniteLabel);
}

/// Returns the changes of \p member, without ticks as long as any of its ticks is an estimate.
RunChanges gainedBy(EnsembleMember &member)
{
    RunChanges changes = member.run->since(member.cursor);
    member.run->visit({}, [&](auto, auto &ticks) {
        if (!ticks.isExact())
            member.cursor.frames = changes.lastFrame = changes.firstFrame;
    });
    return changes;
}

RunStatus statusOf(const std::vector<RunInfo> &infos)
{
    const auto has = [&](RunStatus status) { return std::ranges::find(infos, status, &RunInfo::status) != infos.end(); };
    for (const RunStatus open : {RunStatus::Recording, RunStatus::Unknown})
        if (has(open))
            return open;
    const auto other = std::ranges::find_if(infos, [](const RunInfo &info) { return info.status != RunStatus::Finished; });
    return other == infos.end() ? RunStatus::Finished : other->status;
}

/// Returns the first run's layers in model order. A layer that differs in another run keeps only its name and whether it is a leaf.
std::vector<record::LayerInfo> commonLayers(const std::vector<RunInfo> &infos)
{
    std::vector<record::LayerInfo> layers = infos.front().layers;
    for (record::LayerInfo &layer : layers)
        if (!std::ranges::all_of(infos, [&](const RunInfo &info) { return std::ranges::find(info.layers, layer) != info.layers.end(); }))
            layer = {layer.name, {}, layer.leaf, {}};
    return layers;
}

} // namespace

/// The runs of an ensemble, and the averages computed so far.
/// Thread: one at a time.
class Ensemble
{
public:
    Ensemble(std::string name, std::vector<std::shared_ptr<const Run>> runs, EnsembleRun::Spread spread)
        : m_name(std::move(name)), m_spread(spread)
    {
        for (auto &run : runs)
            m_members.push_back({std::move(run)});
        m_catalogue.info = info();
    }

    /// Reads the changes of the runs.
    void follow();
    const Catalogue &catalogue() const { return m_catalogue; }
    /// Averages the new values of \p series.
    void catchUp(std::uint32_t series);
    ColumnView view(std::uint32_t series);
    AveragedRuns averagedRuns(std::uint32_t series, std::int64_t step) const;
    std::vector<AveragedStretch> stretches(std::uint32_t series) const;
    std::size_t runCount() const { return m_members.size(); }

private:
    using SeriesKey = std::tuple<std::uint32_t, std::string, std::string>; ///< tag, layer, label

    struct KnownTag
    {
        std::uint32_t index = 0;
        std::size_t member = 0; ///< index of the run that defines the attributes
        record::TagSpec tag;
    };

    struct Group
    {
        EnsembleSeries line;
        std::uint64_t edits = 0; ///< edits of the catalogue at the last averaging
    };

    RunInfo info() const;
    std::vector<RunChanges> changes();
    void addTags(std::size_t member, const RunChanges &changes);
    void addSeries(std::size_t member, const RunChanges &changes);
    void registerGroup(const record::SeriesSpec &line);
    void addGaps(std::size_t member, const RunChanges &changes);
    TickStamp onCommonClock(TickStamp stamp, EnsembleMember &member);
    void addTicks(std::span<const RunChanges> changes);

    std::string m_name;
    EnsembleRun::Spread m_spread;
    std::vector<EnsembleMember> m_members;
    Catalogue m_catalogue;
    std::map<std::string, KnownTag> m_tags;
    std::vector<record::TagKind> m_kinds; ///< by tag
    std::map<SeriesKey, std::size_t> m_groupOf;
    std::deque<Group> m_groups;
    std::vector<std::pair<std::size_t, EnsembleSeries::Part>> m_places; ///< by series
    std::set<SeriesKey> m_bandLabels;
    std::unordered_map<std::int64_t, std::uint32_t> m_frameOfStep;
    std::int64_t m_lastStep = std::numeric_limits<std::int64_t>::min();
    std::optional<double> m_beginSeconds; ///< of the first run with a tick
};

RunInfo Ensemble::info() const
{
    std::vector<RunInfo> infos;
    for (const EnsembleMember &member : m_members)
        infos.push_back(member.run->info());
    RunInfo info;
    info.name = m_name;
    info.status = statusOf(infos);
    std::string names;
    for (const RunInfo &member : infos)
        names += (names.empty() ? "" : ", ") + member.name;
    if (!infos.empty()) {
        info.message = record::message("mean of %1", names);
        const auto isShared = [&](auto member) { return std::ranges::all_of(infos, [&](const RunInfo &each) { return each.*member == infos.front().*member; }); };
        if (isShared(&RunInfo::createdSeconds))
            info.createdSeconds = infos.front().createdSeconds;
        info.layers = commonLayers(infos);
        std::vector<std::string> experiments;
        for (const RunInfo &member : infos)
            experiments.push_back(member.experiment);
        info.experiment = experiment::commonTo(experiments);
    }
    return info;
}

/// Returns the changes of each run. If any run was restarted, starts over and returns all content of all runs.
std::vector<RunChanges> Ensemble::changes()
{
    std::vector<RunChanges> changes;
    for (EnsembleMember &member : m_members)
        changes.push_back(gainedBy(member));
    if (std::ranges::none_of(changes, &RunChanges::restarted))
        return changes;
    m_catalogue.restart({.info = info()});
    m_tags.clear();
    m_kinds.clear();
    m_groupOf.clear();
    m_groups.clear();
    m_places.clear();
    m_bandLabels.clear();
    m_frameOfStep.clear();
    m_lastStep = std::numeric_limits<std::int64_t>::min();
    m_beginSeconds.reset();
    changes.clear();
    for (EnsembleMember &member : m_members) {
        member = {member.run};
        changes.push_back(gainedBy(member));
    }
    return changes;
}

void Ensemble::follow()
{
    const std::vector<RunChanges> gained = changes();
    for (std::size_t i = 0; i < gained.size(); ++i) {
        addTags(i, gained[i]);
        addSeries(i, gained[i]);
        addGaps(i, gained[i]);
    }
    addTicks(gained);
    if (std::ranges::any_of(gained, &RunChanges::edited)) {
        ++m_catalogue.edits;
        for (Group &group : m_groups)
            group.line.forget();
    }
    if (std::ranges::any_of(gained, [](const RunChanges &changes) { return changes.info.has_value(); }))
        if (RunInfo now = info(); now != m_catalogue.info) {
            m_catalogue.info = std::move(now);
            ++m_catalogue.infoVersion;
        }
}

void Ensemble::addTags(std::size_t member, const RunChanges &changes)
{
    for (const auto &[index, tag] : changes.tags) {
        const auto next = static_cast<std::uint32_t>(m_tags.size());
        const auto [known, isNew] = m_tags.try_emplace(tag.name, KnownTag{next, member, tag});
        auto &[ownIndex, owner, attributes] = known->second;
        auto &tags = m_members[member].tags;
        tags.resize(std::max<std::size_t>(tags.size(), index + 1));
        tags[index] = ownIndex;
        m_members[member].lenses.resize(tags.size());
        m_members[member].lenses[index] = tag.lens;
        m_kinds.resize(m_tags.size());
        if (member > owner)
            continue;
        owner = member;
        if (!isNew && tag == attributes)
            continue;
        attributes = tag;
        m_kinds[ownIndex] = tag.kind;
        m_catalogue.tagLog.emplace_back(ownIndex, tag);
    }
}

void Ensemble::addSeries(std::size_t member, const RunChanges &changes)
{
    for (record::SeriesSpec series : changes.series) {
        const std::uint32_t index = m_members[member].seriesCount++;
        if (!isLine(series))
            continue;
        const std::string &lens = m_members[member].lenses.at(series.tag);
        series.tag = m_members[member].tags.at(series.tag);
        const auto [known, isNew] = m_groupOf.try_emplace({series.tag, series.layer, series.label}, m_groups.size());
        if (isNew)
            registerGroup(series);
        if (m_groups[known->second].line.addSource(member, index, lens))
            ++m_catalogue.edits;
    }
}

/// Registers a line and its band. The band's labels follow the lenses' pattern: "train_loss -σ" belongs to "train_loss mean". If this label
/// is already taken, the band's label starts with the line's whole label.
void Ensemble::registerGroup(const record::SeriesSpec &line)
{
    const std::size_t group = m_groups.size();
    m_groups.emplace_back();
    m_catalogue.series.push_back(line);
    m_places.emplace_back(group, EnsembleSeries::Mean);
    if (m_kinds[line.tag] == record::TagKind::Relations)
        return;
    std::string prefix = line.label.substr(0, line.label.rfind(' ') + 1);
    if (!m_bandLabels.emplace(line.tag, line.layer, prefix).second)
        prefix = line.label + ' ';
    const auto [low, high] = stats::rangeLabels(m_spread == EnsembleRun::Spread::Range ? stats::RangeMethod::MinMax
                                                                                       : stats::RangeMethod::Std);
    m_catalogue.series.push_back({line.tag, line.layer, prefix + low, SeriesRole::BandLow});
    m_catalogue.series.push_back({line.tag, line.layer, prefix + high, SeriesRole::BandHigh});
    m_places.emplace_back(group, EnsembleSeries::Low);
    m_places.emplace_back(group, EnsembleSeries::High);
}

/// Records the steps of switching a run's lenses on again. The run does not count in the gap before such a step.
void Ensemble::addGaps(std::size_t member, const RunChanges &changes)
{
    for (const record::RunEvent &event : changes.events)
        if (event.kind == record::RunEvent::Kind::LensOn)
            add(m_members[member].switchedOn[event.text], event.step);
}

/// Returns the tick with its time shifted, as if all runs had started together.
TickStamp Ensemble::onCommonClock(TickStamp stamp, EnsembleMember &member)
{
    if (stamp.wallSeconds == 0) // unknown
        return stamp;
    if (!member.beginSeconds) {
        const auto first = member.run->ticks(0, 1);
        member.beginSeconds = first.empty() ? stamp.wallSeconds : first.front().wallSeconds;
    }
    if (!m_beginSeconds)
        m_beginSeconds = member.beginSeconds;
    stamp.wallSeconds += *m_beginSeconds - *member.beginSeconds;
    return stamp;
}

/// Adds the ticks of all runs. Ticks added in the same call are sorted by step.
void Ensemble::addTicks(std::span<const RunChanges> changes)
{
    const std::int64_t lastBefore = m_lastStep;
    std::vector<std::vector<TickStamp>> gained;
    std::vector<TickStamp> unknown;
    for (std::size_t i = 0; i < m_members.size(); ++i) {
        gained.push_back(m_members[i].run->ticks(changes[i].firstFrame, changes[i].lastFrame));
        for (const TickStamp &stamp : gained.back())
            if (m_frameOfStep.try_emplace(stamp.step).second)
                unknown.push_back(onCommonClock(stamp, m_members[i]));
    }
    std::ranges::sort(unknown, {}, &TickStamp::step);
    for (const TickStamp &stamp : unknown) {
        m_frameOfStep[stamp.step] = static_cast<std::uint32_t>(m_catalogue.ticks.size());
        m_catalogue.ticks.push_back(stamp);
    }
    bool isEdited = false;
    for (std::size_t i = 0; i < m_members.size(); ++i) {
        EnsembleMember &member = m_members[i];
        isEdited = isEdited || (!gained[i].empty() && member.lastStep < lastBefore); // other runs already had ticks there
        for (const TickStamp &stamp : gained[i]) {
            member.frames.push_back(m_frameOfStep[stamp.step]);
            member.lastStep = std::max(member.lastStep, stamp.step);
            isEdited = isEdited || stamp.step <= lastBefore;
        }
        m_lastStep = std::max(m_lastStep, member.lastStep);
    }
    m_catalogue.edits += isEdited ? 1 : 0;
}

/// Averages the new values of a series. A run that is behind the others changes earlier values; this counts as an edit, unless an edit was
/// already counted since the last averaging.
void Ensemble::catchUp(std::uint32_t series)
{
    if (series >= m_places.size())
        return;
    Group &group = m_groups[m_places[series].first];
    if (group.line.catchUp(m_members, m_catalogue.ticks, m_spread) && group.edits == m_catalogue.edits)
        ++m_catalogue.edits;
    group.edits = m_catalogue.edits;
}

ColumnView Ensemble::view(std::uint32_t series)
{
    if (series >= m_places.size())
        return {noColumn(), m_catalogue.ticks};
    const auto &[group, part] = m_places[series];
    ColumnView view{m_groups[group].line.column(part), m_catalogue.ticks};
    view.resumed = m_groups[group].line.resumed();
    return view;
}

AveragedRuns Ensemble::averagedRuns(std::uint32_t series, std::int64_t step) const
{
    return {series < m_places.size() ? m_groups[m_places[series].first].line.runCount(step) : 0, m_members.size()};
}

std::vector<AveragedStretch> Ensemble::stretches(std::uint32_t series) const
{
    return series < m_places.size() ? m_groups[m_places[series].first].line.stretches() : std::vector<AveragedStretch>();
}

EnsembleRun::EnsembleRun(std::string name, std::vector<std::shared_ptr<const Run>> runs, Spread spread)
    : m_ensemble(std::make_unique<Ensemble>(std::move(name), std::move(runs), spread))
{}

EnsembleRun::~EnsembleRun() = default;

RunInfo EnsembleRun::info() const
{
    const std::lock_guard lock(m_mutex);
    m_ensemble->follow();
    return m_ensemble->catalogue().info;
}

RunChanges EnsembleRun::since(RunCursor &cursor) const
{
    const std::lock_guard lock(m_mutex);
    m_ensemble->follow();
    return m_ensemble->catalogue().since(cursor);
}

std::vector<StampedHistogram> EnsembleRun::histogramsAfter(std::uint32_t, std::optional<std::uint32_t>, std::size_t) const
{
    return {};
}

SeriesTally EnsembleRun::tally(std::uint32_t series) const
{
    const std::lock_guard lock(m_mutex);
    m_ensemble->follow();
    m_ensemble->catchUp(series);
    const Column &column = m_ensemble->view(series).column;
    return {column.size(), column.nonFinite()};
}

AveragedRuns EnsembleRun::averagedRuns(std::uint32_t series, std::int64_t step) const
{
    const std::lock_guard lock(m_mutex);
    m_ensemble->follow();
    m_ensemble->catchUp(series);
    return m_ensemble->averagedRuns(series, step);
}

void EnsembleRun::visit(std::span<const std::uint32_t> series, const Visitor &visitor) const
{
    const std::lock_guard lock(m_mutex);
    m_ensemble->follow();
    const auto &ticks = m_ensemble->catalogue().ticks;
    for (const std::uint32_t index : series)
        m_ensemble->catchUp(index);
    std::vector<ColumnView> views;
    for (const std::uint32_t index : series)
        views.push_back(m_ensemble->view(index));
    visitor(views, ticks);
}

std::vector<AveragedStretch> EnsembleRun::stretches(std::uint32_t series) const
{
    const std::lock_guard lock(m_mutex);
    m_ensemble->follow();
    m_ensemble->catchUp(series);
    return m_ensemble->stretches(series);
}

std::size_t EnsembleRun::runCount() const
{
    return m_ensemble->runCount(); // never changes, so no lock is needed
}

std::size_t EnsembleRun::seriesCount() const
{
    const std::lock_guard lock(m_mutex);
    m_ensemble->follow();
    return m_ensemble->catalogue().series.size();
}

} // namespace lensboard::store
