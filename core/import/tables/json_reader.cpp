#include "core/import/tables/json_reader.h"

#include "core/bytes/blanks.h"
#include "core/bytes/valid_utf8.h"
#include "core/record/error.h"
#include "core/record/message.h"

#include <algorithm>

namespace lensboard::imports {

namespace {

constexpr std::size_t kMaxLineBytes = std::size_t{16} << 20;

} // namespace

record::Message JsonReader::readEnd()
{
    const bool isWhole = m_form == Form::List ? m_isClosed || m_isDamaged : readTail();
    m_rows.finish(format());
    return isWhole ? record::Message() : record::message("ends within line %1", m_line);
}

void JsonReader::readPending(ReadProgress &progress)
{
    if (m_form || findForm())
        m_form == Form::List ? readList(progress) : readLines(progress);
    if (m_isDamaged)
        m_file.take(m_file.pending().size());
}

/// Returns false if there is no text yet.
bool JsonReader::findForm()
{
    if (m_file.position() == 0 && m_file.pending().starts_with(bytes::kByteOrderMark))
        m_file.take(bytes::kByteOrderMark.size());
    const std::string_view pending = m_file.pending();
    const std::size_t first = pending.find_first_not_of(bytes::kBlanks);
    if (first != pending.npos)
        m_form = pending[first] == '[' ? Form::List : Form::Lines;
    return m_form.has_value();
}

void JsonReader::readLines(ReadProgress &progress)
{
    while (!m_isDamaged && !progress.stop.stop_requested()) {
        const std::string_view pending = m_file.pending();
        const std::size_t end = pending.find('\n', m_scanned);
        m_scanned = end == pending.npos ? pending.size() : 0;
        if (std::min(end, pending.size()) > kMaxLineBytes)
            endAt(record::message("line %1 is longer than %2 bytes", m_line, kMaxLineBytes));
        if (end == pending.npos || m_isDamaged)
            break;
        readText(pending.substr(0, end));
        m_file.take(end + 1);
        ++m_line;
    }
}

void JsonReader::readList(ReadProgress &progress)
{
    while (!m_isDamaged && !progress.stop.stop_requested() && skipBetweenItems()) {
        const std::string_view pending = m_file.pending();
        if (pending.front() != '{')
            return endAt(record::message("line %1 is no list of JSON objects, found \"%2\"", m_line, bytes::clipped(pending.substr(0, 20))));
        const std::size_t length = m_objectEnd.find(pending).value_or(0); // 0: its end is not there yet
        if (std::max(length, length > 0 ? 0 : pending.size()) > kMaxLineBytes)
            return endAt(record::message("line %1 is longer than %2 bytes", m_line, kMaxLineBytes));
        if (length == 0)
            return;
        readText(pending.substr(0, length));
        m_line += static_cast<std::uint64_t>(std::ranges::count(pending.substr(0, length), '\n'));
        m_file.take(length);
    }
}

/// Skips brackets and commas. Returns false at the end of the pending text.
bool JsonReader::skipBetweenItems()
{
    const std::string_view pending = m_file.pending();
    const std::size_t length = std::min(pending.find_first_not_of(" \t\r\n,[]"), pending.size());
    const std::string_view between = pending.substr(0, length);
    m_isClosed = between.empty() ? m_isClosed : between.find(']') != between.npos;
    m_line += static_cast<std::uint64_t>(std::ranges::count(between, '\n'));
    m_file.take(length);
    return length < pending.size();
}

void JsonReader::endAt(const record::Message &what)
{
    m_rows.warn("damage", record::message("%1: this line and all after it are lost, %2 bytes so far", what, m_file.size() - m_file.position()));
    m_isDamaged = true;
}

/// Reads a last object without line break: its closing brace shows that it is complete.
bool JsonReader::readTail()
{
    const std::string_view tail = m_file.pending();
    const std::size_t last = tail.find_last_not_of(bytes::kBlanks);
    if (last == tail.npos)
        return true;
    if (tail[last] != '}')
        return false;
    try {
        readFlatJson(tail, m_object);
        m_rows.take(m_object, m_line);
    } catch (const FlatJsonError &) {
        return false; // more may be appended
    }
    m_file.take(tail.size());
    m_scanned = 0;
    return true;
}

void JsonReader::readText(std::string_view text)
{
    if (text.find_first_not_of(bytes::kBlanks) == text.npos)
        return;
    try {
        readFlatJson(text, m_object);
        m_rows.take(m_object, m_line);
    } catch (const FlatJsonError &error) {
        m_rows.skip("line", record::message("line %1 %2", m_line, record::messageOf(error)));
    }
}

} // namespace lensboard::imports
