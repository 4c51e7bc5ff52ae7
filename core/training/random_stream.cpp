#include "core/training/random_stream.h"

#include "core/record/error.h"
#include "core/record/message.h"

#include <ATen/Context.h>
#include <ATen/core/Tensor.h>

#include <stdexcept>

namespace lensboard::training {

struct RandomStream::State
{
    std::vector<at::Generator> generators;
    std::vector<at::Tensor> whenLeft; ///< generator states when another stream took over; empty before the first use

    static std::mutex mutex;
    static State *owner; ///< stream that the generators currently belong to; guarded by the mutex

    std::vector<at::Tensor> now() const
    {
        std::vector<at::Tensor> states;
        for (const at::Generator &generator : generators)
            states.push_back(generator.get_state());
        return states;
    }
    void set(const std::vector<at::Tensor> &states)
    {
        for (std::size_t i = 0; i < generators.size(); ++i)
            generators[i].set_state(states.at(i));
    }
};

std::mutex RandomStream::State::mutex;
RandomStream::State *RandomStream::State::owner = nullptr;

RandomStream::RandomStream(const c10::Device &device) : m_state(std::make_unique<State>())
{
    m_state->generators.push_back(at::globalContext().defaultGenerator(at::kCPU));
    if (!device.is_cpu())
        m_state->generators.push_back(at::globalContext().defaultGenerator(device));
}

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
        if (State::owner)
            State::owner->whenLeft = State::owner->now();
        if (!m_state->whenLeft.empty())
            m_state->set(m_state->whenLeft);
        State::owner = m_state.get();
    }
    return lock;
}

void RandomStream::seed(std::uint64_t seed)
{
    for (at::Generator &generator : m_state->generators)
        generator.set_current_seed(seed);
}

std::vector<at::Tensor> RandomStream::states() const
{
    return m_state->now();
}

void RandomStream::restore(const std::vector<at::Tensor> &states)
{
    if (states.size() < m_state->generators.size())
        throw record::InvalidArgument(record::message("the checkpoint has no random state of this device"));
    m_state->set(states);
}

} // namespace lensboard::training
