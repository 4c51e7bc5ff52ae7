#pragma once

#include "core/dataset/byte_source.h"
#include "core/record/message.h"

#include <filesystem>
#include <memory>

namespace lensboard::dataset {

/// Reads a file from its beginning, gzipped or not.
class ByteFile final : public ByteSource
{
public:
    /// \p expected completes the message "expected …". \p key is the setting that names the file.
    /// Errors: DatasetError if the file does not exist.
    ByteFile(const std::filesystem::path &path, const record::Message &expected, const std::string &key = "dataset.path");
    ~ByteFile() override;

    std::size_t most() const override;
    double share() const override;

protected:
    std::size_t take(std::uint8_t *to, std::size_t size) override;
    void checkEnd() override;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lensboard::dataset
