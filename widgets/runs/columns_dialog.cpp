#include "widgets/runs/columns_dialog.h"

#include "widgets/models/run_list_model.h"
#include "widgets/qt_text.h"
#include "widgets/search_field.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>

namespace lensboard::widgets {

using runs::RunColumn;
using Shows = runs::RunColumn::Shows;

namespace {

constexpr int kMaxExpanded = 100; ///< columns per group

} // namespace

ColumnsDialog::ColumnsDialog(const std::vector<RunColumn> &all, const std::vector<RunColumn> &chosen, QWidget *parent)
    : QDialog(parent), m_all(all), m_before(chosen), m_tree(new QTreeWidget(this))
{
    setWindowTitle(tr("Choose Columns"));
    std::ranges::copy_if(chosen, std::back_inserter(m_all), [&](const RunColumn &column) { return std::ranges::find(all, column) == all.end(); });
    std::erase(m_all, RunColumn{Shows::Name}); // always present
    m_tree->setObjectName("columns");
    m_tree->setAccessibleName(windowTitle());
    m_tree->setHeaderHidden(true);
    m_tree->setRootIsDecorated(true);
    for (const RunColumn &column : m_all)
        addColumn(column, std::ranges::find(chosen, column) != chosen.end());
    expandGroups(false);
    auto *search = new SearchField(tr("Search columns"), m_tree, this);
    search->setObjectName("columnSearch");
    connect(search, &QLineEdit::textChanged, this, &ColumnsDialog::search);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(search);
    layout->addWidget(m_tree, 1);
    layout->addWidget(buttons);
    resize(440, 560);
}

QTreeWidgetItem *ColumnsDialog::group(const QString &name)
{
    for (int i = 0; i < m_tree->topLevelItemCount(); ++i)
        if (m_tree->topLevelItem(i)->text(0) == name)
            return m_tree->topLevelItem(i);
    auto *item = new QTreeWidgetItem(m_tree, {name});
    item->setFlags(Qt::ItemIsEnabled);
    return item;
}

void ColumnsDialog::addColumn(const RunColumn &column, bool isChosen)
{
    const bool isOfEnvironment = column.shows == Shows::Field && column.key.starts_with("environment.");
    QTreeWidgetItem *parent = group(runs::isOfQuantity(column.shows) ? tr("Results")
                                    : isOfEnvironment               ? tr("Environment")
                                    : column.shows == Shows::Field    ? tr("Experiment")
                                                                    : tr("Run"));
    auto *item = new QTreeWidgetItem(parent, {columnTitle(column)});
    item->setToolTip(0, text(runs::toText(column)));
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
    item->setCheckState(0, isChosen ? Qt::Checked : Qt::Unchecked);
    m_items.push_back(item);
}

/// Expands large groups, with all lines of all layers, only during a search.
void ColumnsDialog::expandGroups(bool all)
{
    for (int i = 0; i < m_tree->topLevelItemCount(); ++i)
        m_tree->topLevelItem(i)->setExpanded(all || m_tree->topLevelItem(i)->childCount() <= kMaxExpanded);
}

void ColumnsDialog::search(const QString &words)
{
    expandGroups(!words.isEmpty());
    const QRegularExpression pattern = SearchField::wordsPattern(words);
    for (int i = 0; i < m_tree->topLevelItemCount(); ++i)
        m_tree->topLevelItem(i)->setHidden(true);
    for (QTreeWidgetItem *item : m_items) {
        const bool isFound = (item->text(0) + '\n' + item->toolTip(0)).contains(pattern);
        item->setHidden(!isFound);
        if (isFound)
            item->parent()->setHidden(false);
    }
}

bool ColumnsDialog::isChosen(const RunColumn &column) const
{
    const auto found = std::ranges::find(m_all, column);
    return found != m_all.end() && m_items[static_cast<std::size_t>(found - m_all.begin())]->checkState(0) == Qt::Checked;
}

std::vector<RunColumn> ColumnsDialog::chosen() const
{
    std::vector<RunColumn> columns;
    std::ranges::copy_if(m_before, std::back_inserter(columns), [this](const RunColumn &column) { return isChosen(column); });
    std::ranges::copy_if(m_all, std::back_inserter(columns), [&](const RunColumn &column) {
        return isChosen(column) && std::ranges::find(m_before, column) == m_before.end();
    });
    return columns;
}

} // namespace lensboard::widgets
