#include "core/remote/remote_tensors.h"

#include "core/remote/remote_protocol.h"

#include "remote_messages.pb.h"

#include <algorithm>

namespace lensboard::remote {

namespace {

constexpr std::size_t kMaxTensors = 64;
constexpr std::size_t kMaxTensorBytes = std::size_t{256} << 20; ///< except the last tensor

std::size_t bytesOf(const std::shared_ptr<const record::TensorValue> &tensor)
{
    return tensor ? tensor->values.size() * sizeof(float) : 0;
}

} // namespace

void RemoteTensors::requestPlaces(std::uint32_t series)
{
    Series &state = m_series[series];
    const std::size_t all = m_known.catalogue.ticks.size();
    if (state.asked >= all || (!state.haveCome && state.asked > 0))
        return;
    messages::Request request;
    request.mutable_tensor_places()->set_series(series);
    state.asked = all;
    state.haveCome = false;
    m_channel.send(std::move(request));
}

bool RemoteTensors::havePlacesCome(std::uint32_t series)
{
    if (!m_series[series].haveCome)
        requestPlaces(series);
    return m_series[series].haveCome || m_known.catalogue.ticks.empty();
}

std::vector<store::TensorPlace> RemoteTensors::places(std::uint32_t series)
{
    const store::TickTable &ticks = m_known.catalogue.ticks;
    std::vector<store::TensorPlace> places;
    for (const std::uint32_t frame : m_series[series].frames)
        if (ticks.isExact(frame))
            places.push_back({frame, ticks[frame]});
    return places;
}

void RemoteTensors::request(std::uint32_t series, std::uint32_t frame)
{
    if (const auto here = m_tensors.find({series, frame}); here != m_tensors.end()) {
        here->second.lastLook = ++m_looks;
    } else if (m_asked.try_emplace({series, frame}).second) {
        messages::Request request;
        request.mutable_tensor()->set_series(series);
        request.mutable_tensor()->set_frame(frame);
        request.mutable_tensor()->set_in_parts(true);
        m_channel.send(std::move(request));
    }
}

bool RemoteTensors::has(std::uint32_t series, std::uint32_t frame)
{
    request(series, frame);
    return m_tensors.contains({series, frame});
}

std::shared_ptr<const record::TensorValue> RemoteTensors::tensor(std::uint32_t series, std::uint32_t frame) const
{
    const auto here = m_tensors.find({series, frame});
    return here == m_tensors.end() ? nullptr : here->second.value;
}

void RemoteTensors::apply(const messages::TensorPlaces &places)
{
    if (places.series() >= m_known.series.size())
        return;
    Series &state = m_series[places.series()];
    std::vector<std::uint32_t> frames(places.frames().begin(), places.frames().end());
    std::erase_if(frames, [this](std::uint32_t frame) { return frame >= m_known.catalogue.ticks.size(); });
    m_known.hasArrived = m_known.hasArrived || frames != state.frames;
    state.frames = std::move(frames);
    state.haveCome = true;
}

void RemoteTensors::apply(const messages::Tensor &tensor)
{
    const auto asked = m_asked.find({tensor.series(), tensor.frame()});
    if (asked == m_asked.end() || (tensor.is_there() && !take(tensor, asked->second)))
        return;
    std::size_t bytes = asked->second.values.size() * sizeof(float);
    for (const auto &[place, kept] : m_tensors)
        bytes += bytesOf(kept.value);
    while (!m_tensors.empty() && (m_tensors.size() >= kMaxTensors || bytes > kMaxTensorBytes)) {
        const auto oldest = std::ranges::min_element(m_tensors, {}, [](const auto &each) { return each.second.lastLook; });
        bytes -= bytesOf(oldest->second.value);
        m_tensors.erase(oldest);
    }
    auto value = tensor.is_there() ? std::make_shared<const record::TensorValue>(std::move(asked->second)) : nullptr;
    m_tensors[asked->first] = {std::move(value), ++m_looks};
    m_asked.erase(asked);
    m_known.hasArrived = true;
}

void RemoteTensors::forget()
{
    for (auto &[number, state] : m_series) {
        state.asked = 0;
        state.haveCome = false;
    }
    m_tensors.clear();
    m_asked.clear();
}

void RemoteTensors::clear()
{
    m_series.clear();
    m_tensors.clear();
    m_asked.clear();
}

} // namespace lensboard::remote
