#pragma once

#include "core/bytes/csv_text.h"
#include "core/dataset/byte_file.h"
#include "core/dataset/read_report.h"
#include "core/record/message.h"

#include <cstdint>
#include <string>

namespace lensboard::dataset {

/// Reads the records of a CSV file one by one, gzipped or not. Skips blank records.
class CsvRecords
{
public:
    /// Errors: DatasetError.
    CsvRecords(const std::filesystem::path &path, std::int64_t skipLines, ReadReport report);

    /// Returns false at the end of the file.
    /// Errors: DatasetError naming the line.
    bool next(std::string &record);
    /// Returns the line where the last record began, counted from 1.
    std::int64_t line() const { return m_line; }
    /// Errors: always throws DatasetError. The text begins with the file and the line.
    [[noreturn]] void fail(std::int64_t line, const record::Message &what) const;

private:
    bool readMore();

    std::filesystem::path m_path;
    ByteFile m_file;
    ReadReport m_report;
    bytes::CsvRecordEnd m_end;
    std::string m_text; ///< unread text begins at m_at
    std::size_t m_at = 0;
    std::int64_t m_line = 1;
    std::int64_t m_nextLine = 1;
    bool m_atEnd = false;
};

} // namespace lensboard::dataset
