#include "core/import/tools/yaml_values.h"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t size)
{
    lensboard::imports::yamlValues({reinterpret_cast<const char *>(bytes), size});
    return 0;
}
