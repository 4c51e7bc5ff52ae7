#pragma once

class QWidget;

namespace lensboard::app {

class StartList;

constexpr int kExamplePathRole = 256; ///< Qt::UserRole, of the first column

/// The examples that come with the program, each with what there is to see in it.
StartList *makeExampleList(QWidget *parent);

} // namespace lensboard::app
