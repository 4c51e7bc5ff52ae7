#include "tests/support/read_run_database.h"
#include "tests/support/scratch_file.h"

using namespace lensboard;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t size)
{
    static const test::ScratchFile file("optuna_journal.log");
    file.write(bytes, size);
    test::readRunDatabase(file.path());
    return 0;
}
