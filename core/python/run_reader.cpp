#include "core/python/run_reader.h"

#include "core/python/checker_binding.h"

#include "core/record/message.h"
#include "core/runs/divergence/divergence_json.h"
#include "core/runs/run_source.h"
#include "core/store/columns/column_range.h"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <array>
#include <limits>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

namespace py = pybind11;

namespace lensboard::python {

namespace {

const char *toText(record::SeriesRole role)
{
    switch (role) {
    case record::SeriesRole::Line: return "line";
    case record::SeriesRole::BandLow: return "low";
    case record::SeriesRole::BandHigh: return "high";
    case record::SeriesRole::Histogram: return "histogram";
    case record::SeriesRole::Tensor: return "tensor";
    }
    return "";
}

template <typename T>
py::array_t<T> arrayOf(std::vector<T> values)
{
    auto *kept = new std::vector<T>(std::move(values));
    const py::capsule owner(kept, [](void *all) { delete static_cast<std::vector<T> *>(all); });
    return py::array_t<T>(static_cast<py::ssize_t>(kept->size()), kept->data(), owner);
}

/// An open run, finished or still growing. All data are from the last refresh().
/// Thread: not thread-safe; requires the GIL.
class RunReader
{
public:
    RunReader(const std::filesystem::path &path, const imports::RoleChoice &choice)
    {
        record::Progress progress;
        const py::gil_scoped_release unlocked;
        m_source = runs::openRun(path, progress, choice);
        m_run = m_source->run();
        take();
    }
    explicit RunReader(std::shared_ptr<const store::Run> run) : m_run(std::move(run)) { take(); }

    bool refresh()
    {
        record::Progress progress;
        const py::gil_scoped_release unlocked;
        if (m_source)
            m_source->refresh(progress), m_run = m_source->run();
        return take();
    }

    py::dict info() const
    {
        py::list layers;
        for (const record::LayerInfo &layer : m_info.layers) {
            py::dict parameters;
            for (const record::ParameterInfo &parameter : layer.parameters)
                parameters[py::str(parameter.name)] = py::tuple(py::cast(parameter.shape));
            py::object outputShape = py::none();
            if (layer.outputShape)
                outputShape = py::tuple(py::cast(*layer.outputShape));
            layers.append(py::dict(py::arg("name") = layer.name, py::arg("type") = layer.type, py::arg("leaf") = layer.leaf,
                                   py::arg("parameters") = parameters, py::arg("output_shape") = outputShape));
        }
        py::dict environment;
        for (const auto &[name, value] : m_info.environment)
            environment[py::str(name)] = static_cast<const std::string &>(value);
        return py::dict(py::arg("name") = m_info.name, py::arg("status") = record::toText(m_info.status), py::arg("message") = static_cast<const std::string &>(m_info.message),
                        py::arg("created") = m_info.createdSeconds, py::arg("experiment") = m_info.experiment,
                        py::arg("environment") = environment, py::arg("layers") = layers, py::arg("notes") = m_info.notes);
    }

    py::list tags() const
    {
        py::list all;
        for (const record::TagSpec &tag : m_tags)
            all.append(py::dict(py::arg("name") = tag.name, py::arg("lens") = tag.lens, py::arg("kind") = record::toText(tag.kind),
                                py::arg("quantity") = tag.quantity, py::arg("big") = tag.big, py::arg("log_scale") = tag.logY,
                                py::arg("annotate") = tag.annotate, py::arg("y_limits") = tag.yLimits));
        return all;
    }

    /// Returns (number of its tag, layer, label, role) for each series.
    py::list series() const
    {
        py::list all;
        for (const record::SeriesSpec &spec : m_series)
            all.append(py::make_tuple(spec.tag, spec.layer, spec.label, toText(spec.role)));
        return all;
    }

    py::list events() const
    {
        py::list all;
        for (const record::RunEvent &event : m_events)
            all.append(py::dict(py::arg("kind") = record::toText(event.kind), py::arg("step") = event.step, py::arg("time") = event.wallSeconds,
                                py::arg("text") = static_cast<const std::string &>(event.text)));
        return all;
    }

    std::size_t tickCount() const { return run().frameCount(); }

    py::dict ticks() const
    {
        const std::vector<record::TickStamp> stamps = run().ticks(0, run().frameCount());
        std::vector<std::int64_t> ticks, epochs, steps, samples;
        std::vector<double> times;
        for (const record::TickStamp &stamp : stamps) {
            ticks.push_back(stamp.tick);
            epochs.push_back(stamp.epoch);
            steps.push_back(stamp.step);
            samples.push_back(stamp.samples);
            times.push_back(stamp.wallSeconds);
        }
        return py::dict(py::arg("tick") = arrayOf(std::move(ticks)), py::arg("epoch") = arrayOf(std::move(epochs)),
                        py::arg("step") = arrayOf(std::move(steps)), py::arg("samples") = arrayOf(std::move(samples)),
                        py::arg("time") = arrayOf(std::move(times)));
    }

    /// Returns (numbers of ticks, values, times), each [N], in the order of steps. Times are None if they equal the ticks' times.
    py::tuple values(std::uint32_t series) const
    {
        std::vector<std::uint32_t> frames;
        std::vector<double> values, times;
        {
            const py::gil_scoped_release unlocked;
            run().visit(std::array{series}, [&](std::span<const store::ColumnView> columns, const store::TickTable &ticks) {
                const store::ColumnView &view = columns.front();
                frames.reserve(view.column.size());
                values.reserve(view.column.size());
                for (std::size_t i = 0; i < view.column.chunks().size(); ++i) {
                    const store::Chunk &chunk = store::loaded(view, view.column.chunk(i));
                    values.insert(values.end(), chunk.values().begin(), chunk.values().end());
                    frames.insert(frames.end(), chunk.frames().begin(), chunk.frames().end());
                    if (chunk.frames().empty()) { // the chunk's ticks are consecutive
                        frames.resize(frames.size() + chunk.size());
                        std::iota(frames.end() - static_cast<std::ptrdiff_t>(chunk.size()), frames.end(), chunk.firstFrame());
                    }
                    if (times.empty() && !chunk.wallSeconds().empty())
                        for (std::size_t j = 0; j + chunk.size() < frames.size(); ++j)
                            times.push_back(ticks[frames[j]].wallSeconds);
                    if (!times.empty() || !chunk.wallSeconds().empty())
                        for (std::size_t j = 0; j < chunk.size(); ++j)
                            times.push_back(record::wallSecondsOf(chunk.wallSeconds(j), ticks[chunk.frame(j)].wallSeconds));
                }
            });
        }
        const py::object own = times.empty() ? py::object(py::none()) : py::object(arrayOf(std::move(times)));
        return py::make_tuple(arrayOf(std::move(frames)), arrayOf(std::move(values)), own);
    }

    /// Returns (numbers of series, their values) for one tick.
    py::tuple frame(std::size_t number) const
    {
        const std::vector<record::Frame> frames = run().frames(number, number + 1);
        if (frames.empty())
            throw py::index_error(record::message("there is no tick %1", number));
        std::vector<std::uint32_t> series;
        std::vector<double> values;
        for (const record::SeriesValue &value : frames.front().values) {
            series.push_back(value.series);
            values.push_back(value.value);
        }
        return py::make_tuple(arrayOf(std::move(series)), arrayOf(std::move(values)));
    }

    /// Returns (number of the tick, edges, counts) for each histogram.
    py::list histograms(std::uint32_t series) const
    {
        py::list all;
        for (const store::StampedHistogram &stamped : run().histograms(series))
            all.append(py::make_tuple(stamped.frame, arrayOf(std::vector(stamped.histogram->edges)), arrayOf(std::vector(stamped.histogram->counts))));
        return all;
    }

    std::vector<std::uint32_t> tensorTicks(std::uint32_t series) const
    {
        std::vector<std::uint32_t> frames;
        for (const store::TensorPlace &place : run().tensorPlaces(series))
            frames.push_back(place.frame);
        return frames;
    }

    void showTo(SharedChecker &checker) const
    {
        const py::gil_scoped_release unlocked;
        const std::lock_guard lock(checker.mutex);
        checker.follow(run());
    }
    /// Returns the comparison with \p other as JSON. Releases the GIL.
    std::string divergence(const RunReader &other, const std::vector<const RunReader *> &repeats, double tolerance) const
    {
        runs::DivergenceOptions options{.tolerance = tolerance};
        for (const RunReader *repeat : repeats)
            options.repeats.push_back(repeat->m_run);
        const py::gil_scoped_release released;
        return toJson(runs::divergenceOf(*m_run, *other.m_run, options)).dump(-1, ' ', false, experiment::Json::error_handler_t::replace);
    }

    py::array_t<float> tensor(std::uint32_t series, std::uint32_t frame) const
    {
        const auto found = run().tensor(series, frame);
        if (!found)
            throw py::index_error(record::message("there is no tensor any more"));
        return py::array_t<float>(found->shape, found->values.data());
    }

private:
    const store::Run &run() const { return *m_run; }

    /// Reads new data. Returns true if there is any.
    bool take()
    {
        run().awaitLate(); // a script may ask for the tick that has just ended
        const store::RunChanges changes = run().since(m_cursor);
        if (changes.restarted) {
            m_tags.clear();
            m_series.clear();
            m_events.clear();
        }
        if (changes.info)
            m_info = *changes.info;
        for (const auto &[index, tag] : changes.tags) {
            m_tags.resize(std::max<std::size_t>(m_tags.size(), index + 1));
            m_tags[index] = tag;
        }
        m_series.insert(m_series.end(), changes.series.begin(), changes.series.end());
        m_events.insert(m_events.end(), changes.events.begin(), changes.events.end());
        return !changes.empty();
    }

    std::unique_ptr<runs::RunSource> m_source; ///< null for a run that is recorded by this process
    std::shared_ptr<const store::Run> m_run;
    store::RunCursor m_cursor;
    record::RunInfo m_info;
    std::vector<record::TagSpec> m_tags;
    std::vector<record::SeriesSpec> m_series;
    std::vector<record::RunEvent> m_events;
};

} // namespace

void bindRunReader(py::module_ &module)
{
    py::class_<RunReader>(module, "RunReader")
        .def(py::init([](const std::filesystem::path &path, const std::string &step, const std::string &run) {
                 return std::make_unique<RunReader>(path, imports::roleChoice(step, run));
             }),
             py::arg("path"), py::arg("step") = "", py::arg("run") = "")
        .def("refresh", &RunReader::refresh)
        .def("info", &RunReader::info)
        .def("tags", &RunReader::tags)
        .def("series", &RunReader::series)
        .def("events", &RunReader::events)
        .def("tick_count", &RunReader::tickCount)
        .def("ticks", &RunReader::ticks)
        .def("values", &RunReader::values)
        .def("frame", &RunReader::frame)
        .def("histograms", &RunReader::histograms)
        .def("tensor_ticks", &RunReader::tensorTicks)
        .def("tensor", &RunReader::tensor)
        .def("show_to", &RunReader::showTo)
        .def("divergence", &RunReader::divergence);
}

py::object readerOf(std::shared_ptr<const store::Run> run)
{
    return py::cast(std::make_unique<RunReader>(std::move(run)));
}

} // namespace lensboard::python
