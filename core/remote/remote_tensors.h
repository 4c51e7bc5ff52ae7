#pragma once

#include "core/remote/known_run.h"
#include "core/remote/run_channel.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace lensboard::remote {

namespace messages {
class Tensor;
class TensorPlaces;
} // namespace messages

/// Tensors of a remote run that readers requested, and their places. Keeps the tensors that were read last.
class RemoteTensors
{
public:
    RemoteTensors(KnownRun &known, RunChannel &channel) : m_known(known), m_channel(channel) {}

    /// Requests the places again after new ticks, once the last request is answered.
    void requestPlaces(std::uint32_t series);
    /// Returns true if the last request was answered. Repeats a request that was discarded by forget().
    bool havePlacesCome(std::uint32_t series);
    std::vector<store::TensorPlace> places(std::uint32_t series);
    /// Requests the tensor unless it is here or requested.
    void request(std::uint32_t series, std::uint32_t frame);
    /// Returns true if the answer is here. The other side may not have the tensor. Repeats a request that was discarded by forget().
    bool has(std::uint32_t series, std::uint32_t frame);
    /// Returns null if the tensor is not here.
    std::shared_ptr<const record::TensorValue> tensor(std::uint32_t series, std::uint32_t frame) const;
    void apply(const messages::TensorPlaces &places);
    void apply(const messages::Tensor &tensor);
    /// Discards all tensors after an edit or a reconnect. Readers request them and their places again.
    void forget();
    /// Discards everything, because the run was restarted.
    void clear();

private:
    using Key = std::pair<std::uint32_t, std::uint32_t>; ///< series and frame

    struct Series
    {
        std::vector<std::uint32_t> frames = {};
        std::size_t asked = 0; ///< requested up to this tick
        bool haveCome = false;
    };
    struct Tensor
    {
        std::shared_ptr<const record::TensorValue> value;
        std::uint64_t lastLook = 0; ///< number of the last look
    };

    KnownRun &m_known;
    RunChannel &m_channel;
    std::map<std::uint32_t, Series> m_series;
    std::map<Key, Tensor> m_tensors;
    std::map<Key, record::TensorValue> m_asked; ///< incomplete tensors
    std::uint64_t m_looks = 0;
};

} // namespace lensboard::remote
