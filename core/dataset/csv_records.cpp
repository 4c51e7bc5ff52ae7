#include "core/dataset/csv_records.h"

#include "core/record/message.h"

#include <algorithm>

namespace lensboard::dataset {

CsvRecords::CsvRecords(const std::filesystem::path &path, std::int64_t skipLines, ReadReport report)
    : m_path(path), m_file(path, record::message("a table as CSV")), m_report(std::move(report))
{
    if (readMore() && m_text.starts_with("\xef\xbb\xbf"))
        m_at = 3;
    if (m_text.starts_with("\xff\xfe") || m_text.starts_with("\xfe\xff"))
        fail(m_line, record::message("the text is UTF-16, expected UTF-8; convert it, as iconv does"));
    for (; skipLines > 0; --skipLines, ++m_nextLine) {
        std::size_t end = m_text.find('\n', m_at);
        while (end == m_text.npos && readMore())
            end = m_text.find('\n', m_at);
        m_at = end == m_text.npos ? m_text.size() : end + 1;
    }
}

bool CsvRecords::next(std::string &record)
{
    constexpr std::size_t kLongest = 64u << 20;
    for (;;) {
        m_line = m_nextLine;
        auto size = m_end.find(std::string_view(m_text).substr(m_at));
        while (!size && m_text.size() - m_at < kLongest && readMore())
            size = m_end.find(std::string_view(m_text).substr(m_at));
        if (!size && m_end.isInQuotes())
            fail(m_line, record::message("a quote that opens in this row is not closed"));
        if (!size && !m_atEnd)
            fail(m_line, record::message("a row of more than 64 MiB, expected a table as CSV"));
        record.assign(m_text, m_at, size ? *size : m_text.npos);
        if (record.empty())
            return false;
        if (record.find('\0') != record.npos)
            fail(m_line, record::message("found a zero byte, expected a table as CSV"));
        m_at += record.size();
        m_nextLine += std::count(record.begin(), record.end(), '\n');
        if (record.find_first_not_of(" \t\r\n") != record.npos)
            return true;
    }
}

void CsvRecords::fail(std::int64_t line, const record::Message &what) const
{
    throw DatasetError(record::message("%1: line %2: %3", m_path.string(), line, what));
}

bool CsvRecords::readMore()
{
    constexpr std::size_t kPiece = 1 << 20;
    if (m_atEnd)
        return false;
    m_report(m_file.share());
    m_text.erase(0, m_at);
    m_at = 0;
    const std::size_t before = m_text.size();
    m_text.resize(before + kPiece);
    const std::size_t got = m_file.readSome(reinterpret_cast<std::uint8_t *>(m_text.data()) + before, kPiece);
    m_text.resize(before + got);
    if (got < kPiece)
        m_atEnd = m_file.atEnd();
    return got > 0;
}

} // namespace lensboard::dataset
