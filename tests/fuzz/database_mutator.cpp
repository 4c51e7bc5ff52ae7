// Changes SQLite databases with SQL, so that most inputs of their fuzz targets are valid databases.

#include "tests/support/mutated_run_file.h"
#include "tests/support/scratch_file.h"

using namespace lensboard;

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t *bytes, std::size_t size, std::size_t most);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t *bytes, std::size_t size, std::size_t most, unsigned seed)
{
    static const test::ScratchFile file("mutated.db");
    test::Random random(seed);
    if (random() % 4 == 0)
        return LLVMFuzzerMutate(bytes, size, most);
    file.write(bytes, size);
    test::mutateRunFile(file.path(), random);
    return test::replace(bytes, most, file.read());
}
