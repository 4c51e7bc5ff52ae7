#include "app/dialogs/differences_dialog.h"

#include "app/dialogs/table_export.h"
#include "app/settings.h"
#include "widgets/models/differences_model.h"
#include "widgets/runs/divergence_view.h"

#include <QCheckBox>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>

namespace lensboard::app {

DifferencesDialog::DifferencesDialog(const QStringList &runs, std::vector<runs::ComparedRow> rows, widgets::DivergenceView *values, QWidget *parent)
    : QDialog(parent), m_model(new widgets::DifferencesModel(runs, std::move(rows), this)), m_values(values), m_tabs(new QTabWidget(this)), m_count(new QLabel(this))
{
    setWindowTitle(tr("Differences of %n run(s)", nullptr, static_cast<int>(runs.size())));
    auto *table = new QTableView(this);
    table->setObjectName("differences");
    table->setAccessibleName(windowTitle());
    table->setModel(m_model);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(table->fontMetrics().height() + 6);
    table->setAlternatingRowColors(true);
    table->setShowGrid(false);
    table->setTabKeyNavigation(false);
    table->setWordWrap(false);
    table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table->resizeColumnsToContents();
    constexpr int kWidestColumn = 320, kNarrowestColumn = 110;
    for (int column = 0; column < m_model->columnCount(); ++column)
        table->setColumnWidth(column, std::clamp(table->columnWidth(column) + 12, kNarrowestColumn, kWidestColumn));

    auto *equal = new QCheckBox(tr("Show &equal values"), this);
    equal->setObjectName("showEqual");
    equal->setToolTip(tr("Also list keys that are the same in all runs"));
    connect(equal, &QCheckBox::toggled, this, &DifferencesDialog::showEqual);
    auto *top = new QHBoxLayout;
    top->addWidget(m_count, 1);
    top->addWidget(equal);

    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    auto *copies = buttons->addButton(tr("&Copy"), QDialogButtonBox::ActionRole);
    copies->setToolTip(tr("Copy the table as text, with tabs between its columns"));
    copies->setObjectName("copy");
    connect(copies, &QPushButton::clicked, this, &DifferencesDialog::copy);
    auto *exports = buttons->addButton(tr("E&xport …"), QDialogButtonBox::ActionRole);
    exports->setObjectName("export");
    exports->setToolTip(tr("Write the table into a CSV file"));
    connect(exports, &QPushButton::clicked, this, &DifferencesDialog::askAndExport);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_tabs, 1);
    layout->addWidget(buttons);
    auto *keys = new QWidget(this);
    auto *keysLayout = new QVBoxLayout(keys);
    keysLayout->addLayout(top);
    keysLayout->addWidget(table, 1);
    m_tabs->addTab(keys, tr("&Settings and Results"));
    if (m_values)
        m_tabs->addTab(m_values, tr("&Values"));
    m_tabs->tabBar()->setVisible(m_values);
    m_tabs->setDocumentMode(true);
    resize(std::clamp(table->horizontalHeader()->length() + 60, 560, 1100), 520);
    table->setFocus();
    showEqual(false);
}

void DifferencesDialog::showEqual(bool shown)
{
    m_model->setEqualShown(shown);
    const int rows = m_model->rowCount();
    m_count->setText(shown       ? tr("%n key(s)", nullptr, rows)
                     : rows == 0 ? tr("The settings and results do not differ.")
                                 : tr("%n key(s) differ", nullptr, rows));
}

void DifferencesDialog::copy()
{
    QGuiApplication::clipboard()->setText(isAtValues() ? m_values->table('\t') : m_model->table('\t'));
}

void DifferencesDialog::askAndExport()
{
    askAndExportTable(this, tr("Export Differences"), Settings::lastFolder() + (isAtValues() ? "/values.csv" : "/differences.csv"), isAtValues() ? m_values->table(',') : m_model->table(','));
}

bool DifferencesDialog::isAtValues() const
{
    return m_values && m_tabs->currentWidget() == m_values;
}

} // namespace lensboard::app
