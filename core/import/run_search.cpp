#include "core/import/run_search.h"

#include "core/import/listed_runs.h"
#include "core/import/run_tree.h"

#include <limits>
#include <system_error>

namespace lensboard::imports {

FoundRuns findRuns(const std::filesystem::path &path)
{
    std::error_code error;
    if (!std::filesystem::is_directory(path, error))
        return {runsInFile(path), {}};
    RunTree tree(path, RunTree::Watches::No);
    tree.look(std::numeric_limits<std::size_t>::max(), {});
    return tree.found();
}

} // namespace lensboard::imports
