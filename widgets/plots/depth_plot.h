#pragma once

#include "core/store/derived/heat_map.h"
#include "widgets/plots/layer_rows.h"
#include "widgets/plots/tag_plot.h"
#include "widgets/plots/trace_plottable.h"
#include "widgets/plots/value_scale.h"

namespace lensboard::widgets {

/// Value against layer at the cross-hair of any plot and at the cursors A and B; at the last tick if there is no cross-hair.
/// Dragging across this plot moves through time. One line per run; as differences, one line per run except the first visible run,
/// the reference.
class DepthPlot final : public TagPlot
{
    Q_OBJECT

public:
    DepthPlot(BoardState &board, const record::TagSpec &tag, const TagLook &look, const QString &title, QWidget *parent = nullptr);

    void setLook(const TagLook &look) override;
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
        std::vector<stats::Point> points;    ///< a layer each; NaN where there is nothing finite
        std::vector<stats::Point> notFinite; ///< of layers that were measured
        std::optional<double> newest;        ///< where the last of them was measured; none if none was
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
    LayerRows m_layers; ///< from left to right
    struct CursorName
    {
        QString name;
        stats::Point end; ///< of the profile at that cursor, at the right
        QColor colour;
    };
    std::vector<CursorName> m_cursorNames;
    std::optional<Stretch> m_heights; ///< that were seen so far: the axis does not move while time does
};

} // namespace lensboard::widgets
