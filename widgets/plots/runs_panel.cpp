#include "widgets/plots/runs_panel.h"

#include "core/store/derived/ensemble_run.h"
#include "widgets/models/shown_runs_model.h"
#include "widgets/plots/plot_board.h"
#include "widgets/plots/plot_theme.h"
#include "widgets/qt_text.h"
#include "widgets/quiet_tree_view.h"

#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QMenu>
#include <QPixmap>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lensboard::widgets {

RunsPanel::RunsPanel(PlotBoard *board, QWidget *parent) : QWidget(parent), m_board(board), m_view(new QuietTreeView(this))
{
    m_view->setModel(new ShownRunsModel(board, this));
    m_view->setObjectName("shownRuns");
    m_view->setAccessibleName(tr("Runs on these plots"));
    m_view->setRootIsDecorated(false);
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setTextElideMode(Qt::ElideMiddle);
    m_view->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_view->header()->setStretchLastSection(false);
    m_view->header()->setSectionResizeMode(ShownRunsModel::Name, QHeaderView::Stretch);
    m_view->header()->setSectionResizeMode(ShownRunsModel::Status, QHeaderView::ResizeToContents);
    m_add = add(tr("Add Run …"), Qt::CTRL | Qt::SHIFT | Qt::Key_A, tr("Lay another run over these plots"));
    m_mean = add(tr("Mean and Band"), Qt::CTRL | Qt::SHIFT | Qt::Key_M, tr("Show the mean of the chosen runs, or of all that are shown, with a standard deviation, of those that have values at a step"));
    m_differences = add(tr("Differences …"), Qt::CTRL | Qt::SHIFT | Qt::Key_D, tr("How the experiments of the chosen runs, or of all, differ"));
    m_remove = add(tr("Take Off"), Qt::CTRL | Qt::Key_Backspace, tr("Take the chosen runs off these plots; their files stay"));
    connect(m_add, &QAction::triggered, this, &RunsPanel::addRequested);
    connect(m_mean, &QAction::triggered, this, &RunsPanel::addMean);
    connect(m_differences, &QAction::triggered, this, [this] { Q_EMIT differencesRequested(chosen()); });
    connect(m_remove, &QAction::triggered, this, &RunsPanel::removeChosen);
    auto *colour = new QAction(tr("Colour"), this);
    auto *colours = new QMenu(this);
    connect(colours, &QMenu::aboutToShow, this, [this, colours] { fillColours(colours); });
    colour->setMenu(colours);
    m_view->addActions(m_actions);
    m_view->addAction(colour);
    auto *buttons = new QHBoxLayout;
    buttons->setContentsMargins(4, 2, 4, 2);
    for (QAction *action : {m_add, m_mean, m_differences}) {
        auto *button = new QToolButton(this);
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        buttons->addWidget(button);
    }
    buttons->addStretch();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_view, 1);
    layout->addLayout(buttons);
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RunsPanel::enableActions);
    connect(board, &PlotBoard::runsChanged, this, &RunsPanel::enableActions);
    enableActions();
}

QAction *RunsPanel::add(const QString &text, const QKeySequence &keys, const QString &tip)
{
    auto *action = new QAction(text, this);
    action->setShortcut(keys);
    action->setToolTip(tip);
    action->setStatusTip(tip);
    m_actions << action;
    return action;
}

/// The selected runs; all that are shown if less than two are selected.
QList<std::size_t> RunsPanel::chosen() const
{
    QList<std::size_t> numbers;
    for (const QModelIndex &row : m_view->selectionModel()->selectedRows())
        numbers << static_cast<std::size_t>(row.row());
    if (numbers.size() < 2) {
        numbers.clear();
        for (std::size_t i = 0; i < m_board->state().runs.size(); ++i)
            if (m_board->state().runs[i]->isVisible)
                numbers << i;
    }
    std::sort(numbers.begin(), numbers.end());
    return numbers;
}

void RunsPanel::addMean()
{
    std::vector<std::shared_ptr<const store::Run>> runs;
    for (const std::size_t number : chosen())
        if (!std::dynamic_pointer_cast<const store::EnsembleRun>(m_board->state().runs[number]->run))
            runs.push_back(m_board->state().runs[number]->run);
    const QString name = tr("mean of %n run(s)", nullptr, static_cast<int>(runs.size()));
    m_board->addRun(std::make_shared<store::EnsembleRun>(name.toStdString(), runs, store::EnsembleRun::Spread::Deviation), name);
}

void RunsPanel::removeChosen()
{
    QList<std::size_t> numbers;
    for (const QModelIndex &row : m_view->selectionModel()->selectedRows())
        numbers << static_cast<std::size_t>(row.row());
    std::sort(numbers.rbegin(), numbers.rend());
    for (const std::size_t number : numbers)
        if (number > 0) // the page's own stays
            m_board->removeRun(number);
}

void RunsPanel::fillColours(QMenu *menu)
{
    menu->clear();
    const PlotTheme theme(palette());
    for (int i = 0; i < PlotTheme::kSeriesColours; ++i) {
        QPixmap swatch(16, 16);
        swatch.fill(theme.series(i));
        menu->addAction(swatch, tr("Colour %1").arg(i + 1), this, [this, i] {
            for (const QModelIndex &row : m_view->selectionModel()->selectedRows())
                m_board->setRunColour(static_cast<std::size_t>(row.row()), i);
        });
    }
}

void RunsPanel::enableActions()
{
    const bool several = m_board->state().runs.size() > 1;
    m_mean->setEnabled(several);
    m_differences->setEnabled(several);
    const auto rows = m_view->selectionModel()->selectedRows();
    m_remove->setEnabled(std::any_of(rows.begin(), rows.end(), [](const QModelIndex &row) { return row.row() > 0; }));
}

} // namespace lensboard::widgets
