#include "core/import/tables/exported_json_importer.h"
#include "tests/fuzz/fuzz_importer.h"

using namespace lensboard;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t size)
{
    static const test::ScratchFile file("lines.jsonl");
    test::readBytes<imports::ExportedJsonImporter>(file, bytes, size);
    return 0;
}
