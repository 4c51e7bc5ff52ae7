#pragma once

#include "core/store/file/run_file_format.h"

namespace lensboard::widgets {

/// Returns the result of \p read, or \p otherwise if a run cannot be read any more. The refresh queue reports that error when it
/// draws.
template <typename Value, typename Read>
Value readOr(Value otherwise, const Read &read)
{
    try {
        return read();
    } catch (const store::RunFileError &) {
        return otherwise;
    }
}

} // namespace lensboard::widgets
