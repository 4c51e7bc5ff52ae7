#pragma once

#include "core/store/derived/heat_map.h"
#include "widgets/plots/colour_scale.h"
#include "widgets/plots/image_plottable.h"
#include "widgets/plots/tag_plot.h"

namespace lensboard::widgets {

/// The layers of one run, a row each, along x, with values as colours: each cell the greatest of its pixel column.
class HeatMapPlot final : public TagPlot
{
    Q_OBJECT

public:
    /// \p runName is shown over the plot if there are several runs.
    HeatMapPlot(BoardState &board, const record::TagSpec &tag, const TagLook &look, const QString &runName, QWidget *parent = nullptr);

    const QImage &image() const { return m_cells->image; }
    /// Layers from top to bottom.
    QStringList rows() const;

protected:
    void fill(const Stretch &x) override;
    void applyTheme() override;
    void paintReadings(QPainter &painter) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;

private:
    void chooseRows();
    void chooseColours(const store::HeatMap &map);
    void labelRows();

    ImagePlottable *m_cells;
    ColourScale m_colours;
    QSharedPointer<QCPAxisTickerText> m_rowTicker;
    std::vector<ShownSeries> m_rows; ///< on view, from top to bottom
    std::optional<std::size_t> m_rowUnderPointer;
};

} // namespace lensboard::widgets
