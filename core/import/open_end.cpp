#include "core/import/open_end.h"

#include <system_error>

namespace lensboard::imports {

record::RunStatus statusOfOpenEnd(const std::filesystem::path &file, std::chrono::minutes silence)
{
    std::error_code unknown;
    const auto written = std::filesystem::last_write_time(file, unknown);
    const bool isFresh = !unknown && written > std::filesystem::file_time_type::clock::now() - silence;
    return isFresh ? record::RunStatus::Unknown : record::RunStatus::Interrupted;
}

} // namespace lensboard::imports
