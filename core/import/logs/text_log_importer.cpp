#include "core/import/logs/text_log_importer.h"

#include "core/bytes/blanks.h"
#include "core/import/logs/text_log_reader.h"
#include "core/import/text_decoder.h"

#include <algorithm>
#include <string>

namespace lensboard::imports {

namespace {

/// Returns true for the beginning of JSON, XML and HTML. Python's dicts have single quotes.
bool isMarkup(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of(bytes::kBlanks), text.size()));
    if (text.empty() || text.front() == '<')
        return true;
    const std::size_t second = text.front() == '{' || text.front() == '[' ? text.find_first_not_of(bytes::kBlanks, 1) : text.npos;
    return second != text.npos && std::string_view("{[\"").find(text[second]) != std::string_view::npos;
}

} // namespace

bool TextLogImporter::recognises(std::string_view firstBytes)
{
    std::string decoded;
    TextDecoder(TextDecoder::Returns::Kept).append(firstBytes, decoded);
    std::string_view text = decoded;
    if (text.starts_with(bytes::kByteOrderMark))
        text.remove_prefix(bytes::kByteOrderMark.size());
    if (text.find('\0') != text.npos || isMarkup(text))
        return false;
    LogEvidence evidence;
    std::uint64_t number = 0;
    for (std::size_t end = text.find('\n'); end != text.npos && !evidence.isRun(); end = text.find('\n')) {
        evidence.learn(logLine(shownText(text.substr(0, end))), ++number);
        text.remove_prefix(end + 1);
    }
    return evidence.isRun();
}

std::unique_ptr<Importer> TextLogImporter::reader()
{
    return std::make_unique<TextLogReader>(m_path, m_evidence, m_sample, m_choice);
}

} // namespace lensboard::imports
