#include "core/import/tools/trainer_state_importer.h"
#include "tests/fuzz/fuzz_importer.h"

using namespace lensboard;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t size)
{
    static const test::ScratchFile file("trainer_state.json");
    test::readBytes<imports::TrainerStateImporter>(file, bytes, size);
    return 0;
}
