#pragma once

#include "core/tensor/library.h"

#include <optional>
#include <utility>

namespace lensboard::python {

/// Calls functions of the torch imported by Python. Does not link LibTorch.
/// Thread: any, with or without the GIL.
/// Errors: pybind11::error_already_set.
class PythonLibrary final : public Library
{
public:
    static const PythonLibrary &instance();

    std::pair<std::string, std::string> version() const override;
    using Library::call;
    using Library::callForList;
    Tensor call(const Operator &op, std::span<const Argument> arguments) const override;
    std::vector<Tensor> callForList(const Operator &op, std::span<const Argument> arguments) const override;
    bool has(const Operator &op) const override;
    Tensor made(const std::vector<double> &values, ElementType type, Device device) const override;
    void beginThread() const override;
    bool isRecordingGradients() const override;
    std::shared_ptr<void> withoutGradients() const override;
    Tensor viewed(const Tensor &tensor) const override;
    void onGradient(const Tensor &tensor, GradientCallback watcher) const override;
    Tensor gradient(const Tensor &parameter) const override;
    std::unique_ptr<AccumulationHook> onAccumulation(const Tensor &parameter, std::function<void()> notify) const override;
    void atEndOfBackward(std::function<void()> function) const override;
    void save(const std::filesystem::path &path, const Value &value) const override;
    Value load(const std::filesystem::path &path) const override;

    /// Makes isRecordingGradients() return \p isRecording on this thread during its lifetime. A graph runs with gradients off, in each mode of
    /// its caller.
    class Recording
    {
    public:
        explicit Recording(bool isRecording) : m_before(std::exchange(s_given, isRecording)) {}
        ~Recording() { s_given = m_before; }
        Recording(const Recording &) = delete;
        Recording &operator=(const Recording &) = delete;

    private:
        friend class PythonLibrary;
        static thread_local std::optional<bool> s_given;
        std::optional<bool> m_before;
    };

    /// Returns true if a backward pass runs on this thread. Requires the GIL.
    bool isInBackward() const;
};

} // namespace lensboard::python
