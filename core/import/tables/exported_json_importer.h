#pragma once

#include "core/import/file_importer.h"
#include "core/import/tables/exported_rows.h"
#include "core/record/message.h"

#include <nlohmann/json_fwd.hpp>

#include <map>
#include <string>
#include <string_view>

namespace lensboard::imports {

/// Imports JSON lines of exports::exportJsonLines() without loss.
class ExportedJsonImporter final : public FileImporter
{
public:
    explicit ExportedJsonImporter(std::filesystem::path path) : FileImporter(std::move(path), "JSON lines") {}

    /// Returns true if a file that begins with \p firstBytes is such a file.
    static bool recognises(std::string_view firstBytes);

private:
    using Json = nlohmann::ordered_json;

    void readPending(ReadProgress &progress) override;
    record::Message readEnd() override;
    void readLine(std::string_view line);
    void readField(const std::string &key, const Json &value, const record::TickStamp &stamp);
    void readBand(const std::string &key, const Json &band);
    void readHistogram(const std::string &key, const Json &histogram);
    std::optional<std::uint32_t> line(const std::string &key);
    void warn(const std::string &subject, const record::Message &text);

    ExportedRows m_rows{m_out, "JSON lines"};
    std::uint64_t m_line = 1; ///< line of the next object
    bool m_isForeign = false; ///< names come from another tool's file
    std::map<std::string, std::uint32_t> m_lines; ///< series by key
};

} // namespace lensboard::imports
