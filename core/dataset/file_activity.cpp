#include "core/dataset/file_activity.h"

#include <cmath>

namespace lensboard::dataset {

ReadReport fileActivity(const session::ProgressReport &report, const std::filesystem::path &path)
{
    return [report, name = path.filename().string()](double share) {
        report("reading " + name + ", " + std::to_string(std::lround(100 * share)) + " %");
    };
}

} // namespace lensboard::dataset
