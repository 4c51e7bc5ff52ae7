#include "widgets/board/readout_panel.h"

#include "core/store/file/run_file_format.h"
#include "widgets/board/plot_board.h"
#include "widgets/models/readout_model.h"
#include "widgets/qt_text.h"
#include "widgets/quiet_tree_view.h"
#include "widgets/views/tag_plot.h"

#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace lensboard::widgets {

namespace {

constexpr int kSoonMs = 30;
constexpr int kFewestOfName = 9; ///< minimum letters of a name
constexpr int kSwatchWidth = 24;       ///< pixels before a layer's name

} // namespace

ReadoutPanel::ReadoutPanel(PlotBoard *board, QWidget *parent)
    : QWidget(parent), m_board(board), m_model(new ReadoutModel(this)), m_place(new QLabel(this)), m_view(new QuietTreeView(this))
{
    m_place->setWordWrap(true);
    m_place->setMargin(4);
    m_view->setModel(m_model);
    m_view->setRootIsDecorated(false);
    m_view->setUniformRowHeights(true);
    m_view->setAlternatingRowColors(true);
    m_view->setAccessibleName(tr("Values under the cursor"));
    m_view->setTextElideMode(Qt::ElideMiddle);
    m_view->header()->setStretchLastSection(false);
    m_view->header()->setSectionResizeMode(QHeaderView::Fixed);
    m_view->header()->setMinimumSectionSize(0);
    m_view->viewport()->installEventFilter(this);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_place);
    layout->addWidget(m_view, 1);
    m_soon.setSingleShot(true);
    m_soon.setInterval(kSoonMs);
    connect(&m_soon, &QTimer::timeout, this, &ReadoutPanel::showValues);
    const auto soon = [this] {
        if (!m_soon.isActive())
            m_soon.start();
    };
    connect(&board->state(), &BoardState::crossHairMoved, this, soon);
    connect(&board->navigation(), &BoardNavigation::currentChanged, this, soon);
    connect(board, &PlotBoard::runsChanged, this, [this] {
        m_model->setReadings({}, {}, {}); // they refer to runs that may be deleted
        showValues();
    });
    connect(board, &PlotBoard::cleared, this, [this] { m_model->setReadings({}, {}, {}); });
    showValues();
}

void ReadoutPanel::showOnly(const TagPlot *plot)
{
    m_only = plot;
    showValues();
}

QString ReadoutPanel::shownTag() const
{
    return m_only ? text(m_only->tag().name) : m_board->navigation().currentTag();
}

std::vector<Reading> ReadoutPanel::readings(std::optional<double> x) const
{
    if (!x)
        return {};
    std::vector<Reading> readings = m_board->sections().readings(shownTag(), *x);
    if (m_only)
        std::erase_if(readings, [this](const Reading &reading) {
            return std::ranges::none_of(m_only->series(), [&](const ShownSeries &each) {
                return each.run == reading.series.run && each.index == reading.series.index;
            });
        });
    return readings;
}

bool ReadoutPanel::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize)
        fitColumns();
    return QWidget::eventFilter(watched, event);
}

/// Hides columns without content.
void ReadoutPanel::chooseColumns()
{
    const BoardState &state = m_board->state();
    const auto &[a, b] = state.cursors();
    m_view->setColumnHidden(ReadoutModel::Run, state.visibleRuns().size() < 2);
    m_view->setColumnHidden(ReadoutModel::Label, false);
    m_view->setColumnHidden(ReadoutModel::Value, false);
    m_view->setColumnHidden(ReadoutModel::MeanOf, !m_model->hasMeans());
    m_view->setColumnHidden(ReadoutModel::Place, m_model->places().size() < 2);
    m_view->setColumnHidden(ReadoutModel::AtA, !a);
    m_view->setColumnHidden(ReadoutModel::AtB, !b);
    m_view->setColumnHidden(ReadoutModel::Change, !a || !b);
}

int ReadoutPanel::wantedWidth(int column) const
{
    const QAbstractItemView *view = m_view;
    return m_view->isColumnHidden(column) ? 0 : std::max(view->sizeHintForColumn(column), m_view->header()->sectionSizeHint(column));
}

/// Returns the smallest width for a recognisable name; 0 if the column is hidden.
int ReadoutPanel::minWidth(int column) const
{
    const int room = kFewestOfName * fontMetrics().averageCharWidth() + (column == ReadoutModel::Layer ? kSwatchWidth : 0);
    return std::min(wantedWidth(column), room);
}

/// Shows numbers and places in full; names share the remaining width. The change between two cursors has priority.
void ReadoutPanel::fitColumns()
{
    chooseColumns();
    const auto numbers = [this] {
        int width = 0;
        for (int column = ReadoutModel::Value; column < ReadoutModel::ColumnCount; ++column)
            width += wantedWidth(column);
        return width;
    };
    const auto minNames = [this] { return minWidth(ReadoutModel::Run) + minWidth(ReadoutModel::Layer) + minWidth(ReadoutModel::Label); };
    const int width = m_view->viewport()->width();
    for (const int column : {ReadoutModel::Place, ReadoutModel::MeanOf, ReadoutModel::Value, ReadoutModel::Label})
        if (!m_view->isColumnHidden(ReadoutModel::Change) && numbers() + minNames() > width)
            m_view->setColumnHidden(column, true);
    for (int column = ReadoutModel::Value; column < ReadoutModel::ColumnCount; ++column)
        m_view->header()->resizeSection(column, wantedWidth(column));
    shareAmongNames(width - numbers());
}

/// Gives the rest of the width to the layers, because they have the longest names.
void ReadoutPanel::shareAmongNames(int width)
{
    for (const int column : {ReadoutModel::Run, ReadoutModel::Label}) {
        m_view->header()->resizeSection(column, std::max(std::min(wantedWidth(column), width * 2 / 5), minWidth(column)));
        width -= m_view->columnWidth(column); // 0 if hidden
    }
    m_view->header()->resizeSection(ReadoutModel::Layer, std::max(width, minWidth(ReadoutModel::Layer)));
}

void ReadoutPanel::showValues()
{
    if (!isVisible() && m_model->rowCount() > 0)
        return m_model->setReadings({}, {}, {});
    const BoardState &state = m_board->state();
    try {
        m_model->setReadings(readings(state.crossHair()), readings(state.cursors()[0]), readings(state.cursors()[1]));
    } catch (const store::RunFileError &) { // the board reports this error
        return;
    }
    fitColumns();
    const QStringList places = m_model->places();
    const auto bold = [](const QString &place) { return QStringLiteral("<b>%1</b>").arg(place); };
    QStringList lines;
    if (m_model->rowCount() == 0)
        lines << tr("Move the mouse over a plot. Keys A and B pin cursors there.");
    else
        lines << QStringLiteral("<b>%1</b>").arg(m_board->sections().shownName(shownTag()).toHtmlEscaped());
    if (const auto x = state.crossHair(); x && m_model->rowCount() > 0)
        lines << tr("at %1").arg(bold(places.size() == 1 ? places.front() : state.placeText(*x)));
    const auto &[a, b] = state.cursors();
    if (a && b)
        lines << tr("A at %1, B at %2, Δx = %3").arg(bold(state.placeText(*a)), bold(state.placeText(*b)), bold(state.lengthText(*b - *a)));
    m_place->setText(lines.join(QStringLiteral("<br>")));
}

} // namespace lensboard::widgets
