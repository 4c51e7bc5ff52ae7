#include "app/pages/start_list.h"

#include <QEvent>
#include <QHeaderView>
#include <QShortcut>
#include <QStyledItemDelegate>

#include <algorithm>

namespace lensboard::app {

namespace {

class StartRowDelegate final : public QStyledItemDelegate
{
public:
    StartRowDelegate(int height, QObject *parent) : QStyledItemDelegate(parent), m_height(height) {}

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const QSize size = QStyledItemDelegate::sizeHint(option, index);
        return {size.width() + m_height / 2, std::max(size.height(), m_height)}; // space between columns
    }

private:
    int m_height;
};

} // namespace

StartList::StartList(QWidget *parent) : QTreeView(parent)
{
    setItemDelegate(new StartRowDelegate(kRowHeight, this));
    setRootIsDecorated(false);
    setHeaderHidden(true);
    setUniformRowHeights(true);
    setAlternatingRowColors(true);
    setAllColumnsShowFocus(true);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    viewport()->setCursor(Qt::PointingHandCursor);
    header()->setStretchLastSection(false);
    connect(this, &QTreeView::clicked, this, [this](const QModelIndex &index) { Q_EMIT chosen(index.siblingAtColumn(0)); });
    for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Enter})
        new QShortcut(QKeySequence(key), this, this, [this] {
            if (currentIndex().isValid())
                Q_EMIT chosen(currentIndex().siblingAtColumn(0));
        }, Qt::WidgetShortcut);
}

void StartList::setModel(QAbstractItemModel *model)
{
    QTreeView::setModel(model);
    connect(model, &QAbstractItemModel::modelReset, this, &StartList::fit);
    connect(model, &QAbstractItemModel::rowsInserted, this, &StartList::fit);
    connect(model, &QAbstractItemModel::rowsRemoved, this, &StartList::fit);
    fit();
}

void StartList::changeEvent(QEvent *event)
{
    QTreeView::changeEvent(event);
    if (model() && (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange))
        fit();
}

void StartList::fit()
{
    const int rows = model()->rowCount();
    setFixedHeight(rows * std::max(kRowHeight, rows > 0 ? sizeHintForRow(0) : 0) + 2 * frameWidth());
}

} // namespace lensboard::app
