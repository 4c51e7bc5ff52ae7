#include "core/import/tensorboard/tensorboard_importer.h"
#include "tests/fuzz/fuzz_importer.h"
#include "tests/support/mutations.h"

using namespace lensboard;

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t *bytes, std::size_t size, std::size_t most);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t *bytes, std::size_t size, std::size_t most, unsigned seed)
{
    test::Random random(seed);
    if (random() % 2)
        return LLVMFuzzerMutate(bytes, size, most);
    return test::replace(bytes, most, test::mutatedEvents({bytes, bytes + size}, random));
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t size)
{
    static const test::ScratchFile file("events.out.tfevents.1");
    test::readBytes<imports::TensorboardImporter>(file, bytes, size);
    return 0;
}
