#pragma once

#include "core/dataset/dataset_error.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace lensboard::dataset {

/// Bytes in their order, from a file or from what is packed within one.
class ByteSource
{
public:
    /// \p name is what messages begin with.
    explicit ByteSource(std::string name) : m_name(std::move(name)) {}
    virtual ~ByteSource() = default;

    /// Less than \p size bytes only where they end. Returns how many.
    std::size_t readSome(std::uint8_t *to, std::size_t size);
    /// Errors: DatasetError if they end before.
    void read(std::uint8_t *to, std::size_t size, const std::string &expected);
    /// Errors: DatasetError if what ends packed data, their checksum, is missing or wrong.
    bool atEnd();

    /// An upper limit of the bytes that follow, whatever their header says.
    virtual std::size_t most() const = 0;
    /// The part of the file that was read. Units: 0 to 1.
    virtual double share() const = 0;

    /// Errors: DatasetError, with the name and the position before \p what.
    [[noreturn]] void fail(const std::string &what) const;

protected:
    static constexpr std::size_t kMostDeflated = 1032; ///< a byte of deflated data becomes no more than these

    virtual std::size_t take(std::uint8_t *to, std::size_t size) = 0;
    virtual void checkEnd() {}

private:
    std::string m_name;
    std::size_t m_position = 0; ///< of the unpacked bytes
};

} // namespace lensboard::dataset
