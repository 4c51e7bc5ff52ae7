#include "core/import/tools/tensorboard_json_importer.h"
#include "tests/fuzz/fuzz_importer.h"

using namespace lensboard;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t size)
{
    static const test::ScratchFile file("run-a-tag-loss.json");
    test::readBytes<imports::TensorboardJsonImporter>(file, bytes, size);
    return 0;
}
