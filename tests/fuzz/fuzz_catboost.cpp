#include "core/import/tools/catboost_importer.h"
#include "tests/fuzz/fuzz_importer.h"

using namespace lensboard;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t size)
{
    static const test::ScratchFile file("catboost_training.json");
    test::readBytes<imports::CatboostImporter>(file, bytes, size);
    return 0;
}
