#include "core/import/tools/keras_history_importer.h"
#include "tests/fuzz/fuzz_importer.h"

using namespace lensboard;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t size)
{
    static const test::ScratchFile file("history.json");
    test::readBytes<imports::KerasHistoryImporter>(file, bytes, size);
    return 0;
}
