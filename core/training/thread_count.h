#pragma once

#include <cstdint>

namespace lensboard::training {

/// How many threads compute when nobody says.
int defaultThreadCount();

/// Has LibTorch compute on \p wanted threads; 0: on defaultThreadCount(), or as many as OMP_NUM_THREADS says if those are fewer.
/// Returns how many.
int useThreads(std::int64_t wanted);

} // namespace lensboard::training
