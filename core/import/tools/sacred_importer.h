#pragma once

#include "core/import/tables/named_values.h"
#include "core/import/tools/folder_importer.h"
#include "core/import/tools/json_document_importer.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lensboard::imports {

/// Reads metrics.json of Sacred's FileStorageObserver: lists of steps, values and timestamps for each metric.
class SacredImporter final : public JsonDocumentImporter
{
public:
    explicit SacredImporter(std::filesystem::path path) : JsonDocumentImporter(std::move(path), "Sacred"), m_values(m_out, "Sacred") {}

    /// Returns true if a file that begins with \p firstBytes may be such a document.
    static bool recognises(std::string_view firstBytes);

private:
    struct Point
    {
        std::optional<std::int64_t> step = {};
        std::optional<double> value = {};
        double wallSeconds = 0;
    };

    using Points = std::map<std::int64_t, Point>; ///< by index in the lists

    void readLeaf(const JsonLeaf &leaf) override;
    void readEndOfDocument() override;
    Point &pointAt(const std::string &name, std::int64_t index);

    NamedValues m_values;
    std::map<std::string, Points> m_metrics;                            ///< by name
    std::map<std::string, Points>::iterator m_metric = m_metrics.end(); ///< of the last point
    Points::iterator m_next;                                            ///< after the last point
};

/// Returns true if \p folder is a run of Sacred with metrics.
bool isSacredRun(const std::filesystem::path &folder);
/// Reads configuration, status and result of a run of Sacred.
FolderDetails sacredDetails(const std::filesystem::path &folder);

} // namespace lensboard::imports
