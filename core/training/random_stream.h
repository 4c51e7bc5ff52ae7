#pragma once

#include "core/torch_fwd.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace lensboard::training {

/// One training's view of LibTorch's default random generators, of the CPU and of the training's device: own seed, independent of other
/// trainings in the process. Layers such as dropout can only draw from the default generator, so trainings use it alternately.
class RandomStream
{
public:
    explicit RandomStream(const c10::Device &device);
    ~RandomStream();
    RandomStream(const RandomStream &) = delete;
    RandomStream &operator=(const RandomStream &) = delete;

    /// Returns a lock. The default generators belong to this stream as long as it is held. Cheap unless another stream was
    /// used in between.
    [[nodiscard]] std::unique_lock<std::mutex> use();
    /// Restarts the stream from \p seed. Call this while holding the lock of use().
    void seed(std::uint64_t seed);
    /// Returns one tensor per generator. Call this while holding the lock of use().
    std::vector<at::Tensor> states() const;
    /// Continues from \p states. Errors: std::exception if they are not states of these generators.
    void restore(const std::vector<at::Tensor> &states);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lensboard::training
