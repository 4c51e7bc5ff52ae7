#pragma once

#include <QWidget>

#include <memory>

class QLabel;

namespace lensboard::widgets {

class PlotBoard;
class TagPlot;

/// One plot on the whole screen, with its legend and the values at the cross-hair, in letters that are read from afar. Esc or
/// F11 closes it.
class PlotWindow final : public QWidget
{
    Q_OBJECT

public:
    PlotWindow(std::unique_ptr<TagPlot> plot, PlotBoard *board);

    TagPlot *plot() const { return m_plot; }
    /// Rich text.
    void setLegend(const QString &html);
    QString legend() const;

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    TagPlot *m_plot;
    QLabel *m_legend;
};

} // namespace lensboard::widgets
