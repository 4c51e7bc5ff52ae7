#pragma once

#include "core/import/importer.h"
#include "core/import/run_appender.h"
#include "core/import/tables/named_values.h"
#include "core/import/tools/trackio_database.h"

#include <filesystem>
#include <string>

namespace lensboard::imports {

/// Reads a run in a Trackio database. Its configuration becomes hyperparameters; images and other objects are skipped.
class TrackioImporter final : public Importer
{
public:
    TrackioImporter(std::filesystem::path file, std::string run);

    bool read(store::RunStore &run, ReadProgress &progress) override;

private:
    std::string stateOfFile() const;
    void readNews(ReadProgress &progress);
    void requireLast(bool isThere) const;
    void readRow(const TrackioDatabase::Row &row);
    void passOver(const std::string &name, const std::string &what, const TrackioDatabase::Row &row);
    void readDetails(TrackioDatabase &database);

    std::filesystem::path m_file;
    std::string m_name; ///< of the run
    RunAppender m_out;
    NamedValues m_values;
    TrackioNames m_names;
    std::uint64_t m_inode = 0;
    std::string m_state; ///< of the file at the last read
    std::int64_t m_lastRow = 0;
    std::size_t m_lastContent = 0; ///< hash of the last row
    std::string m_config; ///< at the last read
};

} // namespace lensboard::imports
