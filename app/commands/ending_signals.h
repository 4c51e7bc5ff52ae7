#pragma once

#include <csignal>
#include <initializer_list>

namespace lensboard::app {

/// Registers \p handler, called when the program is asked to end. Ignored signals stay ignored: nohup ignores hang-ups, a shell
/// ignores Ctrl-C for its background jobs.
inline void onEndingSignals(void (*handler)(int signal))
{
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        if (std::signal(signal, SIG_IGN) != SIG_IGN)
            std::signal(signal, handler);
}

} // namespace lensboard::app
