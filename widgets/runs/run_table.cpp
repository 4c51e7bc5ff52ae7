#include "widgets/runs/run_table.h"

#include "widgets/models/run_list_model.h"
#include "widgets/qt_text.h"
#include "widgets/runs/columns_dialog.h"
#include "widgets/runs/run_groups.h"
#include "widgets/runs/run_insights.h"
#include "widgets/runs/run_table_proxy.h"
#include "widgets/runs/run_rows.h"
#include "widgets/search_field.h"
#include "widgets/table_text.h"

#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QShortcut>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <initializer_list>

namespace lensboard::widgets {

using runs::RunColumn;
using Shows = runs::RunColumn::Shows;

namespace {

constexpr std::size_t kMaxFields = 5, kMaxQuantities = 3; ///< limits for automatic columns

std::vector<RunColumn> columnsFrom(const QStringList &texts)
{
    std::vector<RunColumn> columns;
    for (const QString &each : texts)
        if (const auto column = runs::columnFromText(each.toStdString()); column && std::ranges::find(columns, *column) == columns.end())
            columns.push_back(*column);
    return columns;
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
      m_automatic(new QAction(tr("Columns That &Differ"), this)), m_view(new RunRows(m_runs, m_shown, m_groups, room == Room::Panel, this))
{
    m_search = new SearchField(room == Room::Page ? tr("Search, or: lr < 0.01 and val_accuracy > 0.9") : tr("Search, or: lr < 0.01"), m_view, this);
    m_view->setAccessibleName(tr("Runs"));
    connect(m_view->header(), &QHeaderView::customContextMenuRequested, this, &RunTable::showHeaderMenu);
    connect(m_view->header(), &QHeaderView::sectionMoved, this, &RunTable::takeOrderOfHeader, Qt::QueuedConnection);
    connect(m_view, &RunRows::orderChosen, this, &RunTable::stateChanged);
    connect(m_view, &RunRows::selectedRunsChanged, this, &RunTable::selectionChanged);
    buildBar();
    connect(m_runs, &RunListModel::contentChanged, this, [this] { m_runsChanged = true; });
}

void RunTable::buildBar()
{
    const QString tip = tr("Words: show runs with all of them in name, file, notes and status.\n"
                           "Conditions, such as lr < 0.01, with <, <=, >, >=, =, != or ~ (“contains”): join several by AND, OR, NOT and parentheses. MIN(x) and MAX(x) "
                           "are of all values of x, MEAN(x) is of the last ten, x alone is the last one. Names with blanks stand in `backquotes`.");
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
    columns->setToolTip(tr("Columns of the table, and saved views"));
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
    connect(m_insights, &RunInsights::runsChosen, m_view, &RunRows::selectRuns);
    connect(m_insights, &RunInsights::stateChanged, this, &RunTable::stateChanged);
    connect(this, &RunTable::selectionChanged, m_insights, [this] { m_insights->highlight(m_view->selectedRuns()); });
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
    state["sortedBy"] = text(runs::toText(m_view->sortedBy()));
    state["descending"] = m_view->order() == Qt::DescendingOrder;
    state["baseline"] = m_runs->baseline();
    state["insights"] = m_insights->state();
    if (m_view->isGrouped())
        state["groupedBy"] = text(runs::toText(m_groups->column()));
    return state;
}

void RunTable::setState(const QVariantMap &state)
{
    m_runs->setBaseline(state["baseline"].toString());
    const bool isDescending = m_view->order() == Qt::DescendingOrder;
    const Qt::SortOrder order = state.value("descending", isDescending).toBool() ? Qt::DescendingOrder : Qt::AscendingOrder;
    m_view->setOrder(runs::columnFromText(state["sortedBy"].toString().toStdString()).value_or(m_view->sortedBy()), order);
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
    const Qt::SortOrder order = m_view->order();
    const RunColumn sortedBy = m_view->sortedBy();
    m_runs->setColumns(std::move(columns));
    m_view->sort(sortedBy, order);
    m_view->fitColumns();
    noteWanted();
}

void RunTable::noteWanted()
{
    std::vector<RunColumn> used = m_shown->filterColumns();
    used.insert(used.end(), m_runs->columns().begin(), m_runs->columns().end());
    if (m_view->isGrouped())
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
    m_view->setGrouped(column.has_value());
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
        if (!m_view->isGrouped() || m_groups->column() != column)
            menu.addAction(tr("&Group by “%1”").arg(title), this, [this, column] {
                groupBy(column);
                Q_EMIT stateChanged();
            })->setObjectName("groupBy");
        if (m_offersColouring && m_colouredBy != column && column.shows != Shows::Curve)
            menu.addAction(tr("&Colour by “%1”").arg(title), this, [this, column] { colourBy(column); })->setObjectName("colourBy");
    }
    if (m_view->isGrouped())
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
    const QString selected = m_view->selectedRuns().value(0);
    m_runs->setBaseline(selected == m_runs->baseline() ? QString() : selected);
    m_shown->invalidate();
    m_view->fitColumns();
    Q_EMIT stateChanged();
}

void RunTable::refresh()
{
    if (!m_runsChanged || m_view->isEditing())
        return;
    m_runsChanged = false;
    if (m_automatic->isChecked())
        chooseColumnsByThemselves();
    if (!m_view->isSizedByHand())
        m_view->fitColumns();
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
