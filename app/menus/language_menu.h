#pragma once

#include <QMenu>

namespace lensboard::app {

/// Choice of the language. It takes effect at the next start; a message offers to restart.
class LanguageMenu final : public QMenu
{
    Q_OBJECT

public:
    explicit LanguageMenu(QWidget &window);

Q_SIGNALS:
    /// The user accepted the offer.
    void restartRequested();

private:
    void choose(const QString &code);
    void offerRestart();

    QWidget &m_window;
};

} // namespace lensboard::app
