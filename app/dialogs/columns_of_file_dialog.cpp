#include "app/dialogs/columns_of_file_dialog.h"

#include "app/remembered_splitter.h"
#include "app/settings.h"
#include "widgets/core_words.h"
#include "widgets/models/column_uses_model.h"
#include "widgets/models/sampled_rows_model.h"
#include "widgets/number_text.h"
#include "widgets/qt_text.h"
#include "widgets/status_colours.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QSplitter>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace lensboard::app {

using imports::ColumnUse;
using widgets::ColumnUsesModel;

namespace {

const QString kSizeName = QStringLiteral("columnsOfFile");

/// Edits a use with a combo box, and paints it as one.
class UseDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QWidget *createEditor(QWidget *parent, const QStyleOptionViewItem &, const QModelIndex &index) const override
    {
        auto *box = new QComboBox(parent);
        for (const ColumnUse use : widgets::columnUses()) {
            box->addItem(widgets::useText(use), static_cast<int>(use));
            box->setItemData(box->count() - 1, widgets::useHelp(use), Qt::ToolTipRole);
        }
        box->setAccessibleName(ColumnsOfFileDialog::tr("Use of the column %1").arg(index.siblingAtColumn(ColumnUsesModel::Name).data().toString()));
        auto *self = const_cast<UseDelegate *>(this);
        connect(box, &QComboBox::activated, self, [self, box] {
            Q_EMIT self->commitData(box);
            Q_EMIT self->closeEditor(box);
        });
        QTimer::singleShot(0, box, &QComboBox::showPopup);
        return box;
    }

    void setEditorData(QWidget *editor, const QModelIndex &index) const override
    {
        auto *box = static_cast<QComboBox *>(editor);
        box->setCurrentIndex(box->findData(index.data(Qt::EditRole)));
    }

    void setModelData(QWidget *editor, QAbstractItemModel *model, const QModelIndex &index) const override
    {
        model->setData(index, static_cast<QComboBox *>(editor)->currentData(), Qt::EditRole);
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        QStyleOptionComboBox box;
        box.QStyleOption::operator=(option);
        box.state &= ~QStyle::State_HasFocus;
        box.currentText = index.data().toString();
        box.fontMetrics = QFontMetrics(index.data(Qt::FontRole).value<QFont>());
        const QStyle *style = option.widget->style();
        painter->save();
        painter->setFont(index.data(Qt::FontRole).value<QFont>());
        style->drawComplexControl(QStyle::CC_ComboBox, &box, painter, option.widget);
        style->drawControl(QStyle::CE_ComboBoxLabel, &box, painter, option.widget);
        painter->restore();
    }

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const override
    {
        int width = 0;
        for (const ColumnUse use : widgets::columnUses())
            width = std::max(width, option.fontMetrics.horizontalAdvance(widgets::useText(use)));
        QStyleOptionComboBox box;
        return option.widget->style()->sizeFromContents(QStyle::CT_ComboBox, &box, {width + 24, option.fontMetrics.height()}, option.widget);
    }
};

/// Returns true for uses that only one column can have.
bool isSingle(ColumnUse use)
{
    return use != ColumnUse::Value && use != ColumnUse::Run && use != ColumnUse::Phase && use != ColumnUse::Skipped;
}

} // namespace

ColumnsOfFileDialog::ColumnsOfFileDialog(const QString &path, imports::RoleChoice choice, QWidget *parent)
    : QDialog(parent), m_columns(new ColumnUsesModel(this)), m_rows(new widgets::SampledRowsModel(this)), m_columnView(buildColumns()), m_rowView(buildRows()),
      m_result(new QLabel(this)), m_preview(path)
{
    setWindowTitle(tr("Columns of %1").arg(QFileInfo(path).fileName()));
    m_result->setObjectName("result");
    m_result->setWordWrap(true);
    m_result->setTextFormat(Qt::PlainText);
    m_result->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *split = new QSplitter(Qt::Horizontal, this);
    split->setObjectName("columnsBesideRows");
    split->addWidget(m_columnView);
    split->addWidget(m_rowView);
    split->setStretchFactor(0, 0);
    split->setStretchFactor(1, 1);
    split->setSizes({300, 600});
    split->setChildrenCollapsible(false);
    rememberSizes(split);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    m_ok = buttons->button(QDialogButtonBox::Ok);
    m_ok->setToolTip(tr("Read the file like this, now and whenever a file with these columns is opened"));
    m_reset = buttons->addButton(tr("&Recognise Again"), QDialogButtonBox::ResetRole);
    m_reset->setObjectName("asRecognised");
    m_reset->setToolTip(tr("Recognise the uses of all columns by their values and names, and discard your choice for files with these columns"));
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_reset, &QPushButton::clicked, this, [this] { read({}); });
    connect(m_columns, &ColumnUsesModel::chosen, this, &ColumnsOfFileDialog::choose);
    connect(&m_preview, &ColumnPreview::done, this, &ColumnsOfFileDialog::show);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_result);
    layout->addWidget(split, 1);
    layout->addWidget(buttons);
    resize(Settings::dialogSize(kSizeName, {940, 560}));
    read(std::move(choice));
}

QTableView *ColumnsOfFileDialog::buildColumns()
{
    auto *view = new QTableView(this);
    view->setObjectName("columns");
    view->setAccessibleName(tr("Columns and their uses"));
    view->setModel(m_columns);
    view->setItemDelegateForColumn(ColumnUsesModel::Use, new UseDelegate(view));
    view->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::AnyKeyPressed);
    connect(view, &QTableView::clicked, view, [view](const QModelIndex &index) {
        if (index.column() == ColumnUsesModel::Use)
            view->edit(index);
    });
    view->setSelectionMode(QAbstractItemView::SingleSelection);
    view->setTabKeyNavigation(false);
    view->verticalHeader()->hide();
    view->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    view->horizontalHeader()->setSectionResizeMode(ColumnUsesModel::Name, QHeaderView::Stretch);
    view->horizontalHeader()->setSectionResizeMode(ColumnUsesModel::Use, QHeaderView::ResizeToContents);
    view->setShowGrid(false);
    connect(view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex &current) {
        if (const QModelIndex cell = m_rows->index(0, current.row()); cell.isValid())
            m_rowView->scrollTo(cell);
    });
    return view;
}

QTableView *ColumnsOfFileDialog::buildRows()
{
    auto *view = new QTableView(this);
    view->setObjectName("rows");
    view->setAccessibleName(tr("Rows from the beginning, the middle and the end of the file"));
    view->setToolTip(view->accessibleName());
    view->setModel(m_rows);
    view->setAlternatingRowColors(true);
    view->setTabKeyNavigation(false);
    view->setWordWrap(false);
    view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    view->verticalHeader()->setDefaultSectionSize(view->fontMetrics().height() + 6);
    view->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    connect(view->horizontalHeader(), &QHeaderView::sectionClicked, m_columnView, [this](int column) {
        m_columnView->setCurrentIndex(m_columns->index(column, ColumnUsesModel::Use));
    });
    return view;
}

/// Only one column can be the step, and so on: an earlier choice of this use is dropped.
void ColumnsOfFileDialog::choose(const std::string &column, ColumnUse use)
{
    imports::RoleChoice choice = m_choice;
    std::erase_if(choice, [&](const auto &chosen) { return chosen.first == column || (isSingle(use) && chosen.second == use); });
    choice.emplace_back(column, use);
    read(std::move(choice));
}

void ColumnsOfFileDialog::read(imports::RoleChoice choice)
{
    m_choice = std::move(choice);
    m_reading.reset();
    m_ok->setEnabled(false);
    m_reset->setEnabled(!m_choice.empty());
    if (m_rows->columnCount() == 0)
        say(tr("Reading …"), false);
    m_preview.read(m_choice);
}

void ColumnsOfFileDialog::show(const ColumnPreview::Result &result)
{
    m_reading = result.reading;
    m_ok->setEnabled(m_reading.has_value());
    if (!m_reading)
        return say(result.problem.empty() ? tr("The file has too few rows.") : widgets::messageText(result.problem), true);
    const auto count = [](std::uint64_t number) { return static_cast<int>(std::min<std::uint64_t>(number, INT_MAX)); };
    const QStringList counts = {tr("%n run(s)", nullptr, count(m_reading->runs)), tr("%n series", nullptr, count(result.series)),
                                tr("%n step(s)", nullptr, count(result.steps)), tr("%n row(s) read", nullptr, count(m_reading->read)),
                                tr("%n row(s) skipped", nullptr, count(m_reading->skipped))};
    say(counts.join(QStringLiteral(", ")) + QChar('\n') + widgets::factText(result.description), false);
    m_columns->setColumns(m_reading->columns);
    m_rows->setReading(*m_reading);
    constexpr int kWidestColumn = 220;
    m_rowView->resizeColumnsToContents();
    for (int i = 0; i < m_rows->columnCount(); ++i)
        m_rowView->setColumnWidth(i, std::min(m_rowView->columnWidth(i) + 8, kWidestColumn));
    if (!m_columnView->currentIndex().isValid())
        m_columnView->setCurrentIndex(m_columns->index(0, ColumnUsesModel::Use));
}

void ColumnsOfFileDialog::say(const QString &text, bool isProblem)
{
    QPalette colours = palette();
    if (isProblem)
        colours.setColor(QPalette::WindowText, widgets::errorColour(colours));
    m_result->setPalette(colours);
    m_result->setText(text);
}

void ColumnsOfFileDialog::done(int result)
{
    Settings::setDialogSize(kSizeName, size());
    if (result == Accepted && m_reading)
        Q_EMIT chosen(m_choice, *m_reading);
    QDialog::done(result);
}

} // namespace lensboard::app
