#pragma once

#include "core/store/derived/histogram_pyramid.h"
#include "widgets/axes/colour_scale.h"
#include "widgets/axes/value_scale.h"
#include "widgets/views/image_plottable.h"
#include "widgets/views/plots/histogram_image.h"
#include "widgets/views/tag_plot.h"
#include "widgets/views/trace_plottable.h"

#include <optional>

namespace lensboard::widgets {

/// The distribution of a layer's values over time: as a map of densities along x, or as ridges with the newest in front.
///
/// Each histogram is read once, in slices. Later refreshes cost as much as the number of pixel columns, and read new histograms
/// only.
class HistogramPlot final : public TagPlot
{
    Q_OBJECT

public:
    HistogramPlot(BoardState &board, const record::TagSpec &tag, const TagStyle &style, const QString &title, QWidget *parent = nullptr);

    bool runsAlongX() const override { return tagStyle().view == TagView::Histograms; }
    const QImage &image() const { return m_map->image; }
    const TracePlottable &ridges() const { return *m_ridges; }

protected:
    bool hasGrown() override { return true; }
    void readOn(const QDeadlineTimer &deadline) override;
    bool isBehind() const override { return m_hasMore || !m_missing.empty(); }
    void fill(const Stretch &x) override;
    Stretch readExtent() const override;

private:
    /// The last picture, kept so that only new columns are painted.
    struct Drawn
    {
        std::size_t histograms = 0; ///< number of histograms in it; 0: repaint everything
        std::vector<std::int64_t> switchedOn;
    };

    bool readPart();
    Stretch valuesShown(const ValueScale &scale) const;
    void fillMap(const Stretch &x, const ValueScale &scale);
    void fillRidges(const ValueScale &scale);

    ImagePlottable *m_map;
    TracePlottable *m_ridges;
    QSharedPointer<ValueTicker> m_valueTicker;
    std::optional<store::HistogramPyramid> m_pyramid;
    std::optional<store::HistogramPyramid> m_edited; ///< replaces the other when it is complete
    std::uint64_t m_edits = 0;                       ///< the run's edit count when the newer pyramid was begun
    bool m_hasMore = false;                          ///< the newer pyramid has unread histograms
    std::vector<std::size_t> m_missing;              ///< indexes of visible histograms to be read
    HistogramImage m_painter;
    std::optional<ColourScale> m_colours; ///< used by a map
    Drawn m_drawn;
};

} // namespace lensboard::widgets
