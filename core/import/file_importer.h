#pragma once

#include "core/import/growing_file.h"
#include "core/import/importer.h"
#include "core/import/run_appender.h"
#include "core/record/message.h"

#include <filesystem>
#include <string>

namespace lensboard::imports {

/// Base class of importers of a single file. Reads the file block by block.
class FileImporter : public Importer
{
public:
    bool read(store::RunStore &run, ReadProgress &progress) final;

protected:
    FileImporter(std::filesystem::path path, const char *format, GrowingFile::Content content = GrowingFile::Content::Bytes)
        : m_file(std::move(path), content), m_format(format)
    {}

    /// Reads all complete records among the file's pending bytes.
    virtual void readPending(ReadProgress &progress) = 0;
    /// Called at the current end of the file. Reads the rest as far as possible and returns a message about an incomplete end.
    virtual record::Message readEnd() = 0;
    /// Called after readEnd(). Returns the run's status; \p isUnfinished is true if there is a message about an incomplete end.
    virtual record::RunStatus status(bool isUnfinished) const;

    GrowingFile m_file;
    RunAppender m_out;

private:
    void finish();
    void reportDamage();

    const char *m_format;
    bool m_isPartial = false; ///< a read returned before the end of the file
    bool m_damageIsReported = false;
};

} // namespace lensboard::imports
