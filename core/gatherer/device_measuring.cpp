#include "core/gatherer/device_measuring.h"

#include "core/tensor/library.h"

#include <algorithm>
#include <mutex>

namespace lensboard::gatherer {

/// Returns null for the host's memory.
DeviceMeasuring::Sums DeviceMeasuring::sumsOf(Device device, bool gathersOnHost)
{
    if (device.isHost() && !gathersOnHost)
        return nullptr;
    const auto known = std::ranges::find(m_sums, device, &std::pair<Device, Sums>::first);
    return known != m_sums.end() ? known->second : m_sums.emplace_back(device, std::make_shared<preprocessor::DeviceSums>()).second;
}

bool DeviceMeasuring::areFull() const
{
    return std::ranges::any_of(m_sums, [](const auto &sums) { return sums.second->isFull(); });
}

bool DeviceMeasuring::measureTogether(TensorSource &source, Lap &lap)
{
    if (source.place.moment == Moment::OutputGradient) {
        source.sums->measureNewest();
        lap.share(source.measuring());
        return false;
    }
    m_waiting.push_back(&source);
    if (source.sums->hasEnough())
        measureWaiting();
    return !m_waiting.empty();
}

void DeviceMeasuring::measureAtEndOfBackward(std::weak_ptr<void> owner)
{
    if (!m_endOfBackward.expired())
        return;
    const auto end = std::make_shared<char>(); // destroyed with the pass, also if that fails
    m_endOfBackward = end;
    Library::current().atEndOfBackward([this, owner = std::move(owner), end] {
        const std::lock_guard alone(hook::callbackMutex());
        if (const auto alive = owner.lock())
            measureWaiting();
    });
}

void DeviceMeasuring::measureWaiting()
{
    struct Charged
    {
        StepCosts::Account account;
    };
    if (m_waiting.empty())
        return;
    Lap lap(m_costs);
    std::vector<Charged> charged;
    for (const TensorSource *source : std::exchange(m_waiting, {}))
        for (const auto &listener : source->listeners)
            if (listener.isOn)
                charged.push_back({listener.account});
    for (const auto &[device, sums] : m_sums)
        sums->measure();
    if (!charged.empty())
        lap.share(charged);
}

} // namespace lensboard::gatherer
