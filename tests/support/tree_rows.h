#pragma once

#include <QStyle>
#include <QStyleOptionViewItem>
#include <QTest>
#include <QTreeView>

namespace lensboard::test {

inline QModelIndex rowNamed(const QTreeView *view, const QString &name)
{
    return view->model()->match(view->model()->index(0, 0), Qt::DisplayRole, name, 1, Qt::MatchExactly | Qt::MatchRecursive).value(0);
}

/// Scrolls to the row and returns its check box in viewport coordinates.
inline QRect checkBoxRect(QTreeView *view, const QModelIndex &index)
{
    view->scrollTo(index);
    QStyleOptionViewItem option;
    option.initFrom(view);
    option.rect = view->visualRect(index);
    option.features = QStyleOptionViewItem::HasCheckIndicator | QStyleOptionViewItem::HasDisplay;
    option.index = index;
    option.text = index.data().toString();
    return view->style()->subElementRect(QStyle::SE_ItemViewItemCheckIndicator, &option, view);
}

/// Toggles a row by clicking its check box.
inline void clickCheckBox(QTreeView *view, const QModelIndex &index)
{
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, checkBoxRect(view, index).center());
}

} // namespace lensboard::test
