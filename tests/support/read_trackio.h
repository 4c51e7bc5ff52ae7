#pragma once

#include "core/import/tools/trackio_database.h"
#include "core/import/tools/trackio_importer.h"
#include "core/store/columns/run_store.h"
#include "tests/support/read_everything.h"

namespace lensboard::test {

/// Reads all of a project's first runs. Any error except ImportError escapes.
inline void readTrackio(const std::filesystem::path &path)
{
    constexpr std::size_t kMostRuns = 3;
    try {
        std::vector<std::string> runs = imports::TrackioDatabase(path).runs();
        runs.resize(std::min(runs.size(), kMostRuns));
        for (const std::string &name : runs) {
            store::RunStore run;
            imports::ReadProgress progress;
            imports::TrackioImporter(path, name).read(run, progress);
            readEverything(run);
        }
    } catch (const imports::ImportError &) {
    }
}

} // namespace lensboard::test
