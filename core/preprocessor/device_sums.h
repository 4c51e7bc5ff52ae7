#pragma once

#include "core/preprocessor/measurement.h"
#include "core/tensor/tensor_list.h"

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace lensboard::preprocessor {

/// Numbers of measurements on a device.
struct LateNumbers
{
    std::vector<Tensor> onDevice; ///< float64; empty once they were read
    std::vector<double> onHost;
};

/// Sums of one tensor: places in numbers that may still be on the device.
struct LateSums
{
    enum Sum : std::size_t { Norm, Distance, BaseNorm, Active, IdleRows };
    static constexpr std::size_t kSums = 5;

    std::shared_ptr<const LateNumbers> numbers;
    std::array<std::optional<std::size_t>, kSums> places;

    bool has(Sum sum) const { return places[sum].has_value(); }
    /// Returns 0 if it was not measured. Precondition: the numbers were read.
    double operator[](Sum sum) const { return has(sum) ? numbers->onHost[*places[sum]] : 0; }
};

/// Results of one output: places in numbers that may still be on the device.
struct LateOutput
{
    enum Sum : std::size_t { Norms, Active, DeadChannels, Unsaturated, SaturatedChannels, PeakedRows };
    static constexpr std::size_t kSums = 6;

    std::shared_ptr<const LateNumbers> numbers = {}; ///< null until DeviceSums::measure()
    std::array<std::optional<std::size_t>, kSums> places{};

    /// Returns 0 if it was not measured. Precondition: the numbers were read.
    double operator[](Sum sum) const { return places[sum] ? numbers->onHost[*places[sum]] : 0; }
};

/// Predecessors of a meter's next tensor, on the device.
struct DeviceHistory
{
    MeterOf of;
    Tensor last = {};     ///< the previous tensor, if changes are measured
    Tensor previous = {}; ///< second factor of the next product: the previous tensor, or its change
    bool isWaiting = false; ///< the newest tensor is not measured yet
};

/// A tensor that waits to be measured with others.
struct WaitingTensor
{
    Tensor tensor;
    Needs needs;
    std::shared_ptr<DeviceHistory> history;
    std::shared_ptr<LateSums> sums; ///< null if the tensor only begins a sequence
    Tensor scale = {}; ///< factor in the values; undefined: 1
};

/// Results of a model's meters on a device. Tensors are measured together, and all numbers are copied to the host together, so that a step
/// launches few operators and waits for no copy.
class DeviceSums
{
public:
    static constexpr std::size_t kMax = std::size_t{1} << 17; ///< numbers, of 8 bytes

    /// Returns true if the numbers should be read now.
    bool isFull() const { return m_unreadCount >= kMax; }
    /// Copies all numbers to the host, after measure().
    void read();

    /// Adds a tensor for the next measure(). It must not change until then.
    void add(WaitingTensor waiting);
    /// Reads \p output at once; its results are summed in the next measure().
    ///
    /// Shape:  \p output [N, C, *], or [N, *, C] with \c needs.channelLast
    std::shared_ptr<const LateOutput> addOutput(const Tensor &output, const OutputNeeds &needs);
    /// Returns true if the waiting tensors and outputs should be measured now.
    bool hasEnough() const { return m_waitingValues >= kMaxListPart; }
    /// Measures the waiting tensors and outputs.
    void measure();
    /// Measures the tensor that was added last, by itself.
    void measureNewest();

private:
    /// Vectors of one output, on the device; undefined if they are not needed.
    struct WaitingOutput
    {
        Tensor norms;       ///< of its samples, float64
        Tensor active;      ///< number of active values in each channel, int64
        Tensor unsaturated; ///< number of values within the limits in each channel, int64
        Tensor peakedRows;  ///< their number, int64
        std::shared_ptr<LateOutput> late;
    };

    void push(std::shared_ptr<LateNumbers> numbers, std::size_t count);
    void measureAlike(std::span<WaitingTensor> alike);
    void measureOutputs();

    std::vector<WaitingTensor> m_waiting;
    std::int64_t m_waitingValues = 0; ///< of tensors, and of the vectors of outputs
    std::vector<WaitingOutput> m_waitingOutputs;
    std::vector<std::shared_ptr<LateNumbers>> m_unread;
    std::size_t m_unreadCount = 0;
};

/// Returns the number of rows of \p output, along its last dimension, with less entropy than in \p needs: a tensor of one element, int64,
/// on the device of \p output.
Tensor peakedRowsOf(const Tensor &output, const OutputNeeds &needs);

} // namespace lensboard::preprocessor
