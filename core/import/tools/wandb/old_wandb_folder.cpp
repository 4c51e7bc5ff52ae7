#include "core/import/tools/wandb/old_wandb_folder.h"

#include "core/import/open_end.h"
#include "core/import/tables/date_time.h"
#include "core/import/tables/flat_json.h"
#include "core/import/tools/mlflow/mlflow_folder.h"
#include "core/import/tools/yaml_values.h"
#include "core/record/text_number.h"

#include <algorithm>
#include <set>

namespace lensboard::imports {

namespace fs = std::filesystem;
using record::RunStatus;

namespace {

constexpr std::size_t kMaxBytesOfFile = std::size_t{1} << 20;

FlatJson jsonOf(const std::string &text)
{
    try {
        return flatJson(text);
    } catch (const FlatJsonError &) {
        return {};
    }
}

/// Returns the settings: the entries KEY/value and KEY/value/… without "value". Others are W&B's own.
std::map<std::string, std::string> settingsOf(const fs::path &file)
{
    constexpr std::string_view kValue = "/value";
    std::map<std::string, std::string> settings;
    for (const auto &[path, text] : yamlValues(shortText(file, kMaxBytesOfFile))) {
        const std::size_t end = path.find('/');
        const std::string_view below = std::string_view(path).substr(std::min(end, path.size()));
        if (below.starts_with(kValue) && !path.starts_with("_wandb/"))
            settings[path.substr(0, end) + std::string(below.substr(kValue.size()))] = text;
    }
    return settings;
}

/// Returns the keys of the first rows.
std::set<std::string> keysOf(std::string_view rows)
{
    constexpr std::size_t kRows = 100;
    std::set<std::string> keys;
    for (std::size_t i = 0, end = rows.find('\n'); i < kRows && end != rows.npos; ++i, end = rows.find('\n')) {
        for (const auto &[key, number] : jsonOf(std::string(rows.substr(0, end))).numbers)
            keys.insert(key);
        rows.remove_prefix(end + 1);
    }
    return keys;
}

std::optional<RunStatus> statusOfState(const std::string &state, const fs::path &history)
{
    if (state == "finished")
        return RunStatus::Finished;
    if (state == "failed" || state == "crashed")
        return RunStatus::Failed;
    if (state == "killed")
        return RunStatus::Stopped;
    return state.empty() ? std::nullopt : std::optional(statusOfOpenEnd(history));
}

} // namespace

FolderDetails oldWandbDetails(const fs::path &folder)
{
    FolderDetails details{settingsOf(folder / "config.yaml")};
    std::string state;
    for (const auto &[name, text] : jsonOf(shortText(folder / "wandb-metadata.json", kMaxBytesOfFile)).texts) {
        if (name == "state")
            state = text;
        else if (name == "startedAt")
            details.createdSeconds = secondsOfDate(text + (text.ends_with('Z') ? "" : "Z")).value_or(0);
        else if (name == "program" || name == "host" || name == "python" || name == "git/commit")
            details.environment.emplace_back(name, text);
    }
    details.status = statusOfState(state, folder / kOldWandbHistory);
    const std::set<std::string> series = keysOf(shortText(folder / kOldWandbHistory, kMaxBytesOfFile));
    for (const auto &[name, number] : jsonOf(shortText(folder / "wandb-summary.json", kMaxBytesOfFile)).numbers)
        if (!series.contains(name) && !name.starts_with('_'))
            details.environment.emplace_back("summary " + name, record::numberText(number));
    return details;
}

} // namespace lensboard::imports
