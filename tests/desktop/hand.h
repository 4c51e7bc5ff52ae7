#pragma once

#include "tests/desktop/x_hand.h"
#include "tests/support/patience.h"
#include "tests/support/tree_rows.h"
#include "widgets/views/tag_plot.h"

#include <QApplication>
#include <QStyleHints>
#include <QTreeView>

#include <chrono>
#include <thread>

namespace lensboard::test {

/// Counts the clicks that arrive in this process.
class Releases : public QObject
{
public:
    Releases() { qApp->installEventFilter(this); }
    int count() const { return m_count; }

private:
    bool eventFilter(QObject *, QEvent *event) override
    {
        m_count += event->type() == QEvent::MouseButtonRelease;
        return false;
    }

    int m_count = 0;
};

/// Mouse and keyboard on widgets of this process. Events arrive after the call, in order. A click has arrived when its call returns.
class Hand : public XHand
{
public:
    void moveTo(const QWidget *widget, const QPoint &at)
    {
        constexpr int kSettlingMs = 5000;
        const QWidget *window = widget->window();
        const auto isSettled = [&] { // the window manager frames and moves a new window, and the server resizes it later than Qt does
            const Geometry seen = geometryOf(window->winId());
            const bool isFramed = window->windowType() == Qt::Popup || window->frameGeometry() != window->geometry();
            return isFramed && QRect(seen.x, seen.y, seen.width, seen.height) == QRect(window->mapToGlobal(QPoint()), window->size());
        };
        (void)QTest::qWaitFor(isSettled, kSettlingMs);
        const QPoint place = widget->mapToGlobal(at);
        XHand::moveTo(place.x(), place.y());
    }
    void moveTo(const QWidget *widget) { moveTo(widget, widget->rect().center()); }
    /// Moves to the middle of the axis rectangle.
    void moveTo(const widgets::TagPlot *plot) { moveTo(plot, plot->axisRect()->center()); }
    /// A single click, never part of a double click. Waits for it to arrive: the window manager sees it first, so following keys could overtake it
    /// and another click could get lost.
    template <typename... Target> void click(const Target &...target)
    {
        QGuiApplication::styleHints()->setMouseDoubleClickInterval(0);
        const Releases releases;
        moveTo(target...);
        XHand::click();
        QVERIFY(QTest::qWaitFor([&] { return releases.count() > 0; }, kPatienceMs));
    }
    /// Exactly one double click, independent of timing. Qt ignores two clicks within a millisecond.
    void doubleClick(const QWidget *widget, const QPoint &at)
    {
        click(widget, at);
        QGuiApplication::styleHints()->setMouseDoubleClickInterval(kPatienceMs);
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
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

/// Returns the position of the row's check box in the viewport of \p view.
inline QPoint checkBox(QTreeView *view, const QModelIndex &row)
{
    return checkBoxRect(view, row).center();
}

} // namespace lensboard::test
