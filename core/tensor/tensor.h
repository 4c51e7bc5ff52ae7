#pragma once

#include "core/tensor/tensor_device.h"
#include "core/tensor/element_type.h"
#include "core/torch_fwd.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace lensboard {

/// Sizes of all dimensions.
using Shape = std::vector<std::int64_t>;

/// Returns a text such as "[2, 3]".
std::string toText(const Shape &shape);

/// Describes a tensor without reading its values.
struct TensorLayout
{
    void *data = nullptr; ///< of the first element, on the device; null if the tensor has no memory of its own
    ElementType type = ElementType::Other;
    Device device;
    bool isStrided = true; ///< neither sparse nor a wrapper around other tensors
    bool requiresGrad = false;
    Shape sizes;
    Shape strides; ///< in elements
};

/// Owns a reference to a PyTorch tensor, of C++ or of Python.
class TensorBody
{
public:
    virtual ~TensorBody() = default;
    TensorBody(const TensorBody &) = delete;
    TensorBody &operator=(const TensorBody &) = delete;

    /// Describes the tensor on the first call and caches the result. Thread: one at a time.
    const TensorLayout &layout() const
    {
        if (!m_layout)
            m_layout = describe();
        return *m_layout;
    }
    /// Returns the address of PyTorch's own object.
    virtual const void *identity() const = 0;
    /// Returns PyTorch's count of in-place writes; 0 in inference mode.
    virtual std::int64_t version() const = 0;
    /// Returns true if autograd records operations on the tensor.
    virtual bool requiresGrad() const = 0; ///< current value, unlike layout()
    /// Returns a new body of the same tensor, not described yet.
    virtual std::shared_ptr<TensorBody> again() const = 0;
    /// Returns the address of the at::Tensor.
    /// Errors: std::logic_error if the tensor is Python's.
    virtual const void *aten() const = 0;

protected:
    TensorBody() = default;
    /// Reads the tensor's description from PyTorch.
    virtual TensorLayout describe() const = 0;

private:
    mutable std::optional<TensorLayout> m_layout;
};

/// Reference to a PyTorch tensor, with its address, element type, sizes, strides and device. May be undefined.
///
/// The functions have the names and arguments of PyTorch's. PyTorch computes them on the tensor's device; autograd does not record them.
/// Errors: PyTorch's own exceptions.
class Tensor
{
public:
    Tensor() = default;
    /// Null: an undefined tensor.
    explicit Tensor(std::shared_ptr<const TensorBody> body) : m_body(std::move(body)) {}
    Tensor(const at::Tensor &tensor); ///< defined where LibTorch is linked; undefined if \p tensor is
    /// Errors: std::logic_error if it is undefined, or Python's.
    operator const at::Tensor &() const { return *static_cast<const at::Tensor *>(body().aten()); }

    bool defined() const { return m_body != nullptr; } ///< false for a default-constructed tensor
    void reset() { m_body.reset(); } ///< makes it undefined
    /// Errors: std::logic_error if the tensor is undefined, also for all functions below.
    const TensorBody &body() const
    {
        if (!m_body)
            throw std::logic_error("a tensor is undefined");
        return *m_body;
    }
    /// Returns a newly described reference to the same tensor: its memory, type or device may have changed since the last description.
    Tensor current() const { return m_body ? Tensor(m_body->again()) : Tensor(); }

    /// \{
    /// Part of its description; see current(). A number of a dimension may be negative: it then counts from the end.
    const TensorLayout &layout() const { return body().layout(); }
    ElementType type() const { return layout().type; }
    Device device() const { return layout().device; }
    bool isOnHost() const { return layout().device.isHost(); }
    bool requiresGrad() const { return layout().requiresGrad; }
    const Shape &sizes() const { return layout().sizes; }
    const Shape &strides() const { return layout().strides; }
    std::int64_t dim() const { return static_cast<std::int64_t>(sizes().size()); }
    std::int64_t size(std::int64_t dimension) const;
    std::int64_t numel() const;
    std::size_t nbytes() const { return static_cast<std::size_t>(numel()) * sizeOf(type()); }
    bool isContiguous() const;   ///< in C order, without holes
    bool isDense() const;        ///< in any order, without holes
    bool isChannelsLast() const; ///< [N, C, *] with the channels innermost in memory
    /// \}
    bool requiresGradNow() const { return body().requiresGrad(); } ///< without a new description
    bool isSame(const Tensor &other) const; ///< the same PyTorch tensor, or both undefined
    std::int64_t version() const { return body().version(); } ///< see TensorBody::version()
    /// Returns false for sparse tensors, and for tensors that wrap others or have only a shape, as DTensor and FakeTensor.
    bool hasMemory() const { return layout().isStrided && (layout().data || numel() == 0); }
    /// Precondition: the elements are of type T, in the host's memory.
    template <typename T> T *data() const { return static_cast<T *>(layout().data); }

    /// \{
    /// PyTorch's function of the same name.
    Tensor detach() const;
    Tensor clone() const;
    Tensor contiguous() const;
    Tensor to(ElementType type) const;
    Tensor to(Device device) const;
    Tensor to(Device device, ElementType type) const;
    /// \}
    /// Waits for the device. Also called for tensors that are on the host already, so that tests without a device can count the waits.
    Tensor toHost() const;
    /// Returns the only element. Waits for the device.
    /// Errors: std::invalid_argument if it does not have exactly one element.
    double item() const;

    /// \{
    /// PyTorch's function of the same name, with its arguments.
    Tensor flatten(std::int64_t first = 0) const;
    Tensor reshape(const Shape &shape) const;
    Tensor movedim(std::int64_t from, std::int64_t to) const;
    Tensor transpose(std::int64_t a, std::int64_t b) const;
    Tensor t() const { return transpose(0, 1); }
    Tensor squeeze(std::int64_t dimension) const;
    Tensor unsqueeze(std::int64_t dimension) const;
    Tensor select(std::int64_t dimension, std::int64_t index) const;
    Tensor operator[](std::int64_t index) const { return select(0, index); }
    Tensor narrow(std::int64_t dimension, std::int64_t start, std::int64_t length) const;
    Tensor index_select(std::int64_t dimension, const Tensor &places) const;
    Tensor gather(std::int64_t dimension, const Tensor &places) const;
    Tensor masked_select(const Tensor &mask) const;
    Tensor masked_fill(const Tensor &mask, double value) const;
    Tensor nonzero() const;

    Tensor abs() const;
    Tensor neg() const;
    Tensor exp() const;
    Tensor log() const;
    Tensor cos() const;
    Tensor square() const;
    Tensor sqrt() const;
    Tensor round() const;
    Tensor ceil() const;
    Tensor floor() const;
    Tensor isnan() const;
    Tensor isfinite() const;
    Tensor clamp(double low, double high) const;
    Tensor clamp_min(double low) const;
    Tensor logical_not() const;
    Tensor logical_and(const Tensor &other) const;
    Tensor logical_or(const Tensor &other) const;

    Tensor sum() const;
    Tensor sum(ElementType type) const;
    Tensor sum(std::int64_t dimension) const;
    Tensor mean() const;
    Tensor mean(std::int64_t dimension) const;
    Tensor var(std::int64_t dimension) const; ///< biased
    Tensor min() const;
    Tensor max() const;
    Tensor amax(std::int64_t dimension) const;
    Tensor argmax(std::int64_t dimension) const;
    Tensor any() const;
    Tensor any(std::int64_t dimension) const;
    Tensor all(std::int64_t dimension) const;
    Tensor norm() const;                       ///< L2, of all elements
    Tensor norm(std::int64_t dimension) const; ///< L2, along a dimension
    Tensor norm(ElementType type) const;       ///< L2, formed in \p type
    Tensor dot(const Tensor &other) const;
    Tensor mv(const Tensor &vector) const;
    Tensor mm(const Tensor &other) const;

    Tensor &copy_(const Tensor &from);
    Tensor &scatter_add_(std::int64_t dimension, const Tensor &places, const Tensor &values);
    /// \}

    // Friends are found for Tensor arguments only, so the operators of at::Tensor stay unambiguous.
    /// \{
    /// Element by element, as PyTorch's operator.
    friend Tensor operator+(const Tensor &a, const Tensor &b);
    friend Tensor operator-(const Tensor &a, const Tensor &b);
    friend Tensor operator*(const Tensor &a, const Tensor &b);
    friend Tensor operator/(const Tensor &a, const Tensor &b);
    friend Tensor operator+(const Tensor &a, double b);
    friend Tensor operator-(const Tensor &a, double b);
    friend Tensor operator*(const Tensor &a, double b);
    friend Tensor operator/(const Tensor &a, double b);
    friend Tensor operator+(double a, const Tensor &b) { return b + a; }
    friend Tensor operator*(double a, const Tensor &b) { return b * a; }
    friend Tensor operator-(const Tensor &a);
    friend Tensor operator>(const Tensor &a, double b);
    friend Tensor operator>=(const Tensor &a, double b);
    friend Tensor operator<(const Tensor &a, double b);
    friend Tensor operator<=(const Tensor &a, double b);
    friend Tensor operator==(const Tensor &a, double b);
    friend Tensor operator!=(const Tensor &a, double b);
    friend Tensor operator>=(const Tensor &a, const Tensor &b);
    /// \}

private:
    std::shared_ptr<const TensorBody> m_body;
};

/// \{
/// PyTorch's function of the same name, with its arguments.
Tensor where(const Tensor &condition, const Tensor &yes, const Tensor &no);
Tensor maximum(const Tensor &a, const Tensor &b);
/// \p tensors must not be empty, and have the same shape and device.
Tensor stack(const std::vector<Tensor> &tensors);
Tensor cat(const std::vector<Tensor> &tensors);
Tensor bucketize(const Tensor &values, const Tensor &edges, bool right);
Tensor eigvalsh(const Tensor &lower); ///< of a symmetric matrix, ascending; reads its lower triangle
/// \}
/// Returns a tensor full of \p value, on the device and of the type of \p like.
Tensor full(const Shape &shape, double value, const Tensor &like);
/// Returns a tensor full of \p value, of the given type, on the device of \p like.
Tensor full(const Shape &shape, double value, const Tensor &like, ElementType type);
/// \{
/// Returns a tensor of the shape, device and type of \p like.
Tensor full_like(const Tensor &like, double value);
inline Tensor zeros_like(const Tensor &like) { return full_like(like, 0); }
inline Tensor ones_like(const Tensor &like) { return full_like(like, 1); }
/// \}
/// Returns 0, 1, …, \p count - 1 on the device of \p like.
Tensor arange(std::int64_t count, const Tensor &like, ElementType type);

/// Tensors with names, in order.
using NamedTensors = std::vector<std::pair<std::string, Tensor>>;

} // namespace lensboard
