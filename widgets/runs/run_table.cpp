#include "widgets/runs/run_table.h"

#include "widgets/models/run_list_model.h"
#include "widgets/qt_text.h"
#include "widgets/quiet_tree_view.h"
#include "widgets/runs/columns_dialog.h"
#include "widgets/runs/run_groups.h"
#include "widgets/runs/run_insights.h"
#include "widgets/runs/run_table_delegate.h"
#include "widgets/runs/run_table_proxy.h"
#include "widgets/search_field.h"
#include "widgets/table_text.h"

#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QSet>
#include <QShortcut>
#include <QSplitter>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <initializer_list>

namespace lensboard::widgets {

using runs::RunColumn;
using Shows = runs::RunColumn::Shows;

namespace {

constexpr std::size_t kMaxFields = 5, kMaxQuantities = 3; ///< limits for automatic columns
constexpr int kWidestColumn = 260, kWidestName = 360, kWidestNameInPanel = 200;

std::vector<RunColumn> columnsFrom(const QStringList &texts)
{
    std::vector<RunColumn> columns;
    for (const QString &each : texts)
        if (const auto column = runs::columnFromText(each.toStdString()); column && std::ranges::find(columns, *column) == columns.end())
            columns.push_back(*column);
    return columns;
}

/// Calls \p function for \p row, or for each run of a group.
template<typename Function>
void forEachRun(const QModelIndex &row, const Function &function)
{
    if (const QString path = row.data(RunListModel::kPathRole).toString(); !path.isEmpty())
        return function(row);
    for (int child = 0; child < row.model()->rowCount(row); ++child)
        function(row.model()->index(child, 0, row));
}

template<typename Function>
void forEachRun(const QAbstractItemModel &rows, const Function &function)
{
    for (int row = 0; row < rows.rowCount(); ++row)
        forEachRun(rows.index(row, 0), function);
}

/// Merges neighbours into ranges, because selecting many ranges is slow.
QItemSelection selectionOf(const QAbstractItemModel &rows, const QStringList &paths)
{
    const QSet<QString> chosen(paths.begin(), paths.end());
    QItemSelection selection;
    forEachRun(rows, [&](const QModelIndex &run) {
        if (!chosen.contains(run.data(RunListModel::kPathRole).toString()))
            return;
        if (!selection.isEmpty() && selection.last().bottom() + 1 == run.row() && selection.last().parent() == run.parent())
            selection.last() = QItemSelectionRange(selection.last().topLeft(), run);
        else
            selection.append(QItemSelectionRange(run));
    });
    return selection;
}

void addRow(QBoxLayout *layout, std::initializer_list<QLayout *> layouts, std::initializer_list<QWidget *> widgets, const QWidget *wide)
{
    auto *row = new QHBoxLayout;
    for (QLayout *each : layouts)
        row->addLayout(each);
    for (QWidget *each : widgets)
        row->addWidget(each, each == wide ? 1 : 0);
    layout->addLayout(row);
}

} // namespace

RunTable::RunTable(QWidget *parent, Room room)
    : QWidget(parent), m_room(room), m_runs(new RunListModel(this)), m_shown(new RunTableProxy(m_runs, this)),
      m_groups(new RunGroups(m_shown, m_runs, this)), m_insights(new RunInsights(m_runs, m_shown, this)), m_caption(new QLabel(this)),
      m_clear(new QToolButton(this)), m_problem(new QLabel(this)), m_bar(new QHBoxLayout), m_viewMenu(new QMenu(this)),
      m_automatic(new QAction(tr("Columns That &Differ"), this)), m_view(room == Room::Page ? new QTreeView(this) : new QuietTreeView(this)),
      m_sortedBy{room == Room::Page ? Shows::Begun : Shows::Name}
{
    m_search = new SearchField(room == Room::Page ? tr("Search, or: lr < 0.01 and val_accuracy > 0.9") : tr("Search, or: lr < 0.01"), m_view, this);
    buildView();
    buildBar();
    connect(m_runs, &RunListModel::contentChanged, this, [this] { m_runsChanged = true; });
    sort(m_sortedBy, room == Room::Page ? Qt::DescendingOrder : Qt::AscendingOrder);
}

void RunTable::buildView()
{
    m_view->setObjectName("runList");
    m_view->setAccessibleName(tr("Runs"));
    m_view->setAlternatingRowColors(true);
    m_view->setUniformRowHeights(true);
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->setSortingEnabled(true);
    m_view->setItemDelegate(new RunTableDelegate(m_view));
    QHeaderView *header = m_view->header();
    header->setSectionsMovable(true);
    header->setFirstSectionMovable(false);
    header->setResizeContentsPrecision(100);
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header, &QHeaderView::customContextMenuRequested, this, &RunTable::showHeaderMenu);
    connect(header, &QHeaderView::sectionMoved, this, &RunTable::takeOrderOfHeader, Qt::QueuedConnection);
    connect(header, &QHeaderView::sectionResized, this, [this, header](int section) {
        m_isSizedByHand = m_isSizedByHand || (!m_isFitting && header->visualIndex(section) < header->count() - 1);
    });
    connect(header, &QHeaderView::sortIndicatorChanged, this, [this](int section) {
        if (section < 0 || section >= m_runs->columnCount())
            return;
        m_sortedBy = m_runs->columns()[static_cast<std::size_t>(section)];
        Q_EMIT stateChanged();
    });
    m_view->setModel(m_shown);
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RunTable::selectionChanged);
    m_view->setRootIsDecorated(false);
    for (QAbstractItemModel *rows : {static_cast<QAbstractItemModel *>(m_shown), static_cast<QAbstractItemModel *>(m_groups)}) { // after its slots
        connect(rows, &QAbstractItemModel::modelAboutToBeReset, this, [this, rows] {
            if (rows == this->rows())
                keepPlace();
        });
        connect(rows, &QAbstractItemModel::modelReset, this, [this, rows] {
            if (rows == this->rows())
                returnToPlace();
        });
    }
    connect(m_shown, &QAbstractItemModel::rowsRemoved, this, &RunTable::selectionChanged);
    connect(m_groups, &QAbstractItemModel::rowsInserted, this, [this](const QModelIndex &parent, int first) {
        if (m_isGrouped && !parent.isValid())
            m_view->expand(m_groups->index(first, 0));
    });
}

void RunTable::buildBar()
{
    const QString tip = tr("Words: the runs whose name, file, notes and status hold all of them.\n"
                           "A condition, such as lr < 0.01, with <, <=, >, >=, =, != or ~, which means “contains”; several are joined by AND, OR, "
                           "NOT and parentheses. MIN(x) and MAX(x) are of all values of x, MEAN(x) is of the last ten, x alone is the last one. Names with blanks stand "
                           "in `backquotes`.");
    m_search->setToolTip("<p>" + tip.toHtmlEscaped().replace('\n', "</p><p>") + "</p>");
    m_search->setObjectName("runSearch");
    connect(m_search, &QLineEdit::textChanged, this, [this] {
        applyFilter();
        Q_EMIT stateChanged();
    });
    if (m_room == Room::Page) // beside plots, the shortcuts belong to the plots
        new QShortcut(QKeySequence::Find, this, this, &RunTable::search, Qt::WidgetWithChildrenShortcut);
    m_clear->setText(tr("Clear Search"));
    m_clear->setObjectName("clearSearch");
    m_clear->hide();
    connect(m_clear, &QToolButton::clicked, m_search, &QLineEdit::clear);
    m_automatic->setCheckable(true);
    m_automatic->setChecked(true);
    m_automatic->setObjectName("automaticColumns");
    connect(m_automatic, &QAction::triggered, this, [this](bool on) {
        if (on)
            chooseColumnsByThemselves();
        Q_EMIT stateChanged();
    });
    m_viewMenu->addAction(m_automatic);
    m_viewMenu->addAction(tr("&Choose Columns …"), this, &RunTable::askForColumns)->setObjectName("chooseColumns");
    auto *columns = new QToolButton(this);
    columns->setText(tr("Columns"));
    columns->setObjectName("columns");
    columns->setToolTip(tr("Which columns the table has, and views of it that were saved"));
    columns->setPopupMode(QToolButton::InstantPopup);
    columns->setMenu(m_viewMenu);
    m_problem->setObjectName("filterProblem");
    m_problem->setWordWrap(true);
    m_problem->hide();
    m_caption->setObjectName("runCount");
    m_caption->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    if (m_room == Room::Page) {
        m_search->setMinimumWidth(m_search->fontMetrics().horizontalAdvance(m_search->placeholderText()) + 48);
        addRow(layout, {m_bar}, {m_caption, m_clear, m_search, columns, m_insights->button()}, m_caption);
        layout->addWidget(m_problem);
        layout->addWidget(makeSplitter(), 1);
    } else {
        layout->setSpacing(0);
        addRow(layout, {}, {m_search, columns, m_insights->button()}, m_search);
        layout->addWidget(m_problem);
        layout->addWidget(makeSplitter(), 1);
        addRow(layout, {}, {m_caption, m_clear}, m_caption);
        layout->addLayout(m_bar);
    }
    setTabOrder(columns, m_insights->button());
}

void RunTable::search()
{
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

QWidget *RunTable::makeSplitter()
{
    auto *splitter = new QSplitter(Qt::Vertical, this);
    splitter->setObjectName(m_room == Room::Page ? "insightsOfRuns" : "insightsBesidePlots");
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(m_view);
    splitter->addWidget(m_insights);
    connect(m_insights, &RunInsights::runsChosen, this, &RunTable::selectRuns);
    connect(m_insights, &RunInsights::stateChanged, this, &RunTable::stateChanged);
    connect(this, &RunTable::selectionChanged, m_insights, [this] { m_insights->highlight(selectedRuns()); });
    return splitter;
}

void RunTable::setCaption(const QString &text, const QString &tip)
{
    m_caption->setText(text);
    m_caption->setToolTip(tip.isEmpty() ? text : tip);
    m_caption->setVisible(m_room == Room::Page || !text.isEmpty());
    m_clear->setVisible(isFiltered() && shownCount() == 0);
}

void RunTable::addToViewMenu(QMenu *menu)
{
    menu->setParent(m_viewMenu, menu->windowFlags());
    m_viewMenu->addMenu(menu);
}

/// Returns the selected runs from top to bottom. A selected group selects its runs.
QStringList RunTable::selectedRuns() const
{
    QModelIndexList rows = m_view->selectionModel()->selectedRows();
    const auto place = [](const QModelIndex &row) {
        return row.parent().isValid() ? std::pair(row.parent().row(), row.row()) : std::pair(row.row(), -1);
    };
    std::ranges::sort(rows, {}, place);
    QStringList paths;
    for (const QModelIndex &row : rows)
        paths << runsOf(row);
    paths.removeDuplicates();
    return paths;
}

QStringList RunTable::runsOf(const QModelIndex &row)
{
    QStringList paths;
    if (row.isValid())
        forEachRun(row, [&](const QModelIndex &run) { paths << run.data(RunListModel::kPathRole).toString(); });
    return paths;
}

QStringList RunTable::shownRuns() const
{
    QStringList paths;
    forEachRun(*rows(), [&](const QModelIndex &run) { paths << run.data(RunListModel::kPathRole).toString(); });
    return paths;
}

std::vector<std::pair<QString, QStringList>> RunTable::groups() const
{
    if (!m_isGrouped)
        return {{QString(), shownRuns()}};
    std::vector<std::pair<QString, QStringList>> groups;
    for (int row = 0; row < m_groups->rowCount(); ++row) {
        const QModelIndex group = m_groups->index(row, 0);
        groups.emplace_back(m_groups->nameOf(group), runsOf(group));
    }
    return groups;
}

void RunTable::selectRuns(const QStringList &paths)
{
    const QItemSelection selection = selectionOf(*rows(), paths);
    m_view->selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    if (!selection.isEmpty())
        m_view->scrollTo(selection.first().topLeft());
}

int RunTable::shownCount() const
{
    return m_shown->rowCount();
}

bool RunTable::isFiltered() const
{
    return m_shown->isFiltered();
}

QString RunTable::foundText() const
{
    return tr("%1 of %Ln run(s) match", nullptr, m_runs->rowCount()).arg(shownCount());
}

QVariantMap RunTable::state() const
{
    QVariantMap state;
    QStringList columns;
    for (const RunColumn &column : m_runs->columns())
        columns << text(runs::toText(column));
    if (!m_automatic->isChecked())
        state["columns"] = columns;
    state["filter"] = m_search->text();
    state["sortedBy"] = text(runs::toText(m_sortedBy));
    state["descending"] = m_view->header()->sortIndicatorOrder() == Qt::DescendingOrder;
    state["baseline"] = m_runs->baseline();
    state["insights"] = m_insights->state();
    if (m_isGrouped)
        state["groupedBy"] = text(runs::toText(m_groups->column()));
    return state;
}

void RunTable::setState(const QVariantMap &state)
{
    m_runs->setBaseline(state["baseline"].toString());
    m_sortedBy = runs::columnFromText(state["sortedBy"].toString().toStdString()).value_or(m_sortedBy);
    const bool isDescending = m_view->header()->sortIndicatorOrder() == Qt::DescendingOrder;
    const Qt::SortOrder order = state.value("descending", isDescending).toBool() ? Qt::DescendingOrder : Qt::AscendingOrder;
    m_view->header()->setSortIndicator(m_view->header()->sortIndicatorSection(), order);
    std::vector<RunColumn> columns = columnsFrom(state["columns"].toStringList());
    m_automatic->setChecked(columns.empty());
    if (columns.empty())
        chooseColumnsByThemselves();
    else
        putColumns(std::move(columns));
    groupBy(runs::columnFromText(state["groupedBy"].toString().toStdString()));
    m_search->setText(state["filter"].toString());
    applyFilter();
    if (state.contains("insights"))
        m_insights->setState(state["insights"].toMap());
}

void RunTable::chooseColumnsByThemselves()
{
    m_automatic->setChecked(true);
    std::vector<RunColumn> columns{{Shows::Name}};
    const auto add = [&](std::initializer_list<Shows> shown) {
        for (const Shows each : shown)
            columns.push_back({each});
    };
    if (m_room == Room::Page)
        add({Shows::Status, Shows::Curve});
    if (std::ranges::any_of(m_runs->runs(), [](const auto *run) { return run->verdict.has_value(); }))
        add({Shows::Health});
    for (RunColumn &column : runs::tellingColumns(m_runs->runs(), kMaxFields, kMaxQuantities))
        columns.push_back(std::move(column));
    if (m_room == Room::Page)
        add({Shows::Ticks, Shows::Duration, Shows::Begun, Shows::Notes});
    else
        add({Shows::Status});
    putColumns(std::move(columns));
}

void RunTable::chooseColumns(std::vector<RunColumn> columns)
{
    m_automatic->setChecked(false);
    putColumns(std::move(columns));
    Q_EMIT stateChanged();
}

/// Puts the name first, because it identifies the run and is edited by the view.
void RunTable::putColumns(std::vector<RunColumn> columns)
{
    std::erase(columns, RunColumn{Shows::Name});
    columns.insert(columns.begin(), {Shows::Name});
    if (columns == m_runs->columns())
        return;
    const Qt::SortOrder order = m_view->header()->sortIndicatorOrder();
    const RunColumn sortedBy = m_sortedBy;
    m_runs->setColumns(std::move(columns));
    sort(sortedBy, order);
    fitColumns();
    noteWanted();
}

void RunTable::noteWanted()
{
    std::vector<RunColumn> used = m_shown->filterColumns();
    used.insert(used.end(), m_runs->columns().begin(), m_runs->columns().end());
    if (m_isGrouped)
        used.push_back(m_groups->column());
    runs::QuantityNames wanted;
    for (const RunColumn &column : used)
        if (runs::isOfQuantity(column.shows))
            wanted.insert(column.key);
    if (std::exchange(m_wanted, wanted) != wanted)
        Q_EMIT wantedChanged();
}

void RunTable::groupBy(const std::optional<RunColumn> &column)
{
    if (column)
        m_groups->setColumn(*column);
    if (m_isGrouped == column.has_value())
        return;
    const QSignalBlocker quiet(m_view->header());
    keepPlace();
    m_isGrouped = column.has_value();
    showRows(rows());
    returnToPlace();
    fitColumns();
}

QAbstractItemModel *RunTable::rows() const
{
    return m_isGrouped ? static_cast<QAbstractItemModel *>(m_groups) : m_shown;
}

void RunTable::showRows(QAbstractItemModel *rows)
{
    const QItemSelectionModel *before = m_view->selectionModel();
    const Qt::SortOrder order = m_view->header()->sortIndicatorOrder();
    m_view->setModel(rows);
    delete before;
    m_view->setRootIsDecorated(m_isGrouped);
    sort(m_sortedBy, order);
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RunTable::selectionChanged);
}

void RunTable::keepPlace()
{
    m_place = {selectedRuns(), {}, m_view->currentIndex().data(RunListModel::kPathRole).toString(), m_view->verticalScrollBar()->value()};
    for (int row = 0; m_isGrouped && row < m_groups->rowCount(); ++row)
        if (const QModelIndex group = m_groups->index(row, 0); !m_view->isExpanded(group))
            m_place.collapsed << group.data(RunGroups::kValueRole).toString();
}

void RunTable::returnToPlace()
{
    for (int row = 0; m_isGrouped && row < m_groups->rowCount(); ++row) {
        const QModelIndex group = m_groups->index(row, 0);
        m_view->setExpanded(group, !m_place.collapsed.contains(group.data(RunGroups::kValueRole).toString()));
    }
    m_view->selectionModel()->select(selectionOf(*rows(), m_place.selected), QItemSelectionModel::Select | QItemSelectionModel::Rows);
    forEachRun(*rows(), [this](const QModelIndex &index) {
        if (index.data(RunListModel::kPathRole).toString() == m_place.current)
            m_view->selectionModel()->setCurrentIndex(index, QItemSelectionModel::NoUpdate);
    });
    m_view->verticalScrollBar()->setValue(m_place.scrolled);
    m_place = {};
}

void RunTable::sort(const RunColumn &column, Qt::SortOrder order)
{
    const QSignalBlocker quiet(m_view->header()); // not a choice of the user
    m_view->sortByColumn(std::max(m_runs->section(column), 0), order);
    m_sortedBy = column;
}

void RunTable::fitColumns()
{
    const QScopedValueRollback fitting(m_isFitting, true);
    for (int section = 0; section < m_runs->columnCount(); ++section) {
        m_view->resizeColumnToContents(section);
        const int widest = section > 0 ? kWidestColumn : m_room == Room::Page ? kWidestName : kWidestNameInPanel;
        m_view->setColumnWidth(section, std::min(m_view->columnWidth(section) + 12, widest));
    }
}

void RunTable::takeOrderOfHeader()
{
    const QHeaderView *header = m_view->header();
    std::vector<RunColumn> columns;
    for (int place = 0; place < header->count(); ++place)
        columns.push_back(m_runs->columns()[static_cast<std::size_t>(header->logicalIndex(place))]);
    if (columns != m_runs->columns())
        chooseColumns(std::move(columns));
}

void RunTable::showHeaderMenu(const QPoint &where)
{
    QMenu menu(this);
    fillHeaderMenu(menu, m_view->header()->logicalIndexAt(where));
    menu.exec(m_view->header()->mapToGlobal(where));
}

void RunTable::fillHeaderMenu(QMenu &menu, int section)
{
    if (section > 0) {
        std::vector<RunColumn> others = m_runs->columns();
        others.erase(others.begin() + section);
        const RunColumn column = m_runs->columns()[static_cast<std::size_t>(section)];
        const QString title = columnTitle(column);
        menu.addAction(tr("&Hide “%1”").arg(title), this, [this, others] { chooseColumns(others); });
        if (!m_isGrouped || m_groups->column() != column)
            menu.addAction(tr("&Group by “%1”").arg(title), this, [this, column] {
                groupBy(column);
                Q_EMIT stateChanged();
            })->setObjectName("groupBy");
        if (m_offersColouring && m_colouredBy != column && column.shows != Shows::Curve)
            menu.addAction(tr("&Colour by “%1”").arg(title), this, [this, column] { colourBy(column); })->setObjectName("colourBy");
    }
    if (m_isGrouped)
        menu.addAction(tr("Do &Not Group"), this, [this] {
            groupBy({});
            Q_EMIT stateChanged();
        });
    if (m_colouredBy)
        menu.addAction(tr("Colour &Each Run"), this, [this] { colourBy({}); })->setObjectName("colourEach");
    menu.addSeparator();
    menu.addActions(m_viewMenu->actions());
}

void RunTable::colourBy(const std::optional<RunColumn> &column)
{
    m_colouredBy = column;
    Q_EMIT colouringChosen();
}

void RunTable::askForColumns()
{
    ColumnsDialog dialog(runs::columnsOf(m_runs->runs()), m_runs->columns(), this);
    if (dialog.exec() == QDialog::Accepted)
        chooseColumns(dialog.chosen());
}

void RunTable::toggleBaseline()
{
    const QString selected = selectedRuns().value(0);
    m_runs->setBaseline(selected == m_runs->baseline() ? QString() : selected);
    m_shown->invalidate();
    fitColumns();
    Q_EMIT stateChanged();
}

/// Returns true while a name is being edited. The run is selected, but may not be the current one.
bool RunTable::isEditing() const
{
    const QModelIndexList names = m_view->selectionModel()->selectedRows(0);
    return m_view->isPersistentEditorOpen(m_view->currentIndex())
        || std::ranges::any_of(names, [this](const QModelIndex &name) { return m_view->isPersistentEditorOpen(name); });
}

void RunTable::refresh()
{
    if (!m_runsChanged || isEditing())
        return;
    m_runsChanged = false;
    if (m_automatic->isChecked())
        chooseColumnsByThemselves();
    if (!m_isSizedByHand)
        fitColumns();
    applyFilter();
}

void RunTable::applyFilter()
{
    const QString problem = m_shown->setFilter(m_search->text());
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
    noteWanted();
    Q_EMIT filterChanged();
}

QString RunTable::csv() const
{
    return tableText(*m_shown, ',', RunListModel::kExactRole, RunListModel::kColumnRole);
}

QString RunTable::markdown() const
{
    return markdownTable(*m_shown);
}

} // namespace lensboard::widgets
