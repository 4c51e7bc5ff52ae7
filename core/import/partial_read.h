#pragma once

#include "core/import/importer.h"
#include "core/record/message.h"

namespace lensboard::store {
class RunStore;
}

namespace lensboard::imports {

/// Returns true if the time of a read is over and \p run has values to show.
bool isEnoughForNow(const ReadProgress &progress, const store::RunStore &run);

/// Describes the progress of a read that will be continued.
record::Message describePart(const ReadProgress &progress);

} // namespace lensboard::imports
