#pragma once

#include <cstdint>
#include <memory>
#include <mutex>

namespace lensboard::training {

/// LibTorch's default random generator as one training sees it: from its own seed, undisturbed by other trainings of
/// the process. Layers such as dropout draw from the default generator only, so trainings take turns at it.
class RandomStream
{
public:
    RandomStream();
    ~RandomStream();
    RandomStream(const RandomStream &) = delete;
    RandomStream &operator=(const RandomStream &) = delete;

    /// While the lock is held, the default generator is this stream. Costs a lock unless another stream was used
    /// in between.
    [[nodiscard]] std::unique_lock<std::mutex> use();
    /// Starts anew. To be called while in use.
    void seed(std::uint64_t seed);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lensboard::training
