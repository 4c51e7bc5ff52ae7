#pragma once

#include "core/experiment/field.h"

namespace lensboard::experiment {

constexpr int kFormatVersion = 1;

/// Returns all keys of an experiment. Validation, documentation and forms all use this schema.
const Section &experimentSchema();

/// Returns the schemas of all built-in lenses.
const std::vector<Section> &lensSchemas();
const std::vector<Section> &monitorSchemas();
const std::vector<Section> &recorderSchemas();
/// Returns the schema of lenses from plug-ins; it has only one kind.
const std::vector<Section> &customLensSchemas();
/// Returns true if \p name is a lens. Lenses are named by kind; monitors and recorders have their own names.
bool isLens(const std::string &name);
/// Returns the schema of this kind of watcher; null if there is none.
const Section *lensSchema(const std::string &kind);

/// Returns an initial experiment: the first kind of every required choice, all defaults, the usual lenses and a budget for them.
Json firstExperiment();

/// Returns the same schema as JSON Schema (2020-12), the content of resources/experiment.schema.json.
Json jsonSchema();

} // namespace lensboard::experiment
