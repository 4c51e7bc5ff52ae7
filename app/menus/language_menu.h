#pragma once

#include <QMenu>

namespace lensboard::app {

class MainWindow;

/// The choice of the language; takes effect at the next start, which a message offers.
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
