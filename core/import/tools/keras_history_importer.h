#pragma once

#include "core/import/tables/named_values.h"
#include "core/import/tools/json_document_importer.h"

#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace lensboard::imports {

/// Keras' History as JSON: a list of numbers a series, one each epoch, {"loss": [...], "val_loss": [...]}; also what
/// pandas makes of it, {"loss": {"0": ..., "1": ...}}, and the history among other things, {"history": {...}}.
class KerasHistoryImporter final : public JsonDocumentImporter
{
public:
    explicit KerasHistoryImporter(std::filesystem::path path)
        : JsonDocumentImporter(std::move(path), "Keras history"), m_values(m_out, "Keras")
    {}

    /// Whether a file that begins with \p firstBytes may be one.
    static bool recognises(std::string_view firstBytes);

private:
    void readLeaf(const JsonLeaf &leaf) override;
    void readEndOfDocument() override;
    std::int64_t epochAt(std::size_t place) const;

    NamedValues m_values;
    std::map<std::string, std::vector<std::pair<std::size_t, double>>> m_columns; ///< by name: places and values
    std::map<std::size_t, double> m_epochs; ///< as the file counts them, where it does
    std::map<std::string, std::string> m_settings;
};

} // namespace lensboard::imports
