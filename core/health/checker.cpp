#include "core/health/checker.h"

#include <algorithm>
#include <cmath>

namespace lensboard::health {

Checker::Checker(std::vector<settings::Rule> rules) : m_rules(std::move(rules))
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
    m_moment = {};
    m_isSeen = {};
    for (auto *readers : {&m_finiteReaders, &m_allReaders})
        std::ranges::fill(*readers, std::vector<Rule *>());
    for (const settings::Rule &rule : m_rules) {
        const RuleKind &kind = kindOf(rule);
        Judge &judge = m_judges.emplace_back(Judge{&kind, kind.make(rule)});
        for (std::size_t i = 0; i < kSignals; ++i)
            if (judge.rule->reads(static_cast<Signal>(i)))
                (judge.rule->readsNonFinite() ? m_allReaders : m_finiteReaders)[i].push_back(judge.rule.get());
    }
}

void Checker::follow(const store::Run &run, const std::stop_token &stop)
{
    store::RunChanges changes = run.since(m_cursor);
    if (changes.restarted || changes.edited) {
        begin();
        m_cursor = {};
        changes = run.since(m_cursor);
    }
    if (changes.empty())
        return;
    take(changes);
    while (m_reader.hasBeyond(changes.lastFrame) && !stop.stop_requested()) {
        const SeriesReader::Stretch &stretch = m_reader.next(run, changes.lastFrame);
        if (stretch.steps.empty())
            return; // the run began anew meanwhile, as the next look finds
        show(stretch);
    }
}

void Checker::take(const store::RunChanges &changes)
{
    if (changes.info) {
        m_signals.learn(*changes.info);
        const RunFacts facts = factsOf(*changes.info);
        for (const Judge &judge : m_judges)
            judge.rule->learn(facts);
    }
    for (const auto &[index, tag] : changes.tags)
        m_signals.addTag(index, tag);
    for (const record::SeriesSpec &series : changes.series)
        addSeries(series);
    for (const record::RunEvent &event : changes.events)
        for (const Judge &judge : m_judges)
            judge.rule->note(event);
}

void Checker::addSeries(const record::SeriesSpec &series)
{
    if (auto line = m_signals.add(m_seriesCount, series)) {
        m_reader.add(line->series);
        m_lines.push_back(std::move(*line));
    }
    ++m_seriesCount;
}

void Checker::show(const SeriesReader::Stretch &stretch)
{
    std::size_t i = 0;
    for (std::size_t tick = 0; tick < stretch.steps.size(); ++tick) {
        m_moment.step = stretch.steps[tick];
        m_moment.hasNewTrain = m_moment.hasNewValidation = false;
        for (; i < stretch.ends[tick]; ++i)
            show(m_lines[stretch.values[i].line], stretch.values[i].value);
        for (const Judge &judge : m_judges)
            judge.rule->endTick(m_moment);
    }
}

void Checker::show(const Line &line, double value)
{
    const auto signal = static_cast<std::size_t>(line.signal);
    const Reading reading{line, value, m_moment.step};
    m_isSeen[signal] = true;
    for (Rule *rule : m_allReaders[signal])
        rule->see(reading);
    if (!std::isfinite(value) || line.countsNonFinite)
        return;
    keep(line, value);
    for (Rule *rule : m_finiteReaders[signal])
        rule->see(reading);
}

void Checker::keep(const Line &line, double value)
{
    switch (line.signal) {
    case Signal::TrainLoss:
        m_moment.train.add(value, m_moment.step);
        m_moment.hasNewTrain = true;
        break;
    case Signal::ValidationLoss:
        m_moment.validation.add(value, m_moment.step);
        m_moment.hasNewValidation = true;
        break;
    case Signal::LearningRate: m_moment.rate.add(value); break;
    case Signal::TrainAccuracy: m_moment.trainAccuracy = accuracyOf(value); break;
    default: break;
    }
}

std::vector<Finding> Checker::findings() const
{
    std::vector<Finding> all;
    for (const auto &[kind, rule] : m_judges)
        for (Finding &finding : rule->findings()) {
            finding.rule = kind->name;
            all.push_back(std::move(finding));
        }
    std::ranges::stable_sort(all, [](const Finding &a, const Finding &b) {
        return a.severity != b.severity ? a.severity > b.severity : a.firstStep < b.firstStep;
    });
    return all;
}

/// A lens that is on, but finds nothing to measure in this model, is not missing.
std::vector<MissingEvidence> Checker::missing() const
{
    const auto isSeen = [this](Signal signal) { return m_isSeen[static_cast<std::size_t>(signal)]; };
    std::vector<MissingEvidence> all;
    for (const auto &[kind, rule] : m_judges) {
        MissingEvidence missing{kind->name, {}};
        bool isShort = false;
        for (const Need &need : kind->needs)
            if (!isSeen(need.signal) && !(need.orElse && isSeen(*need.orElse)) && m_signals.mayHave(need.layers) && !m_signals.hasLens(need.lens)) {
                isShort = true;
                if (*need.lens && std::ranges::find(missing.lenses, need.lens) == missing.lenses.end())
                    missing.lenses.push_back(need.lens);
            }
        if (isShort)
            all.push_back(std::move(missing));
    }
    return all;
}

} // namespace lensboard::health
