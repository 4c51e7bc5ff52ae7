#include "core/record/version.h"

namespace lensboard::record {

const char *version()
{
    return LENSBOARD_VERSION;
}

} // namespace lensboard::record
