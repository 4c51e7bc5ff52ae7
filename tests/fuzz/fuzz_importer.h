#pragma once

#include "core/import/importer.h"
#include "core/store/columns/run_store.h"
#include "tests/support/read_everything.h"
#include "tests/support/scratch_file.h"

namespace lensboard::test {

/// Reads \p bytes with \p Importer, then all of the resulting run. Any error except ImportError escapes.
template <typename Importer>
void readBytes(const ScratchFile &file, const std::uint8_t *bytes, std::size_t size)
{
    file.write(bytes, size);
    store::RunStore run;
    imports::ReadProgress progress;
    try {
        Importer(file.path()).read(run, progress);
    } catch (const imports::ImportError &) {
    }
    readEverything(run);
}

} // namespace lensboard::test
