#pragma once

#include "core/experiment/field.h"

namespace lensboard::experiment {

constexpr int kFormatVersion = 1;

/// Every key an experiment may have. The one source of what is accepted, documented and offered in forms.
const Section &experimentSchema();

/// All lenses that there are.
const std::vector<Section> &lensSchemas();
const std::vector<Section> &monitorSchemas();
const std::vector<Section> &recorderSchemas();
/// The one kind that there is of lenses that plug-ins bring.
const std::vector<Section> &customLensSchemas();
/// Whether it is the name of a lens, which is its kind. Monitors and recorders have names of their own.
bool isLens(const std::string &name);
/// Returns the schema of this kind of watcher; null if there is none.
const Section *lensSchema(const std::string &kind);

/// An experiment to begin with: the first kind of all that must be chosen, every default, the usual lenses and a budget for these.
Json firstExperiment();

/// The same as a JSON Schema (2020-12), as resources/experiment.schema.json has it.
Json jsonSchema();

} // namespace lensboard::experiment
