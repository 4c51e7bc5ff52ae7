#include "core/python/callable.h"

namespace lensboard::python {

thread_local int Called::s_depth = 0;

bool isCalled()
{
    return Called::s_depth > 0;
}

} // namespace lensboard::python
