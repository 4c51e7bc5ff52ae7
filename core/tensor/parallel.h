#pragma once

#include <cstdint>
#include <functional>

namespace lensboard {

/// Calls \p work with parts of [0, \p count), each of about \p grain items or more, on the threads of PyTorch's OpenMP runtime, at most as
/// many as the calling thread may use. Without OpenMP, and inside an OpenMP thread, calls \p work once.
/// Errors: exceptions of \p work, after all parts have ended.
void inParallel(std::int64_t count, std::int64_t grain, const std::function<void(std::int64_t from, std::int64_t to)> &work);

/// Sets the number of threads that inParallel() and PyTorch use for the calling thread.
void setThreadCount(int count);

} // namespace lensboard
