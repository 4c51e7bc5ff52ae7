#include "app/pages/add_runs_dialog.h"

#include "app/pages/open_runs.h"
#include "app/pages/run_list_page.h"
#include "app/settings.h"
#include "core/remote/remote_source.h"
#include "widgets/models/run_list_model.h"
#include "widgets/qt_text.h"
#include "widgets/runs/run_rows.h"
#include "widgets/runs/run_table.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lensboard::app {

AddRunsDialog::AddRunsDialog(const QString &folder, const QStringList &shown, QWidget *parent)
    : QDialog(parent), m_folder(folder), m_shown(shown), m_table(new widgets::RunTable(this))
{
    setWindowTitle(tr("Add Runs to the Plots"));
    showProblems({});
    QVariantMap state = Settings::runTable(folder);
    state.remove("insights"); // of the page, which has room for them
    m_table->setState(state);
    connect(m_table->view(), &QTreeView::doubleClicked, this, &AddRunsDialog::accept);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_table, 1);
    layout->addWidget(buildButtons());
    resize(1000, 480);
    m_thread = std::jthread([this](const std::stop_token &stop) { look(stop); });
}

AddRunsDialog::~AddRunsDialog()
{
    m_thread.request_stop();
    m_thread.join(); // before its members are destroyed
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
    connect(m_table, &widgets::RunTable::selectionChanged, this, [this] { m_add->setEnabled(!m_table->view()->selectedRuns().isEmpty()); });
    return buttons;
}

void AddRunsDialog::look(const std::stop_token &stop)
{
    const auto scan = remote::scanAt(m_folder.toStdString());
    std::vector<record::Message> problems;
    scan->look(stop, {[this](const runs::RunSummary &run) { QMetaObject::invokeMethod(this, [this, run] { put(run); }); },
                      [](const std::filesystem::path &) {}, [&](const std::vector<record::Message> &found) { problems = found; }});
    QMetaObject::invokeMethod(this, [this, problems] {
        m_table->refresh();
        showProblems(problems);
    });
}

void AddRunsDialog::showProblems(const std::vector<record::Message> &problems)
{
    RunListPage::setCaption(*m_table, tr("Runs in %1").arg(QDir::toNativeSeparators(m_folder)), problems);
}

void AddRunsDialog::put(const runs::RunSummary &run)
{
    const QString file = widgets::text(run.path.string());
    if (run.isReadable && std::ranges::none_of(m_shown, [&](const QString &path) { return isSameRun(path, file); }))
        m_table->runs()->put(run);
}

void AddRunsDialog::accept()
{
    const QStringList paths = m_table->view()->selectedRuns();
    if (paths.isEmpty())
        return;
    QDialog::accept();
    Q_EMIT chosen(paths);
}

} // namespace lensboard::app
