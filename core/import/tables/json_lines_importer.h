#pragma once

#include "core/import/file_importer.h"
#include "core/import/tables/flat_json.h"
#include "core/import/tables/row_appender.h"

#include <map>
#include <set>
#include <string_view>

namespace lensboard::imports {

/// Reads one JSON object per line; each is the measurements of a step. A text becomes an event when it changes.
class JsonLinesImporter final : public FileImporter
{
public:
    explicit JsonLinesImporter(std::filesystem::path path) : FileImporter(std::move(path), "JSON lines", GrowingFile::Content::Text) {}

    /// Returns true if a file that begins with \p firstBytes may be JSON lines.
    static bool recognises(std::string_view firstBytes);

private:
    void readPending(ReadProgress &progress) override;
    std::string readEnd() override;
    bool readTail();
    void readLine(std::string_view line);
    void readObject(const FlatJson &object);
    bool place(const FlatJson &object, MeasuredRow &row);
    bool choosePlace(const FlatJson &object);
    bool readPart(const FlatJson &object, MeasuredRow &row);
    void readNumber(MeasuredRow &row, const std::string &key, double value, StampField field);
    void readDate(const FlatJson &object, RowStamp &stamp);
    void addValue(MeasuredRow &row, const std::string &key, double value);
    void noteText(const std::string &key, const std::string &text, const RowStamp &stamp);
    void noteSkipped(const FlatJson &object);
    void warn(const std::string &subject, const std::string &text);
    void reportOnce(const char *subject, const std::string &text);

    RowAppender m_rows{m_out, "JSON lines"};
    std::size_t m_scanned = 0;  ///< number of pending bytes known to contain no line break
    std::uint64_t m_line = 1;   ///< line of the next object
    bool m_isDamaged = false;   ///< true: reading has stopped for good
    std::string m_placeKey;     ///< key of the step; empty if objects are counted
    StampField m_placeField = StampField::None;
    std::string m_partKey; ///< key of the part of the run; empty if there is none
    std::string m_dateKey; ///< key of the texts with the write time
    std::set<std::string> m_reported; ///< subjects already reported; each is reported once
    std::vector<StampField> m_fields;       ///< of the numbers in the object
    std::map<std::string, std::size_t> m_texts; ///< hash of the last text of each key
    std::size_t m_textEvents = 0;
};

} // namespace lensboard::imports
