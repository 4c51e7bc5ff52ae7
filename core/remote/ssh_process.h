#pragma once

#include "core/remote/link.h"
#include "core/remote/remote_place.h"

#include <memory>
#include <string>
#include <vector>

namespace lensboard::remote {

/// The command that shows the runs at \p place: the system's ssh, or the program that LENSBOARD_SSH names, which runs Lensboard there.
std::vector<std::string> sshCommand(const Place &place);

/// Runs \p command, whose standard streams are the connection.
/// Errors: ConnectionError if it cannot be run here.
std::unique_ptr<Peer> startPeer(const std::vector<std::string> &command);

} // namespace lensboard::remote
