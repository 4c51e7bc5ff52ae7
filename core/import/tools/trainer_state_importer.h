#pragma once

#include "core/import/tables/named_values.h"
#include "core/import/tables/stamp_field.h"
#include "core/import/tools/json_document_importer.h"

#include <cstddef>
#include <map>
#include <span>
#include <string>
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
    void addCell(std::string_view name, double value);
    void finishRow();
    std::int64_t placeOfRow();

    struct Cell
    {
        std::string name;
        StampField field = StampField::None;
        double value = 0;
    };

    std::span<const Cell> cells() const { return std::span(m_cells).first(m_cellCount); }

    NamedValues m_values;
    std::vector<Cell> m_cells;   ///< of the current row, and then of former longer rows
    std::size_t m_cellCount = 0; ///< number of cells in the current row
    bool m_hasSteps = false;
    std::int64_t m_rows = 0;
    std::int64_t m_step = 0; ///< of the last row
    std::map<std::string, std::string> m_settings;
    std::vector<std::pair<std::string, std::string>> m_details;
};

} // namespace lensboard::imports
