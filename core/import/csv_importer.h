#pragma once

#include "core/import/csv_layout.h"
#include "core/import/csv_text.h"
#include "core/import/file_importer.h"
#include "core/import/scalar_names.h"

#include <map>
#include <string_view>

namespace lensboard::imports {

/// A table of measurements as text: wide or long, with any of the usual delimiters, with a header or without.
/// Lensboard's own export comes back with its stamps; its bands come back as lines.
class CsvImporter final : public FileImporter
{
public:
    explicit CsvImporter(std::filesystem::path path) : FileImporter(std::move(path), "CSV", GrowingFile::Content::Text) {}

    /// Whether a file of this name that begins with \p firstBytes may be a table.
    static bool recognises(std::string_view firstBytes, const std::filesystem::path &path);

private:
    struct Column
    {
        std::optional<std::uint32_t> series;
        bool isUnknown = true; ///< whether its series was not asked for yet
        bool hasNumbers = false;
    };

    void readPending(ReadProgress &progress) override;
    std::string readEnd() override;
    void skipByteOrderMark();
    void endAt(const std::string &what);
    void takeRecord(std::string_view record);
    void settle(const CsvLayout &layout);
    void decide(bool atLast);
    bool readTail();
    void readRow(std::string_view record);
    void readStamp(record::TickStamp &stamp);
    bool place(record::TickStamp &stamp);
    void readWide(const record::TickStamp &stamp);
    void readLong(const record::TickStamp &stamp);
    std::optional<double> number(std::size_t column);
    std::optional<std::uint32_t> wideSeries(std::size_t column);
    std::optional<std::uint32_t> longSeries(const std::string &name);
    std::optional<std::uint32_t> namedSeries(const std::string &name);
    std::optional<std::uint32_t> ownSeries(const std::string &name);
    void tell(record::RunEvent::Kind kind, const std::string &subject, const std::string &text);
    std::string cellAt(std::size_t column) const;
    std::string unfinishedEnd() const;

    ScalarNames m_names{"CSV"};
    CsvRecordEnd m_end;
    std::uint64_t m_line = 1;    ///< that the next record begins in
    std::uint64_t m_rowLine = 1; ///< of the row being read
    bool m_isDamaged = false;    ///< then nothing is read any more
    bool m_isTail = false;       ///< what is being read may yet become longer, and is told nothing about
    std::size_t m_tailSeen = 0;  ///< its length when it was last read
    std::string m_comment;
    std::vector<std::pair<std::uint64_t, std::string>> m_sample; ///< records and their lines, until the layout is settled
    std::optional<CsvLayout> m_layout;
    std::string m_header;
    std::vector<Column> m_columns;
    std::map<std::string, std::uint32_t> m_longSeries;
    std::vector<std::string> m_cells;
    std::int64_t m_rows = 0;
    std::int64_t m_lastStep = 0;
};

} // namespace lensboard::imports
