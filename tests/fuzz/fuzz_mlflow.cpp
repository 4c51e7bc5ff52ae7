#include "core/import/tools/mlflow/mlflow_importer.h"
#include "tests/fuzz/fuzz_importer.h"

using namespace lensboard;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t size)
{
    static const test::ScratchFile file("loss");
    test::readBytes<imports::MlflowImporter>(file, bytes, size);
    return 0;
}
