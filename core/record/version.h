#pragma once

namespace lensboard::record {

/// Lensboard's version, "1.2.3".
const char *version();

} // namespace lensboard::record
