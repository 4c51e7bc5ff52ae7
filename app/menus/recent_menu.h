#pragma once

#include <QMenu>

namespace lensboard::app {

/// Menu of recently opened files and folders.
class RecentMenu final : public QMenu
{
    Q_OBJECT

public:
    explicit RecentMenu(QWidget *parent);

Q_SIGNALS:
    void chosen(const QString &path);

private:
    void fill();

    QAction *m_clear;
};

} // namespace lensboard::app
