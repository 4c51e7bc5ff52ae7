#pragma once

#include "core/import/file_importer.h"
#include "core/import/tools/json_document.h"

#include <filesystem>
#include <optional>

namespace lensboard::imports {

/// What importers of one JSON document have in common. Such a file is written as a whole: if it has another content
/// than it had, the run begins anew.
class JsonDocumentImporter : public FileImporter
{
protected:
    using FileImporter::FileImporter;

    virtual void readLeaf(const JsonLeaf &leaf) = 0;
    /// The array or object that \p path leads to is complete.
    virtual void readEndOf(std::span<const std::string> path) { (void)path; }
    /// There are no more leaves, whether or not the document has its end.
    virtual void readEndOfDocument() = 0;

private:
    void readPending(ReadProgress &progress) final;
    std::string readEnd() final;

    std::optional<std::filesystem::file_time_type> m_written; ///< when reading began; empty: it did not
    bool m_isRead = false;
    std::string m_unfinished; ///< what is said of a document that has no end
};

} // namespace lensboard::imports
