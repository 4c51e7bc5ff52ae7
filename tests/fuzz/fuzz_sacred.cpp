#include "core/import/tools/sacred_importer.h"
#include "tests/fuzz/fuzz_importer.h"

using namespace lensboard;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t size)
{
    static const test::ScratchFile file("metrics.json");
    test::readBytes<imports::SacredImporter>(file, bytes, size);
    return 0;
}
