#pragma once

class QLabel;
class QPalette;
class QString;
class QWidget;

namespace lensboard::widgets {

/// Shows \p problem in \p label, in the colour of warnings; hides the label if there is none.
void showProblem(QLabel *label, const QString &problem);

/// Gives \p control a background in the colour of warnings, or removes it.
void markControl(QWidget *control, bool isWrong);

} // namespace lensboard::widgets
