#pragma once

#include "core/import/importer.h"
#include "core/import/run_appender.h"
#include "core/import/tables/named_values.h"

#include <filesystem>
#include <string>

namespace lensboard::imports {

/// Base class of importers of one run in an SQLite database. Opens the database only if its size or time, or that of its log, has changed.
class DatabaseImporter : public Importer
{
public:
    bool read(store::RunStore &run, ReadProgress &progress) final;

protected:
    DatabaseImporter(std::filesystem::path file, std::string run, const char *format)
        : m_file(std::move(file)), m_name(std::move(run)), m_values(m_out, format), m_format(format)
    {}

    /// Reads all new rows of the run. \p isFirst is true until all rows were read once.
    virtual void readNews(ReadProgress &progress, bool isFirst) = 0;
    /// Passes new rows to \p take. \p read passes all rows to the function that it is given, from the last row read before on. If \p hasLast, there is
    /// such a row, and \p isLast(row) returns true if it is unchanged.
    /// Errors: SourceReplaced if it has changed: rows may be deleted and others written with equal numbers.
    template <typename Read, typename IsLast, typename Take>
    void readOn(bool hasLast, const ReadProgress &progress, const Read &read, const IsLast &isLast, const Take &take) const
    {
        bool isKnown = !hasLast;
        read([&](const auto &row) {
            if (isKnown)
                return take(row);
            requireLast(isLast(row));
            isKnown = true;
        });
        requireLast(isKnown || progress.stop.stop_requested());
    }

    const std::filesystem::path m_file;
    const std::string m_name; ///< unique name of the run
    RunAppender m_out;
    NamedValues m_values;

private:
    std::string stateOfFile();
    void requireLast(bool isThere) const;

    const char *m_format;
    std::uint64_t m_inode = 0;
    std::string m_state; ///< of the file at the last read
    bool m_isNamed = false;
};

} // namespace lensboard::imports
