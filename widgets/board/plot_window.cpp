#include "widgets/board/plot_window.h"

#include "widgets/board/legend_label.h"
#include "widgets/board/plot_board.h"
#include "widgets/board/readout_panel.h"
#include "widgets/core_words.h"
#include "widgets/qt_text.h"
#include "widgets/views/plots/line_plot.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QVBoxLayout>

namespace lensboard::widgets {

namespace {

constexpr double kLetters = 1.4; ///< font size relative to a page of plots
constexpr int kValuesWidth = 34; ///< width of the table of values, in letters

} // namespace

PlotWindow::PlotWindow(std::unique_ptr<TagPlot> plot, PlotBoard *board)
    : QWidget(board, Qt::Window), m_plot(plot.release()), m_legend(new LegendLabel(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    QFont large = font();
    large.setPointSizeF(kLetters * large.pointSizeF());
    setFont(large);
    const QString name = tagText(m_plot->tag());
    setWindowTitle(name);
    m_plot->setParent(this);
    m_plot->pointer().setAlone(true);
    connect(m_legend, &LegendLabel::entryChosen, this, &PlotWindow::entryChosen);
    if (auto *lines = qobject_cast<LinePlot *>(m_plot)) {
        connect(m_legend, &LegendLabel::entryPointed, lines, &LinePlot::highlight);
        connect(lines, &LinePlot::linePointed, m_legend, &LegendLabel::highlight);
    }
    auto *values = new ReadoutPanel(board, this);
    values->showOnly(m_plot);
    values->setFixedWidth(kValuesWidth * fontMetrics().averageCharWidth());
    auto *top = new QHBoxLayout;
    top->addWidget(new QLabel(tr("<b>%1</b> &nbsp; Esc closes").arg(name.toHtmlEscaped()), this));
    top->addWidget(m_legend, 1);
    auto *middle = new QHBoxLayout;
    middle->addWidget(m_plot, 1);
    middle->addWidget(values);
    auto *layout = new QVBoxLayout(this);
    layout->addLayout(top);
    layout->addLayout(middle, 1);
}

void PlotWindow::setLegend(const Legend &legend)
{
    m_legend->setLegend(legend);
}

QString PlotWindow::legend() const
{
    return m_legend->text();
}

void PlotWindow::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape || event->key() == Qt::Key_F11)
        close();
    else
        QWidget::keyPressEvent(event);
}

void PlotWindow::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_legend->setMostHeight(height() / 4); // a third of the height then left to the plot
}

} // namespace lensboard::widgets
