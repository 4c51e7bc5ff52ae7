#pragma once

#include "core/import/tools/database_importer.h"
#include "core/import/tools/trackio_database.h"
#include "core/record/message.h"

#include <filesystem>
#include <string>

namespace lensboard::imports {

/// Reads a run in a Trackio database. Its configuration becomes hyperparameters; images and other objects are skipped.
class TrackioImporter final : public DatabaseImporter
{
public:
    TrackioImporter(std::filesystem::path file, std::string run) : DatabaseImporter(std::move(file), std::move(run), "Trackio") {}

private:
    void readNews(ReadProgress &progress, bool isFirst) override;
    void readRow(const TrackioDatabase::Row &row);
    void passOver(const std::string &name, const record::Message &what, const TrackioDatabase::Row &row);
    void readDetails(TrackioDatabase &database, bool isFirst);

    UniqueNames m_names;
    std::int64_t m_lastRow = 0;
    std::size_t m_lastContent = 0; ///< hash of the last row
    std::string m_config; ///< at the last read
};

} // namespace lensboard::imports
