#pragma once

#include "widgets/views/state/board_state.h"

#include <span>

namespace lensboard::widgets {

/// Default scale of a norm: becomes logarithmic, permanently, when visible lines lie decades apart, or one line spans decades. On
/// a linear axis the small values would be flat at zero.
class NormScale
{
public:
    bool isLog() const { return m_isLog; }
    /// Returns true if the scale becomes logarithmic. Reads \p series again after they have grown by a fifth, or fewer are visible.
    /// Errors: store::RunFileError.
    bool update(const BoardState &board, const record::TagSpec &tag, std::span<const ShownSeries> series);

private:
    bool m_isLog = false;
    double m_countRead = 0;
};

} // namespace lensboard::widgets
