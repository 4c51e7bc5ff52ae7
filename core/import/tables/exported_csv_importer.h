#pragma once

#include "core/bytes/csv_text.h"
#include "core/import/file_importer.h"
#include "core/import/tables/exported_rows.h"
#include "core/record/message.h"

#include <string>
#include <string_view>
#include <vector>

namespace lensboard::imports {

/// Imports a table of exports::exportCsv() without loss.
class ExportedCsvImporter final : public FileImporter
{
public:
    explicit ExportedCsvImporter(std::filesystem::path path) : FileImporter(std::move(path), "CSV") {}

    /// Returns true if a file that begins with \p firstBytes is such a table.
    static bool recognises(std::string_view firstBytes);

private:
    enum class Form { Own, Foreign, Histograms };

    /// A histogram being read; each row has one bucket.
    struct Pending
    {
        std::string name;
        record::TickStamp stamp;
        record::Histogram buckets;
        std::optional<double> mean, min, max;
    };

    void readPending(ReadProgress &progress) override;
    record::Message readEnd() override;
    void readHeader(std::string_view record);
    void registerColumns();
    void readRow(std::string_view record);
    void readBucket(const record::TickStamp &stamp);
    void finishHistogram();
    std::optional<record::TickStamp> stamp() const;
    std::optional<double> number(std::size_t column);
    void warn(const std::string &subject, const record::Message &text);

    ExportedRows m_rows{m_out, "CSV"};
    bytes::CsvRecordEnd m_end;
    std::uint64_t m_line = 1; ///< line of the next record
    bool m_hasHeader = false;
    Form m_form = Form::Own;
    std::vector<std::string> m_names;                    ///< names of the columns
    std::vector<std::optional<std::uint32_t>> m_columns; ///< series of the columns
    std::vector<std::string> m_cells;
    std::optional<Pending> m_histogram;
};

} // namespace lensboard::imports
