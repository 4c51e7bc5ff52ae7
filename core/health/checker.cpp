#include "core/health/checker.h"

#include "core/health/causes.h"
#include "core/record/message.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace lensboard::health {

Checker::Checker(std::vector<experiment::KindSettings> rules, std::optional<TrainingKind> kind) : m_rules(std::move(rules)), m_givenKind(kind)
{
    begin();
}

Checker::~Checker() = default;
Checker::Checker(Checker &&) noexcept = default;
Checker &Checker::operator=(Checker &&) noexcept = default;

void Checker::begin()
{
    m_seriesCount = 0;
    m_signals = {};
    m_judges.clear();
    m_lines.clear();
    m_reader.clear();
    m_tick = {};
    m_kindFinder = KindFinder(m_givenKind);
    m_accuracy = AccuracyScale();
    m_errors = AccuracyScale(kMaxErrors);
    m_runChanges = {};
    m_badLosses = 0;
    m_tags.clear();
    m_isSeen = {};
    m_hasBegun = m_isLate = false;
    m_kept = {};
    m_keptAtStart = {};
    for (auto *readers : {&m_finiteReaders, &m_allReaders})
        std::ranges::fill(*readers, std::vector<Rule *>());
    for (const experiment::KindSettings &rule : m_rules) {
        const RuleKind &kind = kindOf(rule);
        Judge &judge = m_judges.emplace_back(Judge{&kind, kind.make(rule)});
        for (std::size_t i = 0; i < kSignals; ++i)
            if (judge.rule->reads(static_cast<Signal>(i)))
                (judge.rule->readsNonFinite() ? m_allReaders : m_finiteReaders)[i].push_back(judge.rule.get());
    }
}

void Checker::follow(const store::Run &run, const std::stop_token &stop)
{
    const std::size_t removed = m_reader.removedChunks(run); // read first, because since() may include later removals
    store::RunChanges changes = run.since(m_cursor);
    const bool isEdited = changes.edited && m_reader.removedChunks(run) == m_removedChunks;
    m_removedChunks = removed;
    if (changes.restarted || isEdited) {
        begin();
        m_cursor = {};
        changes = run.since(m_cursor);
    }
    if (changes.empty())
        return;
    take(changes);
    if (!changes.series.empty())
        m_removedChunks = m_reader.removedChunks(run);
    while (m_reader.hasBeyond(changes.lastFrame) && !stop.stop_requested()) {
        const SeriesReader::Stretch &stretch = m_reader.next(run, changes.lastFrame);
        if (stretch.steps.empty())
            return; // the run was restarted meanwhile; the next call detects it
        show(stretch);
    }
}

void Checker::take(const store::RunChanges &changes)
{
    if (changes.info) {
        m_signals.learn(*changes.info);
        const RunFacts facts = factsOf(*changes.info);
        m_kindFinder.learn(*changes.info, facts);
        for (const Judge &judge : m_judges)
            judge.rule->learn(facts);
    }
    for (const auto &[index, tag] : changes.tags) {
        m_signals.addTag(index, tag);
        m_tags.resize(std::max<std::size_t>(m_tags.size(), index + 1));
        m_tags[index] = tag;
    }
    for (const record::SeriesSpec &series : changes.series)
        addSeries(series);
    for (const record::RunEvent &event : changes.events) {
        if (auto kept = keptFindings(event))
            m_kept = std::move(kept);
        m_runChanges.note(event);
        for (const Judge &judge : m_judges)
            judge.rule->note(event);
    }
}

void Checker::addSeries(const record::SeriesSpec &series)
{
    if (series.tag < m_tags.size())
        m_kindFinder.see(m_tags[series.tag], series);
    if (auto line = m_signals.add(m_seriesCount, series)) {
        m_reader.add(line->series);
        m_lines.push_back(std::move(*line));
    }
    ++m_seriesCount;
}

/// A copy of a thinned run does not record its thinned ticks. All ticks before its last kept findings count as thinned.
void Checker::begin(const SeriesReader::Stretch &stretch)
{
    m_hasBegun = true;
    m_isLate = stretch.wholeFrom > 0 || m_kept;
    if (m_kept)
        m_keptAtStart = m_kept->step;
    for (Judge &judge : m_judges)
        judge.isOut = m_isLate && judge.rule->ofThinned() == OfThinned::NeedsBeginning;
    for (auto *readers : {&m_finiteReaders, &m_allReaders})
        for (std::vector<Rule *> &rules : *readers)
            std::erase_if(rules, [this](const Rule *rule) { return m_isLate && rule->ofThinned() == OfThinned::NeedsBeginning; });
}

void Checker::show(const SeriesReader::Stretch &stretch)
{
    if (!m_hasBegun)
        begin(stretch);
    std::size_t i = 0;
    for (std::size_t tick = 0; tick < stretch.steps.size(); ++tick) {
        m_tick.step = stretch.steps[tick];
        m_tick.epoch = stretch.epochs[tick];
        m_tick.hasNewTrain = m_tick.hasNewValidation = false;
        m_tick.isFinite = true;
        const bool isKept = m_keptAtStart && m_tick.step <= *m_keptAtStart;
        const bool isWhole = tick >= stretch.wholeFrom && !isKept;
        for (; i < stretch.ends[tick]; ++i) {
            const auto &[line, value, isThinned] = stretch.values[i];
            show(m_lines[line], value, isThinned || isKept);
        }
        m_kindFinder.endTick(m_tick);
        m_tick.kind = m_kindFinder.judgedAs().kind;
        m_runChanges.endTick(m_tick);
        for (const Judge &judge : m_judges)
            if (!judge.isOut && (isWhole || judge.rule->ofThinned() == OfThinned::Reads))
                judge.rule->endTick(m_tick);
    }
}

void Checker::show(const Line &line, double value, bool isThinned)
{
    const auto mayRead = [isThinned](const Rule *rule) { return !isThinned || rule->ofThinned() == OfThinned::Reads; };
    const auto signal = static_cast<std::size_t>(line.signal);
    const bool isAccuracy = line.signal == Signal::TrainAccuracy || line.signal == Signal::ValidationAccuracy;
    const double share = line.isErrorRate ? std::max(0.0, 1 - m_errors.shareOf(value)) : isAccuracy ? m_accuracy.shareOf(value) : value;
    const Reading reading{line, share, m_tick.step};
    m_isSeen[signal] = true;
    followFiniteness(reading);
    for (Rule *rule : m_allReaders[signal])
        if (mayRead(rule))
            rule->see(reading);
    if (!std::isfinite(value) || line.countsNonFinite)
        return;
    keep(line, reading.value);
    m_kindFinder.see(reading);
    for (Rule *rule : m_finiteReaders[signal])
        if (mayRead(rule))
            rule->see(reading);
}

void Checker::followFiniteness(const Reading &reading)
{
    const bool isBad = reading.line.countsNonFinite ? reading.value > 0 : !std::isfinite(reading.value);
    if (reading.line.signal == Signal::TrainLoss && !reading.line.countsNonFinite)
        m_badLosses = isBad ? m_badLosses + 1 : 0;
    m_tick.isFinite = m_tick.isFinite && m_badLosses < 2 && !(isBad && reading.line.signal == Signal::OutputNorm);
}

void Checker::keep(const Line &line, double value)
{
    switch (line.signal) {
    case Signal::TrainLoss:
        m_tick.train.add(value, m_tick.step);
        m_tick.hasNewTrain = true;
        break;
    case Signal::ValidationLoss:
        m_tick.validation.add(value, m_tick.step);
        m_tick.hasNewValidation = true;
        break;
    case Signal::LearningRate: m_tick.rate.add(value); break;
    case Signal::TrainAccuracy: m_tick.trainAccuracy = value; break;
    case Signal::ValidationAccuracy: m_tick.validationAccuracy = value; break;
    default: break;
    }
}

std::vector<Finding> Checker::findings() const
{
    std::vector<Finding> all;
    for (const Judge &judge : m_judges)
        this->judge(judge, all);
    for (Finding &finding : all)
        addChange(finding);
    groupByCause(all);
    return all;
}

/// Adds the findings of a rule, at most as severe as they can be believed in this kind of training.
void Checker::judge(const Judge &judge, std::vector<Finding> &all) const
{
    const auto most = mostSevere(*judge.kind, m_kindFinder.judgedAs().kind);
    if (!most)
        return;
    std::vector<Finding> found = judge.rule->findings();
    for (Finding &finding : found)
        finding.rule = judge.kind->name;
    if (m_isLate && m_kept && judge.rule->ofThinned() != OfThinned::Reads)
        addKept(judge.kind->name, found);
    for (Finding &finding : found)
        finding.severity = std::min(finding.severity, *most);
    std::ranges::move(found, std::back_inserter(all));
}

void Checker::addChange(Finding &finding) const
{
    const record::Message change = m_runChanges.before(finding.rule, finding.firstStep);
    if (!change.empty() && finding.before.find(change) == std::string::npos)
        finding.before = finding.before.empty() ? change : record::message("%1; besides, %2", change, finding.before);
}

/// Merges kept findings of \p rule into \p found. Up to the step of the kept findings, \p found is discarded, because it is based on fewer values.
void Checker::addKept(const char *rule, std::vector<Finding> &found) const
{
    std::erase_if(found, [this](const Finding &each) { return each.lastStep <= m_kept->step; });
    for (const Finding &kept : m_kept->findings) {
        if (kept.rule != rule)
            continue;
        const auto again = std::ranges::find_if(found, [&](const Finding &each) { return isSameKind(each, kept); });
        if (again == found.end()) {
            found.push_back(kept);
        } else if (again->severity < kept.severity) {
            const std::int64_t lastStep = again->lastStep;
            *again = kept;
            again->lastStep = lastStep;
        } else {
            again->firstStep = std::min(again->firstStep, kept.firstStep);
        }
    }
}

std::optional<std::int64_t> Checker::thinnedUpTo() const
{
    return std::max(m_reader.thinnedUpTo(), m_keptAtStart);
}

/// A lens that is on, but finds nothing to measure in this model, is not missing.
std::vector<MissingEvidence> Checker::missing() const
{
    const auto isSeen = [this](Signal signal) { return m_isSeen[static_cast<std::size_t>(signal)]; };
    std::vector<MissingEvidence> all;
    for (const auto &[kind, rule, isOut] : m_judges) {
        MissingEvidence missing{kind->name, {}};
        bool isShort = false;
        for (const Need &need : kind->needs)
            if (!isSeen(need.signal) && !(need.orElse && isSeen(*need.orElse)) && m_signals.mayHave(need.layers) && !m_signals.hasLens(need.lens)) {
                isShort = true;
                if (*need.lens && std::ranges::find(missing.lenses, need.lens) == missing.lenses.end())
                    missing.lenses.push_back(need.lens);
            }
        if (isShort && mostSevere(*kind, m_kindFinder.judgedAs().kind))
            all.push_back(std::move(missing));
    }
    return all;
}

} // namespace lensboard::health
