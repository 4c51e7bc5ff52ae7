#pragma once

#include <QMenu>

namespace lensboard::app {

/// Choice of the theme; takes effect at once, in all windows.
class ThemeMenu final : public QMenu
{
    Q_OBJECT

public:
    explicit ThemeMenu(QWidget *parent);
};

} // namespace lensboard::app
