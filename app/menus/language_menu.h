#pragma once

#include <QMenu>

namespace lensboard::app {

/// The choice of the language; takes effect at the next start, which a message says.
class LanguageMenu final : public QMenu
{
    Q_OBJECT

public:
    explicit LanguageMenu(QWidget *parent);
};

} // namespace lensboard::app
