#pragma once

#include "core/import/importer.h"
#include "core/import/tools/database_runs.h"
#include "core/store/columns/run_store.h"
#include "tests/support/read_everything.h"

namespace lensboard::test {

/// Reads all of the first runs in a database of another tool. Any error except ImportError escapes.
inline void readRunDatabase(const std::filesystem::path &path)
{
    constexpr std::size_t kMaxRuns = 3;
    try {
        std::vector<std::string> runs = imports::runsInDatabase(path);
        runs.resize(std::min(runs.size(), kMaxRuns));
        for (const std::string &name : runs) {
            store::RunStore run;
            imports::ReadProgress progress;
            imports::databaseImporter(path, name)->read(run, progress);
            readEverything(run);
        }
    } catch (const imports::ImportError &) {
    }
}

} // namespace lensboard::test
