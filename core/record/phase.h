#pragma once

namespace lensboard::record {

/// What a batch, and its loss, is for.
enum class Phase { Train, Evaluation };

} // namespace lensboard::record
