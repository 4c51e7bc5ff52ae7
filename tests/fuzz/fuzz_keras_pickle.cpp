#include "core/import/tools/keras_history_importer.h"
#include "tests/fuzz/fuzz_importer.h"

using namespace lensboard;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t size)
{
    static const test::ScratchFile file("history.pkl");
    imports::KerasHistoryImporter::recognisesPickle({reinterpret_cast<const char *>(bytes), size});
    file.write(bytes, size);
    store::RunStore run;
    imports::ReadProgress progress;
    try {
        imports::KerasHistoryImporter(file.path(), imports::KerasHistoryImporter::Form::Pickle).read(run, progress);
    } catch (const imports::ImportError &) {
    }
    test::readEverything(run);
    return 0;
}
