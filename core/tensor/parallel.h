#pragma once

#include <cstdint>
#include <functional>

namespace lensboard {

/// Calls \p work with parts of [0, \p count), of \p grain items or more, on PyTorch's threads: the process's OpenMP runs them, as
/// many as the calling thread may use. Without OpenMP, and within its threads, calls it once.
/// Errors: exceptions of \p work, once all parts have ended.
void inParallel(std::int64_t count, std::int64_t grain, const std::function<void(std::int64_t from, std::int64_t to)> &work);

/// Sets the number of threads that inParallel() and PyTorch use for the calling thread.
void setThreadCount(int count);

} // namespace lensboard
