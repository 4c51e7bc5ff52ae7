#pragma once

#include "core/visualizer/visualizer.h"

#include <cstddef>
#include <cstdint>
#include <future>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace lensboard::lens {

/// Collects the results of lenses in a tick and passes them to a visualizer.
///
/// A lens identifies a series by its position in a tag: a row, mostly for a layer, and a column, for a label. The name is
/// requested with the first value, and the series is registered then.
/// Thread: the training thread.
class Plotter
{
public:
    class Plot;

    struct Name
    {
        std::string layer; ///< for a big tag, the tag's own name
        std::string label;
    };

    struct BandName
    {
        std::string layer;
        std::string lowLabel;
        std::string highLabel;
    };

    /// \p out outlives it.
    explicit Plotter(visualizer::Visualizer &out) : m_out(out) {}

    /// Registers \p tag, or changes its attributes. Rows and columns of earlier series are forgotten.
    void registerTag(const record::TagSpec &tag);
    /// Returns the plot of a registered tag.
    /// Errors: std::out_of_range if the tag is not registered.
    Plot plot(const record::TagSpec &tag);

    /// Returns the first value in this tick of a line of \p tag with this layer and label; empty names match any. Waits for a late value.
    std::optional<double> find(const std::string &tag, const std::string &layer, const std::string &label) const;
    /// Passes all values to the visualizer.
    void endTick(const record::TickStamp &stamp);

private:
    struct Tag
    {
        std::uint32_t number = 0;
        std::vector<std::vector<std::uint32_t>> series = {}; ///< by row and column; kUnknown if not registered
        std::map<std::string, std::size_t, std::less<>> rows = {};
    };

    static constexpr std::uint32_t kUnknown = UINT32_MAX;

    std::uint32_t &seriesAt(Tag &tag, std::size_t row, std::size_t column);
    std::uint32_t registerSeries(record::SeriesSpec series);

    visualizer::Visualizer &m_out;
    std::unordered_map<std::string, Tag> m_tags;
    std::unordered_map<std::uint32_t, record::SeriesSpec> m_series;
    std::vector<record::SeriesValue> m_values; ///< in this tick
    std::vector<record::LateValue> m_late;
    std::vector<record::SeriesTensor> m_tensors;
    std::vector<record::SeriesHistogram> m_histograms;
};

/// One tag in one tick, for a lens. \c nameOf returns the Name or BandName of the series.
class Plotter::Plot
{
public:
    template <typename NameOf>
    void line(std::size_t row, std::size_t column, double value, const NameOf &nameOf)
    {
        m_plotter.m_values.push_back({series(row, column, record::SeriesRole::Line, nameOf), value});
    }

    template <typename NameOf>
    void line(std::size_t row, std::size_t column, std::shared_future<double> value, const NameOf &nameOf)
    {
        m_plotter.m_late.push_back({series(row, column, record::SeriesRole::Line, nameOf), std::move(value)});
    }

    /// Occupies this column and the next.
    template <typename NameOf>
    void band(std::size_t row, std::size_t column, double low, double high, const NameOf &nameOf)
    {
        const auto part = [&nameOf](std::string BandName::*label) {
            return [&nameOf, label] {
                const BandName name = nameOf();
                return Name{name.layer, name.*label};
            };
        };
        m_plotter.m_values.push_back({series(row, column, record::SeriesRole::BandLow, part(&BandName::lowLabel)), low});
        m_plotter.m_values.push_back({series(row, column + 1, record::SeriesRole::BandHigh, part(&BandName::highLabel)), high});
    }

    template <typename NameOf>
    void tensor(std::size_t row, std::size_t column, std::shared_ptr<const record::TensorValue> value, const NameOf &nameOf)
    {
        m_plotter.m_tensors.push_back({series(row, column, record::SeriesRole::Tensor, nameOf), std::move(value)});
    }

    template <typename NameOf>
    void histogram(std::size_t row, std::size_t column, record::Histogram value, const NameOf &nameOf)
    {
        m_plotter.m_histograms.push_back({series(row, column, record::SeriesRole::Histogram, nameOf), std::move(value)});
    }

    /// Returns the row of a series that is identified by name. Not for a tag with ordered rows.
    std::size_t rowOf(std::string_view name);

private:
    friend class Plotter;
    Plot(Plotter &plotter, Tag &tag) : m_plotter(plotter), m_tag(tag) {}

    /// Returns the number of the series at this position; registers the series if needed.
    template <typename NameOf>
    std::uint32_t series(std::size_t row, std::size_t column, record::SeriesRole role, const NameOf &nameOf)
    {
        std::uint32_t &number = m_plotter.seriesAt(m_tag, row, column);
        if (number == kUnknown) {
            Name name = nameOf();
            number = m_plotter.registerSeries({m_tag.number, std::move(name.layer), std::move(name.label), role});
        }
        return number;
    }

    Plotter &m_plotter;
    Tag &m_tag;
};

} // namespace lensboard::lens
