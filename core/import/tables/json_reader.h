#pragma once

#include "core/import/file_importer.h"
#include "core/import/tables/object_rows.h"
#include "core/record/message.h"

#include <optional>
#include <string_view>
#include <utility>

namespace lensboard::imports {

/// Reads JSON objects, one per line or in a list. Throws RolesRevised in the cases of ObjectRows.
class JsonReader final : public FileImporter
{
public:
    JsonReader(std::filesystem::path path, RowSample<FlatJson> &sample, RoleChoice choice)
        : FileImporter(std::move(path), "JSON lines", GrowingFile::Content::Text), m_rows(m_out, m_file.path(), "JSON lines", sample, std::move(choice))
    {}

    std::optional<RowReading> reading() const override { return m_rows.reading(format()); }

private:
    enum class Form { Lines, List };

    void readPending(ReadProgress &progress) override;
    record::Message readEnd() override;
    bool findForm();
    std::string format() const { return m_form == Form::List ? "JSON list" : "JSON lines"; }
    void readLines(ReadProgress &progress);
    void readList(ReadProgress &progress);
    bool skipBetweenItems();
    void endAt(const record::Message &what);
    bool readTail();
    void readText(std::string_view text);

    ObjectRows m_rows;
    FlatJson m_object; ///< the last object
    std::optional<Form> m_form;
    JsonObjectEnd m_objectEnd;
    bool m_isClosed = false;    ///< the list has ended
    std::size_t m_scanned = 0;  ///< number of pending bytes known to contain no line break
    std::uint64_t m_line = 1;   ///< line of the next object
    bool m_isDamaged = false;   ///< true: reading has stopped for good
};

} // namespace lensboard::imports
