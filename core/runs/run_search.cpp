#include "core/runs/run_search.h"

#include "core/bytes/natural_order.h"
#include "core/runs/listed_runs.h"
#include "core/runs/run_tree.h"

#include <algorithm>
#include <limits>
#include <system_error>

namespace lensboard::runs {

FoundRuns findRuns(const std::filesystem::path &path)
{
    std::error_code error;
    if (!std::filesystem::is_directory(path, error))
        return {runsInFile(path), {}};
    RunTree tree(path, RunTree::Watches::No);
    tree.look(std::numeric_limits<std::size_t>::max(), {});
    FoundRuns found = tree.found();
    std::ranges::sort(found.runs, bytes::isNaturallyBefore, &std::filesystem::path::native);
    return found;
}

} // namespace lensboard::runs
