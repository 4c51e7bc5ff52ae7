#include "core/import/logs/text_log_importer.h"
#include "tests/fuzz/fuzz_importer.h"

using namespace lensboard;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t size)
{
    static const test::ScratchFile file("train.out");
    imports::TextLogImporter::recognises({reinterpret_cast<const char *>(bytes), size});
    test::readBytes<imports::TextLogImporter>(file, bytes, size);
    return 0;
}
