#include "app/pages/run_list_page.h"

#include "app/pages/open_runs.h"
#include "app/pages/run_tools.h"
#include "core/import/run_folder_scan.h"
#include "core/record/pause.h"
#include "widgets/models/run_list_model.h"
#include "widgets/qt_text.h"
#include "widgets/search_field.h"

#include <QAction>
#include <QClipboard>
#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QHBoxLayout>
#include <QRegularExpression>
#include <QShortcut>
#include <QSortFilterProxyModel>
#include <QToolButton>
#include <QTreeView>
#include <QUrl>
#include <QVBoxLayout>

#include <chrono>

namespace lensboard::app {

using widgets::RunListModel;

namespace {

constexpr auto kLookInterval = std::chrono::seconds(1);

} // namespace

RunListPage::RunListPage(const QString &folder, QWidget *parent)
    : Page(parent), m_folder(folder), m_name(folder), m_runs(new RunListModel(this)), m_sorted(new QSortFilterProxyModel(this)),
      m_view(new QTreeView(this)), m_count(new QLabel(this)), m_clear(new QToolButton(this))
{
    buildView();
    connect(&OpenRuns::instance(), &OpenRuns::labelled, this, &RunListPage::showLabel);
    m_thread = std::jthread([this](std::stop_token stop) { look(stop); });
}

RunListPage::~RunListPage()
{
    m_thread.request_stop();
    m_thread.join(); // before anything it speaks to goes
}

void RunListPage::buildView()
{
    m_sorted->setSourceModel(m_runs);
    m_sorted->setSortRole(RunListModel::kSortRole);
    m_sorted->setFilterKeyColumn(RunListModel::Name);
    m_sorted->setFilterRole(RunListModel::kSearchRole);
    connect(m_runs, &RunListModel::renameRequested, this, [this](const QString &path, const QString &name) {
        Q_EMIT renameRequested(path, name, m_runs->notes(path));
    });
    m_view->setModel(m_sorted);
    m_view->setObjectName("runList");
    m_view->setAccessibleName(tr("Runs"));
    m_view->setRootIsDecorated(false);
    m_view->setAlternatingRowColors(true);
    m_view->setUniformRowHeights(true);
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_view->setSortingEnabled(true);
    m_view->sortByColumn(RunListModel::Created, Qt::DescendingOrder);
    QHeaderView *header = m_view->header();
    header->setStretchLastSection(false);
    header->setSectionResizeMode(QHeaderView::ResizeToContents);
    header->setSectionResizeMode(RunListModel::Losses, QHeaderView::Stretch);
    header->setSectionResizeMode(RunListModel::Notes, QHeaderView::Stretch);
    connect(m_view, &QTreeView::doubleClicked, this, &RunListPage::openSelected);
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RunListPage::selectionChanged);
    connect(m_sorted, &QAbstractItemModel::rowsRemoved, this, &RunListPage::selectionChanged);

    auto *search = new widgets::SearchField(tr("Search runs"), m_view, this);
    search->setToolTip(tr("Show only runs whose name, file, notes and status hold all these words"));
    search->setObjectName("runSearch");
    connect(search, &QLineEdit::textChanged, this, [this](const QString &words) {
        m_sorted->setFilterRegularExpression(widgets::SearchField::wordsPattern(words));
        showCount();
    });
    new QShortcut(QKeySequence::Find, this, search, [search] {
        search->setFocus(Qt::ShortcutFocusReason);
        search->selectAll();
    }, Qt::WidgetWithChildrenShortcut);
    m_clear->setText(tr("Clear Search"));
    m_clear->setObjectName("clearSearch");
    connect(m_clear, &QToolButton::clicked, search, &QLineEdit::clear);
    auto *top = new QHBoxLayout;
    top->addWidget(m_count, 1);
    top->addWidget(m_clear);
    top->addWidget(search);
    auto *layout = new QVBoxLayout(this);
    layout->addLayout(top);
    layout->addWidget(m_view, 1);
    m_count->setObjectName("runCount");
    showCount();
}

QString RunListPage::title() const
{
    return tr("Runs in %1").arg(m_name);
}

QString RunListPage::origin() const
{
    return QDir::toNativeSeparators(m_folder);
}

void RunListPage::connectTo(RunTools &tools)
{
    tools.serve(this);
}

QStringList RunListPage::runs() const
{
    QStringList paths;
    for (int row = 0; row < m_runs->rowCount(); ++row)
        paths << m_runs->index(row, 0).data(RunListModel::kPathRole).toString();
    return paths;
}

void RunListPage::look(std::stop_token stop)
{
    imports::RunFolderScan scan(m_folder.toStdString());
    const imports::RunFolderScan::Listener listener{
        [this](const imports::RunSummary &run) { QMetaObject::invokeMethod(this, [this, run] { put(run); }); },
        [this](const std::filesystem::path &path) {
            QMetaObject::invokeMethod(this, [this, gone = widgets::text(path.string())] {
                m_runs->remove(gone);
                showCount();
            });
        },
        [this](const std::vector<std::string> &problems) {
            QMetaObject::invokeMethod(this, [this, problems] { showProblems(problems); });
        }};
    record::repeat(stop, kLookInterval, [&] {
        scan.look(stop, listener);
        QMetaObject::invokeMethod(this, [this] {
            if (!std::exchange(m_isListed, true))
                Q_EMIT listed();
            showCount();
        });
    });
}

void RunListPage::put(const imports::RunSummary &run)
{
    m_runs->put(run);
    showCount();
}

void RunListPage::showProblems(const std::vector<std::string> &problems)
{
    m_problems.clear();
    for (const std::string &problem : problems)
        m_problems << widgets::text(problem);
    m_count->setToolTip(m_problems.join('\n'));
    showCount();
}

void RunListPage::showCount()
{
    m_clear->setVisible(isSearching() && m_sorted->rowCount() == 0);
    QString count = countText();
    if (!m_problems.isEmpty())
        count += QStringLiteral(" – ") + m_problems.front();
    if (m_problems.size() > 1)
        count += tr(", and %n more", nullptr, static_cast<int>(m_problems.size() - 1));
    m_count->setText(count);
}

QString RunListPage::countText() const
{
    const QString folder = QDir::toNativeSeparators(m_folder);
    if (!m_isListed)
        return tr("Looking for runs in %1 …").arg(folder);
    if (!QFileInfo::exists(m_folder))
        return tr("%1 is gone; its runs are listed again when it returns.").arg(folder);
    if (m_runs->rowCount() == 0)
        return tr("There are no runs in %1 yet: .lbrun files, TensorBoard logs and monitorch recordings are listed here.").arg(folder);
    if (isSearching())
        return tr("%1 of %n run(s) match", nullptr, m_runs->rowCount()).arg(m_sorted->rowCount());
    return tr("%n run(s) in %1", nullptr, m_runs->rowCount()).arg(folder);
}

bool RunListPage::isSearching() const
{
    return !m_sorted->filterRegularExpression().pattern().isEmpty();
}

void RunListPage::setActions(const QList<QAction *> &actions)
{
    for (QAction *action : m_view->actions()) // of the window that it was in
        m_view->removeAction(action);
    m_view->addActions(actions);
}

void RunListPage::showLabel(const QString &path, const record::RunLabel &label)
{
    m_runs->setLabel(path, label);
}

QStringList RunListPage::selectedRuns() const
{
    QStringList paths;
    for (const QModelIndex &row : m_view->selectionModel()->selectedRows())
        paths << row.data(RunListModel::kPathRole).toString();
    return paths;
}

void RunListPage::openSelected()
{
    for (const QString &path : selectedRuns())
        Q_EMIT openRequested(path);
}

void RunListPage::openTogether()
{
    Q_EMIT compareRequested(selectedRuns());
}

void RunListPage::replaySelected()
{
    Q_EMIT replayRequested(selectedRuns().value(0));
}

void RunListPage::resumeSelected()
{
    Q_EMIT resumeRequested(selectedRuns().value(0));
}

void RunListPage::continueSelected()
{
    Q_EMIT continueRequested(selectedRuns().value(0));
}

void RunListPage::renameSelected()
{
    m_view->edit(m_view->selectionModel()->selectedRows(RunListModel::Name).value(0));
}

void RunListPage::editNotes()
{
    const QString path = selectedRuns().value(0);
    Q_EMIT notesRequested(path, m_runs->givenName(path), m_runs->notes(path));
}

void RunListPage::showDetails()
{
    Q_EMIT detailsRequested(selectedRuns().value(0));
}

void RunListPage::showDifferences()
{
    Q_EMIT differencesRequested(selectedRuns());
}

void RunListPage::copyPaths()
{
    QStringList paths;
    for (const QString &path : selectedRuns())
        paths << QDir::toNativeSeparators(path);
    QGuiApplication::clipboard()->setText(paths.join('\n'));
}

void RunListPage::showInFileManager()
{
    QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(selectedRuns().value(0)).absolutePath()));
}

void RunListPage::trashSelected()
{
    Q_EMIT trashRequested(selectedRuns());
}

} // namespace lensboard::app
