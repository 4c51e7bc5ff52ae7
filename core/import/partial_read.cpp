#include "core/import/partial_read.h"

#include "core/store/columns/run_store.h"

#include <algorithm>

namespace lensboard::imports {

bool isEnoughForNow(const ReadProgress &progress, const store::RunStore &run)
{
    return progress.isTimeOver() && run.committedCount() > 0;
}

record::Message describePart(const ReadProgress &progress)
{
    const std::uint64_t total = std::max<std::uint64_t>(progress.total, 1), done = std::min<std::uint64_t>(progress.done, total);
    return record::message("%1 % read so far", static_cast<int>(100.0 * static_cast<double>(done) / static_cast<double>(total)));
}

} // namespace lensboard::imports
