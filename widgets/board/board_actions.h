#pragma once

#include "widgets/views/state/board_style.h"

#include <QKeySequence>
#include <QObject>

#include <functional>
#include <map>

class QAction;
class QActionGroup;
class QMenu;

namespace lensboard::widgets {

class PlotBoard;

/// Actions for a board's plots, with shortcuts. Actions for a tag apply to the tag last under the mouse.
class BoardActions final : public QObject
{
    Q_OBJECT

public:
    /// Shortcuts work while \p board is visible.
    explicit BoardActions(PlotBoard *board);

    /// Fills the menu of the menu bar.
    void fill(QMenu &menu) const;
    /// Fills the context menu of one plot.
    void fillForPlot(QMenu &menu) const;
    QAction *followAction() const { return m_follow; }
    QAction *resetAction() const { return m_reset; }
    QAction *goToNonFiniteAction() const { return m_goToNonFinite; }
    /// Explains the current tag. In a plot's menu, and in the Help menu.
    QAction *explainAction() const { return m_explain; }

    /// Updates the state of all actions.
    void update();

Q_SIGNALS:
    /// The user requests an explanation of the plots of \p tag.
    void helpWanted(const QString &tag);
    /// The user wants a picture of the current plot.
    void exportWanted();

private:
    QAction *add(const QString &text, const QKeySequence &keys, const QString &tip);
    QAction *addCheckable(const QString &text, const QKeySequence &keys, const QString &tip, QActionGroup *group = nullptr);
    void addTagActions();
    void addBoardActions();
    void addWays();
    void changeTag(const std::function<void(TagStyle &)> &change);
    void askLimits();
    void copyPlot();
    void fillLabels(QMenu &menu) const;

    PlotBoard *m_board;
    std::map<TagView, QAction *> m_views;
    std::map<Limits, QAction *> m_limits;
    std::map<XAxis, QAction *> m_axes;
    std::map<Band, QAction *> m_bands;
    std::map<EventKind, QAction *> m_events;
    std::map<PlotOrder, QAction *> m_orders;
    QAction *m_log, *m_hideTag, *m_alone, *m_copy, *m_export, *m_explain, *m_undo, *m_redo;
    QAction *m_smoother, *m_rougher, *m_linked;
    QAction *m_zoomIn, *m_zoomOut, *m_left, *m_right, *m_reset, *m_follow;
    QAction *m_pinA, *m_pinB, *m_unpin, *m_goToNonFinite;
};

} // namespace lensboard::widgets
