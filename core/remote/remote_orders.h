#pragma once

#include "core/control/control_client.h"

#include <memory>
#include <string>

namespace lensboard::remote {

/// Returns a client of the training that records the run at \p url, connected through the link that shows the run. The client reports why the
/// training accepts no commands, or that the link is lost. \p runCreated is as in ControlClient. Does not block.
/// Errors: std::invalid_argument if \p url is invalid; ConnectionError while the link is down.
std::unique_ptr<control::ControlClient> connectToTraining(const std::string &url, double runCreated);

} // namespace lensboard::remote
