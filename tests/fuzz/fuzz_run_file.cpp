#include "core/store/file/run_file.h"
#include "core/store/file/run_file_format.h"
#include "tests/support/mutated_run_file.h"
#include "tests/support/read_everything.h"
#include "tests/support/scratch_file.h"

using namespace lensboard;

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t *bytes, std::size_t size, std::size_t most);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t *bytes, std::size_t size, std::size_t most, unsigned seed)
{
    static const test::ScratchFile file("mutated.lbrun");
    test::Random random(seed);
    if (random() % 4 == 0)
        return LLVMFuzzerMutate(bytes, size, most);
    file.write(bytes, size);
    test::mutateRunFile(file.path(), random);
    return test::replace(bytes, most, file.read());
}

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
