#pragma once

#include "core/import/tables/named_values.h"
#include "core/import/tools/json_document_importer.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lensboard::imports {

/// Reads CatBoost's catboost_training.json: names of metrics and data sets, then for each iteration the metrics of each set. CatBoost
/// rewrites the file at each iteration.
class CatboostImporter final : public JsonDocumentImporter
{
public:
    explicit CatboostImporter(std::filesystem::path path) : JsonDocumentImporter(std::move(path), "CatBoost"), m_values(m_out, "CatBoost") {}

    /// Returns true if a file that begins with \p firstBytes may be such a document.
    static bool recognises(std::string_view firstBytes);

private:
    struct Value
    {
        std::string name; ///< of a data set, or of a value of the iteration itself
        std::size_t metric = 0; ///< index, if \p name is a data set
        double value = 0;
    };

    void readLeaf(const JsonLeaf &leaf) override;
    void readEndOf(std::span<const std::string> path) override;
    void readEndOfDocument() override;
    std::string metricName(const std::string &set, std::size_t metric) const;

    NamedValues m_values;
    std::map<std::string, std::string> m_meta; ///< texts by path
    std::vector<Value> m_row;
    std::map<std::int64_t, std::vector<Value>> m_rows; ///< by iteration
    std::optional<std::int64_t> m_iteration; ///< of the current row
};

} // namespace lensboard::imports
