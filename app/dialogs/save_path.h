#pragma once

#include <QString>

class QWidget;

namespace lensboard::app {

/// Asks for the path of a file to write. Adds \p suffix, such as "csv", to a name without one, and then asks before it returns a file that
/// exists. \p proposal is the path shown first. Returns an empty text if the user cancels.
QString askSavePath(QWidget *parent, const QString &title, const QString &proposal, const QString &filter, const QString &suffix);

/// Returns true if nothing that exists is replaced at \p path, a file or a folder for files, or if the user agrees.
bool mayReplace(QWidget *parent, const QString &title, const QString &path);

} // namespace lensboard::app
