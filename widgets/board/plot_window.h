#pragma once

#include <QWidget>

#include <memory>

namespace lensboard::widgets {

class LegendLabel;
class PlotBoard;
class TagPlot;
struct Legend;

/// One plot full-screen, with its legend and the values at the cross-hair, in letters readable from a distance. Esc or F11 closes
/// it.
class PlotWindow final : public QWidget
{
    Q_OBJECT

public:
    PlotWindow(std::unique_ptr<TagPlot> plot, PlotBoard *board);

    TagPlot *plot() const { return m_plot; }
    void setLegend(const Legend &legend);
    QString legend() const; ///< rich text

Q_SIGNALS:
    /// An entry of the legend was clicked, see TagHeader.
    void entryChosen(const QString &key, bool isDouble);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    TagPlot *m_plot;
    LegendLabel *m_legend;
};

} // namespace lensboard::widgets
