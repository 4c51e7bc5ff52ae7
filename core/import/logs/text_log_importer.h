#pragma once

#include "core/import/logs/log_evidence.h"
#include "core/import/tables/flat_json.h"
#include "core/import/tables/revised_importer.h"
#include "core/import/tables/row_sample.h"

#include <filesystem>
#include <string_view>

namespace lensboard::imports {

/// Reads a program's text output: lines of "key value", "key: value" and "key=value" that repeat with a rising step.
class TextLogImporter final : public RevisedImporter
{
public:
    explicit TextLogImporter(std::filesystem::path path) : m_path(std::move(path)) {}

    /// Returns true if \p firstBytes have at least three lines of one shape with a rising step and measurements. Longer beginnings of the file give the same answer.
    static bool recognises(std::string_view firstBytes);

private:
    std::unique_ptr<Importer> reader() override;

    std::filesystem::path m_path;
    LogEvidence m_evidence;
    RowSample<FlatJson> m_sample;
};

} // namespace lensboard::imports
