#pragma once

#include "core/bytes/csv_text.h"
#include "core/import/file_importer.h"
#include "core/import/tables/csv_layout.h"
#include "core/import/tables/row_appender.h"

#include <set>
#include <string_view>

namespace lensboard::imports {

/// Reads a text table of measurements: wide or long format, any common delimiter, with or without header.
class CsvImporter final : public FileImporter
{
public:
    explicit CsvImporter(std::filesystem::path path) : FileImporter(std::move(path), "CSV", GrowingFile::Content::Text) {}

    /// Returns true if a file with this name and these \p firstBytes may be a table.
    static bool recognises(std::string_view firstBytes, const std::filesystem::path &path);

private:
    struct Column
    {
        std::vector<std::optional<std::uint32_t>> series = {}; ///< indexed by part of the run
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
    bool place(MeasuredRow &row);
    void readStamp(RowStamp &stamp);
    std::optional<double> stampNumber(std::size_t column);
    void readWide(MeasuredRow &row);
    void readLong(MeasuredRow &row);
    void addValue(MeasuredRow &row, std::optional<std::uint32_t> series, double value);
    void reportOrder(std::int64_t stepBefore);
    std::optional<double> number(std::size_t column);
    std::optional<std::uint32_t> wideSeries(std::size_t part, std::size_t column);
    void report(record::RunEvent::Kind kind, const std::string &subject, const std::string &text);
    void reportOnce(const char *subject, const std::string &text);
    std::string cellAt(std::size_t column) const;
    std::string unfinishedEnd() const;

    RowAppender m_rows{m_out, "CSV"};
    bytes::CsvRecordEnd m_end;
    std::uint64_t m_line = 1;    ///< line of the next record
    std::uint64_t m_rowLine = 1; ///< line of the current row
    bool m_isDamaged = false;    ///< true: reading has stopped for good
    bool m_isTail = false;       ///< the current row may still grow, so nothing is reported about it
    std::size_t m_tailSeen = 0;  ///< length of the tail at the last read
    std::string m_comment;
    std::vector<std::pair<std::uint64_t, std::string>> m_sample; ///< records with their lines, kept until the layout is fixed
    std::optional<CsvLayout> m_layout;
    std::string m_header;
    std::vector<Column> m_columns;
    std::vector<std::string> m_cells;
    std::set<std::string> m_reported; ///< subjects already reported; each is reported once
};

} // namespace lensboard::imports
