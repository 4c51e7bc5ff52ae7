#include "widgets/layer_view.h"

#include "widgets/models/layer_model.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>
#include <utility>

namespace lensboard::widgets {

namespace {

constexpr int kIndentation = 14;
constexpr int kNarrowestText = 5; ///< minimum width of a column in characters

} // namespace

LayerView::LayerView(QWidget *parent) : QuietTreeView(parent)
{
    setIndentation(kIndentation);
    setUniformRowHeights(true);
    setAllColumnsShowFocus(true);
    setExpandsOnDoubleClick(false);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setTextElideMode(Qt::ElideMiddle);
    viewport()->setBackgroundRole(QPalette::Window); // makes check boxes visible, also in dark themes
    header()->setStretchLastSection(false);
    header()->setSectionsMovable(false);
    header()->setMinimumSectionSize(0);
    connect(header(), &QHeaderView::sectionResized, this, [this] { m_userSized = m_userSized || !m_fitting; });
    connect(this, &QTreeView::expanded, this, &LayerView::fitSoon);
    connect(this, &QTreeView::collapsed, this, &LayerView::fitSoon);
}

void LayerView::setModel(QAbstractItemModel *model)
{
    m_fitting = true; // ignores signals while sections are created
    QTreeView::setModel(model);
    m_fitting = false;
    connect(model, &QAbstractItemModel::modelReset, this, [this] {
        m_userSized = false;
        fitSoon();
    });
    connect(model, &QAbstractItemModel::rowsInserted, this, &LayerView::fitSoon);
    connect(model, &QAbstractItemModel::dataChanged, this, [this](const QModelIndex &, const QModelIndex &last) {
        if (last.column() > LayerModel::Name)
            fitSoon();
    });
    fitSoon();
}

/// Schedules one fit for all changes of this event.
void LayerView::fitSoon()
{
    if (std::exchange(m_fitPending, true))
        return;
    QMetaObject::invokeMethod(this, [this] {
        m_fitPending = false;
        fitColumns();
    }, Qt::QueuedConnection);
}

void LayerView::fitColumns()
{
    if (m_userSized || !model())
        return;
    m_fitting = true;
    const int whole = viewport()->width();
    const int least = fontMetrics().averageCharWidth() * kNarrowestText;
    int left = whole - std::min(sizeHintForColumn(LayerModel::Name), whole * 3 / 5);
    for (const int column : {LayerModel::Parameters, LayerModel::OutputShape, LayerModel::Type}) {
        const int wanted = sizeHintForColumn(column);
        const int given = std::min(std::max(wanted, std::min(header()->sectionSizeHint(column), left)), left);
        const bool isShown = wanted > least / 2 && given >= std::min(wanted, least * 2);
        setColumnHidden(column, !isShown);
        if (isShown)
            header()->resizeSection(column, given);
        left -= isShown ? given : 0;
    }
    int others = 0;
    for (int column = LayerModel::Name + 1; column < LayerModel::ColumnCount; ++column)
        others += header()->sectionSize(column); // 0 if hidden
    header()->resizeSection(LayerModel::Name, whole - others);
    m_fitting = false;
}

void LayerView::resizeEvent(QResizeEvent *event)
{
    QTreeView::resizeEvent(event);
    fitColumns();
}

void LayerView::activate(const QModelIndex &index)
{
    if (index.isValid())
        Q_EMIT layerActivated(index.data(LayerModel::kPathRole).toString());
}

void LayerView::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        return activate(currentIndex());
    QTreeView::keyPressEvent(event);
}

bool LayerView::isOnCheckBox(const QPoint &position) const
{
    const QModelIndex index = indexAt(position);
    QStyleOptionViewItem option;
    initViewItemOption(&option);
    option.rect = visualRect(index);
    option.features = QStyleOptionViewItem::HasCheckIndicator;
    return index.column() == LayerModel::Name
        && position.x() <= style()->subElementRect(QStyle::SE_ItemViewItemCheckIndicator, &option, this).right();
}

void LayerView::mouseDoubleClickEvent(QMouseEvent *event)
{
    const QPoint position = event->position().toPoint();
    if (event->button() == Qt::LeftButton && indexAt(position).isValid() && !isOnCheckBox(position))
        return activate(indexAt(position));
    QTreeView::mouseDoubleClickEvent(event);
}

} // namespace lensboard::widgets
