#include "core/training/random_stream.h"

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/core/Tensor.h>

namespace lensboard::training {

struct RandomStream::State
{
    at::Tensor whenLeft; ///< of the generator; undefined before the first use

    static std::mutex mutex;
    static State *owner; ///< whose numbers the generator gives now; guarded by the mutex
};

std::mutex RandomStream::State::mutex;
RandomStream::State *RandomStream::State::owner = nullptr;

RandomStream::RandomStream() : m_state(std::make_unique<State>()) {}

RandomStream::~RandomStream()
{
    const std::lock_guard lock(State::mutex);
    if (State::owner == m_state.get())
        State::owner = nullptr;
}

std::unique_lock<std::mutex> RandomStream::use()
{
    std::unique_lock lock(State::mutex);
    if (State::owner != m_state.get()) {
        at::Generator generator = at::detail::getDefaultCPUGenerator();
        if (State::owner)
            State::owner->whenLeft = generator.get_state();
        if (m_state->whenLeft.defined())
            generator.set_state(m_state->whenLeft);
        State::owner = m_state.get();
    }
    return lock;
}

void RandomStream::seed(std::uint64_t seed)
{
    at::Generator generator = at::detail::getDefaultCPUGenerator();
    generator.set_current_seed(seed);
}

} // namespace lensboard::training
