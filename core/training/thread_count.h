#pragma once

#include <cstdint>

namespace lensboard::training {

/// How many threads compute when an experiment does not say.
int defaultThreadCount();

/// Has LibTorch compute on \p wanted threads; 0: on defaultThreadCount(). Returns how many.
int useThreads(std::int64_t wanted);

} // namespace lensboard::training
