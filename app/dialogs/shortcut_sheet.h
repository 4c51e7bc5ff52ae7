#pragma once

#include "widgets/gestures.h"

#include <QDialog>

class QLineEdit;
class QMenuBar;
class QTextBrowser;

namespace lensboard::app {

/// All shortcuts by menu and the mouse gestures in plots, in as many columns as fit; can be searched and printed.
class ShortcutSheet final : public QDialog
{
    Q_OBJECT

public:
    /// Lists the present actions of \p bar.
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
