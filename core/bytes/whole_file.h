#pragma once

#include "core/record/message.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace lensboard::bytes {

constexpr std::uintmax_t kLargestModelFile = std::uintmax_t{16} << 30; ///< for a model, a plug-in or a checkpoint

/// Returns all bytes of a regular file, as a std::string or a std::vector<char>. Rejects devices, since they may never end, and pipes, since they
/// block. \p expected completes "expected …"; \p largest is in bytes.
/// Errors: std::runtime_error with the reason, without the path.
template <typename Bytes = std::string>
Bytes wholeFile(const std::filesystem::path &path, const record::Message &expected, std::uintmax_t largest);

} // namespace lensboard::bytes
