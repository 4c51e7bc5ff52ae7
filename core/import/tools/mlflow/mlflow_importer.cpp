#include "core/import/tools/mlflow/mlflow_importer.h"

#include "core/bytes/valid_utf8.h"
#include "core/import/open_end.h"
#include "core/import/tables/stamp_field.h"
#include "core/import/tensorboard/hyperparameters.h"
#include "core/import/tools/mlflow/mlflow_folder.h"
#include "core/record/message.h"
#include "core/record/text_number.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <system_error>

namespace lensboard::imports {

namespace fs = std::filesystem;
using record::message;
using record::RunEvent;

namespace {

constexpr std::size_t kMaxParameters = 10'000;
constexpr std::size_t kMaxTagFiles = 200;
constexpr std::size_t kMaxTextBytes = 6000; ///< MLflow's own limit for a parameter

fs::path fullPath(const fs::path &source)
{
    std::error_code ignored;
    const fs::path full = fs::absolute(source, ignored).lexically_normal();
    return full.has_filename() ? full : full.parent_path();
}

fs::path metricsOf(const fs::path &source)
{
    std::error_code unknown;
    return fs::is_directory(source, unknown) ? source / "metrics" : source;
}

std::optional<std::int64_t> wholeFrom(std::string_view text)
{
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    constexpr std::int64_t kLargest = std::int64_t{1} << 53;
    if (error != std::errc() || end != text.data() + text.size() || number > kLargest || number < -kLargest)
        return std::nullopt;
    return number;
}

/// Removes and returns the next word. Single blanks separate words.
std::string_view takeWord(std::string_view &line)
{
    const std::string_view word = line.substr(0, line.find(' '));
    line.remove_prefix(std::min(word.size() + 1, line.size()));
    return word;
}

/// Parses a number. "Infinity" is Java's notation of Python's inf.
std::optional<double> valueFrom(std::string_view text)
{
    if (text == "Infinity" || text == "-Infinity")
        return text.front() == '-' ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
    return record::numberFromText(text);
}

std::map<std::string, std::string> textsIn(const fs::path &folder, std::size_t most)
{
    std::map<std::string, std::string> texts;
    for (const auto &[name, file] : filesByName(folder))
        if (texts.size() < most)
            texts[bytes::clipped(name, RunAppender::kMaxNameBytes)] = shortText(file, kMaxTextBytes);
    return texts;
}

/// Returns a text that changes when a file is added to a folder or a file is written.
std::string stateOf(const fs::path &path)
{
    std::error_code unknown;
    return std::to_string(fs::last_write_time(path, unknown).time_since_epoch().count()) + ' ';
}

constexpr std::chrono::hours kLongestEpoch{24}; ///< longest silence of a live run; MLflow reports killed runs as running, too

/// Returns the final status; nullopt if MLflow does not report an end.
std::optional<record::RunStatus> statusFrom(const std::string &text)
{
    if (text == "3" || text == "FINISHED")
        return record::RunStatus::Finished;
    if (text == "4" || text == "FAILED")
        return record::RunStatus::Failed;
    return text == "5" || text == "KILLED" ? std::optional(record::RunStatus::Stopped) : std::nullopt;
}

} // namespace

MlflowImporter::MlflowImporter(fs::path source) : m_source(fullPath(source)), m_values(m_out, "MLflow"), m_files(metricsOf(m_source)) {}

bool MlflowImporter::read(store::RunStore &run, ReadProgress &progress)
{
    std::error_code unknown;
    if (!fs::exists(m_source, unknown))
        throw ImportError(m_source, message("is not there"));
    m_out.attach(run, m_source, "MLflow");
    m_files.read(m_out, progress, [this](const std::string &name, std::uint64_t number, std::string_view line) { readLine(name, number, line); });
    readDetails();
    m_out.reportCounts();
    m_out.setMessage(m_files.problem());
    m_out.setStatus(status());
    return m_out.takeNews();
}

/// Line format: "1748257990918 0.5627 12". Old versions write no step; new ones append a data set's name and digest.
void MlflowImporter::readLine(const std::string &name, std::uint64_t number, std::string_view line)
{
    Metric &metric = m_metrics[name];
    std::string_view rest = line;
    const auto milliseconds = wholeFrom(takeWord(rest));
    const auto value = valueFrom(takeWord(rest));
    const auto step = rest.empty() ? std::optional(metric.read) : exactNumber(takeWord(rest));
    if (!milliseconds || !value || !step) {
        if (!line.empty())
            m_out.report(RunEvent::Kind::Warning, 0, "line of " + name,
                         message("metric \"%1\", line %2 is left out: expected milliseconds, value and step, found \"%3\"",
                                 bytes::clipped(name), number, bytes::clipped(line)));
        return;
    }
    if (*step == 0 && metric.lastStep == 0)
        m_out.report(RunEvent::Kind::Notice, 0, "steps", message("metric \"%1\" has several values at step 0: show them by time", bytes::clipped(name)));
    metric.lastStep = *step;
    record::TickStamp stamp = stampAt(StampField::Step, *step);
    stamp.wallSeconds = static_cast<double>(*milliseconds) / 1000;
    ++metric.read;
    m_values.add(stamp, name, *value);
}

void MlflowImporter::readDetails()
{
    const fs::path metaFile = m_source / "meta.yaml";
    const std::string state = stateOf(metaFile) + stateOf(m_source / "params") + stateOf(m_source / "tags");
    if (state == m_details)
        return;
    m_details = state;
    auto meta = mlflowMeta(metaFile);
    const auto tags = textsIn(m_source / "tags", kMaxTagFiles);
    const std::string experimentName = mlflowMeta(m_source.parent_path() / "meta.yaml")["name"];
    const std::string parameters = hyperparameterText(textsIn(m_source / "params", kMaxParameters));
    const auto named = tags.find("mlflow.runName");
    const std::string name = !meta["run_name"].empty() ? meta["run_name"] : named == tags.end() ? std::string() : named->second;
    m_out.update([&](record::RunInfo &info) {
        if (name != m_name) // only once, because the user may rename the run
            info.name = bytes::clipped(name, RunAppender::kMaxNameBytes);
        if (const auto started = wholeFrom(meta["start_time"]); started && *started > 0)
            info.createdSeconds = static_cast<double>(*started) / 1000;
        info.experiment = parameters;
        RunAppender::clearDetails(info);
        if (!experimentName.empty())
            info.environment.emplace_back("experiment", experimentName);
        for (const char *key : {"run_id", "user_id", "lifecycle_stage"})
            if (!meta[key].empty())
                info.environment.emplace_back(key, meta[key]);
        info.environment.insert(info.environment.end(), tags.begin(), tags.end());
    });
    m_name = name;
    m_ended = statusFrom(meta["status"]);
    m_isSaidToRun = !m_ended && !meta["status"].empty();
}

record::RunStatus MlflowImporter::status() const
{
    if (m_ended)
        return *m_ended;
    if (const fs::path unfinished = m_files.unfinished(); !unfinished.empty())
        return statusOfOpenEnd(unfinished);
    const std::vector<fs::path> files = m_files.paths();
    bool mayGrow = files.empty() && statusOfOpenEnd(m_source / "meta.yaml", kLongestEpoch) == record::RunStatus::Unknown;
    for (const fs::path &file : files)
        mayGrow = mayGrow || statusOfOpenEnd(file, kLongestEpoch) == record::RunStatus::Unknown;
    return !m_isSaidToRun ? record::RunStatus::Finished : mayGrow ? record::RunStatus::Unknown : record::RunStatus::Interrupted;
}

} // namespace lensboard::imports
