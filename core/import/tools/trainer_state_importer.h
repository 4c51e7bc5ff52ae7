#pragma once

#include "core/import/tables/named_values.h"
#include "core/import/tools/json_document_importer.h"

#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace lensboard::imports {

/// Reads trainer_state.json, written by Hugging Face's Trainer beside its checkpoints, or its log_history alone: rows of
/// measurements at a step. The trainer's settings become the run's hyperparameters.
class TrainerStateImporter final : public JsonDocumentImporter
{
public:
    explicit TrainerStateImporter(std::filesystem::path path)
        : JsonDocumentImporter(std::move(path), "Hugging Face trainer state"), m_values(m_out, "Hugging Face")
    {}

    /// Returns true if a file that begins with \p firstBytes may be such a file.
    static bool recognises(std::string_view firstBytes);

private:
    void readLeaf(const JsonLeaf &leaf) override;
    void readEndOf(std::span<const std::string> path) override;
    void readEndOfDocument() override;
    void readDetail(const JsonLeaf &leaf);
    void finishRow();
    std::int64_t placeOfRow();

    NamedValues m_values;
    std::vector<std::pair<std::string, double>> m_cells; ///< of the current row
    bool m_hasSteps = false;
    std::int64_t m_rows = 0;
    std::int64_t m_step = 0; ///< of the last row
    std::map<std::string, std::string> m_settings;
    std::vector<std::pair<std::string, std::string>> m_details;
};

} // namespace lensboard::imports
