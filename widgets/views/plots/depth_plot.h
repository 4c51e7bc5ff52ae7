#pragma once

#include "core/store/derived/heat_map.h"
#include "widgets/axes/value_scale.h"
#include "widgets/views/layer_rows.h"
#include "widgets/views/tag_plot.h"
#include "widgets/views/trace_plottable.h"

namespace lensboard::widgets {

/// Value against layer at the cross-hair of any plot and at the cursors A and B; at the last tick if there is no cross-hair.
/// Dragging across this plot moves through time. One line per run; as differences, one line per run except the first visible run,
/// the reference.
class DepthPlot final : public TagPlot
{
    Q_OBJECT

public:
    DepthPlot(BoardState &board, const record::TagSpec &tag, const TagStyle &style, const QString &title, QWidget *parent = nullptr);

    void setTagStyle(const TagStyle &style) override;
    bool runsAlongX() const override { return false; }
    void highlightRun(const ShownRun *run) override;
    const TracePlottable &traces() const { return *m_traces; }

protected:
    void fill(const Stretch &) override;
    void applyTheme() override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;

private:
    struct Profile
    {
        std::vector<stats::Point> points;    ///< one per layer; NaN without a finite value
        std::vector<stats::Point> notFinite; ///< layers with a non-finite measurement
        std::optional<double> newest;        ///< place of the latest measurement; nullopt if there is none
    };
    Profile profile(const ShownRun &run, std::optional<double> x) const;
    /// Returns the differences of \p profile from \p base.
    Profile difference(Profile profile, const Profile &base) const;
    void addProfiles(std::optional<double> x, const QString &cursor, std::optional<double> &newest);
    void paintReadings(QPainter &painter) override;
    void scrubTo(double pixel);
    void chooseScale();
    void labelLayers();

    TracePlottable *m_traces;
    QSharedPointer<QCPAxisTickerText> m_layerTicker;
    QSharedPointer<ValueTicker> m_valueTicker;
    ValueScale m_scale;
    LayerRows m_layers; ///< in order from left to right
    struct CursorName
    {
        QString name;
        stats::Point end; ///< right end of the profile at that cursor
        QColor colour;
    };
    std::vector<CursorName> m_cursorNames;
    std::optional<Stretch> m_heights; ///< range of all values seen so far: the axis stays fixed while moving through time
};

} // namespace lensboard::widgets
