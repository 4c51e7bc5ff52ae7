#include "widgets/plots/plot_window.h"

#include "widgets/plots/tag_plot.h"
#include "widgets/qt_text.h"

#include <QKeyEvent>
#include <QLabel>
#include <QVBoxLayout>

namespace lensboard::widgets {

PlotWindow::PlotWindow(std::unique_ptr<TagPlot> plot, QWidget *parent) : QWidget(parent, Qt::Window), m_plot(plot.release())
{
    setAttribute(Qt::WA_DeleteOnClose);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    const QString name = text(m_plot->tag().name);
    setWindowTitle(name);
    m_plot->setParent(this);
    m_plot->setAlone(true);
    auto *heading = new QLabel(tr("<b>%1</b> &nbsp; Esc closes").arg(name.toHtmlEscaped()), this);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(heading);
    layout->addWidget(m_plot, 1);
}

void PlotWindow::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape || event->key() == Qt::Key_F11)
        close();
    else
        QWidget::keyPressEvent(event);
}

} // namespace lensboard::widgets
