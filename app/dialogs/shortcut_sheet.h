#pragma once

#include "widgets/gestures.h"

#include <QDialog>

class QLineEdit;
class QMenuBar;
class QTextBrowser;

namespace lensboard::app {

/// All shortcuts by menu and what the mouse does in plots, in as many columns as there is room for; can be searched
/// and printed.
class ShortcutSheet final : public QDialog
{
    Q_OBJECT

public:
    /// Of the menus that \p bar has now.
    ShortcutSheet(const QMenuBar &bar, QWidget *parent);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    QList<widgets::GestureGroup> found() const;
    QString html(int columns, const QPalette &palette) const;
    void layOut();
    void print();

    QList<widgets::GestureGroup> m_groups;
    QLineEdit *m_search;
    QTextBrowser *m_sheet;
};

} // namespace lensboard::app
