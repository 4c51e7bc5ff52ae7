#pragma once

#include "core/import/tables/named_values.h"
#include "core/import/tools/json_document_importer.h"

#include <array>
#include <string>
#include <string_view>

namespace lensboard::imports {

/// Reads the JSON that TensorBoard's web page offers for download: [[wall time, step, value], ...] of one tag. The tag's name is in the
/// file name: run-RUN-tag-TAG.json.
class TensorboardJsonImporter final : public JsonDocumentImporter
{
public:
    explicit TensorboardJsonImporter(std::filesystem::path path);

    /// Returns true if a file that begins with \p firstBytes may be such a document.
    static bool recognises(std::string_view firstBytes);

private:
    void readLeaf(const JsonLeaf &leaf) override;
    void readEndOf(std::span<const std::string> path) override;
    void readEndOfDocument() override {}

    NamedValues m_values;
    std::string m_name;
    std::array<std::optional<double>, 3> m_row; ///< wall time, step, value
};

} // namespace lensboard::imports
