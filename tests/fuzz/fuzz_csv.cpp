#include "core/import/tables/csv_importer.h"
#include "tests/fuzz/fuzz_importer.h"

using namespace lensboard;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t size)
{
    static const test::ScratchFile file("table.csv");
    test::readBytes<imports::CsvImporter>(file, bytes, size);
    return 0;
}
