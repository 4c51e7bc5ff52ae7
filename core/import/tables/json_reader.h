#pragma once

#include "core/import/file_importer.h"
#include "core/import/tables/json_roles.h"
#include "core/import/tables/row_appender.h"
#include "core/import/tables/row_reading.h"
#include "core/import/tables/row_sample.h"

#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace lensboard::imports {

/// Reads JSON objects, one per line or in a list, with the roles of keys that a sample of them indicates.
/// Throws RolesRevised at the end of the file if the sample has grown and indicates other roles.
class JsonReader final : public FileImporter
{
public:
    JsonReader(std::filesystem::path path, RowSample<FlatJson> &sample, RoleChoice choice)
        : FileImporter(std::move(path), "JSON lines", GrowingFile::Content::Text), m_sample(sample), m_choice(std::move(choice))
    {}

    std::optional<RowReading> reading() const override;

private:
    enum class Form { Lines, List };

    /// A key of objects, with its role and its series in the part that it was last met in.
    struct Key
    {
        std::string name;
        ColumnRole role = {};
        bool isNumberText = false;
        std::size_t part = 0;
        std::optional<std::uint32_t> series = {};
    };

    void readPending(ReadProgress &progress) override;
    std::string readEnd() override;
    bool findForm();
    std::string format() const { return m_form == Form::List ? "JSON list" : "JSON lines"; }
    void readLines(ReadProgress &progress);
    void readList(ReadProgress &progress);
    bool skipBetweenItems();
    void endAt(const std::string &what);
    bool readTail();
    void readText(std::string_view text);
    void take(FlatJson object);
    void sample(const FlatJson &object);
    JsonRoles decided() const;
    void settle();
    void requireRoles();
    void readObject(const FlatJson &object, std::uint64_t line);
    void readSettings(const FlatJson &object);
    Key &keyAt(std::vector<Key> &keys, std::size_t index, const std::string &name);
    bool place(const FlatJson &object, MeasuredRow &row);
    bool readPart(const FlatJson &object, MeasuredRow &row);
    void readNumber(MeasuredRow &row, Key &key, double value);
    void readSeries(const FlatJson &object, MeasuredRow &row);
    void readDate(const FlatJson &object, RowStamp &stamp);
    void readTexts(const FlatJson &object, MeasuredRow &row);
    void noteTexts(const FlatJson &object, const MeasuredRow &row);
    void addValue(MeasuredRow &row, Key &key, double value);
    void noteText(const std::string &key, const std::string &text, const RowStamp &stamp);
    void noteSkipped(const FlatJson &object);
    void warn(const std::string &subject, const std::string &text);
    void skip(const std::string &subject, const std::string &why);
    void reportOnce(const char *subject, const std::string &text);

    RowAppender m_rows{m_out, "JSON lines"};
    std::optional<Form> m_form;
    JsonObjectEnd m_objectEnd;
    bool m_isClosed = false;    ///< the list has ended
    std::size_t m_scanned = 0;  ///< number of pending bytes known to contain no line break
    std::uint64_t m_line = 1;   ///< line of the next object
    std::uint64_t m_rowLine = 1; ///< line of the current object
    bool m_isDamaged = false;   ///< true: reading has stopped for good
    std::vector<std::pair<std::uint64_t, FlatJson>> m_waiting; ///< objects with their lines, kept until the roles are decided
    std::size_t m_waitingCells = 0;
    RowSample<FlatJson> &m_sample;
    RoleChoice m_choice;
    std::uint64_t m_objects = 0; ///< number of objects offered to the sample
    std::optional<JsonRoles> m_roles;
    std::size_t m_settingsLeft = 0; ///< number of objects to come that are settings
    std::map<std::string, std::string> m_settings;
    std::vector<Key> m_numberKeys, m_textKeys; ///< by position in the last object
    std::string m_dateKey;                     ///< key of the texts with the write time
    std::set<std::string> m_reported;           ///< subjects already reported; each is reported once
    std::map<std::string, std::size_t> m_texts; ///< hash of the last text of each key
    std::size_t m_textEvents = 0;
    bool m_hasContent = false; ///< any object has a value or a text
};

} // namespace lensboard::imports
