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

/// Names an operator of PyTorch, without aten::, and its overload. Its schema is the same in every PyTorch from 1.13 on; see Library::has() for
/// others.
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

/// Hook on the accumulator of a parameter's gradient, removed by the destructor.
class AccumulationHook
{
public:
    virtual ~AccumulationHook() = default;
    /// Moves the hook if the parameter has a new accumulator, as after a cast or a move to another device. Returns true if it moved. A frozen
    /// parameter has no accumulator.
    virtual bool follow() = 0;
    /// Makes the hook cost as little as possible until it is resumed; it may still be called.
    virtual void setPaused(bool isPaused) { static_cast<void>(isPaused); }
};

/// Interface to PyTorch: runs operators on the tensors' devices and reports gradients. core/aten implements it for C++, core/python for
/// Python.
/// Thread: any, like PyTorch's own functions.
/// Errors: PyTorch's own exceptions.
class Library
{
public:
    using GradientCallback = std::function<void(const Tensor &gradient)>;

    virtual ~Library() = default;

    /// Returns the PyTorch of this process.
    /// Errors: std::logic_error if there is none.
    static const Library &current();
    /// Returns the PyTorch of this process, or null.
    static const Library *loaded();
    /// Call it where PyTorch is loaded. \p library must live as long as the process.
    static void use(const Library &library) { s_current = &library; }

    /// Returns PyTorch's name and version for a run's environment.
    virtual std::pair<std::string, std::string> version() const = 0;
    /// Calls an operator without gradients and outside of inference mode. Omitted arguments have their defaults.
    virtual Tensor call(const Operator &op, std::span<const Argument> arguments) const = 0;
    Tensor call(const Operator &op, std::initializer_list<Argument> arguments) const
    {
        return call(op, std::span(arguments.begin(), arguments.size()));
    }
    /// Does the same for an operator that returns a list of tensors.
    virtual std::vector<Tensor> callForList(const Operator &op, std::span<const Argument> arguments) const = 0;
    std::vector<Tensor> callForList(const Operator &op, std::initializer_list<Argument> arguments) const
    {
        return callForList(op, std::span(arguments.begin(), arguments.size()));
    }
    /// Returns true if this PyTorch has the operator, with its keywords.
    virtual bool has(const Operator &op) const = 0;

    /// Returns a vector of \p values.
    virtual Tensor made(const std::vector<double> &values, ElementType type, Device device) const = 0;

    /// Makes PyTorch set up the calling thread. Call it once on a thread that PyTorch did not create.
    virtual void beginThread() const = 0;
    /// Returns true if autograd records operators of this thread.
    virtual bool isRecordingGradients() const = 0;
    /// Disables autograd and inference mode on this thread until the returned object is destroyed.
    virtual std::shared_ptr<void> withoutGradients() const = 0;
    /// Returns a view of \p tensor that autograd records. Its gradient comes only from the view's own consumers.
    virtual Tensor viewed(const Tensor &tensor) const = 0;
    /// Calls \p callback with each gradient of \p tensor. The tensor owns the callback.
    virtual void onGradient(const Tensor &tensor, GradientCallback callback) const = 0;
    /// Returns the accumulated gradient of \p parameter, or an undefined tensor.
    virtual Tensor gradient(const Tensor &parameter) const = 0;
    /// Calls \p notify each time autograd has accumulated a gradient in \p parameter; of a frozen one, once follow() found it trainable.
    virtual std::unique_ptr<AccumulationHook> onAccumulation(const Tensor &parameter, std::function<void()> notify) const = 0;
    /// Calls \p function at the end of the backward pass that runs on this thread, after callbacks queued before it.
    virtual void atEndOfBackward(std::function<void()> function) const = 0;

    /// Writes a file that torch.load can read. On failure, no partial file remains.
    /// Errors: bytes::WriteError naming the path.
    virtual void save(const std::filesystem::path &path, const Value &value) const = 0;
    /// Reads a file of save() or torch.save that contains only plain values and tensors. Returns tensors on the host.
    /// Errors: std::runtime_error naming the path.
    virtual Value load(const std::filesystem::path &path) const = 0;

private:
    static const Library *s_current;
};

/// Disables autograd and inference mode on this thread during its lifetime, for calls of the user's functions. Their results are not
/// part of the training, and tensors that they keep from a validation may be modified later.
class WithoutGradients
{
public:
    WithoutGradients() : m_scope(Library::current().withoutGradients()) {}
    WithoutGradients(const WithoutGradients &) = delete;
    WithoutGradients &operator=(const WithoutGradients &) = delete;

private:
    std::shared_ptr<void> m_scope;
};

} // namespace lensboard
