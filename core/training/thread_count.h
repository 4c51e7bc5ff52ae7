#pragma once

#include <cstdint>

namespace lensboard::training {

/// How many threads compute when nobody says.
int defaultThreadCount();

/// Has LibTorch compute on \p wanted threads; 0: on defaultThreadCount(), or as many as OMP_NUM_THREADS says if those are fewer; without
/// that on a share of these, of \p processes that share the machine. Returns how many.
int useThreads(std::int64_t wanted, int processes = 1);

} // namespace lensboard::training
