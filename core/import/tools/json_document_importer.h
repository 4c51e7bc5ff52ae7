#pragma once

#include "core/import/file_importer.h"
#include "core/import/tools/json_document.h"
#include "core/record/message.h"

#include <filesystem>
#include <optional>

namespace lensboard::imports {

/// Base class of importers of one JSON document. Such a file is rewritten as a whole: if its content changes, the run is read
/// again from the beginning.
class JsonDocumentImporter : public FileImporter
{
protected:
    JsonDocumentImporter(std::filesystem::path path, const char *format, GrowingFile::Content content = GrowingFile::Content::Text)
        : FileImporter(std::move(path), format, content)
    {}

    /// Passes the leaves of the document \p text to readLeaf() and readEndOf(). Returns nullopt if the document is complete.
    virtual std::optional<JsonDamage> readDocument(std::string_view text);
    virtual void readLeaf(const JsonLeaf &leaf) = 0;
    /// Called after the array or object at \p path.
    virtual void readEndOf(std::span<const std::string> path) { (void)path; }
    /// Called after the last leaf, even if the document is incomplete.
    virtual void readEndOfDocument() = 0;

private:
    void readPending(ReadProgress &progress) final;
    record::Message readEnd() final;

    std::optional<std::filesystem::file_time_type> m_written; ///< modification time when reading began; empty: not begun
    bool m_isRead = false;
    record::Message m_unfinished; ///< message about an incomplete document
};

} // namespace lensboard::imports
