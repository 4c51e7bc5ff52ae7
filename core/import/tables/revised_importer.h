#pragma once

#include "core/import/importer.h"

#include <memory>

namespace lensboard::imports {

/// Thrown by a reader if later rows contradict the roles of its columns, so that the file must be read again.
struct RolesRevised
{};

/// Base class of importers that decide the roles of columns by a sample of rows. The sample grows with the file. If it
/// leads to other roles, the file is read again and the run gets the new content.
class RevisedImporter : public Importer
{
public:
    bool read(store::RunStore &run, ReadProgress &progress) final;
    bool choose(const RoleChoice &choice) final;
    std::optional<RowReading> reading() const final;

protected:
    /// Returns a reader that starts at the file's beginning and uses the sample collected so far.
    virtual std::unique_ptr<Importer> reader() = 0;

    RoleChoice m_choice;

private:
    bool readAgain(store::RunStore &run, ReadProgress &progress);

    std::unique_ptr<Importer> m_reader;
    bool m_isStale = false; ///< the run has content that the reader has not read
};

} // namespace lensboard::imports
