#include "core/dataset/byte_file.h"
#include "core/dataset/csv_table.h"
#include "core/dataset/idx_file.h"
#include "core/dataset/npy_file.h"
#include "core/dataset/picture_file.h"
#include "core/dataset/text_file.h"
#include "core/dataset/zip_file.h"
#include "tests/support/dataset_choice.h"
#include "tests/support/scratch_file.h"

#include <string_view>

using namespace lensboard;

namespace {

void readArchive(const std::filesystem::path &path)
{
    const dataset::ZipFile zip(path, "an archive", "dataset.path");
    for (const char *name : {"x.npy", "y.npy"})
        if (zip.has(name))
            dataset::readNpy(*zip.open(name));
}

void readTable(const std::filesystem::path &path)
{
    for (const char *task : {"classification", "regression"})
        try {
            dataset::readCsvTable(test::tableChoice(
                {{"path", path.string()}, {"validation_path", path.string()}, {"task", task}, {"missing", "drop"}, {"categories", {"1"}}}));
        } catch (const dataset::DatasetError &) {
        }
}

/// Chooses the reader by the first bytes of the data.
void readData(const std::filesystem::path &path, std::string_view bytes)
{
    if (dataset::isPictureFile(path)) {
        dataset::resized(dataset::readPicture(path, false), 3);
    } else if (bytes.starts_with("PK")) {
        readArchive(path);
    } else if (bytes.starts_with("\x93")) {
        dataset::ByteFile file(path, "an .npy file");
        dataset::readNpy(file);
    } else if (bytes.starts_with('\0')) {
        dataset::readIdx(path);
    } else {
        readTable(path);
        dataset::readText(path);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t size)
{
    static const test::ScratchFile file("data");
    file.write(bytes, size);
    try {
        readData(file.path(), {reinterpret_cast<const char *>(bytes), size});
    } catch (const dataset::DatasetError &) {
    }
    return 0;
}
