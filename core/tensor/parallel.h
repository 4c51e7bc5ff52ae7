#pragma once

#include <cstdint>
#include <functional>

namespace lensboard {

/// Calls \p work with parts of [0, \p count), of \p grain items at least, on the threads that PyTorch computes with: those of the
/// OpenMP that the process has loaded, as many as the calling thread may use. Without OpenMP, and within its threads, at once.
/// Errors: what \p work throws, once all parts have ended.
void inParallel(std::int64_t count, std::int64_t grain, const std::function<void(std::int64_t from, std::int64_t to)> &work);

/// Sets how many threads inParallel(), and PyTorch, use on the calling thread.
void setThreadCount(int count);

} // namespace lensboard
