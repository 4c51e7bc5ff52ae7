#pragma once

#include <QMenu>

namespace lensboard::app {

class MainWindow;

/// Choice of the language. It takes effect at the next start; a message offers to restart.
class LanguageMenu final : public QMenu
{
    Q_OBJECT

public:
    explicit LanguageMenu(MainWindow &window);

private:
    void choose(const QString &code);
    void offerRestart();

    MainWindow &m_window;
};

} // namespace lensboard::app
