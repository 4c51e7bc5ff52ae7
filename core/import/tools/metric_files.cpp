#include "core/import/tools/metric_files.h"

#include "core/bytes/valid_utf8.h"
#include "core/import/line_reader.h"
#include "core/import/run_appender.h"
#include "core/import/tools/mlflow/mlflow_folder.h"
#include "core/record/message.h"

#include <algorithm>

namespace lensboard::imports {

namespace fs = std::filesystem;
using record::message;

struct MetricFiles::Metric
{
    std::string name;
    GrowingFile file;
    LineReader lines;
    bool isUnfinished = false;

    Metric(std::string metricName, const fs::path &path) : name(std::move(metricName)), file(path) {}
};

MetricFiles::MetricFiles(fs::path source, std::string ending) : m_source(std::move(source)), m_ending(std::move(ending)) {}

MetricFiles::~MetricFiles() = default;

void MetricFiles::read(RunAppender &out, ReadProgress &progress, const Take &take)
{
    constexpr std::size_t kMaxWaitingValues = 1'000'000; // metrics are merged by step before they are committed
    find();
    std::size_t waiting = 0;
    progress.done = progress.total = 0;
    for (const auto &[name, metric] : m_metrics) {
        do {
            metric->lines.read(metric->file, progress.stop, [&](std::string_view line) {
                take(metric->name, metric->lines.line(), line);
                ++waiting;
            });
            if (waiting > kMaxWaitingValues) {
                out.flush();
                waiting = 0;
            }
        } while (!progress.stop.stop_requested() && metric->file.readMore());
        if (const record::Message problem = metric->lines.takeProblem(); !problem.empty())
            out.report(record::RunEvent::Kind::Warning, 0, "long line", message("%1: %2", bytes::clipped(name), problem));
        metric->isUnfinished = metric->lines.endsWithin(metric->file);
        progress.total += metric->file.size();
        progress.done += metric->file.position();
    }
    out.flush();
}

void MetricFiles::find()
{
    std::error_code unknown;
    std::map<std::string, fs::path> files;
    if (fs::is_regular_file(m_source, unknown))
        files.emplace(m_source.filename().string(), m_source);
    else
        for (const auto &[name, path] : filesByName(m_source))
            if (name.ends_with(m_ending))
                files.emplace(name.substr(0, name.size() - m_ending.size()), path);
    for (const auto &[name, metric] : m_metrics)
        if (!files.contains(name))
            throw SourceReplaced(m_source, message("the metric \"%1\" is gone: the others are read anew", name));
    for (const auto &[name, path] : files)
        if (!m_metrics.contains(name))
            m_metrics.emplace(name, std::make_unique<Metric>(name, path));
}

std::vector<fs::path> MetricFiles::paths() const
{
    std::vector<fs::path> paths;
    for (const auto &[name, metric] : m_metrics)
        paths.push_back(metric->file.path());
    return paths;
}

const MetricFiles::Metric *MetricFiles::firstUnfinished() const
{
    const auto found = std::ranges::find_if(m_metrics, [](const auto &metric) { return metric.second->isUnfinished; });
    return found == m_metrics.end() ? nullptr : found->second.get();
}

fs::path MetricFiles::unfinished() const
{
    const Metric *const metric = firstUnfinished();
    return metric ? metric->file.path() : fs::path();
}

record::Message MetricFiles::problem() const
{
    const Metric *const metric = firstUnfinished();
    return metric ? message("metric \"%1\" ends within line %2", bytes::clipped(metric->name), metric->lines.line() + 1) : record::Message();
}

} // namespace lensboard::imports
