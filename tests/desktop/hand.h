#pragma once

#include "tests/desktop/x_hand.h"
#include "widgets/plots/tag_plot.h"

#include <QGuiApplication>
#include <QStyleHints>
#include <QTest>
#include <QTreeView>

namespace lensboard::test {

constexpr int kPatienceMs = 120000; ///< with a machine that has much to do

/// The hand on widgets of this process: where they stand on the screen, it goes. What it does arrives after the call, in order.
class Hand : public XHand
{
public:
    void moveTo(const QWidget *widget, const QPoint &at)
    {
        const QPoint place = widget->mapToGlobal(at);
        XHand::moveTo(place.x(), place.y());
    }
    void moveTo(const QWidget *widget) { moveTo(widget, widget->rect().center()); }
    /// Between the axes.
    void moveTo(const widgets::TagPlot *plot) { moveTo(plot, plot->axisRect()->center()); }
    /// A click of its own, however fast it follows another.
    template <typename... Place> void click(const Place &...place)
    {
        QGuiApplication::styleHints()->setMouseDoubleClickInterval(0);
        moveTo(place...);
        XHand::click();
    }
    /// One double click, however slowly the clicks follow each other.
    void doubleClick(const QWidget *widget, const QPoint &at)
    {
        click(widget, at);
        QGuiApplication::styleHints()->setMouseDoubleClickInterval(kPatienceMs);
        XHand::click();
    }
    void drag(const QWidget *widget, const QPoint &from, const QPoint &to)
    {
        moveTo(widget, from);
        press();
        moveTo(widget, (from + to) / 2);
        moveTo(widget, to);
        release();
    }
};

/// Where the row's check box stands in the viewport of \p view.
inline QPoint checkBox(QTreeView *view, const QModelIndex &row)
{
    view->scrollTo(row);
    QStyleOptionViewItem option;
    option.initFrom(view);
    option.rect = view->visualRect(row);
    option.features = QStyleOptionViewItem::HasCheckIndicator | QStyleOptionViewItem::HasDisplay;
    option.index = row;
    return view->style()->subElementRect(QStyle::SE_ItemViewItemCheckIndicator, &option, view).center();
}

inline QModelIndex rowNamed(const QTreeView *view, const QString &name)
{
    return view->model()->match(view->model()->index(0, 0), Qt::DisplayRole, name, 1, Qt::MatchExactly | Qt::MatchRecursive).value(0);
}

} // namespace lensboard::test
