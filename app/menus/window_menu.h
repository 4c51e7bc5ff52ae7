#pragma once

#include <QMenu>

class QTabWidget;

namespace lensboard::app {

/// Menu of all windows and their tabs.
class WindowMenu final : public QMenu
{
    Q_OBJECT

public:
    /// Acts on \p window and its tabs \p tabs.
    WindowMenu(QWidget &window, QTabWidget &tabs);

Q_SIGNALS:
    void newWindowRequested();
    void moveTabRequested(); ///< to a new window
    void reopenTabRequested();

private:
    void addWindowActions();
    void addTabActions();
    void fillTabList();
    void goOn(int tabs);

    QWidget &m_window;
    QTabWidget &m_tabs;
    QMenu *m_tabList;
};

} // namespace lensboard::app
