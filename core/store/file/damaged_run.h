#pragma once

#include "core/store/file/run_file_database.h"

#include <nlohmann/json.hpp>

#include <stdexcept>

namespace lensboard::store {

/// Runs \p read. Converts its errors to RunFileErrors that name the file.
template <typename Read>
auto reading(const std::filesystem::path &path, const Read &read)
{
    try {
        return read();
    } catch (const sqlite::Error &error) {
        throw damagedRun(path, error);
    } catch (const std::invalid_argument &error) {
        throw damagedRun(path, error);
    } catch (const nlohmann::json::exception &error) {
        throw damagedRun(path, error);
    }
}

} // namespace lensboard::store
