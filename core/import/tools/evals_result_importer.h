#pragma once

#include "core/import/tables/named_values.h"
#include "core/import/tools/json_document_importer.h"

#include <string_view>

namespace lensboard::imports {

/// Reads evals_result of XGBoost or LightGBM as JSON: for each data set and metric, a list with a number per boosting round,
/// {"validation_0": {"logloss": [...]}}. Rounds are counted from 0.
class EvalsResultImporter final : public JsonDocumentImporter
{
public:
    explicit EvalsResultImporter(std::filesystem::path path) : JsonDocumentImporter(std::move(path), "boosting rounds"), m_values(m_out, "boosting") {}

    /// Returns true if a file that begins with \p firstBytes may be such a document.
    static bool recognises(std::string_view firstBytes);

private:
    void readLeaf(const JsonLeaf &leaf) override;
    void readEndOfDocument() override {}

    NamedValues m_values;
};

} // namespace lensboard::imports
