#include "core/dataset/data_file.h"

#include "core/dataset/dataset_error.h"
#include "core/record/message.h"

namespace lensboard::dataset {

std::uintmax_t dataFileSize(const std::filesystem::path &path, const record::Message &expected, const std::string &key)
{
    std::error_code error;
    if (!std::filesystem::exists(path, error))
        throw DatasetError(record::message("%1: no such file; set %2 to %3, relative to the experiment's folder or absolute",
                                           path.string(), key, expected));
    if (!std::filesystem::is_regular_file(path, error))
        throw DatasetError(record::message("%1: is no file, expected %2", path.string(), expected));
    const std::uintmax_t size = std::filesystem::file_size(path, error);
    if (error)
        throw DatasetError(record::message("%1: cannot be opened: %2", path.string(), record::systemError(error.value())));
    return size;
}

} // namespace lensboard::dataset
