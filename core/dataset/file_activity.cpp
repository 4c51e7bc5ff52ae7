#include "core/dataset/file_activity.h"

#include "core/record/message.h"

#include <cmath>

namespace lensboard::dataset {

ReadReport fileActivity(const session::ProgressReport &report, const std::filesystem::path &path)
{
    return [report, name = path.filename().string()](double share) {
        report(record::message("reading %1, %2 %", name, std::lround(100 * share)));
    };
}

} // namespace lensboard::dataset
