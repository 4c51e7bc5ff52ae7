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

/// An operator of PyTorch by its name, aten::, and that of its overload. Its schema is the same in every PyTorch from 1.13 on.
class Operator
{
public:
    /// \p keywords: names of the last arguments, those that are passed by name.
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

/// A hook on what accumulates the gradient of a parameter, for as long as it lives.
class AccumulationHook
{
public:
    virtual ~AccumulationHook() = default;
    /// Moves it if the parameter has another accumulator than before, as after a cast or a move to another device. Returns true if it has.
    virtual bool follow() = 0;
};

/// A PyTorch: what computes where tensors are, and tells when gradients come. LibTorch's is core/aten, Python's core/python.
/// Thread: any, as PyTorch's own functions.
/// Errors: those of PyTorch, as it throws them.
class Library
{
public:
    using GradientWatcher = std::function<void(const Tensor &gradient)>;

    virtual ~Library() = default;

    /// The one of this process.
    /// Errors: std::logic_error if there is none.
    static const Library &current();
    /// To be called where a PyTorch is loaded. \p library lives as long as the process.
    static void use(const Library &library) { s_current = &library; }

    /// Its name and version, as a run shows them.
    virtual std::pair<std::string, std::string> version() const = 0;
    /// Calls an operator with its first arguments, the others as by default. Without gradients, and outside of inference mode.
    virtual Tensor call(const Operator &op, std::span<const Argument> arguments) const = 0;
    Tensor call(const Operator &op, std::initializer_list<Argument> arguments) const
    {
        return call(op, std::span(arguments.begin(), arguments.size()));
    }

    /// A vector of these values.
    virtual Tensor made(const std::vector<double> &values, ElementType type, Device device) const = 0;

    /// To be called once on a thread of one's own: what PyTorch sets for a new thread, it sets now.
    virtual void beginThread() const = 0;
    /// Whether what is computed on this thread now can be differentiated.
    virtual bool isRecordingGradients() const = 0;
    /// The same from here on. Returns what was before.
    virtual bool setRecordingGradients(bool isRecording) const = 0;
    /// Returns \p tensor as an operator's output of its own, through which gradients flow.
    virtual Tensor viewed(const Tensor &tensor) const = 0;
    /// Calls \p watcher with each gradient of \p tensor. The tensor keeps it.
    virtual void onGradient(const Tensor &tensor, GradientWatcher watcher) const = 0;
    /// The gradient that \p parameter has accumulated; undefined if there is none.
    virtual Tensor gradient(const Tensor &parameter) const = 0;
    /// Calls \p notify each time that a gradient was accumulated in \p parameter, which requires one.
    virtual std::unique_ptr<AccumulationHook> onAccumulation(const Tensor &parameter, std::function<void()> notify) const = 0;
    /// Calls \p function when the backward pass that runs on this thread has ended, after what was to be called then by others.
    virtual void atEndOfBackward(std::function<void()> function) const = 0;

    /// Writes what torch.load opens. Whole, or not at all.
    /// Errors: bytes::WriteError naming the path.
    virtual void save(const std::filesystem::path &path, const Value &value) const = 0;
    /// What save() or torch.save wrote, if it is made of plain values and tensors; these are on the host.
    /// Errors: std::runtime_error naming the path.
    virtual Value load(const std::filesystem::path &path) const = 0;

private:
    static const Library *s_current;
};

/// While it lives, what this thread computes cannot be differentiated: for functions of the user's.
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
