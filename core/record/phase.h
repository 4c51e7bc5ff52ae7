#pragma once

namespace lensboard::record {

/// Purpose of a batch and its loss.
enum class Phase { Train, Evaluation };

} // namespace lensboard::record
