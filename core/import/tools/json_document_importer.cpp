#include "core/import/tools/json_document_importer.h"

#include "core/bytes/blanks.h"
#include "core/record/message.h"

namespace lensboard::imports {

using record::message;

namespace {

constexpr std::size_t kMaxBytes = std::size_t{64} << 20;

std::filesystem::file_time_type timeOf(const std::filesystem::path &path)
{
    std::error_code unknown;
    return std::filesystem::last_write_time(path, unknown);
}

} // namespace

void JsonDocumentImporter::readPending(ReadProgress &)
{
    if (!m_written)
        m_written = timeOf(m_file.path());
    if (m_isRead && !m_file.pending().empty())
        throw SourceReplaced(m_file.path(), message("was rewritten; reloading"));
    if (m_file.pending().size() > kMaxBytes)
        throw ImportError(m_file.path(), message("is a JSON document of more than %1 bytes", kMaxBytes));
}

std::optional<JsonDamage> JsonDocumentImporter::readDocument(std::string_view text)
{
    return readJson(
        text, [this](const JsonLeaf &leaf) { readLeaf(leaf); }, [this](std::span<const std::string> path) { readEndOf(path); });
}

record::Message JsonDocumentImporter::readEnd()
{
    if (m_isRead && timeOf(m_file.path()) != *m_written)
        throw SourceReplaced(m_file.path(), message("was rewritten; reloading"));
    if (m_isRead)
        return m_unfinished;
    m_isRead = true;
    if (m_file.pending().starts_with(bytes::kByteOrderMark))
        m_file.take(bytes::kByteOrderMark.size());
    const std::size_t size = m_file.pending().size();
    const auto damage = readDocument(m_file.pending());
    m_file.take(size);
    readEndOfDocument();
    if (damage && damage->isUnfinished)
        m_unfinished = message("ends within the document, at byte %1", damage->position);
    else if (damage)
        m_out.report(record::RunEvent::Kind::Warning, 0, "damage",
                     message("byte %1 is not JSON, found \"%2\": the rest of the file is lost, %3 bytes", damage->position, damage->found,
                             size - damage->position));
    return m_unfinished;
}

} // namespace lensboard::imports
