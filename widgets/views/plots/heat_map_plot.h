#pragma once

#include "core/store/derived/heat_map.h"
#include "widgets/axes/colour_scale.h"
#include "widgets/views/image_plottable.h"
#include "widgets/views/layer_rows.h"
#include "widgets/views/tag_places.h"
#include "widgets/views/tag_plot.h"

namespace lensboard::widgets {

/// The layers of one run as rows along x, with values as colours: each cell is the greatest value in its pixel column. Can show
/// differences from another run. Rows and colours match the maps of other runs beside it.
class HeatMapPlot final : public TagPlot
{
    Q_OBJECT

public:
    /// Shows the run in \p place. Receives the series of all runs.
    HeatMapPlot(BoardState &board, const record::TagSpec &tag, const TagStyle &style, const QString &title, const TagPlace &place,
                QWidget *parent = nullptr);

    void setTag(const record::TagSpec &tag) override;
    double nearestTick(double x) const override;
    void setTagStyle(const TagStyle &style) override;
    const QImage &image() const { return m_cells->image; }
    /// Layer names from top to bottom.
    QStringList rows() const;

protected:
    void fill(const Stretch &x) override;
    void applyTheme() override;
    void paintReadings(QPainter &painter) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;

private:
    void chooseRows();
    store::HeatMap mapOf(const ShownRun &run, const Stretch &x) const;
    std::pair<double, double> limitsOf(const store::HeatMap &map, const Stretch &x) const;
    void chooseColours(const store::HeatMap &map, std::pair<double, double> limits);
    void labelRows();
    QString readingOf(const ShownSeries *series, double x) const;

    ImagePlottable *m_cells;
    ColourScale m_colours;
    QSharedPointer<QCPAxisTickerText> m_rowTicker;
    TagPlace m_place;
    LayerRows m_layers;
    std::vector<LayerRow> m_rows; ///< from top to bottom
    std::optional<std::size_t> m_rowUnderPointer;
};

} // namespace lensboard::widgets
