#pragma once

class QWidget;

namespace lensboard::app {

class StartList;

constexpr int kExamplePathRole = 256; ///< Qt::UserRole, of the first column

/// The examples that come with the program, each with a hint on its content.
StartList *makeExampleList(QWidget *parent);

} // namespace lensboard::app
