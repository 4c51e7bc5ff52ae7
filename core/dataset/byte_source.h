#pragma once

#include "core/dataset/dataset_error.h"
#include "core/record/message.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace lensboard::dataset {

/// A sequential stream of bytes, from a file or from a compressed entry of a file.
class ByteSource
{
public:
    /// \p name is the prefix of messages.
    explicit ByteSource(std::string name) : m_name(std::move(name)) {}
    virtual ~ByteSource() = default;

    /// Reads up to \p size bytes and returns their number. The number is below \p size only at the end of the data.
    std::size_t readSome(std::uint8_t *to, std::size_t size);
    /// Errors: DatasetError if the data end before \p size bytes.
    void read(std::uint8_t *to, std::size_t size, const record::Message &expected);
    /// Errors: DatasetError if the checksum at the end of compressed data is missing or wrong.
    bool atEnd();

    /// Returns an upper limit of the remaining bytes. Does not trust the file's header.
    virtual std::size_t most() const = 0;
    /// Returns the fraction of the file that has been read. Units: 0 to 1.
    virtual double share() const = 0;

    /// Errors: always throws DatasetError. The text begins with the name and the position.
    [[noreturn]] void fail(const record::Message &what) const;

protected:
    static constexpr std::size_t kMaxDeflated = 1032; ///< maximum number of bytes that one deflated byte expands to

    virtual std::size_t take(std::uint8_t *to, std::size_t size) = 0;
    virtual void checkEnd() {}

private:
    std::string m_name;
    std::size_t m_position = 0; ///< in the unpacked bytes
};

} // namespace lensboard::dataset
