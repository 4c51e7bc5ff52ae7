#include "core/import/tools/catboost_importer.h"

#include "core/import/tables/stamp_field.h"
#include "core/import/tensorboard/hyperparameters.h"
#include "core/record/message.h"

#include <algorithm>

namespace lensboard::imports {

using record::message;

namespace {

constexpr std::string_view kIterations = "iterations";

std::string joined(std::span<const std::string> path)
{
    std::string text;
    for (const std::string &key : path)
        text += (text.empty() ? "" : "/") + key;
    return text;
}

} // namespace

bool CatboostImporter::recognises(std::string_view firstBytes)
{
    bool hasMetric = false, hasIteration = false;
    readJson(firstBytes, [&](const JsonLeaf &leaf) {
        hasMetric = hasMetric || (leaf.path.size() == 4 && leaf.path[0] == "meta" && leaf.path[1].ends_with("_metrics") && leaf.path[3] == "name");
        hasIteration = hasIteration || (leaf.path.size() == 3 && leaf.path[0] == kIterations && leaf.path[2] == "iteration");
    });
    return hasMetric && hasIteration;
}

void CatboostImporter::readLeaf(const JsonLeaf &leaf)
{
    const auto number = leaf.number();
    if (leaf.path.empty())
        return;
    if (leaf.path[0] == "meta") {
        m_meta[joined(leaf.path.subspan(1))] = leaf.text();
    } else if (leaf.path[0] == kIterations && number && leaf.path.size() == 3) {
        if (leaf.path[2] == "iteration")
            m_iteration = wholeNumber(*number);
        else
            m_row.push_back({leaf.path[2], 0, *number});
    } else if (leaf.path[0] == kIterations && number && leaf.path.size() == 4) {
        if (const auto metric = exactNumber(leaf.path[3]))
            m_row.push_back({leaf.path[2] + '/', static_cast<std::size_t>(*metric), *number});
    }
}

void CatboostImporter::readEndOf(std::span<const std::string> path)
{
    if (path.size() != 2 || path[0] != kIterations)
        return;
    const auto iteration = std::exchange(m_iteration, std::nullopt);
    std::vector<Value> row = std::exchange(m_row, {});
    if (iteration)
        std::ranges::move(row, std::back_inserter(m_rows[*iteration]));
    else
        m_out.report(record::RunEvent::Kind::Warning, 0, "row", message("row %1 is left out: it has no iteration", path[1]));
}

/// Returns the name of a metric: the learning sets have other metrics than the test sets.
std::string CatboostImporter::metricName(const std::string &set, std::size_t metric) const
{
    const auto isLearning = std::ranges::any_of(m_meta, [&](const auto &entry) { return entry.first.starts_with("learn_sets/") && entry.second + '/' == set; });
    const auto found = m_meta.find((isLearning ? "learn_metrics/" : "test_metrics/") + std::to_string(metric) + "/name");
    return set + (found == m_meta.end() ? std::to_string(metric) : found->second);
}

void CatboostImporter::readEndOfDocument()
{
    for (const auto &[iteration, row] : m_rows)
        for (const Value &value : row)
            m_values.add(stampAt(StampField::Step, iteration), value.name.ends_with('/') ? metricName(value.name, value.metric) : value.name, value.value);
    m_rows.clear();
    std::erase_if(m_meta, [](const auto &entry) { return entry.first.find('/') != std::string::npos; }); // keeps settings, without names of metrics and sets
    m_out.update([this](record::RunInfo &info) { info.experiment = hyperparameterText(m_meta); });
}

} // namespace lensboard::imports
