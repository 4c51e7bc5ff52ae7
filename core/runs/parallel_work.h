#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>

namespace lensboard::runs {

/// Calls \p work with 0 … \p count - 1 on up to 8 threads. After each call, calls \p done with the same number on the calling thread, in the
/// order of completion. If \p stop is requested, finishes the started items and returns early.
/// Errors: the first exception of \p work or \p done; items not yet started are skipped.
void workInParallel(std::size_t count, const std::stop_token &stop, const std::function<void(std::size_t)> &work,
                    const std::function<void(std::size_t)> &done);

} // namespace lensboard::runs
