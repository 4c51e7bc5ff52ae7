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
    if (source.point.moment == Moment::OutputGradient) {
        source.sums->measureNewest();
        lap.share(source.measuring());
        return false;
    }
    await(source);
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
    if (m_sums.empty() && m_waitingMoments.empty())
        return;
    Lap lap(m_costs);
    for (const auto &[device, sums] : m_sums)
        sums->measure();
    if (!m_waiting.empty())
        lap.share(std::exchange(m_waiting, {}));
    if (!m_waitingMoments.empty()) {
        m_moments.isFull() ? m_moments.read() : m_moments.measure();
        lap.share(std::exchange(m_waitingMoments, {}));
    }
}

void DeviceMeasuring::addMoments(hook::OptimizerMoments moments, StepCosts::Account account, preprocessor::MomentBatch::Use use)
{
    m_moments.add(std::move(moments), std::move(use));
    m_waitingMoments.push_back({account});
    if (std::ranges::find(m_knownMoments, account, &Charged::account) == m_knownMoments.end())
        m_knownMoments.push_back({account});
}

void DeviceMeasuring::readMoments()
{
    m_moments.read();
}

void DeviceMeasuring::chargeMoments(Lap &lap)
{
    if (!m_knownMoments.empty())
        lap.share(std::exchange(m_knownMoments, {}));
}

} // namespace lensboard::gatherer
