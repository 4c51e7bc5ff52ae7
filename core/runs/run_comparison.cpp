#include "core/runs/run_comparison.h"

#include "core/runs/run_summary.h"

#include <algorithm>
#include <cmath>

namespace lensboard::runs {

using experiment::ComparedKey;
using experiment::Json;
using What = ComparedRow::What;

namespace {

Json numberOrText(double value)
{
    return std::isfinite(value) ? Json(value) : Json(std::isnan(value) ? "NaN" : value > 0 ? "∞" : "-∞");
}

/// Rows, indexed by kind and name.
class Rows
{
public:
    explicit Rows(std::size_t runs) : m_runs(runs) {}

    void put(What what, const std::string &name, std::size_t run, Json value)
    {
        auto row = std::find_if(m_rows.begin(), m_rows.end(), [&](const ComparedRow &r) { return r.what == what && r.key.path == name; });
        if (row == m_rows.end())
            row = m_rows.insert(m_rows.end(), {what, {name, std::vector<ComparedKey::Value>(m_runs)}});
        row->key.values[run].json = std::move(value);
    }
    std::vector<ComparedRow> take() { return std::move(m_rows); }

private:
    std::size_t m_runs;
    std::vector<ComparedRow> m_rows;
};

} // namespace

std::vector<ComparedRow> compareRuns(const std::vector<const store::Run *> &runs)
{
    Rows facts(runs.size()), environments(runs.size());
    std::vector<std::string> experiments;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const record::RunInfo info = runs[i]->info();
        const RunSummary summary = summarise({}, *runs[i]);
        facts.put(What::Status, {}, i, toText(info.status));
        facts.put(What::Ticks, {}, i, summary.ticks);
        facts.put(What::DurationSeconds, {}, i, std::round(summary.durationSeconds));
        for (const auto &[name, last] : summary.losses)
            facts.put(What::LastLoss, name, i, numberOrText(last));
        for (const auto &[name, best] : summary.bestLosses)
            facts.put(What::BestLoss, name, i, numberOrText(best));
        for (const auto &[name, value] : info.environment)
            environments.put(What::Environment, name, i, value);
        experiments.push_back(info.experiment);
    }
    std::vector<ComparedRow> rows = facts.take();
    std::stable_sort(rows.begin(), rows.end(), [](const auto &a, const auto &b) { return a.what < b.what; });
    for (ComparedKey &key : experiment::compareExperiments(experiments))
        rows.push_back({What::Experiment, std::move(key)});
    for (ComparedRow &row : environments.take())
        rows.push_back(std::move(row));
    return rows;
}

} // namespace lensboard::runs
