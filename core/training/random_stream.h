#pragma once

#include "core/torch_fwd.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace lensboard::training {

/// LibTorch's default random generators, the host's and that of the training's device, as one training sees them: from its own seed, undisturbed by other trainings of
/// the process. Layers such as dropout draw from the default generator only, so trainings take turns at it.
class RandomStream
{
public:
    explicit RandomStream(const c10::Device &device);
    ~RandomStream();
    RandomStream(const RandomStream &) = delete;
    RandomStream &operator=(const RandomStream &) = delete;

    /// While the lock is held, the default generators are this stream. Costs a lock unless another stream was used
    /// in between.
    [[nodiscard]] std::unique_lock<std::mutex> use();
    /// Restarts. To be called while in use.
    void seed(std::uint64_t seed);
    /// How it stands, one tensor a generator, and going on from there. To be called while in use.
    std::vector<at::Tensor> states() const;
    /// Errors: std::exception if these are no states of such generators.
    void restore(const std::vector<at::Tensor> &states);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lensboard::training
