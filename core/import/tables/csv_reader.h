#pragma once

#include "core/bytes/csv_text.h"
#include "core/import/file_importer.h"
#include "core/import/tables/csv_layout.h"
#include "core/import/tables/row_appender.h"
#include "core/import/tables/row_reading.h"
#include "core/import/tables/row_sample.h"
#include "core/record/message.h"

#include <set>
#include <string_view>

namespace lensboard::imports {

/// Reads a table with the layout that a sample of its records indicates.
/// Throws RolesRevised at the end of the file if the sample has grown and indicates another layout.
class CsvReader final : public FileImporter
{
public:
    CsvReader(std::filesystem::path path, RowSample<std::string> &sample, RoleChoice choice)
        : FileImporter(std::move(path), "CSV", GrowingFile::Content::Text), m_sample(sample), m_choice(std::move(choice))
    {}

    std::optional<RowReading> reading() const override;

private:
    struct Column
    {
        std::vector<std::optional<std::uint32_t>> series = {}; ///< indexed by part of the run
        bool hasNumbers = false;
    };

    void readPending(ReadProgress &progress) override;
    record::Message readEnd() override;
    void skipByteOrderMark();
    void endAt(const record::Message &what);
    void takeRecord(std::string_view record);
    void sample(std::string_view record);
    CsvLayout decided() const;
    void settle();
    void partHeader();
    void use(const CsvLayout &layout);
    void reportLayout();
    void requireLayout();
    void takeHeader(std::string_view record);
    bool readTail();
    void readRow(std::string_view record);
    bool findPart(MeasuredRow &row);
    bool place(MeasuredRow &row);
    void readStamp(RowStamp &stamp);
    std::optional<double> stampNumber(std::size_t column);
    void readWide(MeasuredRow &row);
    void readLong(MeasuredRow &row);
    void addValue(MeasuredRow &row, std::optional<std::uint32_t> series, double value);
    void reportOrder(std::int64_t stepBefore);
    std::optional<double> number(std::size_t column);
    std::optional<std::uint32_t> wideSeries(std::size_t part, std::size_t column);
    void report(record::RunEvent::Kind kind, const std::string &subject, const record::Message &text);
    void skip(const std::string &subject, const record::Message &why);
    void reportOnce(const char *subject, const record::Message &text);
    record::Message cellAt(std::size_t column) const;
    record::Message unfinishedEnd() const;

    RowAppender m_rows{m_out, "CSV"};
    bytes::CsvRecordEnd m_end;
    std::uint64_t m_line = 1;    ///< line of the next record
    std::uint64_t m_rowLine = 1; ///< line of the current row
    bool m_isDamaged = false;    ///< true: reading has stopped for good
    bool m_isTail = false;       ///< the current row may still grow, so nothing is reported about it
    std::size_t m_tailSeen = 0;  ///< length of the tail at the last read
    std::string m_comment;
    std::vector<std::pair<std::uint64_t, std::string>> m_waiting; ///< records with their lines, kept until the layout is decided
    std::size_t m_waitingBytes = 0;
    RowSample<std::string> &m_sample;
    RoleChoice m_choice;
    std::uint64_t m_records = 0; ///< number of records offered to the sample
    std::optional<CsvLayout> m_layout;
    std::optional<CsvLayout> m_decided; ///< layout of the first columns; m_layout differs after another header
    bool m_hasOtherHeader = false;      ///< rows of other columns are not sampled
    std::vector<std::size_t> m_parts;   ///< columns that separate runs and phases
    std::string m_header;
    std::vector<Column> m_columns;
    std::vector<std::string> m_cells;
    MeasuredRow m_row;
    std::set<std::string> m_reported; ///< subjects already reported; each is reported once
};

} // namespace lensboard::imports
