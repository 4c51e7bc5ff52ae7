#pragma once

#include "widgets/plots/image_plottable.h"
#include "widgets/plots/tag_plot.h"
#include "widgets/plots/trace_plottable.h"
#include "widgets/plots/value_scale.h"

namespace lensboard::widgets {

/// How a layer's values are distributed, over time: as a map of densities along x, or as ridges, the newest in front.
class HistogramPlot final : public TagPlot
{
    Q_OBJECT

public:
    HistogramPlot(BoardState &board, const record::TagSpec &tag, const TagLook &look, const QString &title, QWidget *parent = nullptr);

    bool runsAlongX() const override { return look().view == TagView::Histograms; }
    const QImage &image() const { return m_map->image; }
    const TracePlottable &ridges() const { return *m_ridges; }

protected:
    bool hasGrown() override { return true; }
    void fill(const Stretch &x) override;
    Stretch readExtent() const override;

private:
    std::vector<store::StampedHistogram> atHeights();
    void fillMap(const Stretch &x, const std::vector<store::StampedHistogram> &histograms);
    void fillRidges(const std::vector<store::StampedHistogram> &histograms);

    ImagePlottable *m_map;
    TracePlottable *m_ridges;
    QSharedPointer<ValueTicker> m_valueTicker;
};

} // namespace lensboard::widgets
