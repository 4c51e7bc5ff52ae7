#include "core/import/tools/wandb/wandb_importer.h"
#include "tests/fuzz/fuzz_importer.h"
#include "tests/support/wandb_log_maker.h"

using namespace lensboard;

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t *bytes, std::size_t size, std::size_t most);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t *bytes, std::size_t size, std::size_t most, unsigned seed)
{
    test::Random random(seed);
    if (random() % 4 == 0)
        return LLVMFuzzerMutate(bytes, size, most);
    return test::replace(bytes, most, test::mutatedWandbLog({bytes, bytes + size}, random));
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t size)
{
    static const test::ScratchFile file("run-x.wandb");
    test::readBytes<imports::WandbImporter>(file, bytes, size);
    return 0;
}
