#include "core/import/tools/sacred_importer.h"

#include "core/bytes/valid_utf8.h"
#include "core/import/open_end.h"
#include "core/import/tables/date_time.h"
#include "core/import/tables/stamp_field.h"
#include "core/import/tools/mlflow/mlflow_folder.h"
#include "core/record/message.h"

#include <array>
#include <iterator>

namespace lensboard::imports {

namespace fs = std::filesystem;
using record::RunStatus;

namespace {

constexpr const char *kMetrics = "metrics.json", *kRun = "run.json", *kConfig = "config.json";
constexpr std::size_t kMaxDetailBytes = std::size_t{1} << 20;

/// Returns true for NAME/LIST/INDEX, and for values that jsonpickle wrote, NAME/LIST/INDEX/value.
bool isPoint(std::span<const std::string> path)
{
    const bool isList = path.size() > 2 && (path[1] == "steps" || path[1] == "values" || path[1] == "timestamps") && exactNumber(path[2]);
    return isList && path.size() < 5;
}

std::map<std::string, std::string> leavesOf(const fs::path &file)
{
    std::map<std::string, std::string> leaves;
    readJson(shortText(file, kMaxDetailBytes), [&](const JsonLeaf &leaf) {
        std::string name;
        for (const std::string &key : leaf.path)
            name += (name.empty() ? "" : "/") + key;
        leaves[name] = leaf.text();
    });
    return leaves;
}

std::optional<RunStatus> statusOfSacred(const std::string &status, const fs::path &run)
{
    if (status == "COMPLETED")
        return RunStatus::Finished;
    if (status == "FAILED")
        return RunStatus::Failed;
    if (status == "INTERRUPTED" || status == "TIMEOUT")
        return RunStatus::Stopped;
    return statusOfOpenEnd(run); // Sacred writes it every 10 seconds
}

} // namespace

bool SacredImporter::recognises(std::string_view firstBytes)
{
    bool isOther = false, hasSteps = false;
    const auto damage = readJson(firstBytes, [&](const JsonLeaf &leaf) {
        isOther = isOther || !isPoint(leaf.path);
        hasSteps = hasSteps || (isPoint(leaf.path) && leaf.path[1] == "steps");
    });
    return hasSteps && !isOther && (!damage || damage->isUnfinished);
}

void SacredImporter::readLeaf(const JsonLeaf &leaf)
{
    const bool isValue = leaf.path.size() == 3 || (leaf.path.size() == 4 && leaf.path[3] == "value");
    if (!isPoint(leaf.path) || !isValue)
        return;
    Point &point = pointAt(leaf.path[0], *exactNumber(leaf.path[2]));
    const auto number = leaf.number();
    if (leaf.path[1] == "steps")
        point.step = number ? wholeNumber(*number) : std::nullopt;
    else if (leaf.path[1] == "values")
        point.value = number;
    else
        point.wallSeconds = secondsOfDate(leaf.text() + 'Z').value_or(0); // Sacred writes UTC
}

/// Finds the point behind the last one in constant time: lists are read in order.
SacredImporter::Point &SacredImporter::pointAt(const std::string &name, std::int64_t index)
{
    if (m_metric == m_metrics.end() || m_metric->first != name) {
        m_metric = m_metrics.try_emplace(name).first;
        m_next = m_metric->second.begin();
    }
    const auto point = m_metric->second.try_emplace(m_next, index);
    m_next = std::next(point);
    return point->second;
}

void SacredImporter::readEndOfDocument()
{
    for (const auto &[name, points] : m_metrics) {
        std::uint64_t lost = 0;
        for (const auto &[index, point] : points) {
            if (!point.step || !point.value) {
                ++lost;
                continue;
            }
            record::TickStamp stamp = stampAt(StampField::Step, *point.step);
            stamp.wallSeconds = point.wallSeconds;
            m_values.add(stamp, name, *point.value);
        }
        if (lost > 0)
            m_out.report(record::RunEvent::Kind::Warning, 0, "metric " + name,
                         record::message("metric \"%1\": %2 values are left out, since step or number is missing", bytes::clipped(name), lost));
    }
    m_metrics.clear();
    m_metric = m_metrics.end();
}

bool isSacredRun(const fs::path &folder)
{
    std::error_code unknown;
    if (!fs::is_regular_file(folder / kMetrics, unknown))
        return false;
    const auto run = leavesOf(folder / kRun);
    return run.contains("experiment/name") && run.contains("status");
}

FolderDetails sacredDetails(const fs::path &folder)
{
    const auto run = leavesOf(folder / kRun);
    const auto textOf = [&run](const char *name) {
        const auto found = run.find(name);
        return found == run.end() ? std::string() : found->second;
    };
    FolderDetails details{leavesOf(folder / kConfig), {}, statusOfSacred(textOf("status"), folder / kRun), secondsOfDate(textOf("start_time") + 'Z').value_or(0)};
    constexpr std::array<std::pair<const char *, const char *>, 4> kDetails = {{{"experiment", "experiment/name"}, {"host", "host/hostname"}, {"result", "result"}, {"command", "command"}}};
    for (const auto &[name, key] : kDetails)
        if (run.contains(key))
            details.environment.emplace_back(name, textOf(key));
    return details;
}

} // namespace lensboard::imports
