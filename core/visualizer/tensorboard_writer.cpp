#include "core/visualizer/tensorboard_writer.h"

#include "core/record/valid_utf8.h"
#include "core/visualizer/tensorboard_event_file.h"
#include "tensorboard_event.pb.h"

#include <algorithm>
#include <stdexcept>

namespace lensboard::visualizer {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

namespace {

std::string tagName(const std::string &tag, const std::string &subtag)
{
    static const std::string sigma = "σ";
    std::string name = tag + '/' + subtag;
    for (char &c : name)
        c = c == ' ' ? '_' : 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    for (auto at = name.find(sigma); at != std::string::npos; at = name.find(sigma, at))
        name.replace(at, sigma.size(), "std");
    return record::validUtf8(name); // TensorBoard reads no event with a text that is not
}

/// No text of a run names anything outside the folder.
std::string folderName(const std::string &tag, const std::string &label)
{
    std::string name = tag + '_' + label;
    std::replace_if(name.begin(), name.end(), [](char c) { return c == '/' || c == '\0'; }, '_');
    return name;
}

bool isMissing(const fs::path &folder)
{
    std::error_code error;
    return fs::status(folder, error).type() == fs::file_type::not_found;
}

} // namespace

/// What TensorBoard calls a run: a folder with an event file.
struct TensorboardWriter::Run
{
    TensorboardEventFile file;
    tensorboard::Event tick; ///< the values of the tick that is plotted

    explicit Run(const fs::path &folder) : file(folder) {}

    void stage(const std::string &tag, double value)
    {
        tensorboard::Summary::Value *const added = tick.mutable_summary()->add_value();
        added->set_tag(tag);
        added->set_simple_value(static_cast<float>(value));
    }
};

TensorboardWriter::TensorboardWriter(fs::path folder) : m_folder(std::move(folder)), m_isNewFolder(isMissing(m_folder))
{
    runOf({}).file.flush();
}

TensorboardWriter::~TensorboardWriter()
{
    flush();
}

void TensorboardWriter::plotNumerical(const record::TickStamp &, const std::string &tag, const Readings &readings)
{
    Run &run = runOf({});
    for (const LayerReading &reading : readings) {
        const std::string layer = tagName(tag, reading.layer);
        for (const LabelledValue &line : reading.values)
            run.stage(tagName(layer, line.label), line.value);
        for (const LabelledRange &band : reading.ranges) {
            run.stage(tagName(layer, band.lowLabel), band.low);
            run.stage(tagName(layer, band.highLabel), band.high);
        }
    }
}

void TensorboardWriter::plotProbabilities(const record::TickStamp &stamp, const std::string &tag,
                                          const Readings &readings)
{
    plotNumerical(stamp, tag, readings);
}

void TensorboardWriter::plotRelations(const record::TickStamp &, const std::string &tag, const Readings &readings)
{
    for (const LayerReading &reading : readings) {
        const std::string layer = tagName(tag, reading.layer);
        for (const LabelledValue &share : reading.values)
            runOf(folderName(layer, share.label)).stage(layer, share.value);
    }
}

void TensorboardWriter::endTick(const record::TickStamp &stamp)
{
    for (const auto &[name, run] : m_runs) {
        if (run->tick.summary().value().empty())
            continue;
        run->tick.set_wall_time(stamp.wallSeconds);
        run->tick.set_step(stamp.tick);
        run->file.append(run->tick);
        run->tick.mutable_summary()->clear_value(); // keeps the memory
    }
    if (std::chrono::steady_clock::now() - m_flushed >= 250ms)
        flush();
}

void TensorboardWriter::flush()
{
    m_flushed = std::chrono::steady_clock::now();
    m_problem.clear();
    for (const auto &[name, run] : m_runs)
        try {
            run->file.flush();
        } catch (const std::runtime_error &error) {
            if (m_problem.empty())
                m_problem = error.what();
        }
}

std::vector<fs::path> TensorboardWriter::files() const
{
    std::vector<fs::path> files;
    for (const auto &[name, run] : m_runs)
        if (!run->file.path().empty())
            files.push_back(run->file.path());
    return files;
}

void TensorboardWriter::discard()
{
    std::error_code ignored;
    for (const fs::path &file : files()) {
        fs::remove(file, ignored);
        if (file.parent_path() != m_folder)
            fs::remove(file.parent_path(), ignored); // unless something else is in it
    }
    m_runs.clear();
    if (m_isNewFolder)
        fs::remove(m_folder, ignored);
}

TensorboardWriter::Run &TensorboardWriter::runOf(const std::string &name)
{
    std::unique_ptr<Run> &run = m_runs[name];
    if (!run)
        run = std::make_unique<Run>(name.empty() ? m_folder : m_folder / name);
    return *run;
}

} // namespace lensboard::visualizer
