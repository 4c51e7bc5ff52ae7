#pragma once

#include "core/remote/link.h"
#include "core/remote/location.h"

#include <memory>
#include <string>
#include <vector>

namespace lensboard::remote {

/// Returns the command for serving \p place: the system's ssh, or the program in LENSBOARD_SSH, that starts Lensboard on the other machine.
std::vector<std::string> sshCommand(const Location &place);

/// Starts \p command. Its standard streams are the connection.
/// Errors: ConnectionError if it cannot be started here.
std::unique_ptr<Peer> startPeer(const std::vector<std::string> &command);

} // namespace lensboard::remote
