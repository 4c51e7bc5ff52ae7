#pragma once

#include "core/import/tables/json_roles.h"
#include "core/import/tables/row_appender.h"
#include "core/import/tables/row_reading.h"
#include "core/import/tables/row_sample.h"
#include "core/record/message.h"

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace lensboard::imports {

/// Writes objects of keys and values into a run, with the roles of keys that a sample of them indicates.
class ObjectRows
{
public:
    /// \p path is the file, for messages; \p lens is the name of its format in the run.
    ObjectRows(RunAppender &out, std::filesystem::path path, std::string lens, RowSample<FlatJson> &sample, RoleChoice choice)
        : m_out(out), m_path(std::move(path)), m_rows(out, std::move(lens)), m_sample(sample), m_choice(std::move(choice))
    {}

    /// Appends the object in \p line of the file. May change \p object.
    /// Errors: ImportError if the chosen roles do not fit.
    void take(FlatJson &object, std::uint64_t line);
    /// Appends all objects that wait for the decision on roles, and describes the run. Called at the current end of the file.
    /// Errors: as take(); RolesRevised if the sample has grown and indicates other roles.
    void finish(const std::string &format);
    /// Returns how objects are read; nullopt before the roles are decided.
    std::optional<RowReading> reading(const std::string &format) const;

    void warn(const std::string &subject, const record::Message &text);
    /// Counts a line of other content.
    void leaveOut(std::uint64_t line, const std::string &text);
    /// Warns about an object that is left out, and counts it.
    void skip(const std::string &subject, const record::Message &why);

private:
    /// A key of objects, with its role and its series in the part that it was last met in.
    struct Key
    {
        std::string name;
        ColumnRole role = {};
        bool isNumberText = false;
        std::size_t part = 0;
        std::optional<std::uint32_t> series = {};
    };

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
    void reportOnce(const char *subject, const record::Message &text);

    RunAppender &m_out;
    std::filesystem::path m_path;
    RowAppender m_rows;
    std::uint64_t m_rowLine = 1; ///< line of the current object
    std::vector<std::pair<std::uint64_t, FlatJson>> m_waiting; ///< objects with their lines, kept until the roles are decided
    std::size_t m_waitingCells = 0;
    RowSample<FlatJson> &m_sample;
    RoleChoice m_choice;
    std::uint64_t m_objects = 0; ///< number of objects offered to the sample
    std::optional<JsonRoles> m_roles;
    std::size_t m_settingsLeft = 0; ///< number of objects to come that are settings
    std::map<std::string, std::string> m_settings;
    MeasuredRow m_row;
    std::vector<Key> m_numberKeys, m_textKeys; ///< by position in the last object
    std::string m_dateKey;                     ///< key of the texts with the write time
    std::set<std::string> m_reported;           ///< subjects already reported; each is reported once
    std::map<std::string, std::size_t> m_texts; ///< hash of the last text of each key
    std::size_t m_textEvents = 0;
    bool m_hasContent = false; ///< any object has a value or a text
};

} // namespace lensboard::imports
