#include "widgets/runs/runs_panel.h"

#include "core/record/error.h"
#include "core/runs/run_summary.h"
#include "core/store/derived/ensemble_run.h"
#include "widgets/board/plot_board.h"
#include "widgets/models/run_list_model.h"
#include "widgets/runs/run_table.h"
#include "widgets/runs/run_rows.h"

#include <QAction>
#include <QBoxLayout>
#include <QElapsedTimer>
#include <QEvent>
#include <QMenu>
#include <QPixmap>
#include <QSet>
#include <QToolButton>

#include <algorithm>
#include <chrono>

namespace lensboard::widgets {

namespace {

constexpr auto kUpdateInterval = std::chrono::seconds(1);
constexpr int kSliceMs = 8;
constexpr int kSwatchSize = 16; ///< pixels

} // namespace

RunsPanel::RunsPanel(PlotBoard *board, QWidget *parent) : QWidget(parent), m_board(board), m_table(new RunTable(this, RunTable::Room::Panel))
{
    m_table->view()->setObjectName("shownRuns");
    m_table->view()->setAccessibleName(tr("Runs on these plots"));
    m_table->view()->setMouseTracking(true);
    m_table->view()->viewport()->installEventFilter(this);
    m_table->offerColouring();
    buildActions();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_table);
    connect(m_table, &RunTable::selectionChanged, this, &RunsPanel::enableActions);
    connect(m_table, &RunTable::selectionChanged, this, [this] {
        if (m_table->view()->hasFocus()) // by keyboard, or under the mouse
            pointAt(m_table->view()->selectedRuns());
    });
    connect(m_table, &RunTable::filterChanged, this, &RunsPanel::applyFilter);
    connect(m_table, &RunTable::colouringChosen, this, &RunsPanel::colour);
    connect(m_table, &RunTable::wantedChanged, this, [this] {
        for (Listed &listed : m_listed)
            if (const auto *summary = m_table->runs()->run(listed.path); summary && runs::lacks(*summary, m_table->wanted()))
                listed.isStale = true;
        m_update.start(0);
    });
    connect(m_table->runs(), &RunListModel::checkRequested, this, &RunsPanel::check);
    connect(m_table->view(), &QTreeView::entered, this, [this](const QModelIndex &row) { pointAt(RunRows::runsOf(row.siblingAtColumn(0))); });
    connect(m_table->view(), &QTreeView::viewportEntered, this, [this] { pointAt({}); });
    connect(m_table->view(), &QTreeView::doubleClicked, this, [this](const QModelIndex &row) { solo(RunRows::runsOf(row.siblingAtColumn(0))); });
    connect(board, &PlotBoard::runsChanged, this, &RunsPanel::takeRuns);
    connect(&board->state(), &BoardState::runPointed, this, [this] {
        const auto pointed = std::ranges::find(m_listed, m_board->state().pointedRun(), &Listed::shown);
        m_table->runs()->setPointed(pointed == m_listed.end() ? QString() : pointed->path);
    });
    connect(&m_update, &QTimer::timeout, this, &RunsPanel::follow);
    m_check.setSingleShot(true);
    connect(&m_check, &QTimer::timeout, this, &RunsPanel::applyChecks);
    takeRuns();
}

void RunsPanel::buildActions()
{
    auto *addRun = add(tr("Add Run …"), Qt::CTRL | Qt::SHIFT | Qt::Key_A, tr("Lay another run over these plots"));
    m_mean = add(tr("Mean and Band"), Qt::CTRL | Qt::SHIFT | Qt::Key_M,
                 tr("Show mean and standard deviation of the chosen runs, or of all shown runs. Each step counts only the runs with values there. "
                    "In a grouped list, each group's mean replaces its runs"));
    m_differences = add(tr("Differences …"), Qt::CTRL | Qt::SHIFT | Qt::Key_D, tr("How the experiments of the chosen runs, or of all, differ"));
    m_solo = add(tr("Show These Runs Only"), Qt::CTRL | Qt::SHIFT | Qt::Key_H, tr("Hide all runs but the chosen ones"));
    m_all = add(tr("Show All Runs"), Qt::CTRL | Qt::SHIFT | Qt::Key_J, tr("Show the runs that are hidden"));
    auto *search = add(tr("Search Runs"), Qt::CTRL | Qt::ALT | Qt::Key_G, tr("Choose the runs on these plots by words or by a condition"));
    m_remove = add(tr("Take Off"), Qt::CTRL | Qt::Key_Backspace, tr("Take the chosen runs off these plots; their files stay"));
    connect(addRun, &QAction::triggered, this, &RunsPanel::addRequested);
    connect(m_mean, &QAction::triggered, this, &RunsPanel::addMeans);
    connect(m_differences, &QAction::triggered, this, [this] { Q_EMIT differencesRequested(numbersOf(chosen())); });
    connect(m_solo, &QAction::triggered, this, [this] { solo(m_table->view()->selectedRuns()); });
    connect(m_all, &QAction::triggered, this, [this] { solo({}); });
    connect(search, &QAction::triggered, this, &RunsPanel::searchRequested);
    connect(search, &QAction::triggered, m_table, &RunTable::search);
    connect(m_remove, &QAction::triggered, this, &RunsPanel::removeChosen);
    auto *colour = new QAction(tr("Colour"), this);
    auto *colours = new QMenu(this);
    connect(colours, &QMenu::aboutToShow, this, [this, colours] { fillColours(colours); });
    colour->setMenu(colours);
    m_table->view()->addActions(m_actions);
    m_table->view()->addAction(colour);
    m_table->actionBar()->setContentsMargins(4, 2, 4, 2);
    for (QAction *action : {addRun, m_mean, m_differences}) {
        auto *button = new QToolButton(this);
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        m_table->actionBar()->addWidget(button);
    }
    m_table->actionBar()->addStretch();
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

bool RunsPanel::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Leave)
        pointAt({});
    return QWidget::eventFilter(watched, event);
}

// ---- the board's runs in the table

void RunsPanel::takeRuns()
{
    dropGone();
    for (std::size_t number = 0; number < m_board->state().runs.size(); ++number)
        list(number);
    if (std::ranges::any_of(m_listed, &Listed::isStale))
        m_update.start(0); // combines many changes
    showStyles();
    enableActions();
}

void RunsPanel::dropGone()
{
    const auto &runs = m_board->state().runs;
    std::erase_if(m_listed, [&](const Listed &listed) {
        const bool isThere = std::ranges::any_of(runs, [&](const auto &run) { return run.get() == listed.shown && run->run == listed.run; });
        if (!isThere)
            m_table->runs()->remove(listed.path);
        return !isThere;
    });
}

/// Listed runs have the numbers below \p number.
void RunsPanel::list(std::size_t number)
{
    const ShownRun &run = *m_board->state().runs[number];
    if (number == m_listed.size())
        m_listed.push_back({&run, run.run, {}, {}});
    Listed &listed = m_listed[number];
    const QString wanted = !run.path.isEmpty() ? run.path : !run.name.isEmpty() ? run.name : QStringLiteral("–");
    listed.isStale = std::exchange(listed.name, run.name) != run.name || listed.isStale;
    if (listed.path == wanted)
        return;
    m_table->runs()->remove(std::exchange(listed.path, QString()));
    QString path = wanted;
    for (int copy = 2; find(path); ++copy) // two means of equally many runs
        path = QStringLiteral("%1 (%2)").arg(wanted).arg(copy);
    listed.path = path;
    listed.isStale = true;
}

void RunsPanel::setVerdict(const store::Run *run, const std::optional<record::RunVerdict> &verdict)
{
    const auto listed = std::ranges::find_if(m_listed, [run](const Listed &each) { return each.run.get() == run; });
    if (listed == m_listed.end() || std::exchange(listed->verdict, verdict) == verdict)
        return;
    listed->isStale = true;
    m_update.start(0);
}

void RunsPanel::follow()
{
    for (Listed &listed : m_listed)
        listed.isStale = !listed.run->since(listed.cursor).empty() || listed.isStale;
    summariseStale();
}

/// Continues with the remaining runs in the next slice.
void RunsPanel::summariseStale()
{
    QElapsedTimer slice;
    slice.start();
    const auto before = std::ranges::count_if(m_listed, &Listed::isStale);
    for (Listed &listed : m_listed)
        if (listed.isStale && slice.elapsed() <= kSliceMs)
            summarise(listed);
    const auto left = std::ranges::count_if(m_listed, &Listed::isStale);
    m_update.start(left > 0 ? std::chrono::seconds(0) : kUpdateInterval);
    if (left == before)
        return;
    showStyles(); // first: columns are fitted to their contents
    m_table->refresh();
    applyFilter();
    colour();
}

/// A run that cannot be read any more shows that error.
void RunsPanel::summarise(Listed &listed)
{
    runs::RunSummary summary;
    try {
        listed.run->since(listed.cursor); // first: later changes are read next time
        summary = runs::summarise(listed.path.toStdString(), *listed.run, m_table->wanted());
    } catch (const std::exception &error) {
        summary.path = listed.path.toStdString();
        summary.isReadable = false;
        summary.message = record::messageOf(error);
    }
    summary.name = (listed.name.isEmpty() ? listed.path : listed.name).toStdString(); // name used in the window
    summary.givenName.clear();
    if (listed.verdict)
        summary.verdict = listed.verdict;
    m_table->runs()->put(summary);
    listed.isStale = false;
}

void RunsPanel::showStyles()
{
    for (const Listed &listed : m_listed)
        m_table->runs()->setStyle(listed.path, listed.shown->style);
}

// ---- styles of runs

void RunsPanel::applyFilter()
{
    const QStringList shown = m_table->view()->shownRuns();
    const QSet<QString> found(shown.begin(), shown.end());
    std::vector<RunStyle> styles = m_board->runStyles();
    for (std::size_t i = 0; i < m_listed.size(); ++i)
        styles[i].isFound = m_listed[i].isStale || found.contains(m_listed[i].path);
    m_board->setRunStyles(styles);
    m_table->setCaption(m_table->isFiltered() ? m_table->foundText() : QString(), {});
}

void RunsPanel::colour()
{
    if (!m_table->colouredBy() && !m_isColoured)
        return;
    m_isColoured = m_table->colouredBy().has_value();
    std::vector<RunStyle> styles = m_board->runStyles();
    const std::vector<RunColour> colours = chosenColours();
    for (std::size_t i = 0; i < styles.size(); ++i)
        styles[i].colour = colours[i];
    m_board->setRunStyles(styles);
}

/// Returns colours by the value of the chosen column; without one, each run has its own colour.
std::vector<RunColour> RunsPanel::chosenColours() const
{
    std::vector<runs::RunValue> values;
    std::vector<RunColour> own;
    for (const Listed &listed : m_listed) {
        own.push_back({static_cast<int>(own.size())});
        const runs::RunSummary *summary = m_table->runs()->run(listed.path);
        values.push_back(m_table->colouredBy() && summary ? runs::valueOf(*summary, *m_table->colouredBy()) : runs::RunValue());
    }
    return m_table->colouredBy() ? coloursOf(values) : own;
}

/// Checks or unchecks a run; if it is one of several selected runs, all of them.
void RunsPanel::check(const QString &path, bool checked)
{
    const QStringList selected = m_table->view()->selectedRuns();
    for (const QString &each : selected.contains(path) ? selected : QStringList(path))
        m_checks.emplace_back(each, checked);
    m_check.start(0);
}

void RunsPanel::applyChecks()
{
    std::vector<RunStyle> styles = m_board->runStyles();
    for (const auto &[path, checked] : std::exchange(m_checks, {}))
        if (const Listed *listed = find(path))
            styles[static_cast<std::size_t>(listed - m_listed.data())].isChecked = checked;
    m_board->setRunStyles(styles);
}

/// Shows only \p paths; all if it is empty, or only these are shown already.
void RunsPanel::solo(const QStringList &paths)
{
    std::vector<RunStyle> styles = m_board->runStyles();
    const auto isOne = [&](std::size_t i) { return paths.contains(m_listed[i].path); };
    bool areAlone = true;
    for (std::size_t i = 0; i < styles.size(); ++i)
        areAlone = areAlone && styles[i].isChecked == isOne(i);
    for (std::size_t i = 0; i < styles.size(); ++i)
        styles[i].isChecked = paths.isEmpty() || areAlone || isOne(i);
    m_board->setRunStyles(styles);
}

void RunsPanel::pointAt(const QStringList &paths)
{
    const Listed *listed = paths.size() == 1 ? find(paths.front()) : nullptr;
    m_board->state().pointAt(listed ? listed->shown : nullptr);
}

const RunsPanel::Listed *RunsPanel::find(const QString &path) const
{
    const auto found = std::ranges::find(m_listed, path, &Listed::path);
    return found == m_listed.end() ? nullptr : &*found;
}

// ---- actions

/// Returns the selected runs; all shown runs if fewer than two are selected.
QStringList RunsPanel::chosen() const
{
    QStringList paths = m_table->view()->selectedRuns();
    if (paths.size() >= 2)
        return paths;
    paths.clear();
    for (const Listed &listed : m_listed)
        if (listed.shown->style.isVisible())
            paths << listed.path;
    return paths;
}

QList<std::size_t> RunsPanel::numbersOf(const QStringList &paths) const
{
    QList<std::size_t> numbers;
    for (std::size_t i = 0; i < m_listed.size(); ++i)
        if (paths.contains(m_listed[i].path))
            numbers << i;
    return numbers;
}

void RunsPanel::addMeans()
{
    const QStringList wanted = chosen();
    for (const auto &[group, members] : m_table->view()->groups()) {
        QStringList averaged;
        std::ranges::copy_if(members, std::back_inserter(averaged), [&](const QString &path) { return wanted.contains(path) && !find(path)->shown->mean(); });
        if (averaged.size() > 1)
            addMean(group, averaged);
    }
}

void RunsPanel::addMean(const QString &group, const QStringList &members)
{
    const QList<std::size_t> numbers = numbersOf(members);
    std::vector<std::shared_ptr<const store::Run>> runs;
    for (const std::size_t number : numbers)
        runs.push_back(m_listed[number].run);
    const QString mean = tr("mean of %n run(s)", nullptr, static_cast<int>(runs.size()));
    const QString name = group.isEmpty() ? mean : QStringLiteral("%1, %2").arg(group, mean);
    m_board->addRun(std::make_shared<store::EnsembleRun>(name.toStdString(), runs, store::EnsembleRun::Spread::Deviation), name);
    if (group.isEmpty())
        return;
    std::vector<RunStyle> styles = m_board->runStyles();
    for (const std::size_t number : numbers)
        styles[number].isChecked = false;
    m_board->setRunStyles(styles);
}

void RunsPanel::removeChosen()
{
    QList<std::size_t> numbers = numbersOf(m_table->view()->selectedRuns());
    std::ranges::reverse(numbers);
    for (const std::size_t number : numbers)
        if (number > 0) // the page's own run stays
            m_board->removeRun(number);
}

void RunsPanel::fillColours(QMenu *menu)
{
    menu->clear();
    const PlotTheme theme(palette());
    for (int i = 0; i < PlotTheme::kSeriesColours; ++i) {
        QPixmap swatch(kSwatchSize, kSwatchSize);
        swatch.fill(theme.series(i));
        menu->addAction(swatch, tr("Colour %1").arg(i + 1), this, [this, i] {
            std::vector<RunStyle> styles = m_board->runStyles();
            for (const std::size_t number : numbersOf(m_table->view()->selectedRuns()))
                styles[number].colour = {i};
            m_board->setRunStyles(styles);
        });
    }
}

void RunsPanel::enableActions()
{
    const QList<std::size_t> selected = numbersOf(m_table->view()->selectedRuns());
    const auto &runs = m_board->state().runs;
    m_mean->setEnabled(runs.size() > 1);
    m_differences->setEnabled(runs.size() > 1);
    m_solo->setEnabled(!selected.isEmpty() && runs.size() > 1);
    m_all->setEnabled(std::ranges::any_of(runs, [](const auto &run) { return !run->style.isChecked; }));
    m_remove->setEnabled(std::ranges::any_of(selected, [](std::size_t number) { return number > 0; }));
}

} // namespace lensboard::widgets
