#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>

namespace lensboard::imports {

/// Calls \p work with 0 … \p count - 1 on a few threads, and \p done with each on the calling one once its work is done, in the order in
/// which that happens. Returns early if \p stop is requested, when what was begun is done.
/// Errors: the first exception of \p work or \p done; what was not begun is left then.
void workInParallel(std::size_t count, const std::stop_token &stop, const std::function<void(std::size_t)> &work,
                    const std::function<void(std::size_t)> &done);

} // namespace lensboard::imports
