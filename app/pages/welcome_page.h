#pragma once

#include <QWidget>

namespace lensboard::app {

class FileOpener;

/// What a window shows while nothing is open: ways to begin.
class WelcomePage final : public QWidget
{
    Q_OBJECT

public:
    explicit WelcomePage(FileOpener &opener);

Q_SIGNALS:
    void experimentWanted(); ///< a new one
};

} // namespace lensboard::app
