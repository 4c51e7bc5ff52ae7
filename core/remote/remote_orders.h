#pragma once

#include "core/control/control_client.h"

#include <memory>
#include <string>

namespace lensboard::remote {

/// Returns a client of the training that records the run at \p url, connected through the link that shows the run. The client says why the
/// training takes no orders, or that the link is lost. \p runCreated as in ControlClient. Does not wait.
/// Errors: std::invalid_argument if \p url is none; ConnectionError while there is no link.
std::unique_ptr<control::ControlClient> connectToTraining(const std::string &url, double runCreated);

} // namespace lensboard::remote
