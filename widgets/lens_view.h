#pragma once

#include "widgets/quiet_tree_view.h"

class QAction;

namespace lensboard::widgets {

class LensModel;

/// The panel of lenses and their tags. Settings are asked for with a lens's button, a double click on its name, the
/// context menu, Enter or F2. The costs of lenses have a column while a cost is known. The context menus hide it.
class LensView final : public QuietTreeView
{
    Q_OBJECT

public:
    explicit LensView(LensModel *model, QWidget *parent = nullptr);

    void setCostsWanted(bool wanted);

Q_SIGNALS:
    void settingsRequested(const QString &lens);
    /// A tag, or the first one on view of a lens, was clicked or gone to with the keyboard.
    void tagChosen(const QString &tag);
    /// The same, unless only a check box was clicked: the user wants to see the tag.
    void tagSought(const QString &tag);
    /// The user shows or hides the column of costs.
    void costsWanted(bool wanted);
    /// The same of a tag that has tensors, or of a lens that has nothing else.
    void tensorsChosen(const QString &tag);
    /// A tag that has tensors was clicked.
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
    bool m_isOnBox = false; ///< while the mouse is pressed on a check box
};

} // namespace lensboard::widgets
