#include "app/dialogs/add_runs_dialog.h"

#include "core/import/run_folder_scan.h"
#include "widgets/models/run_list_model.h"
#include "widgets/qt_text.h"
#include "widgets/search_field.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace lensboard::app {

using widgets::RunListModel;

AddRunsDialog::AddRunsDialog(const QString &folder, const QStringList &shown, QWidget *parent)
    : QDialog(parent), m_folder(folder), m_shown(shown), m_runs(new RunListModel(this)), m_sorted(new QSortFilterProxyModel(this)),
      m_view(new QTreeView(this))
{
    setWindowTitle(tr("Add Runs to the Plots"));
    buildView();
    auto *told = new QLabel(tr("Runs in %1").arg(QDir::toNativeSeparators(folder)), this);
    told->setTextFormat(Qt::PlainText);
    told->setWordWrap(true);
    auto *search = new widgets::SearchField(tr("Search runs"), m_view, this);
    search->setObjectName("addRunsSearch");
    connect(search, &QLineEdit::textChanged, this,
            [this](const QString &words) { m_sorted->setFilterRegularExpression(widgets::SearchField::wordsPattern(words)); });
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(told);
    layout->addWidget(search);
    layout->addWidget(m_view, 1);
    layout->addWidget(buildButtons());
    resize(720, 420);
    m_thread = std::jthread([this](const std::stop_token &stop) { look(stop); });
}

AddRunsDialog::~AddRunsDialog()
{
    m_thread.request_stop();
    m_thread.join(); // before anything it speaks to goes
}

void AddRunsDialog::buildView()
{
    m_sorted->setSourceModel(m_runs);
    m_sorted->setSortRole(RunListModel::kSortRole);
    m_sorted->setFilterKeyColumn(RunListModel::Name);
    m_sorted->setFilterRole(RunListModel::kSearchRole);
    m_view->setModel(m_sorted);
    m_view->setObjectName("addRunsList");
    m_view->setAccessibleName(tr("Runs"));
    m_view->setRootIsDecorated(false);
    m_view->setAlternatingRowColors(true);
    m_view->setUniformRowHeights(true);
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->setSortingEnabled(true);
    m_view->sortByColumn(RunListModel::Created, Qt::DescendingOrder);
    m_view->header()->setStretchLastSection(false);
    m_view->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_view->header()->setSectionResizeMode(RunListModel::Losses, QHeaderView::Stretch);
    const QList<int> told = {RunListModel::Name, RunListModel::Status, RunListModel::Losses, RunListModel::Created};
    for (int column = 0; column < m_sorted->columnCount(); ++column)
        m_view->setColumnHidden(column, !told.contains(column));
    connect(m_view, &QTreeView::doubleClicked, this, &AddRunsDialog::accept);
}

QWidget *AddRunsDialog::buildButtons()
{
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_add = buttons->addButton(tr("Add"), QDialogButtonBox::AcceptRole);
    m_add->setObjectName("addRuns");
    m_add->setDefault(true);
    m_add->setEnabled(false);
    QPushButton *browse = buttons->addButton(tr("Browse …"), QDialogButtonBox::ActionRole);
    browse->setToolTip(tr("Choose files in other folders"));
    connect(buttons, &QDialogButtonBox::accepted, this, &AddRunsDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &AddRunsDialog::reject);
    connect(browse, &QPushButton::clicked, this, [this] {
        reject();
        Q_EMIT browseRequested();
    });
    const auto enable = [this] { m_add->setEnabled(m_view->selectionModel()->hasSelection()); };
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, enable);
    connect(m_sorted, &QAbstractItemModel::rowsRemoved, this, enable);
    return buttons;
}

void AddRunsDialog::look(const std::stop_token &stop)
{
    imports::RunFolderScan(m_folder.toStdString())
        .look(stop, {[this](const imports::RunSummary &run) { QMetaObject::invokeMethod(this, [this, run] { put(run); }); },
                     [](const std::filesystem::path &) {}, [](const std::vector<std::string> &) {}});
}

void AddRunsDialog::put(const imports::RunSummary &run)
{
    const QFileInfo file(widgets::text(run.path.string()));
    if (run.isReadable && std::ranges::none_of(m_shown, [&](const QString &path) { return QFileInfo(path) == file; }))
        m_runs->put(run);
}

QStringList AddRunsDialog::selected() const
{
    QStringList paths;
    for (const QModelIndex &row : m_view->selectionModel()->selectedRows())
        paths << row.data(RunListModel::kPathRole).toString();
    return paths;
}

void AddRunsDialog::accept()
{
    const QStringList paths = selected();
    if (paths.isEmpty())
        return;
    QDialog::accept();
    Q_EMIT chosen(paths);
}

} // namespace lensboard::app
