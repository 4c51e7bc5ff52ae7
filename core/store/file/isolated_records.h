#pragma once

#include "core/record/message.h"
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

/// Description of a record left out of the file, for the event that reports it.
struct LeftOutRecord
{
    std::string key;  ///< groups the records of one source, such as a series, for counting
    record::Message what; ///< subject of the message: The tensor "fc1" of tick 3
    std::int64_t step = 0;
};

/// Writes records in transactions. Leaves out a record with content that no file can hold, and writes the others. A disk error fails the
/// whole transaction, so that it can be retried.
/// Thread: one at a time.
class IsolatedRecords
{
public:
    using Write = std::function<void()>;
    using Describe = std::function<LeftOutRecord()>;

    explicit IsolatedRecords(sqlite::Database &database) : m_database(database) {}

    /// Runs \p write in a transaction. If a record is refused, runs \p write again with a savepoint for each record.
    /// Errors: sqlite::Error if the disk is the cause, and exceptions that \p write throws outside its records.
    void inTransaction(const Write &write);
    /// Call it for each record, inside the function passed to inTransaction(). \p otherwise writes a substitute for a record that others
    /// refer to.
    void write(const Write &write, const Describe &describe, const Write &otherwise = {});
    /// Returns warnings for the run about records left out of committed transactions since the last call. Reports the 1st, 10th, 100th, …
    /// record of each key.
    std::vector<record::RunEvent> takeWarnings();

private:
    struct Refusal
    {
        LeftOutRecord record;
        record::Message why;
    };

    void attempt(const Write &write, bool isolates);
    void report(const Refusal &refusal);

    sqlite::Database &m_database;
    bool m_isolates = false;
    std::vector<Refusal> m_refused; ///< in the current transaction
    std::map<std::string, std::size_t> m_leftOut; ///< by key
    std::vector<record::RunEvent> m_warnings;
};

} // namespace lensboard::store
