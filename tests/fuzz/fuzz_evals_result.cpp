#include "core/import/tools/evals_result_importer.h"
#include "tests/fuzz/fuzz_importer.h"

using namespace lensboard;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t size)
{
    static const test::ScratchFile file("evals.json");
    test::readBytes<imports::EvalsResultImporter>(file, bytes, size);
    return 0;
}
