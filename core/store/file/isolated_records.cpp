#include "core/store/file/isolated_records.h"

#include "core/record/clock.h"
#include "core/record/error.h"
#include "core/record/message.h"
#include "core/store/file/sqlite.h"

#include <nlohmann/json.hpp>

#include <sqlite3.h>

#include <stdexcept>
#include <utility>

namespace lensboard::store {

namespace {

/// Returns the reason if a record can never be written; empty if the disk or memory is the cause, so that a retry may succeed.
record::Message refusalOf(const std::exception &error)
{
    if (const auto *refused = dynamic_cast<const sqlite::Error *>(&error))
        switch (refused->code() & 0xff) {
        case SQLITE_TOOBIG: return record::message("it is larger than a row of the file may be");
        case SQLITE_CONSTRAINT:
        case SQLITE_MISMATCH:
        case SQLITE_RANGE: return record::messageOf(error);
        default: return {};
        }
    const bool isOfContent = dynamic_cast<const std::logic_error *>(&error) || dynamic_cast<const nlohmann::json::exception *>(&error);
    return isOfContent ? record::messageOf(error) : record::Message();
}

bool isPowerOfTen(std::size_t count)
{
    while (count % 10 == 0)
        count /= 10;
    return count == 1;
}

} // namespace

void IsolatedRecords::inTransaction(const Write &write)
{
    try {
        attempt(write, false);
    } catch (const std::exception &error) {
        if (refusalOf(error).empty())
            throw;
        attempt(write, true);
    }
}

void IsolatedRecords::attempt(const Write &write, bool isolates)
{
    m_isolates = isolates;
    m_refused.clear();
    sqlite::Transaction transaction(m_database);
    write();
    m_database.checkPlace(); // SQLite does not check this itself when it writes only to its log
    transaction.commit();
    for (const Refusal &refusal : m_refused)
        report(refusal);
}

void IsolatedRecords::write(const Write &write, const Describe &describe, const Write &otherwise)
{
    if (!m_isolates)
        return write();
    try {
        sqlite::Savepoint savepoint(m_database);
        write();
        savepoint.release();
    } catch (const std::exception &error) {
        record::Message why = refusalOf(error);
        if (why.empty())
            throw;
        m_refused.push_back({describe(), std::move(why)});
        if (otherwise)
            otherwise();
    }
}

void IsolatedRecords::report(const Refusal &refusal)
{
    const auto &[key, what, step] = refusal.record;
    const std::size_t count = ++m_leftOut[key];
    if (!isPowerOfTen(count))
        return;
    const record::Message text = count == 1 ? record::message("%1 is not in the run file: %2. Everything else is written.", what, refusal.why)
                                        : record::message("%1 is not in the run file: %2. It is number %3 of its kind.", what, refusal.why, count);
    m_warnings.push_back({record::RunEvent::Kind::Warning, step, record::wallSeconds(), text});
}

std::vector<record::RunEvent> IsolatedRecords::takeWarnings()
{
    return std::exchange(m_warnings, {});
}

} // namespace lensboard::store
