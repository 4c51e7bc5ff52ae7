// Fuzzes bytes received by a training or by its clients; the first byte selects the receiver.

#include "core/control/connection.h"
#include "core/control/control_protocol.h"

#include <algorithm>

#include <sys/socket.h>
#include <unistd.h>

using namespace lensboard;
using namespace lensboard::control;

namespace {

/// Handles a request like a training does.
void follow(const Request &request)
{
    experiment::Roster watchers({experiment::lensChoice({{"kind", "ParameterNorm"}})});
    if (!request.command || !whyNot(*request.command, {.state = session::State::Running, .abilities = {true, true, true, true}}).empty())
        return;
    if (request.command->kind == session::Command::Kind::Watcher)
        watchers.apply(request.command->change);
    session::TrainingStatus status;
    status.watchers = std::make_shared<const experiment::Roster>(watchers);
    toBytes(Answer{request.id, {}, status});
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *bytes, std::size_t size)
{
    if (size == 0)
        return 0;
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return 0;
    (void)!send(ends[1], bytes + 1, std::min<std::size_t>(size - 1, 65536), MSG_DONTWAIT);
    shutdown(ends[1], SHUT_WR);
    const bool isTraining = bytes[0] % 2 == 0;
    try {
        Connection connection(ends[0]);
        bool isGreeted = false;
        while (connection.receive())
            while (const auto message = connection.next()) {
                if (!std::exchange(isGreeted, true))
                    requireSameVersion(greetingFrom(*message), !isTraining);
                else if (isTraining)
                    follow(requestFrom(*message));
                else
                    toBytes(answerFrom(*message));
            }
    } catch (const ConnectionError &) {
    } catch (const experiment::ExperimentError &) { // becomes a refusal
    }
    close(ends[1]);
    return 0;
}
