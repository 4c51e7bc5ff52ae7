#include "core/tensor/tensor.h"

#include "core/record/error.h"
#include "core/record/message.h"
#include "core/tensor/library.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace lensboard {

namespace {

std::size_t nextNumber()
{
    static std::atomic<std::size_t> next = 0;
    return next++;
}

/// Calls operator \p op with \p x and \p arguments.
template <typename... Arguments>
Tensor call(const Operator &op, const Tensor &x, Arguments &&...arguments)
{
    return Library::current().call(op, {Argument(x), Argument(std::forward<Arguments>(arguments))...});
}

/// Returns true if the elements are adjacent in memory, with the last dimension of \p order innermost.
bool isPacked(const TensorLayout &layout, const std::vector<std::size_t> &order)
{
    std::int64_t expected = 1;
    for (auto dimension = order.rbegin(); dimension != order.rend(); ++dimension) {
        if (layout.sizes[*dimension] != 1 && layout.strides[*dimension] != expected)
            return false;
        expected *= layout.sizes[*dimension];
    }
    return true;
}

std::vector<std::size_t> inOrder(std::size_t count)
{
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    return order;
}

} // namespace

Operator::Operator(std::string name, std::string overload, std::vector<std::string> keywords)
    : m_name(std::move(name)), m_overload(std::move(overload)), m_keywords(std::move(keywords)), m_number(nextNumber())
{}

const Library *Library::s_current = nullptr;

const Library *Library::loaded()
{
    return s_current;
}

const Library &Library::current()
{
    if (!s_current)
        throw std::logic_error("there is no PyTorch to compute with");
    return *s_current;
}

std::string toText(Device device)
{
    const auto kind = [&]() -> std::string {
        switch (device.kind) {
        case Device::Kind::Host: return "cpu";
        case Device::Kind::Cuda: return "cuda";
        case Device::Kind::Xpu: return "xpu";
        case Device::Kind::Mps: return "mps";
        case Device::Kind::Meta: return "meta";
        case Device::Kind::Other: return "another device";
        }
        return "another device";
    }();
    return device.index < 0 ? kind : kind + ':' + std::to_string(device.index);
}

std::string toText(const Shape &shape)
{
    std::string text = "[";
    for (const std::int64_t size : shape)
        text += (text.size() > 1 ? ", " : "") + std::to_string(size);
    return text + ']';
}

std::int64_t Tensor::size(std::int64_t dimension) const
{
    return sizes().at(static_cast<std::size_t>(dimension < 0 ? dimension + dim() : dimension));
}

std::int64_t Tensor::numel() const
{
    const Shape &shape = sizes();
    return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
}

bool Tensor::isSame(const Tensor &other) const
{
    if (!defined() || !other.defined())
        return defined() == other.defined();
    return m_body == other.m_body || m_body->identity() == other.m_body->identity();
}

bool Tensor::isContiguous() const
{
    return numel() == 0 || isPacked(layout(), inOrder(sizes().size()));
}

bool Tensor::isDense() const
{
    std::vector<std::size_t> order = inOrder(sizes().size());
    std::ranges::stable_sort(order, std::greater(), [this](std::size_t dimension) { return strides()[dimension]; });
    return numel() == 0 || isPacked(layout(), order);
}

bool Tensor::isChannelsLast() const
{
    if (dim() != 4 && dim() != 5)
        return false;
    std::vector<std::size_t> order = inOrder(sizes().size());
    std::rotate(order.begin() + 1, order.begin() + 2, order.end());
    return isPacked(layout(), order);
}

Tensor Tensor::detach() const
{
    static const Operator op("detach");
    return call(op, *this);
}

Tensor Tensor::clone() const
{
    static const Operator op("clone");
    return call(op, *this);
}

Tensor Tensor::contiguous() const
{
    static const Operator op("contiguous");
    return isContiguous() ? *this : call(op, *this);
}

Tensor Tensor::to(ElementType wanted) const
{
    static const Operator op("to", "dtype");
    return wanted == type() ? *this : call(op, *this, wanted);
}

Tensor Tensor::to(Device wanted) const
{
    return to(wanted, type());
}

Tensor Tensor::to(Device wanted, ElementType wantedType) const
{
    static const Operator op("to", "device");
    return wanted == device() && wantedType == type() ? *this : call(op, *this, wanted, wantedType);
}

Tensor Tensor::toHost() const
{
    static const Operator op("to", "device");
    return call(op, *this, Device(), type());
}

double Tensor::item() const
{
    if (numel() != 1)
        throw record::InvalidArgument(record::message("a tensor of shape %1 is not one number", toText(sizes())));
    return *toHost().to(ElementType::Float64).data<double>();
}

Tensor Tensor::flatten(std::int64_t first) const
{
    static const Operator op("flatten", "using_ints");
    return call(op, *this, first);
}

Tensor Tensor::reshape(const Shape &shape) const
{
    static const Operator op("reshape");
    return call(op, *this, shape);
}

Tensor Tensor::movedim(std::int64_t from, std::int64_t to) const
{
    static const Operator op("movedim", "int");
    return call(op, *this, from, to);
}

Tensor Tensor::transpose(std::int64_t a, std::int64_t b) const
{
    static const Operator op("transpose", "int");
    return call(op, *this, a, b);
}

Tensor Tensor::squeeze(std::int64_t dimension) const
{
    static const Operator op("squeeze", "dim");
    return call(op, *this, dimension);
}

Tensor Tensor::unsqueeze(std::int64_t dimension) const
{
    static const Operator op("unsqueeze");
    return call(op, *this, dimension);
}

Tensor Tensor::select(std::int64_t dimension, std::int64_t index) const
{
    static const Operator op("select", "int");
    return call(op, *this, dimension, index);
}

Tensor Tensor::narrow(std::int64_t dimension, std::int64_t start, std::int64_t length) const
{
    static const Operator op("narrow");
    return call(op, *this, dimension, start, length);
}

Tensor Tensor::index_select(std::int64_t dimension, const Tensor &places) const
{
    static const Operator op("index_select");
    return call(op, *this, dimension, places);
}

Tensor Tensor::gather(std::int64_t dimension, const Tensor &places) const
{
    static const Operator op("gather");
    return call(op, *this, dimension, places);
}

Tensor Tensor::masked_select(const Tensor &mask) const
{
    static const Operator op("masked_select");
    return call(op, *this, mask);
}

Tensor Tensor::masked_fill(const Tensor &mask, double value) const
{
    static const Operator op("masked_fill", "Scalar");
    return call(op, *this, mask, value);
}

// Operators of one tensor, or of a tensor and a dimension, all have the same form.
#define LENSBOARD_UNARY(name)                                                                                         \
    Tensor Tensor::name() const                                                                                       \
    {                                                                                                                 \
        static const Operator op(#name);                                                                              \
        return call(op, *this);                                                                                       \
    }
LENSBOARD_UNARY(nonzero)
LENSBOARD_UNARY(abs)
LENSBOARD_UNARY(neg)
LENSBOARD_UNARY(exp)
LENSBOARD_UNARY(log)
LENSBOARD_UNARY(cos)
LENSBOARD_UNARY(square)
LENSBOARD_UNARY(sqrt)
LENSBOARD_UNARY(round)
LENSBOARD_UNARY(ceil)
LENSBOARD_UNARY(floor)
LENSBOARD_UNARY(isnan)
LENSBOARD_UNARY(isfinite)
LENSBOARD_UNARY(logical_not)
LENSBOARD_UNARY(sum)
LENSBOARD_UNARY(mean)
LENSBOARD_UNARY(min)
LENSBOARD_UNARY(max)
LENSBOARD_UNARY(any)
#undef LENSBOARD_UNARY

Tensor Tensor::clamp(double low, double high) const
{
    static const Operator op("clamp");
    return call(op, *this, low, high);
}

Tensor Tensor::clamp_min(double low) const
{
    static const Operator op("clamp_min");
    return call(op, *this, low);
}

Tensor Tensor::logical_and(const Tensor &other) const
{
    static const Operator op("logical_and");
    return call(op, *this, other);
}

Tensor Tensor::logical_or(const Tensor &other) const
{
    static const Operator op("logical_or");
    return call(op, *this, other);
}

Tensor Tensor::sum(ElementType type) const
{
    static const Operator op("sum", "", {"dtype"});
    return call(op, *this, type);
}

Tensor Tensor::sum(std::int64_t dimension) const
{
    static const Operator op("sum", "dim_IntList");
    return call(op, *this, Shape{dimension});
}

Tensor Tensor::mean(std::int64_t dimension) const
{
    static const Operator op("mean", "dim");
    return call(op, *this, Shape{dimension});
}

Tensor Tensor::var(std::int64_t dimension) const
{
    static const Operator op("var", "dim");
    return call(op, *this, Shape{dimension}, /*unbiased=*/false);
}

Tensor Tensor::amax(std::int64_t dimension) const
{
    static const Operator op("amax");
    return call(op, *this, Shape{dimension});
}

Tensor Tensor::argmax(std::int64_t dimension) const
{
    static const Operator op("argmax");
    return call(op, *this, dimension);
}

Tensor Tensor::any(std::int64_t dimension) const
{
    static const Operator op("any", "dim");
    return call(op, *this, dimension);
}

Tensor Tensor::all(std::int64_t dimension) const
{
    static const Operator op("all", "dim");
    return call(op, *this, dimension);
}

Tensor Tensor::norm() const
{
    static const Operator op("linalg_vector_norm");
    return call(op, *this);
}

Tensor Tensor::norm(std::int64_t dimension) const
{
    static const Operator op("linalg_vector_norm");
    return call(op, *this, 2.0, Shape{dimension});
}

Tensor Tensor::norm(ElementType type) const
{
    static const Operator op("linalg_vector_norm", "", {"dtype"});
    return call(op, *this, type);
}

Tensor Tensor::dot(const Tensor &other) const
{
    static const Operator op("dot");
    return call(op, *this, other);
}

Tensor Tensor::mv(const Tensor &vector) const
{
    static const Operator op("mv");
    return call(op, *this, vector);
}

Tensor Tensor::mm(const Tensor &other) const
{
    static const Operator op("mm");
    return call(op, *this, other);
}

Tensor &Tensor::copy_(const Tensor &from)
{
    static const Operator op("copy_");
    call(op, *this, from);
    return *this;
}

Tensor &Tensor::scatter_add_(std::int64_t dimension, const Tensor &places, const Tensor &values)
{
    static const Operator op("scatter_add_");
    call(op, *this, dimension, places, values);
    return *this;
}

#define LENSBOARD_BINARY(symbol, name)                                                                                \
    Tensor operator symbol(const Tensor &a, const Tensor &b)                                                          \
    {                                                                                                                 \
        static const Operator op(name, "Tensor");                                                                     \
        return call(op, a, b);                                                                                        \
    }                                                                                                                 \
    Tensor operator symbol(const Tensor &a, double b)                                                                 \
    {                                                                                                                 \
        static const Operator op(name, "Scalar");                                                                     \
        return call(op, a, b);                                                                                        \
    }
LENSBOARD_BINARY(+, "add")
LENSBOARD_BINARY(-, "sub")
LENSBOARD_BINARY(*, "mul")
LENSBOARD_BINARY(/, "div")
LENSBOARD_BINARY(>=, "ge")
#undef LENSBOARD_BINARY

#define LENSBOARD_COMPARISON(symbol, name)                                                                            \
    Tensor operator symbol(const Tensor &a, double b)                                                                 \
    {                                                                                                                 \
        static const Operator op(name, "Scalar");                                                                     \
        return call(op, a, b);                                                                                        \
    }
LENSBOARD_COMPARISON(>, "gt")
LENSBOARD_COMPARISON(<, "lt")
LENSBOARD_COMPARISON(<=, "le")
LENSBOARD_COMPARISON(==, "eq")
LENSBOARD_COMPARISON(!=, "ne")
#undef LENSBOARD_COMPARISON

Tensor operator-(const Tensor &a)
{
    return a.neg();
}

Tensor where(const Tensor &condition, const Tensor &yes, const Tensor &no)
{
    static const Operator op("where", "self");
    return call(op, condition, yes, no);
}

Tensor maximum(const Tensor &a, const Tensor &b)
{
    static const Operator op("maximum");
    return call(op, a, b);
}

Tensor stack(const std::vector<Tensor> &tensors)
{
    static const Operator op("stack");
    return Library::current().call(op, {Argument(tensors)});
}

Tensor cat(const std::vector<Tensor> &tensors)
{
    static const Operator op("cat");
    return Library::current().call(op, {Argument(tensors)});
}

Tensor bucketize(const Tensor &values, const Tensor &edges, bool right)
{
    static const Operator op("bucketize", "Tensor", {"right"});
    return call(op, values, edges, right);
}

Tensor eigvalsh(const Tensor &lower)
{
    static const Operator op("linalg_eigvalsh");
    return call(op, lower);
}

Tensor full(const Shape &shape, double value, const Tensor &like)
{
    return full(shape, value, like, like.type());
}

Tensor full(const Shape &shape, double value, const Tensor &like, ElementType type)
{
    static const Operator op("new_full", "", {"dtype"});
    return call(op, like, shape, value, type);
}

Tensor full_like(const Tensor &like, double value)
{
    static const Operator op("full_like");
    return call(op, like, value);
}

Tensor arange(std::int64_t count, const Tensor &like, ElementType type)
{
    static const Operator op("arange", "", {"dtype", "device"});
    return Library::current().call(op, {Argument(count), Argument(type), Argument(like.device())});
}

} // namespace lensboard
