#include "widgets/plots/readout_panel.h"

#include "core/store/run_file_format.h"
#include "widgets/models/readout_model.h"
#include "widgets/plots/plot_board.h"
#include "widgets/plots/tag_plot.h"
#include "widgets/qt_text.h"

#include <QHeaderView>
#include <QLabel>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace lensboard::widgets {

namespace {

constexpr int kSoonMs = 30;

} // namespace

ReadoutPanel::ReadoutPanel(PlotBoard *board, QWidget *parent)
    : QWidget(parent), m_board(board), m_model(new ReadoutModel(this)), m_place(new QLabel(this)), m_view(new QTreeView(this))
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
    m_view->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_view->header()->setSectionResizeMode(ReadoutModel::Layer, QHeaderView::Stretch);
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
    connect(board, &PlotBoard::currentChanged, this, soon);
    connect(board, &PlotBoard::runsChanged, this, [this] {
        m_model->setReadings({}, {}, {}); // they tell of runs that may be gone
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

std::vector<Reading> ReadoutPanel::readings(std::optional<double> x) const
{
    if (!x)
        return {};
    std::vector<Reading> readings = m_board->readings(m_only ? text(m_only->tag().name) : m_board->currentTag(), *x);
    if (m_only)
        std::erase_if(readings, [this](const Reading &reading) {
            return std::ranges::none_of(m_only->series(), [&](const ShownSeries &each) {
                return each.run == reading.series.run && each.index == reading.series.index;
            });
        });
    return readings;
}

void ReadoutPanel::showValues()
{
    if (!isVisible() && m_model->rowCount() > 0)
        return m_model->setReadings({}, {}, {});
    const BoardState &state = m_board->state();
    const QString tag = m_only ? text(m_only->tag().name) : m_board->currentTag();
    try {
        m_model->setReadings(readings(state.crossHair()), readings(state.cursors()[0]), readings(state.cursors()[1]));
    } catch (const store::RunFileError &) { // the board tells
        return;
    }
    const bool severalRuns = state.visibleRuns().size() > 1;
    m_view->setColumnHidden(ReadoutModel::Run, !severalRuns);
    const QStringList places = m_model->places();
    m_view->setColumnHidden(ReadoutModel::Place, places.size() < 2);
    m_view->setColumnHidden(ReadoutModel::AtA, !state.cursors()[0]);
    m_view->setColumnHidden(ReadoutModel::AtB, !state.cursors()[1]);
    m_view->setColumnHidden(ReadoutModel::Change, !state.cursors()[0] || !state.cursors()[1]);
    m_view->header()->setSectionResizeMode(ReadoutModel::Layer, m_model->hasCursors() ? QHeaderView::ResizeToContents : QHeaderView::Stretch);
    const auto bold = [](const QString &place) { return QStringLiteral("<b>%1</b>").arg(place); };
    QStringList lines;
    if (m_model->rowCount() == 0)
        lines << tr("Move the mouse over a plot. Keys A and B pin cursors there.");
    else
        lines << QStringLiteral("<b>%1</b>").arg(tag.toHtmlEscaped());
    if (const auto x = state.crossHair(); x && m_model->rowCount() > 0)
        lines << tr("at %1").arg(bold(places.size() == 1 ? places.front() : state.placeText(*x)));
    const auto &[a, b] = state.cursors();
    if (a && b)
        lines << tr("A at %1, B at %2, Δx = %3").arg(bold(state.placeText(*a)), bold(state.placeText(*b)), bold(state.lengthText(*b - *a)));
    m_place->setText(lines.join(QStringLiteral("<br>")));
}

} // namespace lensboard::widgets
