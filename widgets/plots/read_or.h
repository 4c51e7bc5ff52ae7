#pragma once

#include "core/store/file/run_file_format.h"

namespace lensboard::widgets {

/// What \p read gives; \p otherwise if a run cannot be read any more, which the refresh queue reports when it draws.
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
