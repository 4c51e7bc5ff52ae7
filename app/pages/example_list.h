#pragma once

class QWidget;

namespace lensboard::app {

class StartList;

constexpr int kExamplePathRole = 256; ///< role of the first column, equal to Qt::UserRole

/// The examples that come with the program, each with a hint on its content.
StartList *makeExampleList(QWidget *parent);

} // namespace lensboard::app
