#pragma once

#include "core/tensor/tensor.h"
#include "core/tensor/value.h"

#include <filesystem>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace lensboard {

/// Names an operator of PyTorch, without aten::, and its overload. Its schema is the same in every PyTorch from 1.13 on.
class Operator
{
public:
    /// \p keywords: names of the last arguments, if they are passed by name.
    explicit Operator(std::string name, std::string overload = {}, std::vector<std::string> keywords = {});

    const std::string &name() const { return m_name; }
    const std::string &overload() const { return m_overload; }
    const std::vector<std::string> &keywords() const { return m_keywords; }
    std::size_t number() const { return m_number; } ///< from 0, one for each Operator of the process

private:
    std::string m_name, m_overload;
    std::vector<std::string> m_keywords;
    std::size_t m_number;
};

using Argument = std::variant<Tensor, std::vector<Tensor>, double, std::int64_t, bool, Shape, ElementType, Device>;

/// Keeps a hook on the accumulator of a parameter's gradient for as long as it lives.
class AccumulationHook
{
public:
    virtual ~AccumulationHook() = default;
    /// Moves it if the parameter has another accumulator than before, as after a cast or a move to another device. Returns true if it has.
    virtual bool follow() = 0;
};

/// PyTorch: computes on the devices of tensors, and tells when gradients come. core/aten has C++'s, core/python Python's.
/// Thread: any, as PyTorch's own functions.
/// Errors: PyTorch's own exceptions.
class Library
{
public:
    using GradientWatcher = std::function<void(const Tensor &gradient)>;

    virtual ~Library() = default;

    /// Returns the PyTorch of this process.
    /// Errors: std::logic_error if there is none.
    static const Library &current();
    /// Returns the same, or null.
    static const Library *loaded();
    /// To be called where a PyTorch is loaded. \p library lives as long as the process.
    static void use(const Library &library) { s_current = &library; }

    /// Returns PyTorch's name and version for a run's environment.
    virtual std::pair<std::string, std::string> version() const = 0;
    /// Calls an operator without gradients and outside of inference mode. Arguments that are left out have their defaults.
    virtual Tensor call(const Operator &op, std::span<const Argument> arguments) const = 0;
    Tensor call(const Operator &op, std::initializer_list<Argument> arguments) const
    {
        return call(op, std::span(arguments.begin(), arguments.size()));
    }

    /// Returns a vector of \p values.
    virtual Tensor made(const std::vector<double> &values, ElementType type, Device device) const = 0;

    /// Has PyTorch set up the calling thread now. Call it once on a thread that is not PyTorch's.
    virtual void beginThread() const = 0;
    /// Returns true if autograd records operators of this thread.
    virtual bool isRecordingGradients() const = 0;
    /// Switches that for this thread. Returns the mode before.
    virtual bool setRecordingGradients(bool isRecording) const = 0;
    /// Returns a view of \p tensor that autograd records: its gradient is that of its own consumers alone.
    virtual Tensor viewed(const Tensor &tensor) const = 0;
    /// Calls \p watcher with each gradient of \p tensor. The tensor keeps it.
    virtual void onGradient(const Tensor &tensor, GradientWatcher watcher) const = 0;
    /// Returns the accumulated gradient of \p parameter, or an undefined tensor.
    virtual Tensor gradient(const Tensor &parameter) const = 0;
    /// Calls \p notify each time autograd has accumulated a gradient in \p parameter. It must require one.
    virtual std::unique_ptr<AccumulationHook> onAccumulation(const Tensor &parameter, std::function<void()> notify) const = 0;
    /// Calls \p function at the end of the backward pass that runs on this thread, after callbacks queued before it.
    virtual void atEndOfBackward(std::function<void()> function) const = 0;

    /// Writes a file that torch.load opens. Writes it whole, or not at all.
    /// Errors: bytes::WriteError naming the path.
    virtual void save(const std::filesystem::path &path, const Value &value) const = 0;
    /// Reads a file of save() or torch.save that has plain values and tensors alone. Tensors are on the host.
    /// Errors: std::runtime_error naming the path.
    virtual Value load(const std::filesystem::path &path) const = 0;

private:
    static const Library *s_current;
};

/// Switches autograd off for this thread while it lives. For functions of the user's.
class WithoutGradients
{
public:
    WithoutGradients() : m_before(Library::current().setRecordingGradients(false)) {}
    ~WithoutGradients() { Library::current().setRecordingGradients(m_before); }
    WithoutGradients(const WithoutGradients &) = delete;
    WithoutGradients &operator=(const WithoutGradients &) = delete;

private:
    bool m_before;
};

} // namespace lensboard
