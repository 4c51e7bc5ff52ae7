#pragma once

#include "core/import/tables/revised_importer.h"
#include "core/import/tables/row_sample.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace lensboard::imports {

/// Reads a text table of measurements: wide or long format, any common delimiter, with or without header.
class CsvImporter final : public RevisedImporter
{
public:
    explicit CsvImporter(std::filesystem::path path) : m_path(std::move(path)) {}

    /// Returns true if a file with this name and these \p firstBytes may be a table.
    static bool recognises(std::string_view firstBytes, const std::filesystem::path &path);

private:
    std::unique_ptr<Importer> reader() override;

    std::filesystem::path m_path;
    RowSample<std::string> m_sample; ///< records, from the file's first on
};

} // namespace lensboard::imports
