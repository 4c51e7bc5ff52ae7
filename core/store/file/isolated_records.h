#pragma once

#include "core/record/run_event.h"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace lensboard::store {

namespace sqlite {
class Database;
}

/// A record that is not in the file, for the event that reports it.
struct LeftOutRecord
{
    std::string key;  ///< counts the records of one source, such as a series
    std::string what; ///< begins the sentence: The tensor "fc1" of tick 3
    std::int64_t step = 0;
};

/// Writes records in transactions. A record with content that no file can hold is left out, and the others are written.
/// An error of the disk fails the transaction, so that all of it can be tried again.
/// Thread: one at a time.
class IsolatedRecords
{
public:
    using Write = std::function<void()>;
    using Describe = std::function<LeftOutRecord()>;

    explicit IsolatedRecords(sqlite::Database &database) : m_database(database) {}

    /// Runs \p write in a transaction. If a record is refused, runs \p write once more with a savepoint for each record.
    /// Errors: sqlite::Error if the disk is to blame, and exceptions of \p write outside its records.
    void inTransaction(const Write &write);
    /// Called by the function that inTransaction() runs, once for each record. \p otherwise writes a substitute for a record
    /// that others refer to.
    void write(const Write &write, const Describe &describe, const Write &otherwise = {});
    /// Returns warnings for the run about the records left out by committed transactions since the last call. Of the records of
    /// one key the 1st, 10th, 100th, … are reported.
    std::vector<record::RunEvent> takeWarnings();

private:
    struct Refusal
    {
        LeftOutRecord record;
        std::string why;
    };

    void attempt(const Write &write, bool isolates);
    void report(const Refusal &refusal);

    sqlite::Database &m_database;
    bool m_isolates = false;
    std::vector<Refusal> m_refused; ///< in the transaction that runs
    std::map<std::string, std::size_t> m_leftOut; ///< by key
    std::vector<record::RunEvent> m_warnings;
};

} // namespace lensboard::store
