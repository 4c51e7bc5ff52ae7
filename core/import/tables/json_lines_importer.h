#pragma once

#include "core/import/file_importer.h"
#include "core/import/tables/flat_json.h"
#include "core/import/tables/row_appender.h"

#include <map>
#include <set>
#include <string_view>

namespace lensboard::imports {

/// A JSON object a line, each what was measured at a step. Texts become events when they change.
class JsonLinesImporter final : public FileImporter
{
public:
    explicit JsonLinesImporter(std::filesystem::path path) : FileImporter(std::move(path), "JSON lines", GrowingFile::Content::Text) {}

    /// Whether a file that begins with \p firstBytes may be one.
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
    std::size_t m_scanned = 0;  ///< pending bytes that hold no line break
    std::uint64_t m_line = 1;   ///< the next one
    bool m_isDamaged = false;   ///< then nothing is read any more
    std::string m_placeKey;     ///< of the objects' steps; empty if they are counted
    StampField m_placeField = StampField::None;
    std::string m_partKey; ///< that says which part of the run an object is of; empty if none does
    std::string m_dateKey; ///< of texts that say when objects were written
    std::set<std::string> m_reported; ///< what is reported only once
    std::vector<StampField> m_fields;       ///< of the object's numbers
    std::map<std::string, std::size_t> m_texts; ///< the last of each key, hashed
    std::size_t m_textEvents = 0;
};

} // namespace lensboard::imports
