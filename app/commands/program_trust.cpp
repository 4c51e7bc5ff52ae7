#include "app/commands/program_trust.h"

#include "core/session/trusted_models.h"

#include <stdexcept>

namespace lensboard::app {

void requireTrust(const std::filesystem::path &program, const std::string &sha256, bool isTrusted)
{
    if (!isTrusted && !session::TrustedModels().knows(program, sha256))
        throw std::runtime_error(program.string() + ": is a program, which training runs; if you trust it, say --trust-model, or "
                                 "open it in the window once and have it remembered");
}

} // namespace lensboard::app
