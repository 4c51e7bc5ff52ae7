#pragma once

#include "widgets/quiet_tree_view.h"

class QAction;

namespace lensboard::widgets {

class LensModel;

/// Tree of lenses and their tags. A lens's settings open with its button, a double click on its name, the context menu, Enter or
/// F2. The cost column appears while a cost is known; the context menus can hide it.
class LensView final : public QuietTreeView
{
    Q_OBJECT

public:
    explicit LensView(LensModel *model, QWidget *parent = nullptr);

    void setCostsWanted(bool wanted);

Q_SIGNALS:
    void settingsRequested(const QString &lens);
    /// The user clicked a tag or moved to it with the keyboard; for a lens, its first visible tag.
    void tagChosen(const QString &tag);
    /// Like tagChosen(), but not for clicks on a check box: the user wants to see the tag.
    void tagSought(const QString &tag);
    /// The user shows or hides the cost column.
    void costsWanted(bool wanted);
    /// Like tagSought(), for a tag with tensors, or a lens with only tensors.
    void tensorsChosen(const QString &tag);
    /// The user clicked a tag with tensors.
    void tensorsClicked();

protected:
    void changeEvent(QEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;

private:
    void buildActions();
    void addButtons(const QModelIndex &parent, int first, int last);
    void enableButtons();
    void showCosts();
    void drawIcons();
    void requestSettings(const QModelIndex &index);
    void chooseTag(const QModelIndex &index);
    QRect boxOf(const QModelIndex &index) const;

    LensModel *m_model;
    QAction *m_settings;
    QAction *m_costs;
    bool m_isOnBox = false; ///< the mouse is pressed on a check box
};

} // namespace lensboard::widgets
