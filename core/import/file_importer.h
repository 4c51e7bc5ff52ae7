#pragma once

#include "core/import/growing_file.h"
#include "core/import/importer.h"
#include "core/import/run_appender.h"

#include <filesystem>
#include <string>

namespace lensboard::imports {

/// What importers of a single file have in common: they read it block by block for as long as there is more.
class FileImporter : public Importer
{
public:
    bool read(store::RunStore &run, ReadProgress &progress) final;

protected:
    FileImporter(std::filesystem::path path, const char *format, GrowingFile::Content content = GrowingFile::Content::Bytes)
        : m_file(std::move(path), content), m_format(format)
    {}

    /// Takes what is complete of the file's pending bytes.
    virtual void readPending(ReadProgress &progress) = 0;
    /// The file has no more by now: reads what may be read of its end, and says what is unfinished there.
    virtual std::string readEnd() = 0;

    GrowingFile m_file;
    RunAppender m_out;

private:
    void reportDamage();

    const char *m_format;
    bool m_damageIsReported = false;
};

} // namespace lensboard::imports
