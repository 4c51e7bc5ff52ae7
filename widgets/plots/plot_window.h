#pragma once

#include <QWidget>

#include <memory>

namespace lensboard::widgets {

class TagPlot;

/// One plot on the whole screen. Esc or F11 closes it.
class PlotWindow final : public QWidget
{
    Q_OBJECT

public:
    PlotWindow(std::unique_ptr<TagPlot> plot, QWidget *parent);

    TagPlot *plot() const { return m_plot; }

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    TagPlot *m_plot;
};

} // namespace lensboard::widgets
