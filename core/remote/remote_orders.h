#pragma once

#include "core/control/connection.h"

#include <memory>
#include <string>

namespace lensboard::remote {

/// The end of a connection to the training that records the run at \p url, for a ControlClient; through the link that the run is shown by. It
/// closes when that is lost, or the training takes no orders. Does not wait.
/// Errors: std::invalid_argument if \p url is none; ConnectionError while there is no link.
std::unique_ptr<control::Connection> connectToTraining(const std::string &url);

} // namespace lensboard::remote
