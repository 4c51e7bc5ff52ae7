#pragma once

#include <QMenu>

class QMenuBar;

namespace lensboard::app {

/// The command palette, the shortcuts, and what program this is.
class HelpMenu final : public QMenu
{
    Q_OBJECT

public:
    /// Of the window that \p bar is in.
    explicit HelpMenu(QMenuBar &bar);

private:
    void showShortcuts();
    void showAbout();

    QMenuBar &m_bar;
};

} // namespace lensboard::app
