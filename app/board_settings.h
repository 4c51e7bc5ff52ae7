#pragma once

class QString;

namespace lensboard::widgets {
class PlotBoard;
}

namespace lensboard::app {

/// Gives \p board the styles chosen last on boards of the same \p kind of run (see run_kind.h), and stores its later changes. A tag's style,
/// the smoothing and the x axis belong to the kind; bands, marks, linked zoom and the order of layers to the user. Open boards keep their styles.
void rememberStyles(widgets::PlotBoard &board, const QString &kind);

} // namespace lensboard::app
