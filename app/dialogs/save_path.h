#pragma once

#include <QString>

class QWidget;

namespace lensboard::app {

/// Asks for the path of a file to write. Adds \p suffix, such as "csv", to a name without one, and asks before an existing file
/// is replaced. \p proposal is the initial path. Returns an empty text if the user cancels.
QString askSavePath(QWidget *parent, const QString &title, const QString &proposal, const QString &filter, const QString &suffix);

/// Returns true if \p path, a file or a folder for files, does not exist, or if the user agrees to replace it.
bool mayReplace(QWidget *parent, const QString &title, const QString &path);

} // namespace lensboard::app
