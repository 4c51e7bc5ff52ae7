#include "core/dataset/data_file.h"

#include "core/dataset/dataset_error.h"

namespace lensboard::dataset {

std::uintmax_t dataFileSize(const std::filesystem::path &path, const std::string &expected, const std::string &key)
{
    std::error_code error;
    if (!std::filesystem::exists(path, error))
        throw DatasetError(path.string() + ": no such file; set " + key + " to " + expected
                           + ", relative to the experiment's folder or absolute");
    if (!std::filesystem::is_regular_file(path, error))
        throw DatasetError(path.string() + ": is no file, expected " + expected);
    const std::uintmax_t size = std::filesystem::file_size(path, error);
    if (error)
        throw DatasetError(path.string() + ": cannot be opened: " + error.message());
    return size;
}

} // namespace lensboard::dataset
