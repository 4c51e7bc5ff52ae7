#include "core/import/tables/revised_importer.h"

#include "core/store/columns/run_store.h"

#include <utility>

namespace lensboard::imports {

bool RevisedImporter::read(store::RunStore &run, ReadProgress &progress)
{
    if (m_isStale)
        return readAgain(run, progress);
    if (!m_reader)
        m_reader = reader();
    try {
        return m_reader->read(run, progress);
    } catch (const RolesRevised &) {
        m_isStale = true;
        return readAgain(run, progress);
    }
}

bool RevisedImporter::choose(const RoleChoice &choice)
{
    m_choice = choice;
    return true;
}

std::optional<RowReading> RevisedImporter::reading() const
{
    return m_reader ? m_reader->reading() : std::nullopt;
}

/// Reads the file from its beginning. Keeps the run's name and notes, because the user may have changed them.
bool RevisedImporter::readAgain(store::RunStore &run, ReadProgress &progress)
{
    for (;;) {
        store::RunStore again;
        m_reader = reader();
        try {
            m_reader->read(again, progress);
        } catch (const RolesRevised &) { // the file has grown meanwhile
            continue;
        }
        const record::RunInfo before = run.info();
        again.update([&](record::RunInfo &info) {
            info.name = before.name;
            info.notes = before.notes;
        });
        run.become(std::move(again));
        m_isStale = false;
        return true;
    }
}

} // namespace lensboard::imports
