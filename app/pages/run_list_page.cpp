#include "app/pages/run_list_page.h"

#include "app/dialogs/table_export.h"
#include "app/pages/open_runs.h"
#include "app/pages/run_tools.h"
#include "app/pages/run_view_menu.h"
#include "app/remembered_splitter.h"
#include "app/settings.h"
#include "core/record/stoppable_sleep.h"
#include "core/remote/location.h"
#include "core/remote/remote_source.h"
#include "core/store/file/run_folder.h"
#include "widgets/core_words.h"
#include "widgets/models/run_list_model.h"
#include "widgets/qt_text.h"
#include "widgets/runs/run_rows.h"
#include "widgets/runs/run_table.h"

#include <QAction>
#include <QBoxLayout>
#include <QClipboard>
#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QItemSelectionModel>
#include <QSplitter>
#include <QToolButton>
#include <QUrl>

#include <chrono>

namespace lensboard::app {

using widgets::RunListModel;

namespace {

constexpr auto kLookInterval = std::chrono::seconds(1);

} // namespace

RunListPage::RunListPage(const QString &folder, QWidget *parent)
    : Page(parent), m_folder(folder), m_name(folder), m_table(new widgets::RunTable(this)), m_scan(remote::scanAt(folder.toStdString()))
{
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_table);
    m_table->setState(Settings::runTable(folder));
    m_table->addToViewMenu(new RunViewMenu(*m_table));
    rememberSizes(m_table->findChild<QSplitter *>("insightsOfRuns"));
    connect(m_table, &widgets::RunTable::stateChanged, this, [this] { Settings::setRunTable(m_folder, m_table->state()); });
    connect(m_table, &widgets::RunTable::filterChanged, this, &RunListPage::showCount);
    connect(m_table, &widgets::RunTable::selectionChanged, this, &RunListPage::selectionChanged);
    connect(m_table->view(), &QTreeView::doubleClicked, this, &RunListPage::openSelected);
    connect(m_table->runs(), &RunListModel::renameRequested, this, [this](const QString &path, const QString &name) {
        Q_EMIT renameRequested(path, name, m_table->runs()->notes(path));
    });
    connect(m_table, &widgets::RunTable::wantedChanged, this, [this] { m_scan->want(m_table->wanted()); });
    m_scan->want(m_table->wanted());
    showCount();
    m_thread = std::jthread([this](std::stop_token stop) { look(stop); });
}

RunListPage::~RunListPage()
{
    m_thread.request_stop();
    m_thread.join(); // before its members are destroyed
}

bool RunListPage::isElsewhere() const
{
    return remote::isRemote(m_folder.toStdString());
}

QString RunListPage::title() const
{
    return QDir(m_folder) == QDir(widgets::text(store::runFolder().string())) ? tr("Recorded Runs") : tr("Runs in %1").arg(m_name);
}

QString RunListPage::origin() const
{
    return QDir::toNativeSeparators(m_folder);
}

void RunListPage::connectTo(RunTools &tools)
{
    tools.serve(this);
    connect(tools.openRuns().get(), &OpenRuns::labelled, this, &RunListPage::showLabel, Qt::UniqueConnection);
}

QStringList RunListPage::runs() const
{
    QStringList paths;
    for (int row = 0; row < m_table->runs()->rowCount(); ++row)
        paths << m_table->runs()->index(row, 0).data(RunListModel::kPathRole).toString();
    return paths;
}

void RunListPage::look(std::stop_token stop)
{
    const runs::RunScan::Listener listener{
        [this](const runs::RunSummary &run) { QMetaObject::invokeMethod(this, [this, run] { put(run); }); },
        [this](const std::filesystem::path &path) {
            QMetaObject::invokeMethod(this, [this, gone = widgets::text(path.string())] {
                m_table->runs()->remove(gone);
                showCount();
            });
        },
        [this](const std::vector<record::Message> &problems) {
            QMetaObject::invokeMethod(this, [this, problems] { showProblems(problems); });
        },
        [this](bool isLooking) { QMetaObject::invokeMethod(this, [this, isLooking] { showLooking(isLooking); }); }};
    const auto search = [&] {
        m_scan->look(stop, listener);
        QMetaObject::invokeMethod(this, [this] {
            m_failure.clear();
            if (!std::exchange(m_isListed, true))
                Q_EMIT listed();
            m_table->refresh();
            showCount();
        });
    };
    record::repeat(stop, kLookInterval, search, [&](const std::exception &error) {
        QMetaObject::invokeMethod(this, [this, failure = runs::searchProblem(m_folder.toStdString(), error)] {
            m_failure = failure;
            showCount();
        });
    });
}

void RunListPage::put(const runs::RunSummary &run)
{
    m_table->runs()->put(run);
    showCount();
}

void RunListPage::showProblems(const std::vector<record::Message> &problems)
{
    m_problems = problems;
    showCount();
}

void RunListPage::showLooking(bool isLooking)
{
    m_isLooking = isLooking;
    showCount();
}

void RunListPage::setCaption(widgets::RunTable &table, const QString &text, const std::vector<record::Message> &problems)
{
    QString caption = text;
    QStringList lines;
    for (const record::Message &problem : problems)
        lines << widgets::messageText(problem);
    if (!lines.isEmpty())
        caption += QStringLiteral(" – ") + lines.front();
    if (lines.size() > 1)
        caption += tr(", and %n more", nullptr, static_cast<int>(lines.size() - 1));
    table.setCaption(caption, lines.join('\n'));
}

void RunListPage::showCount()
{
    std::vector<record::Message> problems = m_problems;
    if (!m_failure.empty())
        problems.insert(problems.begin(), m_failure);
    const bool isLooking = m_isLooking && m_table->runs()->rowCount() > 0;
    setCaption(*m_table, isLooking ? tr("%1 – still looking").arg(countText()) : countText(), problems);
}

QString RunListPage::countText() const
{
    const QString folder = QDir::toNativeSeparators(m_folder);
    if (!m_isListed && m_table->runs()->rowCount() == 0)
        return tr("Looking for runs in %1 …").arg(folder);
    if (!isElsewhere() && !QFileInfo::exists(m_folder))
        return tr("%1 is gone; its runs are listed again when it returns.").arg(folder);
    if (m_table->runs()->rowCount() == 0)
        return tr("There are no runs in %1 yet: .lbrun files, TensorBoard logs and monitorch recordings are listed here.").arg(folder);
    if (m_table->isFiltered())
        return m_table->foundText();
    return tr("%Ln run(s) in %1", nullptr, m_table->runs()->rowCount()).arg(folder);
}

void RunListPage::setActions(const QList<QAction *> &actions, const QList<QAction *> &buttons)
{
    QTreeView *const view = m_table->view();
    for (QAction *action : view->actions()) // actions of the previous window
        view->removeAction(action);
    view->addActions(actions);
    qDeleteAll(m_table->findChildren<QToolButton *>("runAction"));
    for (QAction *action : buttons) {
        auto *button = new QToolButton(m_table);
        button->setObjectName("runAction");
        button->setDefaultAction(action);
        m_table->actionBar()->addWidget(button);
    }
}

void RunListPage::showLabel(const QString &path, const record::RunLabel &label)
{
    m_table->runs()->setLabel(path, label);
}

QStringList RunListPage::selectedRuns() const
{
    return m_table->view()->selectedRuns();
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
    m_table->view()->edit(m_table->view()->selectionModel()->selectedRows(0).value(0));
}

void RunListPage::editNotes()
{
    const QString path = selectedRuns().value(0);
    Q_EMIT notesRequested(path, m_table->runs()->givenName(path), m_table->runs()->notes(path));
}

void RunListPage::showDetails()
{
    Q_EMIT detailsRequested(selectedRuns().value(0));
}

void RunListPage::showDifferences()
{
    Q_EMIT differencesRequested(selectedRuns());
}

void RunListPage::toggleBaseline()
{
    m_table->toggleBaseline();
}

void RunListPage::copyAsMarkdown()
{
    QGuiApplication::clipboard()->setText(m_table->markdown());
}

void RunListPage::exportAsCsv()
{
    askAndExportTable(this, tr("Export Table"), QDir(m_folder).filePath("runs.csv"), m_table->csv());
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
