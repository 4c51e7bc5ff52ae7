#include "core/import/tools/mlflow_importer.h"

#include "core/bytes/valid_utf8.h"
#include "core/import/open_end.h"
#include "core/import/tables/stamp_field.h"
#include "core/import/tensorboard/hyperparameters.h"
#include "core/import/tools/mlflow_folder.h"
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
constexpr std::size_t kMaxWaiting = 1'000'000; ///< number of values: metrics are merged by step before they are committed
constexpr std::size_t kMaxTagFiles = 200;
constexpr std::size_t kMaxTextBytes = 6000; ///< MLflow's own limit for a parameter

fs::path fullPath(const fs::path &source)
{
    std::error_code ignored;
    const fs::path full = fs::absolute(source, ignored).lexically_normal();
    return full.has_filename() ? full : full.parent_path();
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

struct MlflowImporter::Metric
{
    std::string name;
    GrowingFile file;
    LineReader lines;
    std::int64_t read = 0; ///< number of lines with a value
    std::int64_t lastStep = -1;
    bool isUnfinished = false;

    Metric(std::string metricName, const fs::path &path) : name(std::move(metricName)), file(path) {}
};

MlflowImporter::MlflowImporter(fs::path source) : m_source(fullPath(source)), m_values(m_out, "MLflow") {}

MlflowImporter::~MlflowImporter() = default;

bool MlflowImporter::read(store::RunStore &run, ReadProgress &progress)
{
    findMetrics();
    m_out.attach(run, m_source, "MLflow");
    progress.done = progress.total = 0;
    for (const auto &[name, metric] : m_metrics)
        readMetric(*metric, progress);
    m_out.flush();
    readDetails();
    m_out.reportCounts();
    m_out.setMessage(standingProblems());
    m_out.setStatus(status());
    return m_out.takeNews();
}

void MlflowImporter::findMetrics()
{
    std::error_code unknown;
    if (!fs::exists(m_source, unknown))
        throw ImportError(m_source, message("is not there"));
    std::map<std::string, fs::path> files;
    if (fs::is_directory(m_source, unknown))
        files = filesByName(m_source / "metrics");
    else
        files.emplace(m_source.filename().string(), m_source);
    for (const auto &[name, metric] : m_metrics)
        if (!files.contains(name))
            throw SourceReplaced(m_source, message("the metric \"%1\" is gone: the others are read anew", name));
    for (const auto &[name, path] : files)
        if (!m_metrics.contains(name))
            m_metrics.emplace(name, std::make_unique<Metric>(name, path));
}

void MlflowImporter::readMetric(Metric &metric, ReadProgress &progress)
{
    do {
        metric.lines.read(metric.file, progress.stop, [&](std::string_view line) { readLine(metric, line); });
        if (m_waiting > kMaxWaiting) {
            m_out.flush();
            m_waiting = 0;
        }
    } while (!progress.stop.stop_requested() && metric.file.readMore());
    if (const std::string problem = metric.lines.takeProblem(); !problem.empty())
        m_out.report(RunEvent::Kind::Warning, 0, "long line", record::message("%1: %2", bytes::clipped(metric.name), problem));
    metric.isUnfinished = metric.lines.endsWithin(metric.file);
    progress.total += metric.file.size();
    progress.done += metric.file.position();
}

/// Line format: "1748257990918 0.5627 12". Old versions write no step; new ones append a data set's name and digest.
void MlflowImporter::readLine(Metric &metric, std::string_view line)
{
    std::string_view rest = line;
    const auto milliseconds = wholeFrom(takeWord(rest));
    const auto value = valueFrom(takeWord(rest));
    const auto step = rest.empty() ? std::optional(metric.read) : exactNumber(takeWord(rest));
    if (!milliseconds || !value || !step) {
        if (!line.empty())
            m_out.report(RunEvent::Kind::Warning, 0, "line of " + metric.name,
                         message("metric \"%1\", line %2 is left out: expected milliseconds, value and step, found \"%3\"",
                                 bytes::clipped(metric.name), metric.lines.line(), bytes::clipped(line)));
        return;
    }
    if (*step == 0 && metric.lastStep == 0)
        m_out.report(RunEvent::Kind::Notice, 0, "steps", message("metric \"%1\" has several values at step 0: show them by time", bytes::clipped(metric.name)));
    metric.lastStep = *step;
    record::TickStamp stamp = stampAt(StampField::Step, *step);
    stamp.wallSeconds = static_cast<double>(*milliseconds) / 1000;
    ++metric.read;
    ++m_waiting;
    m_values.add(stamp, metric.name, *value);
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
    const auto unfinished = std::ranges::find_if(m_metrics, [](const auto &metric) { return metric.second->isUnfinished; });
    if (unfinished != m_metrics.end())
        return statusOfOpenEnd(unfinished->second->file.path());
    bool mayGrow = m_metrics.empty() && statusOfOpenEnd(m_source / "meta.yaml", kLongestEpoch) == record::RunStatus::Unknown;
    for (const auto &[name, metric] : m_metrics)
        mayGrow = mayGrow || statusOfOpenEnd(metric->file.path(), kLongestEpoch) == record::RunStatus::Unknown;
    return !m_isSaidToRun ? record::RunStatus::Finished : mayGrow ? record::RunStatus::Unknown : record::RunStatus::Interrupted;
}

std::string MlflowImporter::standingProblems() const
{
    for (const auto &[name, metric] : m_metrics)
        if (metric->isUnfinished)
            return message("metric \"%1\" ends within line %2", bytes::clipped(name), metric->lines.line() + 1);
    return {};
}

} // namespace lensboard::imports
