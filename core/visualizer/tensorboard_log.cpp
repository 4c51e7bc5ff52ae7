#include "core/visualizer/tensorboard_log.h"

#include "core/bytes/valid_utf8.h"
#include "core/record/clock.h"
#include "core/record/error.h"
#include "core/visualizer/tensorboard_event_file.h"
#include "core/visualizer/tensorboard_hyperparameters.h"
#include "tensorboard_event.pb.h"

#include <cmath>
#include <numeric>
#include <stdexcept>

namespace lensboard::visualizer {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using tensorboard::Summary;

namespace {

constexpr int kString = 7; ///< number of DT_STRING in TensorFlow's types

bool isMissing(const fs::path &folder)
{
    std::error_code error;
    return fs::status(folder, error).type() == fs::file_type::not_found;
}

/// Returns a sum that gives exactly \p mean again when readers divide it by \p count.
double sumOf(double mean, double count)
{
    const double sum = mean * count;
    for (const double near : {sum, std::nextafter(sum, INFINITY), std::nextafter(sum, -INFINITY)})
        if (near / count == mean)
            return near;
    return sum;
}

/// The first bucket ends at the lowest edge and stays empty, since TensorBoard's first bucket begins at the smallest number.
void fill(tensorboard::HistogramProto &histogram, const record::Histogram &buckets, const TensorboardLog::Counted &values)
{
    const double count = std::accumulate(buckets.counts.begin(), buckets.counts.end(), 0.0);
    histogram.set_min(values.min);
    histogram.set_max(values.max);
    histogram.set_num(count);
    histogram.set_sum(sumOf(values.mean, count));
    for (const double edge : buckets.edges)
        histogram.add_bucket_limit(edge);
    histogram.add_bucket(0);
    for (const double number : buckets.counts)
        histogram.add_bucket(number);
}

} // namespace

/// A run of TensorBoard: a folder with event files.
struct TensorboardLog::Run
{
    TensorboardEventFile file;
    tensorboard::Event event; ///< of the current tick
    Time time;                ///< time of the event

    Run(const fs::path &folder, double startedSeconds) : file(folder, startedSeconds) {}

    Summary::Value &stage(Time at, const std::string &tag)
    {
        if (!(at == time))
            append();
        time = at;
        Summary::Value *const added = event.mutable_summary()->add_value();
        added->set_tag(bytes::validUtf8(tag)); // TensorBoard rejects events with invalid UTF-8
        return *added;
    }

    void append()
    {
        if (event.summary().value().empty())
            return;
        event.set_wall_time(time.wallSeconds);
        event.set_step(time.step);
        file.append(event);
        event.mutable_summary()->clear_value(); // keeps the memory
    }
};

TensorboardLog::TensorboardLog(fs::path folder, double startedSeconds)
    : m_folder(std::move(folder)), m_startedSeconds(startedSeconds == 0 ? record::wallSeconds() : startedSeconds),
      m_isNewFolder(isMissing(m_folder))
{
    runOf({}).file.flush();
}

TensorboardLog::~TensorboardLog()
{
    flush();
}

void TensorboardLog::addScalar(Time time, const TensorboardPlace &place, double value)
{
    runOf(place.folder).stage(time, place.tag).set_simple_value(static_cast<float>(value));
}

void TensorboardLog::addHistogram(Time time, const TensorboardPlace &place, const record::Histogram &buckets,
                                  const Counted &values)
{
    fill(*runOf(place.folder).stage(time, place.tag).mutable_histo(), buckets, values);
}

void TensorboardLog::addText(Time time, const std::string &tag, const std::string &text)
{
    Run &run = runOf({});
    Summary::Value &value = run.stage(time, tag);
    value.mutable_metadata()->mutable_plugin_data()->set_plugin_name("text");
    value.mutable_tensor()->set_dtype(kString);
    tensorboard::TensorShapeProto shape;
    shape.add_dim()->set_size(1);
    value.mutable_tensor()->set_tensor_shape(shape.SerializeAsString());
    value.mutable_tensor()->add_string_val(bytes::validUtf8(text));
    run.append(); // belongs to no tick
}

void TensorboardLog::addHyperparameters(double wallSeconds, const nlohmann::json &values, const nlohmann::json &metrics)
{
    for (const HyperparameterSummary &summary : hyperparameterSummaries(values, metrics)) {
        Run &run = runOf({});
        auto &plugin = *run.stage({0, wallSeconds}, summary.tag).mutable_metadata()->mutable_plugin_data();
        plugin.set_plugin_name("hparams");
        plugin.set_content(summary.content);
        run.append(); // a separate event, as in SummaryWriter
    }
}

void TensorboardLog::endTick()
{
    for (const auto &[name, run] : m_runs)
        run->append();
    if (std::chrono::steady_clock::now() - m_flushed >= 250ms)
        flush();
}

void TensorboardLog::flush()
{
    m_flushed = std::chrono::steady_clock::now();
    m_problem = {};
    for (const auto &[name, run] : m_runs)
        try {
            run->file.flush();
        } catch (const std::runtime_error &error) {
            if (m_problem.empty())
                m_problem = record::messageOf(error);
        }
}

std::vector<fs::path> TensorboardLog::files() const
{
    std::vector<fs::path> files;
    for (const auto &[name, run] : m_runs)
        if (!run->file.path().empty())
            files.push_back(run->file.path());
    return files;
}

void TensorboardLog::discard()
{
    std::error_code ignored;
    for (const fs::path &file : files())
        fs::remove(file, ignored);
    for (const auto &[name, run] : m_runs)
        for (fs::path made = name; !made.empty(); made = made.parent_path())
            fs::remove(m_folder / made, ignored); // keeps a folder with other files in it
    m_runs.clear();
    if (m_isNewFolder)
        fs::remove(m_folder, ignored);
}

TensorboardLog::Run &TensorboardLog::runOf(const std::string &name)
{
    std::unique_ptr<Run> &run = m_runs[name];
    if (!run)
        run = std::make_unique<Run>(name.empty() ? m_folder : m_folder / name, m_startedSeconds);
    return *run;
}

} // namespace lensboard::visualizer
