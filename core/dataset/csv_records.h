#pragma once

#include "core/bytes/csv_text.h"
#include "core/dataset/byte_file.h"
#include "core/dataset/read_report.h"

#include <cstdint>
#include <string>

namespace lensboard::dataset {

/// The records of a CSV file one by one, gzipped or not, without blank ones.
class CsvRecords
{
public:
    /// Errors: DatasetError.
    CsvRecords(const std::filesystem::path &path, std::int64_t skipLines, ReadReport report);

    /// False at the end.
    /// Errors: DatasetError naming the line.
    bool next(std::string &record);
    /// Where the last record began, from 1.
    std::int64_t line() const { return m_line; }
    /// Errors: DatasetError, with the file and the line before \p what.
    [[noreturn]] void fail(std::int64_t line, const std::string &what) const;

private:
    bool readMore();

    std::filesystem::path m_path;
    ByteFile m_file;
    ReadReport m_report;
    bytes::CsvRecordEnd m_end;
    std::string m_text; ///< what is read and not yet given out begins at m_at
    std::size_t m_at = 0;
    std::int64_t m_line = 1;
    std::int64_t m_nextLine = 1;
    bool m_atEnd = false;
};

} // namespace lensboard::dataset
