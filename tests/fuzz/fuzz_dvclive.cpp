#include "core/import/tools/dvclive_importer.h"
#include "tests/fuzz/fuzz_importer.h"
#include "tests/support/dvclive_folder.h"

using namespace lensboard;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t size)
{
    static const test::ScratchFile file("loss.tsv");
    file.write(bytes, size);
    store::RunStore run;
    imports::ReadProgress progress;
    imports::DvcliveImporter(test::dvcliveFolderOf(file.path())).read(run, progress);
    test::readEverything(run);
    return 0;
}
