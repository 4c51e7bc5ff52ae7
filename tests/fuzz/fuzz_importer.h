#pragma once

#include "core/import/importer.h"
#include "core/store/columns/run_store.h"
#include "tests/support/read_everything.h"
#include "tests/support/scratch_file.h"

namespace lensboard::test {

/// Lets \p Importer read \p bytes and reads all of the run that it makes of them. Any error but an ImportError escapes.
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
