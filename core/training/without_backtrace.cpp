#include "core/training/without_backtrace.h"

#include <c10/util/Exception.h>

#include <stdexcept>

namespace lensboard::training {

void rethrowWithoutBacktrace()
{
    try {
        throw;
    } catch (const c10::Error &error) {
        throw std::runtime_error(error.what_without_backtrace());
    }
}

} // namespace lensboard::training
