#pragma once

#include <QMenu>

class QTabWidget;

namespace lensboard::app {

class MainWindow;

/// Menu of all windows and their tabs.
class WindowMenu final : public QMenu
{
    Q_OBJECT

public:
    /// Acts on \p window and its tabs \p tabs.
    WindowMenu(MainWindow &window, QTabWidget &tabs);

private:
    void addWindowActions();
    void addTabActions();
    void fillTabList();
    void goOn(int tabs);

    MainWindow &m_window;
    QTabWidget &m_tabs;
    QMenu *m_tabList;
};

} // namespace lensboard::app
