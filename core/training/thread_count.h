#pragma once

namespace lensboard::training {

/// How many threads compute when an experiment does not say.
int defaultThreadCount();

} // namespace lensboard::training
