#include "core/tensor/tensor_list.h"

#include "core/tensor/library.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <utility>

namespace lensboard {

namespace {

using Tensors = std::vector<Tensor>;

Tensors flattened(const Tensors &x)
{
    Tensors flat;
    for (const Tensor &each : x)
        flat.push_back(each.flatten());
    return flat;
}

/// Divides a vector into vectors of the given sizes, in the same memory.
Tensors split(const Tensor &x, const Shape &sizes)
{
    static const Operator op("split_with_sizes");
    return Library::current().callForList(op, {Argument(x), Argument(sizes)});
}

Tensor joined(const Tensors &flat)
{
    return flat.size() == 1 ? flat.front() : cat(flat);
}

/// Returns the tensors in \p type, flattened if that needs a copy.
Tensors converted(const Tensors &x, ElementType type)
{
    if (std::ranges::all_of(x, [type](const Tensor &each) { return each.type() == type; }))
        return x;
    Shape sizes;
    for (const Tensor &each : x)
        sizes.push_back(each.numel());
    return split(joined(flattened(x)).to(type), sizes);
}

/// Returns the norms of order \p order as tensors of one element, float64.
Tensors normsOf(const Tensors &x, double order)
{
    static const Operator inType("_foreach_norm", "Scalar", {"dtype"}), inOwnType("_foreach_norm", "Scalar");
    static const bool hasType = Library::current().has(inType); // from torch 2.4 on
    if (x.front().type() != ElementType::Float64 && hasType)
        return Library::current().callForList(inType, {Argument(x), Argument(order), Argument(ElementType::Float64)});
    return Library::current().callForList(inOwnType, {Argument(converted(x, ElementType::Float64)), Argument(order)});
}

/// A part of a tensor of a list.
struct Piece
{
    std::size_t number; ///< of the tensor
    std::int64_t first, size;
};

/// Divides the tensors of a list into groups of pieces, each of at most kMaxListPart values.
std::vector<std::vector<Piece>> groupsOf(const Tensors &x)
{
    std::vector<std::vector<Piece>> groups;
    std::int64_t left = 0;
    for (std::size_t number = 0; number < x.size(); ++number)
        for (std::int64_t first = 0, size = 0; first < x[number].numel(); first += size) {
            size = std::min(kMaxListPart, x[number].numel() - first);
            if (size > left) {
                groups.emplace_back();
                left = kMaxListPart;
            }
            left -= size;
            groups.back().push_back({number, first, size});
        }
    return groups;
}

/// Flattens large tensors, so that pieces are in their memory.
Tensors divisible(const Tensors &x)
{
    Tensors all = x;
    for (Tensor &each : all)
        if (each.numel() > kMaxListPart)
            each = each.flatten();
    return all;
}

Tensors at(const Tensors &x, const std::vector<Piece> &pieces)
{
    Tensors found;
    for (const auto &[number, first, size] : pieces)
        found.push_back(x[number].numel() == size || x[number].numel() == 1 ? x[number] : x[number].narrow(0, first, size));
    return found;
}

Tensors called(const Operator &op, const Tensors &x)
{
    return Library::current().callForList(op, {Argument(x)});
}

Tensors called(const Operator &op, const Tensors &x, double number)
{
    return Library::current().callForList(op, {Argument(x), Argument(number)});
}

Tensors called(const Operator &op, const Tensors &x, const Tensors &y)
{
    return Library::current().callForList(op, {Argument(x), Argument(y)});
}

std::int64_t rowSize(const Tensor &x)
{
    return x.dim() > 0 ? x.numel() / x.size(0) : 1;
}

/// Divides \p counts, of float64, into vectors of the given sizes. Returns their sums, and their numbers of zeros.
std::pair<Tensors, Tensors> sumsAndZerosOf(const Tensor &counts, const Shape &sizes)
{
    return {normsOf(split(counts, sizes), 1), normsOf(split((counts == 0).to(ElementType::Float64), sizes), 1)};
}

/// Adds the counts of a list of at most kMaxListPart values, or of one tensor.
void addActiveCounts(const Tensors &x, double eps, Tensors &active, Tensors &idle)
{
    std::vector<std::size_t> order(x.size()); // rows of one length are counted together
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t number) { return rowSize(x[number]); });
    Tensors flat;
    Shape rows;
    for (const std::size_t number : order) {
        flat.push_back(x[number].flatten());
        rows.push_back(x[number].numel() / rowSize(x[number]));
    }
    const Tensor isActive = (joined(flat).to(ElementType::Float32).abs() > eps).to(ElementType::Float32);
    Tensors inRows;
    for (std::size_t i = 0, next = 0, first = 0; i < order.size(); i = next) {
        const std::int64_t size = rowSize(x[order[i]]);
        std::int64_t count = 0;
        for (; next < order.size() && rowSize(x[order[next]]) == size; ++next)
            count += rows[next];
        const Tensor values = isActive.narrow(0, static_cast<std::int64_t>(first), count * size);
        inRows.push_back(size == 1 ? values : values.reshape({count, size}).sum(std::int64_t{1}));
        first += static_cast<std::size_t>(count * size);
    }
    const auto [sums, zeros] = sumsAndZerosOf(joined(inRows).to(ElementType::Float64), rows);
    const std::size_t before = active.size();
    active.resize(before + x.size());
    idle.resize(before + x.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        active[before + order[i]] = sums[i];
        idle[before + order[i]] = zeros[i];
    }
}

} // namespace

Tensors cloned(const Tensors &x)
{
    return products(x, 1);
}

Tensors differences(const Tensors &x, const Tensors &y)
{
    static const Operator op("_foreach_sub", "List");
    const ElementType type = wideType(x.front().type());
    const bool areWide = x.front().type() == type && y.front().type() == type;
    return areWide ? called(op, x, y) : called(op, converted(flattened(x), type), converted(flattened(y), type));
}

Tensor norms(const Tensors &x)
{
    return norms(TensorLists{x}, 2, [](const TensorLists &parts) { return parts.front(); });
}

Tensor norms(const TensorLists &lists, double order, const std::function<Tensors(const TensorLists &)> &compute)
{
    TensorLists all;
    std::ranges::transform(lists, std::back_inserter(all), divisible);
    std::vector<Tensors> ofPieces(all.front().size());
    for (const auto &pieces : groupsOf(all.front())) {
        TensorLists parts;
        std::ranges::transform(all, std::back_inserter(parts), [&](const Tensors &list) { return at(list, pieces); });
        const Tensors found = normsOf(compute(parts), order);
        for (std::size_t i = 0; i < pieces.size(); ++i)
            ofPieces[pieces[i].number].push_back(found[i]);
    }
    Tensors joinedNorms;
    for (const Tensors &each : ofPieces)
        joinedNorms.push_back(each.size() == 1 ? each.front() : order == 2 ? stack(each).norm()
                                                                           : stack(each).sum());
    return joinedNorms.size() == 1 ? joinedNorms.front().reshape({1}) : stack(joinedNorms);
}

Tensor distances(const Tensors &x, const Tensors &y)
{
    return norms(TensorLists{x, y}, 2, [](const TensorLists &parts) { return differences(parts[0], parts[1]); });
}

TensorLists widened(const TensorLists &lists)
{
    const auto isWide = [](const Tensor &each) { return each.type() == wideType(each.type()); };
    if (std::ranges::all_of(lists, [&](const Tensors &list) { return std::ranges::all_of(list, isWide); }))
        return lists;
    TensorLists all;
    for (const Tensors &list : lists)
        all.push_back(converted(flattened(list), wideType(list.front().type())));
    return all;
}

Tensors products(const Tensors &x, double factor)
{
    static const Operator op("_foreach_mul", "Scalar");
    return called(op, x, factor);
}

Tensors products(const Tensors &x, const Tensors &y)
{
    static const Operator op("_foreach_mul", "List");
    return called(op, x, y);
}

Tensors quotients(const Tensors &x, const Tensors &y)
{
    static const Operator op("_foreach_div", "List");
    return called(op, x, y);
}

Tensors quotients(const Tensors &x, double divisor)
{
    static const Operator op("_foreach_div", "Scalar");
    return called(op, x, divisor);
}

std::optional<double> numberOnHost(const Tensor &x)
{
    if (!x.isOnHost() || !x.hasMemory())
        return std::nullopt;
    switch (x.type()) {
    case ElementType::Float32: return *x.data<float>();
    case ElementType::Float64: return *x.data<double>();
    default: return x.item();
    }
}

Tensors quotients(const Tensors &x, const Tensor &divisor)
{
    static const Operator op("_foreach_div", "Tensor");
    static const bool isKnown = Library::current().has(op); // from torch 2.2 on
    const Tensor number = divisor.reshape({}).to(x.front().device(), x.front().type());
    return isKnown ? Library::current().callForList(op, {Argument(x), Argument(number)}) : quotients(x, Tensors(x.size(), number));
}

Tensors unscaled(const Tensors &x, const Tensor &scale)
{
    if (!scale.defined())
        return x;
    const ElementType type = wideType(x.front().type());
    Tensors wide = x;
    if (x.front().type() != type) {
        wide = converted(x, type);
        for (std::size_t i = 0; i < x.size(); ++i)
            wide[i] = wide[i].reshape(x[i].sizes());
    }
    const auto number = numberOnHost(scale);
    return number ? quotients(wide, *number) : quotients(wide, scale);
}

Tensors sums(const Tensors &x, double summand)
{
    static const Operator op("_foreach_add", "Scalar");
    return called(op, x, summand);
}

Tensors sums(const Tensors &x, const Tensors &y)
{
    static const Operator op("_foreach_add", "List");
    return called(op, x, y);
}

Tensors clampedMin(const Tensors &x, double least)
{
    static const Operator op("_foreach_clamp_min", "Scalar");
    static const bool isKnown = Library::current().has(op); // from torch 2.0 on
    if (isKnown)
        return called(op, x, least);
    Tensors all;
    std::ranges::transform(x, std::back_inserter(all), [least](const Tensor &each) { return each.clamp_min(least); });
    return all;
}

Tensors squareRoots(const Tensors &x)
{
    static const Operator op("_foreach_sqrt");
    return called(op, x);
}

Tensors reciprocals(const Tensors &x)
{
    static const Operator op("_foreach_reciprocal");
    return called(op, x);
}

Tensor sumsAndZeros(const Tensors &counts)
{
    Shape sizes;
    for (const Tensor &each : counts)
        sizes.push_back(each.numel());
    auto [all, zeros] = sumsAndZerosOf(joined(counts).to(ElementType::Float64), sizes);
    all.insert(all.end(), zeros.begin(), zeros.end());
    return stack(all);
}

Tensor activeCounts(const Tensors &x, double eps)
{
    Tensors active, idle;
    for (auto first = x.begin(); first != x.end();) {
        auto last = first;
        for (std::int64_t size = 0; last != x.end() && (last == first || size + last->numel() <= kMaxListPart); ++last)
            size += last->numel();
        addActiveCounts({first, last}, eps, active, idle);
        first = last;
    }
    active.insert(active.end(), idle.begin(), idle.end());
    return stack(active);
}

} // namespace lensboard
