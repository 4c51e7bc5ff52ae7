#include "core/store/file/run_file.h"
#include "core/store/file/run_file_format.h"
#include "tests/support/read_everything.h"
#include "tests/support/scratch_file.h"

using namespace lensboard;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t size)
{
    static const test::ScratchFile file("run.lbrun");
    file.write(bytes, size);
    try {
        test::readEverything(store::RunFile(file.path()));
    } catch (const store::RunFileError &) {
    }
    return 0;
}
