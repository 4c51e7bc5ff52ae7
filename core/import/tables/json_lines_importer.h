#pragma once

#include "core/import/tables/flat_json.h"
#include "core/import/tables/revised_importer.h"
#include "core/import/tables/row_sample.h"

#include <filesystem>
#include <string_view>

namespace lensboard::imports {

/// Reads JSON objects, one per line or in a list; each is the measurements of a step. A text becomes an event when it changes.
class JsonLinesImporter final : public RevisedImporter
{
public:
    explicit JsonLinesImporter(std::filesystem::path path) : m_path(std::move(path)) {}

    /// Returns true if a file that begins with \p firstBytes may be JSON lines or a list of JSON objects.
    static bool recognises(std::string_view firstBytes);

private:
    std::unique_ptr<Importer> reader() override;

    std::filesystem::path m_path;
    RowSample<FlatJson> m_sample;
};

} // namespace lensboard::imports
